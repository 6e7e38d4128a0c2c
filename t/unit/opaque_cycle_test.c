/*
 * opaque_cycle_test.c
 *		The places of opaque keys without a server: against every column of
 *		opaque.csv of t/vectors (VECTORS, from the Makefile); a permutation for
 *		counts up to 2,000 (for each of them with PG_TEST_EXTRA=long); the
 *		inverse for random counts up to 2^48; and places of neighbouring blocks,
 *		cycles and counts are uniform and unrelated.
 */
#include "hex.h"
#include "random_bits.h"
#include "unit.h"

#include <inttypes.h>
#include <math.h>

#include "src/opaque_cycle.h"
#include "src/uuid_bits.h"
#include "src/uuid_block.h"

static const ShuffleSource source = {OPAQUE_ROUNDS, opaque_pivot, opaque_word};

static pg_cryptohash_ctx *context;

static int
create_context(void **state)
{
	context = pg_cryptohash_create(PG_SHA256);
	return context == NULL ? -1 : seed_random(state);
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
check_vector(const char *line)
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
	FILE	   *file = fopen(VECTORS "opaque.csv", "r");
	char		line[512];
	int			rows = 0;

	(void) state;
	assert_non_null(file);
	assert_non_null(fgets(line, sizeof(line), file));
	assert_string_equal(line, "secret,size,count,counter,cycle,block,cycle_key,pivot_0,place,first_uuid\n");
	for (; fgets(line, sizeof(line), file); rows++)
		check_vector(line);
	fclose(file);
	print_message("# %d rows of %s\n", rows, VECTORS "opaque.csv");
	assert_true(rows >= 266);
}

static void
random_secret(uint8 secret[OPAQUE_SECRET_BYTES])
{
	for (int i = 0; i < OPAQUE_SECRET_BYTES; i++)
		secret[i] = (uint8) (random_bits() >> 32);
}

static void
test_permutations(void **state)
{
	static int64 numbers[2000];
	static bool seen[2000];
	uint8		secret[OPAQUE_SECRET_BYTES];
	const char *extra = getenv("PG_TEST_EXTRA");
	/* Each count takes long; shuffle_test has each with fewer rounds. */
	int			step = extra && strstr(extra, "long") ? 1 : 61;

	(void) state;
	random_secret(secret);
	for (int64 count = 1; count <= (int64) lengthof(numbers); count += count < 40 ? 1 : step)
	{
		OpaqueCycle cycle;
		ShuffleWord words[8];

		assert_true(opaque_cycle_init(&cycle, &source, context, secret, 60000000, count, -count));
		memset(seen, 0, sizeof(seen));
		for (int64 i = 0; i < count; i++)
			numbers[i] = i;
		assert_true(opaque_cycle_move(&cycle, context, SHUFFLE_FORWARD, numbers, count, words, lengthof(words)));
		for (int64 i = 0; i < count; i++)
		{
			assert_true(numbers[i] >= 0 && numbers[i] < count && !seen[numbers[i]]);
			seen[numbers[i]] = true;
		}
	}
}

static void
test_inverse(void **state)
{
	(void) state;
	for (int i = 0; i < 300; i++)
	{
		uint8		secret[OPAQUE_SECRET_BYTES];
		int64		count = i == 0 ? MAX_BLOCK_COUNT : (int64) (1 + random_up_to(48));
		int64		block = (int64) (random_bits() % count);
		int64		place;
		OpaqueCycle cycle;

		random_secret(secret);
		assert_true(opaque_cycle_init(&cycle, &source, context, secret, 1 + (int64) random_up_to(40), count, (int64) random_bits()));
		place = move_one(&cycle, SHUFFLE_FORWARD, block);
		assert_true(place >= 0 && place < count);
		assert_int_equal(move_one(&cycle, SHUFFLE_INVERSE, place), block);
	}
}

#define SAMPLES		1000
#define BINS		32

/*
 * Pairs of places: each is uniform, so is their difference, and they are not
 * correlated.  With 31 degrees of freedom chi-squared is above 120 in one of 5 * 10^11
 * cases, a correlation of 1,000 pairs beyond 0.205 in one of 10^10.
 */
static void
check_unrelated(const char *what, const int64 *first, const int64 *second, int64 count)
{
	double		sums[3] = {0};
	double		products[3] = {0};
	double		correlation;
	int			bins[3][BINS] = {{0}};

	for (int i = 0; i < SAMPLES; i++)
	{
		int64		difference = (second[i] - first[i] + count) % count;
		double		a = (double) first[i] / count - 0.5;
		double		b = (double) second[i] / count - 0.5;

		bins[0][first[i] * BINS / count]++;
		bins[1][second[i] * BINS / count]++;
		bins[2][difference * BINS / count]++;
		sums[0] += a;
		sums[1] += b;
		products[0] += a * a;
		products[1] += b * b;
		products[2] += a * b;
	}
	for (int kind = 0; kind < 3; kind++)
	{
		double		chi_squared = 0;

		for (int i = 0; i < BINS; i++)
			chi_squared += pow(bins[kind][i] - (double) SAMPLES / BINS, 2) / ((double) SAMPLES / BINS);
		print_message("# %s: chi-squared %.1f\n", what, chi_squared);
		assert_true(chi_squared < 120);
	}
	correlation = (products[2] - sums[0] * sums[1] / SAMPLES) /
		sqrt((products[0] - sums[0] * sums[0] / SAMPLES) * (products[1] - sums[1] * sums[1] / SAMPLES));
	print_message("# %s: correlation %.3f\n", what, correlation);
	assert_true(fabs(correlation) < 0.205);
}

static void
test_unrelated(void **state)
{
	static int64 places[4][SAMPLES];
	int64		count = 65536;
	uint8		secret[OPAQUE_SECRET_BYTES];

	(void) state;
	random_secret(secret);
	for (int i = 0; i < SAMPLES; i++)
	{
		OpaqueCycle cycle;
		int64		block = (int64) (random_bits() % (count - 1));

		assert_true(opaque_cycle_init(&cycle, &source, context, secret, 60000000, count, 2 * i));
		places[0][i] = move_one(&cycle, SHUFFLE_FORWARD, block);
		places[1][i] = move_one(&cycle, SHUFFLE_FORWARD, block + 1);
		assert_true(opaque_cycle_init(&cycle, &source, context, secret, 60000000, count, 2 * i + 1));
		places[2][i] = move_one(&cycle, SHUFFLE_FORWARD, block);
		assert_true(opaque_cycle_init(&cycle, &source, context, secret, 60000000, count - 1, 2 * i));
		places[3][i] = move_one(&cycle, SHUFFLE_FORWARD, block);
	}
	check_unrelated("neighbouring blocks", places[0], places[1], count);
	check_unrelated("neighbouring cycles", places[0], places[2], count);
	check_unrelated("neighbouring counts", places[0], places[3], count);

	/* Places of consecutive blocks in one cycle. */
	for (int i = 0; i < SAMPLES; i++)
	{
		static OpaqueCycle cycle;

		assert_true(i > 0 || opaque_cycle_init(&cycle, &source, context, secret, 60000000, count, 0));
		places[0][i] = move_one(&cycle, SHUFFLE_FORWARD, i);
		places[1][i] = move_one(&cycle, SHUFFLE_FORWARD, i + 1);
	}
	check_unrelated("blocks in a row", places[0], places[1], count);
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

static void
test_floor_division(void **state)
{
	(void) state;
	assert_int_equal(floor_division(7, 2), 3);
	assert_int_equal(floor_division(-7, 2), -4);
	assert_int_equal(floor_division(-8, 2), -4);
	assert_int_equal(floor_division(PG_INT64_MIN, 1), PG_INT64_MIN);
	assert_int_equal(floor_division(PG_INT64_MIN, PG_INT64_MAX), -2);
	assert_int_equal(floor_division(PG_INT64_MAX, PG_INT64_MAX), 1);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_permutations),
		cmocka_unit_test(test_inverse),
		cmocka_unit_test(test_unrelated),
		cmocka_unit_test(test_failing_hash),
		cmocka_unit_test(test_floor_division),
	};

	return cmocka_run_group_tests(tests, create_context, free_context);
}
