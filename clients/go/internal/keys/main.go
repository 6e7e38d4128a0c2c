// Prints keys of now, as many as its argument says, from four goroutines.
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"strconv"
	"sync"
	"time"

	"repository.invalid/owner/sequential_uuids/clients/go/intervaluuid"
)

func main() {
	count, err := strconv.Atoi(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	keys, err := intervaluuid.New(5*time.Minute, 60*24*time.Hour)
	if err != nil {
		log.Fatal(err)
	}
	lines := make(chan intervaluuid.UUID, 1000)
	var group sync.WaitGroup
	for i := 0; i < 4; i++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := 0; i < count/4; i++ {
				key, err := keys.Next()
				if err != nil {
					log.Fatal(err)
				}
				lines <- key
			}
		}()
	}
	go func() {
		group.Wait()
		close(lines)
	}()
	out := bufio.NewWriter(os.Stdout)
	for key := range lines {
		fmt.Fprintln(out, key)
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}
