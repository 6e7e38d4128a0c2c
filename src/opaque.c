/*
 * opaque.c
 *		Opaque keys: UUIDs whose prefix is the place of the present block, in a
 *		permutation of the blocks that follows from the server's own root.
 *
 * The root is the 32 random bytes that initdb puts into pg_control.  With a label,
 * they give each cycle another permutation (opaque_cycle.h).  Rows of one block
 * still share a prefix, and therefore a few leaf pages.
 *
 * Guarantees: a call reads no table, takes no lock, and works the same on a hot
 * standby.  No message shows the root or what is derived from it.
 *
 * Limitations: doc/security.md says what a prefix hides, and from whom.
 */
#include "postgres.h"

#include "access/xlog.h"
#include "catalog/pg_control.h"
#include "common/hashfn.h"
#include "common/pg_prng.h"
#include "fmgr.h"
#include "miscadmin.h"

#include "generate.h"
#include "opaque_cycle.h"
#include "parameters.h"

#define MAX_LABEL			63	/* bytes */

/*
 * A session remembers blocks, for tables that it writes to in turn, each with its own
 * label: a new one takes thousands of times as long.  They are in sets, by the hash of
 * the label, so that a call compares at most one set.  128 kB in all, of which a process
 * gets the pages that it uses.
 */
#define BLOCK_SETS			128
#define BLOCKS_OF_SET		8

StaticAssertDecl(OPAQUE_NONCE_BYTES == MOCK_AUTH_NONCE_LEN,
				 "the nonce is as long as the construction says");

typedef struct RememberedBlock
{
	UuidBlock	block;			/* with its place as the prefix */
	size_t		label_length;
	char		label[MAX_LABEL];
} RememberedBlock;

/* Those of zeros contain nothing. */
static RememberedBlock blocks[BLOCK_SETS][BLOCKS_OF_SET];

PGDLLEXPORT PG_FUNCTION_INFO_V1(uuid_opaque_nextval);

/* The place of a block in a cycle. */
static int64
opaque_place(const OpaqueCycle *cycle, int64 block)
{
	static const uint8 zeros[MOCK_AUTH_NONCE_LEN];
	const uint8 *nonce = (const uint8 *) GetMockAuthenticationNonce();
	pg_hmac_ctx *hmac;
	pg_cryptohash_ctx *hash;
	uint8		key[PG_SHA256_DIGEST_LENGTH];
	bool		has_key,
				is_moved;

	if (memcmp(nonce, zeros, sizeof(zeros)) == 0)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("server has no random bytes to derive opaque keys from"),
				 errdetail("The bytes that initdb put into the control file are zeros, "
						   "as after pg_resetwal with a control file that was empty or of another version. "
						   "Move all databases into a new cluster with pg_dump.")));

	hmac = pg_hmac_create(PG_SHA256);
	hash = pg_cryptohash_create(PG_SHA256);
	/* They take NULL for a context that could not be created. */
	has_key = opaque_cycle_key(cycle, hmac, nonce, key);
	is_moved = has_key && opaque_move(key, hash, cycle->count, &block);
	explicit_bzero(key, sizeof(key));
	if (!has_key)
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("could not compute HMAC: %s", pg_hmac_error(hmac))));
	if (!is_moved)
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("could not compute SHA-256 hash: %s", pg_cryptohash_error(hash))));
	pg_hmac_free(hmac);
	pg_cryptohash_free(hash);
	return block;
}

/* Remember the block of a time; on an error, what was remembered before. */
static void
remember_block(RememberedBlock *remembered, const text *label, int64 at,
			   const IntervalParameters *interval)
{
	UuidBlock	block;
	OpaqueCycle cycle = {
		.database = MyDatabaseId,
		.size = interval->size,
		.count = interval->count,
		.number = floor_division(floor_division(at, interval->size), interval->count),
		.label = VARDATA_ANY(label),
		.label_length = VARSIZE_ANY_EXHDR(label)
	};

	if (cycle.label_length < 1 || cycle.label_length > MAX_LABEL)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid value for parameter \"%s\": %zu bytes", "label", cycle.label_length),
				 errdetail("Valid values have 1 to %d bytes.", MAX_LABEL)));

	uuid_block_locate(&block, at, TIME_ORIGIN, interval->size, interval->count);
	block.prefix = uuid_prefix_place(opaque_place(&cycle, block.number),
									 uuid_prefix_bits(interval->count));
	explicit_bzero(remembered, sizeof(*remembered));
	remembered->block = block;
	memcpy(remembered->label, cycle.label, cycle.label_length);
	remembered->label_length = cycle.label_length;
}

static pg_attribute_always_inline bool
contains(const RememberedBlock *remembered, const text *label, int64 at,
		 const IntervalParameters *interval)
{
	size_t		length = VARSIZE_ANY_EXHDR(label);

	return uuid_block_contains(&remembered->block, at, interval->size, interval->count) &&
		remembered->label_length == length &&
		memcmp(remembered->label, VARDATA_ANY(label), length) == 0;
}

/*
 * The block of a time and label, of those that this session remembers or a new one.
 * The new one replaces one that is over, or else any of its set: if that were the
 * oldest, labels in turn would replace each other without end.
 */
static RememberedBlock *
find_block(const text *label, int64 at, const IntervalParameters *interval)
{
	uint32		hash = hash_bytes((const unsigned char *) VARDATA_ANY(label), VARSIZE_ANY_EXHDR(label));
	RememberedBlock *set = blocks[hash % BLOCK_SETS];
	RememberedBlock *replaced = NULL;

	for (int i = 0; i < BLOCKS_OF_SET; i++)
	{
		const UuidBlock *block = &set[i].block;

		if (contains(&set[i], label, at, interval))
			return &set[i];
		if (!uuid_block_contains(block, at, block->size, block->count))
			replaced = &set[i];
	}

	if (replaced == NULL)
		replaced = &set[pg_prng_uint32(&pg_global_prng_state) % BLOCKS_OF_SET];
	remember_block(replaced, label, at, interval);
	return replaced;
}

Datum
uuid_opaque_nextval(PG_FUNCTION_ARGS)
{
	static const RememberedBlock *last = blocks[0];
	const text *label = PG_GETARG_TEXT_PP(0);
	const IntervalParameters *interval = interval_parameters(PG_GETARG_INTERVAL_P(1), PG_GETARG_INTERVAL_P(2));
	int32		version = PG_GETARG_INT32(3);
	TimestampTz now = GetCurrentTimestamp();
	int64		at = unix_microseconds(now);

	check_version(version);

	if (unlikely(!contains(last, label, at, interval)))
		last = find_block(label, at, interval);
	return generate_in_block(&last->block, version, now);
}
