// What a tool's migration makes of a column's default: a row of defaults.tsv, for t/checks/examples.
//
//	defaults TOOL MODEL
//
// It brings the table TOOL_defaults to the model, whose key has a default in the "table", "other" than before, in
// "both" the table and the client, or in the "client" alone.
package main

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"os"
	"strings"

	"examples/example"

	"ariga.io/atlas/sql/postgres"
	atlasschema "ariga.io/atlas/sql/schema"
	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"entgo.io/ent/dialect/sql/schema"
	"entgo.io/ent/schema/field"
	"github.com/google/uuid"
	gormpostgres "gorm.io/driver/postgres"
	"gorm.io/gorm"
)

// What the models have in common; in those with a key from the client, BeforeCreate() generates it.
type gormTable struct {
	ID uuid.UUID `gorm:"type:uuid;primaryKey;default:uuid_interval_nextval('5 min', '60 days')"`
}

type gormOther struct {
	ID uuid.UUID `gorm:"type:uuid;primaryKey;default:uuid_interval_nextval('10 min', '60 days')"`
}

type gormClient struct {
	ID uuid.UUID `gorm:"type:uuid;primaryKey"`
}

func migrateGorm(model string) string {
	models := map[string]any{
		"table": &gormTable{}, "both": &gormTable{}, "other": &gormOther{}, "client": &gormClient{},
	}
	db := example.Must(gorm.Open(gormpostgres.Open(""), &gorm.Config{}))
	example.Check(db.Table("gorm_defaults").AutoMigrate(models[model]))
	return "GORM " + example.Version("gorm.io/gorm") + ", AutoMigrate"
}

// As the code that Ent generates, which has the defaults of entsql.DefaultExpr() as Default.
func migrateEnt(model string) string {
	interval := "00:05:00"
	if model == "other" {
		interval = "00:10:00"
	}
	id := &schema.Column{Name: "id", Type: field.TypeUUID}
	if model != "client" {
		id.Default = schema.Expr(fmt.Sprintf("uuid_interval_nextval('%s'::interval, '60 days'::interval)", interval))
	}
	table := &schema.Table{Name: "ent_defaults", Columns: []*schema.Column{id}, PrimaryKey: []*schema.Column{id}}
	driver := entsql.OpenDB(dialect.Postgres, example.Must(sql.Open("pgx", "")))
	migrate := example.Must(schema.NewMigrate(driver))
	example.Check(migrate.Create(context.Background(), table))
	return "Ent " + example.Version("entgo.io/ent") + ", Schema.Create"
}

// By the library of Atlas, whose program does so in "schema apply". It compares texts, so the default is written as
// PostgreSQL prints it.
func migrateAtlas(model string) string {
	lengths := map[string]string{"other": "00:10:00"}
	interval := cmp.Or(lengths[model], "00:05:00")
	column := ""
	if model != "client" {
		column = fmt.Sprintf(`default = sql("uuid_interval_nextval('%s'::interval, '60 days'::interval)")`, interval)
	}
	wanted := &atlasschema.Realm{}
	example.Check(postgres.EvalHCLBytes(fmt.Appendf(nil, `
schema "public" {}
table "atlas_defaults" {
  schema = schema.public
  column "id" {
    null = false
    type = uuid
    %s
  }
  primary_key {
    columns = [column.id]
  }
}`, column), wanted, nil))
	ctx := context.Background()
	driver := example.Must(postgres.Open(example.Must(sql.Open("pgx", ""))))
	options := &atlasschema.InspectOptions{Tables: []string{"atlas_defaults"}, Mode: atlasschema.InspectTables}
	found := example.Must(driver.InspectSchema(ctx, "public", options))
	changes := example.Must(driver.SchemaDiff(found, wanted.Schemas[0]))
	example.Check(driver.ApplyChanges(ctx, changes))
	version, _, _ := strings.Cut(example.Version("ariga.io/atlas"), "-")
	return "Atlas " + version + ", SchemaDiff()"
}

func main() {
	tools := map[string]func(string) string{"atlas": migrateAtlas, "gorm": migrateGorm, "ent": migrateEnt}
	fmt.Println(tools[os.Args[1]](os.Args[2]))
}
