/*
 * uuid_block_fuzz.c
 *		libFuzzer's target: the block arithmetic with any arguments against the
 *		definition in 128-bit integers.
 *
 * An input is six integers of 64 bits in host byte order: two values, origin,
 * size, count, and free bits, some of which also serve as a block's number.
 * They are mapped to the allowed ranges, so that no input is wasted.
 */
#include "c.h"

/* PostgreSQL's replacement lives in a library not linked here. */
#undef fprintf

#define CHECK(condition) \
	do { \
		if (!(condition)) \
		{ \
			fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
			abort(); \
		} \
	} while (0)

#include "t/unit/definition.h"

int			LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* 1 to "highest", each as it is where it is allowed. */
static int64
within(uint64 any, int64 highest)
{
	return any >= 1 && any <= (uint64) highest ? (int64) any : (int64) (any % highest) + 1;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct
	{
		int64		from;
		int64		to;
		uint64		origin;
		uint64		size;
		uint64		count;
		uint64		free_bits;
	}			input;
	int64		origin;
	int64		block_size;
	int64		count;

	if (size < sizeof(input))
		return -1;
	memcpy(&input, data, sizeof(input));
	/* The origins in use, and any. */
	origin = input.origin % 4 < 2 ? (int64) (input.origin % 2) : (int64) input.origin;
	block_size = within(input.size, PG_INT64_MAX);
	count = within(input.count, MAX_BLOCK_COUNT);

	check_block(input.from, origin, block_size, count, input.free_bits);
	check_block(input.to, origin, block_size, count, input.free_bits);
	check_ranges(Min(input.from, input.to), Max(input.from, input.to), origin, block_size, count);
	return 0;
}
