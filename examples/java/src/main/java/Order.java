import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.hibernate.annotations.ColumnDefault;
import org.hibernate.annotations.Generated;

@Entity
@Table(name = "hibernate_orders")
public class Order {
    // Not @GeneratedValue, with which Hibernate generates random keys itself.
    @Id
    @Generated
    @ColumnDefault("uuid_interval_nextval('5 min', '60 days')")
    UUID id;

    @Column(columnDefinition = "text", nullable = false)
    String item;

    // Not @CreationTimestamp, which is the client's clock.
    @Generated
    @ColumnDefault("now()")
    @Column(name = "created_at", nullable = false)
    OffsetDateTime createdAt;

    Order() {}

    Order(String item) {
        this.item = item;
    }
}
