/*
 * column_default.c
 *		Read from a column default which keys it generates.
 *
 * A program that generates keys itself has to use the parameters of the column
 * default, or its keys go to other pages and conditions by time miss them.
 * uuid_key_parameters() returns these, so that no program repeats them or parses
 * SQL.
 *
 * Guarantees: the result describes exactly the keys that the default generates.
 * If a program cannot generate such keys, an error says why.  The expression is
 * read, not evaluated, so nothing of another role runs.  Nothing but USAGE of the
 * extension is needed, as for reading the catalogs.
 *
 * Limitations: arguments have to be constants.  The table is locked in ACCESS
 * SHARE mode, so the call waits for an ALTER TABLE under way.
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/relation.h"
#include "access/table.h"
#include "catalog/dependency.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "fmgr.h"
#include "funcapi.h"
#include "nodes/nodeFuncs.h"
#include "optimizer/optimizer.h"
#include "rewrite/rewriteHandler.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/ruleutils.h"
#include "utils/syscache.h"

#include "parameters.h"

/* What uuid_key_parameters() returns. */
typedef struct KeyParameters
{
	const char *function_name;	/* NULL for the plain default */
	int64		size;			/* microseconds in an interval */
	int64		count;			/* intervals in a cycle */
	int			version;
} KeyParameters;

PGDLLEXPORT PG_FUNCTION_INFO_V1(uuid_key_parameters);

/* The default that needs nothing installed, as deparse_expression() prints it: see README.md. */
#define PLAIN_DEFAULT \
	"(encode((substr(int8send((((floor(date_part('epoch'::text, clock_timestamp())))::bigint / %d)" \
	" %% '%d'::bigint)), 7) || substr(uuid_send(gen_random_uuid()), 3)), 'hex'::text))::uuid"

/* With fewer, the leading bits of its two bytes are always zero; with more, they overflow. */
#define MIN_PLAIN_COUNT	32769
#define MAX_PLAIN_COUNT	65536

/* Return the constant, or NULL if it is anything else. */
static const Const *
constant(const Node *node)
{
	return IsA(node, Const) && !((const Const *) node)->constisnull ? (const Const *) node : NULL;
}

static bool
is_text(const Node *node, const char *expected)
{
	const Const *value = constant(node);

	return value && value->consttype == TEXTOID && strcmp(TextDatumGetCString(value->constvalue), expected) == 0;
}

/* Return what a function converts to another form of the same key, or NULL if it does not. */
static Node *
converted(const FuncExpr *call)
{
	switch (call->funcid)
	{
		case F_UUID_SEND:
			return linitial(call->args);
		case F_REPLACE:
			return is_text(lsecond(call->args), "-") && is_text(lthird(call->args), "") ? linitial(call->args) : NULL;
		case F_VARCHAR_VARCHAR_INT4_BOOL:
		case F_BPCHAR_BPCHAR_INT4_BOOL:

			/*
			 * An assignment refuses what is too long; an explicit cast would
			 * cut it off.
			 */
			return call->funcformat == COERCE_IMPLICIT_CAST ? linitial(call->args) : NULL;
		default:
			return NULL;
	}
}

static bool
is_type_of_texts(Oid type)
{
	return type == TEXTOID || type == VARCHAROID || type == BPCHAROID;
}

/* Return the expression that generates a UUID, of one that may convert it to a text or bytes. */
static Node *
generating_expression(Node *node)
{
	for (;;)
	{
		Node	   *inner = NULL;

		if (IsA(node, RelabelType))
			inner = (Node *) ((RelabelType *) node)->arg;
		else if (IsA(node, CoerceToDomain))
			inner = (Node *) ((CoerceToDomain *) node)->arg;
		else if (IsA(node, CoerceViaIO) && is_type_of_texts(((CoerceViaIO *) node)->resulttype))
			inner = (Node *) ((CoerceViaIO *) node)->arg;
		else if (IsA(node, FuncExpr))
			inner = converted((FuncExpr *) node);
		if (inner == NULL)
			return node;
		node = inner;
	}
}

/* Return the arguments in the order of the parameters, with the defaults of those that are left out. */
static List *
all_arguments(const FuncExpr *call)
{
	HeapTuple	function = SearchSysCache1(PROCOID, ObjectIdGetDatum(call->funcid));
	List	   *arguments;

	if (!HeapTupleIsValid(function))
		elog(ERROR, "cache lookup failed for function %u", call->funcid);
	arguments = expand_function_arguments(call->args, false, call->funcresulttype, function);
	ReleaseSysCache(function);
	return arguments;
}

/* Read a call of a function of this extension.  Return NULL, or why a program cannot generate its keys. */
static const char *
read_call(const FuncExpr *call, KeyParameters *result)
{
	const char *name = get_func_name(call->funcid);
	List	   *arguments;
	ListCell   *cell;

	if (strcmp(name, "uuid_opaque_nextval") == 0)
		return "Only the server can generate opaque keys.";
	if (strcmp(name, "uuid_sequence_nextval") == 0)
		return "Only the server can generate keys by sequence.";
	if (strcmp(name, "uuid_v7_nextval") == 0)
		return "Its keys are UUIDv7, which has no parameters.";
	if (strcmp(name, "uuid_interval_nextval") != 0 && strcmp(name, "uuid_time_nextval") != 0)
		return psprintf("It calls %s(), not uuid_interval_nextval() or uuid_time_nextval().", name);

	arguments = all_arguments(call);
	foreach(cell, arguments)
	{
		if (constant(lfirst(cell)) == NULL)
			return psprintf("An argument of %s() is not a constant.", name);
	}

	result->function_name = name;
	result->version = 4;
	if (list_length(arguments) == 2)
	{
		int32		seconds = DatumGetInt32(linitial_node(Const, arguments)->constvalue);

		result->count = DatumGetInt32(lsecond_node(Const, arguments)->constvalue);
		check_range("interval_length", seconds, 1, PG_INT32_MAX);
		check_range("interval_count", result->count, 1, PG_INT32_MAX);
		result->size = seconds * USECS_PER_SEC;
	}
	else
	{
		const Interval *interval_length = DatumGetIntervalP(linitial_node(Const, arguments)->constvalue);
		const Interval *cycle = DatumGetIntervalP(lsecond_node(Const, arguments)->constvalue);
		const IntervalParameters *interval = interval_parameters(interval_length, cycle);

		result->size = interval->size;
		result->count = interval->count;
		result->version = DatumGetInt32(lthird_node(Const, arguments)->constvalue);
		check_version(result->version);
	}
	return NULL;
}

/* Read the plain default.  Return NULL, or why it is something else. */
static const char *
read_plain_default(Node *expression, KeyParameters *result)
{
	const char *printed = deparse_expression(expression, NIL, false, false);
	int			seconds;
	int			count;

	if (sscanf(printed, PLAIN_DEFAULT, &seconds, &count) != 2 ||
		strcmp(printed, psprintf(PLAIN_DEFAULT, seconds, count)) != 0 ||
		seconds < 1 || count < MIN_PLAIN_COUNT || count > MAX_PLAIN_COUNT)
		return "It does not call uuid_interval_nextval() or uuid_time_nextval() of this extension.";

	result->size = seconds * USECS_PER_SEC;
	result->count = count;
	result->version = 4;
	return NULL;
}

/* Return a copy of the column's default, or else of its domain's; NULL if there is none. */
static Node *
column_default(Oid relation_oid, const char *column_name)
{
	Relation	relation = try_relation_open(relation_oid, AccessShareLock);
	AttrNumber	column;
	Node	   *expression;

	if (relation == NULL)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation with OID %u does not exist", relation_oid)));
	column = get_attnum(relation_oid, column_name);
	if (column == InvalidAttrNumber)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_COLUMN),
				 errmsg("column \"%s\" of relation \"%s\" does not exist",
						column_name, RelationGetRelationName(relation))));
	/* System columns, such as ctid, have negative numbers and no default. */
	expression = column > 0 ? build_column_default(relation, column) : NULL;
	relation_close(relation, AccessShareLock);
	return expression;
}

Datum
uuid_key_parameters(PG_FUNCTION_ARGS)
{
	Oid			relation = PG_GETARG_OID(0);
	const char *column_name = NameStr(*PG_GETARG_NAME(1));
	Oid			extension = getExtensionOfObject(ProcedureRelationId, fcinfo->flinfo->fn_oid);
	Node	   *expression = column_default(relation, column_name);
	KeyParameters result = {0};
	const char *why_not = "It has no default.";
	TupleDesc	row_type;
	Datum		values[4];
	bool		is_null[4] = {0};

	if (expression)
	{
		expression = generating_expression(expression);
		if (IsA(expression, FuncExpr) && OidIsValid(extension) &&
			getExtensionOfObject(ProcedureRelationId, ((FuncExpr *) expression)->funcid) == extension)
			why_not = read_call((FuncExpr *) expression, &result);
		else
			why_not = read_plain_default(expression, &result);
	}
	if (why_not)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("default of column \"%s\" of relation \"%s\" has no parameters for programs",
						column_name, get_rel_name(relation)),
				 errdetail_internal("%s", why_not)));

	if (get_call_result_type(fcinfo, NULL, &row_type) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	is_null[0] = result.function_name == NULL;
	values[0] = is_null[0] ? (Datum) 0 : CStringGetTextDatum(result.function_name);
	values[1] = Int64GetDatum(result.size);
	values[2] = Int64GetDatum(result.count);
	values[3] = Int32GetDatum(result.version);
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(row_type), values, is_null)));
}
