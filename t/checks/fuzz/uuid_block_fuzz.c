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

#include "src/uuid_bits.h"
#include "src/uuid_block.h"
#include "t/unit/definition.h"

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

int			LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* 1 to "highest", each as it is where it is allowed. */
static int64
within(uint64 any, int64 highest)
{
	return any >= 1 && any <= (uint64) highest ? (int64) any : (int64) (any % highest) + 1;
}

static void
check_block(int64 value, int64 origin, int64 size, int64 count, uint64 free_bits)
{
	UuidBlock	expected = defined_block(value, origin, size, count);
	int64		last = (int64) ((uint64) expected.first + expected.span);
	int			prefix_bits = uuid_prefix_bits(count);
	int64		number = (int64) (free_bits % (uint64) count);
	int64		first = 0;
	int64		expected_first = 0;
	unsigned char uuid[16];
	UuidBlock	block;

	uuid_block_locate(&block, value, origin, size, count);
	CHECK(is_same_block(&block, &expected));

	CHECK(uuid_block_contains(&block, value, size, count));
	CHECK(uuid_block_contains(&block, expected.first, size, count));
	CHECK(uuid_block_contains(&block, last, size, count));
	CHECK(expected.first == PG_INT64_MIN || !uuid_block_contains(&block, expected.first - 1, size, count));
	CHECK(last == PG_INT64_MAX || !uuid_block_contains(&block, last + 1, size, count));

	CHECK(uuid_block_last_of(&block, number, &first) ==
		  defined_last_of(value, number, origin, size, count, &expected_first));
	CHECK(first == expected_first);

	/* The UUID carries the block, version and variant, and the rest as given. */
	uuid_store(uuid, uuid_block_set_prefix(&block, free_bits), ~free_bits, 4);
	CHECK(uuid_prefix_read(uuid_load_high(uuid), prefix_bits) == block.number);
	CHECK(uuid_load_version(uuid) == 4);
	CHECK(((uuid_load_high(uuid) ^ free_bits) & ~block.prefix_mask & ~UINT64CONST(0xF000)) == 0);
	CHECK(((uuid_load_low(uuid) ^ ~free_bits) & ~(UINT64CONST(3) << 62)) == 0);
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
	UuidBlock	first;
	UuidBlock	last;
	UuidBlockRange ranges[2];
	UuidBlockRange expected[2];
	int64		origin;
	int64		block_size;
	int64		count;
	int			n;

	if (size < sizeof(input))
		return -1;
	memcpy(&input, data, sizeof(input));
	/* The origins in use, and any. */
	origin = input.origin % 4 < 2 ? (int64) (input.origin % 2) : (int64) input.origin;
	block_size = within(input.size, PG_INT64_MAX);
	count = within(input.count, MAX_BLOCK_COUNT);

	check_block(input.from, origin, block_size, count, input.free_bits);
	check_block(input.to, origin, block_size, count, input.free_bits);

	if (input.from > input.to)
	{
		int64		from = input.from;

		input.from = input.to;
		input.to = from;
	}
	uuid_block_locate(&first, input.from, origin, block_size, count);
	uuid_block_locate(&last, input.to, origin, block_size, count);
	n = uuid_block_ranges(&first, &last, ranges);
	CHECK(n == defined_ranges(input.from, input.to, origin, block_size, count, expected));
	for (int i = 0; i < n; i++)
		CHECK(ranges[i].first == expected[i].first && ranges[i].last == expected[i].last);
	return 0;
}
