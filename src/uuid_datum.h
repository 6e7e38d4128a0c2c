/*
 * uuid_datum.h
 *		Return a UUID to SQL.
 */
#ifndef UUID_DATUM_H
#define UUID_DATUM_H

#include "utils/uuid.h"

#include "compat.h"
#include "uuid_bits.h"

/* uuid_store() into memory allocated in the current context. */
static pg_attribute_always_inline Datum
uuid_datum(uint64 high, uint64 low, int version)
{
	pg_uuid_t  *uuid = (pg_uuid_t *) palloc(sizeof(pg_uuid_t));

	uuid_store(uuid->data, high, low, version);
	return UUIDPGetDatum(uuid);
}

#endif							/* UUID_DATUM_H */
