/*
 * uuid_v7.c
 *		The next UUIDv7 in order.  See uuid_v7.h for what is guaranteed.
 */
#include "c.h"

#include "uuid_v7.h"

/*
 * Go on to the next value, for a clock reading of "ordered"; false if there is
 * none.  "node" fits into "node_bits", 0 to 16.
 */
bool
uuid_v7_next(UuidV7 *last, uint64 ordered, uint64 node, int node_bits,
			 const RandomSlice *random)
{
	uint64		tail_mask = ~UINT64CONST(0) >> (2 + node_bits);
	uint64		front = node << (62 - node_bits);
	uint64		low = front | (random->low & tail_mask);

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
