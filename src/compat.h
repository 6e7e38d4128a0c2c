/*
 * compat.h
 *		What PostgreSQL's majors, and compilers, have in different ways.  c.h
 *		comes before this file.
 */
#ifndef COMPAT_H
#define COMPAT_H

/*
 * All modules that a server loads are in one name space, where another one's
 * symbol could take the place of ours.  PGXS of PostgreSQL 16 and later hides
 * what the server does not look up; for 15, declarations stand between these
 * two.  Windows shows only what is exported.
 */
#if PG_VERSION_NUM < 160000 && defined(__GNUC__) && !defined(WIN32)
#define HIDDEN_BEGIN _Pragma("GCC visibility push(hidden)")
#define HIDDEN_END _Pragma("GCC visibility pop")
#else
#define HIDDEN_BEGIN
#define HIDDEN_END
#endif

/* PostgreSQL 18 gave this a new name and a place before the declaration. */
#ifndef pg_noreturn
#define pg_noreturn pg_attribute_noreturn()
#endif

/* PostgreSQL 20 shortened this name. */
#ifndef pg_attribute_always_inline
#define pg_attribute_always_inline pg_always_inline
#endif

#endif							/* COMPAT_H */
