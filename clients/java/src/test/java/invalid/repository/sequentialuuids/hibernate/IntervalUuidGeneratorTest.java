package invalid.repository.sequentialuuids.hibernate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.Serializable;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Member;
import java.util.List;
import java.util.UUID;
import org.hibernate.AnnotationException;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.junit.jupiter.api.Test;

class IntervalUuidGeneratorTest {
    private static final class Entity {
        @IntervalUuidKey(interval = "PT0.001S", cycle = "PT281474976710.656S", version = 8)
        private UUID id;

        @IntervalUuidKey(interval = "PT5M", cycle = "P60D")
        private String text;

        @IntervalUuidKey(interval = "PT5M", cycle = "P60D")
        private Serializable ofGenericClass;

        @IntervalUuidKey(interval = "PT5M", cycle = "P60D")
        private UUID getId() {
            return id;
        }
    }

    private static <T extends AnnotatedElement & Member> IntervalUuidGenerator generator(T member) {
        IntervalUuidGenerator generator = new IntervalUuidGenerator();
        generator.initialize(member.getAnnotation(IntervalUuidKey.class), member, null);
        return generator;
    }

    private static IntervalUuidGenerator generator(String name) throws NoSuchFieldException {
        return generator(Entity.class.getDeclaredField(name));
    }

    @Test
    void itGeneratesKeysThatTheProgramHasNotSet() throws NoSuchFieldException {
        IntervalUuidGenerator generator = generator("id");
        UUID own = new UUID(1, 2);
        assertSame(own, generator.generate(null, null, own, EventType.INSERT));
        long before = System.currentTimeMillis();
        UUID made = (UUID) generator.generate(null, null, null, EventType.INSERT);
        long block = made.getMostSignificantBits() >>> 16;
        assertTrue(before <= block && block <= System.currentTimeMillis());
        assertEquals(8, made.version());
        assertEquals(EventTypeSets.INSERT_ONLY, generator.getEventTypes());
        assertTrue(generator.allowAssignedIdentifiers());
    }

    @Test
    void itTakesASupertypeOfUuidAndAGetter() throws ReflectiveOperationException {
        for (var taken : List.of(generator("ofGenericClass"), generator(Entity.class.getDeclaredMethod("getId")))) {
            assertTrue(taken.generate(null, null, null, EventType.INSERT) instanceof UUID);
        }
    }

    @Test
    void itRefusesATextAndVersionsThatReplaceKeys() {
        String message = assertThrows(AnnotationException.class, () -> generator("text")).getMessage();
        assertTrue(message.contains("$Entity.text is a java.lang.String: declare it as UUID"), message);
        for (String version : List.of("5.6.15.Final", "6.0.0.Final", "6.5.3.Final")) {
            assertTrue(IntervalUuidGenerator.replacesKeys(version), version);
        }
        for (String version : List.of("6.6.0.Final", "6.10.1.Final", "7.4.13.Final", "10.0.0.CR1", "[WORKING]")) {
            assertFalse(IntervalUuidGenerator.replacesKeys(version), version);
        }
    }
}
