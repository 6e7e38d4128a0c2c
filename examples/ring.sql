-- A ring of eight partitions, one for each day of a cycle, which keeps rows of seven days. For psql. t/pages/others.pl
-- tests it. For other numbers, take two more partitions than the days that you keep before today.
--
-- Once a day, CALL empty_tomorrow(). If it fails, say during a pg_dump, repeat it before the day ends in UTC. If you
-- miss the day, delete that partition's old rows by "at".
--
-- - A row in the wrong partition is deleted too early. Wrong clocks cause that, keys from clients, and any other column
--   default: refuse keys of other times (doc/clients.md, "Refuse keys from clients you don't trust").
-- - No foreign key may refer to the table, or TRUNCATE fails. Move permanent rows elsewhere.
-- - You can't change interval or cycle.
-- - A publication sends the TRUNCATE, too, unless you run
--   ALTER PUBLICATION ... SET (publish = 'insert, update, delete').
--   With publish_via_partition_root, it isn't sent: call the procedure on the subscriber as well.

CREATE TABLE readings (
    id uuid PRIMARY KEY DEFAULT uuid_interval_nextval('1 min', '8 days'),
    at timestamptz NOT NULL DEFAULT now(),
    celsius float8
) PARTITION BY RANGE (id);
-- A day has 1,440 blocks, a cycle 11,520.
SELECT format('CREATE TABLE readings_%s PARTITION OF readings FOR VALUES FROM (%L) TO (%s)',
              day, uuid_block_lower(day * 1440, 11520),
              CASE WHEN day < 7 THEN quote_literal(uuid_block_lower((day + 1) * 1440, 11520)) ELSE 'MAXVALUE' END)
  FROM generate_series(0, 7) AS day
\gexec

-- Days are those of UTC, as the generator counts them.
CREATE PROCEDURE empty_tomorrow() LANGUAGE plpgsql AS $$
DECLARE
    next_day CONSTANT bigint := uuid_interval_block(clock_timestamp() + interval '24 hours', '1 day', '8 days');
BEGIN
    SET LOCAL lock_timeout = '500 ms';
    EXECUTE format('LOCK TABLE readings_%s', next_day);
    IF next_day <> uuid_interval_block(clock_timestamp() + interval '24 hours', '1 day', '8 days') THEN
        RAISE 'a day has begun meanwhile; call it again';
    END IF;
    EXECUTE format('TRUNCATE readings_%s', next_day);
END $$;
CALL empty_tomorrow();
