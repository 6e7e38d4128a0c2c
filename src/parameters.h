/*
 * parameters.h
 *		Checking and converting what SQL passes in.
 *
 * What is guaranteed: a value that passes is one that the arithmetic of
 * uuid_block.h or uuid_v7.h takes.  Any other is an error with the value, the
 * valid values and, but for a time, the parameter's name: SQLSTATE 22023
 * (invalid_parameter_value), for a time 22008 (datetime_field_overflow).
 */
#ifndef PARAMETERS_H
#define PARAMETERS_H

#include "common/int.h"
#include "utils/timestamp.h"

#include "uuid_block.h"
#include "uuid_v7.h"

/* 2000-01-01 in Unix microseconds: where PostgreSQL's timestamps start. */
#define UNIX_TIME_OF_POSTGRES_EPOCH \
	((POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * USECS_PER_DAY)

/* Before PostgreSQL 16 another module's symbol could take its place. */
#pragma GCC visibility push(hidden)

extern void check_float_range(const char *parameter, double value,
							  double lowest, double highest);

/* A time as messages show it. */
extern char *timestamptz_text(TimestampTz at);

_Noreturn extern void report_range(const char *parameter, int64 value,
								   int64 lowest, int64 highest) pg_attribute_cold;
_Noreturn extern void report_version(int version) pg_attribute_cold;
_Noreturn extern void report_timestamp(TimestampTz at,
									   const char *valid) pg_attribute_cold;
_Noreturn extern void report_interval(const char *parameter,
									  const Interval *interval) pg_attribute_cold;

#pragma GCC visibility pop

static inline void
check_range(const char *parameter, int64 value, int64 lowest, int64 highest)
{
	if (unlikely(value < lowest || value > highest))
		report_range(parameter, value, lowest, highest);
}

static inline void
check_block_count(const char *parameter, int64 value)
{
	check_range(parameter, value, 1, MAX_BLOCK_COUNT);
}

/* 4, which validators in general accept, or 8, RFC 9562's "custom" (section 5.8). */
static inline void
check_version(int version)
{
	if (unlikely(version != 4 && version != 8))
		report_version(version);
}

/* Since 1970-01-01 00:00:00 UTC, up to 294247-01-10 04:00:54.775807 UTC. */
static inline int64
unix_microseconds(TimestampTz at)
{
	int64		result;

	if (unlikely(TIMESTAMP_NOT_FINITE(at) ||
				 pg_add_s64_overflow(at, UNIX_TIME_OF_POSTGRES_EPOCH, &result)))
		report_timestamp(at, "finite and not after 294247-01-10 04:00:54.775807 UTC");
	return result;
}

/* Since 1970-01-01 00:00:00 UTC, within what UUIDv7 can hold. */
static inline int64
uuid_v7_microseconds(TimestampTz at)
{
	if (unlikely(at < -UNIX_TIME_OF_POSTGRES_EPOCH ||
				 at >= UUID_V7_END_OF_TIME - UNIX_TIME_OF_POSTGRES_EPOCH))
		report_timestamp(at, "between 1970-01-01 00:00:00 UTC and 10889-08-02 05:31:50.655999 UTC");
	return at + UNIX_TIME_OF_POSTGRES_EPOCH;
}

/* 1 to 2^63 - 1 microseconds; days have 24 hours, months are refused. */
static inline int64
interval_microseconds(const char *parameter, const Interval *interval)
{
	int64		days;
	int64		rest;
	int64		result;

	/* The usual interval; the generators read one in every call. */
	if (likely(interval->month == 0 && interval->day == 0 && interval->time > 0))
		return interval->time;

	/*
	 * The fields may have different signs, so that days alone can overflow
	 * where the sum does not: bring all but a rest of less than a day, not
	 * below zero, into one number of days first.
	 */
	days = interval->day + interval->time / USECS_PER_DAY;
	rest = interval->time % USECS_PER_DAY;
	if (rest < 0)
	{
		rest += USECS_PER_DAY;
		days--;
	}

	if (unlikely(interval->month != 0 || days < 0 ||
				 pg_mul_s64_overflow(days, USECS_PER_DAY, &result) ||
				 pg_add_s64_overflow(result, rest, &result) ||
				 result == 0))
		report_interval(parameter, interval);
	return result;
}

#endif							/* PARAMETERS_H */
