// SPDX-License-Identifier: PostgreSQL
package invalid.repository.sequentialuuids.hibernate;

import org.hibernate.TransientObjectException;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.spi.EventType;
import org.hibernate.event.spi.PreUpsertEvent;
import org.hibernate.event.spi.PreUpsertEventListener;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.service.spi.SessionFactoryServiceRegistry;

/** Refuses an upsert without a key, for which Hibernate calls no generator. It finds this class by itself. */
public final class UpsertCheck implements Integrator, PreUpsertEventListener {
    private static final long serialVersionUID = 1;

    /** For Hibernate. */
    public UpsertCheck() {}

    @Override
    public void integrate(Metadata metadata, BootstrapContext context, SessionFactoryImplementor factory) {
        factory.getEventEngine().getListenerRegistry().appendListeners(EventType.PRE_UPSERT, this);
    }

    @Override
    public void disintegrate(SessionFactoryImplementor factory, SessionFactoryServiceRegistry registry) {}

    @Override
    public boolean onPreUpsert(PreUpsertEvent event) {
        if (event.getId() == null && event.getPersister().getGenerator() instanceof IntervalUuidGenerator) {
            throw new TransientObjectException("upsert() needs a key of " + event.getPersister().getEntityName()
                    + ": set it to next() of an IntervalUuid, or insert()");
        }
        return false;
    }
}
