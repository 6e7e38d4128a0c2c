/*
 * shuffle.c
 *		Swap-or-not.  See shuffle.h for the guarantees.
 */
#include "c.h"

#include "shuffle.h"

/* Prepare the shuffle of "count" numbers. */
bool
shuffle_init(Shuffle *shuffle, const ShuffleSource *source, void *state,
			 int64 count)
{
	shuffle->source = source;
	shuffle->count = count;
	for (int round = 0; round < source->rounds; round++)
	{
		if (!source->pivot(state, round, count, &shuffle->pivots[round]))
			return false;
	}
	return true;
}

/*
 * How many words to keep for n numbers, a power of two.  With that many, a round
 * computes no word twice or, for few numbers, no more words than numbers.
 */
int64
shuffle_words(int64 count, int64 n)
{
	int64		most = Min(n, (count - 1) / SHUFFLE_WORD_BITS + 1);
	int64		words = 1;

	while (words < most)
		words *= 2;
	return words;
}

/*
 * Replace n numbers with their places, or places with their numbers.  "words"
 * has room for n_words, a power of two.
 */
bool
shuffle_move(const Shuffle *shuffle, void *state, ShuffleDirection direction,
			 int64 *numbers, int64 n, ShuffleWord *words, int64 n_words)
{
	int			rounds = shuffle->source->rounds;

	for (int64 i = 0; i < n_words; i++)
		words[i].round = -1;

	for (int i = 0; i < rounds; i++)
	{
		int			round = direction == SHUFFLE_FORWARD ? i : rounds - 1 - i;
		int64		pivot = shuffle->pivots[round];

		for (int64 j = 0; j < n; j++)
		{
			int64		partner = pivot - numbers[j];
			uint64		larger;
			int64		index;
			int			bit;
			int64		swap;
			ShuffleWord *word;

			if (partner < 0)
				partner += shuffle->count;
			larger = Max(numbers[j], partner);
			index = larger / SHUFFLE_WORD_BITS;
			bit = larger % SHUFFLE_WORD_BITS;
			word = &words[index & (n_words - 1)];

			if (unlikely(word->round != round || word->index != index))
			{
				word->round = round;
				word->index = index;
				if (!shuffle->source->word(state, round, index, word->bytes))
					return false;
			}
			/* No branch, which would be mispredicted half the time. */
			swap = -(int64) (word->bytes[bit / BITS_PER_BYTE] >> (bit % BITS_PER_BYTE) & 1);
			numbers[j] ^= (numbers[j] ^ partner) & swap;
		}
	}
	return true;
}
