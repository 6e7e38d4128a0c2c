// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.
package sequentialuuids;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.UUID;

/**
 * UUID keys by time, as the server's uuid_interval_nextval() generates them. doc/client-keys.md defines them.
 *
 * <p>It takes nothing but Java.
 */
public final class IntervalUuid {
    private static final SecureRandom RANDOM = new SecureRandom();

    private IntervalUuid() {}

    /**
     * A key of the present block, of version 4. The arguments are the column default's: its interval in milliseconds,
     * and the number of intervals in its cycle.
     */
    public static UUID generate(long intervalMillis, long count) {
        return generateAt(Instant.now(), intervalMillis, count, 4);
    }

    /** A key of the block of that time, of version 4 or 8. */
    public static UUID generateAt(Instant at, long intervalMillis, long count, int version) {
        if (intervalMillis < 1 || intervalMillis >= 1L << 53) {
            throw new IllegalArgumentException("intervalMillis must be from 1 to 2^53 - 1, not " + intervalMillis);
        }
        if (count < 1 || count > 1L << 48) {
            throw new IllegalArgumentException("count must be from 1 to 2^48, not " + count);
        }
        if (version != 4 && version != 8) {
            throw new IllegalArgumentException("version must be 4 or 8, not " + version);
        }
        long block = Math.floorMod(Math.floorDiv(at.toEpochMilli(), intervalMillis), count);
        long free = 1L << Long.numberOfLeadingZeros(count - 1) - 16;
        long random = RANDOM.nextLong();
        long head = block * free + (random >>> 16) % free;
        return new UUID(head << 16 | (long) version << 12 | random & 0xfff, 1L << 63 | RANDOM.nextLong() >>> 2);
    }
}
