/*
 * free_bits.c
 *		Takes the random bits out of UUIDs, and judges whether each bit and each
 *		pair of bits is as chance would have it.
 *
 *		free_bits BLOCK_SIZE BLOCK_COUNT VERSION
 *
 * Standard input: COPY (SELECT uuid) ... (FORMAT binary), UUIDs of a counter
 * that goes up from 0, with prefixes of at most 48 bits.  Standard output:
 * their free bits, without gaps.  Standard error: the figures.
 *
 * Fails if a fixed bit is not the block's, the version's or the variant's, if a
 * p-value is below one in a million, or if the input breaks off.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FREE	122
#define BATCH		64			/* UUIDs that share a word for each bit */
#define WORST_P		1e-6

static int	free_count;
static int	places[MAX_FREE];	/* bits of a UUID, 0 to 127, the first on the left */
static uint64_t uuids;
static uint64_t ones[MAX_FREE];
static uint64_t unequal[MAX_FREE][MAX_FREE];

static void
fail(const char *what)
{
	fprintf(stderr, "free_bits: %s, at UUID %" PRIu64 "\n", what, uuids);
	exit(1);
}

/* Read exactly so many bytes; false at the end of the input. */
static int
get(void *buffer, size_t size)
{
	size_t		got = fread(buffer, 1, size, stdin);

	if (got != size && got != 0)
		fail("the input breaks off");
	return got == size;
}

/* Write the "n" rightmost bits of "bits", up to 64 of them. */
static void
put_bits(uint64_t bits, int n)
{
	static uint64_t word;
	static int	filled;

	while (n > 0)
	{
		int			fits = n < 64 - filled ? n : 64 - filled;

		/* In two steps, since shifting by 64 is undefined. */
		word = word << 1 << (fits - 1) | (bits << (64 - n) >> (64 - fits));
		filled += fits;
		n -= fits;
		if (filled == 64)
		{
			if (fwrite(&word, sizeof(word), 1, stdout) != 1)
				fail("cannot write");
			filled = 0;
		}
	}
}

/* Bytes as a number, the first byte leftmost. */
static uint64_t
number_of(const unsigned char *bytes)
{
	uint64_t	number = 0;

	for (int i = 0; i < 8; i++)
		number = number << 8 | bytes[i];
	return number;
}

static void
check_fixed_bits(uint64_t high, uint64_t low, uint64_t block, int prefix_bits, int version)
{
	if (high >> 1 >> (63 - prefix_bits) != block)
		fail("another prefix than the block");
	if ((high >> 12 & 0xF) != (uint64_t) version)
		fail("another version");
	if (low >> 62 != 2)
		fail("another variant");
}

/* Count ones and pairs that differ, in words that hold a bit of each UUID. */
static void
count_batch(const uint64_t *words)
{
	for (int i = 0; i < free_count; i++)
	{
		ones[i] += __builtin_popcountll(words[i]);
		for (int j = 0; j < i; j++)
			unequal[i][j] += __builtin_popcountll(words[i] ^ words[j]);
	}
}

/* Standard deviations from the half of all. */
static double
deviation(uint64_t count)
{
	return (2.0 * count - uuids) / sqrt(uuids);
}

/*
 * The p-values of "n" deviations that are normal and, as pairs, independent:
 * of their squares' sum, which is near chi-squared (by Wilson and Hilferty's
 * cube root), and of the largest.
 */
static int
report(const char *what, double sum_of_squares, double largest, int n)
{
	double		spread = 2.0 / (9.0 * n);
	double		z = (cbrt(sum_of_squares / n) - (1.0 - spread)) / sqrt(spread);
	double		p_sum = erfc(fabs(z) / sqrt(2.0));
	double		p_largest = -expm1(n * log1p(-erfc(largest / sqrt(2.0))));

	fprintf(stderr, "%d %s: chi-squared %.1f, p = %.4f; the largest deviation %.2f sigma, p = %.4f\n",
			n, what, sum_of_squares, p_sum, largest, p_largest);
	return p_sum >= WORST_P && p_largest >= WORST_P;
}

int
main(int argc, char **argv)
{
	uint64_t	size;
	uint64_t	count;
	int			version;
	int			prefix_bits = 0;
	unsigned char header[19];
	unsigned char tuple[2] = {0};
	unsigned char field[20];
	uint64_t	words[MAX_FREE] = {0};
	double		squares = 0;
	double		largest = 0;
	double		pair_squares = 0;
	double		largest_pair = 0;

	if (argc != 4)
	{
		fprintf(stderr, "usage: free_bits BLOCK_SIZE BLOCK_COUNT VERSION\n");
		return 2;
	}
	size = strtoull(argv[1], NULL, 10);
	count = strtoull(argv[2], NULL, 10);
	version = atoi(argv[3]);
	while ((UINT64_C(1) << prefix_bits) < count)
		prefix_bits++;
	for (int place = prefix_bits; place < 128; place++)
		if (place / 4 != 12 && place != 64 && place != 65)
			places[free_count++] = place;

	/* PostgreSQL's documentation of COPY, "Binary Format". */
	if (!get(header, sizeof(header)) || memcmp(header, "PGCOPY\n\377\r\n\0\0\0\0\0\0\0\0\0", sizeof(header)) != 0)
		fail("no binary COPY");
	while (get(tuple, sizeof(tuple)) && tuple[0] == 0)
	{
		uint64_t	high;
		uint64_t	low;

		if (tuple[1] != 1 || !get(field, sizeof(field)) || memcmp(field, "\0\0\0\20", 4) != 0)
			fail("not one UUID in a row");
		high = number_of(field + 4);
		low = number_of(field + 12);
		check_fixed_bits(high, low, uuids / size % count, prefix_bits, version);
		put_bits(high >> 16, 48 - prefix_bits);
		put_bits(high, 12);
		put_bits(low, 62);
		for (int i = 0; i < free_count; i++)
		{
			uint64_t	word = places[i] < 64 ? high : low;

			words[i] = words[i] << 1 | (word >> (63 - places[i] % 64) & 1);
		}
		if (++uuids % BATCH == 0)
			count_batch(words);
	}

	if (tuple[0] != 0xFF || tuple[1] != 0xFF)
		fail("the input breaks off");
	if (fclose(stdout) != 0)
		fail("cannot write");

	/* What is not a whole batch is not counted. */
	uuids -= uuids % BATCH;
	if (uuids == 0)
		fail("too few");
	for (int i = 0; i < free_count; i++)
	{
		squares += pow(deviation(ones[i]), 2);
		largest = fmax(largest, fabs(deviation(ones[i])));
		for (int j = 0; j < i; j++)
		{
			pair_squares += pow(deviation(unequal[i][j]), 2);
			largest_pair = fmax(largest_pair, fabs(deviation(unequal[i][j])));
		}
	}
	fprintf(stderr, "%" PRIu64 " UUIDs with the prefix, version and variant that they should have, %d free bits each\n", uuids, free_count);
	return !(report("bits", squares, largest, free_count) &
			 report("pairs of bits", pair_squares, largest_pair, free_count * (free_count - 1) / 2));
}
