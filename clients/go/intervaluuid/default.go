// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.

package intervaluuid

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// FromDefault returns the generator for a column default, as PostgreSQL prints it: what pg_get_expr() returns for a
// call of uuid_interval_nextval() or uuid_time_nextval(), or for the plain default that needs no extension, also in a
// column of type text. Anything else is an error that has the text.
func FromDefault(text string) (*Generator, error) {
	interval, cycle, version, err := readDefault(text)
	var g *Generator
	if err == nil {
		g, err = New(interval, cycle)
	}
	if err != nil {
		reason := strings.TrimPrefix(err.Error(), "intervaluuid: ")
		return nil, fmt.Errorf("intervaluuid: cannot generate keys as this column default does: %s (%s)", text, reason)
	}
	switch version {
	case 4:
		return g, nil
	case 8:
		return g.Version8(), nil
	}
	return nil, fmt.Errorf("intervaluuid: cannot generate keys as this column default does: %s (version must be 4 or 8)",
		text)
}

// Verify compares a column default, as PostgreSQL prints it, with the generator. It returns an error if interval, cycle
// or version differ, with both, and the error of [FromDefault] if there is one.
func (g *Generator) Verify(text string) error {
	if g.isZero() {
		return errZero
	}
	other, err := FromDefault(text)
	if err != nil {
		return err
	}
	if *other != *g {
		return fmt.Errorf("intervaluuid: the column default generates keys as %v does, this generator as %v", other, g)
	}
	return nil
}

// String returns interval, cycle and version.
func (g *Generator) String() string {
	if g.isZero() {
		return "Generator{}"
	}
	interval := time.Duration(g.interval) * time.Millisecond
	return fmt.Sprintf("Generator{interval: %v, cycle: %v, version: %d}",
		interval, interval*time.Duration(g.count), g.version)
}

var (
	withoutHyphens = regexp.MustCompile(`(?s)^replace\((.+::text), '-'::text, ''::text\)$`)
	asText         = regexp.MustCompile(`(?s)^(.+)::text$`)
	parenthesized  = regexp.MustCompile(`(?s)^\((.+)\)$`)
	call           = regexp.MustCompile(
		`^(?:(?:[a-z_][a-z0-9_]*|"(?:[^"]|"")+")\.)?(uuid_interval_nextval|uuid_time_nextval)\((.*)\)$`)
	argument = regexp.MustCompile(`^(?:([a-z_]+) => )?(?:'([^']+)'::interval|([0-9]{1,10}))$`)
	// README.md of the extension has it. Unless it is asked to be pretty, PostgreSQL prints each operator in parentheses.
	plainDefault = regexp.MustCompile(`^\(?encode\(\(?substr\(int8send\(\(*floor\(\(?date_part\('epoch'::text, ` +
		`clock_timestamp\(\)\)\)+::bigint / ([0-9]{1,10})\)? % '([0-9]{1,10})'::bigint\)+, 7\) \|\| ` +
		`substr\(uuid_send\(gen_random_uuid\(\)\), 3\)+, 'hex'::text\)+::uuid$`)

	// How each IntervalStyle prints lengths without months, years and parts below zero: days, hours, minutes, seconds.
	lengths = []*regexp.Regexp{
		// postgres and sql_standard: 60 days, 45 days 12:16:00, 45 12:16:00
		regexp.MustCompile(`^(\d{1,10}) days?()()()$`),
		regexp.MustCompile(`^(?:(\d{1,10}) (?:days? )?)?(\d{1,10}):(\d\d):(\d\d(?:\.\d{1,6})?)$`),
		// postgres_verbose: @ 45 days 12 hours 16 mins
		regexp.MustCompile(`^@(?: (\d{1,10}) days?)?(?: (\d{1,10}) hours?)?(?: (\d{1,10}) mins?)?` +
			`(?: (\d{1,10}(?:\.\d{1,6})?) secs?)?$`),
		// iso_8601: P45DT12H16M
		regexp.MustCompile(`^P(?:(\d{1,10})D)?(?:T(?:(\d{1,10})H)?(?:(\d{1,10})M)?(?:(\d{1,10}(?:\.\d{1,6})?)S)?)?$`),
	}

	errForm    = errors.New("it is not printed as one of theirs")
	errTooLong = errors.New("no time.Duration is as long")
)

// readDefault reads one of the forms that PostgreSQL prints.
func readDefault(text string) (interval, cycle time.Duration, version int64, err error) {
	// Of a column of type text: with or without hyphens, and pretty or not.
	if match := withoutHyphens.FindStringSubmatch(text); match != nil {
		text = match[1]
	}
	if match := asText.FindStringSubmatch(text); match != nil {
		text = parenthesized.ReplaceAllString(match[1], "$1")
	}
	if match := plainDefault.FindStringSubmatch(text); match != nil {
		// With another count, the prefix is not as long as the two bytes that this default writes.
		if count := number(match[2], 0); count <= 1<<15 || count > 1<<16 {
			return 0, 0, 0, errors.New("it must have 32769 to 65536 intervals")
		}
		return inSeconds(match[1], match[2])
	}
	match := call.FindStringSubmatch(text)
	if match == nil {
		return 0, 0, 0, errForm
	}
	const length, integer = 2, 3 // groups of argument
	if match[1] == "uuid_time_nextval" {
		given, err := arguments(match[2], []string{"interval_length", "interval_count"}, []int{integer, integer})
		if err != nil {
			return 0, 0, 0, err
		}
		return inSeconds(or(given["interval_length"], "60"), or(given["interval_count"], "65536"))
	}
	given, err := arguments(match[2], []string{"interval_length", "cycle", "version"}, []int{length, length, integer})
	if err != nil {
		return 0, 0, 0, err
	}
	if interval, err = readLength(given["interval_length"]); err != nil {
		return 0, 0, 0, err
	}
	cycle, err = readLength(given["cycle"])
	return interval, cycle, number(given["version"], 4), err
}

func arguments(text string, names []string, groups []int) (map[string]string, error) {
	given := make(map[string]string)
	if text == "" {
		return given, nil
	}
	for place, each := range strings.Split(text, ", ") {
		match := argument.FindStringSubmatch(each)
		if match == nil {
			return nil, errForm
		}
		for at, name := range names {
			if value := match[groups[at]]; value != "" && (name == match[1] || match[1] == "" && at == place) {
				given[name] = value
			}
		}
		if len(given) <= place {
			return nil, errForm
		}
	}
	return given, nil
}

func readLength(text string) (time.Duration, error) {
	for _, form := range lengths {
		match := form.FindStringSubmatch(text)
		if text == "" || match == nil {
			continue
		}
		whole, fraction, _ := strings.Cut(match[4], ".")
		var seconds float64
		for i, unit := range []float64{24, 60, 60, 1} {
			seconds = (seconds + float64(number([]string{match[1], match[2], match[3], whole}[i], 0))) * unit
		}
		if seconds > math.MaxInt64/1e9 {
			return 0, errTooLong
		}
		nanos := number((fraction + "000000000")[:9], 0)
		return time.Duration(seconds)*time.Second + time.Duration(nanos), nil
	}
	return 0, fmt.Errorf("%q is no length without months and years", text)
}

func inSeconds(seconds, count string) (interval, cycle time.Duration, version int64, err error) {
	if float64(number(seconds, 0))*float64(max(number(count, 0), 1)) > math.MaxInt64/1e9 {
		return 0, 0, 0, errTooLong
	}
	interval = time.Duration(number(seconds, 0)) * time.Second
	return interval, interval * time.Duration(number(count, 0)), 4, nil
}

func or(text, other string) string {
	if text == "" {
		return other
	}
	return text
}

// number reads digits, of which the patterns take no more than an int64 holds.
func number(digits string, missing int64) int64 {
	if digits == "" {
		return missing
	}
	value, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return math.MaxInt64
	}
	return value
}
