/* runs: every; majors: all; sanitizers: yes; architectures: all */
/*
 * shuffle_test.c
 *		Swap-or-not alone: against swap_or_not.csv of t/vectors (VECTORS, from
 *		the Makefile), with the rounds that its cases use; and that it is a
 *		permutation.
 */
#include "hex.h"
#include "unit.h"

#include "common/cryptohash.h"
#include "common/sha2.h"

#include "src/shuffle.h"

/*
 * The rounds of Ethereum's consensus specification (compute_shuffled_index), of
 * which the vectors are: numbers are little-endian there.
 */
static void
hash(const uint8 *message, size_t length, uint8 *digest)
{
	pg_cryptohash_ctx *context = pg_cryptohash_create(PG_SHA256);

	assert_true(context != NULL && pg_cryptohash_init(context) == 0);
	assert_true(pg_cryptohash_update(context, message, length) == 0);
	assert_true(pg_cryptohash_final(context, digest, PG_SHA256_DIGEST_LENGTH) == 0);
	pg_cryptohash_free(context);
}

static bool
vector_pivot(void *state, int round, int64 count, int64 *pivot)
{
	uint8		message[33];
	uint8		digest[PG_SHA256_DIGEST_LENGTH];
	uint64		number = 0;

	memcpy(message, state, 32);
	message[32] = (uint8) round;
	hash(message, sizeof(message), digest);
	for (int i = 7; i >= 0; i--)
		number = number << 8 | digest[i];
	*pivot = (int64) (number % count);
	return true;
}

static const uint8 *
vector_word(void *state, int round, int64 index)
{
	static uint8 word[PG_SHA256_DIGEST_LENGTH];
	uint8		message[37];

	memcpy(message, state, 32);
	message[32] = (uint8) round;
	for (int i = 0; i < 4; i++)
		message[33 + i] = (uint8) (index >> 8 * i);
	hash(message, sizeof(message), word);
	return word;
}

static const ShuffleSource vector_source = {90, vector_pivot, vector_word};

static void
check_vector(char *line)
{
	uint8		seed[32];
	int64		count;

	read_hex(strtok(line, ","), seed, sizeof(seed));
	count = strtoll(strtok(NULL, ","), NULL, 10);
	for (int64 i = 0; i < count; i++)
	{
		int64		number = i;
		char	   *place = strtok(NULL, " \n");

		assert_non_null(place);
		assert_true(shuffle_move(&vector_source, seed, count, &number));
		assert_int_equal(number, strtoll(place, NULL, 10));
	}
	assert_null(strtok(NULL, " \n"));
}

static void
test_vectors(void **state)
{
	(void) state;
	check_rows("swap_or_not.csv", "seed,count,places\n", 28, check_vector);
}

/* Pivots and bits that only look random, since any give a permutation. */
static bool
cheap_pivot(void *state, int round, int64 count, int64 *pivot)
{
	(void) state;
	*pivot = (int64) (round * UINT64CONST(0x9E3779B97F4A7C15) >> 8) % count;
	return true;
}

static const uint8 *
cheap_word(void *state, int round, int64 index)
{
	static uint8 word[SHUFFLE_WORD_BITS / BITS_PER_BYTE];

	(void) state;
	for (size_t i = 0; i < sizeof(word); i++)
		word[i] = (uint8) ((round + index * 31 + i * 7 + 1) * UINT64CONST(0x9E3779B97F4A7C15) >> 56);
	return word;
}

static void
test_permutations(void **state)
{
	static const ShuffleSource cheap_source = {90, cheap_pivot, cheap_word};

	(void) state;
	for (int64 count = 1; count <= 2000; count += count < 520 ? 1 : 37)
	{
		bool		seen[2000] = {false};

		for (int64 i = 0; i < count; i++)
		{
			int64		number = i;

			assert_true(shuffle_move(&cheap_source, NULL, count, &number));
			assert_true(number >= 0 && number < count && !seen[number]);
			seen[number] = true;
		}
	}
}

static bool
failing_pivot(void *state, int round, int64 count, int64 *pivot)
{
	(void) state;
	(void) count;
	*pivot = 0;
	return round < 50;
}

static const uint8 *
failing_word(void *state, int round, int64 index)
{
	return round == 50 ? NULL : cheap_word(state, round, index);
}

/* Without a hash there is no place. */
static void
test_failing_source(void **state)
{
	static const ShuffleSource without_pivots = {90, failing_pivot, cheap_word};
	static const ShuffleSource without_words = {51, cheap_pivot, failing_word};
	int64		number = 5;

	(void) state;
	assert_false(shuffle_move(&without_pivots, NULL, 10, &number));
	assert_false(shuffle_move(&without_words, NULL, 10, &number));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_permutations),
		cmocka_unit_test(test_failing_source),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
