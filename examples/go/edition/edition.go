// Runs the edition in SQL, and advice, as a migration of a tool: edition goose|golang_migrate.
//
// In a project, the scripts lie among its migrations. They need schemas of their own: uuids, and advice.
package main

import (
	"context"
	"database/sql"
	"os"
	"strings"
	"testing/fstest"

	"examples/example"

	"github.com/golang-migrate/migrate/v4"
	migratepgx "github.com/golang-migrate/migrate/v4/database/pgx/v5"
	"github.com/golang-migrate/migrate/v4/source/iofs"
	"github.com/pressly/goose/v3"
)

// scripts returns what the tools run, in transactions of their own.
func scripts() []string {
	read := func(path string) string { return string(example.Must(os.ReadFile("../../" + path))) }
	_, advice, _ := strings.Cut(read("advice/sequential_uuids_advice--1.0.sql"), "\n") // without a line of psql's
	return []string{
		"CREATE SCHEMA uuids;\nSET LOCAL search_path = uuids;\n" + read("sql-only/sequential_uuids.sql") +
			"\nSET LOCAL search_path TO DEFAULT;\n",
		"CREATE SCHEMA advice;\n" + strings.ReplaceAll(advice, "@extschema@", "advice") +
			"\nSET LOCAL search_path TO DEFAULT;\n",
	}
}

// Without StatementBegin, goose would split at each semicolon in a body.
func runGoose(db *sql.DB, names []string) {
	files := fstest.MapFS{}
	for i, script := range scripts() {
		files[names[i]+".sql"] = &fstest.MapFile{
			Data: []byte("-- +goose Up\n-- +goose StatementBegin\n" + script + "-- +goose StatementEnd\n"),
		}
	}
	provider := example.Must(goose.NewProvider(goose.DialectPostgres, db, files))
	example.Must(provider.Up(context.Background()))
}

// It sends a file as one text, outside a transaction, so the file has one of its own.
func runMigrate(db *sql.DB, names []string) {
	files := fstest.MapFS{}
	for i, script := range scripts() {
		files[names[i]+".up.sql"] = &fstest.MapFile{Data: []byte("BEGIN;\n" + script + "COMMIT;\n")}
	}
	source := example.Must(iofs.New(files, "."))
	driver := example.Must(migratepgx.WithInstance(db, &migratepgx.Config{}))
	example.Check(example.Must(migrate.NewWithInstance("iofs", source, "pgx5", driver)).Up())
}

func main() {
	db := example.Must(sql.Open("pgx", ""))
	tools := map[string]func(*sql.DB, []string){"goose": runGoose, "golang_migrate": runMigrate}
	tools[os.Args[1]](db, []string{"001_uuids", "002_advice"})
}
