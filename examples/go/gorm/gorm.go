// GORM.
package main

import (
	"bytes"
	"log"
	"strings"
	"time"

	"examples/example"

	"github.com/google/uuid"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	"gorm.io/gorm/schema"
	"repository.invalid/owner/sequential_uuids/clients/go/intervaluuid"
)

// Order has a key by the time of its insertion.
type Order struct {
	// Without "default:" GORM stores 00000000-0000-0000-0000-000000000000, the value of an unset UUID. With "<-:false"
	// it never sends the column, whatever the program put there.
	ID   uuid.UUID `gorm:"type:uuid;primaryKey;default:uuid_interval_nextval('5 min', '60 days');<-:false"`
	Item string    `gorm:"not null"`
	// Without "default:" GORM sends its own clock's time.
	CreatedAt time.Time `gorm:"not null;default:now()"`
}

var keys = example.Must(intervaluuid.New(5*time.Minute, 60*24*time.Hour))

// Draft has a key that the program generates before the row.
type Draft struct {
	// The default is for other programs.
	ID uuid.UUID `gorm:"type:uuid;primaryKey;default:uuid_interval_nextval('5 min', '60 days')"`
}

// BeforeCreate generates the key, unless the program has done so before.
func (draft *Draft) BeforeCreate(*gorm.DB) error {
	if draft.ID != uuid.Nil {
		return nil
	}
	key, err := keys.Next()
	draft.ID = uuid.UUID(key)
	return err
}

// Note has a default that needs nothing installed. (A tag cannot be broken into lines.)
type Note struct {
	ID   uuid.UUID `gorm:"type:uuid;primaryKey;default:encode(substr(int8send(floor(date_part('epoch', clock_timestamp()))::bigint / 150 % '34560'), 7) || substr(uuid_send(gen_random_uuid()), 3), 'hex')::uuid;<-:false"`
	Item string
}

func main() {
	config := &gorm.Config{NamingStrategy: schema.NamingStrategy{TablePrefix: "gorm_"}}
	db := example.Must(gorm.Open(postgres.Open(""), config))
	example.Run(example.Parts{
		Name:   "GORM " + example.Version("gorm.io/gorm") + " with pgx " + example.Version("github.com/jackc/pgx/v5"),
		Create: func() { migrate(db) },
		Insert: func() {
			one := Order{ID: uuid.New(), Item: "a book"}
			sent := one.ID
			// Sets the key by RETURNING.
			example.Check(db.Create(&one).Error)
			if one.ID == uuid.Nil || one.ID == sent {
				log.Fatalf("%v is not the server's key", one.ID)
			}
			var many []Order
			for _, item := range example.Items() {
				many = append(many, Order{Item: item})
			}
			// Create sends one statement for any number of rows, and fails if that takes more than 65,535 parameters.
			example.Check(db.CreateInBatches(many, 1000).Error)
		},
		InsertOthers: func() {
			example.Check(db.Create([]*Draft{{ID: uuid.UUID(example.NextKey())}, {}}).Error)
			example.Check(db.Create([]*Note{{Item: "a"}, {Item: "b"}}).Error)
			findNewest(db)
		},
		Delete: func(ranges []intervaluuid.Range) {
			inRanges := db.Session(&gorm.Session{NewDB: true})
			for _, span := range ranges {
				inRanges = inRanges.Or("id BETWEEN ? AND ?", span.Smallest, span.Largest)
			}
			example.Check(db.Where(inRanges).Delete(&Order{}).Error)
		},
		CountLatest: func() (count int64) {
			example.Check(db.Model(&Order{}).
				Where("uuid_interval_since(id, now() - interval '1 hour', '5 min', '60 days')").
				Where("created_at >= now() - interval '1 hour'").
				Count(&count).Error)
			return count
		},
	})
}

func migrate(db *gorm.DB) {
	models := []any{&Order{}, &Draft{}, &Note{}}
	example.Check(db.AutoMigrate(models...))
	// A second run finds nothing to change.
	statements := new(bytes.Buffer)
	recorder := logger.New(log.New(statements, "", 0), logger.Config{LogLevel: logger.Info})
	example.Check(db.Session(&gorm.Session{Logger: recorder}).AutoMigrate(models...))
	if !strings.Contains(statements.String(), "SELECT") || strings.Contains(statements.String(), "ALTER") {
		log.Fatalf("nothing is to change, but:\n%s", statements)
	}
}

// findNewest takes the newest order: Last() takes the one with the largest key.
func findNewest(db *gorm.DB) {
	var newest, last, largest Order
	example.Check(db.Order("created_at DESC").Take(&newest).Error)
	example.Check(db.Last(&last).Error)
	example.Check(db.Order("id DESC").Take(&largest).Error)
	if last.ID != largest.ID {
		log.Fatal("Last() no longer sorts by key")
	}
}
