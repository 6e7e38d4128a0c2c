// Tests the package intervaluuid with the vectors in the file on the command line, then prints keys generated now, for
// the server.
package main

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
	"time"

	"repository.invalid/owner/sequential_uuids/clients/go/intervaluuid"
)

type vector struct {
	TimeUs            int64  `json:"time_us"`
	IntervalMs        int64  `json:"interval_ms"`
	Count             int64  `json:"count"`
	Smallest, Largest string // of version 4
}

func assert(holds bool, format string, values ...any) {
	if !holds {
		log.Fatalf("assertion failed: "+format, values...)
	}
}

func must[T any](value T, err error) T {
	assert(err == nil, "%v", err)
	return value
}

func text(key [16]byte) string {
	return fmt.Sprintf("%x-%x-%x-%x-%x", key[:4], key[4:6], key[6:8], key[8:10], key[10:])
}

func main() {
	var vectors []vector
	err := json.Unmarshal(must(os.ReadFile(os.Args[1])), &vectors)
	assert(err == nil, "%v", err)
	assert(len(vectors) > 0, "there are vectors")
	for _, v := range vectors {
		for _, version := range []byte{4, 8} {
			test(v, version)
		}
	}

	for bad, expected := range map[[3]int64]string{
		{0, 1, 4}:         "intervalMillis must be from 1 to 2^53 - 1, not 0",
		{1 << 53, 1, 4}:   "intervalMillis must be from 1 to 2^53 - 1, not 9007199254740992",
		{1, 0, 4}:         "count must be from 1 to 2^48, not 0",
		{1, 1<<48 + 1, 4}: "count must be from 1 to 2^48, not 281474976710657",
		{1, 1, 7}:         "version must be 4 or 8, not 7",
	} {
		_, err := intervaluuid.NewAt(time.Now(), bad[0], bad[1], byte(bad[2]))
		assert(err != nil && err.Error() == expected, "%v: %v", bad, err)
	}

	for range 100 {
		fmt.Printf("60000,65536,4,%s\n", text(must(intervaluuid.New(60_000, 65_536))))
		for _, version := range []byte{4, 8} {
			key := must(intervaluuid.NewAt(time.Now(), 300_000, 38_016, version))
			fmt.Printf("300000,38016,%d,%s\n", version, text(key))
		}
	}
}

func test(v vector, version byte) {
	// The bits that each key has, and those that any has: all others are random.
	var all, any [16]byte
	for i := range 64 {
		key := must(intervaluuid.NewAt(time.UnixMicro(v.TimeUs), v.IntervalMs, v.Count, version))
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
	assert(text(all) == v.Smallest && text(any) == v.Largest, "%v: keys from %x to %x", v, all, any)
}
