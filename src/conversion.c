/*
 * conversion.c
 *		Convert UUIDv1 to the versions that sort by time.
 *
 * Guarantees: the functions are immutable and return the same result on every
 * platform, so a key and the foreign keys that refer to it convert to the same
 * value everywhere.
 */
#include "postgres.h"

#include "fmgr.h"
#include "utils/builtins.h"
#include "utils/fmgrprotos.h"
#include "utils/uuid.h"

#include "parameters.h"
#include "uuid_bits.h"
#include "uuid_datum.h"
#include "uuid_v1.h"
#include "uuid_v7.h"

PGDLLEXPORT PG_FUNCTION_INFO_V1(uuid_v1_to_v6);
PGDLLEXPORT PG_FUNCTION_INFO_V1(uuid_v6_to_v1);
PGDLLEXPORT PG_FUNCTION_INFO_V1(uuid_v1_to_v7);

static void
check_version_is(pg_uuid_t *id, int version)
{
	if (uuid_load_version(id->data) != version)
		ereport(ERROR,
				(errcode(ERRCODE_INVALID_PARAMETER_VALUE),
				 errmsg("invalid value for parameter \"%s\": %s", "id",
						DatumGetCString(DirectFunctionCall1(uuid_out, UUIDPGetDatum(id)))),
				 errdetail("Valid values are UUIDs of version %d with the variant of RFC 9562.", version)));
}

/*
 * Convert to version 6 (RFC 9562, section 5.6), which sorts by time, with the
 * same timestamp, clock sequence and node.
 */
Datum
uuid_v1_to_v6(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *id = PG_GETARG_UUID_P(0);

	check_version_is(id, 1);
	return uuid_datum(uuid_v6_high(uuid_v1_ticks(uuid_load_high(id->data))),
					  uuid_load_low(id->data), 6);
}

/* The inverse of uuid_v1_to_v6(). */
Datum
uuid_v6_to_v1(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *id = PG_GETARG_UUID_P(0);

	check_version_is(id, 6);
	return uuid_datum(uuid_v1_high(uuid_v6_ticks(uuid_load_high(id->data))),
					  uuid_load_low(id->data), 1);
}

/* The first 64 bits of the SHA-256 of the UUID, big-endian. */
static uint64
sha256_high(pg_uuid_t *id)
{
	bytea	   *bytes = palloc(VARHDRSZ + UUID_LEN);
	bytea	   *hash;
	uint64		high;

	SET_VARSIZE(bytes, VARHDRSZ + UUID_LEN);
	memcpy(VARDATA(bytes), id->data, UUID_LEN);
	hash = DatumGetByteaPP(DirectFunctionCall1(sha256_bytea, PointerGetDatum(bytes)));
	high = uuid_load_high((unsigned char *) VARDATA_ANY(hash));
	pfree(bytes);
	pfree(hash);
	return high;
}

/*
 * Convert to a UUIDv7 of the same millisecond.  This keeps the order: the tick
 * within the millisecond, 0 to 9999, maps one to one to 14 bits.  The other 60
 * bits are a hash of the whole UUID, so different UUIDs stay different unless
 * their hashes collide.
 */
Datum
uuid_v1_to_v7(PG_FUNCTION_ARGS)
{
	pg_uuid_t  *id = PG_GETARG_UUID_P(0);
	int64		ticks;
	uint64		fraction;

	check_version_is(id, 1);
	ticks = uuid_v1_ticks(uuid_load_high(id->data)) - UUID_V1_UNIX_EPOCH;
	if (ticks < 0)
		ereport(ERROR,
				(errcode(ERRCODE_DATETIME_VALUE_OUT_OF_RANGE),
				 errmsg("timestamp of UUID out of range: %s",
						DatumGetCString(DirectFunctionCall1(uuid_out, UUIDPGetDatum(id)))),
				 errdetail("UUIDs of version 7 begin in 1970.")));

	fraction = (uint64) (ticks % TICKS_PER_MS) * (1 << 14) / TICKS_PER_MS;
	return uuid_datum(uuid_v7_high((uint64) (ticks / TICKS_PER_MS) << 12 | fraction >> 2),
					  (fraction & 3) << 60 | sha256_high(id) >> 4, 7);
}
