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
 * does from PostgreSQL 16 on.  Those that the server looks up are then declared
 * PGDLLEXPORT, which 15 defines for Visual C++ only, and leaves out of the first
 * line of this macro.
 */
#if PG_VERSION_NUM < 160000
#undef PGDLLEXPORT
#if defined(WIN32)
#define PGDLLEXPORT __declspec(dllexport)
#elif defined(__GNUC__)
#define PGDLLEXPORT __attribute__((visibility("default")))
#else
#define PGDLLEXPORT
#endif
#undef PG_FUNCTION_INFO_V1
#define PG_FUNCTION_INFO_V1(funcname) \
extern PGDLLEXPORT Datum funcname(PG_FUNCTION_ARGS); \
extern PGDLLEXPORT const Pg_finfo_record * CppConcat(pg_finfo_,funcname)(void); \
const Pg_finfo_record * \
CppConcat(pg_finfo_,funcname) (void) \
{ \
	static const Pg_finfo_record my_finfo = { 1 }; \
	return &my_finfo; \
} \
extern int no_such_variable
#endif

/* PostgreSQL 16 has one function to check privileges on any kind of object. */
#if PG_VERSION_NUM < 160000
#define object_aclcheck(class_of_functions, function, role, mode) \
	pg_proc_aclcheck(function, role, mode)
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
