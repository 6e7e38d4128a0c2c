/*
 * uuid_block.c
 *		Finding the block of a value.  See uuid_block.h for what is guaranteed.
 */
#include "c.h"

#include "port/pg_bitutils.h"

#include "uuid_block.h"

void
uuid_block_locate(UuidBlock *block, int64 value, int64 origin,
				  int64 size, int64 count)
{
	uint64		distance;
	uint64		blocks;
	uint64		before;			/* values of the block below this one */
	uint64		after;			/* and above it */
	int			prefix_bits;

	if (value >= origin)
	{
		distance = (uint64) value - (uint64) origin;
		blocks = distance / size;
		before = distance - blocks * size;
		after = size - 1 - before;
		block->number = blocks % count;
	}
	else
	{
		/* Mirrored: the value next below the origin has distance 0. */
		distance = (uint64) origin - (uint64) value - 1;
		blocks = distance / size;
		after = distance - blocks * size;
		before = size - 1 - after;
		block->number = count - 1 - (int64) (blocks % count);
	}

	/* At either end of the type only a part of the block exists. */
	before = Min(before, (uint64) value - (uint64) PG_INT64_MIN);
	after = Min(after, (uint64) PG_INT64_MAX - (uint64) value);

	block->size = size;
	block->count = count;
	block->first = (int64) ((uint64) value - before);
	block->span = before + after;

	/* Shifting by 64 is undefined, so no bits is a case of its own. */
	if (count == 1)
	{
		block->prefix = 0;
		block->prefix_mask = 0;
	}
	else
	{
		prefix_bits = pg_leftmost_one_pos64(count - 1) + 1;
		block->prefix = (uint64) block->number << (64 - prefix_bits);
		block->prefix_mask = ~UINT64CONST(0) << (64 - prefix_bits);
	}
}
