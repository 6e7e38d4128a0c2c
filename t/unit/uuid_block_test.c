/* runs: every; majors: all; sanitizers: yes; architectures: all */
/*
 * uuid_block_test.c
 *		The block arithmetic without a server: against every row of
 *		blocks.csv of t/vectors (VECTORS, from the Makefile), against the
 *		definition in 128-bit integers at the edges of the types and for random
 *		arguments.
 */
#include "hex.h"
#include "random_bits.h"
#include "unit.h"

#include <inttypes.h>

#include "src/uuid_bits.h"
#include "src/uuid_block.h"

/* The UUID of a block with every free bit 0, or every free bit 1, as text. */
static void
print_key(char *out, const UuidBlock *block, uint64 free_bits)
{
	unsigned char uuid[16];

	uuid_store(uuid, uuid_block_set_prefix(block, free_bits), free_bits, 4);
	print_uuid(out, uuid);
}

static int
prefix_bits(const UuidBlock *block)
{
	int			bits = 0;

	for (uint64 mask = block->prefix_mask; mask != 0; mask <<= 1)
		bits++;
	return bits;
}

static void
check_vector(const UuidBlock *block, int64 number, int bits,
			 const char *first, const char *last)
{
	char		uuid[37];

	assert_int_equal(block->number, number);
	assert_int_equal(prefix_bits(block), bits);
	print_key(uuid, block, 0);
	assert_string_equal(uuid, first);
	print_key(uuid, block, ~UINT64CONST(0));
	assert_string_equal(uuid, last);
}

static void
check_row(char *line)
{
	char		kind[16];
	char		first[37];
	char		last[37];
	int64_t		counter;
	int64_t		size;
	int64_t		count;
	int64_t		number;
	int			bits;
	UuidBlock	block;

	assert_int_equal(8, sscanf(line, "%15[^,],%" SCNd64 ",%" SCNd64 ",%" SCNd64 ",%" SCNd64 ",%d,%36[^,],%36s",
							   kind, &counter, &size, &count, &number,
							   &bits, first, last));
	uuid_block_locate(&block, counter, 0, size, count);
	check_vector(&block, number, bits, first, last);

	/* The same counter as a sequence reaches it: counter = value - 1. */
	if (counter < PG_INT64_MAX)
	{
		uuid_block_locate(&block, counter + 1, 1, size, count);
		check_vector(&block, number, bits, first, last);
	}
}

static void
test_vectors(void **state)
{
	(void) state;
	check_rows("blocks.csv", "kind,counter,size,count,block,prefix_bits,first_uuid,last_uuid\n", 565, check_row);
}

/* The first call on a static UuidBlock must compute. */
static void
test_zeros_hold_nothing(void **state)
{
	UuidBlock	block = {0};

	(void) state;
	assert_false(uuid_block_contains(&block, 0, 1, 1));
	assert_false(uuid_block_contains(&block, 0, 60000000, 65536));
}

/* The prefix is read as it was placed. */
static void
test_prefix(void **state)
{
	(void) state;
	for (int bits = 0; bits <= 48; bits++)
	{
		int64		count = (int64) 1 << bits;

		assert_int_equal(uuid_prefix_bits(count), bits);
		if (bits > 1)
			assert_int_equal(uuid_prefix_bits(count - 1), bits);
		if (bits < 48)
			assert_int_equal(uuid_prefix_bits(count + 1), bits + 1);
		assert_int_equal(uuid_prefix_read(uuid_prefix_place(count - 1, bits), bits), count - 1);
		assert_int_equal(uuid_prefix_read(~UINT64CONST(0), bits), count - 1);
		assert_int_equal(uuid_prefix_place(0, bits), 0);
	}
}

#ifdef __SIZEOF_INT128__
#define CHECK(condition) assert_true(condition)
#include "definition.h"

static void
test_edges(void **state)
{
	static const int64 values[] = {
		PG_INT64_MIN, PG_INT64_MIN + 1, PG_INT64_MIN + 65536, -65537, -65536,
		-65535, -2, -1, 0, 1, 2, 3, 65535, 65536, 65537, PG_INT64_MAX - 65536,
		PG_INT64_MAX - 1, PG_INT64_MAX
	};
	static const int64 sizes[] = {
		1, 2, 3, 255, 256, 257, 65535, 65536, 65537, PG_INT32_MAX,
		(int64) PG_INT32_MAX * 1000000, PG_INT64_MAX - 1, PG_INT64_MAX
	};
	static const int64 counts[] = {
		1, 2, 3, 4, 5, 255, 256, 257, 1000, 65535, 65536, 65537,
		(1 << 24) - 1, 1 << 24, (1 << 24) + 1, (1 << 30) - 1, 1 << 30,
		(1 << 30) + 1, PG_INT32_MAX, MAX_BLOCK_COUNT - 1, MAX_BLOCK_COUNT
	};

	(void) state;
	for (size_t v = 0; v < lengthof(values); v++)
		for (size_t s = 0; s < lengthof(sizes); s++)
			for (size_t c = 0; c < lengthof(counts); c++)
				for (int64 origin = 0; origin <= 1; origin++)
				{
					check_block(values[v], origin, sizes[s], counts[c], values[v]);
					for (size_t to = v; to < lengthof(values); to++)
						check_ranges(values[v], values[to], origin, sizes[s], counts[c]);
				}
}

static void
test_random(void **state)
{
	(void) state;
	for (int i = 0; i < 1000000; i++)
	{
		uint64		magnitude = random_up_to(64);
		int64		value = (int64) (i % 4 < 2 ? magnitude : 0 - magnitude);
		int64		size = (int64) random_up_to(63);
		int64		count = (int64) random_up_to(48);

		check_block(value, i % 2, Max(size, 1), Max(count, 1), random_bits());
		check_ranges(Min(value, 0), Max(value, 0), i % 2, Max(size, 1), Max(count, 1));
	}
}
#endif							/* __SIZEOF_INT128__ */

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_zeros_hold_nothing),
		cmocka_unit_test(test_prefix),
#ifdef __SIZEOF_INT128__
		cmocka_unit_test(test_edges),
		cmocka_unit_test_setup(test_random, seed_random),
#endif
	};

#ifndef __SIZEOF_INT128__
	print_message("# no 128-bit integers here: only the vectors are tested\n");
#endif

	return cmocka_run_group_tests(tests, NULL, NULL);
}
