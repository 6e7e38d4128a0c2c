package invalid.repository.sequentialuuids;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.security.Provider;
import java.security.SecureRandomSpi;
import java.security.Security;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** With a provider of its own, and so in a JVM of its own. */
class RandomSourceTest {
    static {
        Security.insertProviderAt(new Source(), 1);
    }

    private static boolean fails;

    private static final class Source extends Provider {
        private static final long serialVersionUID = 1;

        Source() {
            super("Source", "1", "fixed bytes, or none");
            put("SecureRandom.Source", Spi.class.getName());
        }
    }

    /** What the provider provides. */
    public static final class Spi extends SecureRandomSpi {
        private static final long serialVersionUID = 1;

        @Override
        protected void engineSetSeed(byte[] seed) {}

        @Override
        protected void engineNextBytes(byte[] bytes) {
            if (fails) {
                throw new IllegalStateException("no entropy");
            }
            Arrays.fill(bytes, (byte) 0xab);
        }

        @Override
        protected byte[] engineGenerateSeed(int length) {
            return new byte[length];
        }
    }

    @Test
    void keysHaveItsBytes() {
        IntervalUuid keys = new IntervalUuid(Duration.ofMillis(1), Duration.ofMillis(1));
        assertEquals(UUID.fromString("abababab-abab-4bab-abab-abababababab"), keys.next());
    }

    @Test
    void noKeyIsMadeIfItFails() {
        IntervalUuid keys = new IntervalUuid(Duration.ofMinutes(5), Duration.ofDays(60));
        fails = true;
        try {
            assertEquals("no entropy", assertThrows(IllegalStateException.class, keys::next).getMessage());
            assertThrows(IllegalStateException.class, () -> keys.at(Instant.EPOCH));
        } finally {
            fails = false;
        }
    }
}
