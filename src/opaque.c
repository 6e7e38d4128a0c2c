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
 * A session remembers blocks with their places, and the keys, pivots and places of
 * cycles, until a secret may have changed (see secrets.h).
 */
#include "postgres.h"

#include "access/xact.h"
#include "common/int.h"
#include "fmgr.h"
#include "funcapi.h"
#include "miscadmin.h"
#include "utils/memutils.h"
#include "utils/tuplestore.h"

#include "generate.h"
#include "opaque_cycle.h"
#include "parameters.h"
#include "secrets.h"
#include "uuid_datum.h"

/* The most hashes that uuid_opaque_ranges() computes; they take up to a minute. */
#define MAX_HASHES			(INT64CONST(1) << 24)

/*
 * How much a session remembers.  "scripts/bench generate" measures what that saves,
 * compared with a new block in a remembered cycle, which takes some 0.2 ms.
 *
 * Blocks, for sessions that write to many tables, of which each has its own secret:
 * with up to 64 in turn, a call takes some tenths of a microsecond; with more, as
 * long as two new blocks.
 */
#define REMEMBERED_BLOCKS	64

/*
 * Cycles: a new block takes twice as long in one that is not remembered.  Dating
 * keys of seven cycles in any order takes eight, since a key can also be of the
 * cycle before: 50,000 keys take as long as 10,000 new blocks, or 150,000 with four.
 */
#define REMEMBERED_CYCLES	8

/*
 * Tables of all places, up to 4 MB each: 50,000 keys in any order, of one cycle of
 * 65,536 blocks, take as long as 1,300 new blocks.
 */
#define MAX_TABLE_BLOCKS	(INT64CONST(1) << 20)

typedef struct RememberedBlock
{
	uint64		version;		/* secrets_version(); 0 if there is none */
	SecretName	secret;
	UuidBlock	block;			/* with its place as the prefix */
} RememberedBlock;

typedef struct RememberedCycle
{
	uint64		version;		/* secrets_version(); 0 if there is none */
	uint64		last_use;
	ShuffleDirection direction;
	OpaqueCycle cycle;
	SecretName	secret;
	int64		number;			/* moved last, or -1; for keys of one block in turn */
	int64		result;
	TimestampTz statement;		/* the start of the last one that moved many */
	int64		moves;			/* in it */
	int32	   *table;			/* what all numbers become, or NULL */
} RememberedCycle;

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
move_numbers(const RememberedCycle *remembered, int64 *numbers, int64 n)
{
	const OpaqueCycle *cycle = &remembered->cycle;
	int64		n_words = shuffle_words(cycle->count, n);
	ShuffleWord *words = palloc(n_words * sizeof(ShuffleWord));
	pg_cryptohash_ctx *context = create_hash();

	if (!opaque_cycle_move(cycle, context, remembered->direction, numbers, n, words, n_words))
		report_hash(context);
	pg_cryptohash_free(context);
	pfree(words);
}

/* Move all numbers of a cycle. */
static void
make_table(RememberedCycle *remembered)
{
	int64		count = remembered->cycle.count;
	int64	   *numbers = palloc(count * sizeof(int64));

	for (int64 i = 0; i < count; i++)
		numbers[i] = i;
	move_numbers(remembered, numbers, count);
	remembered->table = MemoryContextAlloc(TopMemoryContext, count * sizeof(int32));
	for (int64 i = 0; i < count; i++)
		remembered->table[i] = (int32) numbers[i];
	pfree(numbers);
}

/* A cycle to move numbers in this direction; valid until the next call. */
static RememberedCycle *
opaque_cycle(Oid function, const SecretName *secret, ShuffleDirection direction,
			 const IntervalParameters *interval, int64 number)
{
	static RememberedCycle cycles[REMEMBERED_CYCLES];
	static uint64 uses = 0;
	static uint64 last_version = 0;
	uint64		version = secrets_version();
	RememberedCycle *oldest = &cycles[0];
	uint8		bytes[OPAQUE_SECRET_BYTES];
	pg_cryptohash_ctx *context;

	if (version != last_version)
	{
		/* Keep nothing of a secret that may be gone. */
		for (int i = 0; i < REMEMBERED_CYCLES; i++)
			if (cycles[i].table != NULL)
				pfree(cycles[i].table);
		explicit_bzero(cycles, sizeof(cycles));
		last_version = version;
	}

	uses++;
	for (int i = 0; i < REMEMBERED_CYCLES; i++)
	{
		RememberedCycle *remembered = &cycles[i];

		if (remembered->version == version &&
			remembered->cycle.number == number &&
			remembered->direction == direction &&
			remembered->cycle.size == interval->size &&
			remembered->cycle.count == interval->count &&
			memcmp(&remembered->secret, secret, sizeof(SecretName)) == 0)
		{
			remembered->last_use = uses;
			return remembered;
		}
		if (remembered->last_use < oldest->last_use)
			oldest = remembered;
	}

	if (oldest->table != NULL)
		pfree(oldest->table);
	*oldest = (RememberedCycle) {.secret = *secret,.direction = direction,.number = -1};
	secret_read(function, secret, bytes);
	context = create_hash();
	if (!opaque_cycle_init(&oldest->cycle, &interruptible_source, context, bytes,
						   interval->size, interval->count, number))
		report_hash(context);
	explicit_bzero(bytes, sizeof(bytes));
	pg_cryptohash_free(context);
	oldest->last_use = uses;
	oldest->version = version;
	return oldest;
}

/*
 * The place of a block in a cycle, or the block of a place.  Moving all numbers of
 * a cycle at once takes as many hashes as moving 1/256 of them one by one.  So after
 * that many, a statement computes a table of all; statements that move a few never
 * wait for one.  Nor do those that generate keys of now ("many" is false), since a
 * short cycle could end before its table is of use: with blocks of a microsecond in
 * a cycle of 65 milliseconds, that took three times as long.
 */
static int64
move_number(Oid function, const SecretName *secret, ShuffleDirection direction,
			const IntervalParameters *interval, int64 cycle, int64 number,
			bool many)
{
	RememberedCycle *remembered = opaque_cycle(function, secret, direction, interval, cycle);
	int64		result = number;

	if (remembered->table != NULL)
		return remembered->table[number];
	if (remembered->number == number)
		return remembered->result;
	if (many && interval->count <= MAX_TABLE_BLOCKS)
	{
		TimestampTz statement = GetCurrentStatementStartTimestamp();

		if (remembered->statement != statement)
		{
			remembered->statement = statement;
			remembered->moves = 0;
		}
		if (remembered->moves++ >= interval->count / SHUFFLE_WORD_BITS)
		{
			make_table(remembered);
			return remembered->table[number];
		}
	}
	move_numbers(remembered, &result, 1);
	remembered->number = number;
	remembered->result = result;
	return result;
}

/* Replace what is remembered with the block of a time, or with none on an error. */
static void
remember_block(RememberedBlock *remembered, Oid function, const text *secret, int64 at,
			   const IntervalParameters *interval, uint64 version, bool many)
{
	UuidBlock  *block = &remembered->block;
	int64		cycle = floor_division(floor_division(at, interval->size), interval->count);
	int64		place;

	*remembered = (RememberedBlock) {.secret = secret_name(secret, true)};
	uuid_block_locate(block, at, TIME_ORIGIN, interval->size, interval->count);
	place = move_number(function, &remembered->secret, SHUFFLE_FORWARD, interval, cycle,
						block->number, many);
	block->prefix = uuid_prefix_place(place, uuid_prefix_bits(interval->count));
	remembered->version = version;
}

static pg_attribute_always_inline bool
contains(const RememberedBlock *remembered, const text *secret, int64 at,
		 const IntervalParameters *interval, uint64 version)
{
	return uuid_block_contains(&remembered->block, at, interval->size, interval->count) &&
		remembered->version == version &&
		is_same_secret_name(&remembered->secret, secret);
}

/* Generate a UUID in the block of a time; "now" as in take_random(). */
static pg_attribute_always_inline Datum
generate(Oid function, const text *secret, int64 at,
		 const IntervalParameters *interval, int version, TimestampTz now,
		 bool many)
{
	static RememberedBlock blocks[REMEMBERED_BLOCKS];
	static RememberedBlock *last = blocks;
	static uint32 misses = 0;
	uint64		secrets = secrets_version();

	check_version(version);

	if (unlikely(!contains(last, secret, at, interval, secrets)))
	{
		RememberedBlock *found = blocks;

		while (found < &blocks[REMEMBERED_BLOCKS] &&
			   !contains(found, secret, at, interval, secrets))
			found++;
		if (found == &blocks[REMEMBERED_BLOCKS])
		{
			found = &blocks[misses++ % REMEMBERED_BLOCKS];
			remember_block(found, function, secret, at, interval, secrets, many);
		}
		last = found;
		/* Reading the secret may have waited for a lock; random bits age. */
		now = coarse_timestamp();
	}
	return generate_in_block(&last->block, version, now);
}

Datum
uuid_opaque_nextval(PG_FUNCTION_ARGS)
{
	const IntervalParameters *interval =
		interval_parameters(PG_GETARG_INTERVAL_P(1), PG_GETARG_INTERVAL_P(2));
	TimestampTz now = GetCurrentTimestamp();

	return generate(fcinfo->flinfo->fn_oid, PG_GETARG_TEXT_PP(0),
					unix_microseconds(now), interval, PG_GETARG_INT32(3), now, false);
}

/* Generate a UUID as uuid_opaque_nextval() does at this time. */
Datum
uuid_opaque_at(PG_FUNCTION_ARGS)
{
	int64		at = unix_microseconds(PG_GETARG_TIMESTAMPTZ(1));
	const IntervalParameters *interval =
		interval_parameters(PG_GETARG_INTERVAL_P(2), PG_GETARG_INTERVAL_P(3));

	return generate(fcinfo->flinfo->fn_oid, PG_GETARG_TEXT_PP(0), at, interval,
					PG_GETARG_INT32(4), coarse_timestamp(), true);
}

/*
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

	block = move_number(fcinfo->flinfo->fn_oid, &secret, SHUFFLE_INVERSE, interval, cycle,
						place, true);
	if (block > last - cycle * interval->count)
		block = move_number(fcinfo->flinfo->fn_oid, &secret, SHUFFLE_INVERSE, interval, --cycle,
							place, true);

	/* The number of the block always fits, its start time may not. */
	if (pg_mul_s64_overflow(cycle * interval->count + block, interval->size, &start))
		PG_RETURN_NULL();
	return interval_window(fcinfo, start, interval->size);
}

/* The most hashes that the places of n blocks of a cycle take, including pivots. */
static int64
most_hashes(int64 n, int64 count)
{
	return n == 0 ? 0 : (1 + Min(n, (count - 1) / SHUFFLE_WORD_BITS + 1)) * OPAQUE_ROUNDS;
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
	int64		first_block;
	int64		last_block;
	int64		first_cycle;
	int64		last_cycle;
	int64		before_wrap;
	int64		n;
	int64		hashes;
	int64	   *places;
	uint8		bytes[OPAQUE_SECRET_BYTES];

	secret = secret_name(PG_GETARG_TEXT_PP(0), true);
	/* Check the secret even if no place is computed. */
	secret_read(fcinfo->flinfo->fn_oid, &secret, bytes);
	explicit_bzero(bytes, sizeof(bytes));
	InitMaterializedSRF(fcinfo, 0);
	if (to <= from)
		return (Datum) 0;

	first_block = floor_division(from, interval->size);
	last_block = floor_division(to - 1, interval->size);
	/* Does the span contain a whole cycle? */
	if (floor_division(first_block - 1, count) + 1 < floor_division(last_block + 1, count))
	{
		put_range(result, 0, count - 1, count);
		return (Datum) 0;
	}

	first_cycle = floor_division(first_block, count);
	last_cycle = floor_division(last_block, count);
	before_wrap = first_cycle < last_cycle ? last_cycle * count - first_block : 0;
	n = last_block - first_block + 1;
	hashes = most_hashes(before_wrap, count) + most_hashes(n - before_wrap, count);
	if (hashes > MAX_HASHES)
		ereport(ERROR,
				(errcode(ERRCODE_PROGRAM_LIMIT_EXCEEDED),
				 errmsg("range needs too many hashes: %lld", (long long) hashes),
				 errdetail("At most %lld are computed in one call.",
						   (long long) MAX_HASHES)));

	places = palloc(n * sizeof(int64));
	for (int64 i = 0; i < n; i++)
		places[i] = first_block + i - (i < before_wrap ? first_cycle : last_cycle) * count;
	if (before_wrap > 0)
		move_numbers(opaque_cycle(fcinfo->flinfo->fn_oid, &secret, SHUFFLE_FORWARD, interval,
								  first_cycle),
					 places, before_wrap);
	move_numbers(opaque_cycle(fcinfo->flinfo->fn_oid, &secret, SHUFFLE_FORWARD, interval,
							  last_cycle),
				 places + before_wrap, n - before_wrap);

	qsort(places, n, sizeof(int64), compare_places);
	for (int64 i = 0, first = 0; i < n; i++)
	{
		CHECK_FOR_INTERRUPTS();
		if (i + 1 < n && places[i + 1] <= places[i] + 1)
			continue;
		put_range(result, places[first], places[i], count);
		first = i + 1;
	}
	pfree(places);
	return (Datum) 0;
}
