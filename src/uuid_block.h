/*
 * uuid_block.h
 *		Block arithmetic: find the block of a value, and the UUID prefix of the
 *		block.
 *
 * Values are 64-bit integers: values of a sequence, or times in microseconds.
 * A block holds "size" consecutive values.  Block 0 starts at the origin.  A
 * cycle has "count" blocks, numbered from 0:
 *
 *		number = floor((value - origin) / size) mod count
 *
 * Guarantees, for any value and origin of the type, any size from 1 to
 * 2^63 - 1 and any count from 1 to 2^48:
 *
 * - The number is exact, and nothing overflows: the code computes the distance
 *	 between two int64 as a uint64, which always fits, instead of value - origin.
 * - The prefix is the number in the ceil(log2(count)) leftmost bits of a
 *	 UUID's first 64 bits, as an integer in host byte order.  It has at most 48
 *	 bits, so it never reaches the version field.
 * - A UuidBlock records which values it holds, so another value of the same
 *	 block needs no division.
 * - uuid_block_last_of() finds the most recent block with a given number, or
 *	 returns false if it would start before PG_INT64_MIN.
 * - uuid_block_ranges() finds exactly the blocks from one to another.
 *
 * Limitations: the caller checks the arguments.  Nothing here depends on a
 * running server.  Include c.h before this file.
 */
#ifndef UUID_BLOCK_H
#define UUID_BLOCK_H

#include "port/pg_bitutils.h"

#include "uuid_bits.h"

#define MAX_BLOCK_COUNT		(INT64CONST(1) << 48)

/* Where block 0 starts: sequences at 1, time in Unix microseconds at 0. */
#define SEQUENCE_ORIGIN		1
#define TIME_ORIGIN			0

typedef struct UuidBlock
{
	int64		size;			/* the parameters of uuid_block_locate() */
	int64		count;
	int64		first;			/* smallest value in the block */
	uint64		span;			/* largest value in the block minus first */
	int64		number;			/* 0 to count - 1 */
	uint64		prefix;			/* number, in the leftmost bits */
	uint64		prefix_mask;	/* ones in the bits of the prefix */
} UuidBlock;

/* A range of block numbers, both ends included. */
typedef struct UuidBlockRange
{
	int64		first;
	int64		last;
} UuidBlockRange;

extern void uuid_block_locate(UuidBlock *block, int64 value, int64 origin, int64 size, int64 count);
extern bool uuid_block_last_of(const UuidBlock *block, int64 number, int64 *first);
extern int	uuid_block_ranges(const UuidBlock *first, const UuidBlock *last,
							  UuidBlockRange ranges[2]);

/* The length of the prefix, ceil(log2(count)): 0 to 48 bits. */
static inline int
uuid_prefix_bits(int64 count)
{
	return count == 1 ? 0 : pg_leftmost_one_pos64(count - 1) + 1;
}

/*
 * The first 64 bits of the smallest UUID that starts with the given prefix.
 * Shift in two steps, since shifting by 64 is undefined.
 */
static inline uint64
uuid_prefix_place(uint64 prefix, int prefix_bits)
{
	return prefix << 1 << (63 - prefix_bits);
}

/*
 * The number in the prefix of a UUID with these first 64 bits.  If it is not
 * below count, it is no block: the UUID was generated with another count.
 */
static inline int64
uuid_prefix_read(uint64 bits, int prefix_bits)
{
	return (int64) (bits >> 1 >> (63 - prefix_bits));
}

/*
 * Is "block" the one that uuid_block_locate() would find?  The origin is not
 * compared, since it never changes for a given UuidBlock.  A UuidBlock of zeros
 * never matches, as no valid size is zero.
 */
static inline bool
uuid_block_contains(const UuidBlock *block, int64 value, int64 size, int64 count)
{
	return (uint64) value - (uint64) block->first <= block->span &&
		block->size == size && block->count == count;
}

/* Replace the leftmost bits of "bits" with the block's prefix. */
static inline uint64
uuid_block_set_prefix(const UuidBlock *block, uint64 bits)
{
	return (bits & ~block->prefix_mask) | block->prefix;
}

/*
 * Write the smallest or the largest UUID, of any version and variant, that starts
 * with the block's prefix to the 16 bytes at "uuid".
 */
static inline void
uuid_block_store_bound(unsigned char *uuid, int64 number, int64 count, bool is_upper)
{
	int			bits = uuid_prefix_bits(count);
	uint64		free_bits = is_upper ? ~UINT64CONST(0) : 0;

	uuid_store_as_is(uuid, uuid_prefix_place(number, bits) | (free_bits & ~uuid_prefix_place(~UINT64CONST(0), bits)),
					 free_bits);
}

#endif							/* UUID_BLOCK_H */
