/*
 * sequential_uuids.c
 *		UUID generators whose keys fill a B-tree index block by block.
 *
 * A random UUID key sends every insert to a random leaf page of its index.
 * These generators put a short prefix in front of the random bits.  All rows of
 * a block (consecutive values, or an interval of time) share it, so inserts of
 * one moment share a few leaf pages.  The prefix wraps: the next cycle fills the
 * pages that deletes have left half empty, which a strictly ascending key never
 * does.
 *
 * Guarantees: two calls return different values unless their random bits
 * collide.  A call adds no wait of its own.  It fails rather than use weak
 * randomness.
 *
 * Limitations: keys have no order within a block or across the wrap.  A key
 * hides nothing: anyone who knows the parameters can read its block.  Keys are
 * labelled version 4 by default although the prefix is not random, because
 * widely used validators refuse version 8 (RFC 9562, section 5.8).
 *
 * This file has the SQL functions that generate keys, including UUIDv7, except
 * opaque ones (src/opaque.c).  Between calls, each process keeps the block of
 * each function's last call by sequence or time, which saves the next ones the
 * divisions; the converted interval parameters; a pool of random bits; and the
 * last UUIDv7, which the next one must exceed.  All of them stay usable after
 * an error.
 */
#include "postgres.h"

#include "commands/sequence.h"
#include "fmgr.h"
#include "utils/fmgrprotos.h"
#include "utils/timestamp.h"

#include "src/generate.h"
#include "src/parameters.h"
#include "src/uuid_datum.h"
#include "src/uuid_v7.h"

/* PostgreSQL 18 lets a module report its name and version. */
#ifdef PG_MODULE_MAGIC_EXT
PG_MODULE_MAGIC_EXT(
					.name = "sequential_uuids",
					.version = EXTVERSION
);
#else
PG_MODULE_MAGIC;
#endif

PGDLLEXPORT PG_FUNCTION_INFO_V1(uuid_sequence_nextval);
PGDLLEXPORT PG_FUNCTION_INFO_V1(uuid_sequence_at);
PGDLLEXPORT PG_FUNCTION_INFO_V1(uuid_time_nextval);
PGDLLEXPORT PG_FUNCTION_INFO_V1(uuid_interval_nextval);
PGDLLEXPORT PG_FUNCTION_INFO_V1(uuid_interval_at);
PGDLLEXPORT PG_FUNCTION_INFO_V1(uuid_v7_nextval);
PGDLLEXPORT PG_FUNCTION_INFO_V1(uuid_v7_nextval_shift);
PGDLLEXPORT PG_FUNCTION_INFO_V1(uuid_v7_nextval_node);
PGDLLEXPORT PG_FUNCTION_INFO_V1(uuid_v7_at);

/*
 * Generate a UUID prefixed with the block of "value".  "block" is the block of
 * the caller's last call; "now" is the wall clock at this call.
 */
static pg_attribute_always_inline Datum
generate(UuidBlock *block, int64 value, int64 origin, int64 size, int64 count,
		 int version, TimestampTz now)
{
	if (unlikely(!uuid_block_contains(block, value, size, count)))
		uuid_block_locate(block, value, origin, size, count);
	return generate_in_block(block, version, now);
}

/* Generate from the wall clock, in intervals of "size" microseconds. */
static pg_attribute_always_inline Datum
time_nextval(int64 size, int64 count, int version)
{
	static UuidBlock block;
	TimestampTz now = GetCurrentTimestamp();

	return generate(&block, unix_microseconds(now), TIME_ORIGIN, size, count, version, now);
}

/*
 * Generate from the sequence's next value, with the errors and privilege checks
 * of nextval().  Here and below, check parameters first: a refused call does not
 * use up a value.
 */
Datum
uuid_sequence_nextval(PG_FUNCTION_ARGS)
{
	static UuidBlock block;
	int32		block_size = PG_GETARG_INT32(1);
	int32		block_count = PG_GETARG_INT32(2);
	int64		value;

	check_range("block_size", block_size, 1, PG_INT32_MAX);
	check_range("block_count", block_count, 1, PG_INT32_MAX);

	/* It may wait, so read the clock after it. */
	value = nextval_internal(PG_GETARG_OID(0), true);
	return generate(&block, value, SEQUENCE_ORIGIN,
					block_size, block_count, 4, coarse_timestamp());
}

/* Generate a UUID as uuid_sequence_nextval() does for this value of the sequence. */
Datum
uuid_sequence_at(PG_FUNCTION_ARGS)
{
	static UuidBlock block;
	int32		block_size = PG_GETARG_INT32(1);
	int32		block_count = PG_GETARG_INT32(2);

	check_range("block_size", block_size, 1, PG_INT32_MAX);
	check_range("block_count", block_count, 1, PG_INT32_MAX);

	return generate(&block, PG_GETARG_INT64(0), SEQUENCE_ORIGIN,
					block_size, block_count, 4, coarse_timestamp());
}

/* The length is in seconds. */
Datum
uuid_time_nextval(PG_FUNCTION_ARGS)
{
	int32		interval_length = PG_GETARG_INT32(0);
	int32		interval_count = PG_GETARG_INT32(1);

	check_range("interval_length", interval_length, 1, PG_INT32_MAX);
	check_range("interval_count", interval_count, 1, PG_INT32_MAX);

	return time_nextval(interval_length * USECS_PER_SEC, interval_count, 4);
}

Datum
uuid_interval_nextval(PG_FUNCTION_ARGS)
{
	const IntervalParameters *interval = interval_parameters(PG_GETARG_INTERVAL_P(0), PG_GETARG_INTERVAL_P(1));
	int32		version = PG_GETARG_INT32(2);

	check_version(version);

	return time_nextval(interval->size, interval->count, version);
}

/* Generate a UUID as uuid_interval_nextval() does at this time. */
Datum
uuid_interval_at(PG_FUNCTION_ARGS)
{
	static UuidBlock block;
	int64		at = unix_microseconds(PG_GETARG_TIMESTAMPTZ(0));
	const IntervalParameters *interval = interval_parameters(PG_GETARG_INTERVAL_P(1), PG_GETARG_INTERVAL_P(2));
	int32		version = PG_GETARG_INT32(3);

	check_version(version);

	return generate(&block, at, TIME_ORIGIN,
					interval->size, interval->count, version, coarse_timestamp());
}

static void
check_v7_is_left(bool is_left)
{
	if (unlikely(!is_left))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("no UUID of version 7 is left")));
}

/* The next UUIDv7 of this process, larger than all previous ones. */
static pg_attribute_always_inline UuidV7
next_v7(int node, int node_bits)
{
	static UuidV7 last;
	TimestampTz now = GetCurrentTimestamp();
	uint64		ordered = uuid_v7_ordered(uuid_v7_microseconds(now));
	RandomSlice random = take_random(now);

	check_v7_is_left(uuid_v7_next(&last, MyProcPid, ordered, node, node_bits, &random));
	return last;
}

Datum
uuid_v7_nextval(PG_FUNCTION_ARGS)
{
	UuidV7		next = next_v7(0, 0);

	return uuid_datum(uuid_v7_high(next.ordered), next.low, 7);
}

/*
 * Shift the time of the next UUIDv7 of this process, as uuidv7() of PostgreSQL 18
 * does.  Keys with the same shift are as ordered as those without one, unless the
 * length of the shift varies, as a month's does.
 */
Datum
uuid_v7_nextval_shift(PG_FUNCTION_ARGS)
{
	Interval   *shift = PG_GETARG_INTERVAL_P(0);
	UuidV7		next = next_v7(0, 0);
	int64		microsecond = uuid_v7_microsecond_of(next.ordered);
	Datum		shifted = DirectFunctionCall2(timestamptz_pl_interval,
											  TimestampTzGetDatum(microsecond - UNIX_TIME_OF_POSTGRES_EPOCH),
											  IntervalPGetDatum(shift));

	next.ordered = uuid_v7_shift(next.ordered,
								 uuid_v7_microseconds(DatumGetTimestampTz(shifted)) - microsecond);
	check_v7_is_left(next.ordered <= MAX_UUID_V7_ORDERED);
	return uuid_datum(uuid_v7_high(next.ordered), next.low, 7);
}

Datum
uuid_v7_nextval_node(PG_FUNCTION_ARGS)
{
	int32		node = PG_GETARG_INT32(0);
	int32		node_bits = PG_GETARG_INT32(1);
	UuidV7		next;

	check_range("node_bits", node_bits, 1, MAX_UUID_V7_NODE_BITS);
	check_range("node", node, 0, (1 << node_bits) - 1);

	next = next_v7(node, node_bits);
	return uuid_datum(uuid_v7_high(next.ordered), next.low, 7);
}

/* Generate a UUIDv7 of the given time, with a random tail. */
Datum
uuid_v7_at(PG_FUNCTION_ARGS)
{
	uint64		ordered = uuid_v7_ordered(uuid_v7_microseconds(PG_GETARG_TIMESTAMPTZ(0)));
	RandomSlice random = take_random(coarse_timestamp());

	return uuid_datum(uuid_v7_high(ordered), random.low, 7);
}
