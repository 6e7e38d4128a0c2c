/* runs: every; majors: all; sanitizers: yes; architectures: all */
/*
 * opaque_cycle_test.c
 *		The places of opaque keys without a server: against every column of
 *		opaque.csv of t/vectors (VECTORS, from the Makefile).  shuffle_test.c has
 *		what holds for any key.
 */
#include "hex.h"
#include "unit.h"

#include "common/cryptohash.h"
#include "common/hmac.h"

/* How many calls of the hashes succeed until one fails; -1 if none shall. */
static int	calls_until_failure = -1;

static bool
fails(void)
{
	return calls_until_failure >= 0 && calls_until_failure-- == 0;
}

#define pg_hmac_init(...) (fails() ? -1 : pg_hmac_init(__VA_ARGS__))
#define pg_hmac_update(...) (fails() ? -1 : pg_hmac_update(__VA_ARGS__))
#define pg_hmac_final(...) (fails() ? -1 : pg_hmac_final(__VA_ARGS__))
#define pg_cryptohash_init(...) (fails() ? -1 : pg_cryptohash_init(__VA_ARGS__))
#define pg_cryptohash_update(...) (fails() ? -1 : pg_cryptohash_update(__VA_ARGS__))
#define pg_cryptohash_final(...) (fails() ? -1 : pg_cryptohash_final(__VA_ARGS__))

#include "src/opaque_cycle.h"
#include "src/uuid_bits.h"
#include "src/uuid_block.h"

static int64
next_number(void)
{
	return strtoll(strtok(NULL, ","), NULL, 10);
}

/* nonce,database,label,size,count,counter,cycle,block,cycle_key,pivot_0,place,first_uuid */
static void
check_row(char *line)
{
	pg_hmac_ctx *hmac = pg_hmac_create(PG_SHA256);
	pg_cryptohash_ctx *hash = pg_cryptohash_create(PG_SHA256);
	OpaqueRounds rounds = {.context = hash};
	OpaqueCycle cycle;
	UuidBlock	block;
	uint8		nonce[OPAQUE_NONCE_BYTES];
	uint8		expected_key[PG_SHA256_DIGEST_LENGTH];
	uint8		key[PG_SHA256_DIGEST_LENGTH];
	uint8		uuid[16];
	char		found[37];
	int64		counter;
	int64		pivot;

	read_hex(strtok(line, ","), nonce, sizeof(nonce));
	cycle.database = (uint32) next_number();
	cycle.label = strtok(NULL, ",");
	cycle.label_length = strlen(cycle.label);
	cycle.size = next_number();
	cycle.count = next_number();
	counter = next_number();
	cycle.number = next_number();
	assert_int_equal(floor_division(floor_division(counter, cycle.size), cycle.count), cycle.number);
	uuid_block_locate(&block, counter, TIME_ORIGIN, cycle.size, cycle.count);
	assert_int_equal(block.number, next_number());

	read_hex(strtok(NULL, ","), expected_key, sizeof(expected_key));
	assert_true(opaque_cycle_key(&cycle, hmac, nonce, key));
	assert_memory_equal(key, expected_key, sizeof(key));

	memcpy(rounds.message, key, sizeof(key));
	assert_true(opaque_source.pivot(&rounds, 0, cycle.count, &pivot));
	assert_int_equal(pivot, next_number());
	assert_true(opaque_move(key, hash, cycle.count, &block.number));
	assert_int_equal(block.number, next_number());

	uuid_store(uuid, uuid_prefix_place(block.number, uuid_prefix_bits(cycle.count)), 0, 4);
	print_uuid(found, uuid);
	assert_string_equal(found, strtok(NULL, "\n"));
	pg_hmac_free(hmac);
	pg_cryptohash_free(hash);
}

static void
test_vectors(void **state)
{
	(void) state;
	check_rows("opaque.csv",
			   "nonce,database,label,size,count,counter,cycle,block,cycle_key,pivot_0,place,first_uuid\n",
			   162, check_row);
}

/* Hashes can fail, for example when the system forbids them: then no key and no place comes out. */
static void
test_failing_hashes(void **state)
{
	pg_hmac_ctx *hmac = pg_hmac_create(PG_SHA256);
	pg_cryptohash_ctx *hash = pg_cryptohash_create(PG_SHA256);
	OpaqueCycle cycle = {.size = 1,.count = 10,.label = "orders",.label_length = 6};
	uint8		key[PG_SHA256_DIGEST_LENGTH] = {0};

	/* Three for the pivot and three for the word of each round. */
	const int	calls_of_move = 640 * (3 + 3);
	int64		block = 5;
	int			calls;

	(void) state;
	assert_true(hmac != NULL && hash != NULL);
	for (calls = 0; calls_until_failure = calls, !opaque_cycle_key(&cycle, hmac, key, key); calls++)
		assert_int_equal(calls_until_failure, -1);
	/* One to begin, one for each part of what is hashed, and one to end. */
	assert_int_equal(calls, 6);
	assert_int_equal(calls_until_failure, 0);

	/* Each call of the first round, and some of the others. */
	for (calls = 0; calls < calls_of_move; calls += calls < 6 ? 1 : 71)
	{
		calls_until_failure = calls;
		assert_false(opaque_move(key, hash, cycle.count, &block));
		assert_int_equal(calls_until_failure, -1);
	}
	calls_until_failure = calls_of_move;
	assert_true(opaque_move(key, hash, cycle.count, &block));
	assert_int_equal(calls_until_failure, 0);

	calls_until_failure = -1;
	pg_hmac_free(hmac);
	pg_cryptohash_free(hash);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_failing_hashes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
