-- runs: long; edition in SQL: no, it is about keys that clients generate
-- What doc/clients.md says of COPY: the least WAL is that of keys in the data, sorted, the most that of a column
-- default, since COPY then inserts row by row.  No transaction around all this: WAL is measured.
\ir ../lib/own_schema.sql
SELECT plan(2);
CREATE TABLE copied (id uuid PRIMARY KEY DEFAULT uuid_interval_nextval('5 min', '60 days'), item text)
  WITH (autovacuum_enabled = off);
CREATE TEMPORARY TABLE keys AS
SELECT uuid_interval_at(now(), '5 min', '60 days') AS id, 'an item' AS item FROM generate_series(1, 300000);
CREATE TABLE wal (data text, bytes numeric);

-- As clients send them, through a file of the server.
CREATE PROCEDURE copy_in(data text, query text, columns text) LANGUAGE plpgsql AS $$
DECLARE
	file CONSTANT text := format('%s/copied_keys.%s', current_setting('data_directory'), pg_backend_pid());
	before pg_lsn;
BEGIN
	EXECUTE format('COPY (%s) TO %L', query, file);
	TRUNCATE copied;
	COMMIT;
	CHECKPOINT;
	before := pg_current_wal_insert_lsn();
	EXECUTE format('COPY copied (%s) FROM %L', columns, file);
	COMMIT;
	INSERT INTO wal VALUES (data, pg_current_wal_insert_lsn() - before);
END $$;
CALL copy_in('keys, sorted', 'SELECT * FROM keys ORDER BY id', 'id, item');
CALL copy_in('keys, not sorted', 'SELECT * FROM keys', 'id, item');
CALL copy_in('no keys', 'SELECT item FROM keys', 'item');
SELECT diag(format('COPY of 300,000 rows, %s: %s MB of WAL', data, round(bytes / 1e6))) FROM wal;
SELECT results_eq('SELECT data FROM wal ORDER BY bytes', ARRAY['keys, sorted', 'keys, not sorted', 'no keys'],
	'keys in the data save WAL, sorted ones more');
SELECT ok(max(bytes) > 1.3 * min(bytes), 'which is a good part of it') FROM wal;
SELECT * FROM finish();
DROP SCHEMA tested CASCADE;
