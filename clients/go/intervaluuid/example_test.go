package intervaluuid_test

import (
	"fmt"
	"log"
	"time"

	"repository.invalid/owner/sequential_uuids/clients/go/intervaluuid"
)

// A column with DEFAULT uuid_interval_nextval('5 min', '60 days').
func Example() {
	keys, err := intervaluuid.New(5*time.Minute, 60*24*time.Hour)
	if err != nil {
		log.Fatal(err)
	}
	id, err := keys.Next()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(id.String()))
	// Output: 36
}

func ExampleGenerator_At() {
	keys, err := intervaluuid.New(time.Minute, 65_536*time.Minute)
	if err != nil {
		log.Fatal(err)
	}
	key, err := keys.At(time.Unix(3*60, 0))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(key.String()[:4])
	// Output: 0003
}

func ExampleGenerator_Ranges() {
	keys, err := intervaluuid.New(time.Minute, 65_536*time.Minute)
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range keys.Ranges(time.Unix(3*60, 0), time.Unix(5*60, 0)) {
		fmt.Printf("id BETWEEN '%v' AND '%v'\n", r.Smallest, r.Largest)
	}
	// Output: id BETWEEN '00030000-0000-0000-0000-000000000000' AND '0004ffff-ffff-ffff-ffff-ffffffffffff'
}
