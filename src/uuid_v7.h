/*
 * uuid_v7.h
 *		UUIDv7 (RFC 9562, section 5.7): values in strictly ascending order.
 *
 * The first 60 bits apart from the version are ordered by the clock: 48 of
 * milliseconds, and 12 of the fraction of a millisecond (section 6.2, method
 * 3).  The 62 bits after the variant are random, less those that a node may
 * take at their front.
 *
 * Guarantees, over all calls with the same UuidV7:
 *
 * - Each value is larger than the one before, whatever the clock readings are.
 * - With one node, the ordered bits are those of the highest clock reading so
 *	 far.  Where the clock is not past it, a random step of 1 to 2^32 is added
 *	 to the tail (method 2), so that a neighbour cannot be guessed; only where
 *	 the tail overflows do the ordered bits go on by one.
 * - Values of different nodes with the same number of node bits differ.
 * - A process that was forked does not go on from the last value of its parent,
 *	 which would put its values next to those of its twin.
 *
 * Limitations: after a clock that was ahead is set back, a process goes on
 * ahead of it.  A caller that goes on with a lower node, or other node bits,
 * before the clock is past the last value steps the ordered bits on by one,
 * since no tail of that node would be larger.
 *
 * A UuidV7 of zeros is one that has generated no value.  Nothing here depends
 * on a running server; c.h comes before this file.
 */
#ifndef UUID_V7_H
#define UUID_V7_H

#include "random_pool.h"

#define MAX_UUID_V7_NODE_BITS	16

/* One more than the largest clock reading: 10889-08-02 05:31:50.656 UTC. */
#define UUID_V7_END_OF_TIME		((INT64CONST(1) << 48) * 1000)
#define MAX_UUID_V7_ORDERED		((UINT64CONST(1) << 60) - 1)

typedef struct UuidV7
{
	int			pid;			/* process that generated the value */
	uint64		ordered;		/* 60 bits */
	uint64		low;			/* 62 bits */
} UuidV7;

/* The ordered bits of a time in Unix microseconds, from 0 to the end. */
static inline uint64
uuid_v7_ordered(int64 microseconds)
{
	return (uint64) (microseconds / 1000) << 12 |
		(uint64) (microseconds % 1000) * 4096 / 1000;
}

/* The first 64 bits of the UUID, without the version. */
static inline uint64
uuid_v7_high(uint64 ordered)
{
	return ordered >> 12 << 16 | (ordered & 0xFFF);
}

/* The same of the smallest and of the largest UUID of a time's millisecond. */
static inline uint64
uuid_v7_lower_high(int64 microseconds)
{
	return uuid_v7_high(uuid_v7_ordered(microseconds) & ~UINT64CONST(0xFFF));
}

static inline uint64
uuid_v7_upper_high(int64 microseconds)
{
	return uuid_v7_high(uuid_v7_ordered(microseconds) | 0xFFF);
}

/*
 * Go on to the next value, for a clock reading of "ordered"; false if there is
 * none.  "pid" is the id of this process; "node" fits into "node_bits", 0 to
 * 16.
 */
static pg_attribute_always_inline bool
uuid_v7_next(UuidV7 *last, int pid, uint64 ordered, uint64 node, int node_bits,
			 const RandomSlice *random)
{
	uint64		tail_mask = ~UINT64CONST(0) >> (2 + node_bits);
	uint64		front = node << (62 - node_bits);
	uint64		low = front | (random->low & tail_mask);

	if (unlikely(last->pid != pid))
		*last = (UuidV7) {.pid = pid};

	if (ordered <= last->ordered)
	{
		/* The clock is not past the last value, so the tail has to be. */
		uint64		step = 1 + (random->high & PG_UINT32_MAX);
		uint64		tail = (last->low & tail_mask) + step;

		ordered = last->ordered;
		if ((last->low & ~tail_mask) == front && tail <= tail_mask)
			low = front | tail;
		else if ((last->low & ~tail_mask) == front || low < last->low)
			ordered++;
	}
	if (unlikely(ordered > MAX_UUID_V7_ORDERED))
		return false;

	last->ordered = ordered;
	last->low = low;
	return true;
}

#endif							/* UUID_V7_H */
