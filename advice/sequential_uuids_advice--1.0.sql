-- Advice: what a table's keys cost, and what others would cost.  In SQL and PL/pgSQL; needs nothing else.  Both CREATE
-- EXTENSION sequential_uuids_advice and psql run this file.  Functions named "sequential_uuids_" are internal.
--
-- Functions are in PL/pgSQL with pg_catalog as their search_path, so nothing on the caller's is ever called.

-- The model: what keys of one kind cost, if rows come evenly and are deleted by age.  Parameters are numbers of rows:
-- in a block, in a cycle, inserted between checkpoints and between VACUUMs, too young to be deleted (NULL: all stay),
-- in the table, of these under random keys that stay; then the share left behind, and bytes of a row and of memory.
CREATE OR REPLACE FUNCTION sequential_uuids_costs(
	kind text, block_rows float8, cycle_rows float8, checkpoint_rows float8, vacuum_rows float8, young_rows float8,
	total_rows float8, random_rows float8, left_behind float8, row_bytes float8, memory_bytes float8,
	OUT wal_per_row float8, OUT page_images float8, OUT delete_wal float8, OUT reads_per_row float8,
	OUT warm_pages float8, OUT density text, OUT bytes_per_million_rows float8)
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	page_bytes CONSTANT float8 := current_setting('block_size');
	-- A key takes 28 bytes with its header and line pointer.  A page has 40 bytes of headers, and a high key.
	page_keys CONSTANT float8 := floor((page_bytes - 40) / 28) - 1;
	heap_row CONSTANT float8 := row_bytes + 8;
	random CONSTANT bool := kind = 'random';
	opaque CONSTANT bool := kind = 'opaque';
	wraps CONSTANT bool := opaque OR kind = 'wrapping';
	deletes CONSTANT bool := young_rows IS NOT NULL AND left_behind < 1;
	stays CONSTANT float8 := CASE WHEN deletes AND left_behind > 1e-6 THEN least(left_behind, 1 - 1e-6) ELSE 0 END;
	old_rows CONSTANT float8 := CASE WHEN stays > 0 THEN greatest(total_rows - young_rows, 0) ELSE 0 END;
	old_rows_once CONSTANT float8 := old_rows / greatest(stays, 1e-6);
	rows_ever CONSTANT float8 := total_rows - old_rows + old_rows_once;
	-- Cycles in the index just before VACUUM; those of which a block finds rows: whole ones, but opaque blocks come
	-- back at any time.  Random keys that stay are under all prefixes.
	cycles CONSTANT float8 := CASE WHEN NOT wraps THEN 0 WHEN deletes THEN young_rows + vacuum_rows
		ELSE greatest(total_rows - random_rows, 0) END / cycle_rows;
	found CONSTANT float8 := CASE WHEN opaque AND deletes THEN cycles ELSE floor(cycles) + random_rows / cycle_rows END;
	-- The share of pages that have lost all keys when VACUUM comes, which removes them.
	emptied CONSTANT float8 := CASE WHEN deletes THEN exp(greatest(0.7 * page_keys * ln(1 - stays), -600)) ELSE 0 END;
	returns CONSTANT bool := random OR wraps AND (found >= 1 OR random_rows > 0
		OR deletes AND (opaque OR emptied < 0.5 AND rows_ever > cycle_rows));
	-- How full pages are, from and to, as measured (doc/model.md): ln 2 on average if they split in half, in waves if
	-- many do at once; less if rows of many ages come and go, since a page has split at its fullest.
	halves CONSTANT float8[] := CASE WHEN opaque AND deletes AND block_rows < page_keys THEN '{0.45,0.6}'
		WHEN wraps AND NOT opaque AND block_rows < page_keys / 2 THEN '{0.6,0.8}'
		WHEN deletes AND (random AND stays = 0 OR found > 2 AND NOT opaque) THEN '{0.6,0.7}' ELSE '{0.65,0.75}' END;
	-- A block between other keys splits a page, and fills the half left as far as it has rows.
	between CONSTANT float8[] := CASE WHEN block_rows < page_keys / 2 THEN '{0.5,0.6}'
		WHEN block_rows < 2 * page_keys THEN '{0.5,0.7}' ELSE halves END;
	-- The rightmost page splits at 90 %.  The room left takes the late rows of a block of up to four times its size.
	first CONSTANT float8[] := CASE WHEN random OR opaque THEN halves WHEN random_rows > 0 THEN between
		WHEN NOT wraps OR block_rows <= 4 * floor(page_keys / 10) THEN '{0.9,0.9}'
		WHEN block_rows < 2 * page_keys THEN '{0.5,0.95}' ELSE halves END;
	filled CONSTANT float8[] := CASE
		WHEN returns AND (found >= 2 OR deletes AND (random OR opaque OR found >= 1)) THEN halves
		WHEN wraps AND deletes THEN ARRAY[between[1], first[2]]
		WHEN found >= 1 THEN ARRAY[least(halves[1], first[1]), greatest(halves[2], first[2])] ELSE first END;
	-- The rows that pages have room for: the most that they ever had, just before VACUUM.
	most_rows CONSTANT float8 := cycle_rows * (CASE WHEN opaque THEN cycles ELSE floor(cycles) END + 1);
	room_rows CONSTANT float8 := CASE WHEN NOT deletes OR opaque AND block_rows < page_keys THEN total_rows
		WHEN random THEN total_rows + vacuum_rows * (1 - stays)
		-- Nothing fills the room between rows left behind.
		WHEN NOT returns THEN total_rows - old_rows + old_rows_once * (1 - emptied)
		-- In cycles² / 2 of cases an opaque block meets the one before, for 2/3 of its time; the pages of both stay.
		WHEN opaque AND stays = 0 AND cycles < 2 THEN total_rows * (1 + cycles * cycles / 3)
		ELSE greatest(most_rows + stays * greatest(rows_ever - most_rows, 0), total_rows) END;
	page_rows CONSTANT float8 := greatest((filled[1] + filled[2]) / 2 * page_keys * total_rows / room_rows, 1);
	pages CONSTANT float8 := greatest(total_rows / page_rows, 1);
	-- On the pages that new rows go to.
	new_page_rows CONSTANT float8 := CASE WHEN returns THEN page_rows ELSE (filled[1] + filled[2]) / 2 * page_keys END;
	image_bytes CONSTANT float8 := 40 + least((page_bytes - 40) * new_page_rows / page_keys, 28 * total_rows);
	-- New pages per row: where rows are replaced, only for rows left behind.
	splits CONSTANT float8 := CASE WHEN returns AND deletes THEN stays ELSE 1 END / new_page_rows;
	-- The page in which a block begins, and if it splits, its parent.
	edge_pages CONSTANT float8 := CASE WHEN random THEN 0 WHEN returns AND deletes THEN 1
		ELSE 2 - exp(-least(splits * CASE WHEN opaque THEN block_rows ELSE checkpoint_rows END, 600)) END;
	-- The leaf pages under a block's prefix.
	found_pages CONSTANT float8 := CASE WHEN random THEN pages WHEN NOT returns THEN 0
		WHEN deletes THEN pages * least(block_rows / cycle_rows, 1) ELSE found * block_rows / page_rows END;
	-- Those in play between checkpoints, with those that the block has added; those with dead keys when VACUUM comes.
	rows_at_once CONSTANT float8 := CASE WHEN wraps THEN least(block_rows, checkpoint_rows) ELSE checkpoint_rows END;
	in_play CONSTANT float8 := found_pages + CASE WHEN opaque THEN edge_pages ELSE 0 END + CASE WHEN wraps
		AND NOT (returns AND deletes) THEN greatest(block_rows - checkpoint_rows, 0) / 2 / new_page_rows ELSE 0 END;
	dead_at_once CONSTANT float8 := CASE WHEN wraps THEN least(block_rows, vacuum_rows) ELSE vacuum_rows END;
	to_clean CONSTANT float8 := CASE WHEN NOT returns THEN dead_at_once / new_page_rows WHEN opaque THEN found_pages + 1
		ELSE found_pages END;
	-- n rows in random order go to p (1 - (1 - 1/p)^n) of p pages.  Opaque blocks may lie on the same page by chance.
	touched CONSTANT float8 := in_play * checkpoint_rows / rows_at_once
		* (1 - exp(greatest(rows_at_once * ln(1 - 1 / greatest(in_play, 1.000001)), -600)));
	dead_on CONSTANT float8 := to_clean * vacuum_rows / dead_at_once
		* (1 - exp(greatest(dead_at_once * (1 - stays) * ln(1 - 1 / greatest(to_clean, 1.000001)), -600)));
	cleaned CONSTANT float8 := least(CASE WHEN opaque THEN pages * (1 - exp(-least(dead_on / pages, 600)))
		ELSE dead_on + 1 END, pages) / vacuum_rows;
	-- New rows go to the table's pages in turn, between leftovers, until a page is full of those of many turns.
	leftovers CONSTANT float8 := CASE WHEN stays > 0 THEN least(old_rows / (young_rows + vacuum_rows),
		stays * ln(greatest(page_bytes / heap_row, 1)) / -ln(1 - stays)) ELSE 0 END;
BEGIN
	page_images := least(CASE WHEN opaque THEN pages * (1 - exp(-least(touched / pages, 600)))
		ELSE touched + edge_pages END, pages, checkpoint_rows) / checkpoint_rows;
	-- DELETE: a record of 56 bytes, 8 in those of VACUUM, and the image of the table's page.  VACUUM: the image of each
	-- leaf page with dead keys, as full as others, unless only leftovers remain.  If it comes several times between
	-- checkpoints, only pages that have no image yet.
	delete_wal := CASE WHEN deletes THEN 64 * (1 - stays) + heap_row * (1 + leftovers) + 64 * cleaned + image_bytes
		* least(cleaned, CASE WHEN vacuum_rows < checkpoint_rows THEN pages / checkpoint_rows - page_images END)
		* CASE WHEN stays > 0 AND cycles < 1 AND NOT (random OR opaque) THEN stays ELSE 1 END ELSE 0 END;
	-- Records, with headers: row_bytes + 36 for the table, 72 for the index (20 less with an image), 100 and the keys
	-- that move for a split.  The last page of the table is half full when its image is written.
	wal_per_row := row_bytes + 108 - 20 * page_images + page_images * image_bytes + page_bytes / 2 / checkpoint_rows
		+ splits * (100 + 28 * page_keys * CASE WHEN filled[1] > 0.8 AND NOT returns THEN 0.1 ELSE 0.5 END)
		+ delete_wal + heap_row * leftovers;
	warm_pages := CASE WHEN random THEN pages WHEN wraps THEN
		least(greatest(found_pages, block_rows / new_page_rows) + 1, block_rows) ELSE 1 END;
	-- If memory does not hold the index, a block reads the pages that it finds, and each row those that do not fit.
	reads_per_row := CASE WHEN pages * page_bytes <= memory_bytes THEN 0 ELSE least(greatest(CASE WHEN random THEN 0
		ELSE (found_pages * (1 - exp(greatest(block_rows * ln(1 - 1 / greatest(found_pages, 1.000001)), -600)))
			+ CASE WHEN opaque THEN 1 ELSE 0 END) / block_rows END, 1 - memory_bytes / page_bytes / warm_pages), 1) END;
	bytes_per_million_rows := 1e6 / page_rows * page_bytes;
	density := format(CASE WHEN filled[1] = filled[2] AND room_rows = total_rows THEN '%s %%' ELSE '%s to %s %%' END,
		floor(100 * filled[1] * total_rows / room_rows + 1e-9), ceil(100 * filled[2] * total_rows / room_rows - 1e-9));
END $$;

-- The ways to generate the key, each with its parameters for a workload, and the workload in rows, for the model.
CREATE OR REPLACE FUNCTION sequential_uuids_candidates(
	rows_per_second float8, kept interval, left_behind float8, goal text, total_rows float8, memory_bytes float8,
	checkpoints interval, dead_at_vacuum float8, peak float8, row_bytes int4, random_before bool,
	OUT place int4, OUT key text, OUT call text, OUT kind text, OUT block_rows float8, OUT cycle_rows float8,
	OUT checkpoint_rows float8, OUT vacuum_rows float8, OUT young_rows float8, OUT all_rows float8,
	OUT random_rows float8, OUT peak_block_rows float8, OUT wraps_after interval, OUT interval_range text,
	OUT outsider_learns text, OUT assumes text, OUT first_do text)
RETURNS SETOF record LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 6
SET search_path = pg_catalog, pg_temp SET extra_float_digits = 1 SET intervalstyle = postgres AS $$
DECLARE
	page_bytes CONSTANT float8 := current_setting('block_size');
	kept_seconds CONSTANT float8 := extract(epoch FROM kept);
	deletes CONSTANT bool := kept IS NOT NULL AND left_behind < 1;
	-- Whether the cycle is to come back to older rows; if not, whether small blocks fill pages in order.
	returns CONSTANT bool := deletes AND NOT (goal = 'smallest index' AND left_behind = 0);
	in_order CONSTANT bool := NOT returns AND goal <> 'reveals least' AND (deletes OR NOT random_before);
	five_years CONSTANT float8 := 5 * 365.25 * 86400;
	units CONSTANT float8[] := '{86400e6,3600e6,60e6,1e6,1e3,1}';
	unit_names CONSTANT text[] := '{days,h,min,s,ms,us}';
	-- Lengths that people use, in microseconds.
	lengths CONSTANT float8[] := ARRAY(SELECT unit * step FROM unnest(units) AS unit,
		unnest('{1,2,3,5,6,10,12,15,20,30,50,100,200,500}'::float8[]) AS step WHERE step = ANY (CASE
			WHEN unit = 3600e6 THEN '{1,2,3,6,12}' WHEN unit IN (60e6, 1e6) THEN '{1,2,5,10,15,30}'
			ELSE '{1,2,5,10,20,50,100,200,500}' END::float8[]));
	cycle float8;
	length float8;
	shortest float8;
	longest float8;
	dated float8;
	texts text[];
	arguments text;
	in_schema text;
BEGIN
	young_rows := CASE WHEN deletes THEN rows_per_second * kept_seconds END;
	all_rows := least(greatest(coalesce(total_rows, rows_per_second * CASE WHEN deletes THEN
		kept_seconds + left_behind * greatest(five_years - kept_seconds, 0) ELSE five_years END), young_rows, 1), 1e15);
	random_rows := CASE WHEN random_before AND NOT deletes THEN all_rows ELSE 0 END;
	checkpoint_rows := greatest(rows_per_second * extract(epoch FROM checkpoints)::float8, 1);
	-- VACUUM comes for dead rows, or for inserted rows; -1 means never, and only 18 and later have a maximum.
	vacuum_rows := coalesce(dead_at_vacuum * all_rows, least(current_setting('autovacuum_vacuum_threshold')::float8
		+ current_setting('autovacuum_vacuum_scale_factor')::float8 * all_rows,
		nullif(current_setting('autovacuum_vacuum_max_threshold', true)::float8, -1)));
	vacuum_rows := greatest(least(vacuum_rows / greatest(1 - left_behind, 1e-6), CASE WHEN dead_at_vacuum IS NULL THEN
		nullif(current_setting('autovacuum_vacuum_insert_threshold')::float8, -1)
		+ current_setting('autovacuum_vacuum_insert_scale_factor')::float8 * all_rows END), 1);
	assumes := concat_ws('; ', to_char(all_rows, 'FM9,999,999,999,999,990 "rows"'), 'checkpoints every ' || checkpoints,
		CASE WHEN deletes THEN to_char(vacuum_rows, '"VACUUM after" FM999,999,999,999,999,990 "rows"') END,
		pg_size_pretty(memory_bytes::int8) || ' for the index', format('rows of %s bytes', row_bytes),
		CASE WHEN total_rows < rows_per_second * kept_seconds AND deletes THEN format('filled for %s', kept) END,
		CASE WHEN random_before THEN 'older random keys ' || CASE WHEN deletes THEN 'are gone' ELSE 'stay' END END);

	FOR place, key, kind, call, arguments IN SELECT * FROM (VALUES
			(1, 'random', 'random', 'gen_random_uuid', ''), (2, 'UUIDv7', 'ascending', 'uuid_v7_nextval', ''),
			(3, 'default by time', 'wrapping', 'uuid_time_nextval', 'integer, integer'),
			(4, 'wrapping by time', 'wrapping', 'uuid_interval_nextval', 'interval, interval, integer'),
			(5, 'wrapping by sequence', 'wrapping', 'uuid_serial_nextval', 'regclass, bigint, bigint, integer'),
			(6, 'opaque by time', 'opaque', 'uuid_opaque_nextval', 'text, interval, interval, integer')) AS keys (p, k)
		WHERE p < 6 OR goal = 'reveals least'
	LOOP
		-- A little longer than rows are kept and then wait for VACUUM; or a century.
		cycle := CASE WHEN returns THEN least(1.05e6 * (kept_seconds + vacuum_rows / rows_per_second), 1e18)
			ELSE 36500 * 86400e6 END;
		length := (SELECT max(unit) FROM unnest(units) AS unit WHERE unit = 1 OR cycle >= 5 * unit);
		cycle := ceil(cycle / length) * length;
		-- In order, blocks of up to 100 rows fill pages best.  Otherwise, blocks of 1,000 rows and more fill pages and
		-- leave them empty, and those between two checkpoints cost no more WAL.  The pages of a block, half full, have
		-- to fit into memory.  For privacy, the longest.
		longest := least(greatest(floor(memory_bytes / page_bytes) - 1, 1) * 145e6 / peak
			/ greatest(all_rows / rows_per_second * 1e6 / cycle, 1), cycle / 10);
		longest := CASE WHEN in_order THEN least(longest, 100e6 / peak) ELSE longest END;
		longest := coalesce((SELECT max(l) FROM unnest(lengths) AS l WHERE l <= longest), 1);
		shortest := least((SELECT min(l) FROM unnest(lengths) AS l WHERE l >= 1e9 / rows_per_second), longest);
		length := (SELECT max(l) FROM unnest(lengths) AS l WHERE l <= extract(epoch FROM checkpoints) * 1e6);
		length := CASE WHEN in_order OR goal = 'reveals least' THEN longest
			ELSE greatest(shortest, least(longest, length)) END;
		IF key = 'default by time' THEN
			length := 60e6;
			cycle := 65536 * 60e6;
		END IF;
		cycle := least(ceil(cycle / length), 281474976710656) * length;
		block_rows := greatest(rows_per_second * length / 1e6, 1);
		cycle_rows := rows_per_second * cycle / 1e6;
		peak_block_rows := block_rows * peak / rows_per_second;
		IF kind IN ('random', 'ascending') THEN
			block_rows := CASE kind WHEN 'random' THEN all_rows ELSE 1 END;
			peak_block_rows := block_rows;
			cycle_rows := 'infinity';
		ELSIF key = 'wrapping by sequence' THEN
			-- 1, 2 or 5 times a power of ten.
			block_rows := coalesce((SELECT max(step * power(10, n)) FROM generate_series(0, 18) AS n,
				unnest('{1,2,5}'::float8[]) AS step WHERE step * power(10, n) <= peak_block_rows * 1.000001), 1);
			cycle_rows := least(ceil(cycle_rows / block_rows), 281474976710656) * block_rows;
			cycle := cycle_rows / rows_per_second * 1e6;
			peak_block_rows := block_rows;
		END IF;
		texts := ARRAY(SELECT (SELECT format('%s %s', (l / unit)::numeric, CASE l WHEN 86400e6 THEN 'day' ELSE name END)
			FROM unnest(units, unit_names) AS u (unit, name) WHERE l::numeric % unit::numeric = 0
			ORDER BY unit DESC LIMIT 1)
			FROM unnest(ARRAY[length, cycle, shortest, longest]) WITH ORDINALITY AS t (l, i) ORDER BY i);
		-- The generator here, if its owner is to be trusted.
		in_schema := (SELECT quote_ident(n.nspname) || '.'
			FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace JOIN pg_roles AS r ON r.oid = p.proowner
			JOIN pg_database AS d ON d.datname = current_database()
			WHERE p.proname = call AND oidvectortypes(p.proargtypes) = arguments
				AND (r.rolsuper OR r.rolname = current_user OR r.oid = d.datdba)
			ORDER BY p.probin IS NULL, n.nspname LIMIT 1);
		IF key = 'random' OR key = 'UUIDv7' AND current_setting('server_version_num')::int4 >= 180000 THEN
			call := CASE key WHEN 'random' THEN call ELSE 'uuidv7' END;
			in_schema := '';
		END IF;
		first_do := concat_ws('; ', CASE WHEN in_schema IS NULL THEN
				'first install sequential_uuids' || CASE kind WHEN 'opaque' THEN '_opaque' ELSE '' END END,
			CASE key WHEN 'wrapping by sequence' THEN 'first CREATE SEQUENCE seq'
				WHEN 'opaque by time' THEN format('first SELECT %suuid_secret_create(''secret'')', in_schema) END);
		call := format('%s%s(%s)', in_schema, call, CASE key
			WHEN 'wrapping by time' THEN format('''%s'', ''%s''', texts[1], texts[2])
			WHEN 'wrapping by sequence' THEN format('''seq'', %s, %s', block_rows::int8,
				(cycle_rows / block_rows)::int8)
			WHEN 'opaque by time' THEN format('''secret'', ''%s'', ''%s''', texts[1], texts[2]) END);
		interval_range := CASE WHEN key NOT IN ('wrapping by time', 'opaque by time') THEN NULL
			WHEN in_order THEN format('up to %s: longer reveals less, but leaves pages less full', texts[4])
			ELSE format('%s to %s: longer reveals less and needs more memory and WAL', texts[3], texts[4]) END;
		wraps_after := CASE WHEN cycle_rows < 'infinity' AND cycle < 1e20 THEN
			make_interval(days => floor(cycle / 86400e6)::int4,
				secs => (cycle::numeric % 86400000000)::float8 / 1e6) END;
		-- Anyone who takes a key for one of the last cycle is right about this share of the rows.
		dated := (coalesce(least(cycle_rows, young_rows), 0) + CASE WHEN deletes THEN left_behind ELSE 1 END
			* greatest(least(cycle_rows, all_rows) - coalesce(young_rows, 0), 0)) / all_rows;
		outsider_learns := CASE kind WHEN 'random' THEN 'nothing'
			WHEN 'ascending' THEN 'the time of each row to the millisecond or better, and the order of all rows'
			WHEN 'opaque' THEN format('which rows are of the same %s; when, once the time of one is known', texts[1])
			ELSE CASE key WHEN 'wrapping by sequence' THEN format('the number of earlier rows to within %s', block_rows)
				ELSE format('the time of each row to within %s', texts[1]) END
				|| CASE WHEN dated >= 0.95 THEN ''
					ELSE format('; its cycle, only for %s %% of rows', round(100 * dated)) END END;
		RETURN NEXT;
	END LOOP;
END $$;

-- index_memory has any type, so that '8 GB' is as good as 8 * 1024 ^ 3.  PostgreSQL does not bind the body of such a
-- function when it creates it, so this one finds its own schema: the context names it, as the search_path does not.  In
-- every language, a name without quotes consists of these characters.
CREATE OR REPLACE FUNCTION uuid_advise(
	rows_per_second float8, kept interval DEFAULT NULL, left_behind float8 DEFAULT 0, goal text DEFAULT 'cheapest',
	total_rows float8 DEFAULT NULL, index_memory anycompatible DEFAULT NULL, checkpoint_interval interval DEFAULT NULL,
	dead_at_vacuum float8 DEFAULT NULL, peak_rows_per_second float8 DEFAULT NULL, row_bytes int4 DEFAULT 100,
	random_before bool DEFAULT false, OUT key text, OUT call text, OUT wal_per_row float8, OUT page_images float8,
	OUT delete_wal float8, OUT reads_per_row float8, OUT warm_pages int8, OUT density text,
	OUT bytes_per_million_rows int8, OUT interval_range text, OUT wraps_after interval, OUT outsider_learns text,
	OUT assumes text, OUT note text)
RETURNS SETOF record LANGUAGE plpgsql STABLE PARALLEL SAFE COST 10000 ROWS 6
SET search_path = pg_catalog, pg_temp SET extra_float_digits = 1 AS $$
DECLARE
	page_bytes CONSTANT float8 := current_setting('block_size');
	memory CONSTANT text[] := regexp_match(lower(coalesce(index_memory::text,
		(pg_size_bytes(current_setting('shared_buffers')) / 4)::text)),
		'^\s*(\d{1,30}(?:\.\d*)?(?:e\+?\d\d?)?)\s*(bytes|b|kb|mb|gb|tb|)\s*$');
	memory_bytes CONSTANT float8 := memory[1]::float8
		* power(1024, coalesce(array_position('{kb,mb,gb,tb}', memory[2]), 0));
	checkpoints CONSTANT interval := coalesce(checkpoint_interval, current_setting('checkpoint_timeout')::interval);
	peak CONSTANT float8 := coalesce(peak_rows_per_second, rows_per_second);
	bad record;
	context text;
BEGIN
	FOR bad IN
		SELECT * FROM (VALUES
			('rows_per_second', rows_per_second::text, rows_per_second, 0.0001, 1e9, ''),
			('kept', kept::text, coalesce(extract(epoch FROM kept), 1), 0.001, 1e10, ' seconds, or NULL'),
			('left_behind', left_behind::text, left_behind, 0, num_nonnulls(kept),
				'=between 0 and 1, and 0 unless "kept" is given'),
			('goal', goal, array_position('{cheapest,smallest index,reveals least}', goal), 1, 3,
				'="cheapest", "smallest index" and "reveals least"'),
			('total_rows', total_rows::text, coalesce(total_rows, 1), 1, 1e15, ', or NULL'),
			('index_memory', index_memory::text, memory_bytes, page_bytes, 1e18,
				' bytes, a number or like ''8 GB'', or NULL'),
			('checkpoint_interval', checkpoint_interval::text, extract(epoch FROM checkpoints), 0.001, 1e10,
				' seconds, or NULL'),
			('dead_at_vacuum', dead_at_vacuum::text, coalesce(dead_at_vacuum, 0), 0, 100, ' times the rows, or NULL'),
			('peak_rows_per_second', peak_rows_per_second::text, peak, rows_per_second, 1e9, ', or NULL'),
			('row_bytes', row_bytes::text, row_bytes, 24, 8160, ''),
			('random_before', random_before::text, random_before::int4, 0, 1, '=false and true')
		) AS p (name, value, number, lowest, highest, more) WHERE (number BETWEEN lowest AND highest) IS NOT TRUE
	LOOP
		RAISE invalid_parameter_value USING
			MESSAGE = format('invalid value for parameter "%s": %s', bad.name, coalesce(bad.value, 'NULL')),
			DETAIL = format('Valid values are %s.', CASE WHEN bad.more ~ '^=' THEN substr(bad.more, 2)
				ELSE format('between %s and %s%s', bad.lowest, bad.highest, bad.more) END);
	END LOOP;
	GET DIAGNOSTICS context = PG_CONTEXT;
	-- Costs within 15 % of the least are equal; then reads decide, the size or the WAL, and simplicity.
	RETURN QUERY EXECUTE format($query$
		WITH choices AS (
			SELECT c.*, k.*, peak.warm_pages AS warm, greatest(k.bytes_per_million_rows / 1e6 * all_rows, 8192) AS size,
				   CASE kind WHEN 'ascending' THEN 'infinity' WHEN 'opaque' THEN 0.5 WHEN 'random' THEN 0
					ELSE least(cycle_rows, all_rows) / block_rows END AS shown
			  FROM %1$s.sequential_uuids_candidates($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) AS c,
				   LATERAL %1$s.sequential_uuids_costs(kind, block_rows, cycle_rows, checkpoint_rows, vacuum_rows,
					young_rows, all_rows, random_rows, $3, $10, $6) AS k,
				   LATERAL %1$s.sequential_uuids_costs(kind, peak_block_rows, cycle_rows, checkpoint_rows, vacuum_rows,
					young_rows, all_rows, random_rows, $3, $10, $6) AS peak
		), compared AS (
			SELECT *, greatest(wal_per_row, min(wal_per_row) OVER () / 0.85) AS wal,
				   greatest(size, min(size) OVER () / 0.85) AS room, kind <> 'random' AND $4 = 'cheapest'
					AND wal_per_row > 0.85 * max(wal_per_row) FILTER (WHERE kind = 'random') OVER () AS alike
			  FROM choices)
		SELECT key, CASE WHEN NOT (alike AND $11) THEN call END, round(wal_per_row),
			   round(page_images::numeric, 4)::float8, round(delete_wal), round(reads_per_row::numeric, 4)::float8,
			   ceil(warm)::int8, density, bytes_per_million_rows::int8, interval_range, wraps_after, outsider_learns,
			   assumes, nullif(concat_ws('; ', CASE WHEN alike AND $11 THEN 'leave it as it is: saves less than 15 %%'
				WHEN alike THEN 'saves less than 15 %%' END, nullif(first_do, ''),
				CASE WHEN warm * 8192 > $6 THEN 'memory does not hold the warm pages' END), '')
		  FROM compared
		 ORDER BY CASE $4 WHEN 'reveals least' THEN shown WHEN 'smallest index' THEN room ELSE wal END,
				  $4 = 'cheapest' AND (reads_per_row > 0.1 OR $11 AND alike),
				  CASE $4 WHEN 'cheapest' THEN room ELSE wal END, place $query$,
		(regexp_match(context, '("(?:[^"]|"")+"|[a-z_][a-z0-9_]*)\.uuid_advise\('))[1])
		USING rows_per_second, kept, left_behind, goal, total_rows, memory_bytes, checkpoints, dead_at_vacuum, peak,
			row_bytes, random_before;
END $$;
COMMENT ON FUNCTION uuid_advise
	(float8, interval, float8, text, float8, anycompatible, interval, float8, float8, int4, bool) IS
	'Ways to generate the keys of a table, the best first, with what each costs and reveals';

-- The keys of existing tables.  Guarantee: uuid_index_report() runs no code of a role that the caller does not trust.
-- Anyone who owns a table can put functions into its indexes, statistics, constraints, policies and types, and the
-- planner evaluates them with the rights of the role that reads the table.
--
-- It does not know how long rows stay that are removed with their partition or by TRUNCATE; the rate of inserts since
-- a crash or on a standby; or whether clients generate random keys, if the default does, too.

-- Keys of a table, those of the youngest rows last, with the ages of their transactions: of 32 pages all over it and
-- the last 64.  NULLs and a problem if reading rows fails, or could run the code of a role that is not trusted.
-- Trusted are superusers; the calling role, unless the session can change to another one, as code that runs could do
-- so, too; and pg_database_owner, who owns the schema "public", if that is one of them.
--
-- - Names: nobody else may put another table in the place of the one that was checked.  Locks on the table and, if its
--   schema's owner is not trusted, on the schema's row in pg_namespace shut that out.  Only a superuser can take the
--   latter.
-- - Code: nothing around the table depends on a function, operator, operator class or type that could run code of
--   others.  If the table's owner or its schema's is not trusted, SHARE UPDATE EXCLUSIVE shuts out anyone who would
--   create such a thing before the query is planned, and neither readers nor writers.  A domain, composite or range
--   type can change without a lock on the table, so these are no good.
-- - READ COMMITTED, as an older snapshot would not show what the planner sees.
--
-- The planner also reads statistics, but evaluates only what the query compares: ctid and NULL.  Functions of trusted
-- roles are trusted with what they call.  The function's locks are not waited for, those of the planner 100 ms.  An
-- error at the end rolls its subtransaction back, which releases its locks, but keeps the values of variables.
CREATE OR REPLACE FUNCTION sequential_uuids_sample(relation oid, attnum int2,
	OUT keys uuid[], OUT ages int4[], OUT problem text)
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE COST 100000 SET search_path = pg_catalog, pg_temp SET jit = off
SET lock_timeout = '100ms' SET row_security = off SET constraint_exclusion = off
SET enable_seqscan = off SET enable_tidscan = on AS $$
DECLARE
	trusted CONSTANT oid[] := (
		WITH roles AS (
			SELECT oid FROM pg_roles WHERE rolsuper OR rolname = current_user AND rolname = session_user)
		SELECT array_agg(r.oid) FROM pg_roles AS r JOIN pg_database AS d ON datname = current_database()
		  JOIN roles AS t ON t.oid = CASE rolname WHEN 'pg_database_owner' THEN datdba ELSE r.oid END);
	schema oid;
	of_trusted bool;
	in_trusted bool;
	name text;
	query text;
	pages int8;
BEGIN
	IF current_setting('transaction_isolation') NOT LIKE 'read%' THEN
		RAISE feature_not_supported USING MESSAGE = 'the transaction''s isolation level is above READ COMMITTED';
	END IF;
	SELECT s.oid, relowner = ANY (trusted), nspowner = ANY (trusted) INTO STRICT schema, of_trusted, in_trusted
	  FROM pg_class AS c JOIN pg_namespace AS s ON s.oid = relnamespace WHERE c.oid = relation;
	IF NOT in_trusted THEN
		IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
			RAISE insufficient_privilege
				USING MESSAGE = 'another role owns its schema, and only a superuser can lock that';
		END IF;
		PERFORM FROM pg_namespace WHERE oid = schema FOR KEY SHARE NOWAIT;
	END IF;
	name := relation::regclass;
	EXECUTE format('LOCK TABLE ONLY %s IN %s MODE NOWAIT', name,
		CASE WHEN of_trusted AND in_trusted THEN 'ACCESS SHARE' ELSE 'SHARE UPDATE EXCLUSIVE' END);
	-- After the lock: is it still that table, and what is its column?
	SELECT format($query$
			SELECT array_agg(key ORDER BY age DESC, place), array_agg(age ORDER BY age DESC, place)
			  FROM unnest($1, $2) AS range (first, beyond), LATERAL (
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
		UNION ALL
		SELECT 'pg_statistic_ext'::regclass, oid FROM pg_statistic_ext WHERE stxrelid = relation
		UNION ALL
		SELECT 'pg_constraint'::regclass, oid FROM pg_constraint WHERE conrelid = relation
		UNION ALL
		SELECT 'pg_policy'::regclass, oid FROM pg_policy WHERE polrelid = relation
		UNION ALL
		SELECT 'pg_attrdef'::regclass, d.oid
		  FROM pg_attrdef AS d JOIN pg_attribute AS a ON attrelid = adrelid AND a.attnum = adnum
		 WHERE adrelid = relation AND attgenerated <> ''
	), needed (class, object) AS (
		SELECT refclassid, refobjid FROM around JOIN pg_depend ON classid = class AND objid = object
		UNION
		SELECT more.* FROM needed, LATERAL (
			SELECT refclassid, refobjid FROM pg_depend WHERE classid = class AND objid = object
			UNION ALL
			SELECT 'pg_proc'::regclass, amproc FROM pg_opclass AS o JOIN pg_amproc ON amprocfamily = opcfamily
			 WHERE class = 'pg_opclass'::regclass AND o.oid = object
			UNION ALL
			SELECT 'pg_operator'::regclass, amopopr FROM pg_opclass AS o JOIN pg_amop ON amopfamily = opcfamily
			 WHERE class = 'pg_opclass'::regclass AND o.oid = object) AS more
		 WHERE class = ANY ('{pg_opclass,pg_operator,pg_type}'::regclass[])
	)
	-- Objects below 16384 are PostgreSQL's own.  Some classes have no code; those not known here might.
	SELECT pg_describe_object(class, object, 0) INTO problem FROM needed
	 WHERE object >= 16384 AND class <> ALL (
		'{pg_class,pg_constraint,pg_namespace,pg_extension,pg_collation,pg_am,pg_language}'::regclass[])
	   AND CASE class
		WHEN 'pg_proc'::regclass THEN (SELECT proowner FROM pg_proc WHERE oid = object) = ANY (trusted)
		WHEN 'pg_operator'::regclass THEN (SELECT oprowner FROM pg_operator WHERE oid = object) = ANY (trusted)
		WHEN 'pg_opclass'::regclass THEN (SELECT opcowner FROM pg_opclass WHERE oid = object) = ANY (trusted)
		WHEN 'pg_opfamily'::regclass THEN (SELECT opfowner FROM pg_opfamily WHERE oid = object) = ANY (trusted)
		WHEN 'pg_type'::regclass THEN (SELECT typtype IN ('b', 'e') FROM pg_type WHERE oid = object) END IS NOT TRUE
	 ORDER BY class, object LIMIT 1;
	IF FOUND THEN
		RAISE insufficient_privilege USING MESSAGE = format('%s could run another role''s code', problem);
	END IF;

	pages := pg_relation_size(relation) / current_setting('block_size')::int8;
	EXECUTE query INTO keys, ages
		USING ARRAY(SELECT p * greatest(pages - 64, 0) / 32 FROM generate_series(0, 32) AS p),
			ARRAY(SELECT p * greatest(pages - 64, 0) / 32 + CASE WHEN p = 32 THEN 64 ELSE (pages > 64)::int4 END
				FROM generate_series(0, 32) AS p);
	RAISE SQLSTATE 'UUIDS';
EXCEPTION
	WHEN SQLSTATE 'UUIDS' THEN NULL;
	WHEN OTHERS THEN
		keys := NULL;
		problem := SQLERRM;
END $$;

-- What the default of a column generates, or of its domain; the kind is NULL if that is not known.  Known are functions
-- of PostgreSQL, on which nothing is recorded to depend, of some extensions, and of the edition in SQL.
CREATE OR REPLACE FUNCTION sequential_uuids_default(relation oid, attnum int2, OUT expression text, OUT age int4,
	OUT kind text, OUT version text, OUT interval_seconds float8, OUT block_rows float8, OUT block_count float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- A call may have a schema, and be cast to a domain.  An argument may have a name, and be cast.
	call_pattern CONSTANT text := '^\(?(?:(?:[^."() ]+|"(?:[^"]|"")+")\.)?([a-z0-9_]+)\((.*)\)(?:\)?::.*)?$';
	argument CONSTANT text := '(?:(\w+) => )?(?:''((?:[^'']|'''')*)''|\(?(\d+)\)?)(?:::[a-z ]+)?(?:, |$)';
	call text[];
	names text[];
	given jsonb;
BEGIN
	SELECT pg_get_expr(d.expression, d.relation), d.age, CASE WHEN NOT EXISTS (
			SELECT FROM pg_depend AS needs JOIN pg_proc AS f ON f.oid = refobjid
			 WHERE (classid, objid, refclassid) = (class, object, 'pg_proc'::regclass) AND NOT EXISTS (
				SELECT FROM pg_depend AS member JOIN pg_extension AS e ON e.oid = member.refobjid
				 WHERE (member.classid, member.objid, member.deptype) = ('pg_proc'::regclass, f.oid, 'e')
				   AND extname IN ('sequential_uuids', 'sequential_uuids_opaque', 'uuid-ossp', 'pg_uuidv7'))
			   AND NOT EXISTS (SELECT FROM pg_proc AS beside
				 WHERE beside.pronamespace = f.pronamespace AND beside.proname = 'sequential_uuids_generate'))
		THEN regexp_match(pg_get_expr(d.expression, d.relation), call_pattern) END
	  INTO expression, age, call
	  FROM (SELECT adbin, adrelid, 'pg_attrdef'::regclass, oid, age(xmin) FROM pg_attrdef
			 WHERE adrelid = relation AND adnum = attnum
			UNION ALL
			SELECT typdefaultbin, 0, 'pg_type'::regclass, t.oid, age(t.xmin)
			  FROM pg_attribute AS a JOIN pg_type AS t ON t.oid = atttypid
			 WHERE attrelid = relation AND a.attnum = sequential_uuids_default.attnum AND typdefaultbin IS NOT NULL
			 LIMIT 1) AS d (expression, relation, class, object, age);
	SELECT k.kind, k.version, k.names, jsonb_object(k.names, k.defaults) INTO kind, version, names, given
	  FROM (VALUES ('{gen_random_uuid,uuidv4,uuid_generate_v4}'::text[], 'random', 'v4', '{}'::text[], '{}'::text[]),
			('{uuidv7,uuid_v7_nextval,uuid_generate_v7}', 'ascending', 'v7', '{}', '{}'),
			('{uuid_time_nextval}', 'wrapping', 'v4', '{interval_length,interval_count}', '{60,65536}'),
			('{uuid_interval_nextval}', 'wrapping', NULL, '{interval_length,cycle,version}', '{60,45 days 12:16,4}'),
			('{uuid_opaque_nextval}', 'opaque', NULL, '{secret,interval_length,cycle,version}',
				'{NULL,60,45 days 12:16,4}'),
			('{uuid_sequence_nextval,uuid_serial_nextval}', 'wrapping', NULL,
				'{sequence,block_size,block_count,version}', '{NULL,65536,65536,4}')
		) AS k (functions, kind, version, names, defaults)
	 WHERE call[1] = ANY (functions) AND (k.names = '{}' OR regexp_replace(call[2], argument, '', 'g') = '');
	IF names <> '{}' THEN
		given := given || coalesce((SELECT jsonb_object_agg(coalesce(m[1], names[n]), coalesce(m[2], m[3]))
			FROM regexp_matches(nullif(call[2], ''), argument, 'g') WITH ORDINALITY AS found (m, n)), '{}');
		version := coalesce(version, 'v' || (given->>'version'));
		interval_seconds := extract(epoch FROM (given->>'interval_length')::interval);
		block_rows := given->>'block_size';
		block_count := coalesce((given->>'interval_count')::float8, (given->>'block_count')::float8,
			extract(epoch FROM (given->>'cycle')::interval) / nullif(interval_seconds, 0));
		-- A default that always fails generates nothing.
		kind := CASE WHEN coalesce(interval_seconds, block_rows) > 0 AND block_count > 0 THEN kind END;
	END IF;
END $$;

-- What keys look like, the youngest last, and the share of them that the default does not generate: of the last 100,
-- those that are younger than the default.  Updated rows look young, too.  Without ages, keys are those of statistics.
-- Two random keys are within a sixteenth of all places with odds of one in eight.
CREATE OR REPLACE FUNCTION sequential_uuids_keys(heap oid, column_name name, keys uuid[], ages int4[],
	default_kind text, default_version text, default_age int4, block_rows float8, block_count float8,
	updated_share float8, OUT versions text, OUT pattern text, OUT random_share float8, OUT clients_share float8,
	OUT is_distinct bool, OUT row_bytes float8)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	wraps CONSTANT bool := coalesce(default_kind IN ('wrapping', 'opaque'), false);
	-- Small blocks, or few to a cycle, look like random keys.
	has_blocks CONSTANT bool := wraps
		AND block_rows * CASE default_kind WHEN 'opaque' THEN 10 ELSE block_count END >= 100;
	correlation float8;
	seen record;
BEGIN
	SELECT 24 + sum(avg_width * (1 - null_frac)), max(s.correlation) FILTER (WHERE attname = column_name),
		   coalesce(min(n_distinct) FILTER (WHERE attname = column_name) <= -0.9, false),
		   coalesce(keys, ARRAY(SELECT key[1]::uuid FROM regexp_matches(max(concat(most_common_vals, histogram_bounds))
			FILTER (WHERE attname = column_name), '[0-9a-f-]{36}', 'g') AS key))
	  INTO row_bytes, correlation, is_distinct, keys
	  FROM pg_stats AS s WHERE NOT inherited AND (schemaname, tablename) = (SELECT nspname, relname
		FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = relnamespace WHERE c.oid = heap);
	WITH parts AS (
		SELECT n, age, n > max(n) OVER () - 100 AS is_last, CASE WHEN key::text ~ '^.{14}[1-8].{4}[89ab]'
				THEN 'v' || substr(key::text, 15, 1) ELSE 'other' END AS version,
			   ('x' || translate(left(key::text, 13), '-', ''))::bit(48)::int8 / 2 ^ 48 AS place
		  FROM unnest(keys, ages) WITH ORDINALITY AS u (key, age, n)
	), steps AS (
		SELECT *, is_last AND age BETWEEN 0 AND default_age AS is_young,
			   (coalesce(abs(place - lag(place) OVER (ORDER BY n)) BETWEEN 0.0625 AND 0.9375, true)
				AND coalesce(abs(place - lead(place) OVER (ORDER BY n)) BETWEEN 0.0625 AND 0.9375, true))::int4 AS far
		  FROM parts
	)
	SELECT count(*) AS count, avg(far) AS far, avg(far) FILTER (WHERE is_last) AS last_far,
		   max(place) - min(place) AS range,
		   avg((version IN ('v1', 'v4', 'v8'))::int4) FILTER (WHERE is_last) AS in_all_places,
		   count(*) FILTER (WHERE is_young) AS young,
		   avg((version <> default_version OR has_blocks AND far = 1)::int4) FILTER (WHERE is_young) AS differing,
		   (SELECT string_agg(format('%s %% %s', round(100 * n / sum), v.version), ', ' ORDER BY n DESC, v.version)
			  FROM (SELECT version, count(*) AS n, sum(count(*)) OVER () FROM parts GROUP BY version) AS v) AS versions
	  INTO seen FROM steps;
	versions := seen.versions;
	random_share := seen.far;
	pattern := CASE WHEN ages IS NOT NULL THEN CASE WHEN seen.count < 20 THEN NULL
			WHEN seen.last_far > 0.5 THEN 'random' WHEN seen.in_all_places > 0.5 THEN 'in blocks' ELSE 'ascending' END
		-- The order of the table does not show blocks.
		WHEN wraps THEN NULL WHEN correlation > 0.9 THEN 'ascending'
		WHEN abs(correlation) < 0.1 AND seen.range > 0.9 THEN 'random' END;
	clients_share := CASE WHEN default_kind IS NULL OR ages IS NULL OR seen.young < 20 THEN NULL
		WHEN seen.differing > 0.05 + coalesce(updated_share, 0) THEN seen.differing
		WHEN default_kind <> 'random' THEN 0 END;
END $$;

-- The largest valid B-tree indexes whose first column is a uuid, with what catalogs and counters say of their tables.
-- The leaves of a partitioned index are one row; the heap to look at is the one that is inserted into just now, or else
-- the newest with rows.  Inserts are those during a time or, without one, since the counters were reset.
CREATE OR REPLACE FUNCTION sequential_uuids_indexes(over interval, largest int4, OUT schema_name name,
	OUT table_name name, OUT index_name name, OUT column_name name, OUT table_oid oid, OUT attnum int2,
	OUT leaves oid[], OUT heaps oid[], OUT heap_rows float8[], OUT heap_pages int4[], OUT heap oid,
	OUT heap_attnum int2, OUT rows_per_second float8, OUT deleted_share float8, OUT updated_share float8,
	OUT row_bytes float8, OUT is_logged bool, OUT unique_columns int4, OUT is_elsewhere bool, OUT has_trigger bool,
	OUT options jsonb)
RETURNS SETOF record LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
	page_bytes CONSTANT float8 := current_setting('block_size');
	count_inserts CONSTANT text := 'SELECT jsonb_object_agg(relid, n_tup_ins) FROM pg_stat_all_tables';
	since timestamptz := (SELECT stats_reset FROM pg_stat_database WHERE datname = current_database());
	before jsonb := '{}';
	after jsonb;
	seconds float8;
BEGIN
	-- A transaction keeps the statistics that it has read first, unless they are cleared.
	PERFORM pg_stat_clear_snapshot();
	IF over IS NOT NULL THEN
		EXECUTE count_inserts INTO before;
		since := clock_timestamp();
		PERFORM pg_sleep_for(over), pg_stat_clear_snapshot();
	END IF;
	EXECUTE count_inserts INTO after;
	seconds := nullif(extract(epoch FROM clock_timestamp() - since), 0);
	RETURN QUERY
	WITH leaves AS (
		SELECT x.*, t.relpages, coalesce(CASE WHEN c.relispartition THEN pg_partition_root(c.oid) END, c.oid) AS root,
			   c.relpersistence, c.relpages AS index_pages, part.share, t.reltuples,
			   -- VACUUM and ANALYZE count rows; before their first run, statistics do.
			   CASE WHEN t.relpages = 0 OR t.reltuples < 0 THEN pg_stat_get_live_tuples(t.oid)
				WHEN x.indpred IS NULL THEN t.reltuples ELSE c.reltuples END::float8 AS counted,
			   part.share * ((after->>t.oid::text)::int8
				- CASE WHEN over IS NULL THEN 0 ELSE (before->>t.oid::text)::int8 END) AS new
		  FROM pg_index AS x
		  JOIN pg_opclass AS o ON o.oid = x.indclass[0] AND o.opcintype = 'uuid'::regtype
		  JOIN pg_am AS m ON m.oid = o.opcmethod AND m.amname = 'btree'
		  JOIN pg_class AS c ON c.oid = x.indexrelid
		  JOIN pg_class AS t ON t.oid = x.indrelid,
			   -- A partial index has a part of the rows.
			   LATERAL (SELECT CASE WHEN x.indpred IS NOT NULL AND t.reltuples > 0
				THEN least(greatest(c.reltuples, 0) / t.reltuples::float8, 1) ELSE 1 END) AS part (share)
		 WHERE c.relkind = 'i' AND x.indkey[0] > 0 AND x.indisvalid AND x.indislive
		   AND (c.relpersistence <> 't' OR c.relnamespace = pg_my_temp_schema())
	), indexes AS (
		SELECT root, array_agg(indexrelid) AS leaves, array_agg(indrelid) AS heaps, array_agg(counted) AS counts,
			   array_agg(relpages) AS pages, sum(new)::float8 AS new, bool_and(relpersistence = 'p') AS is_logged,
			   sum(pg_stat_get_tuples_inserted(indrelid))::float8 AS inserts,
			   sum(pg_stat_get_tuples_deleted(indrelid))::float8 AS deletes,
			   sum(pg_stat_get_tuples_updated(indrelid))::float8 AS updates,
			   page_bytes * sum(relpages) / nullif(sum(greatest(reltuples, 0)::float8), 0) AS row_bytes,
			   (array_agg(indrelid ORDER BY new > 0 DESC NULLS LAST, counted > 0 DESC, indrelid DESC))[1] AS heap,
			   -- An index that was never vacuumed or analyzed has the pages of its creation.
			   sum(greatest(index_pages, counted * 40 / page_bytes)) AS pages_expected
		  FROM leaves GROUP BY root
	)
	SELECT s.nspname, t.relname, c.relname, b.attname, t.oid, b.attnum, g.leaves, g.heaps, g.counts, g.pages, h.oid,
		   a.attnum, CASE WHEN g.new >= 0 AND NOT pg_is_in_recovery() THEN least(g.new, 1e9 * seconds) / seconds END,
		   g.deletes / nullif(g.inserts, 0), g.updates / nullif(g.inserts + g.updates, 0), g.row_bytes, g.is_logged,
		   CASE WHEN x.indisunique THEN x.indnkeyatts END::int4,
		   -- A key that refers to another table is generated there.
		   b.attgenerated <> '' OR EXISTS (SELECT FROM pg_constraint
			 WHERE conrelid = t.oid AND contype = 'f' AND b.attnum = ANY (conkey)),
		   EXISTS (SELECT FROM pg_trigger WHERE tgrelid IN (t.oid, h.oid) AND tgtype & 7 = 7 AND tgenabled <> 'D'),
		   (SELECT jsonb_object_agg(name, setting) FROM pg_settings WHERE name ~ '^autovacuum_')
			|| coalesce((SELECT jsonb_object_agg(option_name, option_value)
				FROM pg_options_to_table(h.reloptions)), '{}')
	  FROM indexes AS g JOIN pg_class AS c ON c.oid = root JOIN pg_index AS x ON x.indexrelid = root
	  JOIN pg_class AS t ON t.oid = x.indrelid JOIN pg_namespace AS s ON s.oid = t.relnamespace
	  JOIN pg_attribute AS b ON b.attrelid = t.oid AND b.attnum = x.indkey[0]
	  JOIN pg_class AS h ON h.oid = g.heap JOIN pg_attribute AS a ON a.attrelid = h.oid AND a.attname = b.attname
	 ORDER BY g.pages_expected DESC, s.nspname, c.relname LIMIT largest;
END $$;

-- The best key for a table, beside those that it has, of the default and of clients, for the same rows: those of the
-- full table, if they are more.  It is full with a month's rows if they are kept for good, and if some are left behind,
-- with those of five times as long as others are kept.  No key by sequence is advised, since none is there.
CREATE OR REPLACE FUNCTION sequential_uuids_compared(in_schema text, rows_per_second float8, kept interval,
	left_behind float8, deleted_share float8, row_count float8, options jsonb, goal text, index_memory text,
	checkpoint_interval interval, row_bytes float8, random_before bool, default_kind text, pattern text,
	clients_share float8, block_rows float8, block_count float8, is_logged bool, OUT missing text, OUT call text,
	OUT note text, OUT assumes text, OUT wal_now float8, OUT wal_advised float8, OUT is_ready bool,
	OUT as_advised bool, OUT saves_little bool)
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	guesses CONSTANT bool := kept IS NULL AND coalesce(deleted_share, 0) >= 0.05;
	stay CONSTANT interval := CASE WHEN guesses
		THEN make_interval(secs => greatest(least(row_count / nullif(rows_per_second, 0), 1e9), 1)) ELSE kept END;
	left_share CONSTANT float8 := coalesce(left_behind,
		CASE WHEN guesses THEN greatest(1 - deleted_share, 0) ELSE 0 END);
	full_after CONSTANT interval := coalesce(justify_hours(date_trunc('second', stay))
		* CASE WHEN left_share > 0 THEN 6 ELSE 1 END, '30 days');
	full_rows CONSTANT float8 := least(greatest(row_count, rows_per_second * (1 + 5 * left_share)
		* extract(epoch FROM coalesce(stay, '30 days'))::float8, 1), 1e15);
	inserted_at_vacuum CONSTANT float8 := nullif((options->>'autovacuum_vacuum_insert_threshold')::float8, -1)
		+ (options->>'autovacuum_vacuum_insert_scale_factor')::float8 * full_rows;
	dead_at_vacuum CONSTANT float8 := least((options->>'autovacuum_vacuum_threshold')::float8
		+ (options->>'autovacuum_vacuum_scale_factor')::float8 * full_rows, 100 * full_rows,
		nullif((options->>'autovacuum_vacuum_max_threshold')::float8, -1), inserted_at_vacuum * (1 - left_share));
	kinds CONSTANT text[] := ARRAY[coalesce(default_kind, nullif(pattern, 'in blocks'), ''),
		CASE WHEN pattern = 'ascending' AND default_kind IS DISTINCT FROM 'ascending' THEN 'ascending'
		WHEN pattern = 'random' OR default_kind <> '' THEN 'random' ELSE '' END];
BEGIN
	missing := CASE WHEN NOT is_logged THEN 'writes no WAL'
		WHEN rows_per_second IS NULL THEN 'its rate of inserts is not known: set "over"'
		WHEN rows_per_second < 0.0001 THEN 'it has hardly any inserts: set a longer "over"'
		WHEN row_count IS NULL THEN 'how many rows it has is not known: ANALYZE it' END;
	IF missing IS NOT NULL THEN
		RETURN;
	END IF;
	EXECUTE format($query$
		SELECT a.call, a.note, c.first_do = '', now.wal,
			   CASE WHEN same.as_advised THEN now.wal_of_default ELSE a.wal_per_row END, same.as_advised,
			   a.call IS NULL
				OR CASE $4 WHEN 'reveals least' THEN now.all_alike ELSE best.counts > 0.85 * now.counts END
		  FROM %1$s.uuid_advise($1, $2, $3, $4, $5, $6, $7, $8, NULL, $9, $10) WITH ORDINALITY AS a
		  JOIN %1$s.sequential_uuids_candidates($1, $2, $3, $4, $5, 1e9, $7, $8, $1, $9, $10) AS c USING (key),
			   LATERAL (SELECT CASE $4 WHEN 'smallest index' THEN a.bytes_per_million_rows ELSE a.wal_per_row END)
				AS best (counts),
			   LATERAL (
				SELECT CASE WHEN bool_and(k.kind <> '' OR share = 0) THEN sum(share * wal_per_row) END AS wal,
					   max(wal_per_row) FILTER (WHERE n = 1) AS wal_of_default, sum(share * counts) AS counts,
					   max(counts) FILTER (WHERE n = 1) AS counts_of_default,
					   bool_and(k.kind = c.kind OR share = 0) AS all_alike
				  FROM unnest($11, $12) WITH ORDINALITY AS k (kind, share, n),
					   LATERAL (SELECT k.kind IN ('wrapping', 'opaque')) AS w (wraps),
					   LATERAL %1$s.sequential_uuids_costs(k.kind,
						CASE WHEN wraps THEN greatest($13, 1) WHEN k.kind = 'random' THEN all_rows ELSE 1 END,
						CASE WHEN wraps THEN $13 * $14 ELSE 'infinity' END, checkpoint_rows, vacuum_rows,
						young_rows, all_rows, random_rows, $3, $9, 1e9) AS costs,
					   LATERAL (SELECT CASE $4 WHEN 'smallest index' THEN bytes_per_million_rows ELSE wal_per_row END)
						AS m (counts)) AS now,
			   LATERAL (SELECT coalesce(c.kind = $15, false)
				AND ($4 = 'reveals least' OR best.counts > 0.85 * counts_of_default)) AS same (as_advised)
		 WHERE key <> 'wrapping by sequence' ORDER BY a.ordinality LIMIT 1 $query$, in_schema)
	INTO call, note, is_ready, wal_now, wal_advised, as_advised, saves_little
	USING rows_per_second, stay, left_share, goal, full_rows, index_memory, checkpoint_interval,
		dead_at_vacuum / full_rows, greatest(least(coalesce(row_bytes, 100), 8160), 24)::int4, random_before, kinds,
		ARRAY[1 - clients_share, clients_share], block_rows, block_count, default_kind;
	assumes := nullif(concat_ws('; ', CASE WHEN guesses THEN
			format('its rows seem to be kept for %s: set "kept" and "left_behind"',
				justify_hours(date_trunc('second', stay))) END,
		CASE WHEN row_count < 0.9 * full_rows THEN
			format('fewer rows than %s bring: figures are of the full table', full_after) END,
		CASE WHEN NOT coalesce(options->>'autovacuum_enabled', 'on')::bool THEN
			'autovacuum is off for it: figures assume that VACUUM comes' END), '');
END $$;

-- The mean time between checkpoints.  Fewer than ten say little, and an idle server skips some.
CREATE OR REPLACE FUNCTION sequential_uuids_checkpoint_interval() RETURNS interval
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	mean interval;
BEGIN
	EXECUTE format('SELECT (clock_timestamp() - stats_reset) / nullif(%1$s, 0) FROM %2$s WHERE %1$s >= 10',
		VARIADIC CASE WHEN current_setting('server_version_num')::int4 >= 170000
		THEN '{num_timed + num_requested,pg_stat_checkpointer}'::text[]
		ELSE '{checkpoints_timed + checkpoints_req,pg_stat_bgwriter}' END) INTO mean;
	RETURN greatest(least(mean, current_setting('checkpoint_timeout')::interval), '1 s');
END $$;

-- A row for each index.  Each has a subtransaction, so what is wrong with one table costs no other table's figures, and
-- a table that is being dropped costs 100 ms.  WHEN OTHERS does not catch query_canceled.
CREATE OR REPLACE FUNCTION uuid_index_report(
	over interval DEFAULT NULL, largest int4 DEFAULT 100, goal text DEFAULT 'cheapest', kept interval DEFAULT NULL,
	left_behind float8 DEFAULT NULL, index_memory anycompatible DEFAULT NULL, checkpoint_interval interval DEFAULT NULL,
	OUT "table" text, OUT index text, OUT size text, OUT rows int8, OUT column_default text, OUT versions text,
	OUT pattern text, OUT clients_generate bool, OUT inserts_per_second float8, OUT wal_per_insert float8,
	OUT advised_wal_per_insert float8, OUT advised_percent_of_now float8, OUT alter text, OUT note text)
RETURNS SETOF record LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE ROWS 100 COST 100000
SET search_path = pg_catalog, pg_temp SET jit = off SET lock_timeout = '100ms' SET extra_float_digits = 1
SET standard_conforming_strings = on SET quote_all_identifiers = off SET intervalstyle = postgres AS $$
#variable_conflict use_column
DECLARE
	page_bytes CONSTANT float8 := current_setting('block_size');
	context text;
	in_schema text;
	read text;
	compare text;
	checkpoints interval;
	entry record;
	facts record;
	best record;
	bytes float8;
	row_count float8;
	clients_share float8;
	has_own_keys bool;
BEGIN
	IF over NOT BETWEEN interval '1 us' AND interval '1 hour' THEN
		RAISE invalid_parameter_value USING MESSAGE = format('invalid value for parameter "over": %s', over),
			DETAIL = 'Valid values are between 1 microsecond and 1 hour.';
	ELSIF (largest >= 0) IS NOT TRUE THEN
		RAISE invalid_parameter_value USING
			MESSAGE = format('invalid value for parameter "largest": %s', coalesce(largest::text, 'NULL')),
			DETAIL = 'Valid values are between 0 and 2147483647.';
	END IF;
	GET DIAGNOSTICS context = PG_CONTEXT;
	in_schema := (regexp_match(context, '("(?:[^"]|"")+"|[a-z_][a-z0-9_]*)\.uuid_index_report\('))[1];
	read := format($query$
		SELECT * FROM %1$s.sequential_uuids_default($1, $2) AS d, %1$s.sequential_uuids_sample($3, $4) AS s,
			   LATERAL (SELECT coalesce(d.block_rows, d.interval_seconds * $6)) AS b (rows_per_block),
			   LATERAL %1$s.sequential_uuids_keys($3, $5, s.keys, s.ages, d.kind, d.version, d.age, rows_per_block,
				d.block_count, $7) AS k $query$, in_schema);
	compare := format('SELECT * FROM %1$s.sequential_uuids_compared(%1$L, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,'
		'$12, $13, $14, $15, $16, $17)', in_schema);
	-- Check the parameters even if there is no index.
	EXECUTE format('SELECT FROM %s.uuid_advise(1, $1, $2, $3, NULL, $4, $5)', in_schema)
		USING kept, coalesce(left_behind, 0), goal, index_memory::text, checkpoint_interval;
	EXECUTE format('SELECT coalesce($1, %s.sequential_uuids_checkpoint_interval())', in_schema)
		INTO checkpoints USING checkpoint_interval;

	FOR entry IN EXECUTE format('SELECT * FROM %s.sequential_uuids_indexes($1, $2)', in_schema) USING over, largest LOOP
		SELECT format('%I.%I', entry.schema_name, entry.table_name), quote_ident(entry.index_name)
		  INTO "table", index, size, rows, column_default, versions, pattern, clients_generate, inserts_per_second,
			wal_per_insert, advised_wal_per_insert, advised_percent_of_now, alter, note;
		BEGIN
			-- Assume as many rows per page as when they were counted.  Sizes need locks.
			SELECT sum(pg_relation_size(leaf)),
				   sum(n * coalesce(pg_relation_size(heap) / page_bytes / nullif(pages, 0), 1)) INTO bytes, row_count
			  FROM unnest(entry.leaves, entry.heaps, entry.heap_rows, entry.heap_pages) AS l (leaf, heap, n, pages);
			IF row_count NOT BETWEEN 0 AND 1e15 THEN
				RAISE data_exception USING MESSAGE = format('its statistics claim %s rows', row_count);
			END IF;
			size := pg_size_pretty(bytes::int8);
			rows := CASE WHEN row_count > 0 OR bytes <= page_bytes * cardinality(entry.leaves) THEN row_count END;
			inserts_per_second := round(entry.rows_per_second::numeric, 4);
			-- A block by time has the rows of its interval.  No default is older than ten years.
			EXECUTE read USING entry.table_oid, entry.attnum, entry.heap, entry.heap_attnum, entry.column_name,
				coalesce(entry.rows_per_second, rows / 315576000.0), entry.updated_share INTO facts;
			column_default := facts.expression;
			versions := facts.versions;
			pattern := facts.pattern;
			has_own_keys := NOT entry.is_elsewhere AND (column_default IS NOT NULL
				OR entry.unique_columns = 1 OR entry.unique_columns > 1 AND facts.is_distinct);
			clients_share := CASE WHEN NOT has_own_keys OR entry.has_trigger THEN NULL
				WHEN column_default IS NULL THEN 1 ELSE facts.clients_share END;
			clients_generate := clients_share > 0;
			EXECUTE compare INTO best USING entry.rows_per_second, kept, left_behind, entry.deleted_share, rows,
				entry.options, goal, index_memory::text, checkpoints, coalesce(facts.row_bytes, entry.row_bytes),
				coalesce(CASE WHEN facts.keys IS NULL THEN pattern = 'random'
					ELSE facts.random_share >= 0.05 END, false), facts.kind, pattern, coalesce(clients_share, 0),
				facts.rows_per_block, facts.block_count, entry.is_logged;
			wal_per_insert := round(best.wal_now);
			IF has_own_keys AND facts.kind IS DISTINCT FROM 'opaque' THEN
				advised_wal_per_insert := round(best.wal_advised);
				advised_percent_of_now := round((100 * best.wal_advised / best.wal_now)::numeric, 1);
				alter := CASE WHEN best.is_ready AND NOT (best.as_advised OR best.saves_little) THEN
					format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT %s;', "table", entry.column_name, best.call) END;
			END IF;
			note := nullif(concat_ws('; ', 'its rows are not read: ' || facts.problem, best.missing, best.assumes,
				CASE WHEN best.missing <> '' THEN NULL
					WHEN clients_share > 0 THEN 'clients generate keys: have them leave the column out'
					WHEN clients_share IS NULL AND facts.kind = 'random' THEN 'clients may generate its keys' END,
				CASE WHEN best.missing <> '' THEN NULL
					WHEN NOT has_own_keys THEN 'its keys come from elsewhere'
					WHEN facts.kind = 'opaque' THEN 'leave it as it is, since its keys hide their times'
					WHEN best.as_advised THEN 'as advised'
					WHEN best.wal_now IS NULL THEN 'what its keys cost is not known'
					WHEN best.saves_little THEN 'leave it as it is: another key saves less than 15 %'
					WHEN best.is_ready THEN best.note ELSE format('%s, for %s', best.note, best.call) END), '');
		EXCEPTION
			WHEN OTHERS THEN note := SQLERRM;
		END;
		RETURN NEXT;
	END LOOP;
END $$;
COMMENT ON FUNCTION uuid_index_report(interval, int4, text, interval, float8, anycompatible, interval) IS
	'What the keys of each index on a uuid column cost, and what those that uuid_advise() suggests would cost';
