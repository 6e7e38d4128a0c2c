/*
 * opaque_cycle.c
 *		The places of the blocks in one cycle of opaque keys.  See
 *		opaque_cycle.h for the construction.
 */
#include "c.h"

#include "port/pg_bswap.h"

#include "opaque_cycle.h"

static const char label[] = "sequential_uuids opaque 1";

enum
{
	HASH_PIVOT = 0,
	HASH_WORD = 1
};

static bool
sha256(pg_cryptohash_ctx *context, const uint8 *data, size_t length,
	   uint8 digest[PG_SHA256_DIGEST_LENGTH])
{
	return pg_cryptohash_init(context) == 0 &&
		pg_cryptohash_update(context, data, length) == 0 &&
		pg_cryptohash_final(context, digest, PG_SHA256_DIGEST_LENGTH) == 0;
}

/* Append bytes to a message, and return its new end. */
static inline uint8 *
append(uint8 *end, const void *bytes, size_t length)
{
	memcpy(end, bytes, length);
	return end + length;
}

static inline uint8 *
append_int64(uint8 *end, int64 value)
{
	uint64		bytes = pg_hton64((uint64) value);

	return append(end, &bytes, sizeof(bytes));
}

/* SHA-256 of the cycle's key, the purpose, the round and, for a word, its index. */
static bool
round_hash(const OpaqueHash *hash, uint8 purpose, int round, int64 index,
		   uint8 digest[PG_SHA256_DIGEST_LENGTH])
{
	uint8		message[PG_SHA256_DIGEST_LENGTH + 1 + 2 + 8];
	uint16		number = pg_hton16((uint16) round);
	uint8	   *end = message;

	end = append(end, hash->key, PG_SHA256_DIGEST_LENGTH);
	*end++ = purpose;
	end = append(end, &number, sizeof(number));
	if (purpose == HASH_WORD)
		end = append_int64(end, index);
	return sha256(hash->context, message, end - message, digest);
}

/* The functions of a ShuffleSource; "state" is an OpaqueHash. */
bool
opaque_pivot(void *state, int round, int64 count, int64 *pivot)
{
	uint8		digest[PG_SHA256_DIGEST_LENGTH];

	if (!round_hash(state, HASH_PIVOT, round, 0, digest))
		return false;
	*pivot = shuffle_modulo(digest, count);
	return true;
}

bool
opaque_word(void *state, int round, int64 index,
			uint8 word[SHUFFLE_WORD_BYTES])
{
	return round_hash(state, HASH_WORD, round, index, word);
}

/*
 * Derive the key of a cycle, with intervals of "size" microseconds, and its
 * pivots.  "source" has OPAQUE_ROUNDS rounds and the two functions above.
 */
bool
opaque_cycle_init(OpaqueCycle *cycle, const ShuffleSource *source,
				  pg_cryptohash_ctx *context,
				  const uint8 secret[OPAQUE_SECRET_BYTES],
				  int64 size, int64 count, int64 number)
{
	uint8		message[sizeof(label) - 1 + OPAQUE_SECRET_BYTES + 3 * 8];
	OpaqueHash	hash = {context, cycle->key};
	uint8	   *end = message;
	bool		done;

	end = append(end, label, sizeof(label) - 1);
	end = append(end, secret, OPAQUE_SECRET_BYTES);
	end = append_int64(end, size);
	end = append_int64(end, count);
	end = append_int64(end, number);

	cycle->size = size;
	cycle->count = count;
	cycle->number = number;
	done = sha256(context, message, end - message, cycle->key) &&
		shuffle_init(&cycle->shuffle, source, &hash, count);
	explicit_bzero(message, sizeof(message));
	return done;
}

/* Replace blocks with their places, or places with their blocks; see shuffle_move(). */
bool
opaque_cycle_move(const OpaqueCycle *cycle, pg_cryptohash_ctx *context,
				  ShuffleDirection direction, int64 *numbers, int64 n,
				  ShuffleWord *words, int64 n_words)
{
	OpaqueHash	hash = {context, cycle->key};

	return shuffle_move(&cycle->shuffle, &hash, direction, numbers, n, words,
						n_words);
}
