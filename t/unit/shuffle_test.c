/*
 * shuffle_test.c
 *		Swap-or-not alone: against swap_or_not.csv of t/vectors (VECTORS, from
 *		the Makefile), with the rounds that its cases use; and that it is a
 *		permutation, and keeps few words.
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

static int64 words_asked;

static bool
vector_word(void *state, int round, int64 index, uint8 word[SHUFFLE_WORD_BYTES])
{
	uint8		message[37];

	words_asked++;
	memcpy(message, state, 32);
	message[32] = (uint8) round;
	for (int i = 0; i < 4; i++)
		message[33 + i] = (uint8) (index >> 8 * i);
	hash(message, sizeof(message), word);
	return true;
}

static const ShuffleSource vector_source = {90, vector_pivot, vector_word};

/* One by one, together with little room for words, and back. */
static void
check_vector(char *line)
{
	uint8		seed[32];
	Shuffle		shuffle;
	ShuffleWord words[4];
	int64		numbers[1000];
	int64		count;
	char	   *place;

	read_hex(strtok(line, ","), seed, sizeof(seed));
	count = strtoll(strtok(NULL, ","), NULL, 10);
	assert_true(count >= 1 && count <= (int64) lengthof(numbers));
	assert_true(shuffle_init(&shuffle, &vector_source, seed, count));
	for (int64 i = 0; i < count; i++)
		numbers[i] = i;
	assert_true(shuffle_move(&shuffle, seed, SHUFFLE_FORWARD, numbers, count, words, 4));
	for (int64 i = 0; i < count; i++)
	{
		int64		number = i;

		place = strtok(NULL, " \n");
		assert_non_null(place);
		assert_int_equal(numbers[i], strtoll(place, NULL, 10));
		assert_true(shuffle_move(&shuffle, seed, SHUFFLE_FORWARD, &number, 1, words, 1));
		assert_int_equal(number, numbers[i]);
	}
	assert_null(strtok(NULL, " \n"));
	assert_true(shuffle_move(&shuffle, seed, SHUFFLE_INVERSE, numbers, count, words, 2));
	for (int64 i = 0; i < count; i++)
		assert_int_equal(numbers[i], i);
}

static void
test_vectors(void **state)
{
	(void) state;
	check_rows("swap_or_not.csv", "seed,count,places\n", 28, check_vector);
}

/* With room as shuffle_words() has it, each word is asked for once per round. */
static void
test_permutations(void **state)
{
	static int64 numbers[2000];
	static bool seen[2000];
	uint8		seed[32] = {0};

	(void) state;
	for (int64 count = 1; count <= (int64) lengthof(numbers); count += count < 520 ? 1 : 37)
	{
		Shuffle		shuffle;
		ShuffleWord words[8];
		int64		n_words = shuffle_words(count, count);

		assert_true(n_words >= 1 && n_words <= (int64) lengthof(words));
		assert_true(shuffle_init(&shuffle, &vector_source, seed, count));
		memset(seen, 0, sizeof(seen));
		for (int64 i = 0; i < count; i++)
			numbers[i] = i;
		words_asked = 0;
		assert_true(shuffle_move(&shuffle, seed, SHUFFLE_FORWARD, numbers, count, words, n_words));
		assert_true(words_asked <= (count + 255) / 256 * vector_source.rounds);
		for (int64 i = 0; i < count; i++)
		{
			assert_true(numbers[i] >= 0 && numbers[i] < count && !seen[numbers[i]]);
			seen[numbers[i]] = true;
		}
		assert_true(shuffle_move(&shuffle, seed, SHUFFLE_INVERSE, numbers, count, words, n_words));
		for (int64 i = 0; i < count; i++)
			assert_int_equal(numbers[i], i);
	}
}

static void
test_room_for_words(void **state)
{
	(void) state;
	assert_int_equal(shuffle_words(1, 1), 1);
	assert_int_equal(shuffle_words(256, 256), 1);
	assert_int_equal(shuffle_words(257, 257), 2);
	assert_int_equal(shuffle_words(65536, 65536), 256);
	assert_int_equal(shuffle_words(65536, 3), 4);
	assert_int_equal(shuffle_words(INT64CONST(1) << 48, 1), 1);
	assert_int_equal(shuffle_words(INT64CONST(1) << 48, 1000), 1024);
}

static bool
failing_pivot(void *state, int round, int64 count, int64 *pivot)
{
	(void) state;
	(void) count;
	*pivot = 0;
	return round < 50;
}

static bool
failing_word(void *state, int round, int64 index, uint8 word[SHUFFLE_WORD_BYTES])
{
	(void) state;
	(void) index;
	memset(word, 0, SHUFFLE_WORD_BYTES);
	return round != 50;
}

/* Without a hash there is no place. */
static void
test_failing_source(void **state)
{
	static const ShuffleSource without_pivots = {90, failing_pivot, vector_word};
	static const ShuffleSource without_words = {51, vector_pivot, failing_word};
	Shuffle		shuffle;
	ShuffleWord word;
	uint8		seed[32] = {0};
	int64		number = 5;

	(void) state;
	assert_false(shuffle_init(&shuffle, &without_pivots, seed, 10));
	assert_true(shuffle_init(&shuffle, &without_words, seed, 10));
	assert_false(shuffle_move(&shuffle, seed, SHUFFLE_FORWARD, &number, 1, &word, 1));
	assert_false(shuffle_move(&shuffle, seed, SHUFFLE_INVERSE, &number, 1, &word, 1));
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_permutations),
		cmocka_unit_test(test_room_for_words),
		cmocka_unit_test(test_failing_source),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
