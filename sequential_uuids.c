/*
 * sequential_uuids.c
 *		UUID generators whose keys fill a B-tree index block by block.
 *
 * A random UUID key sends every insert to a random leaf page of its index.
 * These generators put a short prefix in front of the random bits that is the
 * same for a block of consecutive values, so that inserts of one moment share
 * a few leaf pages.  The prefix wraps: after the last block comes block 0
 * again, and fills the pages that deletes have left half empty, which a
 * strictly ascending key never does.  Within a block the order is random.
 * The arithmetic is in src/uuid_block.h, the source of the random bits in
 * src/random_pool.h.
 *
 * What that cannot guarantee: a key that is larger than all before it, or a
 * key that hides its block.  Whoever holds a UUID and knows the parameters
 * can tell its block, that is the time of its making to within an interval
 * and a turn, or its place in the sequence to within a block and a turn.
 *
 * The UUIDs are labelled version 4, although the bits of the prefix are not
 * random: version 8 (RFC 9562, section 5.8) says so and can be had, but
 * validators in wide use refuse it.
 *
 * This file holds the SQL entry points that make UUIDs, those of version 7 too,
 * whose order is in src/uuid_v7.h: they check, call and return.  Those that
 * read UUIDs are in src/decoding.c, those that turn one version into another
 * in src/conversion.c, the advice on parameters is in src/advice.c.
 *
 * A wrapping generator keeps two things between calls, both private to the
 * process and neither needed for a right answer: the block of its last call,
 * which spares the next one the divisions, and a pool of random bits.  UUIDv7
 * keeps its last value, which the next one has to be larger than.  An error
 * leaves all of them usable.
 */
#include "postgres.h"

#include "access/xact.h"
#include "commands/sequence.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "utils/timestamp.h"
#include "utils/uuid.h"

#include "src/parameters.h"
#include "src/random_pool.h"
#include "src/uuid_block.h"
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

/* One pool for each time base: the clock, and the start of the statement. */
static RandomPool clock_pool;
static RandomPool statement_pool;

PG_FUNCTION_INFO_V1(uuid_sequence_nextval);
PG_FUNCTION_INFO_V1(uuid_sequence_nextval_bigint);
PG_FUNCTION_INFO_V1(uuid_time_nextval);
PG_FUNCTION_INFO_V1(uuid_time_nextval_interval);
PG_FUNCTION_INFO_V1(uuid_sequence_at);
PG_FUNCTION_INFO_V1(uuid_time_at);
PG_FUNCTION_INFO_V1(uuid_v7_nextval);
PG_FUNCTION_INFO_V1(uuid_v7_nextval_node);
PG_FUNCTION_INFO_V1(uuid_v7_at);

static pg_attribute_always_inline RandomSlice
take_random(RandomPool *pool, TimestampTz now)
{
	RandomSlice random;

	if (unlikely(!random_pool_take(pool, MyProcPid, now, &random)))
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("could not generate random values")));
	return random;
}

/*
 * Make a UUID of the block that "value" falls into, otherwise of random bits.
 * "block" is the block of the caller's last call; "now" is a time on the time
 * base of "pool".
 */
static pg_attribute_always_inline Datum
make_uuid(UuidBlock *block, int64 value, int64 origin, int64 size, int64 count,
		  int version, RandomPool *pool, TimestampTz now)
{
	RandomSlice random;

	if (unlikely(!uuid_block_contains(block, value, size, count)))
		uuid_block_locate(block, value, origin, size, count);

	random = take_random(pool, now);
	return make_uuid_datum(uuid_block_set_prefix(block, random.high), random.low,
						   version);
}

/*
 * A UUID of the block that the sequence's next value falls into.  Errors and
 * privileges are those of nextval().
 */
static pg_attribute_always_inline Datum
sequence_nextval(Oid sequence, int64 block_size, int64 block_count, int version)
{
	static UuidBlock block;
	int64		value = nextval_internal(sequence, true);

	return make_uuid(&block, value, SEQUENCE_ORIGIN,
					 block_size, block_count, version,
					 &statement_pool, GetCurrentStatementStartTimestamp());
}

/*
 * A UUID of the block that the wall clock's time falls into.  The length is
 * in microseconds.
 */
static pg_attribute_always_inline Datum
time_nextval(int64 interval_length, int64 interval_count, int version)
{
	static UuidBlock block;
	TimestampTz now = GetCurrentTimestamp();

	return make_uuid(&block, unix_microseconds(now), COUNTER_ORIGIN,
					 interval_length, interval_count, version,
					 &clock_pool, now);
}

/*
 * uuid_sequence_nextval(sequence regclass, block_size int, block_count int)
 *
 * Parameters are checked before nextval(), here and below, so that a refused
 * call uses up no value.
 */
Datum
uuid_sequence_nextval(PG_FUNCTION_ARGS)
{
	int32		block_size = PG_GETARG_INT32(1);
	int32		block_count = PG_GETARG_INT32(2);

	check_range("block_size", block_size, 1, PG_INT32_MAX);
	check_range("block_count", block_count, 1, PG_INT32_MAX);

	return sequence_nextval(PG_GETARG_OID(0), block_size, block_count, 4);
}

/*
 * uuid_sequence_nextval(sequence regclass, block_size bigint,
 *						 block_count bigint, version int)
 */
Datum
uuid_sequence_nextval_bigint(PG_FUNCTION_ARGS)
{
	int64		block_size = PG_GETARG_INT64(1);
	int64		block_count = PG_GETARG_INT64(2);
	int32		version = PG_GETARG_INT32(3);

	check_range("block_size", block_size, 1, PG_INT64_MAX);
	check_block_count("block_count", block_count);
	check_version(version);

	return sequence_nextval(PG_GETARG_OID(0), block_size, block_count, version);
}

/*
 * uuid_time_nextval(interval_length int, interval_count int)
 *
 * The length is in seconds.
 */
Datum
uuid_time_nextval(PG_FUNCTION_ARGS)
{
	int32		interval_length = PG_GETARG_INT32(0);
	int32		interval_count = PG_GETARG_INT32(1);

	check_range("interval_length", interval_length, 1, PG_INT32_MAX);
	check_range("interval_count", interval_count, 1, PG_INT32_MAX);

	return time_nextval(interval_length * USECS_PER_SEC, interval_count, 4);
}

/*
 * uuid_time_nextval(interval_length interval, interval_count bigint,
 *					 version int)
 */
Datum
uuid_time_nextval_interval(PG_FUNCTION_ARGS)
{
	int64		interval_length = interval_microseconds("interval_length", PG_GETARG_INTERVAL_P(0));
	int64		interval_count = PG_GETARG_INT64(1);
	int32		version = PG_GETARG_INT32(2);

	check_block_count("interval_count", interval_count);
	check_version(version);

	return time_nextval(interval_length, interval_count, version);
}

/*
 * uuid_sequence_at(counter bigint, block_size bigint, block_count bigint,
 *					version int)
 *
 * A UUID as uuid_sequence_nextval() makes for this counter, which is the
 * sequence's value less 1.
 */
Datum
uuid_sequence_at(PG_FUNCTION_ARGS)
{
	static UuidBlock block;
	int64		block_size = PG_GETARG_INT64(1);
	int64		block_count = PG_GETARG_INT64(2);
	int32		version = PG_GETARG_INT32(3);

	check_range("block_size", block_size, 1, PG_INT64_MAX);
	check_block_count("block_count", block_count);
	check_version(version);

	return make_uuid(&block, PG_GETARG_INT64(0), COUNTER_ORIGIN,
					 block_size, block_count, version,
					 &statement_pool, GetCurrentStatementStartTimestamp());
}

/*
 * uuid_time_at(at timestamptz, interval_length interval,
 *				interval_count bigint, version int)
 *
 * A UUID as uuid_time_nextval() makes at this time.
 */
Datum
uuid_time_at(PG_FUNCTION_ARGS)
{
	static UuidBlock block;
	int64		counter = unix_microseconds(PG_GETARG_TIMESTAMPTZ(0));
	int64		interval_length = interval_microseconds("interval_length", PG_GETARG_INTERVAL_P(1));
	int64		interval_count = PG_GETARG_INT64(2);
	int32		version = PG_GETARG_INT32(3);

	check_block_count("interval_count", interval_count);
	check_version(version);

	return make_uuid(&block, counter, COUNTER_ORIGIN,
					 interval_length, interval_count, version,
					 &statement_pool, GetCurrentStatementStartTimestamp());
}

/*
 * The next UUIDv7 of this process, larger than all before it.
 */
static pg_attribute_always_inline Datum
v7_nextval(int node, int node_bits)
{
	static UuidV7 last;
	static int	pid;
	TimestampTz now = GetCurrentTimestamp();
	uint64		ordered = uuid_v7_ordered(uuid_v7_microseconds(now));
	RandomSlice random = take_random(&clock_pool, now);

	/* A forked process that went on from here would be close to its twin. */
	if (unlikely(pid != MyProcPid))
	{
		memset(&last, 0, sizeof(last));
		pid = MyProcPid;
	}

	if (unlikely(!uuid_v7_next(&last, ordered, node, node_bits, &random)))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("no UUID of version 7 is left")));
	return make_uuid_datum(uuid_v7_high(last.ordered), last.low, 7);
}

/*
 * uuid_v7_nextval()
 */
Datum
uuid_v7_nextval(PG_FUNCTION_ARGS)
{
	return v7_nextval(0, 0);
}

/*
 * uuid_v7_nextval(node int, node_bits int)
 */
Datum
uuid_v7_nextval_node(PG_FUNCTION_ARGS)
{
	int32		node = PG_GETARG_INT32(0);
	int32		node_bits = PG_GETARG_INT32(1);

	check_range("node_bits", node_bits, 1, MAX_UUID_V7_NODE_BITS);
	check_range("node", node, 0, (1 << node_bits) - 1);

	return v7_nextval(node, node_bits);
}

/*
 * uuid_v7_at(at timestamptz)
 *
 * A UUIDv7 of a time, with a random tail.
 */
Datum
uuid_v7_at(PG_FUNCTION_ARGS)
{
	uint64		ordered = uuid_v7_ordered(uuid_v7_microseconds(PG_GETARG_TIMESTAMPTZ(0)));
	RandomSlice random = take_random(&statement_pool,
									 GetCurrentStatementStartTimestamp());

	return make_uuid_datum(uuid_v7_high(ordered), random.low, 7);
}
