/** UUID keys by time, as the PostgreSQL extension sequential_uuids generates them. */
package invalid.repository.sequentialuuids;
