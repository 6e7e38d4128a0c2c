// A GORM model whose keys come from the column default.
//
// The server is named by libpq's environment variables (PGHOST, PGUSER ...). Run with the argument "insert", the
// program only inserts.
package main

import (
	"bytes"
	"fmt"
	"log"
	"os"
	"strings"
	"time"

	"examples/example"

	"github.com/google/uuid"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// Order has a key by the time of its insertion.
type Order struct {
	// Without "default:" GORM stores 00000000-0000-0000-0000-000000000000, the value of an unset UUID. With "<-:false" it
	// never sends the column, whatever the program put there.
	ID   uuid.UUID `gorm:"type:uuid;primaryKey;default:uuid_time_nextval();<-:false"`
	Item string    `gorm:"not null"`
	// Without "default:" GORM sends its own clock's time.
	CreatedAt time.Time `gorm:"not null;default:now()"`
}

// Payment has a default with arguments.
type Payment struct {
	ID uuid.UUID `gorm:"type:uuid;primaryKey;default:uuid_interval_nextval('5 min', '132 days');<-:false"`
}

// TableName is where the payments are.
func (Payment) TableName() string { return "gorm_payments" }

// TableName is where the rows are.
func (Order) TableName() string { return "gorm_orders" }

func main() {
	db, err := gorm.Open(postgres.Open(""))
	example.Must(err)
	if len(os.Args) > 1 {
		insert(db)
		return
	}

	example.Must(db.AutoMigrate(&Order{}, &Payment{}))
	// A second run finds nothing to change.
	statements := new(bytes.Buffer)
	recorder := logger.New(log.New(statements, "", 0), logger.Config{LogLevel: logger.Info})
	example.Must(db.Session(&gorm.Session{Logger: recorder}).AutoMigrate(&Order{}, &Payment{}))
	example.Assert(strings.Contains(statements.String(), "SELECT"), "the statements are recorded")
	example.Assert(!strings.Contains(statements.String(), "ALTER"), "nothing is to change, but:\n%s", statements)

	var started time.Time
	example.Must(db.Raw("SELECT clock_timestamp()").Scan(&started).Error)
	known := insert(db)
	find(db, known)
	bind(db, started)

	var count int64
	example.Must(db.Model(&Order{}).Where("uuid_interval_since(id, ?)", started).Count(&count).Error)
	example.Assert(count == 1001, "the server generated the keys of %d rows", count)
	example.Must(db.Create(&Payment{}).Error)
	recent := db.Where("uuid_interval_since(id, ?, '5 min', '132 days')", started)
	example.Must(recent.Model(&Payment{}).Count(&count).Error)
	example.Assert(count == 1, "the server generated the keys of %d payments", count)
	fmt.Printf("GORM %s with pgx %s\n", example.Version("gorm.io/gorm"), example.Version("github.com/jackc/pgx/v5"))
}

// insert adds one row and 1,000 rows and returns them with their keys.
func insert(db *gorm.DB) []Order {
	one := Order{ID: uuid.New(), Item: "a book"}
	sent := one.ID
	// Sets the key by RETURNING.
	example.Must(db.Create(&one).Error)
	example.Assert(one.ID != uuid.Nil && one.ID != sent, "%v is the server's key", one.ID)

	many := make([]Order, 1000)
	for i := range many {
		many[i].Item = fmt.Sprintf("book %d", i)
	}
	// One statement per 1,000 rows, which sets their keys. Create sends one statement for any number of rows, and fails
	// if that takes more than 65,535 parameters.
	example.Must(db.CreateInBatches(many, 1000).Error)
	return append(many, one)
}

// find reads back these rows.
func find(db *gorm.DB, known []Order) {
	var orders []Order
	example.Must(db.Find(&orders).Error)
	items := map[uuid.UUID]string{}
	for _, order := range orders {
		items[order.ID] = order.Item
	}
	example.Assert(len(orders) == 1001 && len(items) == 1001, "%d rows have %d keys", len(orders), len(items))
	for _, order := range known {
		example.Assert(items[order.ID] == order.Item, "%v is %q", order.ID, order.Item)
	}

	var order Order
	example.Must(db.First(&order, "id = ?", known[1000].ID).Error)
	fmt.Printf("%s: %s\n", order.ID, order.Item)

	example.Must(db.Where("uuid_interval_since(id, now() - interval '1 hour')").
		Where("created_at >= now() - interval '1 hour'").
		Find(&orders).Error)
	example.Assert(len(orders) == 1001, "the last hour has %d rows", len(orders))
	fmt.Printf("%d rows in the last hour\n", len(orders))
}

// bind calls functions with Go's own types: as with pgx, a time.Duration is an interval.
func bind(db *gorm.DB, started time.Time) {
	// Use Row, since GORM's own Scan treats a UUID as a list of 16 values.
	var id uuid.UUID
	example.Must(db.Raw("SELECT uuid_interval_nextval(?, ?, ?)", 10*time.Millisecond, 500*24*time.Hour, 8).Row().Scan(&id))
	var recent bool
	example.Must(db.Raw("SELECT uuid_interval_since(?, ?, '10 ms', '500 days')", id, started).Row().Scan(&recent))
	example.Assert(recent && id.Version() == 8, "%v has the version 8 and those lengths", id)
}
