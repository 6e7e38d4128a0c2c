// SPDX-License-Identifier: PostgreSQL
package invalid.repository.sequentialuuids.hibernate;

import invalid.repository.sequentialuuids.IntervalUuid;
import java.time.Duration;
import java.util.EnumSet;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.generator.BeforeExecutionGenerator;
import org.hibernate.generator.EventType;
import org.hibernate.generator.EventTypeSets;

/** Generates what {@link IntervalUuidKey} asks for. Hibernate creates one for each entity. */
public final class IntervalUuidGenerator implements BeforeExecutionGenerator {
    private static final long serialVersionUID = 1;

    private final transient IntervalUuid keys;

    /**
     * Takes the lengths of the annotation.
     *
     * @param key the annotation
     * @throws java.time.format.DateTimeParseException if a length is none of {@link Duration#parse}
     * @throws IllegalArgumentException if {@link IntervalUuid} does not accept them
     */
    public IntervalUuidGenerator(IntervalUuidKey key) {
        keys = new IntervalUuid(Duration.parse(key.interval()), Duration.parse(key.cycle()), key.version());
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
