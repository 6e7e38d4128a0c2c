/*
 * uuid_block.c
 *		Find the block of a value.  See uuid_block.h for the guarantees.
 */
#include "c.h"

#include "common/int.h"

#include "uuid_block.h"

void
uuid_block_locate(UuidBlock *block, int64 value, int64 origin, int64 size, int64 count)
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
		/* Mirrored: the value just below the origin has distance 0. */
		distance = (uint64) origin - (uint64) value - 1;
		blocks = distance / size;
		after = distance - blocks * size;
		before = size - 1 - after;
		block->number = count - 1 - (int64) (blocks % count);
	}

	/* At either end of the type, only part of the block exists. */
	before = Min(before, (uint64) value - (uint64) PG_INT64_MIN);
	after = Min(after, (uint64) PG_INT64_MAX - (uint64) value);

	block->size = size;
	block->count = count;
	block->first = (int64) ((uint64) value - before);
	block->span = before + after;

	prefix_bits = uuid_prefix_bits(count);
	block->prefix = uuid_prefix_place(block->number, prefix_bits);
	block->prefix_mask = uuid_prefix_place(~UINT64CONST(0), prefix_bits);
}

/*
 * Find the most recent block, up to "block" itself, with the given number (0 to
 * count - 1), and set "first" to its first value.  Return false if it would
 * start before PG_INT64_MIN.
 */
bool
uuid_block_last_of(const UuidBlock *block, int64 number, int64 *first)
{
	int64		blocks_back = block->number - number;
	uint64		distance;

	if (blocks_back < 0)
		blocks_back += block->count;

	/* The distance may exceed an int64 even if the result fits into one. */
	if (pg_mul_u64_overflow(blocks_back, block->size, &distance) ||
		distance > (uint64) block->first - (uint64) PG_INT64_MIN)
		return false;
	*first = (int64) ((uint64) block->first - distance);
	return true;
}

/*
 * Find the blocks from "first" to "last", which have the same size, count and
 * origin, and of which the last is not below the first.  Return the number of
 * ranges: one, or two if the wrap lies between, in the order of the values.  A
 * later last block only adds blocks to each range, up to all blocks, beginning with
 * the first.
 */
int
uuid_block_ranges(const UuidBlock *first, const UuidBlock *last, UuidBlockRange ranges[2])
{
	int64		count = first->count;
	int64		end = last->number;
	uint64		steps = 0;

	/* From the end of the first to the start of the last: both are exact. */
	if (last->first != first->first)
		steps = ((uint64) last->first - (uint64) first->first - first->span - 1) / first->size + 1;

	if (steps >= (uint64) count - 1)
		end = (first->number == 0 ? count : first->number) - 1;
	if (first->number <= end)
	{
		ranges[0].first = first->number;
		ranges[0].last = end;
		return 1;
	}
	ranges[0].first = first->number;
	ranges[0].last = count - 1;
	ranges[1].first = 0;
	ranges[1].last = end;
	return 2;
}
