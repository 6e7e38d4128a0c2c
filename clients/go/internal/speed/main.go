// Prints nanoseconds per key of Next, as text, and of 16 random bytes, as text: Go has no random UUID of its own.
package main

import (
	"crypto/rand"
	"fmt"
	"log"
	"time"

	"repository.invalid/owner/sequential_uuids/clients/go/intervaluuid"
)

func main() {
	keys, err := intervaluuid.New(5*time.Minute, 60*24*time.Hour)
	if err != nil {
		log.Fatal(err)
	}
	random := func() (id intervaluuid.UUID, err error) {
		_, err = rand.Read(id[:])
		id[6], id[8] = 0x40|id[6]&0x0f, 0x80|id[8]&0x3f
		return id, err
	}
	const calls = 50_000
	best := []time.Duration{time.Hour, time.Hour}
	for round := 0; round < 40; round++ {
		for i, generate := range []func() (intervaluuid.UUID, error){keys.Next, random} {
			start := time.Now()
			for call := 0; call < calls; call++ {
				key, err := generate()
				if err != nil || len(key.String()) != 36 {
					log.Fatal(err)
				}
			}
			best[i] = min(best[i], time.Since(start))
		}
	}
	fmt.Println(best[0].Nanoseconds()/calls, best[1].Nanoseconds()/calls)
}
