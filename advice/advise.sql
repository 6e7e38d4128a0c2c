-- uuid_advise(): the ways to generate a table's keys, the best first.

-- Raises an error for the first parameter that is out of range.
CREATE FUNCTION sequential_uuids_check(
	rows_per_second float8, kept interval, left_behind float8, goal text, total_rows float8, memory_bytes float8,
	checkpoint_interval interval, dead_at_vacuum float8, peak_rows_per_second float8, row_bytes int4, random_before bool,
	horizon interval, over interval) RETURNS bool
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	seconds CONSTANT text := ' seconds';
	bad record;
BEGIN
	SELECT name, value, valid INTO bad
	  FROM (VALUES
			('rows_per_second', rows_per_second, 0.0001, 1e9, ''),
			('kept', coalesce(extract(epoch FROM kept), 1), 0.001, 1e10, seconds),
			('left_behind', left_behind, 0, CASE WHEN kept IS NULL THEN 0 ELSE 1 END, ''),
			('total_rows', coalesce(total_rows, 1), 1, 1e15, ''),
			('index_memory', memory_bytes, current_setting('block_size')::float8, 1e18, ' bytes'),
			('checkpoint_interval', coalesce(extract(epoch FROM checkpoint_interval), 1), 0.001, 1e10, seconds),
			('dead_at_vacuum', coalesce(dead_at_vacuum, 0), 0, 100, ''),
			('peak_rows_per_second', coalesce(peak_rows_per_second, rows_per_second), rows_per_second, 1e9, ''),
			('row_bytes', row_bytes, 24, 8160, ''),
			('horizon', extract(epoch FROM horizon), 1, 1e10, seconds),
			('over', coalesce(extract(epoch FROM over), 1), 0.000001, 3600, seconds)
		   ) AS p (name, number, lowest, highest, unit),
		   LATERAL (SELECT coalesce(number::text, 'NULL'),
				format('between %s and %s%s', lowest::numeric, highest::numeric, unit)) AS said (value, valid)
	 WHERE (number BETWEEN lowest AND highest) IS NOT TRUE
	UNION ALL
	SELECT name, coalesce(value, 'NULL'), valid
	  FROM (VALUES
			('goal', goal, '{cheapest,reveals least}'::text[]),
			('random_before', random_before::text, '{true,false}')
		   ) AS p (name, value, words), LATERAL array_to_string(words, ', ') AS valid
	 WHERE (value = ANY (words)) IS NOT TRUE
	 LIMIT 1;
	IF FOUND THEN
		RAISE invalid_parameter_value USING MESSAGE = format('invalid value for parameter "%s": %s', bad.name, bad.value),
			DETAIL = format('Valid values are %s.', bad.valid);
	END IF;
	RETURN true;
END $$;

-- The keys with their costs, the best first.  Costs within 15 % of the least are equal; then keys that have to be
-- installed first come later, those that read pages, larger indexes, unless memory holds each, and those that ask more
-- of users.  present_wal: what the table's keys cost now; those that save 15 % of it come first.  'reveals least' ranks
-- by what an outsider learns, the longest first.
CREATE FUNCTION sequential_uuids_ways(
	goal text, rows_per_second float8, peak_rows_per_second float8, young_rows float8, left_behind float8,
	total_rows float8, random_rows float8, vacuum_rows float8, checkpoint_seconds float8, row_bytes float8,
	memory_bytes float8, full_page_writes bool, hint_bits bool, present_wal float8, label text,
	OUT rank int8, OUT key text, OUT kind text, OUT call text, OUT is_installed bool, OUT block_seconds float8,
	OUT wrap_seconds float8, OUT shortest_seconds float8, OUT longest_seconds float8, OUT wal_per_row float8,
	OUT wal_records float8, OUT wal_images float8, OUT wal_splits float8, OUT wal_deletes float8,
	OUT wal_vacuum float8, OUT wal_hint_bits float8, OUT reads_per_row float8, OUT density text,
	OUT bytes_per_million_rows float8)
RETURNS SETOF record LANGUAGE sql STABLE PARALLEL SAFE ROWS 5
BEGIN ATOMIC
	SELECT row_number() OVER (ORDER BY
				CASE goal WHEN 'reveals least' THEN array_position('{random,opaque,wrapping,ascending}', k.kind) END,
				CASE goal WHEN 'reveals least' THEN -k.block_seconds END,
				w.wal_per_row > 0.85 * present_wal,
				greatest(w.wal_per_row, w.least_wal / 0.85),
				NOT w.is_installed,
				w.reads_per_row > 0.1,
				CASE WHEN w.largest * total_rows / 1e6 > memory_bytes
					THEN greatest(w.bytes_per_million_rows, w.smallest / 0.85) END,
				k.place),
		   k.key, k.kind, k.call, k.is_installed, k.block_seconds, k.wrap_seconds, c.shortest_seconds, c.longest_seconds,
		   w.wal_per_row, w.wal_records, w.wal_images, w.wal_splits, w.wal_deletes, w.wal_vacuum, w.wal_hint_bits,
		   w.reads_per_row, w.density, w.bytes_per_million_rows
	  FROM sequential_uuids_cycle(rows_per_second, peak_rows_per_second, young_rows, vacuum_rows, total_rows,
			checkpoint_seconds, memory_bytes, random_rows > 0, goal = 'reveals least') AS c, LATERAL (
			SELECT k.*, costs.*, min(wal_per_row) OVER () AS least_wal,
				   min(bytes_per_million_rows) OVER () AS smallest, max(bytes_per_million_rows) OVER () AS largest
			  FROM sequential_uuids_keys(c.interval_seconds, c.cycle_seconds, label) AS k,
				   LATERAL sequential_uuids_costs(k.kind,
					CASE k.kind WHEN 'random' THEN total_rows WHEN 'ascending' THEN 1
						ELSE greatest(rows_per_second * k.block_seconds, 1) END,
					coalesce(rows_per_second * k.wrap_seconds, 'infinity'),
					greatest(rows_per_second * checkpoint_seconds, 1), vacuum_rows, young_rows, total_rows, random_rows,
					left_behind, row_bytes, memory_bytes, full_page_writes, hint_bits) AS costs
			 WHERE k.kind <> 'opaque' OR goal = 'reveals least') AS w, LATERAL (
			SELECT w.place, w.key, w.kind, w.call, w.is_installed, w.block_seconds, w.wrap_seconds) AS k
	 ORDER BY 1;
END;

-- What an outsider who knows the parameters learns from a key.
CREATE FUNCTION sequential_uuids_learns(kind text, block_seconds float8) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
	SELECT CASE kind WHEN 'random' THEN 'nothing'
			WHEN 'ascending' THEN 'the time of each row to the millisecond or better, and the order of all rows'
			WHEN 'opaque' THEN format('which rows are of the same %s; when, once the time of one is known', length)
			ELSE 'the time of each row that is younger than the cycle, to within ' || length END
	  FROM sequential_uuids_written(block_seconds) AS length;
END;

-- What the figures assume.
CREATE FUNCTION sequential_uuids_assumptions(
	total_rows float8, row_bytes int4, checkpoint_seconds float8, vacuum_rows float8, memory_bytes float8,
	random_stay bool, full_page_writes bool) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
	SELECT concat_ws('; ', format('%s rows of %s bytes', to_char(total_rows, 'FM9,999,999,999,999,990'), row_bytes),
		'checkpoints every ' || sequential_uuids_written(checkpoint_seconds),
		'VACUUM after ' || to_char(vacuum_rows, 'FM999,999,999,999,999,990') || ' rows',
		pg_size_pretty(memory_bytes::int8) || ' for the index',
		CASE random_stay WHEN true THEN 'older random keys stay' WHEN false THEN 'older random keys are gone' END,
		CASE WHEN NOT full_page_writes THEN 'no page images, as full_page_writes is off' END);
END;

CREATE FUNCTION uuid_advise(
	rows_per_second float8, kept interval DEFAULT NULL, left_behind float8 DEFAULT 0, goal text DEFAULT 'cheapest',
	total_rows float8 DEFAULT NULL, index_memory text DEFAULT NULL, checkpoint_interval interval DEFAULT NULL,
	dead_at_vacuum float8 DEFAULT NULL, peak_rows_per_second float8 DEFAULT NULL, row_bytes int4 DEFAULT 100,
	random_before bool DEFAULT false, horizon interval DEFAULT '5 years',
	OUT key text, OUT call text, OUT wal_per_row float8, OUT wal_records float8, OUT wal_images float8,
	OUT wal_splits float8, OUT wal_deletes float8, OUT wal_vacuum float8, OUT wal_hint_bits float8,
	OUT reads_per_row float8, OUT density text, OUT bytes_per_million_rows int8, OUT interval_range text,
	OUT outsider_learns text, OUT assumes text, OUT note text)
RETURNS SETOF record LANGUAGE sql VOLATILE PARALLEL SAFE COST 10000 ROWS 5
SET search_path = pg_catalog, pg_temp SET intervalstyle = postgres SET extra_float_digits = 1
SET standard_conforming_strings = on SET quote_all_identifiers = off
BEGIN ATOMIC
	WITH server AS MATERIALIZED (
		SELECT s.full_page_writes, s.hint_bits,
			   coalesce(pg_size_bytes(index_memory), s.memory_bytes) AS memory_bytes,
			   coalesce(extract(epoch FROM checkpoint_interval)::float8, s.checkpoint_seconds) AS checkpoint_seconds
		  FROM sequential_uuids_server() AS s
	), checked AS MATERIALIZED (
		SELECT s.*, sequential_uuids_label(NULL) AS label
		  FROM server AS s
		 WHERE sequential_uuids_check(rows_per_second, kept, left_behind, goal, total_rows, s.memory_bytes,
				checkpoint_interval, dead_at_vacuum, peak_rows_per_second, row_bytes, random_before, horizon, NULL)
	), workload AS MATERIALIZED (
		SELECT c.*, r.young_rows, r.horizon_rows, v.vacuum_rows
		  FROM checked AS c, LATERAL sequential_uuids_rows(rows_per_second, extract(epoch FROM kept)::float8, left_behind,
				0, total_rows, extract(epoch FROM horizon)::float8) AS r, LATERAL
			   sequential_uuids_vacuum_rows(r.horizon_rows, left_behind, dead_at_vacuum, NULL) AS v
	)
	SELECT w.key, w.call, round(w.wal_per_row), round(w.wal_records), round(w.wal_images), round(w.wal_splits),
		   round(w.wal_deletes), round(w.wal_vacuum), round(w.wal_hint_bits), round(w.reads_per_row::numeric, 4)::float8,
		   w.density, w.bytes_per_million_rows::int8,
		   CASE WHEN w.key IN ('wrapping by time', 'opaque by time') THEN
				concat(coalesce(sequential_uuids_written(w.shortest_seconds) || ' to ', 'up to '),
					sequential_uuids_written(w.longest_seconds), ': longer reveals less, but costs more') END,
		   sequential_uuids_learns(w.kind, w.block_seconds),
		   sequential_uuids_assumptions(l.horizon_rows, row_bytes, l.checkpoint_seconds,
			CASE WHEN l.young_rows IS NOT NULL THEN l.vacuum_rows END, l.memory_bytes,
			CASE WHEN random_before THEN l.young_rows IS NULL END, l.full_page_writes),
		   CASE WHEN NOT w.is_installed THEN 'first install sequential_uuids' END
	  FROM workload AS l, LATERAL sequential_uuids_ways(goal, rows_per_second, coalesce(peak_rows_per_second,
			rows_per_second), l.young_rows, left_behind, l.horizon_rows, CASE WHEN random_before AND l.young_rows IS NULL
			THEN l.horizon_rows ELSE 0 END, l.vacuum_rows, l.checkpoint_seconds, row_bytes, l.memory_bytes,
			l.full_page_writes, l.hint_bits, NULL, l.label) AS w
	 ORDER BY w.rank;
END;
COMMENT ON FUNCTION uuid_advise IS 'Ways to generate a table''s keys, the best first, with what each costs and reveals';
