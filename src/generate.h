/*
 * generate.h
 *		What all generators share: strong randomness, and a UUID of it behind
 *		the prefix of a block.
 */
#ifndef GENERATE_H
#define GENERATE_H

#include "miscadmin.h"

#include "compat.h"
#include "random_pool.h"
#include "uuid_block.h"
#include "uuid_datum.h"

HIDDEN_BEGIN
/* One pool for each time base: the clock, and the start of the statement. */
extern RandomPool clock_pool;
extern RandomPool statement_pool;
HIDDEN_END

/* "now" is a time on the time base of the pool. */
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
