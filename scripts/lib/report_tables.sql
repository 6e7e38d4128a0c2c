-- Three tables as README's report finds them, with :rows rows in the largest: one with random keys, a tenth as large
-- one with random keys, and one that has switched already.
CREATE TABLE events (
    id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    happened   text NOT NULL DEFAULT 'login',
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE orders (LIKE events INCLUDING ALL);
CREATE TABLE sessions (LIKE events INCLUDING ALL);
ALTER TABLE sessions ALTER COLUMN id SET DEFAULT uuid_interval_nextval('5 min', '60 days');
INSERT INTO events SELECT FROM generate_series(1, :rows);
INSERT INTO orders SELECT FROM generate_series(1, :rows / 10);
INSERT INTO sessions (id)
SELECT uuid_interval_at(now() - n * interval '30 days' / :rows * 10, '5 min', '60 days')
  FROM generate_series(1, :rows / 10) AS n;
VACUUM (ANALYZE) events, orders, sessions;
-- What filling them wrote says nothing of the load that follows.
SELECT pg_stat_reset_shared('wal'), pg_stat_force_next_flush(),
       pg_stat_reset_shared(CASE WHEN current_setting('server_version_num')::int < 170000 THEN 'bgwriter'
                                 ELSE 'checkpointer' END);
SELECT pg_stat_reset();
