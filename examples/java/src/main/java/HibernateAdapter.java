import invalid.repository.sequentialuuids.IntervalUuid;
import invalid.repository.sequentialuuids.hibernate.IntervalUuidKey;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactory;

/**
 * Hibernate with keys from the program, by the annotation of the client: batches, parents and children; and Spring
 * Data's repository of such an entity.
 */
class HibernateAdapter {
    interface Orders extends JpaRepository<AdapterOrder, UUID> {}

    @Entity
    static class TextKey {
        @Id
        @IntervalUuidKey(interval = "PT5M", cycle = "P60D")
        String id;
    }

    private static Configuration configure(Class<?>... entities) {
        return new Configuration()
                .addAnnotatedClasses(entities)
                .setProperty("jakarta.persistence.jdbc.url", Example.URL)
                .setProperty("jakarta.persistence.jdbc.user", Example.USER)
                .setProperty("jakarta.persistence.jdbc.password", Example.PASSWORD)
                .setProperty("jakarta.persistence.schema-generation.database.action", "update")
                .setProperty("hibernate.jdbc.batch_size", "1000")
                .setProperty("hibernate.order_inserts", "true")
                .setProperty("hibernate.generate_statistics", "true");
    }

    private static final SessionFactory FACTORY =
            configure(AdapterOrder.class, AdapterLine.class, Order.class).buildSessionFactory();

    private static void expect(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    /** Persists 1,000 entities; prints how many statements it has prepared, of which a batch is one. */
    private static void persistMany(String name, long expected, Function<String, Object> entity) {
        FACTORY.getStatistics().clear();
        long began = System.nanoTime();
        FACTORY.inTransaction(session -> Example.ITEMS.forEach(item -> session.persist(entity.apply(item))));
        long statements = FACTORY.getStatistics().getPrepareStatementCount();
        System.out.printf("%s: %d statements, %d ms%n", name, statements, (System.nanoTime() - began) / 1_000_000);
        expect(statements == expected, "that's not " + expected);
    }

    private static Object[] ask(String sql) {
        return FACTORY.fromSession(
                session -> session.createNativeQuery(sql, Object[].class).getSingleResult());
    }

    public static void main(String[] arguments) {
        persistMany("keys from the column default", 1000, Order::new);
        persistMany("keys from the program", 1, AdapterOrder::new);
        persistMany("a child for each of 1,000", 2, item -> new AdapterLine(new AdapterOrder(item), item));

        FACTORY.inTransaction(session -> {
            AdapterOrder book = new AdapterOrder("book");
            session.persist(book);
            expect(book.id.version() == 4, "persist() generates no key");
            session.persist(new AdapterLine(book, "cover"));
            // A key that the program has set is kept.
            AdapterOrder own = new AdapterOrder("pen");
            UUID key = own.id = Example.KEYS.next();
            session.persist(own);
            session.flush();
            expect(own.id.equals(key), "the program's key is gone");
            session.refresh(own);
            expect(own.createdAt != null, "refresh() reads no time");
            // What Spring Data's save() does with a detached entity.
            session.merge(new AdapterOrder("cap"));
            // Others leave the key to the database.
            session.createNativeMutationQuery("INSERT INTO hibernate_adapter_orders (item) VALUES ('ink')")
                    .executeUpdate();
        });
        Object[] parameters = ask("SELECT interval_microseconds, interval_count, version"
                + " FROM uuid_key_parameters('hibernate_adapter_lines', 'id')");
        IntervalUuid ofLines =
                IntervalUuid.fromParameters((Long) parameters[0], (Long) parameters[1], (Integer) parameters[2]);
        expect(ofLines.next().version() == 8, "the lines have another default");
        for (String rows : List.of("2004, 4 FROM hibernate_adapter_orders", "1001, 8 FROM hibernate_adapter_lines")) {
            Object[] found = ask("""
                    SELECT count(*), min(substr(id::text, 15, 1)),
                           bool_and(uuid_interval_since(id, now() - interval '1 hour', '5 min', '60 days')
                                    AND created_at >= now() - interval '1 hour'),
                           """ + rows);
            expect(found[0].toString().equals(found[3].toString())
                            && found[1].equals(found[4].toString())
                            && Boolean.TRUE.equals(found[2]),
                    "those are no keys of now: " + rows);
        }
        try (EntityManager manager = FACTORY.createEntityManager()) {
            saveBySpringData(manager);
        }
        expectErrors();
        FACTORY.close();
    }

    private static void saveBySpringData(EntityManager manager) {
        // With Spring, a bean.
        Orders orders = new JpaRepositoryFactory(manager).getRepository(Orders.class);
        long before = orders.count();
        FACTORY.getStatistics().clear();
        manager.getTransaction().begin();
        List<AdapterOrder> saved =
                orders.saveAll(Example.ITEMS.stream().map(AdapterOrder::new).toList());
        manager.getTransaction().commit();
        expect(FACTORY.getStatistics().getPrepareStatementCount() == 1, "that was no batch");
        expect(orders.count() == before + 1000, "rows are missing");
        expect(orders.existsById(saved.get(999).id), "a key is not that of its row");

        // A key that the program has set is kept; save() looks first whether its row is there.
        FACTORY.getStatistics().clear();
        manager.getTransaction().begin();
        AdapterOrder own = new AdapterOrder("pen");
        own.id = Example.KEYS.next();
        AdapterOrder managed = orders.saveAndFlush(own);
        manager.getTransaction().commit();
        expect(managed.id.equals(own.id), "the program's key is gone");
        expect(FACTORY.getStatistics().getPrepareStatementCount() == 2, "save() has learned not to look");
    }

    /** What says what to do. */
    private static void expectErrors() {
        fails("declare it as UUID", () -> configure(TextKey.class).buildSessionFactory());
        try (var session = FACTORY.openStatelessSession()) {
            fails("upsert() needs a key of AdapterOrder: set it", () -> session.upsert(new AdapterOrder("pen")));
        }
    }

    private static void fails(String message, Runnable call) {
        try {
            call.run();
        } catch (RuntimeException e) {
            boolean said = Stream.iterate((Throwable) e, thrown -> thrown != null, Throwable::getCause)
                    .anyMatch(thrown -> String.valueOf(thrown.getMessage()).contains(message));
            expect(said, "another error: " + e);
            return;
        }
        throw new AssertionError("no error: " + message);
    }
}
