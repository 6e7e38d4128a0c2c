-- A table whose keys clients generate that nobody trusts, and a trigger that refuses keys whose block isn't near the
-- time of the INSERT.  It allows for rows a day late, and for clocks ten minutes ahead.
--
-- The cycle must be much longer than the longest delay of a row, or too many wrong keys pass.  Here, 291 of 32,768
-- prefixes pass, so one random key in 113 does.
--
-- A refused row gets SQLSTATE 23514, with the trigger's name as the constraint.  The client gives it a new key, also in
-- rows that refer to it, saves that locally, and only then sends it again.  After a refused batch, it sends the rows
-- one by one.  Retries of a row that is there pass, however late, with INSERT ... ON CONFLICT (id) DO NOTHING.
CREATE TABLE drafts (
    id         uuid PRIMARY KEY DEFAULT uuid_interval_nextval('5 min', '60 days'),
    item       text,
    -- With now(), the start of the transaction, every key would be refused ten minutes after that.
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Nobody else sets created_at.
GRANT SELECT, INSERT (id, item) ON drafts TO app;

CREATE FUNCTION refuse_key() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE check_violation USING MESSAGE = NEW.id || ' is not a key of this time', CONSTRAINT = TG_NAME;
END $$;

-- After the INSERT, so that a retry doesn't fire it.  It compares with created_at, not with the clock, so that old rows
-- pass when the data of a dump is restored.
CREATE TRIGGER key_near_created_at AFTER INSERT ON drafts FOR EACH ROW
    WHEN (uuid_interval_between(NEW.id, NEW.created_at - interval '24 hours', NEW.created_at + interval '10 min',
                                '5 min', '60 days') IS NOT TRUE)
    EXECUTE FUNCTION refuse_key();
