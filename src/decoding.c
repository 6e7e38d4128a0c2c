/*
 * decoding.c
 *		What a UUID tells: its block, the time of its making, and the range of
 *		keys that stands for a block or a span of time.
 *
 * All of these are immutable: they depend on their arguments alone, so that
 * they can be indexed and generated columns can be made of them.
 *
 * What cannot be told: whether a UUID was made by these generators, and with
 * which parameters.  With other parameters than it was made with, decoding
 * gives another block, or none where the prefix is not below the count.
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "catalog/pg_type.h"
#include "common/int.h"
#include "fmgr.h"
#include "funcapi.h"
#include "utils/rangetypes.h"
#include "utils/timestamp.h"
#include "utils/tuplestore.h"
#include "utils/uuid.h"

#include "parameters.h"
#include "uuid_bits.h"
#include "uuid_block.h"
#include "uuid_v1.h"
#include "uuid_v7.h"

/* PostgreSQL 16 added a place for errors that are not to be thrown. */
#if PG_VERSION_NUM >= 160000
#define make_range_or_throw(typcache, lower, upper) \
	make_range(typcache, lower, upper, false, NULL)
#else
#define make_range_or_throw(typcache, lower, upper) \
	make_range(typcache, lower, upper, false)
#endif

PG_FUNCTION_INFO_V1(uuid_sequence_block);
PG_FUNCTION_INFO_V1(uuid_time_block);
PG_FUNCTION_INFO_V1(uuid_block);
PG_FUNCTION_INFO_V1(uuid_block_bounds);
PG_FUNCTION_INFO_V1(uuid_time_ranges);
PG_FUNCTION_INFO_V1(uuid_time_window);
PG_FUNCTION_INFO_V1(uuid_v7_bounds);
PG_FUNCTION_INFO_V1(uuid_version);
PG_FUNCTION_INFO_V1(uuid_timestamp);

/* A row (lo, hi) of UUIDs, as SQL wants its values. */
typedef struct KeyRange
{
	pg_uuid_t	lo;
	pg_uuid_t	hi;
	Datum		values[2];
	bool		nulls[2];
} KeyRange;

static inline void
set_values(KeyRange *range)
{
	range->values[0] = UUIDPGetDatum(&range->lo);
	range->values[1] = UUIDPGetDatum(&range->hi);
	range->nulls[0] = false;
	range->nulls[1] = false;
}

/*
 * The smallest and the largest UUID of the blocks from "first" to "last",
 * whatever its version and variant.
 */
static inline void
set_key_range(KeyRange *range, int64 first, int64 last, int64 count)
{
	int			bits = uuid_prefix_bits(count);
	uint64		free_bits = ~uuid_prefix_place(~UINT64CONST(0), bits);

	uuid_store_as_is(range->lo.data, uuid_prefix_place(first, bits), 0);
	uuid_store_as_is(range->hi.data, uuid_prefix_place(last, bits) | free_bits,
					 ~UINT64CONST(0));
	set_values(range);
}

/* The row as the result of a function that returns one. */
static inline Datum
make_row(FunctionCallInfo fcinfo, KeyRange *range)
{
	TupleDesc	row_type = fcinfo->flinfo->fn_extra;

	/* Looked up once in a query, not once in a call. */
	if (unlikely(row_type == NULL))
	{
		MemoryContext caller = MemoryContextSwitchTo(fcinfo->flinfo->fn_mcxt);

		if (get_call_result_type(fcinfo, NULL, &row_type) != TYPEFUNC_COMPOSITE)
			elog(ERROR, "return type must be a row type");
		row_type = BlessTupleDesc(row_type);
		fcinfo->flinfo->fn_extra = row_type;
		MemoryContextSwitchTo(caller);
	}
	return HeapTupleGetDatum(heap_form_tuple(row_type, range->values,
											 range->nulls));
}

/* A span of time must not end before it starts. */
static inline void
check_span(TimestampTz from_time, TimestampTz to_time)
{
	if (from_time > to_time)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid value for parameter \"%s\": %s",
						"to_time", timestamptz_text(to_time)),
				 errdetail("Valid values are not before \"%s\", %s.",
						   "from_time", timestamptz_text(from_time))));
}

/*
 * uuid_sequence_block(counter bigint, block_size bigint, block_count bigint)
 *
 * The block of a counter, which is the sequence's value less 1.
 */
Datum
uuid_sequence_block(PG_FUNCTION_ARGS)
{
	int64		block_size = PG_GETARG_INT64(1);
	int64		block_count = PG_GETARG_INT64(2);
	UuidBlock	block;

	check_range("block_size", block_size, 1, PG_INT64_MAX);
	check_block_count("block_count", block_count);

	uuid_block_locate(&block, PG_GETARG_INT64(0), COUNTER_ORIGIN,
					  block_size, block_count);
	PG_RETURN_INT64(block.number);
}

/*
 * uuid_time_block(at timestamptz, interval_length interval,
 *				   interval_count bigint)
 *
 * The block of a time.
 */
Datum
uuid_time_block(PG_FUNCTION_ARGS)
{
	int64		counter = unix_microseconds(PG_GETARG_TIMESTAMPTZ(0));
	int64		interval_length = interval_microseconds("interval_length", PG_GETARG_INTERVAL_P(1));
	int64		interval_count = PG_GETARG_INT64(2);
	UuidBlock	block;

	check_block_count("interval_count", interval_count);

	uuid_block_locate(&block, counter, COUNTER_ORIGIN,
					  interval_length, interval_count);
	PG_RETURN_INT64(block.number);
}

/*
 * uuid_block(id uuid, block_count bigint)
 *
 * The block that a UUID carries, or NULL if its prefix is no block.
 */
Datum
uuid_block(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *id = PG_GETARG_UUID_P(0);
	int64		block_count = PG_GETARG_INT64(1);
	int64		number;

	check_block_count("block_count", block_count);

	number = uuid_prefix_read(uuid_load_high(id->data),
							  uuid_prefix_bits(block_count));
	if (number >= block_count)
		PG_RETURN_NULL();
	PG_RETURN_INT64(number);
}

/*
 * uuid_block_bounds(block bigint, block_count bigint)
 *
 * The smallest and the largest UUID that starts with the block's prefix.
 */
Datum
uuid_block_bounds(PG_FUNCTION_ARGS)
{
	int64		block = PG_GETARG_INT64(0);
	int64		block_count = PG_GETARG_INT64(1);
	KeyRange	range;

	check_block_count("block_count", block_count);
	check_range("block", block, 0, block_count - 1);

	set_key_range(&range, block, block, block_count);
	return make_row(fcinfo, &range);
}

/*
 * uuid_time_ranges(from_time timestamptz, to_time timestamptz,
 *					interval_length interval, interval_count bigint)
 *
 * The one or two key ranges, ascending, that hold every UUID made between two
 * times.  They hold those of the same intervals of other turns, too.
 */
Datum
uuid_time_ranges(PG_FUNCTION_ARGS)
{
	TimestampTz from_time = PG_GETARG_TIMESTAMPTZ(0);
	TimestampTz to_time = PG_GETARG_TIMESTAMPTZ(1);
	int64		from = unix_microseconds(from_time);
	int64		to = unix_microseconds(to_time);
	int64		interval_length = interval_microseconds("interval_length", PG_GETARG_INTERVAL_P(2));
	int64		interval_count = PG_GETARG_INT64(3);
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	UuidBlockRange blocks[2];
	int			ranges;

	check_span(from_time, to_time);
	check_block_count("interval_count", interval_count);

	InitMaterializedSRF(fcinfo, 0);
	ranges = uuid_block_ranges(from, to, COUNTER_ORIGIN,
							   interval_length, interval_count, blocks);
	for (int i = 0; i < ranges; i++)
	{
		KeyRange	range;

		set_key_range(&range, blocks[i].first, blocks[i].last, interval_count);
		tuplestore_putvalues(result->setResult, result->setDesc, range.values,
							 range.nulls);
	}
	return (Datum) 0;
}

/*
 * A bound of a window, in Unix microseconds; open where no timestamp can be.
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
 * uuid_time_window(id uuid, before timestamptz, interval_length interval,
 *					interval_count bigint)
 *
 * The last interval not after "before" in which the UUID can have been made,
 * or NULL if there is none: the UUID carries no block, or the interval lies
 * before the earliest timestamp.
 */
Datum
uuid_time_window(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *id = PG_GETARG_UUID_P(0);
	int64		before = unix_microseconds(PG_GETARG_TIMESTAMPTZ(1));
	int64		interval_length = interval_microseconds("interval_length", PG_GETARG_INTERVAL_P(2));
	int64		interval_count = PG_GETARG_INT64(3);
	TypeCacheEntry *range_type;
	UuidBlock	block;
	int64		number;
	int64		start;
	int64		end;
	bool		end_overflows;
	RangeBound	lower;
	RangeBound	upper;

	check_block_count("interval_count", interval_count);

	number = uuid_prefix_read(uuid_load_high(id->data),
							  uuid_prefix_bits(interval_count));
	if (number >= interval_count)
		PG_RETURN_NULL();

	uuid_block_locate(&block, before, COUNTER_ORIGIN,
					  interval_length, interval_count);

	/*
	 * Both ends are multiples of the length, so an interval that starts
	 * before all that 64 bits hold ends before half of that, long before the
	 * earliest timestamp.
	 */
	if (!uuid_block_last_of(&block, number, &start))
		PG_RETURN_NULL();
	end_overflows = pg_add_s64_overflow(start, interval_length, &end);
	if (!end_overflows && end <= MIN_TIMESTAMP + UNIX_TIME_OF_POSTGRES_EPOCH)
		PG_RETURN_NULL();

	lower = window_bound(start, false, true);
	upper = window_bound(end, end_overflows, false);
	range_type = range_get_typcache(fcinfo, TSTZRANGEOID);
	PG_RETURN_RANGE_P(make_range_or_throw(range_type, &lower, &upper));
}

/*
 * uuid_v7_bounds(from_time timestamptz, to_time timestamptz)
 *
 * The smallest and the largest UUIDv7 of the two times' milliseconds.
 */
Datum
uuid_v7_bounds(PG_FUNCTION_ARGS)
{
	TimestampTz from_time = PG_GETARG_TIMESTAMPTZ(0);
	TimestampTz to_time = PG_GETARG_TIMESTAMPTZ(1);
	uint64		first = uuid_v7_ordered(uuid_v7_microseconds(from_time));
	uint64		last = uuid_v7_ordered(uuid_v7_microseconds(to_time));
	KeyRange	range;

	check_span(from_time, to_time);

	uuid_store(range.lo.data, uuid_v7_high(first & ~UINT64CONST(0xFFF)), 0, 7);
	uuid_store(range.hi.data, uuid_v7_high(last | 0xFFF), ~UINT64CONST(0), 7);
	set_values(&range);
	return make_row(fcinfo, &range);
}

/*
 * uuid_version(id uuid)
 *
 * The version, or NULL if the variant is not RFC 9562's.
 */
Datum
uuid_version(PG_FUNCTION_ARGS)
{
	int			version = uuid_load_version(PG_GETARG_UUID_P(0)->data);

	if (version < 0)
		PG_RETURN_NULL();
	PG_RETURN_INT32(version);
}

/*
 * uuid_timestamp(id uuid)
 *
 * The time in a UUID of version 1, 6 (to the microsecond) or 7 (to the
 * millisecond); NULL for the others.
 */
Datum
uuid_timestamp(PG_FUNCTION_ARGS)
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

	/* The division of the ticks since 1582, which are not negative, floors. */
	PG_RETURN_TIMESTAMPTZ(ticks / 10 - UUID_V1_UNIX_EPOCH / 10 -
						  UNIX_TIME_OF_POSTGRES_EPOCH);
}
