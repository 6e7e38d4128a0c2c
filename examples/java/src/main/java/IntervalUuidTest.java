import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.regex.Pattern;
import sequentialuuids.IntervalUuid;

/**
 * Tests the package interval-uuid with the vectors in the file on the command line, then prints keys generated now, for
 * the server.
 */
class IntervalUuidTest {
    public static void main(String[] arguments) throws IOException {
        var vectors = Pattern.compile("\"time_us\": (.+), \"interval_ms\": (.+), \"count\": (.+), \"prefix_bits\": .+, "
                        + "\"smallest\": \"(.+)\", \"largest\": \"(.+)\"")
                .matcher(Files.readString(Path.of(arguments[0])))
                .results()
                .toList();
        check(!vectors.isEmpty(), "no vectors");
        for (var vector : vectors) {
            Instant at = Instant.EPOCH.plus(Long.parseLong(vector.group(1)), ChronoUnit.MICROS);
            long interval = Long.parseLong(vector.group(2));
            long count = Long.parseLong(vector.group(3));
            for (int version : new int[] {4, 8}) {
                long[] all = {-1, -1};
                long[] any = {0, 0};
                for (int i = 0; i < 64; i++) {
                    UUID key = IntervalUuid.generateAt(at, interval, count, version);
                    all[0] &= key.getMostSignificantBits();
                    any[0] |= key.getMostSignificantBits();
                    all[1] &= key.getLeastSignificantBits();
                    any[1] |= key.getLeastSignificantBits();
                }
                // The bits that each key has, and those that any has: all others are random.
                long labelled = (version ^ 4) << 12;
                check(new UUID(all[0] ^ labelled, all[1]).toString().equals(vector.group(4)), vector.group());
                check(new UUID(any[0] ^ labelled, any[1]).toString().equals(vector.group(5)), vector.group());
            }
        }

        for (long[] bad : List.of(new long[] {0, 1, 4}, new long[] {1L << 53, 1, 4}, new long[] {1, 0, 4},
                new long[] {1, (1L << 48) + 1, 4}, new long[] {1, 1, 7})) {
            try {
                IntervalUuid.generateAt(Instant.now(), bad[0], bad[1], (int) bad[2]);
            } catch (IllegalArgumentException e) {
                continue;
            }
            throw new AssertionError("out of range, and taken: " + List.of(bad[0], bad[1], bad[2]));
        }

        for (int i = 0; i < 100; i++) {
            System.out.println("60000,65536,4," + IntervalUuid.generate(60_000, 65_536));
            for (int version : new int[] {4, 8}) {
                UUID key = IntervalUuid.generateAt(Instant.now(), 300_000, 38_016, version);
                System.out.println("300000,38016," + version + "," + key);
            }
        }
    }

    static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
