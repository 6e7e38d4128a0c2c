/*
 * generate.h
 *		Shared by all generators: take strong random bits, and put the prefix of a
 *		block in front of them.
 */
#ifndef GENERATE_H
#define GENERATE_H

#include "miscadmin.h"

#include "compat.h"
#include "random_pool.h"
#include "uuid_block.h"
#include "uuid_datum.h"

HIDDEN_BEGIN
/* One pool per source of "now": the wall clock, and the start of the statement. */
extern RandomPool clock_pool;
extern RandomPool statement_pool;
HIDDEN_END

/* Take random bits or raise an error.  "now" comes from the pool's own clock. */
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

/* Generate a UUID with the prefix of a block. */
static pg_attribute_always_inline Datum
generate_in_block(const UuidBlock *block, int version, RandomPool *pool,
				  TimestampTz now)
{
	RandomSlice random = take_random(pool, now);

	return uuid_datum(uuid_block_set_prefix(block, random.high), random.low,
					  version);
}

#endif							/* GENERATE_H */
