package invalid.repository.sequentialuuids;

import java.time.Duration;
import java.util.stream.IntStream;

/** Prints keys of now, as many as its argument says, from all processors. */
final class Keys {
    private Keys() {}

    public static void main(String[] arguments) {
        IntervalUuid keys = new IntervalUuid(Duration.ofMinutes(5), Duration.ofDays(60));
        int count = Integer.parseInt(arguments[0]);
        IntStream.range(0, count / 100).parallel().forEach(part -> {
            StringBuilder lines = new StringBuilder();
            for (int i = 0; i < 100; i++) {
                lines.append(keys.next()).append('\n');
            }
            System.out.print(lines);
        });
    }
}
