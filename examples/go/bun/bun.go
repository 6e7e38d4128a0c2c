// Bun.
package main

import (
	"context"
	"database/sql"
	"log"
	"time"

	"examples/example"

	"github.com/google/uuid"
	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"repository.invalid/owner/sequential_uuids/clients/go/intervaluuid"
)

// Order has a key by the time of its insertion.
type Order struct {
	bun.BaseModel `bun:"table:bun_orders"`

	// Bun sends DEFAULT for an unset field with "default:", and reads back what the server generated. A comma within
	// quotation marks or brackets is part of the call; an escaped one is an error.
	ID        uuid.UUID `bun:",pk,type:uuid,default:uuid_interval_nextval('5 min','60 days')"`
	Item      string    `bun:",notnull"`
	CreatedAt time.Time `bun:",nullzero,notnull,default:now()"`
}

// Draft has a key that the program generates before the row.
type Draft struct {
	bun.BaseModel `bun:"table:bun_drafts"`

	ID uuid.UUID `bun:",pk,type:uuid,default:uuid_interval_nextval('5 min','60 days')"`
}

func main() {
	db := bun.NewDB(example.Must(sql.Open("pgx", "")), pgdialect.New())
	ctx := context.Background()
	example.Run(example.Parts{
		Name: "Bun " + example.Version("github.com/uptrace/bun") + " with pgx " + example.Version("github.com/jackc/pgx/v5"),
		Create: func() {
			for _, model := range []any{(*Order)(nil), (*Draft)(nil)} {
				example.Must(db.NewCreateTable().Model(model).Exec(ctx))
			}
		},
		Insert: func() {
			one := Order{Item: "a book"}
			example.Must(db.NewInsert().Model(&one).Exec(ctx))
			if one.ID == uuid.Nil || one.CreatedAt.IsZero() {
				log.Fatal("the key and the time of the server are not read back")
			}
			var many []Order
			for _, item := range example.Items() {
				many = append(many, Order{Item: item})
			}
			// One statement.
			example.Must(db.NewInsert().Model(&many).Exec(ctx))
		},
		InsertOthers: func() {
			drafts := []Draft{{ID: uuid.UUID(example.NextKey())}, {ID: uuid.UUID(example.NextKey())}}
			example.Must(db.NewInsert().Model(&drafts).Exec(ctx))
		},
		Delete: func(ranges []intervaluuid.Range) {
			for _, keys := range ranges {
				example.Must(db.NewDelete().Model((*Order)(nil)).
					Where("id BETWEEN ? AND ?", keys.Smallest.String(), keys.Largest.String()).Exec(ctx))
			}
		},
		CountLatest: func() int64 {
			return int64(example.Must(db.NewSelect().Model((*Order)(nil)).
				Where("uuid_interval_since(id, now() - interval '1 hour', '5 min', '60 days')").
				Where("created_at >= now() - interval '1 hour'").Count(ctx)))
		},
	})
}
