import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
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
    interface Parcels extends JpaRepository<Parcel, UUID> {}

    private static final SessionFactory FACTORY = new Configuration()
            .addAnnotatedClass(Parcel.class)
            .addAnnotatedClass(Note.class)
            .setProperty("jakarta.persistence.jdbc.url", Example.URL)
            .setProperty("jakarta.persistence.jdbc.user", Example.USER)
            .setProperty("jakarta.persistence.jdbc.password", Example.PASSWORD)
            .setProperty("jakarta.persistence.schema-generation.database.action", "update")
            .setProperty("hibernate.jdbc.batch_size", "1000")
            .setProperty("hibernate.order_inserts", "true")
            .setProperty("hibernate.generate_statistics", "true")
            .buildSessionFactory();

    /** Persists 1,000 entities; prints and returns how many statements it has prepared. A batch is one. */
    private static long persistMany(String name, Supplier<Object> entities) {
        FACTORY.getStatistics().clear();
        long began = System.nanoTime();
        FACTORY.inTransaction(session -> Stream.generate(entities).limit(1000).forEach(session::persist));
        long statements = FACTORY.getStatistics().getPrepareStatementCount();
        System.out.printf("%s: %d statements, %d ms%n", name, statements, (System.nanoTime() - began) / 1_000_000);
        return statements;
    }

    private static Parcel in(Parcel outer) {
        Parcel parcel = new Parcel();
        parcel.outer = outer;
        return parcel;
    }

    private static void expect(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }

    private static <T> T ask(String sql, Class<T> type) {
        return FACTORY.fromSession(session -> session.createNativeQuery(sql, type).getSingleResult());
    }

    public static void main(String[] arguments) {
        expect(persistMany("keys from the column default", Note::new) == 1000, "Hibernate has learned to batch");
        expect(persistMany("keys from the program", Parcel::new) == 1, "that was no batch");

        FACTORY.inTransaction(session -> {
            // A child with its parent, and by the parent's cascade.
            Parcel outer = new Parcel();
            session.persist(outer);
            expect(outer.id != null, "persist() generates no key");
            session.persist(in(outer));
            session.persist(in(new Parcel()));
            // A key that the program has set is kept.
            Parcel own = new Parcel();
            own.id = Example.KEYS.next();
            UUID key = own.id;
            session.persist(own);
            session.flush();
            expect(own.id.equals(key), "the program's key is gone");
            // Spring Data's save() of a new entity; a detached one is merged.
            session.merge(new Parcel());
            // Others leave the key to the database.
            session.createNativeMutationQuery("INSERT INTO adapter_parcels DEFAULT VALUES").executeUpdate();
        });
        expect(
                ask("""
                        SELECT count(*) = 1007
                               AND bool_and(uuid_interval_since(id, now() - interval '1 hour', '5 min', '60 days'))
                          FROM adapter_parcels""", Boolean.class),
                "those are no 1,007 keys of now");
        expect(
                "uuid_interval_nextval('00:05:00'::interval, '60 days'::interval)".equals(ask("""
                        SELECT pg_get_expr(adbin, adrelid) FROM pg_attrdef
                         WHERE adrelid = 'adapter_parcels'::regclass""", String.class)),
                "the column has another default");
        try (EntityManager manager = FACTORY.createEntityManager()) {
            saveBySpringData(manager);
        }
        FACTORY.close();
    }

    private static void saveBySpringData(EntityManager manager) {
        // With Spring, a bean.
        Parcels parcels = new JpaRepositoryFactory(manager).getRepository(Parcels.class);
        long before = parcels.count();
        FACTORY.getStatistics().clear();
        manager.getTransaction().begin();
        List<Parcel> saved =
                parcels.saveAll(Stream.generate(Parcel::new).limit(1000).toList());
        manager.getTransaction().commit();
        expect(FACTORY.getStatistics().getPrepareStatementCount() == 1, "that was no batch");
        expect(parcels.count() == before + 1000, "rows are missing");
        expect(parcels.existsById(saved.get(999).id), "a key is not that of its row");

        // A key that the program has set is kept; save() looks first whether its row is there.
        FACTORY.getStatistics().clear();
        manager.getTransaction().begin();
        Parcel own = new Parcel();
        own.id = Example.KEYS.next();
        Parcel managed = parcels.saveAndFlush(own);
        manager.getTransaction().commit();
        expect(managed.id.equals(own.id), "the program's key is gone");
        expect(FACTORY.getStatistics().getPrepareStatementCount() == 2, "save() has learned not to look");
    }
}
