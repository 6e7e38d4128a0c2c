/*
 * secrets.h
 *		The secrets of opaque keys: reading them, and knowing that they changed.
 *
 * A secret is a row of the table sequential_uuids_secrets, which is in the
 * schema of the functions that read it.
 *
 * Guarantees:
 *
 * - Reading takes no right on the table, so that inserts from a column default
 *	 need none, and no snapshot of the transaction: it finds what is committed
 *	 now, and what this transaction created.
 * - A secret is read once per session, until one is created, changed or dropped
 *	 in any session, or that is rolled back.
 * - A secret that is not there, or not 32 bytes long, is an error.
 *
 * Limitations: what has been read stays in the memory of the session.  Where a
 * transaction is SERIALIZABLE, reading the table counts as reading.
 */
#ifndef SECRETS_H
#define SECRETS_H

#include "utils/inval.h"
#if PG_VERSION_NUM >= 160000
/* Which postgres.h no longer includes. */
#include "varatt.h"
#endif

#include "compat.h"
#include "opaque_cycle.h"

#define MAX_SECRET_NAME		63	/* bytes */

/* A name, padded with zeros, as a key to what is remembered. */
typedef struct SecretName
{
	char		bytes[MAX_SECRET_NAME + 1];
} SecretName;

HIDDEN_BEGIN
extern uint64 secrets_changes;

extern SecretName secret_name(const text *name, bool is_used);
extern const uint8 *secret_read(Oid function, const SecretName *name);
HIDDEN_END

/*
 * A number that is another one once any secret may have changed.  PostgreSQL
 * hears of other sessions' changes where it locks a relation, which a statement
 * may have done long ago; so listen at each call.  With nothing to hear that is
 * one comparison.
 */
static inline uint64
secrets_version(void)
{
	AcceptInvalidationMessages();
	return secrets_changes;
}

static inline bool
is_same_secret_name(const SecretName *name, const text *other)
{
	size_t		length = VARSIZE_ANY_EXHDR(other);

	return length <= MAX_SECRET_NAME && name->bytes[length] == '\0' &&
		memcmp(name->bytes, VARDATA_ANY(other), length) == 0;
}

#endif							/* SECRETS_H */
