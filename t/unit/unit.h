/*
 * unit.h
 *		What the tests of single source files include: PostgreSQL's basic
 *		types and cmocka, which asks for its system headers to come first.
 */
#ifndef UNIT_H
#define UNIT_H

#include "c.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* What a failed assertion calls is the server's; PostgreSQL 16 left out the type. */
#ifdef USE_ASSERT_CHECKING
#if PG_VERSION_NUM >= 160000
#define FAILED_ASSERTION const char *condition, const char *file, int line
#else
#define FAILED_ASSERTION const char *condition, const char *type, const char *file, int line
#endif
void
ExceptionalCondition(FAILED_ASSERTION)
{
	print_error("%s:%d: %s\n", file, line, condition);
	abort();
}
#endif

#endif							/* UNIT_H */
