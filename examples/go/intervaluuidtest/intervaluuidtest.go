// Tests the package intervaluuid with the vectors in the file on the command line, then prints keys generated now, for
// the server.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"time"

	"examples/example"
	"examples/intervaluuid"

	"github.com/google/uuid"
)

type vector struct {
	TimeUs            int64     `json:"time_us"`
	IntervalMs        int64     `json:"interval_ms"`
	Count             int64     `json:"count"`
	Smallest, Largest uuid.UUID // of version 4
}

func main() {
	text, err := os.ReadFile(os.Args[1])
	example.Must(err)
	var vectors []vector
	example.Must(json.Unmarshal(text, &vectors))
	example.Assert(len(vectors) > 0, "there are vectors")
	for _, v := range vectors {
		for _, version := range []byte{4, 8} {
			test(v, version)
		}
	}

	for _, p := range []vector{{IntervalMs: 0, Count: 1}, {IntervalMs: 1 << 53, Count: 1}, {IntervalMs: 1}, {IntervalMs: 1, Count: 1<<48 + 1}} {
		_, err := intervaluuid.New(p.IntervalMs, p.Count)
		example.Assert(err != nil, "%v is out of range", p)
	}
	_, err = intervaluuid.NewAt(time.Now(), 1, 1, 7)
	example.Assert(err != nil, "7 is not a version")

	for range 100 {
		key, err := intervaluuid.New(60_000, 65_536)
		example.Must(err)
		fmt.Printf("60000,65536,4,%s\n", uuid.UUID(key))
		for _, version := range []byte{4, 8} {
			key, err := intervaluuid.NewAt(time.Now(), 300_000, 38_016, version)
			example.Must(err)
			fmt.Printf("300000,38016,%d,%s\n", version, uuid.UUID(key))
		}
	}
}

func test(v vector, version byte) {
	// The bits that each key has, and those that any has: all others are random.
	var all, any uuid.UUID
	for i := range 64 {
		key, err := intervaluuid.NewAt(time.UnixMicro(v.TimeUs), v.IntervalMs, v.Count, version)
		example.Must(err)
		if i == 0 {
			all = key
		}
		for j := range key {
			all[j] &= key[j]
			any[j] |= key[j]
		}
	}
	all[6] ^= (version ^ 4) << 4
	any[6] ^= (version ^ 4) << 4
	example.Assert(all == v.Smallest && any == v.Largest, "%v: keys from %v to %v", v, all, any)
}
