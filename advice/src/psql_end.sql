---------------------------------------------------------------------------------------------------------------------
-- The report
---------------------------------------------------------------------------------------------------------------------

-- Names that others have given can have control characters, which are no part of a page.
CREATE FUNCTION pg_temp.sequential_uuids_printable(value text)
RETURNS text LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN regexp_replace(value, '[[:cntrl:]]', '?', 'g');
END $$;

CREATE TEMPORARY TABLE sequential_uuids_report AS
SELECT r.*, pg_temp.sequential_uuids_printable(r.table_name || ' (' || quote_ident(r.column_name) || ')' || CASE
			WHEN count(*) OVER (PARTITION BY r.table_name, r.column_name) > 1 THEN ', index ' || r.index_name ELSE '' END)
			AS key_name
  FROM pg_temp.uuid_index_report(
		over => nullif(:'over', '')::interval, kept => nullif(:'kept', '')::interval, left_behind => :'left_behind',
		updated_after => nullif(:'updated_after', '')::interval, only_table => nullif(:'only_table', '')::oid::regclass,
		worth => :'worth', checkpoint_interval => nullif(:'checkpoint_interval', '')::interval, at_most => :'at_most') AS r;

-- In lines of at most 120 characters, between words.
CREATE FUNCTION pg_temp.sequential_uuids_in_lines(value text, indent text)
RETURNS text LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN rtrim(regexp_replace(pg_temp.sequential_uuids_printable(value),
		format('(\S{%1$s,}|.{1,%1$s})( +|$)', 120 - length(indent)), indent || E'\\1\n', 'g'), E'\n');
END $$;

-- A row of the report: where, what is known, and why.
CREATE FUNCTION pg_temp.sequential_uuids_row_page(report_row pg_temp.sequential_uuids_report, has_facts bool)
RETURNS text LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN concat_ws(E'\n', '  ' || report_row.key_name,
		CASE WHEN has_facts THEN '    ' || concat_ws(', ', report_row.keys || coalesce(' ' || report_row.known, ''),
			report_row.rows_per_second::numeric || ' rows per second', pg_size_pretty(report_row.index_bytes),
			'REINDEX would free ' || pg_size_pretty(nullif(report_row.reindex_frees_bytes, 0))) END,
		pg_temp.sequential_uuids_in_lines(report_row.reason, '    '));
END $$;

-- Rows by verdict, and by the default to set, which stands once.
CREATE FUNCTION pg_temp.sequential_uuids_rows_page(everything bool)
RETURNS text LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN (
		SELECT string_agg(concat_ws(E'\n', CASE WHEN g.advised IS NULL THEN g.verdict
					WHEN g.verdict = 'switch' THEN 'switch to the default'
					ELSE g.verdict || '; the default to set would be' END,
				'    ' || pg_temp.sequential_uuids_printable(g.advised), g.rows), E'\n\n' ORDER BY g.place)
		  FROM (SELECT r.verdict, r.advised, min(r.place) AS place, string_agg(pg_temp.sequential_uuids_row_page(
						r.report_row, everything), E'\n' ORDER BY r.place) AS rows
				  FROM (SELECT a, a.verdict, a.advised, row_number() OVER (
								ORDER BY a.verdict <> 'switch', a.verdict <> 'tell more', a.advised IS NULL,
								a.saved_bytes_per_day + coalesce(a.child_saved_bytes_per_day, 0) DESC NULLS LAST, a.key_name)
						  FROM pg_temp.sequential_uuids_report AS a
						 WHERE a.index_name IS NOT NULL
						   AND (everything OR a.verdict <> 'keep' AND coalesce(a.cause, '') <> 'idle'))
						AS r (report_row, verdict, advised, place)
				 GROUP BY r.verdict, r.advised) AS g);
END $$;

-- What the others are, of which nothing is to be done.
CREATE FUNCTION pg_temp.sequential_uuids_others_page(worth text)
RETURNS text LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN pg_temp.sequential_uuids_in_lines((
		SELECT format('Nothing to do for %s.', string_agg(
				c.indexes || CASE c.indexes WHEN 1 THEN ' index ' ELSE ' indexes ' END || c.what, ', '
				ORDER BY c.indexes DESC, c.what))
		  FROM (SELECT CASE r.cause
						WHEN 'follows' THEN 'on foreign keys (with their parents)'
						WHEN 'digests' THEN 'with digests, tokens or hashes'
						WHEN 'advised' THEN 'with the cheapest keys already'
						WHEN 'later' THEN 'where a switch saves ' || worth || ' of WAL a day only once the table has grown'
						ELSE 'where no switch saves ' || worth || ' of WAL a day' END AS what, count(*) AS indexes
				  FROM pg_temp.sequential_uuids_report AS r
				 WHERE r.index_name IS NOT NULL AND r.verdict = 'keep' GROUP BY 1) AS c
		HAVING count(*) > 0), '');
END $$;

-- Indexes without inserts: which have random keys, and how that is known.
CREATE FUNCTION pg_temp.sequential_uuids_idle_page()
RETURNS text LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	most CONSTANT int4 := 20;
	idle CONSTANT int8 := (SELECT count(*) FROM pg_temp.sequential_uuids_report AS r WHERE r.cause = 'idle');
BEGIN
	RETURN CASE WHEN idle > 0 THEN pg_temp.sequential_uuids_in_lines(format('Too few new rows to tell in %s: count in a '
			'busy hour, with -v over=''5 min''.', CASE WHEN idle = 1 THEN '1 index' ELSE idle || ' indexes' END), '') END
		|| coalesce((
		SELECT string_agg(E'\n' || pg_temp.sequential_uuids_in_lines(format('Random keys there %s: %s%s.', k.known, k.names,
				CASE WHEN k.keys > most THEN format(', and %s others', k.keys - most) ELSE '' END), ''), '' ORDER BY k.known)
		  FROM (SELECT i.known, count(*) AS keys,
					   string_agg(i.key_name, ', ' ORDER BY i.place) FILTER (WHERE i.place <= most) AS names
				  FROM (SELECT r.known, r.key_name, row_number() OVER (
								PARTITION BY r.known ORDER BY max(r.rows) DESC, r.key_name) AS place
						  FROM pg_temp.sequential_uuids_report AS r
						 WHERE r.cause = 'idle' AND r.keys = 'random' GROUP BY r.known, r.key_name) AS i
				 GROUP BY i.known) AS k), '');
END $$;

-- What is left out, and what all figures rest on.
CREATE FUNCTION pg_temp.sequential_uuids_closing_page(is_watched bool)
RETURNS text LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	saved record;
BEGIN
	-- Nor do all tables together save more than the server wrote.
	SELECT least(sum(r.saved_bytes_per_day), CASE WHEN is_watched THEN max(r.server_wal_bytes_per_day) END)::int8 AS own,
		   nullif(sum(r.child_saved_bytes_per_day), 0)::int8 AS of_children
	  INTO saved FROM pg_temp.sequential_uuids_report AS r WHERE r.verdict = 'switch';
	RETURN (
		SELECT concat_ws(E'\n', pg_temp.sequential_uuids_in_lines(max(r.reason) FILTER (WHERE r.index_name IS NULL), ''),
				CASE WHEN NOT is_watched THEN pg_temp.sequential_uuids_in_lines(to_char(min(r.counted_since),
					'"Rates are averages since" YYYY-MM-DD HH24":"MI", with idle hours and bulk loads. "')
					|| 'Count in a busy hour, with -v over=''5 min''.', '') END,
				pg_temp.sequential_uuids_in_lines(format('Checkpoints come %s.', min(r.checkpoints))
					|| CASE WHEN is_watched THEN ' Meanwhile, the server wrote WAL at ' ELSE ' The server writes on average ' END
						|| pg_size_pretty(min(r.server_wal_bytes_per_day)) || ' a day.'
					|| coalesce(' These switches save ' || pg_size_pretty(saved.own) || ' in all'
						|| coalesce(', and up to ' || pg_size_pretty(saved.of_children) || ' in indexes on foreign keys', '') || '.', ''),
					''))
		  FROM pg_temp.sequential_uuids_report AS r);
END $$;

SELECT concat_ws(E'\n\n', pg_temp.sequential_uuids_rows_page(:'all'::bool),
		CASE WHEN NOT :'all'::bool THEN pg_temp.sequential_uuids_others_page(:'worth') END,
		pg_temp.sequential_uuids_idle_page(), pg_temp.sequential_uuids_closing_page(:'over' <> '')) AS page \gset
\qecho :page
\qecho ''
\qecho 'switch:    see what depends on the key (uuid_key_dependencies() in sequential_uuids_advice), then set its'
\qecho '           default.  Existing keys stay.  All figures are of today.'
\qecho 'tell more: the reason says what is missing, and the command or option that supplies it.'
ROLLBACK;
