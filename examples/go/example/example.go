// Package example is shared by the programs.
package example

import (
	"log"
	"runtime/debug"
)

// Must ends the program if there is an error.
func Must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// Assert ends the program if a condition does not hold.
func Assert(holds bool, format string, values ...any) {
	if !holds {
		log.Fatalf("assertion failed: "+format, values...)
	}
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
