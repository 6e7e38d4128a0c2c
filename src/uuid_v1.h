/*
 * uuid_v1.h
 *		The timestamp of UUIDv1 and UUIDv6 (RFC 9562, sections 5.1 and 5.6): the
 *		same 60 bits, with the low part first in UUIDv1, the high part in UUIDv6.
 *
 * Timestamps are ticks of 100 nanoseconds since 1582-10-15 00:00 UTC.  All
 * functions take or return the first 64 bits of a UUID, in host byte order.
 * Nothing here depends on a running server.  Include c.h before this file.
 */
#ifndef UUID_V1_H
#define UUID_V1_H

/* 1970-01-01 in ticks. */
#define UUID_V1_UNIX_EPOCH	INT64CONST(0x01B21DD213814000)
#define TICKS_PER_MS		10000

static inline int64
uuid_v1_ticks(uint64 high)
{
	return (int64) ((high & 0xFFF) << 48 | (high >> 16 & 0xFFFF) << 32 | high >> 32);
}

static inline uint64
uuid_v1_high(int64 ticks)
{
	return (uint64) ticks << 32 | ((uint64) ticks >> 32 & 0xFFFF) << 16 |
		(uint64) ticks >> 48;
}

static inline int64
uuid_v6_ticks(uint64 high)
{
	return (int64) (high >> 16 << 12 | (high & 0xFFF));
}

static inline uint64
uuid_v6_high(int64 ticks)
{
	return (uint64) ticks >> 12 << 16 | ((uint64) ticks & 0xFFF);
}

#endif							/* UUID_V1_H */
