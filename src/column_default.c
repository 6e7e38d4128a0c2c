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
 * read, not evaluated, so nothing of another role runs.  No privilege on the table
 * is needed, as for reading the catalogs.
 *
 * Limitations: arguments have to be constants.  The table is locked in ACCESS
 * SHARE mode until the end of the transaction, so the call waits for an ALTER
 * TABLE under way.
 */
#include "postgres.h"

#include "access/htup_details.h"
#include "access/relation.h"
#include "catalog/pg_class.h"
#include "catalog/pg_language.h"
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

/* The default that needs nothing installed, as deparse_expression() prints it: see doc/choosing.md. */
#define PLAIN_DEFAULT \
	"(encode((substr(int8send((((floor(date_part('epoch'::text, clock_timestamp())))::bigint / %d)" \
	" %% '%d'::bigint)), 7) || substr(uuid_send(gen_random_uuid()), 3)), 'hex'::text))::uuid"

#define NOT_OURS \
	"It is no plain call of uuid_interval_nextval() or uuid_time_nextval() of this extension."

/* With fewer, the leading bits of its two bytes are always zero; with more, they overflow. */
#define MIN_PLAIN_COUNT	32769
#define MAX_PLAIN_COUNT	65536

/* Return the constant of this type, or NULL if it is anything else. */
static const Const *
constant(const Node *node, Oid type)
{
	const Const *value = (const Const *) node;

	return IsA(node, Const) && !value->constisnull && value->consttype == type ? value : NULL;
}

static bool
is_text(const Node *node, const char *expected)
{
	const Const *value = constant(node, TEXTOID);

	return value && strcmp(TextDatumGetCString(value->constvalue), expected) == 0;
}

/* Return what a function converts to another form of the same key, or NULL if it does not. */
static Node *
converted(const FuncExpr *call)
{
	const Const *is_explicit;

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
			is_explicit = constant(lthird(call->args), BOOLOID);
			return is_explicit && !DatumGetBool(is_explicit->constvalue) ? linitial(call->args) : NULL;
		default:
			return NULL;
	}
}

/* Return what a cast to text, or one that PostgreSQL has added, converts; NULL if it is anything else. */
static Node *
cast(Node *node)
{
	if (IsA(node, RelabelType))
		return (Node *) ((RelabelType *) node)->arg;
	if (IsA(node, CoerceToDomain) && ((CoerceToDomain *) node)->coercionformat == COERCE_IMPLICIT_CAST)
		return (Node *) ((CoerceToDomain *) node)->arg;
	if (IsA(node, CoerceViaIO))
	{
		CoerceViaIO *io = (CoerceViaIO *) node;

		if (exprType((Node *) io->arg) == UUIDOID && (io->resulttype == TEXTOID || io->resulttype == VARCHAROID))
			return (Node *) io->arg;
	}
	return NULL;
}

/* Return the expression that generates a UUID, of one that may convert it to a text or bytes. */
static Node *
generating_expression(Node *node)
{
	Node	   *inner = node;

	while (inner)
	{
		node = inner;
		inner = IsA(node, FuncExpr) ? converted((FuncExpr *) node) : cast(node);
	}
	return node;
}

static char *
attribute_text(HeapTuple function, AttrNumber attribute)
{
	bool		is_null;
	Datum		value = SysCacheGetAttr(PROCOID, function, attribute, &is_null);

	return is_null ? pstrdup("") : TextDatumGetCString(value);
}

/*
 * Return the name of the function in C if the function is one of the library
 * that "self" is in, or else NULL.  Names in SQL do not decide: the extension's
 * owner, who need not be a superuser, can add functions to it.
 */
static const char *
symbol_in_library(HeapTuple function, Oid self)
{
	HeapTuple	own = SearchSysCache1(PROCOID, ObjectIdGetDatum(self));
	const char *result = NULL;

	if (HeapTupleIsValid(own) && ((Form_pg_proc) GETSTRUCT(function))->prolang == ClanguageId &&
		strcmp(attribute_text(function, Anum_pg_proc_probin), attribute_text(own, Anum_pg_proc_probin)) == 0)
		result = attribute_text(function, Anum_pg_proc_prosrc);
	if (HeapTupleIsValid(own))
		ReleaseSysCache(own);
	return result;
}

/*
 * Read the arguments of uuid_time_nextval() or uuid_interval_nextval().  Return
 * whether all are constants.
 */
static bool
read_arguments(List *arguments, bool is_in_seconds, KeyParameters *result)
{
	Oid			type = is_in_seconds ? INT4OID : INTERVALOID;
	const Const *length = constant(linitial(arguments), type);
	const Const *cycle = constant(lsecond(arguments), type);

	if (length == NULL || cycle == NULL)
		return false;
	result->version = 4;
	if (is_in_seconds)
	{
		int32		seconds = DatumGetInt32(length->constvalue);

		result->count = DatumGetInt32(cycle->constvalue);
		check_range("interval_length", seconds, 1, PG_INT32_MAX);
		check_range("interval_count", result->count, 1, PG_INT32_MAX);
		result->size = seconds * USECS_PER_SEC;
	}
	else
	{
		const IntervalParameters *interval = interval_parameters(DatumGetIntervalP(length->constvalue),
																 DatumGetIntervalP(cycle->constvalue));
		const Const *version = constant(lthird(arguments), INT4OID);

		if (version == NULL)
			return false;
		result->size = interval->size;
		result->count = interval->count;
		result->version = DatumGetInt32(version->constvalue);
		check_version(result->version);
	}
	return true;
}

/* Why a program cannot generate the keys of this function in C, or NULL if it can. */
static const char *
why_only_server(const char *symbol)
{
	if (strcmp(symbol, "uuid_opaque_nextval") == 0)
		return "Only the server can generate opaque keys.";
	if (strcmp(symbol, "uuid_sequence_nextval") == 0)
		return "Only the server can generate keys by sequence.";
	if (strncmp(symbol, "uuid_v7_nextval", strlen("uuid_v7_nextval")) == 0)
		return "Its keys are UUIDv7, which has no parameters.";
	if (strcmp(symbol, "uuid_interval_nextval") != 0 && strcmp(symbol, "uuid_time_nextval") != 0)
		return psprintf("It calls %s(), not uuid_interval_nextval() or uuid_time_nextval().", symbol);
	return NULL;
}

/* Read a call.  Return NULL, or why a program cannot generate its keys. */
static const char *
read_call(const FuncExpr *call, Oid self, KeyParameters *result)
{
	HeapTuple	function = SearchSysCache1(PROCOID, ObjectIdGetDatum(call->funcid));
	const char *symbol;
	const char *why_not;
	List	   *arguments;

	/* A domain's default is not locked. */
	if (!HeapTupleIsValid(function))
		return NOT_OURS;
	symbol = symbol_in_library(function, self);
	why_not = symbol ? why_only_server(symbol) : NOT_OURS;
	if (why_not == NULL)
	{
		/*
		 * In the order of the parameters, with the defaults of those that are
		 * left out.
		 */
		arguments = expand_function_arguments(call->args, false, call->funcresulttype, function);
		result->function_name = symbol;
		if (!read_arguments(arguments, strcmp(symbol, "uuid_time_nextval") == 0, result))
			why_not = psprintf("An argument of %s() is not a constant.", symbol);
	}
	ReleaseSysCache(function);
	return why_not;
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
		return NOT_OURS;

	result->size = seconds * USECS_PER_SEC;
	result->count = count;
	result->version = 4;
	return NULL;
}

/* Read the default of a column.  Return NULL, or why a program cannot generate its keys. */
static const char *
read_default(Relation relation, AttrNumber column, Oid self, KeyParameters *result)
{
	Form_pg_attribute attribute;
	Node	   *expression;

	/* System columns, such as ctid, have negative numbers. */
	if (column < 0)
		return "It has no default.";
	attribute = TupleDescAttr(RelationGetDescr(relation), column - 1);
	if (attribute->attgenerated != '\0' || attribute->attidentity != '\0')
		return "It is a generated or an identity column.";
	expression = build_column_default(relation, column);
	if (expression == NULL)
		return relation->rd_rel->relkind == RELKIND_VIEW ?
			"It has no default; ask for the column of the view's table." : "It has no default.";
	expression = generating_expression(expression);
	if (IsA(expression, FuncExpr))
		return read_call((FuncExpr *) expression, self, result);
	return read_plain_default(expression, result);
}

Datum
uuid_key_parameters(PG_FUNCTION_ARGS)
{
	Oid			relation_oid = PG_GETARG_OID(0);
	const char *column_name = NameStr(*PG_GETARG_NAME(1));

	/*
	 * Locked until the end of the transaction, so that nobody drops what its
	 * default calls.
	 */
	Relation	relation = try_relation_open(relation_oid, AccessShareLock);
	AttrNumber	column;
	KeyParameters result = {0};
	const char *why_not;
	TupleDesc	row_type;
	Datum		values[4];
	bool		is_null[4] = {0};

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
	why_not = read_default(relation, column, fcinfo->flinfo->fn_oid, &result);
	if (why_not)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("default of column \"%s\" of relation \"%s\" has no parameters for programs",
						column_name, RelationGetRelationName(relation)),
				 errdetail_internal("%s", why_not)));
	relation_close(relation, NoLock);

	if (get_call_result_type(fcinfo, NULL, &row_type) != TYPEFUNC_COMPOSITE)
		elog(ERROR, "return type must be a row type");
	is_null[0] = result.function_name == NULL;
	values[0] = is_null[0] ? (Datum) 0 : CStringGetTextDatum(result.function_name);
	values[1] = Int64GetDatum(result.size);
	values[2] = Int64GetDatum(result.count);
	values[3] = Int32GetDatum(result.version);
	PG_RETURN_DATUM(HeapTupleGetDatum(heap_form_tuple(BlessTupleDesc(row_type), values, is_null)));
}
