/*
 * conditions.c
 *		Turn spans of time into conditions on a key, that is into ranges of keys.
 *
 * uuid_interval_between() and its siblings are SQL functions.  The planner
 * replaces them with their bodies, which compare the key with the functions
 * here.  These depend on the times alone, so indexes, partition pruning and
 * estimates can use them.  A span across the wrap takes two ranges, so a body
 * always has two.  If all arguments but the key are constant and there is no
 * wrap, the support function leaves one range, since an OR rules out ordered,
 * index-only and single-partition plans.
 *
 * Guarantees:
 *
 * - The ranges hold all keys of the blocks (UUIDv7: milliseconds) that the span
 *	 touches, and no other block.
 * - The two bounds of a range may come from two readings of the clock.  If that of
 *	 the upper bound is later, the range holds all keys of the span up to the
 *	 earlier reading.  If it is earlier, as in partition pruning, the range may be
 *	 too wide.
 * - No time raises an error, since the planner evaluates bounds too.
 * - An empty range is (X + 1, X).  If its ends were further apart, the planner
 *	 would use its default estimate for a range, 0.5 % of the rows.
 *
 * Limitations: a key does not carry its parameters, so keys generated with other
 * parameters are found or missed by chance.  If the clock is set back between
 * two readings in one query, the span gets shorter.
 */
#include "postgres.h"

#include "access/stratnum.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "nodes/makefuncs.h"
#include "nodes/nodeFuncs.h"
#include "nodes/supportnodes.h"
#include "optimizer/clauses.h"
#include "optimizer/cost.h"
#include "optimizer/optimizer.h"
#include "optimizer/planmain.h"
#include "utils/acl.h"
#include "utils/lsyscache.h"
#include "utils/timestamp.h"
#include "utils/typcache.h"
#include "utils/uuid.h"

#include "parameters.h"
#include "uuid_bits.h"
#include "uuid_block.h"
#include "uuid_v7.h"

PGDLLEXPORT PG_FUNCTION_INFO_V1(sequential_uuids_lower);
PGDLLEXPORT PG_FUNCTION_INFO_V1(sequential_uuids_upper);
PGDLLEXPORT PG_FUNCTION_INFO_V1(sequential_uuids_v7_lower);
PGDLLEXPORT PG_FUNCTION_INFO_V1(sequential_uuids_v7_upper);
PGDLLEXPORT PG_FUNCTION_INFO_V1(sequential_uuids_present);
PGDLLEXPORT PG_FUNCTION_INFO_V1(sequential_uuids_support);

/*
 * 1970-01-01 as a timestamptz.  With this origin, the block of every timestamptz
 * is exact, even if 64-bit Unix microseconds cannot hold the time.
 */
#define TIMESTAMPTZ_ORIGIN	(-UNIX_TIME_OF_POSTGRES_EPOCH)

/* A range of keys, both ends included. */
typedef struct KeyRange
{
	pg_uuid_t	lower;
	pg_uuid_t	upper;
} KeyRange;

/* Set the empty range at a key whose last byte is 0. */
static void
set_empty(KeyRange *range, const pg_uuid_t *at)
{
	pg_uuid_t	key = *at;

	range->upper = key;
	range->lower = key;
	range->lower.data[UUID_LEN - 1] = 1;
}

/*
 * Find the keys of all blocks from that of "from" to that of the last
 * microsecond before "to": one range up to the wrap, and one after it.
 *
 * A filter asks for up to four bounds of each row, so keep the ranges of the last
 * call.  Every span that starts in the same block and ends in the same block has
 * these ranges, also one whose end is a later reading of the clock.
 */
static void
interval_ranges(TimestampTz from, TimestampTz to,
				const IntervalParameters *interval, KeyRange ranges[2])
{
	static UuidBlock first;
	static UuidBlock last;
	static KeyRange remembered[2];
	bool		is_bounded = !TIMESTAMP_NOT_FINITE(from) && !TIMESTAMP_NOT_FINITE(to);
	UuidBlockRange blocks[2] = {{0, interval->count - 1}};
	int			n = 1;

	if (likely(is_bounded && from < to &&
			   uuid_block_contains(&first, from, interval->size, interval->count) &&
			   uuid_block_contains(&last, to - 1, interval->size, interval->count)))
	{
		memcpy(ranges, remembered, sizeof(remembered));
		return;
	}

	memset(&last, 0, sizeof(last));
	if (from >= to)
	{
		memset(&first, 0, sizeof(first));
		if (!TIMESTAMP_NOT_FINITE(from))
			uuid_block_locate(&first, from, TIMESTAMPTZ_ORIGIN, interval->size, interval->count);
		uuid_block_store_bound(ranges[0].lower.data, first.number, interval->count, false);
		n = 0;
	}
	else if (is_bounded)
	{
		uuid_block_locate(&first, from, TIMESTAMPTZ_ORIGIN, interval->size, interval->count);
		uuid_block_locate(&last, to - 1, TIMESTAMPTZ_ORIGIN, interval->size, interval->count);
		n = uuid_block_ranges(&first, &last, blocks);
	}

	for (int i = 0; i < n; i++)
	{
		uuid_block_store_bound(ranges[i].lower.data, blocks[i].first, interval->count, false);
		uuid_block_store_bound(ranges[i].upper.data, blocks[i].last, interval->count, true);
	}
	if (n < 2)
		set_empty(&ranges[1], &ranges[0].lower);
	if (n < 1)
		ranges[0] = ranges[1];
	memcpy(remembered, ranges, sizeof(remembered));
}

/* Is a range empty? */
static bool
is_empty(const KeyRange *range)
{
	return memcmp(range->lower.data, range->upper.data, UUID_LEN) > 0;
}

static pg_uuid_t *
copy_key(const pg_uuid_t *key)
{
	pg_uuid_t  *copy = palloc(sizeof(pg_uuid_t));

	*copy = *key;
	return copy;
}

/* The range that the arguments of sequential_uuids_lower() and _upper() ask for. */
static KeyRange
interval_range(FunctionCallInfo fcinfo)
{
	int32		number = PG_GETARG_INT32(0);
	KeyRange	ranges[2];

	check_range("range", number, 1, lengthof(ranges));
	interval_ranges(PG_GETARG_TIMESTAMPTZ(1), PG_GETARG_TIMESTAMPTZ(2),
					interval_parameters(PG_GETARG_INTERVAL_P(3), PG_GETARG_INTERVAL_P(4)), ranges);
	return ranges[number - 1];
}

/*
 * The smallest key of a span of time, in the range up to the wrap (1) or in the
 * one after it (2).
 */
Datum
sequential_uuids_lower(PG_FUNCTION_ARGS)
{
	KeyRange	range = interval_range(fcinfo);

	PG_RETURN_UUID_P(copy_key(&range.lower));
}

/* The largest one. */
Datum
sequential_uuids_upper(PG_FUNCTION_ARGS)
{
	KeyRange	range = interval_range(fcinfo);

	PG_RETURN_UUID_P(copy_key(&range.upper));
}

/* Build the comparison of "id" with a constant key. */
static Expr *
compare_key(Node *id, StrategyNumber strategy, const pg_uuid_t *key)
{
	TypeCacheEntry *type = lookup_type_cache(UUIDOID, TYPECACHE_BTREE_OPFAMILY);
	Oid			operator = get_opfamily_member(type->btree_opf, UUIDOID, UUIDOID, strategy);
	Const	   *constant = makeConst(UUIDOID, -1, InvalidOid, UUID_LEN,
									 UUIDPGetDatum(copy_key(key)), false, false);

	return make_opclause(operator, BOOLOID, false, (Expr *) id,
						 (Expr *) constant, InvalidOid, InvalidOid);
}

/* Replace a call with constant parameters by one range; NULL if that is not possible. */
static Node *
simplify_between(PlannerInfo *root, FuncExpr *call)
{
	Node	   *id = linitial(call->args);
	Datum		values[4];
	QualCost	cost;
	KeyRange	ranges[2];

	for (int i = 0; i < 4; i++)
	{
		Node	   *argument = list_nth(call->args, i + 1);

		if (!IsA(argument, Const) || ((Const *) argument)->constisnull)
			return NULL;
		values[i] = ((Const *) argument)->constvalue;
	}

	/*
	 * Those conditions of inlining that matter here: EXECUTE on the function,
	 * which a hook may watch, and a key that may be evaluated twice.
	 */
	if (object_aclcheck(ProcedureRelationId, call->funcid, GetUserId(), ACL_EXECUTE) != ACLCHECK_OK ||
		FmgrHookIsNeeded(call->funcid) ||
		contain_volatile_functions(id) || contain_subplans(id))
		return NULL;
	cost_qual_eval_node(&cost, id, NULL);
	if (cost.startup + cost.per_tuple > 10 * cpu_operator_cost)
		return NULL;

	interval_ranges(DatumGetTimestampTz(values[0]), DatumGetTimestampTz(values[1]),
					interval_parameters(DatumGetIntervalP(values[2]), DatumGetIntervalP(values[3])),
					ranges);
	if (!is_empty(&ranges[1]))
		return NULL;

	if (root)
		record_plan_function_dependency(root, call->funcid);
	return (Node *) make_andclause(list_make2(compare_key(id, BTGreaterEqualStrategyNumber,
														  &ranges[0].lower),
											  compare_key(copyObject(id), BTLessEqualStrategyNumber,
														  &ranges[0].upper)));
}

/* The planner support function of uuid_interval_between(). */
Datum
sequential_uuids_support(PG_FUNCTION_ARGS)
{
	Node	   *request = (Node *) PG_GETARG_POINTER(0);

	if (IsA(request, SupportRequestSimplify))
	{
		SupportRequestSimplify *simplify = (SupportRequestSimplify *) request;

		PG_RETURN_POINTER(simplify_between(simplify->root, simplify->fcall));
	}
	PG_RETURN_POINTER(NULL);
}

/*
 * Find the UUIDv7 from the millisecond of "from" to that of the last microsecond
 * before "to", limited to the times that UUIDv7 can hold.
 */
static void
v7_range(TimestampTz from, TimestampTz to, KeyRange *range)
{
	const TimestampTz first = TIMESTAMPTZ_ORIGIN;
	const TimestampTz last = TIMESTAMPTZ_ORIGIN + UUID_V7_END_OF_TIME - 1;
	TimestampTz from_held = Max(first, Min(from, last));

	uuid_store(range->lower.data, uuid_v7_lower_high(from_held - TIMESTAMPTZ_ORIGIN), 0, 7);
	if (from >= to || from > last || to <= first)
		set_empty(range, &range->lower);
	else
		uuid_store(range->upper.data,
				   uuid_v7_upper_high(Min(to - 1, last) - TIMESTAMPTZ_ORIGIN),
				   ~UINT64CONST(0), 7);
}

/* The smallest UUIDv7 of a span of time. */
Datum
sequential_uuids_v7_lower(PG_FUNCTION_ARGS)
{
	KeyRange	range;

	v7_range(PG_GETARG_TIMESTAMPTZ(0), PG_GETARG_TIMESTAMPTZ(1), &range);
	PG_RETURN_UUID_P(copy_key(&range.lower));
}

/* The largest one. */
Datum
sequential_uuids_v7_upper(PG_FUNCTION_ARGS)
{
	KeyRange	range;

	v7_range(PG_GETARG_TIMESTAMPTZ(0), PG_GETARG_TIMESTAMPTZ(1), &range);
	PG_RETURN_UUID_P(copy_key(&range.upper));
}

/*
 * The microsecond after the current wall-clock time: the end of a span up to
 * now, including the keys that the transaction itself has generated.  It is
 * labelled STABLE so that an index scan accepts it as a bound, although a later
 * call returns a later time.  That only adds blocks to each range.  Their keys of
 * this cycle are too new for the statement's snapshot; those of the cycle before,
 * almost a cycle old, are found.  A condition on a timestamp leaves them out.
 */
Datum
sequential_uuids_present(PG_FUNCTION_ARGS)
{
	PG_RETURN_TIMESTAMPTZ(GetCurrentTimestamp() + 1);
}
