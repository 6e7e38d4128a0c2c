-- Keys of version 8, and a trigger that refuses all others, for the table orders of doc/clients.md: no client of that
-- page generates version 8 by itself.  If clients generate such keys, refuse_other_times.sql compares times instead.
--
-- The trigger also refuses an old row that an UPDATE moves to another partition, or that is upserted by key (INSERT ...
-- ON CONFLICT).  UPDATE the row first, and insert it only if it isn't there.  To restore only the data of a dump, use
-- pg_restore --disable-triggers.
--
-- If ALTER TABLE fails because the table is locked, repeat the transaction: doc/switching.md.
BEGIN;
SELECT uuid_interval_nextval('5 min', '60 days', version => 8);
SET LOCAL lock_timeout = '500 ms';
ALTER TABLE orders ALTER COLUMN id SET DEFAULT uuid_interval_nextval('5 min', '60 days', version => 8);
CREATE FUNCTION refuse_key_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- To see first who sends keys, write instead:
    --   RAISE LOG 'key % from % at %', NEW.id, current_setting('application_name'), inet_client_addr();
    --   RETURN NEW;
    -- Behind a pooler, the address is the pooler's.
    RAISE check_violation USING MESSAGE = 'a client has generated the key ' || NEW.id;
END $$;
CREATE TRIGGER key_of_server BEFORE INSERT ON orders FOR EACH ROW
    WHEN (substr(NEW.id::text, 15, 1) IS DISTINCT FROM '8') EXECUTE FUNCTION refuse_key_of_client();
COMMIT;
