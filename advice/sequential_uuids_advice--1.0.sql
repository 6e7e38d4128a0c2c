-- Advice: what a table's keys cost, and what others would cost.  In SQL and PL/pgSQL; needs nothing else.  Both CREATE
-- EXTENSION sequential_uuids_advice and psql run this file.  Functions named "sequential_uuids_" are internal.  The
-- search_path of all is pg_catalog, so nothing on the caller's is ever called.

-- The model: what keys of one kind cost, if rows come evenly and are deleted by age.  Parameters are numbers of rows:
-- in a block, in a cycle, inserted between checkpoints and between VACUUMs, too young to be deleted (NULL: all stay),
-- in the table, of these under random keys that stay; then the share left behind, and bytes of a row and of memory.
CREATE FUNCTION sequential_uuids_costs(kind text, block_rows float8, cycle_rows float8,
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
	met CONSTANT float8 := CASE WHEN opaque AND deletes THEN cycles ELSE floor(cycles) + random_rows / cycle_rows END;
	-- The share of pages that have lost all keys when VACUUM comes, which removes them.
	emptied CONSTANT float8 := CASE WHEN deletes THEN exp(greatest(0.7 * page_keys * ln(1 - stays), -600)) ELSE 0 END;
	returns CONSTANT bool := random OR wraps AND (met >= 1 OR random_rows > 0
		OR deletes AND (opaque OR emptied < 0.5 AND rows_ever > cycle_rows));
	-- How full pages are, from and to, as measured (doc/dev/model.md): ln 2 on average if they split in half, in waves
	-- if many do at once; less if rows of many ages come and go, since a page has split at its fullest.
	halves CONSTANT float8[] := CASE WHEN opaque AND deletes AND block_rows < page_keys THEN '{0.45,0.6}'
		WHEN wraps AND NOT opaque AND block_rows < page_keys / 2 THEN '{0.6,0.8}'
		WHEN deletes AND (random AND stays = 0 OR met > 2 AND NOT opaque) THEN '{0.6,0.7}' ELSE '{0.65,0.75}' END;
	-- The rightmost page splits at 90 %; the room left takes the late rows of a block of up to four times its size.  A
	-- block between other keys splits a page, and fills the half left as far as it has rows.
	first CONSTANT float8[] := CASE WHEN random OR opaque THEN halves
		WHEN random_rows > 0 AND block_rows < page_keys / 2 THEN '{0.5,0.6}'
		WHEN random_rows > 0 AND block_rows < 2 * page_keys THEN '{0.5,0.7}'
		WHEN NOT wraps OR block_rows <= 4 * floor(page_keys / 10) THEN '{0.9,0.9}'
		WHEN block_rows < 2 * page_keys THEN '{0.5,0.95}' ELSE halves END;
	filled CONSTANT float8[] := CASE WHEN met >= 2 OR deletes AND (random OR opaque OR met >= 1) THEN halves
		WHEN met < 1 AND NOT (wraps AND deletes) THEN first
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
		WHEN deletes THEN pages * least(block_rows / cycle_rows, 1) ELSE met * block_rows / page_rows END;
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

-- The ways to generate a table's keys, the best first.  table_now is what uuid_index_report() knows of a table: its
-- options, the beginning of its name, and the kind of its keys with the rows of a block and of a cycle, for a row "now".
-- A call with a label, which must be hard to guess, is another one each time.  Calls between functions of in_schema
-- have the exact types of parameters, so a function that somebody else has put there never fits better.
CREATE FUNCTION sequential_uuids_advice(in_schema text, rows_per_second float8, kept interval,
	left_behind float8, goal text, total_rows float8, index_memory text, checkpoint_interval interval,
	dead_at_vacuum float8, peak_rows_per_second float8, row_bytes int4, random_before bool, table_now jsonb,
	OUT key text, OUT call text, OUT wal_per_row float8,
	OUT reads_per_row float8, OUT density text, OUT bytes_per_million_rows int8, OUT interval_range text,
	OUT outsider_learns text, OUT assumes text, OUT note text)
RETURNS SETOF record LANGUAGE plpgsql VOLATILE PARALLEL SAFE COST 10000 ROWS 5
SET search_path = pg_catalog, pg_temp SET extra_float_digits = 1 SET intervalstyle = postgres AS $$
DECLARE
	page_bytes CONSTANT float8 := current_setting('block_size');
	memory_bytes CONSTANT float8 := coalesce(pg_size_bytes(index_memory),
		pg_size_bytes(current_setting('shared_buffers')) / 4);
	checkpoints CONSTANT interval := coalesce(checkpoint_interval, current_setting('checkpoint_timeout')::interval);
	checkpoint_seconds CONSTANT float8 := extract(epoch FROM checkpoints);
	kept_seconds CONSTANT float8 := extract(epoch FROM kept);
	peak CONSTANT float8 := coalesce(peak_rows_per_second, rows_per_second);
	deletes CONSTANT bool := kept IS NOT NULL AND left_behind < 1;
	-- Whether small blocks fill pages in order, since the cycle does not come back to older rows.
	in_order CONSTANT bool := goal = 'cheapest' AND NOT deletes AND NOT random_before;
	settings CONSTANT jsonb := (SELECT jsonb_object_agg(name, setting) FROM pg_settings
		WHERE name ~ '^autovacuum_vacuum_') || coalesce(table_now, '{}');
	lengths CONSTANT text[] := '{1 us,10 us,100 us,1 ms,10 ms,100 ms,1 s,2 s,5 s,10 s,30 s,1 min,2 min,5 min,10 min,'
		'30 min,1 h,2 h,3 h,6 h,12 h,1 day,2 days,5 days,10 days,20 days,50 days,100 days,200 days,500 days}';
	seconds CONSTANT float8[] := ARRAY(SELECT extract(epoch FROM l::interval) FROM unnest(lengths) AS l);
	bad record;
BEGIN
	SELECT name, coalesce(CASE name WHEN 'goal' THEN goal ELSE value::text END, 'NULL') AS value,
		   CASE name WHEN 'goal' THEN 'cheapest, reveals least' ELSE concat('between ', lowest, ' and ', highest,
				CASE WHEN name IN ('kept', 'checkpoint_interval') THEN ' seconds' END) END AS valid INTO bad
	  FROM (VALUES ('rows_per_second', rows_per_second, 0.0001, 1e9), ('kept', coalesce(kept_seconds, 1), 0.001, 1e10),
			('left_behind', left_behind, 0, num_nonnulls(kept)), ('total_rows', coalesce(total_rows, 1), 1, 1e15),
			('goal', array_position('{cheapest,reveals least}', goal), 1, 2), ('row_bytes', row_bytes, 24, 8160),
			('index_memory', memory_bytes, page_bytes, 1e18), ('checkpoint_interval', checkpoint_seconds, 0.001, 1e10),
			('dead_at_vacuum', coalesce(dead_at_vacuum, 0), 0, 100), ('random_before', random_before::int4, 0, 1),
			('peak_rows_per_second', peak, rows_per_second, 1e9)) AS checked (name, value, lowest, highest)
	 WHERE (value BETWEEN lowest AND highest) IS NOT TRUE LIMIT 1;
	IF FOUND THEN RAISE invalid_parameter_value USING DETAIL = format('Valid values are %s.', bad.valid),
			MESSAGE = format('invalid value for parameter "%s": %s', bad.name, bad.value);
	END IF;
	DECLARE
		young_rows CONSTANT float8 := CASE WHEN deletes THEN rows_per_second * kept_seconds END;
		-- Those of five years, unless they are given.
		all_rows CONSTANT float8 := least(greatest(coalesce(total_rows, young_rows + left_behind * greatest(
			rows_per_second * 157788000 - young_rows, 0), rows_per_second * 157788000), young_rows, 1), 1e15);
		-- VACUUM comes for dead rows, or for inserted rows; -1 means never, and only 18 and later have a maximum.
		vacuum_rows CONSTANT float8 := greatest(least(coalesce(dead_at_vacuum * all_rows, least(
			(settings->>'autovacuum_vacuum_threshold')::float8
			+ (settings->>'autovacuum_vacuum_scale_factor')::float8 * all_rows,
			nullif((settings->>'autovacuum_vacuum_max_threshold')::float8, -1))) / greatest(1 - left_behind, 1e-6),
			CASE WHEN dead_at_vacuum IS NULL THEN nullif((settings->>'autovacuum_vacuum_insert_threshold')::float8, -1)
			+ (settings->>'autovacuum_vacuum_insert_scale_factor')::float8 * all_rows END), 1);
		-- A cycle is a little longer than rows are kept and then wait for VACUUM; or a century.
		needed CONSTANT float8 := CASE WHEN deletes THEN
			least(1.05 * (young_rows + vacuum_rows) / rows_per_second, 1e12) ELSE 3.1536e9 END;
		-- In order, blocks of up to 100 rows fill pages best.  Otherwise, blocks of 1,000 rows and more fill pages and
		-- leave them empty, and those between two checkpoints cost no more WAL.  The pages of a block, half full, have
		-- to fit into memory.  For privacy, the longest.
		longest CONSTANT int4 := greatest(width_bucket(least(CASE WHEN in_order THEN 100 / peak END, needed / 10,
			greatest(floor(memory_bytes / page_bytes) - 1, 1) * 145 / peak
			/ greatest(all_rows / rows_per_second / needed, 1)), seconds), 1);
		shortest CONSTANT int4 := least(width_bucket(999.999 / rows_per_second, seconds) + 1, longest);
		picked CONSTANT int4 := CASE WHEN in_order OR goal = 'reveals least' THEN longest
			ELSE greatest(least(width_bucket(checkpoint_seconds, seconds), longest), shortest) END;
		-- In whole days, if it has five, or intervals, of which there can be 2^48.
		step CONSTANT float8 := greatest(seconds[picked], CASE WHEN needed > 432000 THEN 86400 END);
		cycle CONSTANT float8 := ceil(least(needed, 2.8e14 * seconds[picked]) / step - 1e-9) * step;
		label CONSTANT text := concat_ws(' ', table_now->>'label',
			left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 32));
	BEGIN
		interval_range := concat(CASE WHEN in_order THEN 'up' ELSE lengths[shortest] END, ' to ', lengths[longest],
			': longer reveals less, but costs more');
		assumes := concat(to_char(all_rows, 'FM9,999,999,999,999,990 "rows of "'), row_bytes, ' bytes; checkpoints ',
			'every ', checkpoints, to_char(CASE WHEN deletes THEN vacuum_rows END,
			'"; VACUUM after "FM999,999,999,999,999,990" rows"'), '; ', pg_size_pretty(memory_bytes::int8),
			' for the index', CASE WHEN random_before THEN '; older random keys '
			|| CASE WHEN deletes THEN 'are gone' ELSE 'stay' END END);
		-- First come keys that save 15 % of what those there now cost.  Costs within 15 % of the least are equal; then
		-- reads decide, or blocks, the size, and simplicity.  Trusted roles own its schema and all of its name.  With
		-- checksums, who reads a row first sets hint bits, which writes an image of its page.
		RETURN QUERY EXECUTE format($query$
		SELECT key, coalesce(schema || proname, functions[1]) || arguments, round(wal),
			   round(reads_per_row::numeric, 4)::float8, density, bytes_per_million_rows::int8,
			   CASE WHEN place > 3 THEN $17 END, CASE kind WHEN 'random' THEN 'nothing'
				WHEN 'ascending' THEN 'the time of each row to the millisecond or better, and the order of all rows'
				WHEN 'opaque' THEN 'which rows are of the same ' || length || '; when, once the time of one is known'
				ELSE 'the time of each row that is younger than the cycle, to within ' || length END, $18,
			   CASE WHEN schema IS NULL AND place > 0 THEN 'first install sequential_uuids' END
		  FROM (VALUES (0, 'now', $2->>'kind', NULL, NULL, NULL, ($2->>'block_rows')::float8,
					($2->>'cycle_rows')::float8),
				(1, 'random', 'random', '{gen_random_uuid}'::text[], '()', NULL, $5, NULL),
				(2, 'UUIDv7', 'ascending', '{uuid_v7_nextval,uuidv7}', '()', NULL, 1, NULL),
				(3, 'default by time', 'wrapping', '{uuid_time_nextval}', '()', '1 min', 60 * $6, 60 * 65536 * $6),
				(4, 'wrapping by time', 'wrapping', '{uuid_interval_nextval}', format('(%%s)', $7), $8, $9, $10),
				(5, 'opaque by time', 'opaque', '{uuid_opaque_nextval}', format('(%%L, %%s)', $20, $7), $8, $9, $10)
			   ) AS c (place, key, kind, functions, arguments, length, block_rows, cycle_rows), LATERAL (
				SELECT *, wal_per_row + $16 AS wal, CASE $1 WHEN 'cheapest' THEN wal_per_row + $16
					ELSE array_position('{random,opaque,wrapping,ascending}', kind) END AS cost
				  FROM %s.sequential_uuids_costs(kind, greatest(block_rows, 1), coalesce(cycle_rows, 'infinity'), $11,
					$12, $3, $5, $13, $4, $14::float8, $15)) AS costs LEFT JOIN LATERAL (
				SELECT CASE nspname WHEN 'pg_catalog' THEN '' ELSE quote_ident(nspname) || '.' END, proname
				  FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = pronamespace
				 WHERE proname = ANY (functions) AND NOT EXISTS (SELECT FROM pg_proc AS o JOIN pg_roles AS r
					ON r.oid IN (o.proowner, nspowner) JOIN pg_database ON datname = current_database()
				 WHERE (o.proname, o.pronamespace) = (p.proname, p.pronamespace)
					AND NOT (rolsuper OR rolname IN (current_user, 'pg_database_owner') OR r.oid = datdba))
				 ORDER BY nspname <> 'pg_catalog', probin IS NULL, nspname LIMIT 1) AS found (schema, proname) ON true
		 WHERE kind <> '' AND (place < 5 OR $1 = 'reveals least')
		WINDOW advised AS (PARTITION BY place > 0)
		 ORDER BY place = 0, $1 = 'cheapest' AND wal > 0.85 * max(wal) FILTER (WHERE place = 0) OVER (),
			   greatest(cost, min(cost) OVER advised / 0.85),
			   CASE $1 WHEN 'cheapest' THEN (reads_per_row > 0.1 OR $19 AND place > 1)::int4 ELSE -block_rows END,
			   greatest(bytes_per_million_rows, min(bytes_per_million_rows) OVER advised / 0.85), place
			$query$, in_schema) USING goal, table_now, young_rows, left_behind, all_rows, rows_per_second,
				format('%L, %L', lengths[picked], justify_hours(make_interval(secs => cycle))), lengths[picked],
				rows_per_second * seconds[picked], rows_per_second * cycle,
				greatest(rows_per_second * checkpoint_seconds, 1), vacuum_rows,
				CASE WHEN random_before AND NOT deletes THEN all_rows ELSE 0 END, row_bytes, memory_bytes,
				CASE WHEN deletes AND 'on' IN (current_setting('data_checksums'), current_setting('wal_log_hints'))
					THEN row_bytes + 8 ELSE 0 END, interval_range, assumes, random_before, label;
	END;
END $$;

-- index_memory has any type, so that '8 GB' is as good as 8 * 1024 ^ 3.  PostgreSQL does not bind the body of such a
-- function when it creates it, so this one finds its own schema: the context names it, as the search_path does not.
CREATE FUNCTION uuid_advise(
	rows_per_second float8, kept interval DEFAULT NULL, left_behind float8 DEFAULT 0, goal text DEFAULT 'cheapest',
	total_rows float8 DEFAULT NULL, index_memory anycompatible DEFAULT NULL, checkpoint_interval interval DEFAULT NULL,
	dead_at_vacuum float8 DEFAULT NULL, peak_rows_per_second float8 DEFAULT NULL, row_bytes int4 DEFAULT 100,
	random_before bool DEFAULT false, OUT key text, OUT call text, OUT wal_per_row float8,
	OUT reads_per_row float8, OUT density text, OUT bytes_per_million_rows int8, OUT interval_range text,
	OUT outsider_learns text, OUT assumes text, OUT note text)
RETURNS SETOF record LANGUAGE plpgsql VOLATILE PARALLEL SAFE COST 10000 ROWS 5
SET search_path = pg_catalog, pg_temp SET standard_conforming_strings = on SET quote_all_identifiers = off AS $$
BEGIN
	GET DIAGNOSTICS call = PG_CONTEXT;
	call := (regexp_match(call, '("(?:[^"]|"")+"|[a-z_][a-z0-9_]*)\.uuid_advise\('))[1];
	RETURN QUERY EXECUTE format('SELECT * FROM %s.sequential_uuids_advice($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,'
		' $12, NULL::jsonb)', call) USING call, rows_per_second, kept, left_behind, goal, total_rows,
		index_memory::text, checkpoint_interval, dead_at_vacuum, peak_rows_per_second, row_bytes, random_before;
END $$;
COMMENT ON FUNCTION uuid_advise IS 'Ways to generate a table''s keys, the best first, with what each costs and reveals';

-- Keys of a table, the youngest rows last, with the ages of their transactions: of eight pages all over it and the last
-- eight.  To plan a query, PostgreSQL evaluates functions that the owner has put into the table's indexes, so there is
-- no query unless the roles that could put some there, or another table in its place, are trusted: those that own it,
-- a table of which it is a partition (CREATE INDEX reaches partitions of other owners) and their schemas.  Trusted are
-- superusers, and who connected, unless the session can change to that role from the current one.  An older snapshot
-- would not show the present owners.  An error at the end rolls the subtransaction back, which releases its locks, but
-- keeps the values of variables.
CREATE FUNCTION sequential_uuids_sample(
	relation oid, attnum int2, OUT keys uuid[], OUT ages int8[], OUT problem text)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE SET search_path = pg_catalog, pg_temp SET jit = off SET row_security = off
SET lock_timeout = '100ms' SET constraint_exclusion = off SET enable_seqscan = off SET enable_tidscan = on AS $$
DECLARE
	trusted CONSTANT oid[] := ARRAY(
		SELECT r.oid FROM pg_roles AS r JOIN pg_database ON datname = current_database()
		  JOIN pg_roles AS t ON t.oid = CASE r.rolname WHEN 'pg_database_owner' THEN datdba ELSE r.oid END
		 WHERE t.rolsuper OR t.rolname = current_user
		   AND t.oid = (SELECT usesysid FROM pg_stat_get_activity(pg_backend_pid()))); -- who connected
	name text; locked text; query text;
BEGIN
	IF current_setting('transaction_isolation') NOT LIKE 'read%' THEN
		RAISE feature_not_supported USING MESSAGE = 'the transaction''s isolation level is above READ COMMITTED';
	END IF;
	LOOP -- twice: the name may have become another table's before the lock
		SELECT format('%I.%I', nspname, relname), format($query$
			SELECT array_agg(key ORDER BY age DESC, place), array_agg(age ORDER BY age DESC, place)
			  FROM (SELECT p * $1 / 8, p * $1 / 8 + CASE WHEN p = 8 THEN 8 ELSE least($1, 1) END
					  FROM generate_series(0, 8) AS p) AS range (first, beyond), LATERAL (
				SELECT ctid AS place, %I::uuid AS key, age(xmin)::int8 + 1073741824 & 4294967295 AS age
				  FROM ONLY %I.%I AS sampled
				 WHERE ctid >= format('(%%s,0)', range.first)::tid AND ctid < format('(%%s,0)', range.beyond)::tid
				   AND %1$I IS NOT NULL OFFSET 0) AS row $query$, attname, nspname, relname)
		  INTO name, query
		  FROM pg_class AS c JOIN pg_namespace AS s ON s.oid = relnamespace JOIN pg_attribute AS a ON attrelid = c.oid
		 WHERE c.oid = relation AND a.attnum = sequential_uuids_sample.attnum AND NOT EXISTS (
			SELECT FROM pg_class AS t JOIN pg_namespace AS n ON n.oid = relnamespace
			 WHERE (t.oid = relation OR t.oid IN (SELECT relid FROM pg_partition_ancestors(relation)))
			   AND NOT (relowner = ANY (trusted) AND nspowner = ANY (trusted)));
		IF NOT FOUND THEN
			RAISE insufficient_privilege USING MESSAGE = 'connect as the owner to learn who generates the keys';
		END IF;
		EXIT WHEN name = locked;
		EXECUTE format('LOCK TABLE ONLY %s IN ACCESS SHARE MODE NOWAIT', name);
		locked := name;
	END LOOP;
	PERFORM FROM pg_class WHERE oid = relation AND to_regclass(name) = oid AND relkind = 'r'
		AND relam = (SELECT oid FROM pg_am WHERE amname = 'heap');
	IF NOT FOUND THEN RAISE feature_not_supported USING MESSAGE = format('%s is no heap table', name);
	END IF;
	EXECUTE query INTO keys, ages
		USING greatest(pg_relation_size(relation) / current_setting('block_size')::int8 - 8, 0);
	RAISE SQLSTATE 'UUIDS';
EXCEPTION
	WHEN SQLSTATE 'UUIDS' THEN NULL;
	WHEN OTHERS THEN keys := NULL; ages := NULL; problem := SQLERRM;
END $$;

-- Why a table's key must not simply get another default, or NULL: a reason of the table, or of a partition.  Keys that
-- share prefixes differ from random ones wherever something looks into them; what does is found in the expressions, as
-- they are stored.
CREATE FUNCTION sequential_uuids_obstacle(root oid, key name, OUT obstacle text)
LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
	WITH RECURSIVE relations AS ( -- pg_partition_tree() would lock them
		SELECT root AS relation
		UNION SELECT inhrelid FROM relations JOIN pg_inherits ON inhparent = relation
		  JOIN pg_class ON oid = inhrelid AND relispartition
	), tree AS (
		SELECT relation, attnum AS key_number, atttypid AS key_type, oid AS type_of_uuid,
			   format(':varattno (0|%s) ', attnum) AS key_or_row,
			   (SELECT pg_get_expr(adbin, 0) FROM pg_attrdef WHERE (adrelid, adnum) = (attrelid, attnum)) AS value
		  FROM relations JOIN pg_attribute ON attrelid = relation AND attname = key
		  LEFT JOIN pg_type ON oid = atttypid AND 'uuid'::regtype IN (oid, typbasetype)
	), triggers AS (
		SELECT tgname, tgrelid, tgqual, CASE WHEN lanname = 'plpgsql' THEN prosrc END AS source
		  FROM pg_trigger JOIN pg_proc AS p ON p.oid = tgfoid JOIN pg_language AS l ON l.oid = prolang
		 WHERE tgtype & 7 = 7 AND tgenabled IN ('O', 'A') AND pronamespace <> 'pg_catalog'::regnamespace -- before a row
	)
	SELECT reason FROM (
		SELECT 1, 'the key is not the primary key by itself' WHERE NOT EXISTS (
			SELECT FROM pg_index JOIN tree ON indrelid = relation
			 WHERE relation = root AND indisprimary AND indnkeyatts = 1 AND indkey[0] = key_number)
		UNION ALL SELECT 2, format('constraint %I is on the key', conname)
		  FROM pg_constraint JOIN tree ON conrelid = relation
		 WHERE contype = 'c' AND conkey && ARRAY[key_number, 0::int2] OR contype = 'x' AND key_number = ANY (conkey)
		UNION ALL SELECT 3, format('constraint %I is on the key''s domain', conname)
		  FROM pg_constraint JOIN tree ON contypid = key_type WHERE contype = 'c'
		UNION ALL SELECT 4, 'the key''s domain is over another domain' FROM tree WHERE type_of_uuid IS NULL
		UNION ALL SELECT 5, format('generated column %I uses the key', attname)
		  FROM pg_attrdef JOIN tree ON adrelid = relation JOIN pg_attribute ON (attrelid, attnum) = (adrelid, adnum)
		 WHERE attgenerated <> '' AND adbin::text ~ key_or_row
		UNION ALL SELECT 6, format('index %I has an expression of the key', relname)
		  FROM pg_index JOIN tree ON indrelid = relation JOIN pg_class ON oid = indexrelid
		 WHERE concat(indexprs, indpred) ~ key_or_row
		UNION ALL SELECT 7, format('trigger %I may use the key', tgname) FROM triggers JOIN tree ON tgrelid = relation
		 WHERE source IS NULL OR key ~ '\W' OR lower(key) = ANY (regexp_split_to_array(lower(source), '\W+'))
			OR tgqual::text ~ key_or_row
			OR regexp_replace(source, '\mreturn\s+new\M|\mnew\s*\.\s*["\w]', '', 'gi') ~* '\m(new|execute)\M'
		UNION ALL SELECT 8, format('policy %I may use the key', polname) FROM pg_policy JOIN tree ON polrelid = relation
		 WHERE concat(polqual, polwithcheck) ~ key_or_row
		UNION ALL SELECT 9, 'a subscription fills the table' FROM pg_subscription_rel JOIN tree ON srrelid = relation
		UNION ALL SELECT 10, format('partition %s has a default of its own', part.relation::regclass)
		  FROM tree JOIN tree AS part ON part.value IS DISTINCT FROM tree.value WHERE tree.relation = root
	) AS found (place, reason) ORDER BY place, reason LIMIT 1
$$;

-- A row for each of the largest valid B-tree indexes whose first column is a uuid that is generated in its table, by
-- default or as the key; one for all leaves of a partitioned index, with the keys of the heap that is inserted into
-- just now, or else of the newest with rows.  What is wrong with one table costs no other's figures.  The names of
-- functions that it calls are those which their oids have at that moment: who owns the schema may rename it meanwhile,
-- and put others in its place.
CREATE FUNCTION uuid_index_report(
	over interval DEFAULT NULL, largest int4 DEFAULT 100, kept interval DEFAULT NULL, left_behind float8 DEFAULT 0,
	index_memory anycompatible DEFAULT NULL, checkpoint_interval interval DEFAULT NULL,
	OUT "table" text, OUT index text, OUT size text, OUT rows int8, OUT column_default text, OUT clients_generate bool,
	OUT inserts_per_second float8, OUT wal_per_insert float8, OUT advised_percent_of_now float8, OUT alter text,
	OUT note text)
RETURNS SETOF record LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE ROWS 100 COST 100000
SET search_path = pg_catalog, pg_temp SET jit = off SET lock_timeout = '100ms' SET extra_float_digits = 1
SET standard_conforming_strings = on SET quote_all_identifiers = off SET intervalstyle = postgres AS $$
#variable_conflict use_column
DECLARE
	-- A month's rows, if they are kept for good; if some are left behind, after five times more.
	full_after CONSTANT interval := coalesce(kept * (CASE WHEN left_behind > 0 THEN 6 ELSE 1 END), '30 days');
	argument CONSTANT text := '(?:(\w+) => )?(?:''((?:[^'']|'''')*)''|\(?(\d+)\)?)(?:::[a-z ]+)?(?:, |$)';
	-- Calls in the edition in SQL, which is no extension; those of the other edition are the same.
	edition CONSTANT text[] := ARRAY['uuid_time_nextval(integer, integer)', 'uuid_v7_nextval(integer, integer)',
		'uuid_v7_nextval()', 'uuid_sequence_nextval(regclass, integer, integer)',
		'uuid_interval_nextval(interval, interval, integer)', 'uuid_serial_nextval(regclass, bigint, bigint, integer)'];
	home regnamespace; advice regprocedure; sample_keys regprocedure; find_obstacle regprocedure;
	advise text; verdict text; obstacle text; kind text; kind_now text; call text[]; function oid; known bool;
	before jsonb; given jsonb; since timestamptz; default_age int8;
	entry record; sample record; seen record; best record; block_rows float8; cycle_rows float8; full_rows float8;
BEGIN
	IF over NOT BETWEEN interval '1 us' AND interval '1 hour' THEN RAISE invalid_parameter_value USING
		DETAIL = 'Valid values are between 1 microsecond and 1 hour.',
			MESSAGE = format('invalid value for parameter "over": %s', over);
	END IF;
	GET DIAGNOSTICS advise = PG_CONTEXT;
	home := (regexp_match(advise, '("(?:[^"]|"")+"|[a-z_][a-z0-9_]*)\.uuid_index_report\('))[1]::regnamespace;
	advice := to_regprocedure(format('%s.sequential_uuids_advice(text, float8, interval, float8, text, float8, text,'
		' interval, float8, float8, int4, bool, jsonb)', home));
	sample_keys := to_regprocedure(format('%s.sequential_uuids_sample(oid, int2)', home));
	find_obstacle := to_regprocedure(format('%s.sequential_uuids_obstacle(oid, name)', home));
	advise := 'SELECT *, max(wal_per_row) FILTER (WHERE key = ''now'') OVER () AS now'
		' FROM %s(%L::text, $1, $2, $3, ''cheapest''::text, $4, $5, $6, NULL::float8,'
		' NULL::float8, $7, $8, $9) WITH ORDINALITY ORDER BY ordinality LIMIT 1';
	EXECUTE format(advise, advice::oid::regproc, home)
		USING 1::float8, kept, left_behind, 1::float8, index_memory::text, checkpoint_interval, 100, false,
			NULL::jsonb; -- It checks the parameters, even if there is no index.
	PERFORM pg_stat_clear_snapshot(); -- A transaction keeps the statistics that it has read first.
	since := (SELECT stats_reset FROM pg_stat_database WHERE datname = current_database());
	IF over IS NOT NULL THEN
		before := (SELECT jsonb_object_agg(relid, n_tup_ins) FROM pg_stat_all_tables); since := clock_timestamp();
		PERFORM pg_sleep_for(over), pg_stat_clear_snapshot();
	END IF;

	FOR entry IN
		WITH indexes AS (
			SELECT coalesce(pg_partition_root(c.oid), c.oid) AS root, sum(c.relpages) AS pages,
				   least(greatest(sum(counted), 0), 1e15) AS row_count, sum(n_tup_ins)::float8 AS inserts,
				   sum(n_tup_upd) AS updates, sum(n_tup_del) AS deletes,
				   CASE WHEN since IS NOT NULL AND NOT pg_is_in_recovery() THEN least(greatest(sum(new), 0)
					/ greatest(extract(epoch FROM clock_timestamp() - since), 1e-6)::float8, 1e9) END AS rate,
				   (array_agg(t.oid ORDER BY new > 0 DESC NULLS LAST, counted > 0 DESC, t.oid DESC))[1] AS heap
			  FROM pg_index JOIN pg_class AS c ON c.oid = indexrelid JOIN pg_class AS t ON t.oid = indrelid
			  JOIN pg_opclass AS o ON o.oid = indclass[0] AND opcintype = 'uuid'::regtype AND opcmethod = 403 -- btree
			  JOIN pg_stat_all_tables ON relid = t.oid, LATERAL (
				SELECT CASE WHEN t.relpages = 0 OR t.reltuples < 0 THEN n_live_tup ELSE t.reltuples::float8 END,
					   n_tup_ins - coalesce((before->>relid::text)::int8, 0)) AS l (counted, new)
			 WHERE c.relkind = 'i' AND t.relkind = 'r' AND c.relpersistence = 'p' AND indkey[0] > 0 AND indisvalid
			   AND indislive AND indpred IS NULL GROUP BY 1)
		SELECT i.*, nspname, t.relname, c.relname AS index_name, u.attrelid::regclass AS top, u.attnum, b.attname,
			   b.atttypid, a.attnum AS heap_attnum,
			   (SELECT bool_or(partstrat <> 'h') FROM pg_partition_ancestors(heap)
				JOIN pg_partitioned_table ON partrelid = relid JOIN pg_attribute AS k ON attrelid = relid
				 AND k.attname = b.attname JOIN pg_depend ON (classid, objid, objsubid, refobjid, deptype)
				= ('pg_class'::regclass, relid, k.attnum, relid, 'i')) AS by_key, -- The table depends on its key.
			   (SELECT jsonb_object_agg(option_name, option_value) FROM pg_options_to_table(h.reloptions)) AS options,
			   (SELECT 24 + sum(avg_width * (1 - null_frac)) FROM pg_stats WHERE NOT inherited
				AND (schemaname, tablename) = (SELECT nspname, h.relname FROM pg_namespace WHERE oid = h.relnamespace)
			   ) AS row_bytes
		  FROM indexes AS i JOIN pg_class AS c ON c.oid = root JOIN pg_index ON indexrelid = root
		  JOIN pg_class AS t ON t.oid = indrelid JOIN pg_namespace AS s ON s.oid = t.relnamespace
		  JOIN pg_attribute AS b ON b.attrelid = t.oid AND b.attnum = indkey[0] JOIN pg_attribute AS u
			ON u.attrelid = coalesce(pg_partition_root(t.oid), t.oid) AND u.attname = b.attname
		  JOIN pg_class AS h ON h.oid = heap JOIN pg_attribute AS a ON a.attrelid = heap AND a.attname = b.attname
		 -- A key that refers to another table is generated there.
		 WHERE b.attgenerated = '' AND (u.atthasdef OR b.attnotnull AND indisunique AND indnkeyatts = 1
			OR (SELECT typdefaultbin IS NOT NULL FROM pg_type WHERE oid = b.atttypid)) AND NOT EXISTS (
			SELECT FROM pg_constraint WHERE conrelid = t.oid AND contype = 'f' AND b.attnum = ANY (conkey))
		 ORDER BY row_count DESC NULLS LAST, nspname, c.relname LIMIT largest
	LOOP
		SELECT format('%I.%I', entry.nspname, entry.relname), quote_ident(entry.index_name), entry.row_count,
			pg_size_pretty(entry.pages * current_setting('block_size')::int8), round(entry.rate::numeric, 4)
			INTO "table", index, rows, size, inserts_per_second;
		column_default := NULL; clients_generate := NULL; wal_per_insert := NULL; advised_percent_of_now := NULL;
		alter := NULL;
		BEGIN
			SELECT pg_get_expr(tree, 0), -- without a table, which it would lock
				   age(coalesce(d.xmin, y.xmin))::int8 + 1073741824 & 4294967295,
				   substring(tree::text FROM '^\{(?:COERCETODOMAIN :arg \{)?FUNCEXPR :funcid (\d+) ')::oid
			  INTO column_default, default_age, function
			  FROM pg_type AS y LEFT JOIN pg_attrdef AS d ON (adrelid, adnum) = (entry.top, entry.attnum),
				   LATERAL coalesce(adbin, typdefaultbin) AS tree
			 WHERE y.oid = entry.atttypid;
			-- Whether it is the function that its name says: core's, an extension's, or one of the edition in SQL.
			known := EXISTS (SELECT FROM pg_proc AS p JOIN pg_database ON datname = current_database()
				  JOIN pg_roles AS r ON r.oid = proowner LEFT JOIN pg_depend ON deptype = 'e'
				   AND (classid, objid, refclassid) = ('pg_proc'::regclass, p.oid, 'pg_extension'::regclass)
				  LEFT JOIN pg_extension AS x ON x.oid = refobjid
				 WHERE p.oid = function AND (pronamespace = 'pg_catalog'::regnamespace
					OR extname IN ('sequential_uuids', 'sequential_uuids_opaque', 'uuid-ossp', 'pgcrypto', 'pg_uuidv7')
					OR format('%s(%s)', proname, oidvectortypes(proargtypes)) = ANY (edition)
						AND (rolsuper OR rolname = current_user OR r.oid = datdba)));
			-- A call may have a schema, and be cast; an argument, a name, and be cast.  Others are a minute, or 65,536.
			call := regexp_match(column_default,
				'^\(?(?:(?:[^."() ]+|"(?:[^"]|"")+")\.)?([a-z0-9_]+)\((.*)\)(?:\)?::.*)?$');
			known := known AND regexp_replace(call[2], argument, '', 'g') = '';
			kind := CASE WHEN NOT known THEN NULL
				WHEN call[1] IN ('gen_random_uuid', 'uuidv4', 'uuid_generate_v4') THEN 'random'
				WHEN call[1] IN ('uuidv7', 'uuid_v7_nextval', 'uuid_generate_v7') THEN 'ascending'
				ELSE substring(call[1] FROM '^uuid_(time|interval|sequence|serial|opaque)_nextval$') END;
			given := (SELECT jsonb_object_agg(coalesce(m[1], (CASE kind WHEN 'interval' THEN '{interval_length,cycle}'
					WHEN 'time' THEN '{interval_length,interval_count}'
					WHEN 'opaque' THEN '{label,interval_length,cycle}'
					ELSE '{sequence,block_size,block_count}'::text[] END)[n], 'version'), coalesce(m[2], m[3]))
				FROM regexp_matches(call[2], argument, 'g') WITH ORDINALITY AS found (m, n));
			block_rows := CASE WHEN kind IN ('sequence', 'serial') THEN coalesce(given->>'block_size', '65536')::float8
				WHEN kind IN ('time', 'interval', 'opaque') THEN
					entry.rate * extract(epoch FROM coalesce(given->>'interval_length', '60')::interval)::float8 END;
			cycle_rows := CASE WHEN kind IN ('interval', 'opaque') THEN
					entry.rate * extract(epoch FROM coalesce(given->>'cycle', '65536 min')::interval)::float8
				ELSE block_rows * coalesce(given->>'interval_count', given->>'block_count', '65536')::float8 END;
			kind := regexp_replace(kind, '^(time|interval|sequence|serial)$', 'wrapping');

			EXECUTE format('SELECT * FROM %s($1, $2)', sample_keys::oid::regproc)
				INTO sample USING entry.heap, entry.heap_attnum;
			-- Do clients generate the last 100 keys, if these are younger than the default?  A key looks random if
			-- it is a sixteenth of all places or more from those before and after it, as three of four random ones are.
			SELECT avg((is_like = 'random')::int4) AS far, count(*) FILTER (WHERE is_new) >= 20 AS are_enough,
				   mode() WITHIN GROUP (ORDER BY is_like) FILTER (WHERE is_new) AS usual,
				   avg((is_like <> ALL (CASE kind WHEN 'random' THEN '{random,near}' WHEN 'ascending' THEN '{ascending}'
					ELSE '{near}'::text[] END))::int4) FILTER (WHERE is_new) AS others
			  INTO seen FROM (SELECT n > cardinality(sample.keys) - 100 AND age <= default_age AS is_new,
						   CASE WHEN substr(key::text, 15, 1) IN ('6', '7') THEN 'ascending'
							WHEN abs(place - lag(place, 1, place + 0.5) OVER by_age) BETWEEN 0.0625 AND 0.9375
							AND abs(place - lead(place, 1, place + 0.5) OVER by_age) BETWEEN 0.0625 AND 0.9375
							THEN 'random' ELSE 'near' END AS is_like
					  FROM unnest(sample.keys, sample.ages) WITH ORDINALITY AS u (key, age, n),
						   LATERAL (SELECT ('x' || left(key::text, 8))::bit(32)::int8 / 2 ^ 32) AS p (place)
					WINDOW by_age AS (ORDER BY n)) AS s;
			-- Updated rows look new, too.  Small blocks, or few to a cycle, look like random keys, so nobody knows.
			clients_generate := column_default IS NULL OR CASE WHEN NOT seen.are_enough OR kind IS NULL THEN NULL
				WHEN seen.others <= 0.05 THEN CASE WHEN kind <> 'random' THEN false END
				WHEN seen.others > 0.05 + coalesce(entry.updates / nullif(entry.inserts + entry.updates, 0), 0) THEN
					nullif(CASE kind WHEN 'wrapping' THEN cycle_rows WHEN 'opaque' THEN block_rows * 10
						ELSE 100 END >= 100, false) END;
			kind_now := coalesce(CASE WHEN seen.are_enough AND (kind <> '' OR column_default IS NULL)
				THEN nullif(seen.usual, 'near') END, kind);
			note := CASE WHEN coalesce(entry.rate, 0) < 0.0001 THEN 'few inserts: set a longer "over", on the primary'
				WHEN kept IS NULL AND entry.deletes > 0.05 * entry.inserts THEN
					'its rows get deleted: set "kept" and "left_behind"' END;
			IF note IS NULL THEN
				-- Now and then are counted for the same rows: those of the full table, if they are more.
				full_rows := entry.rate * extract(epoch FROM coalesce(kept, '30 days'))::float8 * (1 + 5 * left_behind);
				EXECUTE format(advise, advice::oid::regproc, home) INTO best
					USING entry.rate, kept, left_behind, least(greatest(rows, full_rows, 1), 1e15),
					index_memory::text, checkpoint_interval,
					greatest(least(coalesce(entry.row_bytes, 100), 8160), 24)::int4,
					coalesce(seen.far >= 0.05, kind = 'random', false), coalesce(entry.options, '{}')
					|| jsonb_build_object('kind', kind_now, 'block_rows', block_rows, 'cycle_rows', cycle_rows,
					'label', (SELECT left(entry.relname, n) FROM generate_series(30, 1, -1) AS n
						WHERE octet_length(left(entry.relname, n)) <= 30 LIMIT 1));
				wal_per_insert := best.now;
				advised_percent_of_now := CASE WHEN best.now > 0 THEN
					least(round((100 * best.wal_per_row / best.now)::numeric, 1), 100) END;
				EXECUTE format('SELECT %s($1, $2)', find_obstacle::oid::regproc)
					INTO obstacle USING entry.top::oid, entry.attname;
				obstacle := coalesce(obstacle, CASE WHEN known IS NOT TRUE AND column_default <> '' THEN
					'what its default does is not known' END);
				verdict := CASE WHEN entry.by_key THEN 'leave it as it is, since it is partitioned by its keys'
					WHEN column_default ~ 'uuid_opaque_nextval\(' THEN
						'leave it as it is, since its keys hide their times'
					WHEN advised_percent_of_now > 98 THEN 'as advised'
					WHEN advised_percent_of_now > 85 THEN 'leave it as it is: a change saves less than 15 %' END;
				-- Or what is to be done or decided first.
				verdict := coalesce(verdict, nullif(concat_ws('; ',
					CASE WHEN best.now IS NULL THEN 'what its keys cost is not known' END,
					CASE WHEN column_default IS NULL THEN 'the key has no default: unless it refers to another table, '
						'go on as doc/clients.md says of a table with keys from clients' END,
					'no ALTER, since ' || obstacle, best.note,
					CASE given->>'version' WHEN '8' THEN 'see what needs version 8' END), ''));
				-- ONLY waits for no partition, and leaves children's defaults as they are.
				alter := CASE WHEN verdict IS NULL THEN format(
					'ALTER TABLE ONLY %s ALTER COLUMN %I SET DEFAULT %s;', entry.top, entry.attname, best.call) END;
				note := concat_ws('; ', CASE WHEN rows < 0.9 * full_rows THEN
						format('fewer rows than %s bring: figures are of the full table', full_after) END,
					CASE WHEN clients_generate THEN concat('clients generate keys',
							CASE WHEN kind <> 'random' OR alter <> '' THEN ': have them leave the column out' END)
						WHEN kind = 'random' THEN 'clients may generate its keys' END,
					verdict, CASE WHEN verdict <> 'as advised' THEN 'cheapest: ' || best.call END);
			END IF;
			note := nullif(concat_ws('; ', 'its rows are not read: ' || sample.problem, nullif(note, '')), '');
		EXCEPTION WHEN OTHERS THEN note := SQLERRM;
		END;
		RETURN NEXT;
	END LOOP;
END $$;
COMMENT ON FUNCTION uuid_index_report IS 'What the keys of each uuid index cost, and what the best would cost';
