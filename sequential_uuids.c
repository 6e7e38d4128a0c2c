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
 * random: version 8 (RFC 9562, section 5.8) would say so, but validators in
 * wide use refuse it.
 *
 * This file holds the SQL entry points: they check, call and return.  Each
 * generator keeps two things between calls, both private to the process and
 * neither needed for a right answer: the block of its last call, which spares
 * the next one the divisions, and a pool of random bits.  An error leaves
 * both usable.
 */
#include "postgres.h"

#include "access/xact.h"
#include "commands/sequence.h"
#include "common/int.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "utils/timestamp.h"
#include "utils/uuid.h"

#include "src/random_pool.h"
#include "src/uuid_bits.h"
#include "src/uuid_block.h"

/* PostgreSQL 18 lets a module report its name and version. */
#ifdef PG_MODULE_MAGIC_EXT
PG_MODULE_MAGIC_EXT(
					.name = "sequential_uuids",
					.version = EXTVERSION
);
#else
PG_MODULE_MAGIC;
#endif

/* Sequences start at 1, and so does block 0; Unix time starts at 0. */
#define SEQUENCE_ORIGIN		1
#define UNIX_TIME_ORIGIN	0

/* 2000-01-01 in Unix microseconds: where PostgreSQL's timestamps start. */
#define UNIX_TIME_OF_POSTGRES_EPOCH \
	((POSTGRES_EPOCH_JDATE - UNIX_EPOCH_JDATE) * USECS_PER_DAY)

PG_FUNCTION_INFO_V1(uuid_sequence_nextval);
PG_FUNCTION_INFO_V1(uuid_time_nextval);

static inline void
check_positive(const char *parameter, int32 value)
{
	if (unlikely(value < 1))
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid value for parameter \"%s\": %d",
						parameter, value),
				 errdetail("Valid values are between 1 and %d.",
						   PG_INT32_MAX)));
}

static inline int64
unix_microseconds(TimestampTz at)
{
	int64		result;

	if (unlikely(pg_add_s64_overflow(at, UNIX_TIME_OF_POSTGRES_EPOCH, &result)))
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("timestamp out of range")));
	return result;
}

/*
 * Make the UUID with the block's prefix and otherwise random bits.
 */
static inline Datum
make_uuid(const UuidBlock *block, RandomPool *pool, TimestampTz now)
{
	RandomSlice random;
	pg_uuid_t  *uuid;

	if (unlikely(!random_pool_take(pool, MyProcPid, now, &random)))
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("could not generate random values")));

	uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));
	uuid_store(uuid->data, uuid_block_set_prefix(block, random.high),
			   random.low, 4);
	return UUIDPGetDatum(uuid);
}

/*
 * uuid_sequence_nextval(sequence regclass, block_size int, block_count int)
 *
 * A UUID of the block that the sequence's next value falls into.  Errors and
 * privileges are those of nextval().
 */
Datum
uuid_sequence_nextval(PG_FUNCTION_ARGS)
{
	static UuidBlock block;
	static RandomPool pool;
	Oid			sequence = PG_GETARG_OID(0);
	int32		block_size = PG_GETARG_INT32(1);
	int32		block_count = PG_GETARG_INT32(2);
	int64		value;

	/* Before nextval(), so that a refused call uses up no value. */
	check_positive("block_size", block_size);
	check_positive("block_count", block_count);

	value = nextval_internal(sequence, true);
	if (unlikely(!uuid_block_contains(&block, value,
									  block_size, block_count)))
		uuid_block_locate(&block, value, SEQUENCE_ORIGIN,
						  block_size, block_count);

	return make_uuid(&block, &pool, GetCurrentStatementStartTimestamp());
}

/*
 * uuid_time_nextval(interval_length int, interval_count int)
 *
 * A UUID of the block that the wall clock's time falls into.  The length is
 * in seconds.  A clock beyond 294247-01-10 04:00:54.775807 UTC is an error.
 */
Datum
uuid_time_nextval(PG_FUNCTION_ARGS)
{
	static UuidBlock block;
	static RandomPool pool;
	int32		interval_length = PG_GETARG_INT32(0);
	int32		interval_count = PG_GETARG_INT32(1);
	int64		size = interval_length * USECS_PER_SEC;
	TimestampTz now;
	int64		value;

	check_positive("interval_length", interval_length);
	check_positive("interval_count", interval_count);

	now = GetCurrentTimestamp();
	value = unix_microseconds(now);
	if (unlikely(!uuid_block_contains(&block, value, size, interval_count)))
		uuid_block_locate(&block, value, UNIX_TIME_ORIGIN,
						  size, interval_count);

	return make_uuid(&block, &pool, now);
}
