import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;
import org.hibernate.annotations.ColumnDefault;
import org.hibernate.annotations.Generated;

/** Has a default that needs nothing installed. */
@Entity
@Table(name = "hibernate_notes")
public class Note {
    @Id
    @Generated
    @ColumnDefault(Example.PLAIN_DEFAULT)
    UUID id;
}
