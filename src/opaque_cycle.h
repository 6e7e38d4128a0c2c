/*
 * opaque_cycle.h
 *		The places of the blocks in one cycle of opaque keys: a permutation that
 *		nobody can distinguish from a random one without the server's nonce and
 *		the label.
 *
 * Each cycle has its own key, and therefore its own permutation:
 *
 *		key = HMAC-SHA-256(nonce, "sequential_uuids opaque 2" | database |
 *						   size | count | cycle | label)
 *
 * Numbers are big-endian, two's complement: the database's oid has 4 bytes, the
 * others 8.  Places come from 640 rounds of swap-or-not (shuffle.h) with
 *
 *		pivot of round i = first 16 bytes of SHA-256(key | 0x00 | i) mod count
 *		word m of round i = SHA-256(key | 0x01 | i | m)
 *
 * where i has 2 bytes and m has 8.
 *
 * Guarantees: an adversary who knows half of 65,536 places, queried in both
 * directions as they like, can distinguish the rest from random places with an
 * advantage of at most 2^-49 (doc/dev/internals.md has the bound for others).  Any
 * way to distinguish SHA-256 under a secret key from a random function would add to
 * this; none is known.  The places of one cycle reveal as little of those of another
 * cycle, label, database or server, or of those under other parameters.
 *
 * Limitations: nothing is proven from 0.86 N of N known places on.  The hashes are
 * PostgreSQL's; if one fails, so does each function here.  Nothing else depends on a
 * running server.  Include c.h before this file.
 */
#ifndef OPAQUE_CYCLE_H
#define OPAQUE_CYCLE_H

#include "common/cryptohash.h"
#include "common/hmac.h"
#include "common/sha2.h"
#include "port/pg_bswap.h"

#include "shuffle.h"

/* That of a later version must not start with this one. */
#define OPAQUE_TAG			"sequential_uuids opaque 2"
#define OPAQUE_NONCE_BYTES	32

/* What the key of a cycle depends on, besides the nonce. */
typedef struct OpaqueCycle
{
	uint32		database;		/* its oid */
	int64		size;			/* microseconds in an interval */
	int64		count;			/* intervals in a cycle */
	int64		number;			/* of the cycle; the first one of 1970 is 0 */
	const char *label;
	size_t		label_length;
} OpaqueCycle;

/* The state of opaque_source. */
typedef struct OpaqueRounds
{
	pg_cryptohash_ctx *context; /* of PG_SHA256 */
	/* The cycle's key, and room for purpose, round and index. */
	uint8		message[PG_SHA256_DIGEST_LENGTH + 1 + 2 + 8];
	uint8		digest[PG_SHA256_DIGEST_LENGTH];
} OpaqueRounds;

/* a / b, rounded down; b is positive. */
static inline int64
floor_division(int64 a, int64 b)
{
	return a / b - (a % b < 0);
}

/* Derive the key of a cycle.  "context" is of PG_SHA256. */
static inline bool
opaque_cycle_key(const OpaqueCycle *cycle, pg_hmac_ctx *context,
				 const uint8 nonce[OPAQUE_NONCE_BYTES], uint8 key[PG_SHA256_DIGEST_LENGTH])
{
	uint32		database = pg_hton32(cycle->database);
	uint64		numbers[] = {
		pg_hton64((uint64) cycle->size), pg_hton64((uint64) cycle->count), pg_hton64((uint64) cycle->number)
	};

	return pg_hmac_init(context, nonce, OPAQUE_NONCE_BYTES) == 0 &&
		pg_hmac_update(context, (const uint8 *) OPAQUE_TAG, sizeof(OPAQUE_TAG) - 1) == 0 &&
		pg_hmac_update(context, (const uint8 *) &database, sizeof(database)) == 0 &&
		pg_hmac_update(context, (const uint8 *) numbers, sizeof(numbers)) == 0 &&
		pg_hmac_update(context, (const uint8 *) cycle->label, cycle->label_length) == 0 &&
		pg_hmac_final(context, key, PG_SHA256_DIGEST_LENGTH) == 0;
}

/* Hash the key and, behind it, the first "length" bytes of purpose, round and index. */
static inline const uint8 *
opaque_round_hash(OpaqueRounds *rounds, uint8 purpose, int round, int64 index, size_t length)
{
	uint8	   *tail = rounds->message + PG_SHA256_DIGEST_LENGTH;
	uint16		round_bytes = pg_hton16((uint16) round);
	uint64		index_bytes = pg_hton64((uint64) index);

	tail[0] = purpose;
	memcpy(tail + 1, &round_bytes, sizeof(round_bytes));
	memcpy(tail + 3, &index_bytes, sizeof(index_bytes));
	if (pg_cryptohash_init(rounds->context) != 0 ||
		pg_cryptohash_update(rounds->context, rounds->message, PG_SHA256_DIGEST_LENGTH + length) != 0 ||
		pg_cryptohash_final(rounds->context, rounds->digest, PG_SHA256_DIGEST_LENGTH) != 0)
		return NULL;
	return rounds->digest;
}

static bool
opaque_pivot(void *rounds, int round, int64 count, int64 *pivot)
{
	const uint8 *digest = opaque_round_hash(rounds, 0, round, 0, 1 + 2);
	uint64		rest = 0;

	if (digest == NULL)
		return false;
	/* Two bytes at a time never overflow, since the count is at most 2^48. */
	for (int i = 0; i < 16; i += 2)
		rest = (rest << 16 | digest[i] << 8 | digest[i + 1]) % count;
	*pivot = (int64) rest;
	return true;
}

static const uint8 *
opaque_word(void *rounds, int round, int64 index)
{
	return opaque_round_hash(rounds, 1, round, index, 1 + 2 + 8);
}

static const ShuffleSource opaque_source = {
	.rounds = 640,
	.pivot = opaque_pivot,
	.word = opaque_word
};

/* Replace a block of a cycle with its place.  "context" is of PG_SHA256. */
static inline bool
opaque_move(const uint8 key[PG_SHA256_DIGEST_LENGTH], pg_cryptohash_ctx *context,
			int64 count, int64 *block)
{
	OpaqueRounds rounds = {.context = context};
	bool		done;

	memcpy(rounds.message, key, PG_SHA256_DIGEST_LENGTH);
	done = shuffle_move(&opaque_source, &rounds, count, block);
	explicit_bzero(&rounds, sizeof(rounds));
	return done;
}

#endif							/* OPAQUE_CYCLE_H */
