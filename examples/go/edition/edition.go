// Runs the edition in SQL, and advice, as migrations of a tool: edition goose|golang_migrate. t/checks/examples writes
// their files, with a schema for each, to $EDITION; in a project, they lie among its migrations.
package main

import (
	"context"
	"database/sql"
	"os"
	"testing/fstest"

	"examples/example"

	"github.com/golang-migrate/migrate/v4"
	migratepgx "github.com/golang-migrate/migrate/v4/database/pgx/v5"
	"github.com/golang-migrate/migrate/v4/source/iofs"
	"github.com/pressly/goose/v3"
)

// migrations returns the files that a tool runs, each with what the tool wants before and behind the script.
func migrations(extension, before, behind string) fstest.MapFS {
	files := fstest.MapFS{}
	for number, name := range map[string]string{"1": "uuids", "2": "advice"} {
		script := example.Must(os.ReadFile(os.Getenv("EDITION") + "/" + name + ".sql"))
		files[number+"_"+name+extension] = &fstest.MapFile{Data: []byte(before + string(script) + behind)}
	}
	return files
}

// Without StatementBegin, goose would split at each semicolon in a body.
func runGoose(db *sql.DB) {
	files := migrations(".sql", "-- +goose Up\n-- +goose StatementBegin\n", "-- +goose StatementEnd\n")
	provider := example.Must(goose.NewProvider(goose.DialectPostgres, db, files))
	example.Must(provider.Up(context.Background()))
}

// It sends a file as one text, outside a transaction, so the file has one of its own.
func runMigrate(db *sql.DB) {
	source := example.Must(iofs.New(migrations(".up.sql", "BEGIN;\n", "COMMIT;\n"), "."))
	driver := example.Must(migratepgx.WithInstance(db, &migratepgx.Config{}))
	example.Check(example.Must(migrate.NewWithInstance("iofs", source, "pgx5", driver)).Up())
}

func main() {
	db := example.Must(sql.Open("pgx", ""))
	tools := map[string]func(*sql.DB){"goose": runGoose, "golang_migrate": runMigrate}
	tools[os.Args[1]](db)
}
