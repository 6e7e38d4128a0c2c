/*
 * secrets.h
 *		Read the secrets of opaque keys, and notice when they change.
 *
 * A secret is a row of the table sequential_uuids_secrets, in the same schema as
 * the functions that read it.
 *
 * Guarantees:
 *
 * - Reading needs no privilege on the table, so neither do inserts that use a
 *	 column default.
 * - Reading does not use the transaction's snapshot: it finds what is committed
 *	 now, and what this transaction created.
 * - secrets_version() says when to read a secret again: after any session
 *	 creates, changes or drops one, or rolls that back.
 * - A secret that does not exist, or is not 32 bytes long, raises an error, as
 *	 does a table that is not as the extension's script creates it.
 *
 * Limitations: for a SERIALIZABLE transaction, reading a secret counts as a read
 * of the table.
 */
#ifndef SECRETS_H
#define SECRETS_H

#include "utils/inval.h"
#if PG_VERSION_NUM >= 160000
/* No longer included by postgres.h. */
#include "varatt.h"
#endif

#include "opaque_cycle.h"

#define MAX_SECRET_NAME		63	/* bytes */

/* A name padded with zeros. */
typedef struct SecretName
{
	char		bytes[MAX_SECRET_NAME + 1];
} SecretName;

extern uint64 secrets_changes;

extern SecretName secret_name(const text *name, bool is_used);
extern void secret_read(Oid function, const SecretName *name,
						uint8 secret[OPAQUE_SECRET_BYTES]);

/*
 * A number that changes whenever any secret may have changed.  PostgreSQL learns
 * of other sessions' changes when it locks a relation, but a statement may have
 * done that long ago.  So accept invalidation messages on each call; without new
 * ones, this costs one comparison.
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
