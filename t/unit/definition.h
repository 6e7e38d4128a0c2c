/*
 * definition.h
 *		The definition of blocks, in 128-bit integers, which nothing here can
 *		overflow.  The tests compare uuid_block.h with it.
 */
#ifndef DEFINITION_H
#define DEFINITION_H

#include "src/uuid_block.h"

typedef __int128 int128_t;

static inline int128_t
floor_division(int128_t a, int128_t b)
{
	return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/* The block of a value, all fields as uuid_block_locate() has to set them. */
static inline UuidBlock
defined_block(int64 value, int64 origin, int64 size, int64 count)
{
	int128_t	blocks = floor_division((int128_t) value - origin, size);
	int128_t	first = blocks * size + origin;
	int128_t	last = first + size - 1;
	UuidBlock	block = {.size = size, .count = count};
	int			bits = 0;

	while (((int64) 1 << bits) < count)
		bits++;
	block.number = (int64) (blocks - floor_division(blocks, count) * count);
	first = Max(first, PG_INT64_MIN);
	last = Min(last, PG_INT64_MAX);
	block.first = (int64) first;
	block.span = (uint64) (last - first);
	if (bits > 0)
	{
		block.prefix = (uint64) block.number << (64 - bits);
		block.prefix_mask = ~UINT64CONST(0) << (64 - bits);
	}
	return block;
}

static inline bool
is_same_block(const UuidBlock *a, const UuidBlock *b)
{
	return a->size == b->size && a->count == b->count &&
		a->first == b->first && a->span == b->span && a->number == b->number &&
		a->prefix == b->prefix && a->prefix_mask == b->prefix_mask;
}

/*
 * The first value of the last block of a number that is not after that of
 * "value", as uuid_block_last_of() has to give it.
 */
static inline bool
defined_last_of(int64 value, int64 number, int64 origin, int64 size,
				int64 count, int64 *first)
{
	UuidBlock	block = defined_block(value, origin, size, count);
	int128_t	blocks_back = block.number - number;

	if (blocks_back < 0)
		blocks_back += count;
	/* Of the value's own block, a part may be below the type. */
	if (blocks_back > 0 && block.first - blocks_back * size < PG_INT64_MIN)
		return false;
	*first = (int64) (block.first - blocks_back * size);
	return true;
}

/*
 * The ranges of the blocks between two values, in their order, as
 * uuid_block_ranges() has to give them; how many.
 */
static inline int
defined_ranges(int64 from, int64 to, int64 origin, int64 size, int64 count,
			   UuidBlockRange ranges[2])
{
	int128_t	blocks = floor_division((int128_t) to - origin, size) -
		floor_division((int128_t) from - origin, size) + 1;
	int64		first = defined_block(from, origin, size, count).number;
	int64		last = defined_block(to, origin, size, count).number;

	/* All of them, once the last is back at the one before the first. */
	if (blocks >= count)
		last = (int64) (((int128_t) first + count - 1) % count);
	if (first <= last)
	{
		ranges[0] = (UuidBlockRange) {first, last};
		return 1;
	}
	ranges[0] = (UuidBlockRange) {first, count - 1};
	ranges[1] = (UuidBlockRange) {0, last};
	return 2;
}

#endif							/* DEFINITION_H */
