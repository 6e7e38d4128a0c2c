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

// byMillisecond has a block for each millisecond, whose low 48 bits it numbers.
func byMillisecond(t *testing.T) *Generator {
	t.Helper()
	return generator(t, 1, 1<<43)
}

func generator(t *testing.T, intervalMillis, count int64) *Generator {
	t.Helper()
	interval := time.Duration(intervalMillis) * time.Millisecond
	g, err := New(interval, time.Duration(count)*interval)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// vectors returns the rows of a file, without those of cycles that no time.Duration holds, and calls each.
func vectors(t *testing.T, name string, interval int, least int, check func(t *testing.T, row []string)) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(vectorsDirectory(), name+".csv"))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	checked := 0
	for _, row := range rows[1:] {
		if float64(integer(t, row[interval]))*float64(integer(t, row[interval+1])) > math.MaxInt64/1e6 {
			continue
		}
		checked++
		check(t, row)
	}
	if checked < least {
		t.Errorf("only %d vectors are for Go", checked)
	}
}

func vectorsDirectory() string {
	if directory := os.Getenv("VECTORS"); directory != "" {
		return directory
	}
	return "../../../t/vectors"
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
	vectors(t, "client_keys", 1, 150, func(t *testing.T, row []string) {
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
	vectors(t, "ranges", 2, 100, func(t *testing.T, row []string) {
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
	vectors(t, "client_windows", 2, 150, func(t *testing.T, row []string) {
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

func TestDefaults(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(vectorsDirectory(), "client_defaults.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		row := strings.Split(line, "\t")
		g, err := FromDefault(row[3])
		if row[0] == "-" || float64(integer(t, row[1])) > math.MaxInt64/1e6 {
			if err == nil || !strings.HasPrefix(err.Error(),
				"intervaluuid: cannot generate keys as this column default does: "+row[3]+" (") {
				t.Errorf("%v: %v", row, err)
			} else if row[0] != "-" && !strings.Contains(err.Error(), "("+errTooLong.Error()+")") {
				t.Errorf("%v: %v", row, err)
			}
			continue
		}
		read++
		expected := generator(t, integer(t, row[0]), integer(t, row[1])/integer(t, row[0]))
		if row[2] == "8" {
			expected = expected.Version8()
		}
		if err != nil || *g != *expected || expected.Verify(row[3]) != nil {
			t.Errorf("%v: %v, %v", row, g, err)
		}
	}
	if read < 100 {
		t.Errorf("only %d column defaults are for Go", read)
	}
	for _, wrong := range []string{"", " uuid_time_nextval()", "uuid_time_nextval()\n", "uuid_time_nextval(1, 2, 3)",
		"uuid_time_nextval(cycle => 60)", "uuid_interval_nextval('5 min', '57 days')",
		"uuid_interval_nextval('00:05:00'::interval)", "uuid_interval_nextval('00:05:00'::interval, 8)"} {
		if g, err := FromDefault(wrong); err == nil {
			t.Errorf("%q is read as %v", wrong, g)
		}
	}
}

func TestVerify(t *testing.T) {
	g := generator(t, 300_000, 16416)
	err := g.Verify("uuid_interval_nextval('00:05:00'::interval, '57 days'::interval, 8)")
	const expected = "intervaluuid: the column default generates keys as Generator{interval: 5m0s, cycle: 1368h0m0s, " +
		"version: 8} does, this generator as Generator{interval: 5m0s, cycle: 1368h0m0s, version: 4}"
	if err == nil || err.Error() != expected {
		t.Errorf("%v", err)
	}
	if err := g.Verify("gen_random_uuid()"); err == nil || !strings.Contains(err.Error(), ": gen_random_uuid() (") {
		t.Errorf("%v", err)
	}
}

func TestZeroGenerator(t *testing.T) {
	for _, g := range []*Generator{{}, nil} {
		_, next := g.Next()
		_, at := g.At(time.Now())
		for _, err := range []error{next, at, g.Verify("uuid_time_nextval()")} {
			if !errors.Is(err, errZero) || !strings.HasSuffix(err.Error(), ": call New or FromDefault") {
				t.Errorf("%v", err)
			}
		}
		if g.String() != "Generator{}" {
			t.Error(g)
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
		block := new(big.Int).Rsh(bigNumber(key), 128-43).Int64()
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

func BenchmarkNext(b *testing.B) {
	g, err := New(5*time.Minute, 60*24*time.Hour)
	if err != nil {
		b.Fatal(err)
	}
	for i := 0; i < b.N; i++ {
		if _, err := g.Next(); err != nil {
			b.Fatal(err)
		}
	}
}
