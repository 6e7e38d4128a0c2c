/*
 * generate.c
 *		The random bits that all generators of a process share.
 */
#include "postgres.h"

#include "generate.h"

RandomPool	session_pool;
