/*
 * secrets.c
 *		The secrets of opaque keys, and the SQL functions that create and drop
 *		them.  See secrets.h for the guarantees.
 *
 * A secret never passes through a query, since auto_explain and the log can show
 * parameters.  Read and write rows directly, like those of a catalog, in a table
 * that alteration() accepts.
 */
#include "postgres.h"

#include "access/genam.h"
#include "access/heapam.h"
#include "access/htup_details.h"
#include "access/table.h"
#include "access/xact.h"
#include "catalog/dependency.h"
#include "catalog/indexing.h"
#include "catalog/pg_am.h"
#include "catalog/pg_class.h"
#include "catalog/pg_collation.h"
#include "catalog/pg_extension.h"
#include "catalog/pg_inherits.h"
#include "catalog/pg_language.h"
#include "catalog/pg_opfamily.h"
#include "catalog/pg_proc.h"
#include "catalog/pg_trigger.h"
#include "catalog/pg_type.h"
#include "commands/trigger.h"
#include "executor/executor.h"
#include "fmgr.h"
#include "miscadmin.h"
#include "rewrite/prs2lock.h"
#include "utils/acl.h"
#include "utils/builtins.h"
#include "utils/fmgroids.h"
#include "utils/lsyscache.h"
#include "utils/rel.h"
#include "utils/syscache.h"

#include "parameters.h"
#include "secrets.h"

#define SECRETS_TABLE		"sequential_uuids_secrets"

/* What its triggers fire at. */
#define ROWS_CHANGED \
	(TRIGGER_TYPE_ROW | TRIGGER_TYPE_INSERT | TRIGGER_TYPE_UPDATE | TRIGGER_TYPE_DELETE)
#define TRUNCATED			TRIGGER_TYPE_TRUNCATE

/* The columns of that table. */
enum
{
	SECRET_NAME = 1,
	SECRET_BYTES = 2
};

PG_FUNCTION_INFO_V1(uuid_secret_create);
PG_FUNCTION_INFO_V1(uuid_secret_drop);
PG_FUNCTION_INFO_V1(sequential_uuids_secrets_changed);

/* Starts above 0, which is never a version. */
uint64		secrets_changes = 1;

/* The table read last; only its changes count. */
static Oid	table_read = InvalidOid;

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
 * The table in the schema of a function of the extension.  Check that the table
 * belongs to the extension too: after an administrator has moved it away, another
 * role may have put its own relation there.
 */
static Oid
secrets_table(Oid function)
{
	Oid			oid = get_relname_relid(SECRETS_TABLE, get_func_namespace(function));
	Oid			extension = getExtensionOfObject(ProcedureRelationId, function);

	if (!OidIsValid(oid) || !OidIsValid(extension) ||
		getExtensionOfObject(RelationRelationId, oid) != extension)
		ereport(ERROR,
				(errcode(ERRCODE_UNDEFINED_TABLE),
				 errmsg("relation \"%s\" does not exist", SECRETS_TABLE)));
	return oid;
}

/*
 * The one trigger function of the extension.  Its owner can add functions, but only
 * a superuser can write one in C.
 */
static bool
is_our_function(Oid function, Oid extension)
{
	HeapTuple	tuple = SearchSysCache1(PROCOID, ObjectIdGetDatum(function));
	bool		is_c = HeapTupleIsValid(tuple) &&
		((Form_pg_proc) GETSTRUCT(tuple))->prolang == ClanguageId;

	if (HeapTupleIsValid(tuple))
		ReleaseSysCache(tuple);
	return is_c && getExtensionOfObject(ProcedureRelationId, function) == extension;
}

/*
 * Does this trigger fire at all events of "type", and call the function of the
 * extension?
 */
static bool
notifies(const Trigger *trigger, int16 type, Oid extension)
{
	return trigger->tgtype == type && trigger->tgqual == NULL && trigger->tgnattr == 0 &&
		!OidIsValid(trigger->tgconstraint) &&
		(trigger->tgenabled == TRIGGER_FIRES_ALWAYS || trigger->tgenabled == TRIGGER_FIRES_ON_ORIGIN) &&
		is_our_function(trigger->tgfoid, extension);
}

/*
 * Is this a unique index on the name that needs no expression evaluated?  (That of
 * a deferrable constraint comes with a trigger.)
 */
static bool
is_index_of_names(Relation index)
{
	return index->rd_index->indisunique && index->rd_index->indnatts == 1 &&
		index->rd_index->indkey.values[0] == SECRET_NAME &&
		index->rd_opfamily[0] == TEXT_BTREE_FAM_OID && index->rd_indcollation[0] == C_COLLATION_OID &&
		heap_attisnull(index->rd_indextuple, Anum_pg_index_indpred, NULL);
}

/*
 * What keeps us from reading and writing the table without an executor, or NULL.
 * Rows are neither checked, nor do they fire triggers.  Nor may any code of the
 * table's owner run.  So accept the table only as our script creates it, except
 * for what is harmless: dropped columns, and more indexes like our own, which
 * REINDEX CONCURRENTLY has for a while.
 */
static const char *
alteration(Relation table)
{
	static const struct
	{
		Oid			type;
		Oid			collation;
	}			columns[] = {{TEXTOID, C_COLLATION_OID}, {BYTEAOID, InvalidOid}};
	Oid			oid = RelationGetRelid(table);
	Oid			extension = getExtensionOfObject(RelationRelationId, oid);
	TupleDesc	row = RelationGetDescr(table);
	/* A copy, since looking up anything else may reload the original. */
	const TriggerDesc *triggers = CopyTriggerDesc(table->trigdesc);
	bool		notifies_of_rows = false;
	bool		notifies_of_truncation = false;
	bool		has_index = false;
	ListCell   *cell;

	if (table->rd_rel->relkind != RELKIND_RELATION || table->rd_rel->relam != HEAP_TABLE_AM_OID ||
		table->rd_rel->relpersistence != RELPERSISTENCE_PERMANENT)
		return "It is not a permanent table with the access method heap.";
	if (has_superclass(oid) || find_inheritance_children(oid, NoLock) != NIL)
		return "It has a parent or child table.";
	if (row->natts < SECRET_BYTES)
		return "A column is missing.";
	for (int i = 0; i < row->natts; i++)
	{
		Form_pg_attribute column = TupleDescAttr(row, i);
		bool		is_accepted = i >= SECRET_BYTES ? column->attisdropped :
			column->atttypid == columns[i].type && column->attcollation == columns[i].collation &&
			!column->attnotnull && !column->atthasdef;

		if (!is_accepted)
			return psprintf("Column \"%s\" was added or altered.", NameStr(column->attname));
	}
	if (row->constr != NULL && row->constr->num_check > 0)
		return psprintf("Constraint \"%s\" was added.", row->constr->check[0].ccname);
	if (table->rd_rules != NULL)
		return "A rule was added.";
	if (table->rd_rel->relrowsecurity)
		return "Row-level security was enabled.";

	for (int i = 0; triggers != NULL && i < triggers->numtriggers; i++)
	{
		const Trigger *trigger = &triggers->triggers[i];

		if (notifies(trigger, ROWS_CHANGED, extension))
			notifies_of_rows = true;
		else if (notifies(trigger, TRUNCATED, extension))
			notifies_of_truncation = true;
		else if (OidIsValid(trigger->tgconstraint))
			return psprintf("Constraint \"%s\" was added.", get_constraint_name(trigger->tgconstraint));
		else
			return psprintf("Trigger \"%s\" was added, altered or disabled.", trigger->tgname);
	}
	if (!notifies_of_rows || !notifies_of_truncation)
		return "A trigger that notifies sessions of changes is missing.";

	foreach(cell, RelationGetIndexList(table))
	{
		Relation	index = index_open(lfirst_oid(cell), AccessShareLock);

		if (!is_index_of_names(index))
			return psprintf("Index \"%s\" was added or altered.", RelationGetRelationName(index));
		has_index |= index->rd_index->indisvalid;
		index_close(index, AccessShareLock);
	}
	return has_index ? NULL : "There is no valid unique index on the names.";
}

/* Open the table, after locking it, or raise an error if it has been altered. */
static Relation
open_secrets(Oid oid, LOCKMODE lock)
{
	Relation	table = table_open(oid, lock);
	const char *detail = alteration(table);

	if (detail != NULL)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("table \"%s\" has been altered", SECRETS_TABLE),
				 errdetail_internal("%s", detail),
				 errhint("Undo that: until then, secrets are neither read nor changed.")));
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

/* Read a secret from the table. */
void
secret_read(Oid function, const SecretName *name, uint8 secret[OPAQUE_SECRET_BYTES])
{
	Relation	table;
	SysScanDesc scan;
	HeapTuple	tuple;
	Datum		values[MaxHeapAttributeNumber];
	bool		nulls[MaxHeapAttributeNumber];
	bytea	   *bytes;

	listen_once();
	table = open_secrets(secrets_table(function), AccessShareLock);
	table_read = RelationGetRelid(table);
	tuple = find_secret(table, name, &scan);
	if (!HeapTupleIsValid(tuple))
		report_no_secret(name->bytes, true);

	/*
	 * Not by heap_getattr(), which is inlined: since the releases of November
	 * 2026 it calls a function that older ones of the same major lack, so
	 * that they could not load the library.
	 */
	heap_deform_tuple(tuple, RelationGetDescr(table), values, nulls);
	bytes = nulls[SECRET_BYTES - 1] ? NULL : DatumGetByteaPP(values[SECRET_BYTES - 1]);
	if (bytes == NULL || VARSIZE_ANY_EXHDR(bytes) != OPAQUE_SECRET_BYTES)
		ereport(ERROR,
				(errcode(ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE),
				 errmsg("secret \"%s\" is not %d bytes long", name->bytes,
						OPAQUE_SECRET_BYTES)));

	if (TransactionIdIsCurrentTransactionId(HeapTupleHeaderGetXmin(tuple->t_data)))
		own_was_read = true;
	memcpy(secret, VARDATA_ANY(bytes), OPAQUE_SECRET_BYTES);
	systable_endscan(scan);
	table_close(table, AccessShareLock);
}

/*
 * Open the table to create or drop a secret, if the role owns the extension now, or
 * has this privilege on the table.  Other sessions that change it wait until the
 * transaction ends, as does anyone who alters the table; readers do not.
 */
static Relation
open_to_change(Oid function, const text *name, AclMode privilege)
{
	Oid			table = secrets_table(function);
	Oid			extension = getExtensionOfObject(ProcedureRelationId, function);
	bool		creates = privilege == ACL_INSERT;

	if (!object_ownercheck(ExtensionRelationId, extension, GetUserId()) &&
		pg_class_aclcheck(table, GetUserId(), privilege) != ACLCHECK_OK)
		ereport(ERROR,
				(errcode(ERRCODE_INSUFFICIENT_PRIVILEGE),
				 errmsg("permission denied to %s secret \"%s\"",
						creates ? "create" : "drop", text_to_cstring(name)),
				 errdetail("This requires the %s privilege on table \"%s\".",
						   creates ? "INSERT" : "DELETE", SECRETS_TABLE)));
	return open_secrets(table, ShareRowExclusiveLock);
}

/* Notify this session and, when the transaction commits, all others. */
static void
close_changed(Relation table)
{
	CacheInvalidateRelcache(table);
	table_close(table, NoLock);
	CommandCounterIncrement();
}

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
	SysScanDesc scan;
	HeapTuple	tuple;
	Datum		values[MaxHeapAttributeNumber];
	bool		nulls[MaxHeapAttributeNumber];

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

	table = open_to_change(fcinfo->flinfo->fn_oid, name, ACL_INSERT);
	if (HeapTupleIsValid(find_secret(table, &key, &scan)))
		ereport(ERROR,
				(errcode(ERRCODE_DUPLICATE_OBJECT),
				 errmsg("secret \"%s\" already exists", key.bytes)));
	systable_endscan(scan);

	SET_VARSIZE(&secret, sizeof(secret));
	if (!pg_strong_random(secret.bytes, sizeof(secret.bytes)))
		ereport(ERROR,
				(errcode(ERRCODE_INTERNAL_ERROR),
				 errmsg("could not generate random values")));
	/* Columns that were dropped stay NULL. */
	memset(nulls, true, sizeof(nulls));
	nulls[SECRET_NAME - 1] = false;
	nulls[SECRET_BYTES - 1] = false;
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
	table = open_to_change(fcinfo->flinfo->fn_oid, name, ACL_DELETE);
	key = secret_name(name, false);
	/* Subscribers to the table could not find the row without a replica identity. */
	CheckCmdReplicaIdentity(table, CMD_DELETE);
	tuple = find_secret(table, &key, &scan);
	if (!HeapTupleIsValid(tuple))
		report_no_secret(key.bytes, false);
	CatalogTupleDelete(table, &tuple->t_self);
	systable_endscan(scan);
	close_changed(table);
	PG_RETURN_VOID();
}

/*
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
