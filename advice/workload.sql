-- What a table goes through, as the numbers of rows that the model takes.

-- The server's own settings, as far as costs depend on them.  memory_bytes: a quarter of shared_buffers for one
-- index.
CREATE FUNCTION sequential_uuids_server(
	OUT memory_bytes float8, OUT checkpoint_seconds float8, OUT full_page_writes bool, OUT hint_bits bool)
RETURNS SETOF record LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT pg_size_bytes(current_setting('shared_buffers')) / 4,
		   extract(epoch FROM current_setting('checkpoint_timeout')::interval)::float8,
		   current_setting('full_page_writes')::bool,
		   current_setting('data_checksums')::bool OR current_setting('wal_log_hints')::bool OFFSET 0;
END;

-- When autovacuum comes for dead rows, and for inserted ones: the table's own settings (options are
-- pg_class.reloptions), or the server's.  NULL where they are -1, which stands for none, or unknown to the server.
CREATE FUNCTION sequential_uuids_autovacuum(
	options text[], OUT threshold float8, OUT scale_factor float8, OUT max_threshold float8, OUT insert_threshold float8,
	OUT insert_scale_factor float8)
RETURNS SETOF record LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT max(s.value) FILTER (WHERE name = 'threshold'), max(s.value) FILTER (WHERE name = 'scale_factor'),
		   max(s.value) FILTER (WHERE name = 'max_threshold'), max(s.value) FILTER (WHERE name = 'insert_threshold'),
		   max(s.value) FILTER (WHERE name = 'insert_scale_factor')
	  FROM unnest('{threshold,scale_factor,max_threshold,insert_threshold,insert_scale_factor}'::text[]) AS name
	  LEFT JOIN pg_options_to_table(options) AS o ON o.option_name = 'autovacuum_vacuum_' || name, LATERAL (
			SELECT nullif(coalesce(o.option_value, current_setting('autovacuum_vacuum_' || name, true))::float8, -1)
		   ) AS s (value) OFFSET 0;
END;

-- The rows inserted between two VACUUMs.  One comes for dead rows, at a share of the table that is given or configured,
-- or for inserted rows.  Only PostgreSQL 18 and later have a maximum of dead rows.
CREATE FUNCTION sequential_uuids_vacuum_rows(
	total_rows float8, left_behind float8, dead_at_vacuum float8, options text[], OUT vacuum_rows float8)
RETURNS SETOF float8 LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT greatest(least(
			coalesce(dead_at_vacuum * total_rows, least(a.threshold + a.scale_factor * total_rows, a.max_threshold))
				/ greatest(1 - left_behind, 1e-6),
			CASE WHEN dead_at_vacuum IS NULL THEN a.insert_threshold + a.insert_scale_factor * total_rows END), 1)
	  FROM sequential_uuids_autovacuum(options) AS a OFFSET 0;
END;

-- How many rows are young (NULL: none are ever deleted), and in the table at the horizon: those that it has, and
-- those that come and stay.  If rows get deleted and some stay, those that it has beyond the young ones have stayed.
-- total_rows, unless it is NULL, overrides the latter.
CREATE FUNCTION sequential_uuids_rows(
	rows_per_second float8, kept_seconds float8, left_behind float8, rows_before float8, total_rows float8,
	horizon_seconds float8, OUT young_rows float8, OUT horizon_rows float8)
RETURNS SETOF record LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT y.young_rows, least(greatest(coalesce(total_rows,
			CASE WHEN y.young_rows IS NULL THEN rows_before + y.ever
				ELSE y.young_rows + y.stays * greatest(y.ever - y.young_rows, 0)
					+ CASE WHEN y.stays > 0 THEN greatest(rows_before - y.young_rows, 0) ELSE 0 END END),
			y.young_rows, 1), 1e15)
	  FROM (SELECT CASE WHEN left_behind > 1e-6 THEN left_behind ELSE 0 END AS stays, -- less is nothing, as in the model
				    CASE WHEN left_behind < 1 THEN rows_per_second * kept_seconds END AS young_rows,
				   rows_per_second * horizon_seconds AS ever) AS y OFFSET 0;
END;
