import invalid.repository.sequentialuuids.hibernate.IntervalUuidKey;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.hibernate.annotations.ColumnDefault;

/** A child, with a key of version 8. */
@Entity
@Table(name = "hibernate_adapter_lines")
public class AdapterLine {
    @Id
    @IntervalUuidKey(interval = "PT5M", cycle = "P60D", version = 8)
    @ColumnDefault("uuid_interval_nextval('5 min', '60 days', 8)")
    UUID id;

    @ManyToOne(cascade = CascadeType.PERSIST, optional = false)
    AdapterOrder order;

    @Column(columnDefinition = "text", nullable = false)
    String item;

    @ColumnDefault("now()")
    @Column(name = "created_at", nullable = false, insertable = false, updatable = false)
    OffsetDateTime createdAt;

    AdapterLine() {}

    AdapterLine(AdapterOrder order, String item) {
        this.order = order;
        this.item = item;
    }
}
