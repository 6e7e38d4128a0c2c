/*
 * decoding.h
 *		What decoding by time has in common.
 */
#ifndef DECODING_H
#define DECODING_H

#include "fmgr.h"

/* Before PostgreSQL 16 another module's symbol could take its place. */
#pragma GCC visibility push(hidden)
extern Datum interval_window(FunctionCallInfo fcinfo, int64 start, int64 size);
#pragma GCC visibility pop

#endif							/* DECODING_H */
