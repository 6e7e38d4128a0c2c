import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.hibernate.SessionFactory;
import org.hibernate.cfg.Configuration;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.support.JpaRepositoryFactory;

/** Spring Data's repository of an entity whose keys the program generates, by the annotation of the client. */
class SpringDataAdapter {
    interface Parcels extends JpaRepository<Parcel, UUID> {}

    public static void main(String[] arguments) {
        try (SessionFactory factory = new Configuration()
                        .addAnnotatedClass(Parcel.class)
                        .setProperty("jakarta.persistence.jdbc.url", Example.URL)
                        .setProperty("jakarta.persistence.jdbc.user", Example.USER)
                        .setProperty("jakarta.persistence.jdbc.password", Example.PASSWORD)
                        .setProperty("jakarta.persistence.schema-generation.database.action", "update")
                        .setProperty("hibernate.jdbc.batch_size", "1000")
                        .setProperty("hibernate.generate_statistics", "true")
                        .buildSessionFactory();
                EntityManager manager = factory.createEntityManager()) {
            // With Spring, a bean.
            Parcels parcels = new JpaRepositoryFactory(manager).getRepository(Parcels.class);
            long before = parcels.count();
            factory.getStatistics().clear();
            manager.getTransaction().begin();
            List<Parcel> saved =
                    parcels.saveAll(Stream.generate(Parcel::new).limit(1000).toList());
            manager.getTransaction().commit();
            expect(factory.getStatistics().getPrepareStatementCount() == 1, "that was no batch");
            expect(parcels.count() == before + 1000, "rows are missing");
            expect(parcels.existsById(saved.get(999).id), "a key is not that of its row");

            // A key that the program has set is kept; save() looks first whether its row is there.
            factory.getStatistics().clear();
            manager.getTransaction().begin();
            Parcel own = new Parcel();
            own.id = Example.KEYS.next();
            Parcel managed = parcels.saveAndFlush(own);
            manager.getTransaction().commit();
            expect(managed.id.equals(own.id), "the program's key is gone");
            expect(factory.getStatistics().getPrepareStatementCount() == 2, "save() has learned not to look");
        }
    }

    private static void expect(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
