/*
 * secrets.c
 *		The secrets of opaque keys, and the SQL functions that create and drop
 *		them.  See secrets.h for the guarantees.
 *
 * A secret never passes through a query, since auto_explain and the log can show
 * parameters.  Read and write rows directly, like those of a catalog.
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/pg_class.h"
#include "catalog/pg_extension.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_type.h"
#include "commands/trigger.h"
#include "executor/spi.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "storage/lmgr.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/hsearch.h"
#include "utils/lsyscache.h"
#include "utils/memutils.h"
#include "utils/rel.h"

#include "parameters.h"
#include "secrets.h"

/* PostgreSQL 16 has one function to check the owner of any kind of object. */
#if PG_VERSION_NUM >= 160000
#define owns_extension(extension, role) \
	object_ownercheck(ExtensionRelationId, extension, role)
#else
#define owns_extension(extension, role) \
	pg_extension_ownercheck(extension, role)
#endif

#define SECRETS_TABLE		"sequential_uuids_secrets"

/* The columns of that table. */
enum
{
	SECRET_NAME = 1,
	SECRET_BYTES = 2
};

typedef struct Secret
{
	SecretName	name;			/* the key */
	uint8		bytes[OPAQUE_SECRET_BYTES];
} Secret;

PG_FUNCTION_INFO_V1(uuid_secret_create);
PG_FUNCTION_INFO_V1(uuid_secret_drop);
PG_FUNCTION_INFO_V1(sequential_uuids_secrets_changed);

/* Starts above 0, which is never a version. */
uint64		secrets_changes = 1;

/* The table read last; only its changes count. */
static Oid	table_read = InvalidOid;

/* The secrets read since version "secrets_read_at", which is 0 before any. */
static HTAB *secrets_read = NULL;
static uint64 secrets_read_at = 0;

static void
count_change(Datum arg, Oid relation)
{
	if (relation == InvalidOid || relation == table_read)
		secrets_changes++;
}

/* Has this transaction read a secret that it has written? */
static bool own_was_read = false;

static void
forget_own(void)
{
	if (own_was_read)
		secrets_changes++;
	own_was_read = false;
}

/*
 * On rollback, PostgreSQL repeats the invalidations that it was asked for.  But
 * a trigger that runs before ours may have read a new row before ours asks.  So
 * count a change if this transaction has read what it has written.
 */
static void
at_end_of_transaction(XactEvent event, void *arg)
{
	forget_own();
}

static void
at_end_of_subtransaction(SubXactEvent event, SubTransactionId mine,
						 SubTransactionId parent, void *arg)
{
	if (event == SUBXACT_EVENT_ABORT_SUB)
		forget_own();
}

static void
listen_once(void)
{
	static bool is_listening = false;

	if (is_listening)
		return;
	is_listening = true;
	CacheRegisterRelcacheCallback(count_change, (Datum) 0);
	RegisterXactCallback(at_end_of_transaction, NULL);
	RegisterSubXactCallback(at_end_of_subtransaction, NULL);
}

/* "is_used" is true for generating and decoding, false for dropping. */
pg_noreturn static void
report_no_secret(const char *name, bool is_used)
{
	ereport(ERROR,
			(errcode(ERRCODE_UNDEFINED_OBJECT),
			 errmsg("secret \"%s\" does not exist", name),
			 is_used ? errhint("Create it with uuid_secret_create(); if it was lost, restore it, since a new one does not decode old keys.") : 0));
}

/* The name of a secret that must exist; an error if it is too long for any. */
SecretName
secret_name(const text *name, bool is_used)
{
	SecretName	result = {0};
	size_t		length = VARSIZE_ANY_EXHDR(name);

	if (length > MAX_SECRET_NAME)
		report_no_secret(text_to_cstring(name), is_used);
	memcpy(result.bytes, VARDATA_ANY(name), length);
	return result;
}

/*
 * Open the table in the schema of a function of the extension.  Check that the
 * table belongs to the extension too: after an administrator has moved it away,
 * another role may have put its own relation there.
 */
static Relation
open_secrets(Oid function)
{
	Oid			oid = get_relname_relid(SECRETS_TABLE, get_func_namespace(function));
	Oid			extension = getExtensionOfObject(ProcedureRelationId, function);
	Relation	table;
	TupleDesc	row;

	if (!OidIsValid(oid) || !OidIsValid(extension) ||
		getExtensionOfObject(RelationRelationId, oid) != extension)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation \"%s\" does not exist", SECRETS_TABLE)));

	table = table_open(oid, AccessShareLock);
	row = RelationGetDescr(table);
	if (row->natts != SECRET_BYTES ||
		TupleDescAttr(row, SECRET_NAME - 1)->atttypid != TEXTOID ||
		TupleDescAttr(row, SECRET_BYTES - 1)->atttypid != BYTEAOID)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("table \"%s\" has unexpected columns",
						SECRETS_TABLE)));
	return table;
}

/*
 * The row with this name, or NULL.  "table" is open.  The caller ends the scan
 * with systable_endscan().  For any relation, this uses a catalog snapshot,
 * which is always a current one.
 */
static HeapTuple
find_secret(Relation table, const SecretName *name, SysScanDesc *scan)
{
	ScanKeyData key;

	ScanKeyInit(&key, SECRET_NAME, BTEqualStrategyNumber, F_TEXTEQ,
				CStringGetTextDatum(name->bytes));
	*scan = systable_beginscan(table, InvalidOid, false, NULL, 1, &key);
	return systable_getnext(*scan);
}

/* The 32 bytes of a secret; valid until the next call. */
const uint8 *
secret_read(Oid function, const SecretName *name)
{
	uint64		version = secrets_version();
	Secret	   *found;
	Relation	table;
	SysScanDesc scan;
	HeapTuple	tuple;
	bool		is_null;
	Datum		value;
	bytea	   *bytes;

	listen_once();
	if (secrets_read_at != version)
	{
		HASHCTL		layout = {.keysize = sizeof(SecretName),.entrysize = sizeof(Secret)};

		if (secrets_read != NULL)
			hash_destroy(secrets_read);
		secrets_read = NULL;
		secrets_read = hash_create("sequential_uuids secrets", 16, &layout,
								   HASH_ELEM | HASH_BLOBS);
		secrets_read_at = version;
	}
	found = hash_search(secrets_read, name, HASH_FIND, NULL);
	if (found != NULL)
		return found->bytes;

	table = open_secrets(function);
	table_read = RelationGetRelid(table);
	tuple = find_secret(table, name, &scan);
	if (!HeapTupleIsValid(tuple))
		report_no_secret(name->bytes, true);
	value = heap_getattr(tuple, SECRET_BYTES, RelationGetDescr(table), &is_null);
	bytes = is_null ? NULL : DatumGetByteaPP(value);
	if (is_null || VARSIZE_ANY_EXHDR(bytes) != OPAQUE_SECRET_BYTES)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_OBJECT),
				 errmsg("secret \"%s\" is not %d bytes long", name->bytes,
						OPAQUE_SECRET_BYTES)));

	if (TransactionIdIsCurrentTransactionId(HeapTupleHeaderGetXmin(tuple->t_data)))
		own_was_read = true;
	found = hash_search(secrets_read, name, HASH_ENTER, NULL);
	memcpy(found->bytes, VARDATA_ANY(bytes), OPAQUE_SECRET_BYTES);
	systable_endscan(scan);
	table_close(table, AccessShareLock);
	return found->bytes;
}

/*
 * Does the role own the extension now, or have this privilege on the table?
 */
static bool
may_change(Oid function, Relation table, AclMode mode)
{
	return owns_extension(getExtensionOfObject(ProcedureRelationId, function), GetUserId()) ||
		pg_class_aclcheck(RelationGetRelid(table), GetUserId(), mode) == ACLCHECK_OK;
}

/* Does the table, which is open, have a secret of this name? */
static bool
is_secret(Relation table, const SecretName *name)
{
	SysScanDesc scan;
	bool		result = HeapTupleIsValid(find_secret(table, name, &scan));

	systable_endscan(scan);
	return result;
}

/* Sessions that create or drop secrets wait until the transaction ends; readers do not. */
static void
lock_to_change(Relation table)
{
	LockRelationOid(RelationGetRelid(table), ShareRowExclusiveLock);
}

/* Notify this session and, when the transaction commits, all others. */
static void
close_changed(Relation table)
{
	CacheInvalidateRelcache(table);
	table_close(table, NoLock);
	CommandCounterIncrement();
}

/*
 * uuid_secret_create(name text)
 */
Datum
uuid_secret_create(PG_FUNCTION_ARGS)
{
	text	   *name = PG_GETARG_TEXT_PP(0);
	struct
	{
		int32		header;
		uint8		bytes[OPAQUE_SECRET_BYTES];
	}			secret;
	SecretName	key;
	Relation	table;
	HeapTuple	tuple;
	Datum		values[SECRET_BYTES];
	bool		nulls[SECRET_BYTES] = {false};

	PreventCommandIfReadOnly("uuid_secret_create()");
	PreventCommandIfParallelMode("uuid_secret_create()");
	if (VARSIZE_ANY_EXHDR(name) < 1 || VARSIZE_ANY_EXHDR(name) > MAX_SECRET_NAME)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid value for parameter \"%s\": %s",
						"name", text_to_cstring(name)),
				 errdetail("Valid values are between 1 and %d bytes long.",
						   MAX_SECRET_NAME)));
	key = secret_name(name, false);

	table = open_secrets(fcinfo->flinfo->fn_oid);
	if (!may_change(fcinfo->flinfo->fn_oid, table, ACL_INSERT))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied to create secret \"%s\"", key.bytes),
				 errdetail("This requires the INSERT privilege on table \"%s\".", SECRETS_TABLE)));
	lock_to_change(table);
	if (is_secret(table, &key))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_OBJECT),
				 errmsg("secret \"%s\" already exists", key.bytes)));

	SET_VARSIZE(&secret, sizeof(secret));
	if (!pg_strong_random(secret.bytes, sizeof(secret.bytes)))
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("could not generate random values")));
	values[SECRET_NAME - 1] = PointerGetDatum(name);
	values[SECRET_BYTES - 1] = PointerGetDatum(&secret);
	tuple = heap_form_tuple(RelationGetDescr(table), values, nulls);
	explicit_bzero(&secret, sizeof(secret));
	CatalogTupleInsert(table, tuple);
	explicit_bzero(tuple->t_data, tuple->t_len);
	heap_freetuple(tuple);
	close_changed(table);
	PG_RETURN_VOID();
}

/* Raise an error if the text of a column default shows the name. */
static void
check_defaults(const SecretName *name)
{
	static const char query[] =
		"SELECT pg_catalog.format('Column %I of table %s.', attname, adrelid::pg_catalog.regclass) AS place"
		"  FROM pg_catalog.pg_attrdef"
		"  JOIN pg_catalog.pg_attribute ON attrelid OPERATOR(pg_catalog.=) adrelid AND attnum OPERATOR(pg_catalog.=) adnum,"
		"       LATERAL pg_catalog.pg_get_expr(adbin, adrelid) AS expression"
		/* As pg_get_expr() quotes; quote_literal() doubles backslashes. */
		" WHERE pg_catalog.strpos(expression, pg_catalog.concat('''', pg_catalog.replace($1, '''', ''''''), '''')) OPERATOR(pg_catalog.>) 0"
		"   AND (atttypid OPERATOR(pg_catalog.=) 'pg_catalog.uuid'::pg_catalog.regtype"
		"        OR pg_catalog.strpos(expression, 'uuid_opaque_nextval') OPERATOR(pg_catalog.>) 0)"
		" ORDER BY 1 LIMIT 1";
	Oid			types[] = {TEXTOID};
	Datum		values[] = {CStringGetTextDatum(name->bytes)};

	SPI_connect();
	if (SPI_execute_with_args(query, 1, types, values, NULL, true, 1) != SPI_OK_SELECT)
		elog(ERROR, "could not search column defaults");
	if (SPI_processed > 0)
		ereport(ERROR,
				(errcode(ERRCODE_DEPENDENT_OBJECTS_STILL_EXIST),
				 errmsg("cannot drop secret \"%s\" because a column default contains its name", name->bytes),
				 errdetail_internal("%s", SPI_getvalue(SPI_tuptable->vals[0],
													   SPI_tuptable->tupdesc, 1)),
				 errhint("Give the column another default first, or call uuid_secret_drop() with force => true.")));
	SPI_finish();
}

/*
 * uuid_secret_drop(name text, force boolean)
 */
Datum
uuid_secret_drop(PG_FUNCTION_ARGS)
{
	const text *name = PG_GETARG_TEXT_PP(0);
	SecretName	key;
	Relation	table;
	SysScanDesc scan;
	HeapTuple	tuple;

	PreventCommandIfReadOnly("uuid_secret_drop()");
	PreventCommandIfParallelMode("uuid_secret_drop()");
	table = open_secrets(fcinfo->flinfo->fn_oid);
	if (!may_change(fcinfo->flinfo->fn_oid, table, ACL_DELETE))
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied to drop secret \"%s\"",
						text_to_cstring(name)),
				 errdetail("This requires the DELETE privilege on table \"%s\".", SECRETS_TABLE)));
	key = secret_name(name, false);
	if (!is_secret(table, &key))
		report_no_secret(key.bytes, false);
	/* Do this before locking, as it may wait for any table that has a default. */
	if (!PG_GETARG_BOOL(1))
		check_defaults(&key);
	lock_to_change(table);
	tuple = find_secret(table, &key, &scan);
	if (!HeapTupleIsValid(tuple))
		report_no_secret(key.bytes, false);
	CatalogTupleDelete(table, &tuple->t_self);
	systable_endscan(scan);
	close_changed(table);
	PG_RETURN_VOID();
}

/*
 * sequential_uuids_secrets_changed()
 *
 * The trigger on the table, which notices changes by SQL, COPY and logical
 * replication.
 */
Datum
sequential_uuids_secrets_changed(PG_FUNCTION_ARGS)
{
	if (!CALLED_AS_TRIGGER(fcinfo))
		ereport(ERROR,
				(errcode(ERRCODE_E_R_I_E_TRIGGER_PROTOCOL_VIOLATED),
				 errmsg("function \"%s\" was not called by trigger manager",
						"sequential_uuids_secrets_changed")));
	CacheInvalidateRelcache(((TriggerData *) fcinfo->context)->tg_relation);
	return PointerGetDatum(NULL);
}
