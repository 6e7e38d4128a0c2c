-- Advice: what a table's keys cost, and what others would cost.  In SQL and PL/pgSQL; needs nothing else.  Both CREATE
-- EXTENSION sequential_uuids_advice and psql run this file.  Functions named "sequential_uuids_" are internal.  The
-- search_path of all is pg_catalog, so nothing on the caller's is ever called.

-- The model: what keys of one kind cost, if rows come evenly and are deleted by age.  Parameters are numbers of rows:
-- in a block, in a cycle, inserted between checkpoints and between VACUUMs, too young to be deleted (NULL: all stay),
-- in the table, of these under random keys that stay; then the share left behind, and bytes of a row and of memory.
CREATE OR REPLACE FUNCTION sequential_uuids_costs(kind text, block_rows float8, cycle_rows float8,
	checkpoint_rows float8, vacuum_rows float8, young_rows float8, total_rows float8, random_rows float8,
	left_behind float8, row_bytes float8, memory_bytes float8, OUT wal_per_row float8, OUT page_images float8,
	OUT delete_wal float8, OUT reads_per_row float8, OUT density text, OUT bytes_per_million_rows float8)
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	page_bytes CONSTANT float8 := current_setting('block_size'); -- 40 of headers, and 28 for each key and the high key
	page_keys CONSTANT float8 := floor((page_bytes - 40) / 28) - 1;
	heap_row CONSTANT float8 := row_bytes + 8;
	random CONSTANT bool := kind = 'random';
	opaque CONSTANT bool := kind = 'opaque';
	wraps CONSTANT bool := kind IN ('wrapping', 'opaque');
	deletes CONSTANT bool := young_rows IS NOT NULL;
	stays CONSTANT float8 := CASE WHEN deletes AND left_behind > 1e-6 THEN least(left_behind, 1 - 1e-6) ELSE 0 END;
	rows_ever CONSTANT float8 := young_rows + greatest(total_rows - young_rows, 0) / greatest(stays, 1e-6);
	-- Cycles in the index just before VACUUM; those of which a block finds rows, whole ones unless it is opaque.
	cycles CONSTANT float8 := coalesce(young_rows + vacuum_rows, total_rows - random_rows) / cycle_rows;
	found CONSTANT float8 := CASE WHEN opaque AND deletes THEN cycles ELSE floor(cycles) + random_rows / cycle_rows END;
	-- The share of pages that have lost all keys when VACUUM comes, which removes them.
	emptied CONSTANT float8 := CASE WHEN deletes THEN exp(greatest(0.7 * page_keys * ln(1 - stays), -600)) ELSE 0 END;
	returns CONSTANT bool := random OR wraps AND (found >= 1 OR random_rows > 0
		OR deletes AND (opaque OR emptied < 0.5 AND rows_ever > cycle_rows));
	-- How full pages are, from and to, as measured (doc/dev/model.md): ln 2 on average if they split in half, in waves
	-- if many do at once; less if rows of many ages come and go, since a page has split at its fullest.
	halves CONSTANT float8[] := CASE WHEN opaque AND deletes AND block_rows < page_keys THEN '{0.45,0.6}'
		WHEN wraps AND NOT opaque AND block_rows < page_keys / 2 THEN '{0.6,0.8}'
		WHEN deletes AND (random AND stays = 0 OR found > 2 AND NOT opaque) THEN '{0.6,0.7}' ELSE '{0.65,0.75}' END;
	-- The rightmost page splits at 90 %; the room left takes the late rows of a block of up to four times its size.  A
	-- block between other keys splits a page, and fills the half left as far as it has rows.
	first CONSTANT float8[] := CASE WHEN random OR opaque THEN halves
		WHEN random_rows > 0 AND block_rows < page_keys / 2 THEN '{0.5,0.6}'
		WHEN random_rows > 0 AND block_rows < 2 * page_keys THEN '{0.5,0.7}'
		WHEN NOT wraps OR block_rows <= 4 * floor(page_keys / 10) THEN '{0.9,0.9}'
		WHEN block_rows < 2 * page_keys THEN '{0.5,0.95}' ELSE halves END;
	filled CONSTANT float8[] := CASE WHEN found >= 2 OR deletes AND (random OR opaque OR found >= 1) THEN halves
		WHEN found < 1 AND NOT (wraps AND deletes) THEN first
		ELSE ARRAY[least(halves[1], first[1]), greatest(halves[2], first[2])] END;
	fill CONSTANT float8 := (filled[1] + filled[2]) / 2 * page_keys;
	-- The rows that pages have room for: the most that they ever had, just before VACUUM.  Nothing fills the room
	-- between rows left behind.  In cycles² / 2 of cases an opaque block meets the one before, for 2/3 of its time.
	most_rows CONSTANT float8 := cycle_rows * (CASE WHEN opaque THEN cycles ELSE floor(cycles) END + 1);
	room_rows CONSTANT float8 := CASE WHEN NOT deletes OR opaque AND block_rows < page_keys THEN total_rows
		WHEN random THEN total_rows + vacuum_rows * (1 - stays)
		WHEN NOT returns THEN total_rows + (rows_ever - total_rows) * (1 - emptied)
		WHEN opaque AND stays = 0 AND cycles < 2 THEN total_rows * (1 + cycles * cycles / 3)
		ELSE greatest(most_rows + stays * greatest(rows_ever - most_rows, 0), total_rows) END;
	page_rows CONSTANT float8 := greatest(fill * total_rows / room_rows, 1);
	pages CONSTANT float8 := greatest(total_rows / page_rows, 1);
	-- On the pages that new rows go to; new pages per row: where rows are replaced, only for rows left behind.
	new_page_rows CONSTANT float8 := CASE WHEN returns THEN page_rows ELSE fill END;
	splits CONSTANT float8 := CASE WHEN returns AND deletes THEN stays ELSE 1 END / new_page_rows;
	image_bytes CONSTANT float8 := 40 + least((page_bytes - 40) * new_page_rows / page_keys, 28 * total_rows);
	-- The leaf pages under a block's prefix; its first, and if that splits, the parent; with those that a block adds.
	found_pages CONSTANT float8 := CASE WHEN random THEN pages WHEN NOT returns THEN 0
		WHEN deletes THEN pages * least(block_rows / cycle_rows, 1) ELSE found * block_rows / page_rows END;
	edge_pages CONSTANT float8 := CASE WHEN random THEN 0
		ELSE 2 - exp(-least(splits * CASE WHEN opaque THEN block_rows ELSE checkpoint_rows END, 600)) END;
	in_play CONSTANT float8 := found_pages + CASE WHEN opaque THEN edge_pages ELSE 0 END + CASE WHEN wraps
		AND NOT (returns AND deletes) THEN greatest(block_rows - checkpoint_rows, 0) / 2 / new_page_rows ELSE 0 END;
	-- n rows in random order touch p (1 - (1 - 1/p)^n) of p pages: a block's rows, dead rows, and opaque blocks.
	spared CONSTANT float8 := ln(1 - 1 / greatest(in_play, 1.000001));
	at_once CONSTANT float8 := CASE WHEN wraps THEN block_rows ELSE 'infinity' END;
	touched CONSTANT float8 := edge_pages + in_play * greatest(checkpoint_rows / at_once, 1)
		* (1 - exp(greatest(least(at_once, checkpoint_rows) * spared, -600)));
	cleaned CONSTANT float8 := least(1 + CASE WHEN returns THEN in_play * greatest(vacuum_rows / at_once, 1)
		* (1 - exp(greatest(least(at_once, vacuum_rows) * (1 - stays) * spared, -600)))
		ELSE vacuum_rows / fill END, pages) / vacuum_rows;
	-- New rows go to the table's pages in turn, between leftovers, until a page is full of those of many turns.
	leftovers CONSTANT float8 := CASE WHEN stays > 0 THEN least(greatest(total_rows - young_rows, 0)
		/ (young_rows + vacuum_rows), stays * ln(greatest(page_bytes / heap_row, 1)) / -ln(1 - stays)) ELSE 0 END;
BEGIN
	page_images := least(CASE WHEN opaque THEN pages * (1 - exp(-least(touched / pages, 600))) ELSE touched END,
		pages, checkpoint_rows) / checkpoint_rows;
	-- DELETE: a record, and the image of the table's page; VACUUM: that of each leaf page with dead keys that has none,
	-- in which only leftovers remain if all keys of a page are of one age.
	delete_wal := CASE WHEN deletes THEN 64 * (1 - stays + cleaned) + heap_row * (1 + leftovers) + image_bytes * least(
		cleaned, CASE WHEN vacuum_rows < checkpoint_rows THEN pages / checkpoint_rows - page_images END)
		* CASE WHEN stays > 0 AND cycles < 1 AND NOT (random OR opaque) THEN stays ELSE 1 END ELSE 0 END;
	-- Records, with headers: row_bytes + 36 for the table, 72 for the index (20 less with an image), 100 and the keys
	-- that move for a split.  The last page of the table is half full when its image is written.
	wal_per_row := row_bytes + 108 - 20 * page_images + page_images * image_bytes + page_bytes / 2 / checkpoint_rows
		+ splits * (100 + 28 * page_keys * CASE WHEN filled[1] > 0.8 AND NOT returns THEN 0.1 ELSE 0.5 END)
		+ delete_wal + heap_row * leftovers;
	-- If memory does not hold the index, a block reads the pages that it finds, and each row those that do not fit.
	reads_per_row := CASE WHEN pages * page_bytes <= memory_bytes THEN 0 ELSE least(greatest(found_pages / block_rows,
		1 - memory_bytes / page_bytes / (found_pages + 1), 0), 1) END;
	bytes_per_million_rows := 1e6 / page_rows * page_bytes;
	density := format(CASE WHEN filled[1] = filled[2] AND room_rows = total_rows THEN '%s %%' ELSE '%s to %s %%' END,
		floor(100 * filled[1] * total_rows / room_rows + 1e-9), ceil(100 * filled[2] * total_rows / room_rows - 1e-9));
END $$;

-- The ways to generate the key, the best first, with what the model says of each for a workload, and of the keys that a
-- table has now, if their kind is given.  Options are those of the table.
CREATE OR REPLACE FUNCTION sequential_uuids_choices(in_schema text, rows_per_second float8, kept interval,
	left_behind float8, goal text, total_rows float8, index_memory text, checkpoint_interval interval,
	dead_at_vacuum float8, peak_rows_per_second float8, row_bytes int4, random_before bool, options jsonb,
	kind_now text, block_rows_now float8, cycle_rows_now float8, OUT key text, OUT call text, OUT wal_per_row float8,
	OUT reads_per_row float8, OUT density text, OUT bytes_per_million_rows int8, OUT interval_range text,
	OUT outsider_learns text, OUT assumes text, OUT note text, OUT wal_now float8)
RETURNS SETOF record LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 5
SET search_path = pg_catalog, pg_temp SET extra_float_digits = 1 SET intervalstyle = postgres AS $$
DECLARE
	page_bytes CONSTANT float8 := current_setting('block_size');
	memory_bytes CONSTANT float8 := coalesce(pg_size_bytes(index_memory),
		pg_size_bytes(current_setting('shared_buffers')) / 4);
	checkpoints CONSTANT interval := coalesce(checkpoint_interval, current_setting('checkpoint_timeout')::interval);
	peak CONSTANT float8 := coalesce(peak_rows_per_second, rows_per_second);
	deletes CONSTANT bool := kept IS NOT NULL AND left_behind < 1;
	-- Whether the cycle comes back to older rows; if not, whether small blocks fill pages in order.
	returns CONSTANT bool := deletes AND NOT (goal = 'smallest index' AND left_behind = 0);
	in_order CONSTANT bool := NOT returns AND goal <> 'reveals least' AND (deletes OR NOT random_before);
	settings CONSTANT jsonb := (SELECT jsonb_object_agg(name, setting) FROM pg_settings
		WHERE name ~ '^autovacuum_vacuum_') || coalesce(options, '{}');
	lengths CONSTANT text[] := '{1 us,10 us,100 us,1 ms,10 ms,100 ms,1 s,2 s,5 s,10 s,30 s,1 min,2 min,5 min,10 min,'
		'30 min,1 h,2 h,3 h,6 h,12 h,1 day,2 days,5 days,10 days,20 days,50 days,100 days,200 days,500 days}';
	-- With checksums, who reads a row first sets hint bits, which writes an image of its page.
	hint_bits CONSTANT float8 := CASE WHEN deletes AND 'on' IN (current_setting('data_checksums'),
		current_setting('wal_log_hints')) THEN row_bytes + 8 ELSE 0 END;
	bad record;
	young_rows float8;
	all_rows float8;
	vacuum_rows float8;
	cycle float8;
	cycle_text text;
	length text;
	length_seconds float8;
	places record;
BEGIN
	SELECT name, valid, to_jsonb(given)->>name AS value INTO bad FROM (SELECT rows_per_second, kept, left_behind, goal,
			total_rows, index_memory, checkpoint_interval, dead_at_vacuum, peak_rows_per_second, row_bytes,
			random_before) AS given, (VALUES
		('rows_per_second', rows_per_second BETWEEN 0.0001 AND 1e9, 'between 0.0001 and 10^9'),
		('kept', coalesce(kept, '1 s') BETWEEN '1 ms' AND '10000000000 s', 'between 1 ms and 316 years'),
		('left_behind', left_behind BETWEEN 0 AND num_nonnulls(kept), 'between 0 and 1, and 0 unless "kept" is given'),
		('goal', goal IN ('cheapest', 'smallest index', 'reveals least'), 'cheapest, smallest index, reveals least'),
		('total_rows', coalesce(total_rows, 1) BETWEEN 1 AND 1e15, 'between 1 and 10^15'),
		('index_memory', memory_bytes BETWEEN page_bytes AND 1e18, format('between %s and 10^18 bytes', page_bytes)),
		('checkpoint_interval', checkpoints BETWEEN '1 ms' AND '10000000000 s', 'between 1 ms and 316 years'),
		('dead_at_vacuum', coalesce(dead_at_vacuum, 0) BETWEEN 0 AND 100, 'between 0 and 100'),
		('peak_rows_per_second', peak BETWEEN rows_per_second AND 1e9, 'between "rows_per_second" and 10^9'),
		('row_bytes', row_bytes BETWEEN 24 AND 8160, 'between 24 and 8160'),
		('random_before', random_before IS NOT NULL, 'false and true')
	) AS checked (name, is_valid, valid) WHERE is_valid IS NOT TRUE LIMIT 1;
	IF FOUND THEN
		RAISE invalid_parameter_value USING DETAIL = format('Valid values are %s.', bad.valid),
			MESSAGE = format('invalid value for parameter "%s": %s', bad.name, coalesce(bad.value, 'NULL'));
	END IF;
	young_rows := CASE WHEN deletes THEN rows_per_second * extract(epoch FROM kept)::float8 END;
	-- Those of five years, unless they are given.
	all_rows := least(greatest(coalesce(total_rows, young_rows + left_behind * greatest(rows_per_second * 157788000
		- young_rows, 0), rows_per_second * 157788000), young_rows, 1), 1e15);
	-- VACUUM comes for dead rows, or for inserted rows; -1 means never, and only 18 and later have a maximum.
	vacuum_rows := coalesce(dead_at_vacuum * all_rows, least((settings->>'autovacuum_vacuum_threshold')::float8
		+ (settings->>'autovacuum_vacuum_scale_factor')::float8 * all_rows,
		nullif((settings->>'autovacuum_vacuum_max_threshold')::float8, -1))) / greatest(1 - left_behind, 1e-6);
	vacuum_rows := greatest(least(vacuum_rows, CASE WHEN dead_at_vacuum IS NULL THEN
		nullif((settings->>'autovacuum_vacuum_insert_threshold')::float8, -1)
		+ (settings->>'autovacuum_vacuum_insert_scale_factor')::float8 * all_rows END), 1);

	-- A cycle is a little longer than rows are kept and then wait for VACUUM; or a century.
	cycle := CASE WHEN returns THEN least(1.05 * (young_rows + vacuum_rows) / rows_per_second, 1e12) ELSE 3.1536e9 END;
	-- In order, blocks of up to 100 rows fill pages best.  Otherwise, blocks of 1,000 rows and more fill pages and
	-- leave them empty, and those between two checkpoints cost no more WAL.  The pages of a block, half full, have to
	-- fit into memory.  For privacy, the longest.
	SELECT coalesce(max(n) FILTER (WHERE seconds <= least(CASE WHEN in_order THEN 100 / peak END, cycle / 10,
				greatest(floor(memory_bytes / page_bytes) - 1, 1) * 145 / peak
				/ greatest(all_rows / rows_per_second / cycle, 1))), 1) AS longest,
		   coalesce(min(n) FILTER (WHERE seconds >= 1000 / rows_per_second), cardinality(lengths)) AS shortest,
		   max(n) FILTER (WHERE seconds <= extract(epoch FROM checkpoints)) AS to_checkpoint INTO STRICT places
	  FROM unnest(lengths) WITH ORDINALITY AS u (l, n), LATERAL (SELECT extract(epoch FROM l::interval)) AS s (seconds);
	places.shortest := least(places.shortest, places.longest);
	length := lengths[CASE WHEN in_order OR goal = 'reveals least' THEN places.longest
		ELSE greatest(least(places.to_checkpoint, places.longest), places.shortest) END];
	-- In units of which it has five, in whole intervals, of which there can be 2^48.
	length_seconds := extract(epoch FROM length::interval);
	SELECT format('%s %s', n::int8, unit), n * seconds INTO cycle_text, cycle
	  FROM unnest('{days,h,min,s,ms,us}'::text[], '{86400,3600,60,1,1e-3,1e-6}'::float8[]) AS u (unit, seconds),
		   LATERAL (SELECT greatest(seconds, length_seconds)) AS s (step),
		   LATERAL (SELECT ceil(least(cycle, 2.8e14 * length_seconds) / step - 1e-9) * round(step / seconds)) AS t (n)
	 WHERE cycle >= 5 * seconds ORDER BY seconds DESC LIMIT 1;
	interval_range := concat(CASE WHEN in_order THEN 'up' ELSE lengths[places.shortest] END, ' to ',
		lengths[places.longest], ': longer reveals less, but costs more');
	assumes := concat_ws('; ', to_char(all_rows, 'FM9,999,999,999,999,990 "rows"'), 'checkpoints every ' || checkpoints,
		CASE WHEN deletes THEN to_char(vacuum_rows, '"VACUUM after" FM999,999,999,999,999,990 "rows"') END,
		pg_size_pretty(memory_bytes::int8) || ' for the index', format('rows of %s bytes', row_bytes),
		CASE WHEN random_before THEN 'older random keys ' || CASE WHEN deletes THEN 'are gone' ELSE 'stay' END END);
	-- Costs within 15 % of the least are equal; then reads decide, the size or the WAL, and simplicity.  A generator is
	-- the one that stands here, if its owner is trusted.
	RETURN QUERY EXECUTE format($query$
		WITH choices AS (
			SELECT *, CASE $1 WHEN 'cheapest' THEN wal WHEN 'smallest index' THEN bytes_per_million_rows
					ELSE CASE kind WHEN 'random' THEN 0 WHEN 'opaque' THEN 0.5 WHEN 'ascending' THEN 'infinity'
						ELSE least(cycle_rows, $5) / block_rows END END AS cost,
				   -- Anyone who takes a key for one of the last cycle is right about this share of the rows.
				   least(cycle_rows, $3 + $4 * (cycle_rows - $3), $5) / $5 AS dated,
				   (SELECT CASE nspname WHEN 'pg_catalog' THEN '' ELSE quote_ident(nspname) || '.' END
					  FROM pg_proc JOIN pg_namespace AS n ON n.oid = pronamespace JOIN pg_roles AS r ON r.oid = proowner
					  JOIN pg_database ON datname = current_database()
					 WHERE proname = function AND (rolsuper OR rolname = current_user OR r.oid = datdba)
					 ORDER BY nspname <> 'pg_catalog', probin IS NULL, nspname LIMIT 1) AS schema
			  FROM (VALUES (0, 'now', $2, NULL, NULL, NULL, $6, coalesce($7, 'infinity')),
					(1, 'random', 'random', 'gen_random_uuid', '', NULL, $5, 'infinity'),
					(2, 'UUIDv7', 'ascending', CASE WHEN current_setting('server_version_num')::int4 < 180000
						THEN 'uuid_v7_nextval' ELSE 'uuidv7' END, '', NULL, 1, 'infinity'),
					(3, 'default by time', 'wrapping', 'uuid_time_nextval', '', '1 min', 60 * $8, 60 * 65536 * $8),
					(4, 'wrapping by time', 'wrapping', 'uuid_interval_nextval', $9, $10, $11 * $8, $12 * $8),
					(5, 'opaque by time', 'opaque', 'uuid_opaque_nextval', '''secret'', ' || $9, $10, $11 * $8,
						$12 * $8)) AS c (place, key, kind, function, arguments, length, block_rows, cycle_rows),
				   LATERAL %1$s.sequential_uuids_costs(kind, greatest(block_rows, 1), cycle_rows, $13, $14, $3, $5,
					$15, $4, $16, $17) AS costs, LATERAL (SELECT wal_per_row + $21) AS more (wal)
			 WHERE kind <> '' AND (place < 5 OR $1 = 'reveals least')
		), compared AS (
			SELECT *, max(wal) FILTER (WHERE place = 0) OVER () AS now,
				   greatest(cost, min(cost) FILTER (WHERE place > 0) OVER () / 0.85) AS equal_cost,
				   greatest(bytes_per_million_rows, min(bytes_per_million_rows) OVER () / 0.85) AS equal_size,
				   CASE $1 WHEN 'reveals least' THEN kind = $2 ELSE (place <> 1 OR $2 IS NOT NULL) AND 0.85 * coalesce(
					max(cost) FILTER (WHERE place = 0) OVER (), max(cost) FILTER (WHERE place = 1) OVER ()) < cost END
					AS little, $2 IS NOT NULL OR $18 AS is_now
			  FROM choices)
		SELECT key, CASE WHEN little AND is_now THEN NULL ELSE format('%%s%%s(%%s)', schema, function, arguments) END,
			   round(wal), round(reads_per_row::numeric, 4)::float8, density, bytes_per_million_rows::int8,
			   CASE WHEN place > 3 THEN $19 END, CASE kind WHEN 'random' THEN 'nothing'
				WHEN 'ascending' THEN 'the time of each row to the millisecond or better, and the order of all rows'
				WHEN 'opaque' THEN format('which rows are of the same %%s; when, once the time of one is known', length)
				ELSE format('the time of each row to within %%s', length) || CASE WHEN dated >= 0.95 THEN ''
					ELSE format('; its cycle, only for %%s %%%% of rows', round(100 * dated)) END END,
			   $20, CASE WHEN little AND kind = $2 THEN 'as advised'
				WHEN little AND is_now THEN 'leave it as it is: a change saves less than 15 %%'
				ELSE nullif(concat_ws('; ', CASE WHEN little THEN 'saves less than 15 %%' END,
					'first install sequential_uuids' || CASE WHEN schema IS NOT NULL THEN NULL
						WHEN place = 5 THEN '_opaque' ELSE '' END,
					CASE place WHEN 5 THEN format('first SELECT %%suuid_secret_create(''secret'')', schema) END), '')
				END, round(now)
		  FROM compared WHERE place > 0
		 ORDER BY equal_cost, $1 = 'cheapest' AND (reads_per_row > 0.1 OR $18 AND little),
				  CASE $1 WHEN 'cheapest' THEN equal_size ELSE wal END, place $query$, in_schema)
		USING goal, kind_now, young_rows, left_behind, all_rows, block_rows_now, cycle_rows_now, rows_per_second,
			format('%L, %L', length, cycle_text), length, length_seconds, cycle,
			greatest(rows_per_second * extract(epoch FROM checkpoints)::float8, 1), vacuum_rows,
			CASE WHEN random_before AND NOT deletes THEN all_rows ELSE 0 END, row_bytes, memory_bytes, random_before,
			interval_range, assumes, hint_bits;
END $$;

-- index_memory has any type, so that '8 GB' is as good as 8 * 1024 ^ 3.  PostgreSQL does not bind the body of such a
-- function when it creates it, so this one finds its own schema: the context names it, as the search_path does not.
CREATE OR REPLACE FUNCTION uuid_advise(
	rows_per_second float8, kept interval DEFAULT NULL, left_behind float8 DEFAULT 0, goal text DEFAULT 'cheapest',
	total_rows float8 DEFAULT NULL, index_memory anycompatible DEFAULT NULL, checkpoint_interval interval DEFAULT NULL,
	dead_at_vacuum float8 DEFAULT NULL, peak_rows_per_second float8 DEFAULT NULL, row_bytes int4 DEFAULT 100,
	random_before bool DEFAULT false, OUT key text, OUT call text, OUT wal_per_row float8, OUT reads_per_row float8,
	OUT density text, OUT bytes_per_million_rows int8, OUT interval_range text, OUT outsider_learns text,
	OUT assumes text, OUT note text)
RETURNS SETOF record LANGUAGE plpgsql STABLE PARALLEL SAFE COST 10000 ROWS 5
SET search_path = pg_catalog, pg_temp SET extra_float_digits = 1 AS $$
DECLARE
	context text;
BEGIN
	GET DIAGNOSTICS context = PG_CONTEXT;
	RETURN QUERY EXECUTE format('SELECT key, call, wal_per_row, reads_per_row, density, bytes_per_million_rows,'
		'interval_range, outsider_learns, assumes, note FROM %1$s.sequential_uuids_choices(%1$L, $1, $2, $3, $4, $5,'
		'$6, $7, $8, $9, $10, $11, NULL, NULL, NULL, NULL)',
		(regexp_match(context, '("(?:[^"]|"")+"|[a-z_][a-z0-9_]*)\.uuid_advise\('))[1])
		USING rows_per_second, kept, left_behind, goal, total_rows, index_memory::text, checkpoint_interval,
			dead_at_vacuum, peak_rows_per_second, row_bytes, random_before;
END $$;
COMMENT ON FUNCTION uuid_advise IS 'Ways to generate a table''s keys, the best first, with what each costs and reveals';

-- Keys of a table, the youngest rows last, with the ages of their transactions: of 32 pages all over it and the last
-- 64.  Or a problem, if reading could run code of a role that is not trusted: the planner evaluates functions that a
-- table's owner has put into its indexes, statistics, constraints, policies or types.  Trusted are superusers; the
-- caller, unless the session can change to another role; and if that is one of them, who owns the database.
-- - Nobody else may put another table in the place of the one that was checked, which locks on the table and, if its
--   schema's owner is not trusted, on the schema's row in pg_namespace shut out.  Only a superuser can take the latter.
-- - Nothing around the table depends on a function, operator, operator class or type that could run code of others.
--   SHARE UPDATE EXCLUSIVE shuts out owners who would create such a thing before the query is planned, and neither
--   readers nor writers.  A domain, composite or range type can change without a lock on the table, so none is good.
--   Of statistics, the planner evaluates only what the query compares: ctid and NULL.
-- - READ COMMITTED, as an older snapshot would not show what the planner sees.
-- An error at the end rolls the subtransaction back, which releases its locks, but keeps the values of variables.
CREATE OR REPLACE FUNCTION sequential_uuids_sample(
	relation oid, attnum int2, OUT keys uuid[], OUT ages int4[], OUT problem text)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path = pg_catalog, pg_temp SET jit = off SET row_security = off
SET lock_timeout = '100ms' SET constraint_exclusion = off SET enable_seqscan = off SET enable_tidscan = on AS $$
DECLARE
	trusted CONSTANT oid[] := ARRAY(
		SELECT r.oid FROM pg_roles AS r JOIN pg_database ON datname = current_database()
		  JOIN pg_roles AS t ON t.oid = CASE r.rolname WHEN 'pg_database_owner' THEN datdba ELSE r.oid END
		 WHERE t.rolsuper OR t.rolname = current_user AND t.rolname = session_user);
	schema oid;
	of_trusted bool;
	in_trusted bool;
	name text;
	query text;
BEGIN
	IF current_setting('transaction_isolation') NOT LIKE 'read%' THEN
		RAISE feature_not_supported USING MESSAGE = 'the transaction''s isolation level is above READ COMMITTED';
	END IF;
	SELECT s.oid, relowner = ANY (trusted), nspowner = ANY (trusted) INTO STRICT schema, of_trusted, in_trusted
	  FROM pg_class AS c JOIN pg_namespace AS s ON s.oid = relnamespace WHERE c.oid = relation;
	IF NOT in_trusted AND (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
		PERFORM FROM pg_namespace WHERE oid = schema FOR KEY SHARE NOWAIT;
	ELSIF NOT in_trusted THEN
		RAISE insufficient_privilege USING MESSAGE = 'another role owns its schema, which only superusers can lock';
	END IF;
	-- Not by regclass: what a session has cached of a schema can for a moment be older than the lock on its row.
	SELECT format('%I.%I', nspname, relname) INTO STRICT name
	  FROM pg_class AS c JOIN pg_namespace AS s ON s.oid = schema WHERE c.oid = relation;
	EXECUTE format('LOCK TABLE ONLY %s IN %s MODE NOWAIT', name,
		CASE WHEN of_trusted AND in_trusted THEN 'ACCESS SHARE' ELSE 'SHARE UPDATE EXCLUSIVE' END);
	-- After the lock: is it still that table, and what is its column?
	SELECT format($query$
			SELECT array_agg(key ORDER BY age DESC, place), array_agg(age ORDER BY age DESC, place)
			  FROM (SELECT p * $1 / 32, p * $1 / 32 + CASE WHEN p = 32 THEN 64 ELSE least($1, 1) END
					  FROM generate_series(0, 32) AS p) AS range (first, beyond), LATERAL (
				SELECT ctid AS place, %1$I::uuid AS key, age(xmin) FROM ONLY %2$s
				 WHERE ctid >= format('(%%s,0)', first)::tid AND ctid < format('(%%s,0)', beyond)::tid
				   AND %1$I IS NOT NULL OFFSET 0) AS row $query$, attname, name) INTO query
	  FROM pg_class AS c JOIN pg_attribute AS a ON attrelid = c.oid JOIN pg_type AS t ON t.oid = atttypid
	 WHERE c.oid = relation AND to_regclass(name) = c.oid AND relnamespace = schema AND relkind = 'r'
	   AND relam = (SELECT oid FROM pg_am WHERE amname = 'heap')
	   AND a.attnum = sequential_uuids_sample.attnum AND 'uuid'::regtype IN (atttypid, typbasetype);
	IF NOT FOUND THEN
		RAISE feature_not_supported USING MESSAGE = format('%s is no heap table with uuid keys', name);
	END IF;

	WITH RECURSIVE around (class, object) AS (
		SELECT 'pg_class'::regclass::oid, indexrelid FROM pg_index WHERE indrelid = relation
		UNION ALL SELECT 'pg_statistic_ext'::regclass, oid FROM pg_statistic_ext WHERE stxrelid = relation
		UNION ALL SELECT 'pg_constraint'::regclass, oid FROM pg_constraint WHERE conrelid = relation
		UNION ALL SELECT 'pg_policy'::regclass, oid FROM pg_policy WHERE polrelid = relation
		UNION ALL SELECT 'pg_attrdef'::regclass, d.oid FROM pg_attrdef AS d JOIN pg_attribute AS a
			ON (attrelid, a.attnum) = (adrelid, adnum) AND attgenerated <> '' WHERE adrelid = relation
	), needed (class, object) AS (
		SELECT refclassid, refobjid FROM around JOIN pg_depend ON (classid, objid) = (class, object)
		UNION SELECT more.* FROM needed, LATERAL (
			SELECT refclassid, refobjid FROM pg_depend WHERE (classid, objid) = (class, object)
			UNION ALL SELECT unnest('{pg_proc,pg_operator}'::regclass[]), unnest(ARRAY[amproc, amopopr])
			  FROM pg_opclass AS o LEFT JOIN pg_amproc ON amprocfamily = opcfamily
			  LEFT JOIN pg_amop ON amopfamily = opcfamily
			 WHERE class = 'pg_opclass'::regclass AND o.oid = object) AS more
		 WHERE class = ANY ('{pg_opclass,pg_operator,pg_type}'::regclass[])
	)
	-- Objects below 16384 are PostgreSQL's own.  Some classes have no code; those not known here might.
	SELECT format('%s could run another role''s code', pg_describe_object(class, object, 0)) INTO problem FROM needed
	 WHERE object >= 16384 AND class <> ALL (
		'{pg_class,pg_constraint,pg_namespace,pg_extension,pg_collation,pg_am,pg_language}'::regclass[])
	   AND CASE class
		WHEN 'pg_proc'::regclass THEN (SELECT proowner FROM pg_proc WHERE oid = object) = ANY (trusted)
		WHEN 'pg_operator'::regclass THEN (SELECT oprowner FROM pg_operator WHERE oid = object) = ANY (trusted)
		WHEN 'pg_opclass'::regclass THEN (SELECT opcowner FROM pg_opclass WHERE oid = object) = ANY (trusted)
		WHEN 'pg_opfamily'::regclass THEN (SELECT opfowner FROM pg_opfamily WHERE oid = object) = ANY (trusted)
		WHEN 'pg_type'::regclass THEN (SELECT typtype IN ('b', 'e') FROM pg_type WHERE oid = object) END IS NOT TRUE
	 ORDER BY class, object LIMIT 1;
	IF NOT FOUND THEN
		EXECUTE query INTO keys, ages
			USING greatest(pg_relation_size(relation) / current_setting('block_size')::int8 - 64, 0);
	END IF;
	RAISE SQLSTATE 'UUIDS';
EXCEPTION
	WHEN SQLSTATE 'UUIDS' THEN NULL;
	WHEN OTHERS THEN
		keys := NULL;
		problem := SQLERRM;
END $$;

-- What the default of a column generates, if it is a call of a known function; and whether clients generate the last
-- 100 keys of a sample, the youngest last, as far as they are younger than the default.  A key is far if it is a
-- sixteenth of all places or more from those before and after it, as three of four random keys are.
CREATE OR REPLACE FUNCTION sequential_uuids_keys(relation oid, attnum int2, keys uuid[], ages int4[],
	rows_per_second float8, updated_share float8, OUT expression text, OUT kind text, OUT block_rows float8,
	OUT cycle_rows float8, OUT kind_now text, OUT has_random bool, OUT clients_generate bool)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- A call may have a schema, and be cast to a domain.  An argument may have a name, and be cast.
	call_pattern CONSTANT text := '^\(?(?:(?:[^."() ]+|"(?:[^"]|"")+")\.)?([a-z0-9_]+)\((.*)\)(?:\)?::.*)?$';
	argument CONSTANT text := '(?:(\w+) => )?(?:''((?:[^'']|'''')*)''|\(?(\d+)\)?)(?:::[a-z ]+)?(?:, |$)';
	default_age int4;
	call text[];
	names text[];
	given jsonb;
	seen record;
BEGIN
	-- Known are functions of PostgreSQL, on which nothing is recorded to depend, and those of a trusted owner.
	SELECT e.expression, age(coalesce(d.xmin, t.xmin)), CASE WHEN p.oid IS NULL OR rolsuper OR rolname = current_user
			OR r.oid = datdba THEN regexp_match(e.expression, call_pattern) END, proargnames
	  INTO expression, default_age, call, names
	  FROM pg_attribute AS a JOIN pg_type AS t ON t.oid = atttypid JOIN pg_database ON datname = current_database()
	  LEFT JOIN pg_attrdef AS d ON (adrelid, adnum) = (attrelid, a.attnum)
	  CROSS JOIN LATERAL pg_get_expr(coalesce(adbin, typdefaultbin), coalesce(adrelid, 0)) AS e (expression)
	  LEFT JOIN pg_depend ON (classid, objid, refclassid) = (CASE WHEN adbin IS NULL THEN 'pg_type'::regclass
		ELSE 'pg_attrdef' END, coalesce(d.oid, t.oid), 'pg_proc'::regclass)
	  LEFT JOIN pg_proc AS p ON p.oid = refobjid LEFT JOIN pg_roles AS r ON r.oid = proowner
	 WHERE attrelid = relation AND a.attnum = sequential_uuids_keys.attnum;
	kind := CASE WHEN call[1] IN ('gen_random_uuid', 'uuidv4', 'uuid_generate_v4') THEN 'random'
		WHEN call[1] IN ('uuidv7', 'uuid_v7_nextval', 'uuid_generate_v7') THEN 'ascending'
		WHEN names && '{interval_length,block_size}' AND regexp_replace(call[2], argument, '', 'g') = '' THEN
			substring(call[1] FROM '^uuid_(time|interval|sequence|serial|opaque)_nextval$') END;
	IF kind NOT IN ('random', 'ascending') THEN
		given := jsonb '{"interval_length": 60, "interval_count": 65536, "cycle": "45 days 12:16", "block_size": 65536,
			"block_count": 65536}' || coalesce((SELECT jsonb_object_agg(coalesce(m[1], names[n]), coalesce(m[2], m[3]))
			FROM regexp_matches(nullif(call[2], ''), argument, 'g') WITH ORDINALITY AS found (m, n)), '{}');
		block_rows := CASE WHEN kind IN ('sequence', 'serial') THEN (given->>'block_size')::float8
			ELSE rows_per_second * extract(epoch FROM (given->>'interval_length')::interval)::float8 END;
		cycle_rows := CASE WHEN kind IN ('interval', 'opaque') THEN
				rows_per_second * extract(epoch FROM (given->>'cycle')::interval)::float8
			ELSE block_rows * (given->>CASE kind WHEN 'time' THEN 'interval_count' ELSE 'block_count' END)::float8 END;
		kind := CASE kind WHEN 'opaque' THEN kind ELSE 'wrapping' END;
	END IF;

	WITH places AS (
		SELECT n > cardinality(keys) - 100 AS is_last, age, substr(key::text, 15, 1) IN ('1', '6', '7') AS is_dated,
			   abs(place - lag(place, 1, place + 0.5) OVER by_age) BETWEEN 0.0625 AND 0.9375
				AND abs(place - lead(place, 1, place + 0.5) OVER by_age) BETWEEN 0.0625 AND 0.9375 AS is_far
		  FROM unnest(keys, ages) WITH ORDINALITY AS u (key, age, n),
			   LATERAL (SELECT ('x' || left(key::text, 8))::bit(32)::int8 / 2 ^ 32) AS p (place)
		WINDOW by_age AS (ORDER BY n)
	), compared AS (
		-- Small blocks, or few to a cycle, look like random keys, so nobody knows.
		SELECT *, is_last AND age BETWEEN 0 AND default_age AS is_new, is_dated <> (kind = 'ascending') OR CASE
				WHEN kind = 'ascending' OR kind <> 'random' AND NOT is_far THEN false
				WHEN CASE kind WHEN 'opaque' THEN block_rows * 10 ELSE cycle_rows END >= 100 THEN true END AS is_other
		  FROM places)
	SELECT avg(is_far::int4) AS far, avg(is_far::int4) FILTER (WHERE is_last) AS last_far,
		   avg(is_dated::int4) FILTER (WHERE is_last) AS dated, count(*) FILTER (WHERE is_new) >= 20 AS are_enough,
		   avg((is_other IS TRUE)::int4) FILTER (WHERE is_new) AS others,
		   avg((is_other IS NOT FALSE)::int4) FILTER (WHERE is_new) AS others_at_most
	  INTO seen FROM compared;
	has_random := coalesce(seen.far >= 0.05, kind = 'random', false);
	-- Updated rows look new, too.
	clients_generate := CASE WHEN NOT seen.are_enough OR kind IS NULL THEN NULL
		WHEN seen.others > 0.05 + coalesce(updated_share, 0) THEN true WHEN seen.others_at_most <= 0.05 THEN false END;
	kind_now := CASE WHEN cardinality(keys) >= 20 AND (kind IS NULL OR clients_generate AND seen.others > 0.5) THEN
		CASE WHEN seen.last_far > 0.5 THEN 'random' WHEN seen.dated > 0.5 THEN 'ascending' END ELSE kind END;
END $$;

-- A row for each of the largest valid B-tree indexes whose first column is a uuid; one for all leaves of a partitioned
-- index, with the keys of the heap that is inserted into just now, or else of the newest with rows.  Each has a
-- subtransaction, so what is wrong with one table costs no other table's figures, and a table that is being dropped
-- costs 100 ms.  WHEN OTHERS does not catch query_canceled.  It runs no code of a role that the caller does not trust.
CREATE OR REPLACE FUNCTION uuid_index_report(
	over interval DEFAULT NULL, largest int4 DEFAULT 100, goal text DEFAULT 'cheapest', kept interval DEFAULT NULL,
	left_behind float8 DEFAULT NULL, index_memory anycompatible DEFAULT NULL, checkpoint_interval interval DEFAULT NULL,
	OUT "table" text, OUT index text, OUT size text, OUT rows int8, OUT column_default text, OUT clients_generate bool,
	OUT inserts_per_second float8, OUT wal_per_insert float8, OUT advised_wal_per_insert float8,
	OUT advised_percent_of_now float8, OUT alter text, OUT note text)
RETURNS SETOF record LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE ROWS 100 COST 100000
SET search_path = pg_catalog, pg_temp SET jit = off SET lock_timeout = '100ms' SET extra_float_digits = 1
SET standard_conforming_strings = on SET quote_all_identifiers = off SET intervalstyle = postgres AS $$
#variable_conflict use_column
DECLARE
	-- A month's rows, if they are kept for good; if some are left behind, after five times more.
	full_after CONSTANT interval := coalesce(kept * (CASE WHEN left_behind > 0 THEN 6 ELSE 1 END), '30 days');
	in_schema text;
	choose text;
	checkpoints interval;
	before jsonb;
	since timestamptz;
	entry record;
	facts record;
	best record;
	full_rows float8;
	has_own_keys bool;
BEGIN
	IF over NOT BETWEEN interval '1 us' AND interval '1 hour' THEN
		RAISE invalid_parameter_value USING DETAIL = 'Valid values are between 1 microsecond and 1 hour.',
			MESSAGE = format('invalid value for parameter "over": %s', over);
	END IF;
	GET DIAGNOSTICS in_schema = PG_CONTEXT;
	in_schema := (regexp_match(in_schema, '("(?:[^"]|"")+"|[a-z_][a-z0-9_]*)\.uuid_index_report\('))[1];
	choose := format('SELECT * FROM %1$s.sequential_uuids_choices(%1$L, $1, $2, $3, $4, $5, $6, $7, NULL, NULL, $8, $9,'
		'$10, $11, $12, $13)', in_schema);
	-- The mean time between checkpoints.  Fewer than ten say little, and an idle server skips some.
	EXECUTE format('SELECT (clock_timestamp() - stats_reset) / (%1$s) FROM %2$s WHERE %1$s >= 10',
		VARIADIC CASE WHEN current_setting('server_version_num')::int4 >= 170000
		THEN '{num_timed + num_requested,pg_stat_checkpointer}'::text[]
		ELSE '{checkpoints_timed + checkpoints_req,pg_stat_bgwriter}' END) INTO checkpoints;
	checkpoints := coalesce(checkpoint_interval,
		greatest(least(checkpoints, current_setting('checkpoint_timeout')::interval), '1 s'));
	-- Check the parameters even if there is no index.
	EXECUTE choose USING 1::float8, kept, coalesce(left_behind, 0), goal, 1::float8, index_memory::text, checkpoints,
		100, false, NULL::jsonb, NULL::text, NULL::float8, NULL::float8;
	-- A transaction keeps the statistics that it has read first, unless they are cleared.
	PERFORM pg_stat_clear_snapshot();
	since := (SELECT stats_reset FROM pg_stat_database WHERE datname = current_database());
	IF over IS NOT NULL THEN
		before := (SELECT jsonb_object_agg(relid, n_tup_ins) FROM pg_stat_all_tables);
		since := clock_timestamp();
		PERFORM pg_sleep_for(over), pg_stat_clear_snapshot();
	END IF;

	FOR entry IN
		WITH indexes AS (
			SELECT coalesce(pg_partition_root(c.oid), c.oid) AS root, array_agg(c.oid) AS leaves,
				   bool_and(c.relpersistence = 'p') AS is_logged, sum(share * counted) AS row_count,
				   sum(share * new) / nullif(extract(epoch FROM clock_timestamp() - since), 0)::float8 AS rate,
				   sum(pg_stat_get_tuples_inserted(t.oid))::float8 AS inserts,
				   sum(pg_stat_get_tuples_updated(t.oid)) AS updates, sum(pg_stat_get_tuples_deleted(t.oid)) AS deletes,
				   (array_agg(t.oid ORDER BY new > 0 DESC NULLS LAST, counted > 0 DESC, t.oid DESC))[1] AS heap
			  FROM pg_index JOIN pg_class AS c ON c.oid = indexrelid JOIN pg_class AS t ON t.oid = indrelid
			  JOIN pg_opclass AS o ON o.oid = indclass[0] AND opcintype = 'uuid'::regtype
			  JOIN pg_am AS m ON m.oid = opcmethod AND amname = 'btree', LATERAL (
				SELECT CASE WHEN t.relpages = 0 OR t.reltuples < 0 THEN pg_stat_get_live_tuples(t.oid)
						ELSE t.reltuples::float8 END,
					   -- A partial index has a part of the rows.
					   CASE WHEN indpred IS NULL OR t.reltuples <= 0 THEN 1 ELSE c.reltuples / t.reltuples::float8 END,
					   pg_stat_get_tuples_inserted(t.oid) - coalesce((before->>t.oid::text)::int8, 0)
				) AS l (counted, share, new)
			 WHERE c.relkind = 'i' AND indkey[0] > 0 AND indisvalid AND indislive
			   AND (c.relpersistence <> 't' OR c.relnamespace = pg_my_temp_schema())
			 GROUP BY 1)
		SELECT i.*, nspname, t.relname, c.relname AS index_name, t.oid AS table_oid, b.attname, b.attnum,
			   a.attnum AS heap_attnum, indisunique AND indnkeyatts = 1 AS is_key,
			   -- A key that refers to another table is generated there.
			   b.attgenerated <> '' OR EXISTS (SELECT FROM pg_constraint
				WHERE conrelid = t.oid AND contype = 'f' AND b.attnum = ANY (conkey)) AS is_elsewhere,
			   (SELECT jsonb_object_agg(option_name, option_value) FROM pg_options_to_table(h.reloptions)) AS options,
			   (SELECT 24 + sum(avg_width * (1 - null_frac)) FROM pg_stats WHERE NOT inherited
				AND (schemaname, tablename) = (SELECT nspname, h.relname FROM pg_namespace WHERE oid = h.relnamespace)
			   ) AS row_bytes
		  FROM indexes AS i JOIN pg_class AS c ON c.oid = root JOIN pg_index ON indexrelid = root
		  JOIN pg_class AS t ON t.oid = indrelid JOIN pg_namespace AS s ON s.oid = t.relnamespace
		  JOIN pg_attribute AS b ON b.attrelid = t.oid AND b.attnum = indkey[0]
		  JOIN pg_class AS h ON h.oid = heap JOIN pg_attribute AS a ON a.attrelid = heap AND a.attname = b.attname
		 ORDER BY row_count DESC NULLS LAST, nspname, c.relname LIMIT largest
	LOOP
		SELECT format('%I.%I', entry.nspname, entry.relname), quote_ident(entry.index_name) INTO "table", index, size,
			rows, column_default, clients_generate, inserts_per_second, wal_per_insert, advised_wal_per_insert,
			advised_percent_of_now, alter, note;
		BEGIN
			-- This needs locks.
			size := pg_size_pretty(sum(pg_relation_size(leaf))) FROM unnest(entry.leaves) AS leaf;
			IF entry.row_count NOT BETWEEN 0 AND 1e15 THEN
				RAISE data_exception USING MESSAGE = format('its statistics claim %s rows', entry.row_count);
			END IF;
			rows := entry.row_count;
			entry.rate := CASE WHEN entry.rate >= 0 AND NOT pg_is_in_recovery() THEN least(entry.rate, 1e9) END;
			inserts_per_second := round(entry.rate::numeric, 4);
			EXECUTE format('SELECT * FROM %1$s.sequential_uuids_sample($1, $2) AS s,'
				'%1$s.sequential_uuids_keys($3, $4, s.keys, s.ages, $5, $6)', in_schema) INTO facts
				USING entry.heap, entry.heap_attnum, entry.table_oid, entry.attnum, entry.rate,
					entry.updates / nullif(entry.inserts + entry.updates, 0);
			column_default := facts.expression;
			has_own_keys := NOT entry.is_elsewhere AND (column_default IS NOT NULL OR entry.is_key);
			clients_generate := CASE WHEN has_own_keys THEN column_default IS NULL OR facts.clients_generate END;
			note := CASE WHEN NOT entry.is_logged THEN 'writes no WAL'
				WHEN entry.rate IS NULL THEN 'its rate of inserts is not known: set "over"'
				WHEN entry.rate < 0.0001 THEN 'it has hardly any inserts: set a longer "over"'
				WHEN kept IS NULL AND entry.deletes > 0.05 * entry.inserts THEN
					'its rows get deleted: set "kept" and "left_behind"' END;
			IF note IS NULL THEN
				-- Now and then are counted for the same rows: those of the full table, if they are more.
				full_rows := entry.rate * extract(epoch FROM coalesce(kept, '30 days'))::float8
					* (1 + 5 * coalesce(left_behind, 0));
				EXECUTE choose INTO best USING entry.rate, kept, coalesce(left_behind, 0), goal,
					least(greatest(rows, full_rows, 1), 1e15), index_memory::text, checkpoints,
					greatest(least(coalesce(entry.row_bytes, 100), 8160), 24)::int4, facts.has_random, entry.options,
					facts.kind_now, facts.block_rows, facts.cycle_rows;
				wal_per_insert := best.wal_now;
				IF has_own_keys AND facts.kind IS DISTINCT FROM 'opaque' THEN
					advised_wal_per_insert := coalesce(CASE best.note WHEN 'as advised' THEN best.wal_now END,
						best.wal_per_row);
					advised_percent_of_now := round((100 * advised_wal_per_insert / wal_per_insert)::numeric, 1);
					alter := CASE WHEN best.note IS NULL AND wal_per_insert > 0 THEN
						format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT %s;', "table", entry.attname, best.call) END;
				END IF;
				note := concat_ws('; ', CASE WHEN rows < 0.9 * full_rows THEN
						format('fewer rows than %s bring: figures are of the full table', full_after) END,
					CASE WHEN clients_generate THEN 'clients generate keys: have them leave the column out'
						WHEN has_own_keys AND facts.kind = 'random' THEN 'clients may generate its keys' END,
					CASE WHEN NOT has_own_keys THEN 'its keys come from elsewhere'
						WHEN facts.kind = 'opaque' THEN 'leave it as it is, since its keys hide their times'
						WHEN wal_per_insert IS NULL THEN 'what its keys cost is not known'
						ELSE best.note || coalesce(', for ' || best.call, '') END);
			END IF;
			note := nullif(concat_ws('; ', 'its rows are not read: ' || facts.problem, nullif(note, '')), '');
		EXCEPTION
			WHEN OTHERS THEN note := SQLERRM;
		END;
		RETURN NEXT;
	END LOOP;
END $$;
COMMENT ON FUNCTION uuid_index_report IS
	'What the keys of each index on a uuid column cost, and what those that uuid_advise() suggests would cost';
