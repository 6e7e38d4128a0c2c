// SPDX-License-Identifier: PostgreSQL

/** Keys by time for entities of Hibernate 7 and Spring Data JPA, which nothing else here needs. */
package invalid.repository.sequentialuuids.hibernate;
