/*
 * opaque_cycle.h
 *		The places of the blocks in one cycle of opaque keys: a permutation that
 *		nobody can tell from a random one without the secret.
 *
 * A cycle has a key of its own, and with it a permutation of its own:
 *
 *		key = SHA-256("sequential_uuids opaque 1" | secret | size | count | cycle)
 *
 * with the numbers in 8 bytes, big-endian, two's complement.  Places come from
 * 640 rounds of swap-or-not (shuffle.h) with
 *
 *		pivot of round i = first 16 bytes of SHA-256(key | 0x00 | i) mod count
 *		word m of round i = SHA-256(key | 0x01 | i | m)
 *
 * where i has 2 bytes and m has 8.
 *
 * Guarantees: the bounds of the paper that shuffle.h names.  An adversary who
 * knows q of N places, chosen in both directions as they like, tells the rest
 * from random ones with an advantage of at most
 * 8 N^1.5 / (r + 4) * ((q + N) / 2N)^(r/4 + 1) after r rounds: 2^-49 for 65,536
 * blocks of which half are known, 2^-68 for 2^48 of which an eighth are; to that
 * comes what tells SHA-256 under a secret key from a random function, of which
 * nothing is known.  A cycle's places tell as little of another's, and of those
 * under other parameters.
 *
 * Limitations: beyond some 0.7 N known places nothing is proven.  The hash is
 * PostgreSQL's; where it fails, so does each function here.  Nothing else
 * depends on a running server; c.h comes before this file.
 */
#ifndef OPAQUE_CYCLE_H
#define OPAQUE_CYCLE_H

#include "common/cryptohash.h"
#include "common/sha2.h"

#include "compat.h"
#include "shuffle.h"

#define OPAQUE_SECRET_BYTES 32
#define OPAQUE_ROUNDS		640

typedef struct OpaqueCycle
{
	int64		size;			/* the parameters of opaque_cycle_init() */
	int64		count;
	int64		number;
	uint8		key[PG_SHA256_DIGEST_LENGTH];
	Shuffle		shuffle;
} OpaqueCycle;

/* What the hashes of a call are computed with; the state of the shuffle. */
typedef struct OpaqueHash
{
	pg_cryptohash_ctx *context; /* of PG_SHA256 */
	const uint8 *key;
} OpaqueHash;

HIDDEN_BEGIN
extern bool opaque_pivot(void *state, int round, int64 count, int64 *pivot);
extern bool opaque_word(void *state, int round, int64 index,
						uint8 word[SHUFFLE_WORD_BYTES]);

extern bool opaque_cycle_init(OpaqueCycle *cycle, const ShuffleSource *source,
							  pg_cryptohash_ctx *context,
							  const uint8 secret[OPAQUE_SECRET_BYTES],
							  int64 size, int64 count, int64 number);
extern bool opaque_cycle_move(const OpaqueCycle *cycle,
							  pg_cryptohash_ctx *context,
							  ShuffleDirection direction,
							  int64 *numbers, int64 n,
							  ShuffleWord *words, int64 n_words);
HIDDEN_END

/* Rounded down; b is above 0. */
static inline int64
floor_division(int64 a, int64 b)
{
	return a / b - (a % b < 0);
}

#endif							/* OPAQUE_CYCLE_H */
