/*
 * hex.h
 *		Bytes as the vectors of t/vectors have them.
 */
#ifndef HEX_H
#define HEX_H

#include "unit.h"

/* Read "length" bytes from twice as many hexadecimal digits. */
static inline void
read_hex(const char *hex, uint8 *bytes, int length)
{
	for (int i = 0; i < length; i++)
	{
		unsigned int byte;

		assert_int_equal(1, sscanf(hex + 2 * i, "%2x", &byte));
		bytes[i] = (uint8) byte;
	}
}

#endif							/* HEX_H */
