// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.

package intervaluuid

import (
	"database/sql/driver"
	"encoding/hex"
	"fmt"
)

// A UUID is a key. database/sql, encoding/json and other packages take it as its text, and it converts to the types of
// github.com/google/uuid and github.com/gofrs/uuid: uuid.UUID(key).
type UUID [16]byte

// Where the hyphens are, and the bytes before them.
var hyphens = [...]struct{ at, bytes int }{{8, 4}, {13, 6}, {18, 8}, {23, 10}}

// String returns the usual text, in lower case.
func (u UUID) String() string {
	text := u.text()
	return string(text[:])
}

func (u UUID) text() (text [36]byte) {
	hex.Encode(text[24:], u[10:])
	from := 0
	for _, hyphen := range hyphens {
		hex.Encode(text[hyphen.at-2*(hyphen.bytes-from):], u[from:hyphen.bytes])
		text[hyphen.at] = '-'
		from = hyphen.bytes
	}
	return text
}

// MarshalText implements [encoding.TextMarshaler].
func (u UUID) MarshalText() ([]byte, error) {
	text := u.text()
	return text[:], nil
}

// UnmarshalText implements [encoding.TextUnmarshaler], for the text that String returns, in lower or upper case.
func (u *UUID) UnmarshalText(text []byte) error {
	if len(text) != 36 {
		return fmt.Errorf("intervaluuid: %q is no UUID", text)
	}
	digits := make([]byte, 0, 32)
	from := 0
	for _, hyphen := range hyphens {
		if text[hyphen.at] != '-' {
			return fmt.Errorf("intervaluuid: %q is no UUID", text)
		}
		digits = append(digits, text[from:hyphen.at]...)
		from = hyphen.at + 1
	}
	digits = append(digits, text[from:]...)
	var key UUID
	if _, err := hex.Decode(key[:], digits); err != nil {
		return fmt.Errorf("intervaluuid: %q is no UUID", text)
	}
	*u = key
	return nil
}

// Value implements [driver.Valuer], with the text.
func (u UUID) Value() (driver.Value, error) {
	return u.String(), nil
}

// Scan implements [database/sql.Scanner], for the text, as a string or bytes, and for 16 bytes. NULL is an error: scan
// it into an sql.Null[UUID].
func (u *UUID) Scan(value any) error {
	switch value := value.(type) {
	case string:
		return u.UnmarshalText([]byte(value))
	case []byte:
		if len(value) == len(u) {
			copy(u[:], value)
			return nil
		}
		return u.UnmarshalText(value)
	case [16]byte:
		*u = value
		return nil
	}
	return fmt.Errorf("intervaluuid: a %T is no UUID", value)
}
