// SPDX-License-Identifier: PostgreSQL
package invalid.repository.sequentialuuids.hibernate;

import static java.lang.annotation.ElementType.FIELD;
import static java.lang.annotation.ElementType.METHOD;

import java.lang.annotation.Documented;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.hibernate.annotations.IdGeneratorType;

/**
 * Has Hibernate generate the key of an entity, as the column default does. Since it knows the key, it sends many rows
 * in a JDBC batch, and equal entities can be told before they are saved. A key that the program has set is kept.
 *
 * <pre>{@code
 * @Id
 * @IntervalUuidKey(interval = "PT5M", cycle = "P60D")
 * @ColumnDefault("uuid_interval_nextval('5 min', '60 days')") // for other programs
 * UUID id;
 * }</pre>
 */
@IdGeneratorType(IntervalUuidGenerator.class)
@Documented
@Target({FIELD, METHOD})
@Retention(RetentionPolicy.RUNTIME)
public @interface IntervalUuidKey {
    /**
     * Returns how long keys share a prefix.
     *
     * @return a length as {@link java.time.Duration#parse} takes it
     */
    String interval();

    /**
     * Returns after how long prefixes repeat.
     *
     * @return a length as {@link java.time.Duration#parse} takes it
     */
    String cycle();

    /**
     * Returns the UUID version.
     *
     * @return 4 unless the column default says 8
     */
    int version() default 4;
}
