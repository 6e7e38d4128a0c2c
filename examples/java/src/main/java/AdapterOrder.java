import invalid.repository.sequentialuuids.hibernate.IntervalUuidKey;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.hibernate.annotations.ColumnDefault;

/** An order whose key Hibernate generates; the same column default is for other programs. */
@Entity
@Table(name = "hibernate_adapter_orders")
public class AdapterOrder {
    @Id
    @IntervalUuidKey(interval = "PT5M", cycle = "P60D")
    @ColumnDefault("uuid_interval_nextval('5 min', '60 days')")
    UUID id;

    @Column(columnDefinition = "text", nullable = false)
    String item;

    // Not @Generated, which reads it back, by a statement per row.
    @ColumnDefault("now()")
    @Column(name = "created_at", nullable = false, insertable = false, updatable = false)
    OffsetDateTime createdAt;

    AdapterOrder() {}

    AdapterOrder(String item) {
        this.item = item;
    }
}
