/*
 * compat.h
 *		Differences between PostgreSQL major versions, and between compilers.
 *		Include c.h before this file.
 */
#ifndef COMPAT_H
#define COMPAT_H

/*
 * All modules that a server loads share one name space, in which another
 * module's symbol could replace ours.  From PostgreSQL 16 on, PGXS hides all
 * symbols that the server does not look up.  For 15, put declarations between
 * these two macros.  Windows hides all that is not exported.
 */
#if PG_VERSION_NUM < 160000 && defined(__GNUC__) && !defined(WIN32)
#define HIDDEN_BEGIN _Pragma("GCC visibility push(hidden)")
#define HIDDEN_END _Pragma("GCC visibility pop")
#else
#define HIDDEN_BEGIN
#define HIDDEN_END
#endif

/* PostgreSQL 18 renamed this and moved it in front of the declaration. */
#ifndef pg_noreturn
#define pg_noreturn pg_attribute_noreturn()
#endif

/* PostgreSQL 20 shortened this name. */
#ifndef pg_attribute_always_inline
#define pg_attribute_always_inline pg_always_inline
#endif

#endif							/* COMPAT_H */
