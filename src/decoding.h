/*
 * decoding.h
 *		Shared by the functions that decode a time.
 */
#ifndef DECODING_H
#define DECODING_H

#include "fmgr.h"

#include "compat.h"

HIDDEN_BEGIN
extern Datum interval_window(FunctionCallInfo fcinfo, int64 start, int64 size);
HIDDEN_END

#endif							/* DECODING_H */
