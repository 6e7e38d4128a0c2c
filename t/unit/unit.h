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

/* PostgreSQL's <stdio.h> replacements live in a library not linked here. */
#undef printf
#undef fprintf
#undef sprintf

#include <cmocka.h>

#endif							/* UNIT_H */
