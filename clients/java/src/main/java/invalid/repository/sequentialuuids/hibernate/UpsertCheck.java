// SPDX-License-Identifier: PostgreSQL
package invalid.repository.sequentialuuids.hibernate;

import org.hibernate.TransientObjectException;
import org.hibernate.Version;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.spi.EventType;
import org.hibernate.event.spi.PreUpsertEvent;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;

/** Refuses an upsert without a key, for which Hibernate calls no generator. It finds this class by itself. */
public final class UpsertCheck implements Integrator {
    /** For Hibernate. */
    public UpsertCheck() {}

    @Override
    public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor factory) {
        // Programs with an earlier version have no such event; they may use the rest of this package.
        if (!IntervalUuidGenerator.replacesKeys(Version.getVersionString())) {
            factory.getEventEngine().getListenerRegistry()
                    .appendListeners(EventType.PRE_UPSERT, UpsertCheck::refuseWithoutKey);
        }
    }

    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {}

    private static boolean refuseWithoutKey(PreUpsertEvent event) {
        if (event.getId() == null && event.getPersister().getGenerator() instanceof IntervalUuidGenerator) {
            throw new TransientObjectException("upsert() needs a key of " + event.getPersister().getEntityName()
                    + ": set it to next() of an IntervalUuid, or insert()");
        }
        return false;
    }
}
