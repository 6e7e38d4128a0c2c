/*
 * opaque.c
 *		Opaque keys: generate and decode UUIDs whose prefix is the secret place of
 *		a block.
 *
 * As with uuid_interval_nextval(), rows of one block share a prefix, and
 * therefore a few leaf pages.  But a permutation decides where these pages lie.
 * It differs in each cycle, and only those who have the secret know it.
 *
 * Guarantees: without the secret, a prefix is unpredictable until something
 * reveals the time of its block.  None of our functions or messages shows a
 * secret, nor does a plan.  Functions that reveal more than the place of the
 * current block need to be granted.
 *
 * Limitations: anyone who knows when one row of a block was generated can date
 * the other rows of that block.  Equal prefixes suggest that rows were created
 * together.  A place takes 640 hashes, so a new block costs some tenths of a
 * millisecond.
 *
 * A session remembers the place of the current block for each secret and its
 * parameters, and the pivots of the cycles used last; see secrets.h for when it
 * forgets them.
 */
#include "postgres.h"

#include "access/xact.h"
#include "common/int.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/hsearch.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

#include "decoding.h"
#include "generate.h"
#include "opaque_cycle.h"
#include "parameters.h"
#include "secrets.h"

/* The most hashes that uuid_opaque_ranges() computes; they take up to a minute. */
#define MAX_HASHES			(INT64CONST(1) << 24)

/* How many cycles to remember, and up to which size with all places: 4 MB. */
#define REMEMBERED_CYCLES	4
#define MAX_TABLE_BLOCKS	(INT64CONST(1) << 20)

/* How many current blocks to remember, each of a secret with its parameters. */
#define REMEMBERED_BLOCKS	1024

/* Results of moving blocks to places in a cycle, or places to blocks. */
typedef struct Moves
{
	TimestampTz statement;		/* the start of the last one that moved many */
	int64		calls;			/* in it, of move_number() */
	int64		last;			/* the last number, and what it became */
	int64		last_result;
	int32	   *table;			/* what all numbers become, or NULL */
} Moves;

typedef struct RememberedCycle
{
	uint64		version;		/* secrets_version(); 0 if there is none */
	uint64		last_use;
	SecretName	secret;
	OpaqueCycle cycle;
	Moves		moves[2];		/* by ShuffleDirection */
} RememberedCycle;

/* The first three fields are the hash key, without padding. */
typedef struct RememberedBlock
{
	SecretName	secret;
	int64		size;
	int64		count;
	uint64		version;		/* secrets_version(); 0 if there is none */
	UuidBlock	block;			/* with the place as its prefix */
} RememberedBlock;

#define REMEMBERED_BLOCK_KEY offsetof(RememberedBlock, version)
StaticAssertDecl(REMEMBERED_BLOCK_KEY == sizeof(SecretName) + 2 * sizeof(int64),
				 "the key of a remembered block has padding");

PG_FUNCTION_INFO_V1(uuid_opaque_nextval);
PG_FUNCTION_INFO_V1(uuid_opaque_at);
PG_FUNCTION_INFO_V1(uuid_opaque_window);
PG_FUNCTION_INFO_V1(uuid_opaque_ranges);

static bool
interruptible_word(void *state, int round, int64 index,
				   uint8 word[SHUFFLE_WORD_BYTES])
{
	CHECK_FOR_INTERRUPTS();
	return opaque_word(state, round, index, word);
}

static const ShuffleSource interruptible_source = {
	.rounds = OPAQUE_ROUNDS,
	.pivot = opaque_pivot,
	.word = interruptible_word
};

pg_noreturn static void
report_hash(pg_cryptohash_ctx *context)
{
	ereport(ERROR,
			(errcode(ERRCODE_INTERNAL_ERROR),
			 errmsg("could not compute SHA-256 hash: %s",
					pg_cryptohash_error(context))));
}

static pg_cryptohash_ctx *
create_hash(void)
{
	pg_cryptohash_ctx *context = pg_cryptohash_create(PG_SHA256);

	if (context == NULL)
		report_hash(context);
	return context;
}

/* Replace blocks of a cycle with their places, or places with their blocks. */
static void
move_numbers(const OpaqueCycle *cycle, ShuffleDirection direction,
			 int64 *numbers, int64 n)
{
	int64		n_words = shuffle_words(cycle->count, n);
	ShuffleWord *words = palloc(n_words * sizeof(ShuffleWord));
	pg_cryptohash_ctx *context = create_hash();

	if (!opaque_cycle_move(cycle, context, direction, numbers, n, words, n_words))
		report_hash(context);
	pg_cryptohash_free(context);
	pfree(words);
}

/* Move all numbers of a cycle. */
static int32 *
make_table(const OpaqueCycle *cycle, ShuffleDirection direction)
{
	int64	   *numbers = palloc(cycle->count * sizeof(int64));
	int32	   *table;

	for (int64 i = 0; i < cycle->count; i++)
		numbers[i] = i;
	move_numbers(cycle, direction, numbers, cycle->count);
	table = MemoryContextAlloc(TopMemoryContext, cycle->count * sizeof(int32));
	for (int64 i = 0; i < cycle->count; i++)
		table[i] = (int32) numbers[i];
	pfree(numbers);
	return table;
}

/*
 * The place of a block, or the block of a place.  Set "many" in functions that
 * are called for many rows.  Moving all numbers of a cycle at once takes as many
 * hashes as moving 1/256 of them one by one.  So after that many, a statement
 * computes a table of all; statements that move a few never wait for one.
 */
static int64
move_number(RememberedCycle *remembered, ShuffleDirection direction,
			int64 number, bool many)
{
	Moves	   *moves = &remembered->moves[direction];
	int64		count = remembered->cycle.count;
	int64		result = number;

	if (moves->table != NULL)
		return moves->table[number];
	if (moves->last == number)
		return moves->last_result;
	if (many && count <= MAX_TABLE_BLOCKS)
	{
		TimestampTz statement = GetCurrentStatementStartTimestamp();

		if (moves->statement != statement)
		{
			moves->statement = statement;
			moves->calls = 0;
		}
		if (moves->calls++ >= count / SHUFFLE_WORD_BITS)
		{
			moves->table = make_table(&remembered->cycle, direction);
			return moves->table[number];
		}
	}
	move_numbers(&remembered->cycle, direction, &result, 1);
	moves->last = number;
	moves->last_result = result;
	return result;
}

static void
forget_cycle(RememberedCycle *remembered)
{
	remembered->version = 0;
	for (int i = SHUFFLE_FORWARD; i <= SHUFFLE_INVERSE; i++)
	{
		if (remembered->moves[i].table != NULL)
			pfree(remembered->moves[i].table);
		remembered->moves[i] = (Moves) {.last = -1};
	}
}

/* The cycle with this number and its pivots; valid until the next call. */
static RememberedCycle *
opaque_cycle(Oid function, const SecretName *secret,
			 const IntervalParameters *interval, int64 number)
{
	static RememberedCycle cycles[REMEMBERED_CYCLES];
	static uint64 uses = 0;
	uint64		version = secrets_version();
	RememberedCycle *oldest = &cycles[0];
	const uint8 *bytes;
	pg_cryptohash_ctx *context;

	uses++;
	for (int i = 0; i < REMEMBERED_CYCLES; i++)
	{
		RememberedCycle *remembered = &cycles[i];

		if (remembered->version == version &&
			remembered->cycle.size == interval->size &&
			remembered->cycle.count == interval->count &&
			remembered->cycle.number == number &&
			memcmp(&remembered->secret, secret, sizeof(SecretName)) == 0)
		{
			remembered->last_use = uses;
			return remembered;
		}
		if (remembered->last_use < oldest->last_use)
			oldest = remembered;
	}

	forget_cycle(oldest);
	bytes = secret_read(function, secret);
	context = create_hash();
	if (!opaque_cycle_init(&oldest->cycle, &interruptible_source, context, bytes,
						   interval->size, interval->count, number))
		report_hash(context);
	pg_cryptohash_free(context);
	oldest->secret = *secret;
	oldest->last_use = uses;
	oldest->version = version;
	return oldest;
}

/* The block of a time in Unix microseconds, with its place as the prefix. */
static UuidBlock
block_with_place(Oid function, const SecretName *secret,
				 const IntervalParameters *interval, int64 at, bool many)
{
	int64		number = floor_division(floor_division(at, interval->size),
										interval->count);
	RememberedCycle *cycle = opaque_cycle(function, secret, interval, number);
	UuidBlock	block;

	uuid_block_locate(&block, at, TIME_ORIGIN, interval->size, interval->count);
	block.prefix = uuid_prefix_place(move_number(cycle, SHUFFLE_FORWARD,
												 block.number, many),
									 uuid_prefix_bits(interval->count));
	return block;
}

static pg_attribute_always_inline bool
is_present(const RememberedBlock *remembered, const text *secret, int64 at,
		   const IntervalParameters *interval, uint64 version)
{
	return uuid_block_contains(&remembered->block, at, interval->size, interval->count) &&
		remembered->version == version &&
		is_same_secret_name(&remembered->secret, secret);
}

/* The current block, either remembered or computed and then remembered. */
static const RememberedBlock *
present_block(Oid function, const text *secret, int64 at,
			  const IntervalParameters *interval, uint64 version)
{
	static HTAB *blocks = NULL;
	RememberedBlock block = {
		.secret = secret_name(secret, true),
		.size = interval->size,
		.count = interval->count
	};
	RememberedBlock *remembered;

	if (blocks != NULL && hash_get_num_entries(blocks) >= REMEMBERED_BLOCKS)
	{
		hash_destroy(blocks);
		blocks = NULL;
	}
	if (blocks == NULL)
	{
		HASHCTL		layout = {.keysize = REMEMBERED_BLOCK_KEY,.entrysize = sizeof(RememberedBlock)};

		blocks = hash_create("sequential_uuids opaque blocks", 16, &layout,
							 HASH_ELEM | HASH_BLOBS);
	}

	remembered = hash_search(blocks, &block, HASH_FIND, NULL);
	if (remembered != NULL && remembered->version == version &&
		uuid_block_contains(&remembered->block, at, interval->size, interval->count))
		return remembered;

	block.block = block_with_place(function, &block.secret, interval, at, false);
	block.version = version;
	remembered = hash_search(blocks, &block, HASH_ENTER, NULL);
	*remembered = block;
	return remembered;
}

/*
 * uuid_opaque_nextval(secret text, interval_length interval, cycle interval,
 *					   version int)
 */
Datum
uuid_opaque_nextval(PG_FUNCTION_ARGS)
{
	static RememberedBlock last;
	const text *secret = PG_GETARG_TEXT_PP(0);
	const IntervalParameters *interval =
		interval_parameters(PG_GETARG_INTERVAL_P(1), PG_GETARG_INTERVAL_P(2));
	int32		version = PG_GETARG_INT32(3);
	TimestampTz now = GetCurrentTimestamp();
	int64		at = unix_microseconds(now);
	uint64		secrets = secrets_version();

	check_version(version);

	if (unlikely(!is_present(&last, secret, at, interval, secrets)))
	{
		last = *present_block(fcinfo->flinfo->fn_oid, secret, at, interval, secrets);
		/* Reading the secret may have waited for a lock; random bits age. */
		now = coarse_timestamp();
	}
	return generate_in_block(&last.block, version, now);
}

/*
 * uuid_opaque_at(secret text, at timestamptz, interval_length interval,
 *				  cycle interval, version int)
 *
 * Generate a UUID as uuid_opaque_nextval() does at this time.
 */
Datum
uuid_opaque_at(PG_FUNCTION_ARGS)
{
	static RememberedBlock last;
	const text *secret = PG_GETARG_TEXT_PP(0);
	int64		at = unix_microseconds(PG_GETARG_TIMESTAMPTZ(1));
	const IntervalParameters *interval =
		interval_parameters(PG_GETARG_INTERVAL_P(2), PG_GETARG_INTERVAL_P(3));
	int32		version = PG_GETARG_INT32(4);
	uint64		secrets = secrets_version();

	check_version(version);

	if (unlikely(!is_present(&last, secret, at, interval, secrets)))
	{
		SecretName	name = secret_name(secret, true);

		last.block = block_with_place(fcinfo->flinfo->fn_oid, &name, interval, at, true);
		last.secret = name;
		last.version = secrets;
	}
	return generate_in_block(&last.block, version, coarse_timestamp());
}

/*
 * uuid_opaque_window(secret text, id uuid, not_after timestamptz,
 *					  interval_length interval, cycle interval)
 *
 * The latest interval, not after a time, in which the UUID can have been
 * generated.  It is in the cycle of that time or, if the block comes later in
 * that cycle, in the previous one.  NULL if the UUID carries no place, or if the
 * interval lies before the earliest timestamp.
 */
Datum
uuid_opaque_window(PG_FUNCTION_ARGS)
{
	SecretName	secret;
	pg_uuid_t  *id = PG_GETARG_UUID_P(1);
	int64		not_after = unix_microseconds(PG_GETARG_TIMESTAMPTZ(2));
	const IntervalParameters *interval =
		interval_parameters(PG_GETARG_INTERVAL_P(3), PG_GETARG_INTERVAL_P(4));
	int64		last = floor_division(not_after, interval->size);
	int64		cycle = floor_division(last, interval->count);
	int64		place;
	int64		block;
	int64		start;

	secret = secret_name(PG_GETARG_TEXT_PP(0), true);
	place = uuid_prefix_read(uuid_load_high(id->data),
							 uuid_prefix_bits(interval->count));
	if (place >= interval->count)
		PG_RETURN_NULL();

	block = move_number(opaque_cycle(fcinfo->flinfo->fn_oid, &secret, interval, cycle),
						SHUFFLE_INVERSE, place, true);
	if (block > last - cycle * interval->count)
	{
		cycle--;
		block = move_number(opaque_cycle(fcinfo->flinfo->fn_oid, &secret, interval, cycle),
							SHUFFLE_INVERSE, place, true);
	}

	/* The number of the block always fits, its start time may not. */
	if (pg_mul_s64_overflow(cycle * interval->count + block, interval->size, &start))
		PG_RETURN_NULL();
	return interval_window(fcinfo, start, interval->size);
}

/* The blocks of a cycle from "first" to "last". */
typedef struct CyclePart
{
	int64		cycle;
	int64		first;
	int64		last;
} CyclePart;

/* The most hashes that the places of a part take, including pivots. */
static int64
part_hashes(const CyclePart *part, int64 count)
{
	int64		words = Min(part->last - part->first + 1,
							(count - 1) / SHUFFLE_WORD_BITS + 1);

	return (1 + words) * OPAQUE_ROUNDS;
}

static int
compare_places(const void *a, const void *b)
{
	int64		first = *(const int64 *) a;
	int64		second = *(const int64 *) b;

	return (first > second) - (first < second);
}

/* Add the range of keys of the places from "first" to "last" to the result. */
static void
put_range(ReturnSetInfo *result, int64 first, int64 last, int64 count)
{
	pg_uuid_t	lo;
	pg_uuid_t	hi;
	Datum		values[2] = {UUIDPGetDatum(&lo), UUIDPGetDatum(&hi)};
	bool		nulls[2] = {false, false};

	uuid_block_store_lower(lo.data, first, count);
	uuid_block_store_upper(hi.data, last, count);
	tuplestore_putvalues(result->setResult, result->setDesc, values, nulls);
}

/*
 * uuid_opaque_ranges(secret text, from_time timestamptz, to_time timestamptz,
 *					  interval_length interval, cycle interval)
 *
 * The ranges of keys of all blocks from that of "from_time" to that of the last
 * microsecond before "to_time".  Neighbouring places are merged.
 */
Datum
uuid_opaque_ranges(PG_FUNCTION_ARGS)
{
	SecretName	secret;
	int64		from = unix_microseconds(PG_GETARG_TIMESTAMPTZ(1));
	int64		to = unix_microseconds(PG_GETARG_TIMESTAMPTZ(2));
	const IntervalParameters *interval =
		interval_parameters(PG_GETARG_INTERVAL_P(3), PG_GETARG_INTERVAL_P(4));
	int64		count = interval->count;
	ReturnSetInfo *result = (ReturnSetInfo *) fcinfo->resultinfo;
	CyclePart	parts[2];
	int			n_parts = 1;
	int64		first_block;
	int64		last_block;
	int64		hashes = 0;
	int64	   *places;
	int64		n = 0;

	secret = secret_name(PG_GETARG_TEXT_PP(0), true);
	/* Check the secret even if no place is computed. */
	(void) secret_read(fcinfo->flinfo->fn_oid, &secret);
	InitMaterializedSRF(fcinfo, 0);
	if (to <= from)
		return (Datum) 0;

	first_block = floor_division(from, interval->size);
	last_block = floor_division(to - 1, interval->size);
	parts[0].cycle = floor_division(first_block, count);
	parts[1].cycle = floor_division(last_block, count);
	parts[0].first = first_block - parts[0].cycle * count;
	parts[1].last = last_block - parts[1].cycle * count;

	/* Does the span contain a whole cycle? */
	if (parts[0].cycle + (parts[0].first > 0) <=
		parts[1].cycle - (parts[1].last < count - 1))
	{
		put_range(result, 0, count - 1, count);
		return (Datum) 0;
	}
	if (parts[0].cycle == parts[1].cycle)
		parts[0].last = parts[1].last;
	else
	{
		n_parts = 2;
		parts[0].last = count - 1;
		parts[1].first = 0;
	}

	for (int i = 0; i < n_parts; i++)
		hashes += part_hashes(&parts[i], count);
	if (hashes > MAX_HASHES)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("range needs too many hashes: %lld", (long long) hashes),
				 errdetail("At most %lld are computed in one call.",
						   (long long) MAX_HASHES)));

	places = palloc(((parts[0].last - parts[0].first + 1) +
					 (n_parts == 2 ? parts[1].last + 1 : 0)) * sizeof(int64));
	for (int i = 0; i < n_parts; i++)
	{
		int64		start = n;

		for (int64 block = parts[i].first; block <= parts[i].last; block++)
			places[n++] = block;
		move_numbers(&opaque_cycle(fcinfo->flinfo->fn_oid, &secret, interval,
								   parts[i].cycle)->cycle,
					 SHUFFLE_FORWARD, &places[start], n - start);
	}

	qsort(places, n, sizeof(int64), compare_places);
	for (int64 i = 0, first = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (i + 1 < n && places[i + 1] <= places[i] + 1)
			continue;
		put_range(result, places[first], places[i], count);
		first = i + 1;
	}
	return (Datum) 0;
}
