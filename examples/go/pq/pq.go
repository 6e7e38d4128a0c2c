// Keys from the column default with lib/pq, the driver for Go's database/sql.
//
// The server is named by libpq's environment variables (PGHOST, PGUSER ...). Run with the argument "insert", the
// program only inserts.
package main

import (
	"database/sql"
	"fmt"
	"os"
	"time"

	"examples/example"

	"github.com/google/uuid"
	"github.com/lib/pq"
)

func main() {
	db, err := sql.Open("postgres", "")
	example.Must(err)
	if len(os.Args) > 1 {
		insert(db)
		return
	}

	_, err = db.Exec(`CREATE TABLE pq_orders (
		id uuid PRIMARY KEY DEFAULT uuid_time_nextval(),
		item text NOT NULL,
		created_at timestamptz NOT NULL DEFAULT now())`)
	example.Must(err)
	started := value[time.Time](db, "SELECT clock_timestamp()")
	known := insert(db)
	find(db, known)
	bind(db, known[0], started)

	count := value[int](db, `SELECT count(*) FROM pq_orders
		WHERE uuid_interval_since(id, $1, '1 min', '65536 min') AND created_at >= $1`, started)
	example.Assert(count == 1001, "the server generated the keys of %d rows", count)
	fmt.Println("lib/pq", example.Version("github.com/lib/pq"))
}

// insert adds one row and 1,000 rows and returns their keys.
func insert(db *sql.DB) []uuid.UUID {
	one := value[uuid.UUID](db, "INSERT INTO pq_orders (item) VALUES ($1) RETURNING id", "a book")

	items := make([]string, 1000)
	for i := range items {
		items[i] = fmt.Sprintf("book %d", i)
	}
	// One statement. Exec could not return the keys.
	rows, err := db.Query("INSERT INTO pq_orders (item) SELECT unnest($1::text[]) RETURNING id", pq.Array(items))
	example.Must(err)
	return append(keys(rows), one)
}

// find reads back the rows with these keys.
func find(db *sql.DB, known []uuid.UUID) {
	count := value[int](db, "SELECT count(DISTINCT id) FROM pq_orders WHERE id = ANY ($1)", pq.Array(known))
	all := value[int](db, "SELECT count(*) FROM pq_orders")
	example.Assert(count == 1001 && all == 1001, "of %d rows, %d have a key that is known", all, count)

	item := value[string](db, "SELECT item FROM pq_orders WHERE id = $1", known[1000])
	example.Assert(item == "a book", "found %q", item)
	fmt.Printf("%s: %s\n", known[1000], item)

	rows, err := db.Query(`SELECT id FROM pq_orders
		WHERE uuid_interval_since(id, now() - interval '1 hour', '1 min', '65536 min')
		  AND created_at >= now() - interval '1 hour'`)
	example.Must(err)
	recent := len(keys(rows))
	example.Assert(recent == 1001, "the last hour has %d rows", recent)
	fmt.Printf("%d rows in the last hour\n", recent)
}

// bind calls functions with Go's own types. All but time.Duration work as they are.
func bind(db *sql.DB, key uuid.UUID, started time.Time) {
	isRecent := "SELECT uuid_interval_since($1, $2, '1 min', '65536 min')"
	example.Assert(value[bool](db, isRecent, key, started), "%v is recent", key)

	// lib/pq sends a time.Duration as its number of nanoseconds, which the server reads as seconds.
	wrong := value[bool](db, "SELECT $1::interval = '10000000 s'", 10*time.Millisecond)
	example.Assert(wrong, "10 ms arrive as 10,000,000 seconds")
	// Send its seconds, or a string such as '10 ms'.
	id := value[uuid.UUID](db, "SELECT uuid_interval_nextval(make_interval(secs => $1), $2, $3)",
		(10 * time.Millisecond).Seconds(), "500 days", 8)
	recent := value[bool](db, "SELECT uuid_interval_since($1, $2, '10 ms', '500 days')", id, started)
	example.Assert(recent && id.Version() == 8, "%v has the version 8 and those lengths", id)

	_, err := db.Exec("CREATE SEQUENCE pq_numbers")
	example.Must(err)
	id = value[uuid.UUID](db, "SELECT uuid_sequence_nextval($1, $2, $3)", "pq_numbers", 100, 65536)
	block := value[int64](db, "SELECT uuid_block($1, $2)", id, int64(65536))
	example.Assert(block == 0 && id.Version() == 4, "%v has the version 4 and is in the first block", id)

	id = value[uuid.UUID](db, "SELECT uuid_v7_nextval($1, $2)", int64(5), int64(4))
	example.Assert(id.Version() == 7, "%v has the version 7", id)

	id = value[uuid.UUID](db, "SELECT uuid_time_nextval($1, $2)", 60, int64(65536))
	example.Assert(value[bool](db, isRecent, id, started), "%v is recent", id)
}

// value returns the single value of a query.
func value[T any](db *sql.DB, query string, parameters ...any) (value T) {
	example.Must(db.QueryRow(query, parameters...).Scan(&value))
	return value
}

// keys returns the keys that a query returns.
func keys(rows *sql.Rows) (keys []uuid.UUID) {
	defer rows.Close()
	for rows.Next() {
		var id uuid.UUID
		example.Must(rows.Scan(&id))
		keys = append(keys, id)
	}
	example.Must(rows.Err())
	return keys
}
