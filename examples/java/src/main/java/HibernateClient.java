import invalid.repository.sequentialuuids.IntervalUuid;
import jakarta.persistence.criteria.Predicate;
import java.io.StringWriter;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.hibernate.SessionFactory;
import org.hibernate.Version;
import org.hibernate.cfg.Configuration;

/** Hibernate. */
class HibernateClient extends Example {
    private final StringWriter changes = new StringWriter();
    private final SessionFactory factory = connect(changes);

    private static SessionFactory connect(StringWriter changes) {
        Configuration configuration = new Configuration()
                .addAnnotatedClass(Order.class)
                .addAnnotatedClass(Draft.class)
                .addAnnotatedClass(Note.class)
                .setProperty("jakarta.persistence.jdbc.url", URL)
                .setProperty("jakarta.persistence.jdbc.user", USER)
                .setProperty("jakarta.persistence.jdbc.password", PASSWORD)
                .setProperty("jakarta.persistence.schema-generation.database.action", "update")
                .setProperty("jakarta.persistence.schema-generation.scripts.action", "update");
        configuration.getProperties().put("jakarta.persistence.schema-generation.scripts.create-target", changes);
        return configuration.buildSessionFactory();
    }

    @Override
    void create() {
        // A second run finds nothing to change.
        StringWriter more = new StringWriter();
        connect(more).close();
        if (!changes.toString().contains("uuid_interval_nextval") || !more.toString().isEmpty()) {
            throw new AssertionError("first " + changes + ", then " + more);
        }
    }

    @Override
    void insert() {
        Order pen = new Order("pen");
        factory.inTransaction(session -> session.persist(pen)); // INSERT ... RETURNING id, created_at
        if (pen.createdAt == null) {
            throw new AssertionError("created_at has not come with the key");
        }
        // persist() sends a statement per row, and so does StatelessSession.insertMultiple();
        // hibernate.jdbc.batch_size does not change that.
        factory.inTransaction(session -> session.createNativeQuery(
                        "INSERT INTO hibernate_orders (item) SELECT * FROM unnest(:items) RETURNING *", Order.class)
                .setParameter("items", ITEMS.toArray(String[]::new))
                .getResultList());
    }

    @Override
    void insertOthers() {
        for (Object entity : new Object[] {new Draft(), new Draft(), new Note(), new Note()}) {
            factory.inTransaction(session -> session.persist(entity));
        }
    }

    @Override
    void delete(List<IntervalUuid.Range> ranges) {
        // Conditions without a function.
        var criteria = factory.getCriteriaBuilder();
        var delete = criteria.createCriteriaDelete(Order.class);
        var id = delete.from(Order.class).<UUID>get("id");
        delete.where(criteria.or(ranges.stream()
                .map(range -> criteria.between(id, range.smallest(), range.largest()))
                .toArray(Predicate[]::new)));
        factory.inTransaction(session -> session.createMutationQuery(delete).executeUpdate());
    }

    @Override
    long countLatest() {
        // A parameter, since HQL casts "offset datetime - 1 hour" to a timestamp without time zone. Strings are sent as
        // varchar, so the lengths are SQL.
        return factory.fromSession(session -> session.createSelectionQuery("""
                        SELECT count(*) FROM Order
                         WHERE function(uuid_interval_since AS Boolean, id, :start,
                                        sql('interval ''5 min'''), sql('interval ''60 days'''))
                           AND createdAt >= :start""",
                        Long.class)
                .setParameter("start", OffsetDateTime.now().minus(Duration.ofHours(1)))
                .getSingleResult());
    }

    @Override
    String client() {
        return "Hibernate " + Version.getVersionString() + " with PostgreSQL JDBC " + factory.fromSession(
                session -> session.doReturningWork(db -> db.getMetaData().getDriverVersion()));
    }

    public static void main(String[] arguments) throws Exception {
        new HibernateClient().run(arguments);
    }
}
