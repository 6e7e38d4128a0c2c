/*
 * definition.h
 *		The definition of blocks, in 128-bit integers, which nothing here can
 *		overflow, and what compares uuid_block.h with it.  CHECK(condition) is
 *		the includer's.
 */
#ifndef DEFINITION_H
#define DEFINITION_H

#include "src/uuid_bits.h"
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
	UuidBlock	block = {.size = size,.count = count};
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
	int128_t	before = floor_division((int128_t) from - origin, size);
	int128_t	blocks = floor_division((int128_t) to - origin, size) - before + 1;
	int64		first = defined_block(from, origin, size, count).number;
	int64		last = defined_block(to, origin, size, count).number;

	/* All of them, once the last is back at the one before the first. */
	if (blocks >= count)
		last = (int64) (((int128_t) first + count - 1) % count);
	if (first <= last)
	{
		ranges[0].first = first;
		ranges[0].last = last;
		return 1;
	}
	ranges[0].first = first;
	ranges[0].last = count - 1;
	ranges[1].first = 0;
	ranges[1].last = last;
	return 2;
}

/* "free_bits" also gives the number of a block. */
static inline void
check_block(int64 value, int64 origin, int64 size, int64 count, uint64 free_bits)
{
	UuidBlock	expected = defined_block(value, origin, size, count);
	int64		last = (int64) ((uint64) expected.first + expected.span);
	int64		numbers[] = {0, count - 1, (int64) (free_bits % (uint64) count)};
	unsigned char uuid[16];
	UuidBlock	block;

	uuid_block_locate(&block, value, origin, size, count);
	CHECK(block.size == size && block.count == count);
	CHECK(block.first == expected.first && block.span == expected.span && block.number == expected.number);
	CHECK(block.prefix == expected.prefix && block.prefix_mask == expected.prefix_mask);

	/* Just the values of the block are in it, under these parameters only. */
	CHECK(uuid_block_contains(&block, value, size, count));
	CHECK(uuid_block_contains(&block, expected.first, size, count));
	CHECK(uuid_block_contains(&block, last, size, count));
	CHECK(expected.first == PG_INT64_MIN || !uuid_block_contains(&block, expected.first - 1, size, count));
	CHECK(last == PG_INT64_MAX || !uuid_block_contains(&block, last + 1, size, count));
	CHECK(expected.first == PG_INT64_MIN || !uuid_block_contains(&block, PG_INT64_MIN, size, count));
	CHECK(last == PG_INT64_MAX || !uuid_block_contains(&block, PG_INT64_MAX, size, count));
	CHECK(!uuid_block_contains(&block, value, size ^ 1, count));
	CHECK(!uuid_block_contains(&block, value, size, count ^ 1));

	for (size_t i = 0; i < lengthof(numbers); i++)
	{
		int64		found = 0;
		int64		defined = 0;

		CHECK(uuid_block_last_of(&block, numbers[i], &found) ==
			  defined_last_of(value, numbers[i], origin, size, count, &defined));
		CHECK(found == defined);
	}

	/* The UUID carries the block, version and variant, and the rest as given. */
	uuid_store(uuid, uuid_block_set_prefix(&block, free_bits), ~free_bits, 4);
	CHECK(uuid_prefix_read(uuid_load_high(uuid), uuid_prefix_bits(count)) == block.number);
	CHECK(uuid_load_version(uuid) == 4);
	CHECK(((uuid_load_high(uuid) ^ free_bits) & ~block.prefix_mask & ~UINT64CONST(0xF000)) == 0);
	CHECK(((uuid_load_low(uuid) ^ ~free_bits) & ~(UINT64CONST(3) << 62)) == 0);

	/* With another variant it has no version. */
	uuid_store_as_is(uuid, uuid_load_high(uuid), uuid_load_low(uuid) ^ UINT64CONST(3) << 62);
	CHECK(uuid_load_version(uuid) == -1);
}

static inline void
check_ranges(int64 from, int64 to, int64 origin, int64 size, int64 count)
{
	UuidBlock	first;
	UuidBlock	last;
	UuidBlockRange expected[2];
	UuidBlockRange ranges[2];
	int			n = defined_ranges(from, to, origin, size, count, expected);

	uuid_block_locate(&first, from, origin, size, count);
	uuid_block_locate(&last, to, origin, size, count);
	CHECK(uuid_block_ranges(&first, &last, ranges) == n);
	for (int i = 0; i < n; i++)
		CHECK(ranges[i].first == expected[i].first && ranges[i].last == expected[i].last);
}

#endif							/* DEFINITION_H */
