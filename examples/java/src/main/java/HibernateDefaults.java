import invalid.repository.sequentialuuids.hibernate.IntervalUuidKey;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.Map;
import java.util.UUID;
import org.hibernate.Version;
import org.hibernate.annotations.ColumnDefault;
import org.hibernate.annotations.Generated;
import org.hibernate.cfg.Configuration;

/**
 * What hbm2ddl.auto=update makes of a column's default: a row of defaults.tsv, for t/checks/examples.
 *
 * <p>It brings the table hibernate_defaults to the model, whose key has a default in the "table", "other" than before,
 * in "both" the table and the client, or in the "client" alone.
 */
class HibernateDefaults {
    @Entity
    @Table(name = "hibernate_defaults")
    static class OfTable {
        @Id
        @Generated
        @ColumnDefault("uuid_interval_nextval('5 min', '60 days')")
        UUID id;
    }

    @Entity
    @Table(name = "hibernate_defaults")
    static class Other {
        @Id
        @Generated
        @ColumnDefault("uuid_interval_nextval('10 min', '60 days')")
        UUID id;
    }

    @Entity
    @Table(name = "hibernate_defaults")
    static class OfBoth {
        @Id
        @IntervalUuidKey(interval = "PT5M", cycle = "P60D")
        @ColumnDefault("uuid_interval_nextval('5 min', '60 days')")
        UUID id;
    }

    @Entity
    @Table(name = "hibernate_defaults")
    static class OfClient {
        @Id
        @IntervalUuidKey(interval = "PT5M", cycle = "P60D")
        UUID id;
    }

    public static void main(String[] arguments) {
        Map<String, Class<?>> models =
                Map.of("table", OfTable.class, "other", Other.class, "both", OfBoth.class, "client", OfClient.class);
        new Configuration()
                .addAnnotatedClass(models.get(arguments[1]))
                .setProperty("jakarta.persistence.jdbc.url", Example.URL)
                .setProperty("jakarta.persistence.jdbc.user", Example.USER)
                .setProperty("jakarta.persistence.jdbc.password", Example.PASSWORD)
                .setProperty("hibernate.hbm2ddl.auto", "update")
                .buildSessionFactory()
                .close();
        System.out.println("Hibernate " + Version.getVersionString() + ", hbm2ddl.auto=update");
    }
}
