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
 * Guarantees, for any count from 1 to 2^48: the result is a permutation for any
 * pivots and bits.  Without them, there is no result.
 *
 * Limitations: how unpredictable the permutation is depends on the source of
 * pivots and bits and on the number of rounds; see opaque_cycle.h for ours.
 * Nothing here depends on a running server.  Include c.h before this file.
 */
#ifndef SHUFFLE_H
#define SHUFFLE_H

#define SHUFFLE_WORD_BITS	256

/*
 * Where pivots and bits come from.  "word" returns the bits of the 256 numbers
 * from index * 256 on, the lowest bit of each byte first.  On failure, the
 * functions return false and NULL.
 */
typedef struct ShuffleSource
{
	int			rounds;
	bool		(*pivot) (void *state, int round, int64 count, int64 *pivot);
	const uint8 *(*word) (void *state, int round, int64 index);
} ShuffleSource;

/* Replace a number with its place.  Return false if there are no pivots or bits. */
static inline bool
shuffle_move(const ShuffleSource *source, void *state, int64 count, int64 *number)
{
	for (int round = 0; round < source->rounds; round++)
	{
		int64		pivot;
		int64		partner;
		int64		larger;
		int			bit;
		const uint8 *word;

		if (!source->pivot(state, round, count, &pivot))
			return false;
		partner = pivot - *number + (pivot < *number ? count : 0);
		larger = Max(*number, partner);
		word = source->word(state, round, larger / SHUFFLE_WORD_BITS);
		if (word == NULL)
			return false;
		bit = larger % SHUFFLE_WORD_BITS;
		if (word[bit / BITS_PER_BYTE] >> (bit % BITS_PER_BYTE) & 1)
			*number = partner;
	}
	return true;
}

#endif							/* SHUFFLE_H */
