/*
 * parameters.h
 *		Check and convert the arguments of SQL functions.
 *
 * Guarantees: the arithmetic of uuid_block.h and uuid_v7.h accepts every value
 * that passes.  Any other value raises an error that shows it and the valid
 * values: SQLSTATE 22023 (invalid_parameter_value) with the parameter's name, or
 * 22008 (datetime_field_overflow) for a time.
 */
#ifndef PARAMETERS_H
#define PARAMETERS_H

#include "common/int.h"
#include "fmgr.h"
#include "utils/timestamp.h"
/* PostgreSQL 16 removed this from postgres.h. */
#if PG_VERSION_NUM >= 160000
#include "varatt.h"
#endif

#include "compat.h"
#include "uuid_block.h"
#include "uuid_v7.h"

/* 2000-01-01 in Unix microseconds: where PostgreSQL's timestamps start. */
#define UNIX_TIME_OF_POSTGRES_EPOCH \
	((POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * USECS_PER_DAY)

/* Interval and cycle, as SQL passes them and as the arithmetic uses them. */
typedef struct IntervalParameters
{
	Interval	interval_length;
	Interval	cycle;
	int64		size;			/* microseconds in an interval */
	int64		count;			/* intervals in a cycle */
} IntervalParameters;

extern IntervalParameters last_interval_parameters;

extern void convert_interval_parameters(const Interval *interval_length, const Interval *cycle);

pg_noreturn extern void report_range(const char *parameter, int64 value,
									 int64 lowest, int64 highest) pg_attribute_cold;
pg_noreturn extern void report_version(int version) pg_attribute_cold;
pg_noreturn extern void report_timestamp(TimestampTz at, bool is_v7) pg_attribute_cold;

static inline void
check_range(const char *parameter, int64 value, int64 lowest, int64 highest)
{
	if (unlikely(value < lowest || value > highest))
		report_range(parameter, value, lowest, highest);
}

static inline void
check_block_count(int64 value)
{
	check_range("block_count", value, 1, MAX_BLOCK_COUNT);
}

/* Valid are 4, which most validators accept, and 8, "custom" (RFC 9562, section 5.8). */
static inline void
check_version(int version)
{
	if (unlikely(version != 4 && version != 8))
		report_version(version);
}

/* Microseconds since 1970-01-01 00:00:00 UTC, up to 294247-01-10 04:00:54.775807 UTC. */
static inline int64
unix_microseconds(TimestampTz at)
{
	int64		result;

	if (unlikely(TIMESTAMP_NOT_FINITE(at) ||
				 pg_add_s64_overflow(at, UNIX_TIME_OF_POSTGRES_EPOCH, &result)))
		report_timestamp(at, false);
	return result;
}

/* The same, limited to the times that UUIDv7 can hold. */
static inline int64
uuid_v7_microseconds(TimestampTz at)
{
	if (unlikely(at < -UNIX_TIME_OF_POSTGRES_EPOCH ||
				 at >= UUID_V7_END_OF_TIME - UNIX_TIME_OF_POSTGRES_EPOCH))
		report_timestamp(at, true);
	return at + UNIX_TIME_OF_POSTGRES_EPOCH;
}

static inline bool
is_same_interval(const Interval *a, const Interval *b)
{
	return a->time == b->time && a->day == b->day && a->month == b->month;
}

/*
 * Convert an interval and its cycle to size and count.  A statement usually
 * passes the same ones in each call, so keep those of the last call.
 */
static inline const IntervalParameters *
interval_parameters(const Interval *interval_length, const Interval *cycle)
{
	if (unlikely(!is_same_interval(interval_length, &last_interval_parameters.interval_length) ||
				 !is_same_interval(cycle, &last_interval_parameters.cycle)))
		convert_interval_parameters(interval_length, cycle);
	return &last_interval_parameters;
}

#endif							/* PARAMETERS_H */
