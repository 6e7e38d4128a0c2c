/*
 * decoding.c
 *		Decode what a UUID reveals: its block, or the time of its generation.
 *		Find the smallest and largest keys of a block, and the smallest of a time.
 *
 * Guarantees: the functions are immutable, so indexes, partitions and
 * generated columns can use them.
 *
 * Limitations: a key does not carry its parameters.  With other parameters than
 * the generator's, decoding returns another block, or none if the prefix is not
 * below the count.
 */
#include "postgres.h"

#include "catalog/pg_type.h"
#include "common/int.h"
#include "fmgr.h"
#include "utils/rangetypes.h"
#include "utils/timestamp.h"
#include "utils/uuid.h"

#include "parameters.h"
#include "uuid_bits.h"
#include "uuid_block.h"
#include "uuid_datum.h"
#include "uuid_v1.h"
#include "uuid_v7.h"

PGDLLEXPORT PG_FUNCTION_INFO_V1(uuid_interval_block);
PGDLLEXPORT PG_FUNCTION_INFO_V1(uuid_interval_window);
PGDLLEXPORT PG_FUNCTION_INFO_V1(uuid_block);
PGDLLEXPORT PG_FUNCTION_INFO_V1(uuid_block_lower);
PGDLLEXPORT PG_FUNCTION_INFO_V1(uuid_block_upper);
PGDLLEXPORT PG_FUNCTION_INFO_V1(uuid_v7_lower);
PGDLLEXPORT PG_FUNCTION_INFO_V1(uuid_generated_at);

/* The block of a time. */
Datum
uuid_interval_block(PG_FUNCTION_ARGS)
{
	int64		at = unix_microseconds(PG_GETARG_TIMESTAMPTZ(0));
	const IntervalParameters *interval = interval_parameters(PG_GETARG_INTERVAL_P(1), PG_GETARG_INTERVAL_P(2));
	UuidBlock	block;

	uuid_block_locate(&block, at, TIME_ORIGIN, interval->size, interval->count);
	PG_RETURN_INT64(block.number);
}

/*
 * The bound of a window at a time in Unix microseconds, or no bound if no
 * timestamp can hold that time.
 */
static RangeBound
window_bound(int64 at, bool overflow, bool lower)
{
	RangeBound	bound = {.inclusive = lower,.lower = lower};
	TimestampTz timestamp;

	bound.infinite = overflow ||
		pg_sub_s64_overflow(at, UNIX_TIME_OF_POSTGRES_EPOCH, &timestamp) ||
		!IS_VALID_TIMESTAMP(timestamp);
	if (!bound.infinite)
		bound.val = TimestampTzGetDatum(timestamp);
	return bound;
}

/*
 * The latest interval, not after a time, in which the UUID can have been
 * generated.  NULL if the UUID carries no block, or if the interval lies before
 * the earliest timestamp.
 */
Datum
uuid_interval_window(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *id = PG_GETARG_UUID_P(0);
	int64		not_after = unix_microseconds(PG_GETARG_TIMESTAMPTZ(1));
	const IntervalParameters *interval = interval_parameters(PG_GETARG_INTERVAL_P(2), PG_GETARG_INTERVAL_P(3));
	int64		number = uuid_prefix_read(uuid_load_high(id->data), uuid_prefix_bits(interval->count));
	UuidBlock	block;
	int64		start;
	int64		end;
	bool		end_overflows;
	RangeBound	lower;
	RangeBound	upper;

	if (number >= interval->count)
		PG_RETURN_NULL();
	uuid_block_locate(&block, not_after, TIME_ORIGIN, interval->size, interval->count);
	if (!uuid_block_last_of(&block, number, &start))
		PG_RETURN_NULL();
	end_overflows = pg_add_s64_overflow(start, interval->size, &end);
	if (!end_overflows && end <= MIN_TIMESTAMP + UNIX_TIME_OF_POSTGRES_EPOCH)
		PG_RETURN_NULL();

	lower = window_bound(start, false, true);
	upper = window_bound(end, end_overflows, false);
	PG_RETURN_RANGE_P(make_range(range_get_typcache(fcinfo, TSTZRANGEOID), &lower, &upper, false, NULL));
}

/* The block of a UUID, or NULL if its prefix is no block. */
Datum
uuid_block(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *id = PG_GETARG_UUID_P(0);
	int64		block_count = PG_GETARG_INT64(1);
	int64		number;

	check_block_count(block_count);

	number = uuid_prefix_read(uuid_load_high(id->data), uuid_prefix_bits(block_count));
	if (number >= block_count)
		PG_RETURN_NULL();
	PG_RETURN_INT64(number);
}

/* A bound of the block in the function's arguments. */
static pg_attribute_always_inline Datum
block_bound(FunctionCallInfo fcinfo, bool is_upper)
{
	int64		block = PG_GETARG_INT64(0);
	int64		block_count = PG_GETARG_INT64(1);
	pg_uuid_t  *bound = palloc(sizeof(pg_uuid_t));

	check_block_count(block_count);
	check_range("block", block, 0, block_count - 1);

	uuid_block_store_bound(bound->data, block, block_count, is_upper);
	PG_RETURN_UUID_P(bound);
}

/* The smallest UUID that starts with the block's prefix. */
Datum
uuid_block_lower(PG_FUNCTION_ARGS)
{
	return block_bound(fcinfo, false);
}

/* The largest one. */
Datum
uuid_block_upper(PG_FUNCTION_ARGS)
{
	return block_bound(fcinfo, true);
}

/* The smallest UUIDv7 of the time's millisecond. */
Datum
uuid_v7_lower(PG_FUNCTION_ARGS)
{
	return uuid_datum(uuid_v7_lower_high(uuid_v7_microseconds(PG_GETARG_TIMESTAMPTZ(0))), 0, 7);
}

/*
 * The time in a UUID: to the microsecond for versions 1 and 6, to the
 * millisecond for version 7, NULL for all others.  It is LEAKPROOF, so it must not
 * raise an error.
 */
Datum
uuid_generated_at(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *id = PG_GETARG_UUID_P(0);
	uint64		high = uuid_load_high(id->data);
	int64		ticks;

	switch (uuid_load_version(id->data))
	{
		case 1:
			ticks = uuid_v1_ticks(high);
			break;
		case 6:
			ticks = uuid_v6_ticks(high);
			break;
		case 7:
			PG_RETURN_TIMESTAMPTZ((int64) (high >> 16) * 1000 - UNIX_TIME_OF_POSTGRES_EPOCH);
		default:
			PG_RETURN_NULL();
	}

	/* Ticks since 1582 are not negative, so this division rounds down. */
	PG_RETURN_TIMESTAMPTZ(ticks / 10 - UUID_V1_UNIX_EPOCH / 10 - UNIX_TIME_OF_POSTGRES_EPOCH);
}
