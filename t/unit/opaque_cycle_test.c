/*
 * opaque_cycle_test.c
 *		The places of opaque keys without a server: against every column of
 *		opaque.csv of t/vectors (VECTORS, from the Makefile), in both directions.
 *		shuffle_test.c has what holds for any key.
 */
#include "hex.h"
#include "unit.h"

#include <inttypes.h>

#include "src/opaque_cycle.h"
#include "src/uuid_bits.h"
#include "src/uuid_block.h"

static const ShuffleSource source = {OPAQUE_ROUNDS, opaque_pivot, opaque_word};

static pg_cryptohash_ctx *context;

static int
create_context(void **state)
{
	(void) state;
	context = pg_cryptohash_create(PG_SHA256);
	return context == NULL ? -1 : 0;
}

static int
free_context(void **state)
{
	(void) state;
	pg_cryptohash_free(context);
	return 0;
}

static int64
move_one(const OpaqueCycle *cycle, ShuffleDirection direction, int64 number)
{
	ShuffleWord word;

	assert_true(opaque_cycle_move(cycle, context, direction, &number, 1, &word, 1));
	return number;
}

/* secret,size,count,counter,cycle,block,cycle_key,pivot_0,place,first_uuid */
static void
check_row(char *line)
{
	char		secret_hex[65];
	char		key_hex[65];
	char		uuid_text[37];
	char		found[37];
	int64_t		size;
	int64_t		count;
	int64_t		counter;
	int64_t		number;
	int64_t		block_number;
	int64_t		pivot;
	int64_t		place;
	uint8		secret[OPAQUE_SECRET_BYTES];
	uint8		key[PG_SHA256_DIGEST_LENGTH];
	uint8		uuid[16];
	UuidBlock	block;
	OpaqueCycle cycle;

	assert_int_equal(10, sscanf(line, "%64[^,],%" SCNd64 ",%" SCNd64 ",%" SCNd64 ",%" SCNd64 ",%" SCNd64 ",%64[^,],%" SCNd64 ",%" SCNd64 ",%36s",
								secret_hex, &size, &count, &counter, &number,
								&block_number, key_hex, &pivot, &place, uuid_text));
	read_hex(secret_hex, secret, sizeof(secret));
	read_hex(key_hex, key, sizeof(key));

	assert_int_equal(floor_division(floor_division(counter, size), count), number);
	uuid_block_locate(&block, counter, TIME_ORIGIN, size, count);
	assert_int_equal(block.number, block_number);

	assert_true(opaque_cycle_init(&cycle, &source, context, secret, size, count, number));
	assert_memory_equal(cycle.key, key, sizeof(key));
	assert_int_equal(cycle.shuffle.pivots[0], pivot);
	assert_int_equal(move_one(&cycle, SHUFFLE_FORWARD, block_number), place);
	assert_int_equal(move_one(&cycle, SHUFFLE_INVERSE, place), block_number);

	uuid_store(uuid, uuid_prefix_place(place, uuid_prefix_bits(count)), 0, 4);
	print_uuid(found, uuid);
	assert_string_equal(found, uuid_text);
}

static void
test_vectors(void **state)
{
	(void) state;
	check_rows("opaque.csv", "secret,size,count,counter,cycle,block,cycle_key,pivot_0,place,first_uuid\n", 266, check_row);
}

/* A hash that fails, as one can that a policy of the system forbids. */
static void
test_failing_hash(void **state)
{
	pg_cryptohash_ctx *other = pg_cryptohash_create(PG_SHA512);
	uint8		secret[OPAQUE_SECRET_BYTES] = {0};
	OpaqueCycle cycle;

	(void) state;
	/* Its digests have no room in 32 bytes. */
	assert_non_null(other);
	assert_false(opaque_cycle_init(&cycle, &source, other, secret, 1, 10, 0));
	pg_cryptohash_free(other);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_failing_hash),
	};

	return cmocka_run_group_tests(tests, create_context, free_context);
}
