/*
 * hex.h
 *		Bytes and UUIDs in the format of t/vectors.
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

/* A UUID as text, in 37 bytes at "out". */
static inline void
print_uuid(char *out, const uint8 *uuid)
{
	for (int i = 0; i < 16; i++)
		out += sprintf(out, i == 4 || i == 6 || i == 8 || i == 10 ? "-%02x" : "%02x", uuid[i]);
}

#endif							/* HEX_H */
