-- Converts the UUIDv1 keys of two tables to UUIDv7 in batches, while clients are at work:
-- customers (id uuid PRIMARY KEY), and orders (id uuid PRIMARY KEY, customer_id uuid),
-- whose foreign key orders_customer_id_fkey refers to customers.  Clients must find rows
-- by old and new keys first: see doc/new-keys.md.  Run it as the tables' owner.

\set ON_ERROR_STOP on

-- Locks both tables.  Each of its tries is shorter than deadlock_timeout, so clients
-- never wait long.
CREATE PROCEDURE lock_both() LANGUAGE plpgsql AS $$
BEGIN
    LOOP
        BEGIN
            SET LOCAL lock_timeout = '300 ms';
            LOCK TABLE orders, customers;
            RETURN;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            PERFORM pg_sleep(random());
        END;
    END LOOP;
END $$;

-- The foreign key passes each new key on, for which it needs an index on its column.
-- The partial indexes find the keys that are left.
CREATE INDEX CONCURRENTLY orders_customer_id ON orders (customer_id);
CREATE INDEX CONCURRENTLY customers_v1 ON customers (id) WHERE substr(id::text, 15, 1) = '1';
CREATE INDEX CONCURRENTLY orders_v1 ON orders (id) WHERE substr(id::text, 15, 1) = '1';

-- New rows get UUIDv7 from here on.
BEGIN;
SELECT uuid_v7_nextval();
CALL lock_both();
ALTER TABLE customers ALTER COLUMN id SET DEFAULT uuid_v7_nextval();
ALTER TABLE orders ALTER COLUMN id SET DEFAULT uuid_v7_nextval();
ALTER TABLE orders DROP CONSTRAINT orders_customer_id_fkey,
    ADD CONSTRAINT orders_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers (id)
        ON UPDATE CASCADE NOT VALID;
COMMIT;
ALTER TABLE orders VALIDATE CONSTRAINT orders_customer_id_fkey;

-- Each batch is a transaction of its own.  In a deadlock with a client, one of the two
-- fails: the client tries again, as after any deadlock; this does so with half as many
-- rows.  If it is interrupted, go on at the CALL.
CREATE PROCEDURE convert_keys(tab regclass, batch int DEFAULT 1000) LANGUAGE plpgsql AS $$
DECLARE
    converted bigint;
BEGIN
    LOOP
        BEGIN
            EXECUTE format('UPDATE %1$s SET id = uuid_v1_to_v7(id)
                             WHERE id IN (SELECT id FROM %1$s
                                           WHERE substr(id::text, 15, 1) = ''1'' LIMIT %2$s)', tab, batch);
            GET DIAGNOSTICS converted = ROW_COUNT;
        EXCEPTION WHEN deadlock_detected THEN
            converted := NULL;
            batch := greatest(batch / 2, 1);
        END;
        COMMIT;
        EXIT WHEN converted = 0;
    END LOOP;
END $$;
CALL convert_keys('customers');
CALL convert_keys('orders');

-- No key is left.
DO $$
BEGIN
    ASSERT NOT EXISTS (SELECT FROM customers WHERE substr(id::text, 15, 1) = '1')
       AND NOT EXISTS (SELECT FROM orders
                        WHERE substr(id::text, 15, 1) = '1' OR substr(customer_id::text, 15, 1) = '1');
END $$;

-- Restore the foreign key, and drop the rest.
BEGIN;
CALL lock_both();
ALTER TABLE orders DROP CONSTRAINT orders_customer_id_fkey,
    ADD CONSTRAINT orders_customer_id_fkey FOREIGN KEY (customer_id) REFERENCES customers (id) NOT VALID;
COMMIT;
ALTER TABLE orders VALIDATE CONSTRAINT orders_customer_id_fkey;
DROP PROCEDURE convert_keys(regclass, int);
DROP PROCEDURE lock_both();
DROP INDEX CONCURRENTLY customers_v1;
DROP INDEX CONCURRENTLY orders_v1;
DROP INDEX CONCURRENTLY orders_customer_id;
VACUUM ANALYZE customers, orders;
REINDEX TABLE CONCURRENTLY customers;
REINDEX TABLE CONCURRENTLY orders;
