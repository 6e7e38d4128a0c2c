// SPDX-License-Identifier: PostgreSQL
package invalid.repository.sequentialuuids.hibernate;

import invalid.repository.sequentialuuids.IntervalUuid;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.EnumSet;
import java.util.UUID;
import org.hibernate.AnnotationException;
import org.hibernate.Version;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.AnnotationBasedGenerator;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;
import org.hibernate.generator.GeneratorCreationContext;

/** Generates what {@link IntervalUuidKey} asks for. Hibernate creates one for each entity. */
public final class IntervalUuidGenerator
        implements BeforeExecutionGenerator, AnnotationBasedGenerator<IntervalUuidKey> {
    private static final long serialVersionUID = 1;

    private transient IntervalUuid keys;

    /** For Hibernate, which then calls {@link #initialize}. */
    public IntervalUuidGenerator() {}

    /**
     * Takes the lengths of the annotation.
     *
     * @param key the annotation
     * @param member what it annotates
     * @param context not used
     * @throws AnnotationException if the member is no UUID, or Hibernate replaces keys that the program has set
     * @throws java.time.format.DateTimeParseException if a length is none of {@link Duration#parse}
     * @throws IllegalArgumentException if {@link IntervalUuid} does not accept them
     */
    @Override
    @SuppressWarnings("removal") // Hibernate 6 has no other.
    public void initialize(IntervalUuidKey key, Member member, GeneratorCreationContext context) {
        String version = Version.getVersionString();
        if (replacesKeys(version)) {
            throw new AnnotationException("@IntervalUuidKey needs Hibernate 6.6 or later, not " + version
                    + ", which replaces keys that the program has set");
        }
        Class<?> type = member instanceof Method method ? method.getReturnType() : ((Field) member).getType();
        // Generic classes have a supertype of UUID.
        if (!type.isAssignableFrom(UUID.class)) {
            throw new AnnotationException("@IntervalUuidKey generates a java.util.UUID, but "
                    + member.getDeclaringClass().getName() + "." + member.getName() + " is a " + type.getName()
                    + ": declare it as UUID; or, if the column has to stay text, leave out the annotation, and set it"
                    + " before persist() to next().toString() of an IntervalUuid");
        }
        keys = new IntervalUuid(Duration.parse(key.interval()), Duration.parse(key.cycle()), key.version());
    }

    /** Returns whether Hibernate of a version replaces keys; not if none can be read, as in some joined archives. */
    static boolean replacesKeys(String version) {
        return version.matches("(?:[0-5]|6\\.[0-5])\\..*");
    }

    @Override
    public Object generate(
            SharedSessionContractImplementor session, Object owner, Object currentValue, EventType eventType) {
        return currentValue == null ? keys.next() : currentValue;
    }

    @Override
    public EnumSet<EventType> getEventTypes() {
        return EventTypeSets.INSERT_ONLY;
    }

    @Override
    public boolean allowAssignedIdentifiers() {
        return true;
    }
}
