import invalid.repository.sequentialuuids.hibernate.IntervalUuidKey;
import jakarta.persistence.CascadeType;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.Table;
import java.util.UUID;
import org.hibernate.annotations.ColumnDefault;

/** Has a key that Hibernate generates, and the same column default for other programs. */
@Entity
@Table(name = "adapter_parcels")
public class Parcel {
    @Id
    @IntervalUuidKey(interval = "PT5M", cycle = "P60D")
    @ColumnDefault("uuid_interval_nextval('5 min', '60 days')")
    UUID id;

    /** The parcel that this one lies in. */
    @ManyToOne(cascade = CascadeType.PERSIST)
    Parcel outer;
}
