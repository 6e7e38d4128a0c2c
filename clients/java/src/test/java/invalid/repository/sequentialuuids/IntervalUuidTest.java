package invalid.repository.sequentialuuids;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class IntervalUuidTest {
    private static final Duration MILLISECOND = Duration.ofMillis(1);
    /** Each millisecond is a block, and the first 48 bits its number. */
    private static final IntervalUuid BY_MILLISECOND =
            new IntervalUuid(MILLISECOND, MILLISECOND.multipliedBy(1L << 48));

    private static List<String[]> vectors(String name) throws IOException {
        String directory = System.getenv().getOrDefault("VECTORS", "../../t/vectors");
        try (var lines = Files.lines(Path.of(directory, name + ".csv"))) {
            List<String[]> rows = lines.skip(1).map(line -> line.split(",", -1)).toList();
            assertTrue(rows.size() >= 100);
            return rows;
        }
    }

    private static IntervalUuid generator(String interval, String count, int version) {
        Duration length = Duration.ofMillis(Long.parseLong(interval));
        return new IntervalUuid(length, length.multipliedBy(Long.parseLong(count)), version);
    }

    private static Instant millis(String text) {
        return Instant.ofEpochMilli(Long.parseLong(text));
    }

    private static BigInteger number(UUID key) {
        return new BigInteger(key.toString().replace("-", ""), 16);
    }

    @Test
    void atGivesTheKeysOfTheVectors() throws IOException {
        for (String[] vector : vectors("client_keys")) {
            Instant at = Instant.EPOCH.plus(Long.parseLong(vector[0]), ChronoUnit.MICROS);
            for (int version : new int[] {4, 8}) {
                IntervalUuid keys = generator(vector[1], vector[2], version);
                List<BigInteger> made = IntStream.range(0, 64).mapToObj(i -> number(keys.at(at))).toList();
                // The bits that each key has, and those that any has: all others are random.
                BigInteger labelled = BigInteger.valueOf(version ^ 4).shiftLeft(76);
                BigInteger all = made.stream().reduce(BigInteger::and).orElseThrow();
                BigInteger any = made.stream().reduce(BigInteger::or).orElseThrow();
                assertEquals(number(UUID.fromString(vector[3])), all.xor(labelled), String.join(",", vector));
                assertEquals(number(UUID.fromString(vector[4])), any.xor(labelled), String.join(",", vector));
            }
        }
    }

    @Test
    void rangesGivesThoseOfTheVectors() throws IOException {
        for (String[] vector : vectors("ranges")) {
            String ranges = generator(vector[2], vector[3], 4).ranges(millis(vector[0]), millis(vector[1])).stream()
                    .map(range -> range.smallest() + ".." + range.largest())
                    .collect(Collectors.joining(";"));
            assertEquals(vector[4], ranges, String.join(",", vector));
        }
    }

    @Test
    void theEndOfARangeIsRoundedUp() {
        IntervalUuid keys = new IntervalUuid(Duration.ofSeconds(1), Duration.ofSeconds(256));
        Instant from = Instant.ofEpochSecond(0, 999_999_999);
        for (int nanos : new int[] {0, 1}) {
            UUID largest = keys.ranges(from, Instant.ofEpochSecond(1, nanos)).get(0).largest();
            assertEquals("0" + nanos, largest.toString().substring(0, 2));
        }
    }

    @Test
    void blockAndWindowGiveThoseOfTheServer() throws IOException {
        for (String[] vector : vectors("client_windows")) {
            IntervalUuid keys = generator(vector[2], vector[3], 4);
            UUID id = UUID.fromString(vector[0]);
            String block = keys.block(id).isPresent() ? "" + keys.block(id).getAsLong() : "";
            assertEquals(vector[4], block, String.join(",", vector));
            String window = keys.window(id, millis(vector[1]))
                    .map(w -> w.from().toEpochMilli() + "," + w.to().toEpochMilli())
                    .orElse(",");
            assertEquals(vector[5] + "," + vector[6], window, String.join(",", vector));
        }
        Instant earliest = Instant.ofEpochMilli(Long.MIN_VALUE);
        IntervalUuid days = new IntervalUuid(Duration.ofDays(1), Duration.ofDays(100_000_000));
        assertTrue(days.window(days.at(earliest.plus(Duration.ofDays(1))), earliest).isEmpty());
    }

    @Test
    void aRowOfTheServerGivesItsGenerator() throws IOException {
        for (String[] vector : vectors("client_keys")) {
            IntervalUuid expected = generator(vector[1], vector[2], 8);
            long micros = Long.parseLong(vector[1]) * 1000;
            assertEquals(expected, IntervalUuid.fromParameters(micros, Long.parseLong(vector[2]), 8));
        }
        IntervalUuid keys = IntervalUuid.fromParameters(300_000_000, 17_280, 4);
        assertEquals("IntervalUuid[interval=PT5M, cycle=PT1440H, version=4]", keys.toString());
        assertEquals(keys.hashCode(), new IntervalUuid(Duration.ofMinutes(5), Duration.ofDays(60)).hashCode());
        Duration longest = Duration.ofDays(106_751_991);
        assertEquals(
                new IntervalUuid(longest, longest), IntervalUuid.fromParameters(longest.toMillis() * 1000, 1, 4));
    }

    @Test
    void anotherRowIsRefused() {
        long[][] wrong = {{0, 0}, {0, 1}, {1000, 0}, {-1000, 1}, {1000, -1}, {1L << 62, 2}};
        for (long[] row : wrong) {
            refused("interval_microseconds and interval_count must be at least 1, and their product below 2^63, not "
                            + row[0] + " and " + row[1]
                            + ": pass a row of uuid_key_parameters() for a table and a column",
                    () -> IntervalUuid.fromParameters(row[0], row[1], 4));
        }
        refused("interval must be a whole number of milliseconds from 1, not PT0.0015S",
                () -> IntervalUuid.fromParameters(1500, 1, 4));
        refused("cycle must be at most 2^48 times interval (PT0.001S), not PT78187493H31M50.657S",
                () -> IntervalUuid.fromParameters(1000, (1L << 48) + 1, 4));
        refused("version must be 4 or 8, not 0", () -> IntervalUuid.fromParameters(1000, 1, 0));
    }

    @Test
    void nextTakesThePresentMillisecond() throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            long before = System.currentTimeMillis();
            long block = BY_MILLISECOND.next().getMostSignificantBits() >>> 16;
            assertTrue(before <= block && block <= System.currentTimeMillis());
            Thread.sleep(2);
        }
    }

    @Test
    void threadsShareAGenerator() {
        IntervalUuid keys = new IntervalUuid(MILLISECOND, MILLISECOND);
        List<UUID> made = IntStream.range(0, 100_000).parallel().mapToObj(i -> keys.next()).toList();
        assertEquals(made.size(), new HashSet<>(made).size());
    }

    private static void refused(String message, Executable call) {
        assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
    }

    @Test
    void itRefusesWhatIsOutOfRange() {
        Duration minutes = Duration.ofMinutes(5);
        for (Duration wrong : List.of(
                Duration.ZERO, MILLISECOND.negated(), Duration.ofNanos(1), Duration.ofNanos(1_500_000))) {
            refused("interval must be a whole number of milliseconds from 1, not " + wrong,
                    () -> new IntervalUuid(wrong, minutes));
            refused("cycle must be a whole number of milliseconds from 1, not " + wrong,
                    () -> new IntervalUuid(minutes, wrong));
        }
        refused("cycle must be a multiple of interval (PT5M): the nearest to PT1440H1M is PT1440H",
                () -> new IntervalUuid(minutes, Duration.ofDays(60).plusMinutes(1)));
        refused("cycle must be a multiple of interval (PT5M): the nearest to PT12M30S is PT15M",
                () -> new IntervalUuid(minutes, Duration.ofSeconds(750)));
        refused("cycle must be a multiple of interval (PT5M): the nearest to PT0.001S is PT5M",
                () -> new IntervalUuid(minutes, MILLISECOND));
        refused("cycle must be at most 2^48 times interval (PT0.001S), not PT78187493H31M50.657S",
                () -> new IntervalUuid(MILLISECOND, MILLISECOND.multipliedBy((1L << 48) + 1)));
        refused("version must be 4 or 8, not 7", () -> new IntervalUuid(minutes, minutes, 7));
        refused("cycle must be at most PT2562047788H54.775S, not PT2562047788015215H30M7S",
                () -> new IntervalUuid(minutes, Duration.ofSeconds(Long.MAX_VALUE)));
        Duration longest = Duration.ofMillis(Long.MAX_VALUE / 1000);
        new IntervalUuid(longest, longest);
        Duration longer = longest.plus(MILLISECOND);
        refused("cycle must be at most " + longest + ", not " + longer, () -> new IntervalUuid(MILLISECOND, longer));
        assertThrows(NullPointerException.class, () -> new IntervalUuid(null, minutes));
        assertThrows(NullPointerException.class, () -> BY_MILLISECOND.at(null));
        assertThrows(ArithmeticException.class, () -> BY_MILLISECOND.at(Instant.MAX));
    }
}
