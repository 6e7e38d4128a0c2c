// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.

// Package intervaluuid generates UUID keys by time, as the server's uuid_interval_nextval() does. doc/client-keys.md
// defines them.
//
// It takes nothing but Go. A key is a [16]byte, like the types of github.com/google/uuid and github.com/gofrs/uuid.
package intervaluuid

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"math/bits"
	"time"
)

// New returns a key of the present block, of version 4. The arguments are the column default's: its interval in
// milliseconds, and the number of intervals in its cycle.
func New(intervalMillis, count int64) ([16]byte, error) {
	return NewAt(time.Now(), intervalMillis, count, 4)
}

// NewAt returns a key of the block of that time, of version 4 or 8.
func NewAt(at time.Time, intervalMillis, count int64, version byte) (key [16]byte, err error) {
	if intervalMillis < 1 || intervalMillis >= 1<<53 {
		return key, fmt.Errorf("intervalMillis must be from 1 to 2^53 - 1, not %d", intervalMillis)
	}
	if count < 1 || count > 1<<48 {
		return key, fmt.Errorf("count must be from 1 to 2^48, not %d", count)
	}
	if version != 4 && version != 8 {
		return key, fmt.Errorf("version must be 4 or 8, not %d", version)
	}
	if _, err = rand.Read(key[:]); err != nil {
		return key, err
	}
	// Go rounds quotients towards zero; below zero, this rounds down.
	number := at.UnixMilli() / intervalMillis
	if at.UnixMilli()%intervalMillis < 0 {
		number--
	}
	block := uint64((number%count + count) % count)
	free := uint64(1) << (48 - bits.Len64(uint64(count-1)))
	random := binary.BigEndian.Uint64(key[:8])
	head := block*free + random>>16%free
	binary.BigEndian.PutUint64(key[:8], head<<16|uint64(version)<<12|random&0xfff)
	key[8] = 0x80 | key[8]&0x3f
	return key, nil
}
