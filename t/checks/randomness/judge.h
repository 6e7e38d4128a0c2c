/*
 * judge.h
 *		Judges whether bits are random: each bit, each pair of bits, and each bit
 *		against earlier ones.
 *
 * A stream is a sequence of samples.  A sample has fresh bits, which nothing
 * should predict, and bits known before, for instance those of the previous key.
 * Count the ones of each fresh bit, the samples in which two fresh bits differ,
 * and those in which a fresh bit differs from an earlier one.  If bits are
 * random, each count is near half of all samples.
 */
#ifndef JUDGE_H
#define JUDGE_H

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

#define BATCH		64			/* samples that share a word for each bit */
#define MAX_BITS	128
#define MIN_SAMPLES	10000
#define WORST_P		1e-7

/* Up to 128 bits, as the two halves of a UUID. */
typedef struct Bits
{
	uint64_t	high;
	uint64_t	low;
} Bits;

/* The same bit of the samples of a batch. */
typedef struct Column
{
	int			place;			/* from the right, in 128 bits */
	uint64_t	word;
} Column;

typedef struct Columns
{
	int			n;
	Column		columns[MAX_BITS];
} Columns;

typedef struct Stream
{
	const char *name;
	Columns		fresh;
	Columns		before;
	uint64_t	samples;
	uint64_t	ones[MAX_BITS];
	uint64_t	unequal[MAX_BITS][MAX_BITS];
	uint64_t	unequal_before[MAX_BITS][MAX_BITS];
} Stream;

static void
columns_init(Columns *columns, Bits mask)
{
	for (int place = 0; place < MAX_BITS; place++)
		if ((place < 64 ? mask.low >> place : mask.high >> (place - 64)) & 1)
			columns->columns[columns->n++].place = place;
}

/* Name a stream of zeros, and set which bits its samples have. */
static void
stream_init(Stream *stream, const char *name, Bits fresh, Bits before)
{
	stream->name = name;
	columns_init(&stream->fresh, fresh);
	columns_init(&stream->before, before);
}

static void
columns_add(Columns *columns, Bits bits)
{
	for (int i = 0; i < columns->n; i++)
	{
		Column	   *column = &columns->columns[i];
		uint64_t	half = column->place < 64 ? bits.low : bits.high;

		column->word = column->word << 1 | (half >> (column->place % 64) & 1);
	}
}

static void
stream_add(Stream *stream, Bits fresh, Bits before)
{
	columns_add(&stream->fresh, fresh);
	columns_add(&stream->before, before);
	if (++stream->samples % BATCH != 0)
		return;
	for (int i = 0; i < stream->fresh.n; i++)
	{
		uint64_t	word = stream->fresh.columns[i].word;

		stream->ones[i] += __builtin_popcountll(word);
		for (int j = 0; j < i; j++)
			stream->unequal[i][j] += __builtin_popcountll(word ^ stream->fresh.columns[j].word);
		for (int j = 0; j < stream->before.n; j++)
			stream->unequal_before[i][j] += __builtin_popcountll(word ^ stream->before.columns[j].word);
	}
}

/* Deviations from half of all samples, in standard deviations. */
typedef struct Deviations
{
	int			n;
	double		sum_of_squares;
	double		largest;
} Deviations;

static void
deviations_add(Deviations *deviations, uint64_t count, uint64_t samples)
{
	double		sigma = (2.0 * count - samples) / sqrt(samples);

	deviations->n++;
	deviations->sum_of_squares += sigma * sigma;
	deviations->largest = fmax(deviations->largest, fabs(sigma));
}

/*
 * Print two p-values of deviations that are normal and pairwise independent: of
 * the sum of their squares, which is nearly chi-squared (by Wilson and Hilferty's
 * cube root), and of the largest.  Return false if one is below WORST_P.
 */
static bool
deviations_judge(const Deviations *deviations, const char *what)
{
	int			n = deviations->n;
	double		spread = 2.0 / (9.0 * n);
	double		z = (cbrt(deviations->sum_of_squares / n) - (1.0 - spread)) / sqrt(spread);
	double		p_sum = erfc(fabs(z) / sqrt(2.0));
	double		p_largest = -expm1(n * log1p(-erfc(deviations->largest / sqrt(2.0))));

	fprintf(stderr, "    %d %s: chi-squared %.1f, p = %.4f; the largest deviation %.2f sigma, p = %.4f\n",
			n, what, deviations->sum_of_squares, p_sum, deviations->largest, p_largest);
	return p_sum >= WORST_P && p_largest >= WORST_P;
}

/* Print the figures of a stream; return false if it is too short, or not random. */
static bool
stream_judge(const Stream *stream)
{
	/* An incomplete batch has not been counted. */
	uint64_t	samples = stream->samples - stream->samples % BATCH;
	Deviations	bits = {0};
	Deviations	pairs = {0};
	Deviations	before = {0};
	bool		good;

	for (int i = 0; i < stream->fresh.n; i++)
	{
		deviations_add(&bits, stream->ones[i], samples);
		for (int j = 0; j < i; j++)
			deviations_add(&pairs, stream->unequal[i][j], samples);
		for (int j = 0; j < stream->before.n; j++)
			deviations_add(&before, stream->unequal_before[i][j], samples);
	}
	fprintf(stderr, "  %" PRIu64 " %s, %d free bits each\n", samples, stream->name, stream->fresh.n);
	if (samples < MIN_SAMPLES)
	{
		fprintf(stderr, "    too few\n");
		return false;
	}
	good = deviations_judge(&bits, "bits");
	good &= deviations_judge(&pairs, "pairs of bits");
	good &= deviations_judge(&before, "pairs with bits of the key before");
	return good;
}

#endif							/* JUDGE_H */
