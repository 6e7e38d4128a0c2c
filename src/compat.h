/*
 * compat.h
 *		Differences between PostgreSQL major versions, and between compilers.
 *		Include c.h before this file.
 */
#ifndef COMPAT_H
#define COMPAT_H

/*
 * All modules that a server loads share one name space, in which another
 * module's symbol could replace ours.  So the Makefile hides all symbols, as PGXS
 * does from PostgreSQL 16 on, and those that the server looks up are declared
 * PGDLLEXPORT.  15 defines that for Visual C++ only, and leaves it out of the
 * declaration of a function: hence the prefix "PGDLLEXPORT PG_FUNCTION_INFO_V1()".
 */
#if PG_VERSION_NUM < 160000 && defined(__GNUC__)
#undef PGDLLEXPORT
#ifdef WIN32
#define PGDLLEXPORT __declspec(dllexport)
#else
#define PGDLLEXPORT __attribute__((visibility("default")))
#endif
#endif

/* PostgreSQL 16 has one function to check privileges on any kind of object. */
#if PG_VERSION_NUM < 160000
#define object_aclcheck(class_of_functions, function, role, mode) \
	pg_proc_aclcheck(function, role, mode)
#endif

/* PostgreSQL 16 added a parameter for soft errors. */
#if PG_VERSION_NUM < 160000
#define make_range(type, lower, upper, empty, context) \
	make_range(type, lower, upper, empty)
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
