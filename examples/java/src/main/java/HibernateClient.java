import java.io.StringWriter;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.HashSet;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hibernate.JDBCException;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.Version;
import org.hibernate.cfg.Configuration;

/** Hibernate: the server generates the keys, and returns them. */
public class HibernateClient {
    public static void main(String[] arguments) {
        StringWriter changes = new StringWriter();
        try (SessionFactory factory = connect(changes)) {
            if (List.of(arguments).contains("insert")) {
                insert(factory);
                return;
            }
            Example.check(changes.toString().contains("default uuid_time_nextval()"), "no default: " + changes);
            // A second run finds nothing to change.
            StringWriter more = new StringWriter();
            connect(more).close();
            Example.check(more.toString().isEmpty(), "changed again: " + more);

            OffsetDateTime started =
                    factory.fromSession(session -> one(session, OffsetDateTime.class, "SELECT clock_timestamp()"));
            List<UUID> keys = insert(factory);
            factory.inSession(session -> {
                read(session, keys, started);
                bindParameters(session, keys.get(0), started);
            });
            Draft draft = new Draft();
            factory.inTransaction(session -> session.persist(draft));
            Note note = new Note();
            factory.inTransaction(session -> session.persist(note));
            checkRecent(factory,
                    "FROM hibernate_drafts WHERE uuid_interval_since(id, ?, '1 min', '65536 min') AND id = ?",
                    started, draft.id);
            checkRecent(factory,
                    "FROM hibernate_notes WHERE uuid_interval_since(id, ?, '5 min', '132 days') AND id = ?",
                    started, note.id);
            checkNoFunction(factory, "SELECT uuid_interval_nextval(?, ?, ?)", "10 ms", "500 days", 8);
            checkNoFunction(factory, "SELECT uuid_time_nextval(?, ?)", 60L, 65536L);
            String driver = factory.fromSession(
                    session -> session.doReturningWork(db -> db.getMetaData().getDriverVersion()));
            System.out.println("inserted one order and 1,000, read them back by key and by time");
            System.out.println("Hibernate " + Version.getVersionString() + " with PostgreSQL JDBC " + driver);
        }
    }

    static SessionFactory connect(StringWriter changes) {
        Configuration configuration = new Configuration()
                .addAnnotatedClass(Order.class)
                .addAnnotatedClass(Draft.class)
                .addAnnotatedClass(Note.class)
                .setProperty("jakarta.persistence.jdbc.url", Example.URL)
                .setProperty("jakarta.persistence.jdbc.user", Example.USER)
                .setProperty("jakarta.persistence.jdbc.password", Example.PASSWORD)
                .setProperty("jakarta.persistence.schema-generation.database.action", "update")
                .setProperty("jakarta.persistence.schema-generation.scripts.action", "update");
        configuration.getProperties().put("jakarta.persistence.schema-generation.scripts.create-target", changes);
        return configuration.buildSessionFactory();
    }

    static List<UUID> insert(SessionFactory factory) {
        Order pen = new Order("pen");
        factory.inTransaction(session -> session.persist(pen)); // INSERT ... RETURNING id, created_at
        Example.check(pen.createdAt != null, "created_at has not come with the key");

        // One statement for all rows, which become entities of the session. persist() sends one per row, and so
        // does StatelessSession.insertMultiple(); hibernate.jdbc.batch_size does not change that.
        String[] items = IntStream.range(0, 1000).mapToObj(i -> "item " + i).toArray(String[]::new);
        List<Order> orders = factory.fromTransaction(session -> session.createNativeQuery(
                        "INSERT INTO hibernate_orders (item) SELECT * FROM unnest(:items) RETURNING *", Order.class)
                .setParameter("items", items)
                .getResultList());
        return Stream.concat(Stream.of(pen), orders.stream()).map(order -> order.id).toList();
    }

    static void read(Session session, List<UUID> keys, OffsetDateTime started) {
        List<UUID> found = session.createSelectionQuery("SELECT id FROM Order", UUID.class).getResultList();
        Example.check(found.size() == 1001, found.size() + " keys");
        Example.check(new HashSet<>(found).equals(new HashSet<>(keys)), "the keys are not those of the table");
        Example.check(session.find(Order.class, keys.get(0)).item.equals("pen"), "the first order is another");

        // A parameter, since HQL casts "offset datetime - 1 hour" to a timestamp without time zone.
        List<Order> recent = session.createSelectionQuery("""
                        FROM Order
                         WHERE function(uuid_interval_since AS Boolean, id, :start, '1 min', '65536 min')
                           AND createdAt >= :start""",
                        Order.class)
                .setParameter("start", OffsetDateTime.now().minusHours(1))
                .getResultList();
        Example.check(recent.size() == 1001, recent.size() + " orders of the last hour");

        long generated = session.createSelectionQuery("""
                        SELECT count(*) FROM Order
                         WHERE function(uuid_interval_since AS Boolean, id, :started, '1 min', '65536 min')
                           AND createdAt >= :started""",
                        Long.class)
                .setParameter("started", started)
                .getSingleResult();
        Example.check(generated == 1001, generated + " keys of the server");
    }

    static void bindParameters(Session session, UUID id, OffsetDateTime started) {
        boolean isRecent =
                one(session, Boolean.class, "SELECT uuid_interval_since(?, ?, '1 min', '65536 min')", id, started);
        Example.check(isRecent, "an older key");

        // Strings are sent as varchar, a Duration as nanoseconds, which no cast makes an interval.
        UUID key = one(session, UUID.class, "SELECT uuid_interval_nextval(?::interval, ?::interval, ?)",
                Duration.ofMillis(10).toString(), "500 days", 8);
        Example.check(key.version() == 8, "not of version 8");

        session.doWork(db -> db.createStatement().execute("CREATE SEQUENCE hibernate_sequence"));
        key = one(session, UUID.class, "SELECT uuid_sequence_nextval(?, ?, ?)", "hibernate_sequence", 100, 65536);
        Example.check(key.version() == 4, "not of version 4");
        key = one(session, UUID.class, "SELECT uuid_v7_nextval(?, ?)", 5, 4);
        Example.check(key.version() == 7, "not of version 7");
        key = one(session, UUID.class, "SELECT uuid_time_nextval(?, ?)", 60, 65536);
        Example.check(key.version() == 4, "not of version 4");
        key = one(session, UUID.class, "SELECT uuid_time_nextval(?::int, ?::int)", 60L, 65536L);
        Example.check(key.version() == 4, "not of version 4");
    }

    static void checkRecent(SessionFactory factory, String rows, Object... parameters) {
        long count = factory.fromSession(session -> one(session, Long.class, "SELECT count(*) " + rows, parameters));
        Example.check(count == 1, "not of this block: " + rows);
    }

    static <T> T one(Session session, Class<T> type, String sql, Object... parameters) {
        var query = session.createNativeQuery(sql, type);
        for (int i = 0; i < parameters.length; i++) {
            query.setParameter(i + 1, parameters[i]);
        }
        return query.getSingleResult();
    }

    static void checkNoFunction(SessionFactory factory, String sql, Object... parameters) {
        try (Session session = factory.openSession()) {
            one(session, UUID.class, sql, parameters);
        } catch (JDBCException e) {
            Example.check("42883".equals(e.getSQLState()), e.toString());
            return;
        }
        throw new AssertionError("works without a cast: " + sql);
    }
}
