/*
 * uuid_bits.h
 *		The layout that all UUIDs share (RFC 9562, section 4).
 *
 * Nothing here depends on a running server.  Include c.h before this file.
 */
#ifndef UUID_BITS_H
#define UUID_BITS_H

#include "port/pg_bswap.h"

/* Write 128 bits unchanged, even if they are no UUID by RFC 9562. */
static inline void
uuid_store_as_is(unsigned char *uuid, uint64 high, uint64 low)
{
	high = pg_hton64(high);
	low = pg_hton64(low);
	memcpy(uuid, &high, sizeof(high));
	memcpy(uuid + sizeof(high), &low, sizeof(low));
}

/*
 * Write the UUID with the given first and last 64 bits, both in host byte
 * order, to the 16 bytes at "uuid".  The version (0 to 15, RFC 9562 section
 * 4.2) and the variant 10 (section 4.1) replace the bits in their positions.
 */
static inline void
uuid_store(unsigned char *uuid, uint64 high, uint64 low, int version)
{
	high = (high & ~UINT64CONST(0xF000)) | ((uint64) version << 12);
	low = (low & ~(UINT64CONST(3) << 62)) | UINT64CONST(2) << 62;
	uuid_store_as_is(uuid, high, low);
}

/* The first and the last 64 bits of the UUID at "uuid", in host byte order. */
static inline uint64
uuid_load_high(const unsigned char *uuid)
{
	uint64		high;

	memcpy(&high, uuid, sizeof(high));
	return pg_ntoh64(high);
}

static inline uint64
uuid_load_low(const unsigned char *uuid)
{
	uint64		low;

	memcpy(&low, uuid + sizeof(low), sizeof(low));
	return pg_ntoh64(low);
}

/* The version of the UUID at "uuid", or -1 if its variant is not RFC 9562's. */
static inline int
uuid_load_version(const unsigned char *uuid)
{
	if (uuid_load_low(uuid) >> 62 != 2)
		return -1;
	return uuid_load_high(uuid) >> 12 & 0xF;
}

#endif							/* UUID_BITS_H */
