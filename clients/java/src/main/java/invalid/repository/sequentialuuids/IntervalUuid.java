// SPDX-License-Identifier: PostgreSQL
// interval-uuid 0.1.0, from https://repository.invalid/owner/sequential_uuids, whose LICENSE is this file's.
package invalid.repository.sequentialuuids;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;

/**
 * Generates UUID keys by time, as {@code uuid_interval_nextval()} of the PostgreSQL extension sequential_uuids does. A
 * program needs one generator for each column default, which threads may share.
 *
 * <pre>{@code
 * // DEFAULT uuid_interval_nextval('5 min', '60 days')
 * IntervalUuid keys = new IntervalUuid(Duration.ofMinutes(5), Duration.ofDays(60));
 * UUID id = keys.next();
 * }</pre>
 *
 * <p>{@link UUID#compareTo} is signed, so it sorts such keys in another order than PostgreSQL.
 */
public final class IntervalUuid {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final long MAX_COUNT = 1L << 48;
    private static final int NANOS_PER_MILLI = 1_000_000;
    /** The server counts microseconds in 63 bits. */
    private static final long MAX_MILLIS = Long.MAX_VALUE / 1000;

    /** No range at all would be dangerous: many ORMs take an empty OR for "all rows". */
    private static final List<Range> NO_KEYS = List.of(new Range(new UUID(0, 1), new UUID(0, 0)));

    private final long interval;
    private final long count;
    private final int freeBits;
    private final int version;

    /**
     * A range of keys, both ends included, which carry no version. No key lies in the range of an empty span, whose
     * smallest is above its largest; so never swap them.
     *
     * @param smallest the smallest key of some blocks
     * @param largest the largest key of these blocks
     */
    public record Range(UUID smallest, UUID largest) {}

    /**
     * The times in which a key may have been generated.
     *
     * @param from the first time
     * @param to the time after the last
     */
    public record Window(Instant from, Instant to) {}

    /**
     * Builds the generator for a column default, whose keys are of version 4, if there is no connection for {@link
     * #fromParameters}. With other lengths than the default has, keys are in wrong places for good, unnoticed.
     *
     * @param interval how long keys share a prefix: at least a millisecond, and a whole number of them
     * @param cycle after how long prefixes repeat: a multiple of {@code interval}, at most 2^48 times it
     * @throws IllegalArgumentException if a length is out of range, or {@code cycle} is no multiple of {@code interval}
     */
    public IntervalUuid(Duration interval, Duration cycle) {
        this(interval, cycle, 4);
    }

    /**
     * Builds the generator for a column default that has a version.
     *
     * @param interval how long keys share a prefix: at least a millisecond, and a whole number of them
     * @param cycle after how long prefixes repeat: a multiple of {@code interval}, at most 2^48 times it
     * @param version the UUID version: 4, or 8 if the column default says so
     * @throws IllegalArgumentException if a length or the version is out of range, or {@code cycle} is no multiple of
     *     {@code interval}
     */
    public IntervalUuid(Duration interval, Duration cycle, int version) {
        this.interval = toMillis("interval", interval);
        long cycleMillis = toMillis("cycle", cycle);
        count = cycleMillis / this.interval;
        long rest = cycleMillis % this.interval;
        if (rest != 0) {
            long nearest = Math.max(rest >= this.interval - rest ? count + 1 : count, 1);
            throw new IllegalArgumentException("cycle must be a multiple of interval (" + interval
                    + "): the nearest to " + cycle + " is " + interval.multipliedBy(nearest));
        }
        if (count > MAX_COUNT) {
            throw new IllegalArgumentException(
                    "cycle must be at most 2^48 times interval (" + interval + "), not " + cycle);
        }
        if (version != 4 && version != 8) {
            throw new IllegalArgumentException("version must be 4 or 8, not " + version);
        }
        freeBits = Long.numberOfLeadingZeros(count - 1) - 16;
        this.version = version;
    }

    /**
     * Builds the generator for a column default from the row in which the server describes it:
     *
     * <pre>{@code
     * SELECT interval_microseconds, interval_count, version FROM uuid_key_parameters('orders', 'id')
     * }</pre>
     *
     * @param intervalMicroseconds how long keys share a prefix
     * @param intervalCount after how many intervals prefixes repeat
     * @param version the UUID version
     * @return the generator
     * @throws IllegalArgumentException if one is out of range, such as the 0 that {@code ResultSet.getLong()} returns
     *     for NULL, or if the interval is no whole number of milliseconds
     */
    public static IntervalUuid fromParameters(long intervalMicroseconds, long intervalCount, int version) {
        if (intervalMicroseconds < 1 || intervalCount < 1 || intervalMicroseconds > Long.MAX_VALUE / intervalCount) {
            throw new IllegalArgumentException("interval_microseconds and interval_count must be at least 1, and their"
                    + " product below 2^63, not " + intervalMicroseconds + " and " + intervalCount
                    + ": pass a row of uuid_key_parameters() for a table and a column");
        }
        Duration interval = Duration.of(intervalMicroseconds, ChronoUnit.MICROS);
        return new IntervalUuid(interval, interval.multipliedBy(intervalCount), version);
    }

    /**
     * Generates a key of the present block.
     *
     * @return the key
     * @throws RuntimeException if {@link SecureRandom} has no random bytes
     */
    public UUID next() {
        return at(Instant.now());
    }

    /**
     * Generates a key of the block of a time, for rows that are older than now.
     *
     * @param time the time
     * @return the key
     * @throws ArithmeticException if the time is over 292 million years from 1970
     * @throws RuntimeException if {@link SecureRandom} has no random bytes
     */
    public UUID at(Instant time) {
        long block = Math.floorMod(Math.floorDiv(time.toEpochMilli(), interval), count);
        byte[] bytes = new byte[16];
        RANDOM.nextBytes(bytes);
        ByteBuffer random = ByteBuffer.wrap(bytes);
        long first = random.getLong();
        long head = block << freeBits | first >>> 16 & (1L << freeBits) - 1;
        return new UUID(
                head << 16 | (long) version << 12 | first & 0xfff, 1L << 63 | random.getLong() & (1L << 62) - 1);
    }

    /**
     * Finds the ranges of keys generated from one time until just before another. Like {@code
     * uuid_interval_between()}, they cover whole blocks, of each cycle: for the exact span, also compare a timestamp.
     *
     * <pre>{@code
     * for (IntervalUuid.Range range : keys.ranges(Instant.now().minus(Duration.ofHours(1)), Instant.now())) {
     *     System.out.println("id BETWEEN '" + range.smallest() + "' AND '" + range.largest() + "'");
     * }
     * }</pre>
     *
     * @param from the first time
     * @param to the time after the last
     * @return two if prefixes begin anew between the times, else one; if {@code to} is not later than {@code from}, no
     *     key lies in it
     * @throws ArithmeticException if a time is over 292 million years from 1970
     */
    public List<Range> ranges(Instant from, Instant to) {
        if (!from.isBefore(to)) {
            return NO_KEYS;
        }
        long first = Math.floorDiv(from.toEpochMilli(), interval);
        long last = Math.min(Math.floorDiv(to.minusNanos(1).toEpochMilli(), interval), first + count - 1);
        long lower = Math.floorMod(first, count);
        long upper = Math.floorMod(last, count);
        if (lower <= upper) {
            return List.of(range(lower, upper));
        }
        return List.of(range(lower, count - 1), range(0, upper));
    }

    /**
     * Finds the number of a key's block, from 0, as {@code uuid_block()} does.
     *
     * @param id the key
     * @return the number, empty if the key's first bits are no block of this cycle
     */
    public OptionalLong block(UUID id) {
        long block = id.getMostSignificantBits() >>> 16 >>> freeBits;
        return block < count ? OptionalLong.of(block) : OptionalLong.empty();
    }

    /**
     * Finds the latest interval that begins no later than a time and in which a key may have been generated, as {@code
     * uuid_interval_window()} does.
     *
     * @param id the key
     * @param notAfter a time after the key was generated
     * @return the interval, empty if the key's first bits are no block of this cycle, or if no instant is that early
     * @throws ArithmeticException if the time is over 292 million years from 1970
     */
    public Optional<Window> window(UUID id, Instant notAfter) {
        OptionalLong block = block(id);
        long number = Math.floorDiv(notAfter.toEpochMilli(), interval);
        if (block.isEmpty()) {
            return Optional.empty();
        }
        try {
            long latest = number - Math.floorMod(number - block.getAsLong(), count);
            Instant from = Instant.ofEpochMilli(Math.multiplyExact(latest, interval));
            return Optional.of(new Window(from, from.plusMillis(interval)));
        } catch (ArithmeticException e) {
            return Optional.empty();
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IntervalUuid that
                && interval == that.interval
                && count == that.count
                && version == that.version;
    }

    @Override
    public int hashCode() {
        return Objects.hash(interval, count, version);
    }

    @Override
    public String toString() {
        return "IntervalUuid[interval=" + Duration.ofMillis(interval) + ", cycle=" + Duration.ofMillis(interval * count)
                + ", version=" + version + "]";
    }

    private Range range(long first, long last) {
        return new Range(new UUID(first << freeBits << 16, 0), new UUID((last + 1 << freeBits << 16) - 1, -1));
    }

    private static long toMillis(String name, Duration length) {
        Objects.requireNonNull(length, name);
        if (length.compareTo(Duration.ofMillis(MAX_MILLIS)) > 0) {
            throw new IllegalArgumentException(
                    name + " must be at most " + Duration.ofMillis(MAX_MILLIS) + ", not " + length);
        }
        long millis = length.toMillis();
        if (millis < 1 || length.getNano() % NANOS_PER_MILLI != 0) {
            throw new IllegalArgumentException(
                    name + " must be a whole number of milliseconds from 1, not " + length);
        }
        return millis;
    }
}
