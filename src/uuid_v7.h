/*
 * uuid_v7.h
 *		UUIDv7 (RFC 9562, section 5.7): values in strictly ascending order.
 *
 * The first 60 bits, except the version, are ordered by the clock: 48 bits of
 * milliseconds, and 12 bits of the fraction of a millisecond (section 6.2,
 * method 3).  The 62 bits after the variant are random, except the leading ones
 * that hold a node, if any.
 *
 * Guarantees, over all calls with the same UuidV7:
 *
 * - Each value is larger than the previous one, whatever the clock reads.
 * - With one node, the ordered bits are those of the highest clock reading so
 *	 far.  If the clock is not past that, add a random step of 1 to 2^32 to the
 *	 tail (method 2), so that nobody can guess a neighbouring value.  Only if the
 *	 tail overflows, increment the ordered bits.
 * - Values of different nodes with the same number of node bits differ.
 * - A forked process does not continue from the last value of its parent, which
 *	 would put its values next to those of its twin.
 *
 * Limitations: if a clock that was ahead is set back, a process stays ahead of
 * it.  If a caller switches to a lower node, or to other node bits, before the
 * clock is past the last value, the ordered bits are incremented, since no tail
 * of that node would be larger.
 *
 * A UuidV7 of zeros has not generated any value.  Nothing here depends on a
 * running server.  Include c.h before this file.
 */
#ifndef UUID_V7_H
#define UUID_V7_H

#include "compat.h"
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

/* The last microsecond whose ordered bits are not above these. */
static inline int64
uuid_v7_microsecond_of(uint64 ordered)
{
	return (int64) (ordered >> 12) * 1000 + (((int64) (ordered & 0xFFF) + 1) * 1000 - 1) / 4096;
}

/*
 * The ordered bits of a time later by "shift" microseconds.  The same shift always
 * adds the same number, so it keeps the order.  That number is rounded up: rounded
 * down, the result could be of the microsecond before.
 */
static inline uint64
uuid_v7_shift(uint64 ordered, int64 shift)
{
	int64		fraction = shift % 1000;

	return ordered + (uint64) (shift / 1000 * 4096 + (fraction * 4096 + (fraction > 0 ? 999 : 0)) / 1000);
}

/* The first 64 bits of the UUID, without the version. */
static inline uint64
uuid_v7_high(uint64 ordered)
{
	return ordered >> 12 << 16 | (ordered & 0xFFF);
}

/* The same for the smallest and the largest UUID of the time's millisecond. */
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
 * Advance to the next value, for a clock reading of "ordered"; return false if
 * there is none left.  "pid" is the id of this process.  "node" fits into
 * "node_bits", which is 0 to 16.
 */
static pg_attribute_always_inline bool
uuid_v7_next(UuidV7 *last, int pid, uint64 ordered, uint64 node, int node_bits,
			 const RandomSlice *random)
{
	uint64		tail_mask = ~UINT64CONST(0) >> (2 + node_bits);
	uint64		front = node << (62 - node_bits);
	uint64		low = front | (random->low & tail_mask);

	if (unlikely(last->pid != pid))
	{
		memset(last, 0, sizeof(*last));
		last->pid = pid;
	}

	if (ordered <= last->ordered)
	{
		/* The clock is not past the last value, so the tail must be. */
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
