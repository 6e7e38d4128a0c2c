/*
 * hex.h
 *		The rows of t/vectors, and bytes and UUIDs in their format.
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

/* Check the rows of a file in t/vectors (VECTORS, from the Makefile), at least so many. */
static inline void
check_rows(const char *name, const char *header, int least, void (*check) (char *line))
{
	char		path[1024];
	static char line[8192];
	FILE	   *file;
	int			rows = 0;

	snprintf(path, sizeof(path), "%s%s", VECTORS, name);
	file = fopen(path, "r");
	assert_non_null(file);
	assert_non_null(fgets(line, sizeof(line), file));
	assert_string_equal(line, header);
	for (; fgets(line, sizeof(line), file); rows++)
		check(line);
	fclose(file);
	print_message("# %d rows of %s\n", rows, path);
	assert_true(rows >= least);
}

#endif							/* HEX_H */
