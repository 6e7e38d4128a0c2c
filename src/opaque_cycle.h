/*
 * opaque_cycle.h
 *		The places of the blocks in one cycle of opaque keys: a permutation that
 *		nobody can distinguish from a random one without the secret.
 *
 * Each cycle has its own key, and therefore its own permutation:
 *
 *		key = SHA-256("sequential_uuids opaque 1" | secret | size | count | cycle)
 *
 * Numbers are 8 bytes, big-endian, two's complement.  Places come from 640
 * rounds of swap-or-not (shuffle.h) with
 *
 *		pivot of round i = first 16 bytes of SHA-256(key | 0x00 | i) mod count
 *		word m of round i = SHA-256(key | 0x01 | i | m)
 *
 * where i has 2 bytes and m has 8.
 *
 * Guarantees: the bounds of the paper cited in shuffle.h.  Let an adversary know
 * q of N places, queried in both directions as they like.  After r rounds, their
 * advantage in distinguishing the rest from random places is at most
 * 8 N^1.5 / (r + 4) * ((q + N) / 2N)^(r/4 + 1): 2^-49 if half of 65,536 blocks
 * are known, 2^-68 if an eighth of 2^48 are.  Any way to distinguish SHA-256
 * under a secret key from a random function would add to this; none is known.
 * The places of one cycle reveal as little of those of another cycle, or of
 * those under other parameters.
 *
 * Limitations: nothing is proven beyond about 0.7 N known places.  The hash is
 * PostgreSQL's; if it fails, so does each function here.  Nothing else depends
 * on a running server.  Include c.h before this file.
 */
#ifndef OPAQUE_CYCLE_H
#define OPAQUE_CYCLE_H

#include "common/cryptohash.h"
#include "common/sha2.h"

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

/* What each hash needs; the "state" of the shuffle. */
typedef struct OpaqueHash
{
	pg_cryptohash_ctx *context; /* of PG_SHA256 */
	const uint8 *key;
} OpaqueHash;

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

/* a / b, rounded down; b is positive. */
static inline int64
floor_division(int64 a, int64 b)
{
	return a / b - (a % b < 0);
}

#endif							/* OPAQUE_CYCLE_H */
