package invalid.repository.sequentialuuids;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;

/** Prints nanoseconds per key of next(), as text, and of UUID.randomUUID(). */
final class Speed {
    private static final int CALLS = 50_000;

    private Speed() {}

    public static void main(String[] arguments) {
        IntervalUuid keys = new IntervalUuid(Duration.ofMinutes(5), Duration.ofDays(60));
        List<Supplier<UUID>> generators = List.of(keys::next, UUID::randomUUID);
        long[] best = {Long.MAX_VALUE, Long.MAX_VALUE};
        for (int round = 0; round < 60; round++) {
            for (int i = 0; i < best.length; i++) {
                long length = 0;
                long start = System.nanoTime();
                for (int call = 0; call < CALLS; call++) {
                    length += generators.get(i).get().toString().length();
                }
                best[i] = Math.min(best[i], (System.nanoTime() - start) / (length / 36));
            }
        }
        System.out.println(best[0] + " " + best[1]);
    }
}
