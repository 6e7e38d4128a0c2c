// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.

// Package intervaluuid generates UUID keys by time, as uuid_interval_nextval() of the PostgreSQL extension
// sequential_uuids does.
//
// A program needs one [Generator] for each column default, which goroutines may share.
package intervaluuid

import (
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"
	"time"
)

// A Generator generates the keys of one column default. [FromParameters] and [New] return one. With any other, as the
// zero Generator is, methods that return errors return one that says so, and the others panic with it.
type Generator struct {
	interval int64 // milliseconds
	count    int64
	freeBits int // of the first 48
	version  byte
}

var errZero = errors.New("intervaluuid: this Generator is not initialized: call FromParameters or New")

func (g *Generator) isZero() bool {
	return g == nil || g.count == 0
}

// FromParameters returns a generator for what uuid_key_parameters() of the server says of a column default. A program
// reads it once, when it starts:
//
//	SELECT interval_microseconds, interval_count, version FROM uuid_key_parameters('orders', 'id')
//
// The interval is a whole number of milliseconds, and the cycle, as many intervals, below 2^63 microseconds. Otherwise,
// there is an error.
func FromParameters(intervalMicroseconds, intervalCount int64, version int) (*Generator, error) {
	switch {
	case intervalMicroseconds < 1000 || intervalMicroseconds%1000 != 0:
		return nil, fmt.Errorf("intervaluuid: the interval must be a whole number of milliseconds from 1, not %d us",
			intervalMicroseconds)
	case intervalCount < 1 || intervalCount > 1<<48:
		return nil, fmt.Errorf("intervaluuid: the number of intervals must be 1 to 2^48, not %d", intervalCount)
	case intervalCount > math.MaxInt64/intervalMicroseconds:
		return nil, fmt.Errorf("intervaluuid: the cycle must be below 2^63 microseconds, not %d * %d",
			intervalMicroseconds, intervalCount)
	case version != 4 && version != 8:
		return nil, fmt.Errorf("intervaluuid: the version must be 4 or 8, not %d", version)
	}
	freeBits := 48 - bits.Len64(uint64(intervalCount-1))
	return &Generator{intervalMicroseconds / 1000, intervalCount, freeBits, byte(version)}, nil
}

// New returns a generator for a program without a connection: for a column default with this interval and cycle, whose
// keys are of version 4. With other lengths than the default has, keys are in wrong places for good, unnoticed.
//
// The interval is at least a millisecond and a whole number of them, and the cycle a multiple of it. Otherwise, there
// is an error, which names the nearest multiple. (No time.Duration is longer than 292 years: [FromParameters] also
// takes longer cycles.)
func New(interval, cycle time.Duration) (*Generator, error) {
	switch {
	case interval < time.Millisecond || interval%time.Millisecond != 0:
		return nil, fmt.Errorf("intervaluuid: interval must be a whole number of milliseconds from 1, not %v", interval)
	case cycle%interval != 0 || cycle < interval:
		nearest := max(cycle.Round(interval), interval)
		if nearest%interval != 0 { // Round() stops at the longest duration.
			nearest = cycle.Truncate(interval)
		}
		return nil, fmt.Errorf("intervaluuid: cycle must be a multiple of interval (%v): the nearest to %v is %v",
			interval, cycle, nearest)
	}
	return FromParameters(interval.Microseconds(), int64(cycle/interval), 4)
}

// Version8 returns a generator like g, whose keys are of version 8. Use it if the column default says version => 8.
func (g *Generator) Version8() *Generator {
	g.mustBeInitialized()
	other := *g
	other.version = 8
	return &other
}

// Next returns a key of the present block. It fails if [rand.Reader] does.
func (g *Generator) Next() (UUID, error) {
	return g.At(time.Now())
}

func (g *Generator) mustBeInitialized() {
	if g.isZero() {
		panic(errZero)
	}
}

var systemReader = rand.Reader

// randomBits reads from [rand.Reader]: by rand.Read, which needs no memory of the heap, unless a program has set
// another reader. If that one failed, rand.Read would end the program.
func randomBits() (bits UUID, err error) {
	if rand.Reader == systemReader {
		_, err = rand.Read(bits[:])
		return bits, err
	}
	return readBits(rand.Reader)
}

func readBits(reader io.Reader) (bits UUID, err error) {
	_, err = io.ReadFull(reader, bits[:])
	return bits, err
}

// At returns a key of the block of a time, for rows that are older than now. It fails if [rand.Reader] does.
func (g *Generator) At(t time.Time) (key UUID, err error) {
	if g.isZero() {
		return UUID{}, errZero
	}
	if key, err = randomBits(); err != nil {
		return UUID{}, fmt.Errorf("intervaluuid: no random bytes: %w", err)
	}
	random := binary.BigEndian.Uint64(key[:8])
	block := uint64(modulo(floorDivide(t.UnixMilli(), g.interval), g.count))
	head := block<<g.freeBits | random>>16&(1<<g.freeBits-1)
	binary.BigEndian.PutUint64(key[:8], head<<16|uint64(g.version)<<12|random&0xfff)
	key[8] = 0x80 | key[8]&0x3f
	return key, nil
}

// A Range holds the keys from Smallest to Largest, both included. These two carry no version. No key lies in the range
// of an empty span, whose Smallest is above its Largest; so never swap them.
type Range struct {
	Smallest, Largest UUID
}

// Ranges returns the ranges of keys generated from one time until just before another: two if the prefixes begin anew
// between them, else one. If the second time is not later, no key lies in it. Like uuid_interval_between(), they cover
// whole blocks, of each cycle: for the exact span, also compare a timestamp.
func (g *Generator) Ranges(from, to time.Time) []Range {
	g.mustBeInitialized()
	// By the wall clock, as keys are: time.Now() also has another one.
	from, to = from.Round(0), to.Round(0)
	if !from.Before(to) {
		// No range at all would be dangerous: many ORMs take an empty OR for "all rows".
		return []Range{{Smallest: UUID{15: 1}}}
	}
	first := floorDivide(from.UnixMilli(), g.interval)
	last := min(floorDivide(to.Add(-1).UnixMilli(), g.interval), first+g.count-1)
	lower, upper := modulo(first, g.count), modulo(last, g.count)
	if lower <= upper {
		return []Range{g.blocks(lower, upper)}
	}
	return []Range{g.blocks(lower, g.count-1), g.blocks(0, upper)}
}

// Block returns the number of a key's block, from 0, as uuid_block() does, and whether the first bits of the key are a
// block of this cycle.
func (g *Generator) Block(id UUID) (block int64, ok bool) {
	g.mustBeInitialized()
	block = int64(binary.BigEndian.Uint64(id[:8]) >> 16 >> g.freeBits)
	if block >= g.count {
		return 0, false
	}
	return block, true
}

// Window returns the latest interval, until just before end, that begins no later than notAfter and in which the key
// may have been generated, as uuid_interval_window() does, and whether there is one.
func (g *Generator) Window(id UUID, notAfter time.Time) (start, end time.Time, ok bool) {
	block, ok := g.Block(id)
	if !ok {
		return time.Time{}, time.Time{}, false
	}
	number := floorDivide(notAfter.UnixMilli(), g.interval)
	first := (number - modulo(number-block, g.count)) * g.interval
	return time.UnixMilli(first), time.UnixMilli(first + g.interval), true
}

func (g *Generator) blocks(first, last int64) (r Range) {
	binary.BigEndian.PutUint64(r.Smallest[:8], uint64(first)<<g.freeBits<<16)
	binary.BigEndian.PutUint64(r.Largest[:8], uint64(last+1)<<g.freeBits<<16-1)
	binary.BigEndian.PutUint64(r.Largest[8:], 1<<64-1)
	return r
}

// floorDivide rounds down; Go rounds quotients towards zero.
func floorDivide(a, b int64) int64 {
	if a%b < 0 {
		return a/b - 1
	}
	return a / b
}

func modulo(a, b int64) int64 {
	return (a%b + b) % b
}
