/*
 * shuffle.h
 *		Swap-or-not: a permutation of the numbers from 0 to count - 1, for any
 *		count, that can move one number without computing the others.
 *
 * In each round, a secret pivot pairs the number x with the partner
 * (pivot - x) mod count.  The secret bit of the larger of the two decides
 * whether they swap (Hoang, Morris, Rogaway: An Enciphering Scheme Based on a
 * Card Shuffle, CRYPTO 2012, arXiv 1208.1176).
 *
 * Guarantees, for any count from 1 to 2^48:
 *
 * - The result is a permutation for any pivots and bits, and the inverse is
 *	 exact: each round is its own inverse, so the inverse runs the rounds
 *	 backwards.
 * - Bits come in words of 256, one for each of 256 neighbouring numbers.
 *	 Numbers that are moved together share words, so moving all numbers of a
 *	 small count takes few words.
 * - Functions return false if they get no pivots or bits.
 *
 * Limitations: how unpredictable the permutation is depends on the source of
 * pivots and bits and on the number of rounds; see opaque_cycle.h for ours.
 * Nothing here depends on a running server.  Include c.h before this file.
 */
#ifndef SHUFFLE_H
#define SHUFFLE_H

#define SHUFFLE_MAX_ROUNDS	640
#define SHUFFLE_WORD_BYTES	32
#define SHUFFLE_WORD_BITS	(SHUFFLE_WORD_BYTES * BITS_PER_BYTE)

/*
 * Where pivots and bits come from.  "word" returns the bits of the 256 numbers
 * from index * 256 on, the lowest bit of each byte first.  Both functions return
 * false on failure.
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

/* A word of the current round, kept for numbers that share it. */
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

extern bool shuffle_init(Shuffle *shuffle, const ShuffleSource *source,
						 void *state, int64 count);
extern bool shuffle_move(const Shuffle *shuffle, void *state,
						 ShuffleDirection direction, int64 *numbers, int64 n,
						 ShuffleWord *words, int64 n_words);
extern int64 shuffle_words(int64 count, int64 n);

/* The first 16 bytes as a big-endian number, modulo count, which is at most 2^48. */
static inline int64
shuffle_modulo(const uint8 *bytes, int64 count)
{
	uint64		rest = 0;

	for (int i = 0; i < 16; i += 2)
		rest = (rest << 16 | bytes[i] << 8 | bytes[i + 1]) % count;
	return (int64) rest;
}

#endif							/* SHUFFLE_H */
