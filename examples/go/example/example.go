// Package example has what the examples for Go have in common. libpq's environment variables (PGHOST, PGUSER ...) name
// the server.
package example

import (
	"fmt"
	"log"
	"os"
	"runtime/debug"
	"time"

	"repository.invalid/owner/sequential_uuids/clients/go/intervaluuid"
)

// Parts of an example. Its program is for t/checks/examples, which looks at the rows.
type Parts struct {
	Name         string
	Create       func()                     // the tables
	Insert       func()                     // an order and 1,000, by two statements
	InsertOthers func()                     // two drafts, and two notes
	Delete       func([]intervaluuid.Range) // the orders with keys in these ranges
	CountLatest  func() int64               // the orders of the last hour
}

// Run runs all parts, and deletes the orders of an empty span, which are none. With the argument "insert", it only
// inserts orders, and with "delete" deletes those of the last hour.
func Run(parts Parts) {
	now := time.Now()
	switch {
	case len(os.Args) == 1:
		parts.Create()
		parts.Insert()
		parts.InsertOthers()
		parts.Delete(keys.Ranges(now, now))
		fmt.Println(parts.CountLatest())
		fmt.Println(parts.Name)
	case os.Args[1] == "insert":
		parts.Insert()
	case os.Args[1] == "delete":
		parts.Delete(keys.Ranges(now.Add(-time.Hour), now))
	}
}

var keys = Must(intervaluuid.New(5*time.Minute, 60*24*time.Hour))

// NextKey generates a key like the default of orders, for drafts.
func NextKey() intervaluuid.UUID {
	return Must(keys.Next())
}

// Items returns those of 1,000 orders.
func Items() []string {
	items := make([]string, 1000)
	for i := range items {
		items[i] = fmt.Sprintf("book %d", i)
	}
	return items
}

// Check ends the program if there is an error.
func Check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// Must returns a value, or ends the program if there is an error.
func Must[T any](value T, err error) T {
	Check(err)
	return value
}

// Version returns the version of a module in this program.
func Version(module string) string {
	info, _ := debug.ReadBuildInfo()
	for _, dependency := range info.Deps {
		if dependency.Path == module {
			return dependency.Version[1:]
		}
	}
	log.Fatalf("no module %s in this program", module)
	return ""
}
