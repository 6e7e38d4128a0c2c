// Keys from the column default with pgx.
//
// The server is named by libpq's environment variables (PGHOST, PGUSER ...). Run with the argument "insert", the
// program only inserts.
package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"examples/example"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Order is a row.
type Order struct {
	ID        uuid.UUID
	Item      string
	CreatedAt time.Time
}

var ctx = context.Background()

func main() {
	conn, err := pgx.Connect(ctx, "")
	example.Must(err)
	if len(os.Args) > 1 {
		insert(conn)
		return
	}

	_, err = conn.Exec(ctx, `CREATE TABLE pgx_orders (
		id uuid PRIMARY KEY DEFAULT uuid_time_nextval(),
		item text NOT NULL,
		created_at timestamptz NOT NULL DEFAULT now())`)
	example.Must(err)
	started := value[time.Time](conn, "SELECT clock_timestamp()")
	known := insert(conn)
	find(conn, known)
	bind(conn, known[0], started)

	count := value[int](conn, `SELECT count(*) FROM pgx_orders
		WHERE uuid_interval_since(id, $1, '1 min', '65536 min') AND created_at >= $1`, started)
	example.Assert(count == 1001, "the server generated the keys of %d rows", count)
	fmt.Println("pgx", example.Version("github.com/jackc/pgx/v5"))
}

// insert adds one row and 1,000 rows and returns their keys.
func insert(conn *pgx.Conn) []uuid.UUID {
	one := value[uuid.UUID](conn, "INSERT INTO pgx_orders (item) VALUES ($1) RETURNING id", "a book")

	items := make([]string, 1000)
	for i := range items {
		items[i] = fmt.Sprintf("book %d", i)
	}
	// One statement. A pgx.Batch of 1,000 INSERTs takes one round trip but is 1,000 statements; CopyFrom returns no
	// keys.
	rows, err := conn.Query(ctx, "INSERT INTO pgx_orders (item) SELECT unnest($1::text[]) RETURNING id", items)
	example.Must(err)
	many, err := pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
	example.Must(err)
	return append(many, one)
}

// find reads back the rows with these keys.
func find(conn *pgx.Conn, known []uuid.UUID) {
	count := value[int](conn, "SELECT count(DISTINCT id) FROM pgx_orders WHERE id = ANY ($1)", known)
	all := value[int](conn, "SELECT count(*) FROM pgx_orders")
	example.Assert(count == 1001 && all == 1001, "of %d rows, %d have a key that is known", all, count)

	rows, err := conn.Query(ctx, "SELECT * FROM pgx_orders WHERE id = $1", known[1000])
	example.Must(err)
	order, err := pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[Order])
	example.Must(err)
	example.Assert(order.Item == "a book", "found %v", order)
	fmt.Printf("%s: %s\n", order.ID, order.Item)

	rows, err = conn.Query(ctx, `SELECT * FROM pgx_orders
		WHERE uuid_interval_since(id, now() - interval '1 hour', '1 min', '65536 min')
		  AND created_at >= now() - interval '1 hour'`)
	example.Must(err)
	orders, err := pgx.CollectRows(rows, pgx.RowToStructByName[Order])
	example.Must(err)
	example.Assert(len(orders) == 1001, "the last hour has %d rows", len(orders))
	fmt.Printf("%d rows in the last hour\n", len(orders))
}

// bind calls functions with Go's own types, all of which work as they are: pgx asks the server which types it expects.
// A time.Duration is an interval.
func bind(conn *pgx.Conn, key uuid.UUID, started time.Time) {
	isRecent := "SELECT uuid_interval_since($1, $2, '1 min', '65536 min')"
	example.Assert(value[bool](conn, isRecent, key, started), "%v is recent", key)

	id := value[uuid.UUID](conn, "SELECT uuid_interval_nextval($1, $2, $3)", 10*time.Millisecond, 500*24*time.Hour, 8)
	recent := value[bool](conn, "SELECT uuid_interval_since($1, $2, '10 ms', '500 days')", id, started)
	example.Assert(recent && id.Version() == 8, "%v has the version 8 and those lengths", id)

	_, err := conn.Exec(ctx, "CREATE SEQUENCE pgx_numbers")
	example.Must(err)
	id = value[uuid.UUID](conn, "SELECT uuid_sequence_nextval($1, $2, $3)", "pgx_numbers", 100, 65536)
	block := value[int64](conn, "SELECT uuid_block($1, $2)", id, int64(65536))
	example.Assert(block == 0 && id.Version() == 4, "%v has the version 4 and is in the first block", id)

	id = value[uuid.UUID](conn, "SELECT uuid_v7_nextval($1, $2)", int64(5), int64(4))
	example.Assert(id.Version() == 7, "%v has the version 7", id)

	id = value[uuid.UUID](conn, "SELECT uuid_time_nextval($1, $2)", 60, int64(65536))
	example.Assert(value[bool](conn, isRecent, id, started), "%v is recent", id)
}

// value returns the single value of a query.
func value[T any](conn *pgx.Conn, query string, parameters ...any) T {
	rows, err := conn.Query(ctx, query, parameters...)
	example.Must(err)
	value, err := pgx.CollectExactlyOneRow(rows, pgx.RowTo[T])
	example.Must(err)
	return value
}
