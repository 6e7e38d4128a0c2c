package intervaluuid

import (
	"bytes"
	"crypto/rand"
	"database/sql"
	"database/sql/driver"
	"encoding/csv"
	"encoding/json"
	"errors"
	"io"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
	"unsafe"
)

var (
	_ driver.Valuer = UUID{}
	_ sql.Scanner   = &UUID{}
)

// byMillisecond has a block for each millisecond, whose low 48 bits are its number.
func byMillisecond(t *testing.T) *Generator {
	t.Helper()
	return generator(t, 1, 1<<48)
}

func generator(t *testing.T, intervalMillis, count int64) *Generator {
	t.Helper()
	g, err := FromParameters(intervalMillis*1000, count, 4)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// vectors calls check for each row of a file.
func vectors(t *testing.T, name string, check func(t *testing.T, row []string)) {
	t.Helper()
	directory := os.Getenv("VECTORS")
	if directory == "" {
		directory = "../../../t/vectors"
	}
	text, err := os.ReadFile(filepath.Join(directory, name+".csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(rows) < 100 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, row := range rows[1:] {
		check(t, row)
	}
}

func integer(t *testing.T, text string) int64 {
	t.Helper()
	number, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return number
}

func bigNumber(key UUID) *big.Int {
	return new(big.Int).SetBytes(key[:])
}

func TestAt(t *testing.T) {
	vectors(t, "client_keys", func(t *testing.T, row []string) {
		g := generator(t, integer(t, row[1]), integer(t, row[2]))
		for version, g := range map[int64]*Generator{4: g, 8: g.Version8()} {
			all, one := bigNumber(UUID(bytes.Repeat([]byte{0xff}, 16))), new(big.Int)
			for i := 0; i < 64; i++ {
				key, err := g.At(time.UnixMicro(integer(t, row[0])))
				if err != nil {
					t.Fatal(err)
				}
				all.And(all, bigNumber(key))
				one.Or(one, bigNumber(key))
			}
			// The bits that each key has, and those that any has: all others are random.
			labelled := new(big.Int).Lsh(big.NewInt(version^4), 76)
			for i, bits := range []*big.Int{all, one} {
				var got, expected UUID
				bits.Xor(bits, labelled).FillBytes(got[:])
				if err := expected.Scan(row[3+i]); err != nil || got != expected {
					t.Errorf("%v: %v instead of %v (%v)", row, got, expected, err)
				}
			}
		}
	})
}

func TestRanges(t *testing.T) {
	vectors(t, "ranges", func(t *testing.T, row []string) {
		g := generator(t, integer(t, row[2]), integer(t, row[3]))
		var texts []string
		for _, r := range g.Ranges(time.UnixMilli(integer(t, row[0])), time.UnixMilli(integer(t, row[1]))) {
			texts = append(texts, r.Smallest.String()+".."+r.Largest.String())
		}
		if got := strings.Join(texts, ";"); got != row[4] {
			t.Errorf("%v: %v", row, got)
		}
	})
	second := generator(t, 1000, 256)
	for to, last := range map[time.Time]byte{time.Unix(1, 0): 0, time.Unix(1, 1): 1} {
		if ranges := second.Ranges(time.Unix(0, 999_999_999), to); ranges[0].Largest[0] != last {
			t.Errorf("to %v: %v", to, ranges)
		}
	}
}

// A clock that was set forward within the span, as the wall clock shows, while the monotonic one went back.
func TestRangesAreOfTheWallClock(t *testing.T) {
	from := time.Now()
	to := from.Add(time.Hour)
	// The second field of a Time from Now is its monotonic reading.
	(*struct {
		wall uint64
		ext  int64
	})(unsafe.Pointer(&to)).ext -= int64(2 * time.Hour)
	if !to.Before(from) || !to.Round(0).After(from.Round(0)) {
		t.Fatalf("%v is not before %v by another clock alone", to, from)
	}
	g := generator(t, 300_000, 17280)
	if got, expected := g.Ranges(from, to), g.Ranges(from.Round(0), to.Round(0)); !slices.Equal(got, expected) {
		t.Errorf("%v instead of %v", got, expected)
	}
}

func TestWindows(t *testing.T) {
	vectors(t, "client_windows", func(t *testing.T, row []string) {
		g := generator(t, integer(t, row[2]), integer(t, row[3]))
		var id UUID
		if err := id.Scan(row[0]); err != nil {
			t.Fatal(err)
		}
		block, ok := g.Block(id)
		if ok != (row[4] != "") || ok && block != integer(t, row[4]) {
			t.Errorf("%v: %v, %v", row, block, ok)
		}
		start, end, ok := g.Window(id, time.UnixMilli(integer(t, row[1])))
		if ok != (row[5] != "") || ok && (start.UnixMilli() != integer(t, row[5]) || end.UnixMilli() != integer(t, row[6])) {
			t.Errorf("%v: %v, %v, %v", row, start, end, ok)
		}
	})
}

func TestFromParameters(t *testing.T) {
	const day = 86_400_000_000
	g, err := FromParameters(300_000_000, 17_280, 8)
	if expected, _ := New(5*time.Minute, 60*24*time.Hour); err != nil || *g != *expected.Version8() {
		t.Errorf("%+v, %v", g, err)
	}
	longest, err := FromParameters(day, 106_751_991, 4)
	if err != nil {
		t.Fatal(err)
	}
	key, err := longest.At(time.Unix(0x1234*day/1e6, 0))
	if err != nil || !strings.HasPrefix(key.String(), "000246") {
		t.Errorf("%v, %v", key, err)
	}
	once, err := FromParameters(106_751_991*day, 1, 4)
	if err != nil {
		t.Fatal(err)
	}
	start, end, ok := once.Window(key, time.Unix(0, 0))
	if !ok || start.Unix() != 0 || end.Unix() != 106_751_991*day/1e6 {
		t.Errorf("%v, %v, %v", start, end, ok)
	}
	for _, refused := range []struct {
		interval, count int64
		version         int
		message         string
	}{
		{0, 1, 4, "the interval must be a whole number of milliseconds from 1, not 0 us"},
		{-1000, 1, 4, "the interval must be a whole number of milliseconds from 1, not -1000 us"},
		{1500, 1, 4, "the interval must be a whole number of milliseconds from 1, not 1500 us"},
		{day, 0, 4, "the number of intervals must be 1 to 2^48, not 0"},
		{1000, 1<<48 + 1, 4, "the number of intervals must be 1 to 2^48, not 281474976710657"},
		{day, 106_751_992, 4, "the cycle must be below 2^63 microseconds, not 86400000000 * 106751992"},
		{day, 1, 7, "the version must be 4 or 8, not 7"},
		{day, 1, 260, "the version must be 4 or 8, not 260"},
	} {
		g, err := FromParameters(refused.interval, refused.count, refused.version)
		if g != nil || err == nil || err.Error() != "intervaluuid: "+refused.message {
			t.Errorf("%+v: %v, %v", refused, g, err)
		}
	}
}

func TestZeroGenerator(t *testing.T) {
	for _, g := range []*Generator{{}, nil} {
		_, next := g.Next()
		_, at := g.At(time.Now())
		for _, err := range []error{next, at} {
			if !errors.Is(err, errZero) || !strings.HasSuffix(err.Error(), ": call FromParameters or New") {
				t.Errorf("%v", err)
			}
		}
		for _, call := range []func(){
			func() { g.Version8() },
			func() { g.Ranges(time.Now(), time.Now()) },
			func() { g.Block(UUID{}) },
			func() { g.Window(UUID{}, time.Now()) },
		} {
			func() {
				defer func() {
					if err, _ := recover().(error); !errors.Is(err, errZero) {
						t.Errorf("the panic is %v", err)
					}
				}()
				call()
			}()
		}
	}
}

func TestNext(t *testing.T) {
	g := byMillisecond(t)
	for i := 0; i < 10; i++ {
		before := time.Now().UnixMilli()
		key, err := g.Next()
		block := new(big.Int).Rsh(bigNumber(key), 128-48).Int64()
		if err != nil || block < before || block > time.Now().UnixMilli() {
			t.Errorf("after %d: block %d, error %v", before, block, err)
		}
		time.Sleep(2 * time.Millisecond)
	}
}

func TestGoroutines(t *testing.T) {
	g := generator(t, 1, 1)
	var keys sync.Map
	var group sync.WaitGroup
	for i := 0; i < 8; i++ {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := 0; i < 10_000; i++ {
				key, err := g.Next()
				if _, known := keys.LoadOrStore(key, true); known || err != nil {
					t.Errorf("%v: %v", key, err)
				}
			}
		}()
	}
	group.Wait()
}

type failing struct{ after int }

var errSource = errors.New("no entropy")

func (f failing) Read(buffer []byte) (int, error) {
	return min(f.after, len(buffer)), errSource
}

func TestRandomSource(t *testing.T) {
	g := byMillisecond(t)
	defer func(reader io.Reader) { rand.Reader = reader }(rand.Reader)
	for _, after := range []int{0, 8} {
		rand.Reader = failing{after}
		if key, err := g.Next(); key != (UUID{}) || !errors.Is(err, errSource) {
			t.Errorf("%v, %v from a source that fails", key, err)
		}
	}
	rand.Reader = bytes.NewReader(bytes.Repeat([]byte{0xab}, 16))
	key, err := generator(t, 1, 1).At(time.Unix(0, 0))
	if err != nil || key.String() != "abababab-abab-4bab-abab-abababababab" {
		t.Errorf("%v, %v: not the bytes of the source", key, err)
	}
}

func TestErrors(t *testing.T) {
	const minutes = 5 * time.Minute
	for _, refused := range []struct {
		interval, cycle time.Duration
		message         string
	}{
		{0, 1, "interval must be a whole number of milliseconds from 1, not 0s"},
		{-time.Second, time.Second, "interval must be a whole number of milliseconds from 1, not -1s"},
		{time.Microsecond, time.Second, "interval must be a whole number of milliseconds from 1, not 1µs"},
		{1500 * time.Microsecond, time.Second, "interval must be a whole number of milliseconds from 1, not 1.5ms"},
		{minutes, 60*24*time.Hour + time.Minute, "cycle must be a multiple of interval (5m0s): " +
			"the nearest to 1440h1m0s is 1440h0m0s"},
		{minutes, 750 * time.Second, "cycle must be a multiple of interval (5m0s): the nearest to 12m30s is 15m0s"},
		{minutes, 0, "cycle must be a multiple of interval (5m0s): the nearest to 0s is 5m0s"},
		{minutes, -minutes, "cycle must be a multiple of interval (5m0s): the nearest to -5m0s is 5m0s"},
		{minutes, math.MaxInt64, "cycle must be a multiple of interval (5m0s): " +
			"the nearest to 2562047h47m16.854775807s is 2562047h45m0s"},
		{4 * time.Minute, math.MaxInt64, "cycle must be a multiple of interval (4m0s): " +
			"the nearest to 2562047h47m16.854775807s is 2562047h44m0s"},
	} {
		_, err := New(refused.interval, refused.cycle)
		if err == nil || err.Error() != "intervaluuid: "+refused.message {
			t.Errorf("%v, %v: %v", refused.interval, refused.cycle, err)
		}
	}
}

func TestUUID(t *testing.T) {
	const text = "01234567-89ab-4def-8123-456789abcdef"
	var key UUID
	for _, value := range []any{
		text, []byte(text), strings.ToUpper(text), [16]byte(number16(t, text)), number16(t, text),
	} {
		key = UUID{}
		if err := key.Scan(value); err != nil || key.String() != text {
			t.Errorf("%v: %v, %v", value, key, err)
		}
	}
	if value, err := key.Value(); value != text || err != nil {
		t.Errorf("%v, %v", value, err)
	}
	for _, value := range []any{nil, 1, "", "x", []byte("x"), text + "0", strings.Replace(text, "-", "0", 1),
		strings.Replace(text, "f", "g", 1)} {
		before := key
		if err := key.Scan(value); err == nil || key != before {
			t.Errorf("%v is taken for %v", value, key)
		}
	}
	document, err := json.Marshal(map[UUID]UUID{key: key})
	if err != nil || string(document) != `{"`+text+`":"`+text+`"}` {
		t.Errorf("%s, %v", document, err)
	}
	var back map[UUID]UUID
	if err := json.Unmarshal(document, &back); err != nil || back[key] != key {
		t.Errorf("%v, %v", back, err)
	}
}

func number16(t *testing.T, text string) []byte {
	t.Helper()
	value, ok := new(big.Int).SetString(strings.ReplaceAll(text, "-", ""), 16)
	if !ok {
		t.Fatal(text)
	}
	return value.FillBytes(make([]byte, 16))
}
