/*
 * shuffle.h
 *		Swap-or-not: a permutation of the numbers from 0 to count - 1, for any
 *		count, in which one number is found without the others.
 *
 * In each round a secret pivot pairs the number x with the partner
 * (pivot - x) mod count.  A secret bit of the larger of the two, the same for
 * both, says whether they swap (Hoang, Morris, Rogaway: An Enciphering Scheme
 * Based on a Card Shuffle, CRYPTO 2012, arXiv 1208.1176).
 *
 * Guarantees, for any count from 1 to 2^48:
 *
 * - The result is a permutation whatever pivots and bits are, and the inverse
 *	 is exact: a round undoes itself, so the inverse runs them backwards.
 * - Bits come in words of 256, for neighbouring numbers.  Numbers that are
 *	 moved together share words, so that all of a small count take few.
 * - Without pivots and bits there is no result: false instead.
 *
 * Limitations: how unpredictable the permutation is depends on the source of
 * pivots and bits and on the number of rounds; see opaque_cycle.h for ours.
 * Nothing here depends on a running server; c.h comes before this file.
 */
#ifndef SHUFFLE_H
#define SHUFFLE_H

#include "compat.h"

#define SHUFFLE_MAX_ROUNDS	640
#define SHUFFLE_WORD_BYTES	32
#define SHUFFLE_WORD_BITS	(SHUFFLE_WORD_BYTES * BITS_PER_BYTE)

/*
 * Where pivots and bits come from.  "word" has the bits of the numbers from
 * index * 256 on, the lowest bit of a byte first.  Both return false where
 * they cannot.
 */
typedef struct ShuffleSource
{
	int			rounds;
	bool		(*pivot) (void *state, int round, int64 count, int64 *pivot);
	bool		(*word) (void *state, int round, int64 index,
						 uint8 word[SHUFFLE_WORD_BYTES]);
} ShuffleSource;

typedef struct Shuffle
{
	const ShuffleSource *source;
	int64		count;
	int64		pivots[SHUFFLE_MAX_ROUNDS];
} Shuffle;

/* Words of the present round; "index" finds most of them. */
typedef struct ShuffleWord
{
	int			round;
	int64		index;
	uint8		bytes[SHUFFLE_WORD_BYTES];
} ShuffleWord;

typedef enum ShuffleDirection
{
	SHUFFLE_FORWARD,
	SHUFFLE_INVERSE
} ShuffleDirection;

HIDDEN_BEGIN
extern bool shuffle_init(Shuffle *shuffle, const ShuffleSource *source,
						 void *state, int64 count);
extern bool shuffle_move(const Shuffle *shuffle, void *state,
						 ShuffleDirection direction, int64 *numbers, int64 n,
						 ShuffleWord *words, int64 n_words);
extern int64 shuffle_words(int64 count, int64 n);
HIDDEN_END

/* The first 16 bytes, a big-endian number, modulo count, which is at most 2^48. */
static inline int64
shuffle_modulo(const uint8 *bytes, int64 count)
{
	uint64		rest = 0;

	for (int i = 0; i < 16; i += 2)
		rest = (rest << 16 | bytes[i] << 8 | bytes[i + 1]) % count;
	return (int64) rest;
}

#endif							/* SHUFFLE_H */
