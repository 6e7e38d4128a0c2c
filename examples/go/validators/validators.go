// Prints which of the UUIDs given as arguments the usual packages accept.
package main

import (
	"fmt"
	"os"

	"examples/example"

	playground "github.com/go-playground/validator/v10"
	gofrs "github.com/gofrs/uuid/v5"
	google "github.com/google/uuid"
)

func main() {
	const googleModule, gofrsModule = "github.com/google/uuid", "github.com/gofrs/uuid/v5"
	row("google/uuid", googleModule, "uuid.Validate", google.Validate)
	row("google/uuid", googleModule, "uuid.Parse", func(id string) error {
		_, err := google.Parse(id)
		return err
	})
	row("gofrs/uuid", gofrsModule, "uuid.FromString", func(id string) error {
		_, err := gofrs.FromString(id)
		return err
	})
	validate := playground.New()
	for _, tag := range []string{"uuid", "uuid4", "uuid_rfc4122"} {
		row("go-playground/validator", "github.com/go-playground/validator/v10", tag, func(id string) error {
			return validate.Var(id, tag)
		})
	}
}

func row(name, module, call string, validate func(string) error) {
	fmt.Printf("| %s %s | `%s` |", name, example.Version(module), call)
	for _, id := range os.Args[1:] {
		if validate(id) == nil {
			fmt.Print(" yes |")
		} else {
			fmt.Print(" no |")
		}
	}
	fmt.Println()
}
