-- Advice: what a table's keys cost, and what others would cost.  Both editions include
-- this file; doc/model.md derives the model.  Functions whose names begin with
-- "sequential_uuids_" are internal.  The file also works alone, to try it before
-- anything is installed: README.md beside it says how.
--
-- How it is written: functions that have several steps or raise errors are PL/pgSQL and
-- use only objects in pg_catalog.  Functions that call others of this file have
-- SQL-standard bodies, bound when they are created, so the extension stays relocatable.
-- These bodies qualify functions, and their operands have exactly the operators' types,
-- so nothing in another schema matches better.

CREATE OR REPLACE FUNCTION uuid_advise_costs(
	ascending bool, rows_per_block float8, block_count float8, rows_per_second float8, kept interval, left_behind float8,
	total_rows float8, index_memory int8, checkpoint_interval interval, row_bytes int4, random_before bool, opaque bool,
	OUT wal_per_row float8, OUT page_images float8, OUT delete_wal float8, OUT reads_per_row float8, OUT warm_pages int8,
	OUT first_density float8, OUT steady_density float8, OUT bytes_per_million_rows int8)
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	page CONSTANT float8 := current_setting('block_size');
	-- Keys on a full leaf page, without its high key, and keys that stay when the
	-- rightmost page splits.  Other pages split in halves; with splits at random
	-- times, they are ln 2 full on average.
	full_page CONSTANT int4 := floor((page - 40) / 28) - 1;
	stay_on_page int4 := full_page * 90 / 100;
	at_random CONSTANT float8 := ln(2::float8);

	random CONSTANT bool := NOT ascending AND block_count = 1;
	cycle_rows CONSTANT float8 := CASE WHEN ascending OR random THEN 'Infinity' ELSE rows_per_block * block_count END;
	block_rows CONSTANT float8 := CASE WHEN ascending THEN 1 WHEN random THEN total_rows ELSE greatest(rows_per_block, 1) END;
	checkpoint_rows CONSTANT float8 := greatest(rows_per_second * extract(epoch FROM checkpoint_interval)::float8, 1);
	deletes CONSTANT bool := kept IS NOT NULL AND left_behind < 1;
	-- Limited, so that nothing overflows or underflows.
	stays CONSTANT float8 := CASE WHEN left_behind < 1e-6 THEN 0 ELSE least(left_behind, 1 - 1e-6) END;
	-- Among older random keys, inserts never meet the rightmost page, unless those keys get deleted, too.
	never_rightmost CONSTANT bool := random_before AND NOT random AND NOT deletes;
	-- Each cycle has its blocks in a different random order, each between any others.
	permuted CONSTANT bool := opaque AND NOT ascending AND NOT random;
	-- Between other keys, the page of a block splits in halves.  Late rows of a block of over half a page go to the page
	-- that the split leaves.
	between_others CONSTANT float8 := least(0.5 + greatest(block_rows / full_page - 0.5, 0) / 3, at_random);
	-- Rows too young to be deleted, and all rows ever inserted.  If none stays for good, all are young.
	young CONSTANT float8 := CASE WHEN deletes AND stays > 0 THEN greatest(least(rows_per_second * extract(epoch FROM kept)::float8, total_rows), 1) ELSE total_rows END;
	ever CONSTANT float8 := CASE WHEN total_rows > young THEN young + (total_rows - young) / greatest(stays, 1e-6) ELSE young END;
	-- Leftovers per young row on the heap pages that new rows go to: all there are, or as many as accumulate until a page
	-- is full of them.
	leftovers CONSTANT float8 := CASE WHEN stays > 0 THEN
		least((total_rows - young) / young, stays * ln(greatest(page / (row_bytes + 8), 1)) / - ln(1 - stays)) ELSE 0 END;
	-- Rows deleted until autovacuum runs, and rows inserted meanwhile.
	dead float8 := 0;
	meanwhile float8 := 0;
	-- How many cycles have left rows under a block's prefix when it comes, and the most
	-- rows under a prefix, just before VACUUM, in cycles' worth.
	earlier float8;
	most float8;
	gone float8;
	-- What a permuted block finds under its prefix, in blocks: the mean just before VACUUM, what is left behind, how many
	-- cycles count for the most that it ever finds, and the variance.
	held float8;
	left_over float8;
	one_more float8;
	variance float8;
	of_block float8;
	emptied bool := false;
	visited bool;
	present_density float8;
	pages float8;
	in_play float8;
	splits float8;
	split_bytes float8;
	touched float8;
	full_by_then float8;
	image_bytes float8;
	-- 1 - exp(-x) is 2 * sinh(x / 2) * exp(-x / 2), exact for small x too.
	x float8;
	-- For the splits of the first cycle, see below.
	block int4;
	keys float8[] := '{0}';
	old_keys float8[] := '{0}';
	share float8[] := '{1}';
	taking int4 := 1;
	rows int4 := 0;
	keys_left float8 := 0;
	pages_left float8 := 0;
	i int4;
	stay float8;
	new_share float8;
	new_old_keys float8;
BEGIN
	IF deletes THEN
		dead := current_setting('autovacuum_vacuum_threshold')::float8 + current_setting('autovacuum_vacuum_scale_factor')::float8 * total_rows;
		-- Only PostgreSQL 18 and later have this setting.  Here and below, -1 means none.
		IF current_setting('autovacuum_vacuum_max_threshold', true)::float8 >= 0 THEN
			dead := least(dead, current_setting('autovacuum_vacuum_max_threshold')::float8);
		END IF;
		meanwhile := dead / (1 - stays);
		IF current_setting('autovacuum_vacuum_insert_threshold')::float8 >= 0 THEN
			meanwhile := least(meanwhile, current_setting('autovacuum_vacuum_insert_threshold')::float8 + current_setting('autovacuum_vacuum_insert_scale_factor')::float8 * total_rows);
		END IF;
		meanwhile := greatest(meanwhile, 1);
		dead := meanwhile * (1 - stays);
	END IF;

	-- The first cycle.  The split of the rightmost page leaves room.  In blocks of up to
	-- four times that size, late rows fit into it.  In blocks of up to two pages, pages
	-- split in step: follow the splits, and give each page its share of every row.
	IF permuted THEN
		stay_on_page := full_page / 2;
		first_density := at_random;
	ELSIF never_rightmost THEN
		stay_on_page := full_page / 2;
		-- Other cycles fill the halves that one cycle leaves; as measured, that takes four.
		first_density := between_others + least(total_rows / cycle_rows / 4, 1) * (at_random - between_others);
	ELSIF ascending OR NOT random AND block_rows <= 4 * (full_page - stay_on_page) THEN
		first_density := stay_on_page / full_page::float8;
	ELSIF random OR block_rows > 2 * full_page THEN
		first_density := at_random;
	ELSE
		block := round(block_rows);
		WHILE rows < 20000 LOOP
			-- A block begins on the rightmost page.
			FOR i IN 1 .. taking - 1 LOOP
				keys_left := keys_left + keys[i];
			END LOOP;
			pages_left := pages_left + taking - 1;
			keys := ARRAY[keys[taking]];
			old_keys := keys;
			share := '{1}';
			taking := 1;
			FOR row IN 1 .. block LOOP
				FOR i IN 1 .. taking LOOP
					keys[i] := keys[i] + share[i];
				END LOOP;
				i := 1;
				WHILE i <= taking LOOP
					IF keys[i] > full_page THEN
						stay := CASE WHEN i = taking THEN stay_on_page ELSE keys[i] / 2 END;
						new_share := share[i] * (1 - greatest(stay - old_keys[i], 0) / (keys[i] - old_keys[i]));
						new_old_keys := old_keys[i] - least(old_keys[i], stay);
						keys := keys[: i - 1] || stay || (keys[i] - stay) || keys[i + 1 :];
						old_keys := old_keys[: i - 1] || (old_keys[i] - new_old_keys) || new_old_keys || old_keys[i + 1 :];
						share := share[: i - 1] || (share[i] - new_share) || new_share || share[i + 1 :];
						taking := taking + 1;
						i := i + 1;
					END IF;
					i := i + 1;
				END LOOP;
			END LOOP;
			rows := rows + block;
		END LOOP;
		first_density := keys_left / (pages_left * full_page);
	END IF;

	-- The steady state.
	IF ascending THEN
		-- No row goes to an older page again; pages that deletes have emptied are gone.
		pages := (young + (ever - young) * (1 - exp(greatest(stay_on_page * ln(greatest(1 - stays, 1e-9)), -600)))) / stay_on_page;
		steady_density := total_rows / (pages * full_page);
		visited := false;
		emptied := deletes AND stays = 0;
	ELSIF NOT deletes THEN
		-- Pages that a later cycle has come back to have split in halves.
		most := least(greatest(total_rows / cycle_rows - 1, 0), 1);
		steady_density := (1 + most) / (2 * most / at_random + (1 - most) / first_density);
		-- Older random keys lie everywhere in the cycle.
		earlier := CASE WHEN never_rightmost THEN total_rows / cycle_rows ELSE floor(total_rows / cycle_rows) END;
		visited := random OR never_rightmost OR earlier >= 1;
	ELSIF random THEN
		-- Pages stay for good, and are fullest just before VACUUM.
		steady_density := at_random * total_rows / (total_rows + dead);
		visited := true;
	ELSIF permuted THEN
		-- A prefix comes once in each cycle, at any time in it.  So it has rows of this many cycles, and at times of one more.
		held := (young + meanwhile) / cycle_rows;
		earlier := ceil(held);
		x := held - earlier + 1;
		-- Rows that came together once stop mattering when as many have been left behind since.
		one_more := CASE WHEN stays > 0 THEN greatest(least(ever / cycle_rows, 1 / stays), 1) ELSE 20 END;
		most := earlier + 1 - exp(greatest(ln(1 - x * x / 2) * one_more, -600)) - exp(greatest(ln(greatest((1 - x) * (1 - x) / 2, 1e-300)) * one_more, -600));
		left_over := stays * greatest(ever / cycle_rows - most, 0);
		-- The share of cycles in which a page loses all of its keys, and so is removed.
		gone := CASE WHEN held < 1 THEN 1 - held * held / 2 WHEN held < 2 THEN (2 - held) * (2 - held) / 2 ELSE 0 END;
		gone := CASE WHEN gone > 0 THEN exp(greatest(ln(gone) * greatest(full_page / block_rows, 1) + full_page / 2 * ln(1 - stays), -600)) ELSE 0 END;
		variance := CASE WHEN held < 1 THEN held * (1 - held + held * held / 3) ELSE 1 / 3.0 END;
		visited := stays = 0 OR ever > cycle_rows;
		steady_density := CASE WHEN NOT visited THEN first_density * total_rows / ever
			ELSE at_random * least(greatest(
				-- A prefix has room for the most rows that it ever had, or that it had since it was last empty.
				(total_rows + dead / 2) / cycle_rows / (most + left_over),
				CASE WHEN held < 2 AND stays < 0.001 THEN 1 / (1 + 0.3 * held * held) / (1 + 30 / block_rows) ELSE 0 END,
				-- Many prefixes on one page even each other out.
				(1 - 1.4 * sqrt((1 + block_rows * variance / (held + left_over)) / full_page)) * total_rows / (total_rows + dead)), 1) END;
	ELSE
		earlier := floor((young + meanwhile) / cycle_rows);
		most := earlier + 1 + stays * greatest(ever / cycle_rows - earlier - 1, 0);
		-- The share of pages that lose all of their keys, and so are removed before the cycle comes back.
		gone := CASE WHEN earlier = 0 THEN exp(greatest(full_page / 2 * ln(1 - stays), -600)) ELSE 0 END;
		emptied := gone > 0.5;
		-- Otherwise the table is in its first cycle, and behaves as with ascending keys.
		visited := NOT emptied AND (stays = 0 OR ever > cycle_rows);
		steady_density := CASE WHEN NOT emptied AND NOT visited THEN first_density * total_rows / ever
			ELSE 1 / (
				-- Ahead of new pages lie rows of the last cycle, and after them none.
				gone * ((young + meanwhile) / cycle_rows / between_others + (1 - (young + meanwhile) / cycle_rows) / first_density)
				+ (1 - gone) / (at_random * least(total_rows / cycle_rows / most, 1))) END;
	END IF;
	-- If rows of many ages are replaced piece by piece, the number of keys on a page varies by about its square root, and
	-- the page has split when it was fullest.
	IF deletes AND stays = 0 AND (random OR earlier > 2 AND NOT permuted) THEN
		steady_density := steady_density * (1 - 1 / sqrt(full_page));
	END IF;
	-- Every page that is left has at least one key.
	steady_density := greatest(steady_density, 1 / full_page::float8);
	-- The density of the pages that new rows go to, without those that hold old leftovers.
	present_density := CASE WHEN visited OR emptied THEN steady_density ELSE first_density END;
	pages := greatest(total_rows / (full_page * steady_density), 1);
	bytes_per_million_rows := 1000000 / (full_page * steady_density) * page;

	-- Page images of inserts: the pages in play between two checkpoints.
	in_play := 1 + CASE WHEN random THEN pages WHEN ascending THEN 1 ELSE greatest(
		CASE WHEN visited THEN pages * least(greatest(block_rows, checkpoint_rows) / cycle_rows, 1) END,
		CASE WHEN NOT visited OR never_rightmost THEN 1 + greatest(block_rows - checkpoint_rows, 0) / 2 / (full_page * present_density) END) END;
	IF permuted THEN
		-- Blocks share no pages: count those of each block, including the one that it begins in.  If a page splits, also count
		-- its neighbour and its parent.
		of_block := CASE WHEN NOT visited THEN 0
			WHEN deletes THEN pages * least(block_rows / cycle_rows, 1)
			-- The rows of the current cycle, which is half over, are under other prefixes.
			ELSE (greatest(earlier - CASE WHEN never_rightmost THEN 0.5 ELSE 0 END, 0) + greatest(1 - checkpoint_rows / block_rows, 0) / 2) * block_rows / (full_page * steady_density) END;
		in_play := greatest(checkpoint_rows / block_rows, 1) * (1 + greatest(of_block, greatest(block_rows - checkpoint_rows, 0) / 2 / (full_page * present_density))
			+ CASE WHEN deletes AND visited THEN 0 ELSE 2 * (1 - exp(- least(block_rows / (full_page * present_density), 600))) END);
	END IF;
	in_play := least(in_play, pages);
	x := least(checkpoint_rows / in_play, 600);
	page_images := in_play / checkpoint_rows * 2 * sinh(x / 2) * exp(- x / 2);
	-- How full a page is by then: it has keys of earlier cycles, or half of its own if it is the one that grows.
	full_by_then := CASE WHEN permuted THEN 1 WHEN NOT visited THEN 1 - 0.5 / in_play WHEN deletes AND NOT random THEN
		least((earlier + stays * greatest(ever / cycle_rows - earlier - 1, 0) + greatest(1 - checkpoint_rows / block_rows, 0) / 2) * cycle_rows / total_rows, 1) ELSE 1 END;
	image_bytes := 40 + least((page - 40) * present_density * full_by_then, 28 * total_rows);

	-- Splits: one for each new page.
	splits := CASE WHEN NOT deletes OR emptied THEN 1 / (full_page * steady_density)
		WHEN ascending THEN 1 / stay_on_page::float8
		WHEN permuted THEN greatest(gone, stays) / (full_page * steady_density)
		ELSE stays / (full_page * steady_density) END;
	split_bytes := 28 * CASE WHEN NOT never_rightmost AND (ascending OR NOT visited AND NOT emptied AND first_density > 0.89) THEN full_page - stay_on_page ELSE full_page / 2 END + 100;

	-- WAL records, with padding.  The heap's contains the row, the index's a tuple unless there is a page image.
	wal_per_row := (row_bytes + 36) + 72 - 20 * page_images + page_images * image_bytes + splits * split_bytes;
	IF deletes THEN
		-- Inserts go where deleted rows were, between leftovers.  The heap is in order of time, so each of its pages is
		-- written as one image, including the leftovers on it.
		wal_per_row := wal_per_row + (row_bytes + 8) * leftovers;
		in_play := CASE WHEN random THEN pages WHEN visited THEN pages * least(greatest(block_rows, meanwhile) / cycle_rows, 1) ELSE meanwhile / (full_page * present_density) END + 1;
		IF permuted THEN
			in_play := greatest(meanwhile / block_rows, 1) * (1 + CASE WHEN visited THEN pages * least(block_rows / cycle_rows, 1) ELSE block_rows / (full_page * present_density) END);
		END IF;
		in_play := least(in_play, pages);
		x := least(dead / in_play, 600);
		touched := in_play * 2 * sinh(x / 2) * exp(- x / 2);
		-- A page that lost all keys is written with them, when its neighbour is removed; any other without its deleted keys.
		full_by_then := CASE WHEN emptied OR random THEN 1
			WHEN permuted THEN gone + (1 - gone) * greatest(least((greatest(held - 1, 0) + left_over + stays) * cycle_rows / total_rows, 1), 1 - block_rows / (full_page * present_density))
			WHEN visited THEN
			least((floor(young / cycle_rows) + stays * greatest(ever / cycle_rows - floor(young / cycle_rows), 0)) * cycle_rows / total_rows, 1)
			ELSE stays END;
		image_bytes := 40 + least((page - 40) * present_density * full_by_then, 28 * total_rows);
		delete_wal := 64 * (1 - stays) + (row_bytes + 8) * (1 + greatest(leftovers - stays, 0)) * (1 - exp(greatest(greatest(page / (row_bytes + 8), 1) * ln(greatest(stays, 1e-9)), -600))) + (touched * (64 + image_bytes) + 2 * dead) / meanwhile;
		wal_per_row := wal_per_row + delete_wal;
	ELSE
		delete_wal := 0;
	END IF;

	-- Reads, if the index is larger than memory: each page of a block that the cycle comes back to, and again for each
	-- row if the block's pages do not fit.
	in_play := 1 + CASE WHEN random THEN pages ELSE greatest(
		CASE WHEN visited THEN pages * least(block_rows / cycle_rows, 1) END,
		CASE WHEN permuted THEN block_rows / (full_page * at_random) WHEN NOT visited OR never_rightmost THEN block_rows / (full_page * present_density) END) END;
	in_play := least(in_play, pages);
	x := least(block_rows / in_play, 600);
	touched := in_play * 2 * sinh(x / 2) * exp(- x / 2);
	warm_pages := ceil(CASE WHEN random THEN pages ELSE touched END);
	reads_per_row := 0;
	IF permuted AND pages * page > index_memory THEN
		reads_per_row := greatest(least((1 + of_block) / block_rows, 1), 1 - index_memory / page / in_play);
	ELSIF visited AND pages * page > index_memory THEN
		x := least(cycle_rows / pages, 600);
		reads_per_row := greatest(pages / cycle_rows * 2 * sinh(x / 2) * exp(- x / 2), 1 - index_memory / page / in_play);
	END IF;

	first_density := 100 * first_density;
	steady_density := 100 * steady_density;
END $$;

COMMENT ON FUNCTION uuid_advise_costs(bool, float8, float8, float8, interval, float8, float8, int8, interval, int4, bool, bool) IS
	'What keys of one kind cost, by the model of doc/model.md, for uuid_advise() and uuid_index_report()';

-- Each way to generate the key, with its parameters for a workload, and the workload
-- with its defaults filled in.
CREATE OR REPLACE FUNCTION sequential_uuids_candidates(
	rows_per_second float8, kept interval, left_behind float8, goal text, total_rows int8, index_memory int8,
	checkpoint_interval interval, peak_rows_per_second float8, row_bytes int4, random_before bool,
	OUT place int4, OUT key text, OUT call text, OUT ascending bool, OUT opaque bool, OUT rows_per_block float8, OUT block_count float8, OUT wraps_after interval,
	OUT all_rows float8, OUT memory int8, OUT checkpoints interval, OUT peak float8, OUT collision_odds float8, OUT outsider_learns text)
RETURNS SETOF record
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 7 SET search_path = pg_catalog, pg_temp SET extra_float_digits = 1 AS $$
DECLARE
	five_years CONSTANT float8 := 5 * 365.25 * 86400;
	century CONSTANT float8 := 36500 * 86400.0;
	-- Lengths that divide each other's multiples well, in microseconds.
	units CONSTANT float8[] := '{86400e6,3600e6,60e6,1e6,1e3,1}';
	unit_names CONSTANT text[] := '{days,h,min,s,ms,us}';
	steps CONSTANT text[] := '{1 2 5 10 20 50 100 200 500 1000,1 2 3 6 12,1 2 5 10 15 30,1 2 5 10 15 30,1 2 5 10 20 50 100 200 500,1 2 5 10 20 50 100 200 500}';
	seconds CONSTANT float8 := extract(epoch FROM kept);
	page CONSTANT float8 := current_setting('block_size');
	deletes CONSTANT bool := kept IS NOT NULL AND left_behind < 1;
	returns CONSTANT bool := kept IS NOT NULL AND left_behind < 1 AND NOT (goal = 'smallest index' AND left_behind = 0);
	complaint record;
	meanwhile float8;
	until_vacuum float8;
	held float8;
	cycle float8;
	length float8;
	size float8;
	count float8;
	cycles float8;
	whole float8;
	bits float8;
	pairs float8;
	length_text text;
	cycle_text text;
BEGIN
	FOR complaint IN
		SELECT * FROM (VALUES
			('rows_per_second', rows_per_second::text, rows_per_second BETWEEN 0.0001 AND 1e9, 'between 0.0001 and 1000000000'),
			('kept', kept::text, isfinite(kept) AND seconds BETWEEN 0.001 AND 1e10, 'between 1 millisecond and 316 years, or NULL for rows kept for good'),
			('left_behind', left_behind::text, left_behind BETWEEN 0 AND 1, 'between 0 and 1'),
			('goal', goal, goal IN ('cheapest', 'smallest index', 'reveals least'), '"cheapest", "smallest index" and "reveals least"'),
			('total_rows', total_rows::text, total_rows >= 1, 'between 1 and 9223372036854775807'),
			('index_memory', index_memory::text, index_memory >= page, format('between %s and 9223372036854775807', page)),
			('checkpoint_interval', checkpoint_interval::text, isfinite(checkpoint_interval) AND extract(epoch FROM checkpoint_interval) BETWEEN 0.001 AND 1e10, 'between 1 millisecond and 316 years'),
			('peak_rows_per_second', peak_rows_per_second::text, peak_rows_per_second BETWEEN rows_per_second AND 1e9, format('between "rows_per_second", %s, and 1000000000', rows_per_second)),
			('row_bytes', row_bytes::text, row_bytes BETWEEN 24 AND 8160, 'between 24 and 8160')) AS parameters (name, value, is_valid, valid)
		 WHERE NOT is_valid
	LOOP
		RAISE invalid_parameter_value USING MESSAGE = format('invalid value for parameter "%s": %s', complaint.name, complaint.value),
			DETAIL = format('Valid values are %s.', complaint.valid);
	END LOOP;
	-- As in STRICT functions, return nothing if a parameter is NULL, unless NULL stands for a default.
	IF rows_per_second IS NULL OR left_behind IS NULL OR goal IS NULL OR row_bytes IS NULL OR random_before IS NULL THEN
		RETURN;
	END IF;

	peak := coalesce(peak_rows_per_second, rows_per_second);
	-- Older random keys that will be deleted do not belong to the steady state.
	all_rows := coalesce(CASE WHEN NOT (random_before AND deletes) THEN total_rows END, greatest(1, rows_per_second * CASE WHEN deletes THEN seconds + left_behind * greatest(five_years - seconds, 0) ELSE five_years END));
	memory := coalesce(index_memory, pg_size_bytes(current_setting('shared_buffers')) / 4);
	checkpoints := coalesce(checkpoint_interval, current_setting('checkpoint_timeout')::interval);

	meanwhile := current_setting('autovacuum_vacuum_threshold')::float8 + current_setting('autovacuum_vacuum_scale_factor')::float8 * all_rows;
	IF current_setting('autovacuum_vacuum_max_threshold', true)::float8 >= 0 THEN
		meanwhile := least(meanwhile, current_setting('autovacuum_vacuum_max_threshold')::float8);
	END IF;
	meanwhile := meanwhile / greatest(1 - left_behind, 1e-6);
	IF current_setting('autovacuum_vacuum_insert_threshold')::float8 >= 0 THEN
		meanwhile := least(meanwhile, current_setting('autovacuum_vacuum_insert_threshold')::float8 + current_setting('autovacuum_vacuum_insert_scale_factor')::float8 * all_rows);
	END IF;
	until_vacuum := least(seconds + least(meanwhile / rows_per_second, 1e12), 1e12);

	FOR place, key IN VALUES (1, 'random'), (2, 'UUIDv7'), (3, 'default by time'), (4, 'wrapping by time'), (5, 'default by sequence'), (6, 'wrapping by sequence'), (7, 'opaque by time') LOOP
		ascending := key = 'UUIDv7';
		opaque := key = 'opaque by time';

		-- The cycle is a little longer than rows are kept and then wait for VACUUM, as far as an interval allows, or a century
		-- if there is nothing to come back to.  An opaque block meets rows of any age: few if the cycle is three times as long;
		-- if it is half as long, those of the fewest cycles at once for the room that they take.  If most rows are leftovers, a
		-- longer one is better.  For privacy, use the cycle of wrapping keys: there, counting keys per prefix reveals the least.
		cycle := 1e6 * CASE WHEN NOT returns THEN century
			WHEN opaque THEN least(1.05 * until_vacuum * CASE WHEN goal = 'reveals least' THEN 1 WHEN left_behind = 0 THEN 3 WHEN all_rows < 3 * rows_per_second * seconds THEN 0.5 ELSE 1 END, 1e12)
			ELSE least(1.05 * until_vacuum, 1e12) END;
		FOR i IN 1 .. 6 LOOP
			IF cycle >= (CASE WHEN opaque THEN 20 ELSE 2 END) * units[i] OR i = 6 THEN
				cycle := ceil(cycle / units[i]) * units[i];
				EXIT;
			END IF;
		END LOOP;
		-- If rows are kept for good, a block has 100 rows: such blocks pack like ascending keys, except among random keys.  The
		-- same goes for rows deleted completely, if the cycle does not come back.  Otherwise a block has the rows between two
		-- checkpoints, but at least a thousand, since smaller blocks leave pages half empty.  For privacy, use the largest block
		-- whose pages fit into memory.  Opaque blocks share no pages, which costs hardly anything from 2,000 rows on.
		held := greatest(1, all_rows / rows_per_second / cycle * 1e6);
		length := 1e6 * CASE
			WHEN goal = 'reveals least' THEN greatest(floor(memory / page) - 1, 1) * 145 / held / peak
			WHEN opaque THEN greatest(CASE WHEN returns THEN extract(epoch FROM checkpoints) ELSE 0 END, 4000 / rows_per_second)
			WHEN NOT returns AND NOT (random_before AND NOT deletes) THEN 100 / peak
			ELSE greatest(extract(epoch FROM checkpoints), 1000 / rows_per_second) END;
		length := least(length, cycle / CASE WHEN opaque THEN 20 ELSE 10 END, CASE WHEN returns THEN greatest(floor(memory / page) - 1, 1) * 145 / CASE WHEN opaque THEN held ELSE 1 END / peak * 1e6 END);
		FOR i IN 1 .. 6 LOOP
			IF length >= units[i] OR i = 6 THEN
				length := greatest((SELECT max(step::float8) FROM string_to_table(steps[i], ' ') AS step WHERE step::float8 <= length / units[i]), 1) * units[i];
				EXIT;
			END IF;
		END LOOP;
		cycle := ceil(cycle / length) * length;
		CASE key
			WHEN 'random' THEN
				call := 'gen_random_uuid()';
				rows_per_block := all_rows;
				count := 1;
				outsider_learns := 'nothing';
			WHEN 'UUIDv7' THEN
				call := 'uuid_v7_nextval()';
				rows_per_block := 1;
				count := 281474976710656;
				outsider_learns := 'the time of each row to the microsecond, and the order of all rows';
			WHEN 'wrapping by time', 'opaque by time' THEN
				size := length;
				count := least(cycle / length, 281474976710656);
				rows_per_block := rows_per_second * size / 1e6;
			WHEN 'wrapping by sequence' THEN
				-- Rounded down to 1, 2 or 5 times a power of ten.
				size := greatest(floor(length / 1e6 * peak), 1);
				size := power(10::float8, floor(log(size))) * (SELECT max(step) FROM unnest('{1,2,5}'::float8[]) AS step WHERE step <= size / power(10::float8, floor(log(size))) + 1e-9);
				count := least(ceil(cycle / 1e6 * rows_per_second / size), 281474976710656);
				rows_per_block := size;
			WHEN 'default by time' THEN
				call := 'uuid_time_nextval()';
				size := 60e6;
				count := 65536;
				rows_per_block := rows_per_second * 60;
			WHEN 'default by sequence' THEN
				call := 'uuid_sequence_nextval(''seq'')';
				size := 65536;
				count := 65536;
				rows_per_block := size;
		END CASE;
		block_count := count;
		IF key LIKE '%time' THEN
			SELECT format('%s %s', (size / u.unit)::numeric, u.name) INTO length_text FROM unnest(units, unit_names) AS u (unit, name) WHERE size::numeric % u.unit::numeric = 0 ORDER BY u.unit DESC LIMIT 1;
			SELECT format('%s %s', (size * count / u.unit)::numeric, u.name) INTO cycle_text FROM unnest(units, unit_names) AS u (unit, name) WHERE (size * count)::numeric % u.unit::numeric = 0 ORDER BY u.unit DESC LIMIT 1;
			call := coalesce(call, format(CASE WHEN opaque THEN 'uuid_opaque_nextval(''secret'', ''%s'', ''%s'')' ELSE 'uuid_interval_nextval(''%s'', ''%s'')' END, length_text, cycle_text));
			outsider_learns := CASE WHEN opaque THEN format('which rows are from the same %s; also when, once the time of one of them is known', length_text)
				ELSE format('the time of each row to within %s', length_text) || CASE WHEN size * count < century * 1e6 THEN format(', but not which cycle of %s', cycle_text) ELSE '' END END;
		ELSIF key LIKE '%sequence' THEN
			call := coalesce(call, format('uuid_serial_nextval(''seq'', %s, %s)', size::int8, count::int8));
			outsider_learns := format('the number of rows to within %s, but not which cycle of %s rows', size::int8, (size::numeric * count::numeric));
		END IF;
		wraps_after := CASE WHEN key LIKE '%time' THEN make_interval(days => floor(size * count / 86400e6)::int4, secs => (size * count - floor(size * count / 86400e6) * 86400e6) / 1e6)
			WHEN key LIKE '%sequence' AND size * count / rows_per_second < 86400.0 * 2147483647 THEN
				make_interval(days => floor(size * count / rows_per_second / 86400)::int4, secs => round(size * count / rows_per_second - floor(size * count / rows_per_second / 86400) * 86400)) END;

		-- Pairs of rows under one prefix, from all cycles so far.  UUIDv7: in one tick, of which a millisecond has 4096.
		bits := CASE WHEN ascending THEN 62 ELSE 122 - ceil(log(2.0, count::numeric)) END;
		IF ascending THEN
			pairs := all_rows * least(rows_per_second / 4096e3, all_rows) / 2;
		ELSIF all_rows <= rows_per_block THEN
			pairs := all_rows * (all_rows - 1) / 2;
		ELSE
			cycles := all_rows / (rows_per_block * count);
			whole := floor(cycles) * rows_per_block;
			pairs := count * ((1 - cycles + floor(cycles)) * whole * greatest(whole - 1, 0) + (cycles - floor(cycles)) * (whole + rows_per_block) * greatest(whole + rows_per_block - 1, 0)) / 2;
		END IF;
		collision_odds := least(pairs / power(2::float8, bits), 600);
		collision_odds := least(2 * sinh(collision_odds / 2) * exp(- collision_odds / 2), 1);
		RETURN NEXT;
		call := NULL;
	END LOOP;
END $$;

COMMENT ON FUNCTION sequential_uuids_candidates(float8, interval, float8, text, int8, int8, interval, float8, int4, bool) IS
	'Ways to generate a key, with the parameters that fit a workload, for uuid_advise()';

CREATE OR REPLACE FUNCTION uuid_advise(
	rows_per_second float8, kept interval DEFAULT NULL, left_behind float8 DEFAULT 0, goal text DEFAULT 'cheapest',
	total_rows int8 DEFAULT NULL, index_memory int8 DEFAULT NULL, checkpoint_interval interval DEFAULT NULL,
	peak_rows_per_second float8 DEFAULT NULL, row_bytes int4 DEFAULT 100, random_before bool DEFAULT false,
	OUT key text, OUT call text, OUT why text, OUT wal_per_row float8, OUT page_images float8, OUT delete_wal float8, OUT reads_per_row float8,
	OUT warm_pages int8, OUT first_density float8, OUT steady_density float8, OUT bytes_per_million_rows int8,
	OUT wraps_after interval, OUT collision_odds float8, OUT outsider_learns text)
RETURNS SETOF record
LANGUAGE sql STABLE PARALLEL SAFE COST 10000 ROWS 7
BEGIN ATOMIC
	WITH choices AS (
		SELECT c.place, c.key, c.call, c.ascending, c.opaque, c.rows_per_block, c.block_count, c.wraps_after, c.all_rows, c.memory, c.collision_odds, c.outsider_learns,
			   k.wal_per_row, k.page_images, k.delete_wal, k.reads_per_row, at_peak.warm_pages, k.first_density, k.steady_density, k.bytes_per_million_rows,
			   -- How many places in time or order keys reveal: none if random, none by themselves if opaque, the most with UUIDv7.
			   CASE WHEN c.ascending THEN float8 'infinity' WHEN c.opaque THEN 0.5::float8 WHEN c.block_count = 1::float8 THEN 0::float8 ELSE least(c.block_count, pg_catalog.ceil(c.all_rows / c.rows_per_block)) END AS told,
			   greatest(k.bytes_per_million_rows::float8 * c.all_rows / 1e6::float8, pg_catalog.current_setting('block_size')::float8) AS size
		  FROM sequential_uuids_candidates(rows_per_second, kept, left_behind, goal, total_rows, index_memory, checkpoint_interval, peak_rows_per_second, row_bytes, random_before) AS c,
			   LATERAL uuid_advise_costs(c.ascending, c.rows_per_block, c.block_count, rows_per_second, kept, left_behind, c.all_rows, c.memory, c.checkpoints, row_bytes, random_before, c.opaque) AS k,
			   LATERAL uuid_advise_costs(c.ascending, CASE WHEN c.key LIKE '%time' THEN c.rows_per_block * c.peak / rows_per_second ELSE c.rows_per_block END,
				c.block_count, c.peak, kept, left_behind, c.all_rows, c.memory, c.checkpoints, row_bytes, random_before, c.opaque) AS at_peak)
	SELECT key, call,
		   pg_catalog.format('%s%s%s%s%s',
			CASE WHEN page_images < 0.01::float8 THEN 'hardly any page images' ELSE pg_catalog.format('a page image for every %s rows', pg_catalog.round((1::float8 / page_images)::numeric, CASE WHEN page_images > 0.1::float8 THEN 1 ELSE 0 END)) END,
			CASE WHEN reads_per_row > 0.01::float8 THEN pg_catalog.format('; %s reads for every 100 rows', pg_catalog.round((reads_per_row * 100::float8)::numeric, 0)) ELSE '' END,
			CASE WHEN size > pg_catalog.min(size) OVER () * 1.15::float8 THEN pg_catalog.format('; an index %s times the smallest', pg_catalog.round((size / pg_catalog.min(size) OVER ())::numeric, 1)) ELSE '; an index as small as any' END,
			CASE WHEN warm_pages::float8 * pg_catalog.current_setting('block_size')::float8 > memory::float8 THEN '; more warm pages than index_memory holds' ELSE '' END,
			CASE WHEN opaque THEN '; needs the extension sequential_uuids_opaque and a secret' ELSE '' END),
		   wal_per_row, page_images, delete_wal, reads_per_row, warm_pages, first_density, steady_density, bytes_per_million_rows, wraps_after, collision_odds, outsider_learns
	  FROM choices
	 -- Choices within 15 % of the best are equally good.  Then the index decides, unless most of it has to be read, or the WAL; in the end, simplicity.
	 ORDER BY CASE goal WHEN 'reveals least' THEN told WHEN 'smallest index' THEN greatest(size, pg_catalog.min(size) OVER () * 1.15::float8) ELSE greatest(wal_per_row, pg_catalog.min(wal_per_row) OVER () * 1.15::float8) END,
			  CASE goal WHEN 'cheapest' THEN CASE WHEN reads_per_row > 0.1::float8 THEN 1 ELSE 0 END ELSE 0 END,
			  CASE goal WHEN 'cheapest' THEN greatest(size, pg_catalog.min(size) OVER () * 1.15::float8) ELSE greatest(wal_per_row, pg_catalog.min(wal_per_row) OVER () * 1.15::float8) END,
			  place;
END;

COMMENT ON FUNCTION uuid_advise(float8, interval, float8, text, int8, int8, interval, float8, int4, bool) IS
	'Ways to generate the keys of a table, the best first, with what each costs and reveals';

-- --- what the keys of existing tables cost ---------------------------------------
--
-- uuid_index_report() joins what PostgreSQL knows of each index
-- (sequential_uuids_index_statistics), what a sample of keys shows
-- (sequential_uuids_key_versions, _key_pattern, _keys_of_clients), what the
-- column's default generates (sequential_uuids_default) and the model
-- (uuid_advise_costs, uuid_advise).
--
-- What it cannot know:
--
-- - Where the latest rows are.  They are on the last pages of a table, unless deletes
--   have left room on others, or CLUSTER has sorted it.  Updated rows lie among them.
-- - Whether clients generate random keys, if the default does, too.
-- - Whether a default is new, if older rows were updated since, but none inserted.
-- - How long rows stay that are removed with their partition or by TRUNCATE: only DELETE
--   counts, even if it is rolled back.  Setting "kept" and "left_behind" is better.
-- - The rate of a table that is younger than the statistics, without "over".
-- - What happened before a crash or pg_upgrade, which reset statistics.  A standby does
--   not have the primary's.

-- What a default generates: the versions of its UUIDs, the number of their blocks, the
-- seconds or rows of a block, and whether blocks are opaque.  One block means random
-- keys, zero blocks mean ascending keys.  NULLs for an unknown expression.
--
-- Not IMMUTABLE, since the format of intervals in the expression depends on IntervalStyle.
CREATE OR REPLACE FUNCTION sequential_uuids_default(expression text, OUT versions int4[], OUT block_count float8, OUT seconds_per_block float8, OUT rows_per_block float8, OUT opaque bool)
LANGUAGE plpgsql STABLE STRICT PARALLEL UNSAFE SET search_path = pg_catalog, pg_temp SET standard_conforming_strings = on AS $$
DECLARE
	-- The call may have a schema, and may be cast to a domain.
	call CONSTANT text[] := regexp_match(expression, '^\(?(?:(?:[^."() ]+|"(?:[^"]|"")+")\.)?([a-z0-9_]+)\((.*)\)(?:\)?::.*)?$');
	argument CONSTANT text := '(?:(\w+) => )?(?:''((?:[^'']|'''')*)''|\(?(\d+)\)?)(?:::[a-z ]+)?(?:, |$)';
	parameters text[];
	given jsonb;
BEGIN
	opaque := call[1] = 'uuid_opaque_nextval';
	CASE
		WHEN call[1] IN ('gen_random_uuid', 'uuidv4', 'uuid_generate_v4') THEN
			versions := '{4}';
			block_count := 1;
		WHEN call[1] IN ('uuidv7', 'uuid_generate_v7', 'uuid_v7_nextval') THEN
			versions := '{7}';
			block_count := 0;
		WHEN call[1] IN ('uuid_generate_v1', 'uuid_generate_v1mc') THEN
			-- The low 32 bits of a time in units of 100 ns come first.
			versions := '{1}';
			block_count := 4294967296;
			seconds_per_block := 1e-7;
		WHEN call[1] IN ('uuid_time_nextval', 'uuid_interval_nextval', 'uuid_sequence_nextval', 'uuid_serial_nextval', 'uuid_opaque_nextval') THEN
			parameters := CASE call[1]
				WHEN 'uuid_time_nextval' THEN '{interval_length,interval_count}'
				WHEN 'uuid_interval_nextval' THEN '{interval_length,cycle,version}'
				WHEN 'uuid_opaque_nextval' THEN '{secret,interval_length,cycle,version}'
				ELSE '{sequence,block_size,block_count,version}' END;
			IF regexp_replace(call[2], argument, '', 'g') <> '' THEN
				RETURN;
			END IF;
			SELECT jsonb_object_agg(coalesce(m[1], parameters[n]), coalesce(m[2], m[3])) INTO given
			  FROM regexp_matches(call[2], argument, 'g') WITH ORDINALITY AS found (m, n);
			versions := ARRAY[coalesce((given->>'version')::int4, 4)];
			IF call[1] = 'uuid_time_nextval' THEN
				seconds_per_block := coalesce((given->>'interval_length')::float8, 60);
				block_count := coalesce((given->>'interval_count')::float8, 65536);
			ELSIF call[1] IN ('uuid_interval_nextval', 'uuid_opaque_nextval') THEN
				seconds_per_block := extract(epoch FROM coalesce(given->>'interval_length', '1 min')::interval);
				block_count := extract(epoch FROM coalesce(given->>'cycle', '45 days 12:16:00')::interval) / seconds_per_block;
			ELSE
				rows_per_block := coalesce((given->>'block_size')::float8, 65536);
				block_count := coalesce((given->>'block_count')::float8, 65536);
			END IF;
		ELSE
	END CASE;
	-- A default may contain such a call with any parameters.
	IF NOT (versions <@ '{1,4,7,8}' AND block_count BETWEEN 0 AND 4294967296 * 65536.0 AND coalesce(seconds_per_block, rows_per_block, 1) > 0) THEN
		RAISE numeric_value_out_of_range;
	END IF;
EXCEPTION
	WHEN data_exception THEN
		versions := NULL;
		block_count := NULL;
		seconds_per_block := NULL;
		rows_per_block := NULL;
END $$;

-- Shares of versions: "98 % v4, 2 % v7".
CREATE OR REPLACE FUNCTION sequential_uuids_key_versions(keys uuid[]) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN (SELECT string_agg(format('%s %% %s', CASE WHEN n = cardinality(keys) THEN 100 ELSE least(99, greatest(1, round(100.0 * n / cardinality(keys)))) END, version), ', ' ORDER BY n DESC, version)
		FROM (SELECT CASE WHEN k::text ~ '^.{14}[1-8].{4}[89ab]' THEN 'v' || substr(k::text, 15, 1) ELSE 'other' END AS version, count(*) AS n
				FROM unnest(keys) AS k GROUP BY 1) AS counted);
END $$;

-- How keys of neighbouring rows in the table follow each other in the index: 'random',
-- 'ascending', 'in blocks', or NULL if there are fewer than 20.
--
-- Two random keys are within 1/32 of the range of all UUIDs, up or down, with odds of 1
-- in 16.  The odds that this holds for 10 of 20 pairs of neighbours are 1 in 6 million,
-- so if more than half of all pairs are this near, it is not chance.  Of pairs of random
-- neighbours, half descend, with a standard deviation of sqrt(pairs / 12).  The odds of
-- a count five deviations below half are 1 in 3 million.  Sessions that insert at the
-- same time make some neighbours descend.
--
-- Keys that begin with a time that does not wrap are all near each other in the range of
-- UUIDs, so measure them against the range of the keys in the table.  Blocks of a few
-- rows ascend until they wrap.  "wraps" says that the default's blocks do; keys of
-- version 4 or 8 count as ascending only in strict order.  UUIDv1 wraps every 7 minutes.
CREATE OR REPLACE FUNCTION sequential_uuids_key_pattern(last_keys uuid[], keys uuid[], wraps bool) RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	pairs float8;
	descents float8;
	near float8;
	near_in_table float8;
	of_time bool;
	of_v1 bool;
BEGIN
	SELECT count(previous), count(*) FILTER (WHERE place < previous),
		   count(*) FILTER (WHERE least(abs(place - previous), 1 - abs(place - previous)) < 1 / 32.0::float8),
		   count(*) FILTER (WHERE abs(place - previous) < (SELECT max(p) - min(p) FROM unnest(last_keys || keys) AS k, LATERAL (VALUES (('x' || translate(left(k::text, 13), '-', ''))::bit(48)::int8 / 2.0::float8 ^ 48)) AS of_table (p)) / 32),
		   avg((key::text ~ '^.{14}[148].{4}[89ab]')::int4) < 0.5, avg((key::text ~ '^.{14}1.{4}[89ab]')::int4) >= 0.5
	  INTO pairs, descents, near, near_in_table, of_time, of_v1
	  FROM (SELECT key, place, lag(place) OVER (ORDER BY n) AS previous
			  FROM unnest(last_keys) WITH ORDINALITY AS last (key, n), LATERAL (VALUES (('x' || translate(left(key::text, 13), '-', ''))::bit(48)::int8 / 2.0::float8 ^ 48)) AS of_key (place)) AS neighbours;
	RETURN CASE
		WHEN pairs < 19 THEN NULL
		WHEN of_time AND descents < pairs / 2 - 5 * sqrt(pairs / 12) THEN 'ascending'
		WHEN 2 * CASE WHEN of_time THEN near_in_table ELSE near END <= pairs THEN 'random'
		WHEN NOT (of_time OR of_v1 OR wraps) AND descents * 50 <= pairs THEN 'ascending'
		ELSE 'in blocks' END;
END $$;

-- The share of keys that clients generate themselves, although the default generates
-- these versions and this many blocks: 0 if there are none, NULL if that is unknown.
-- "ages" and "default_age" are the ages of the transactions of the rows and of the
-- default.  Look at the last 200 rows that are younger than the default.  A key differs
-- if it has another version or, if the default generates blocks, if it is far from both
-- of its neighbours, as random keys are with odds of 7 in 8.  More than one in 20 must
-- differ, at least 3, and one of the last 50: restoring a dump makes rows from before a
-- default younger than it.
--
-- Updated rows look young.  So if the default is younger than the table, the share of
-- keys that differ must exceed "updated", the share of row versions that are updates.
-- With fewer than 100 rows per cycle, blocks are far from each other, too: the gap
-- between two exceeds 1/32 of the cycle with odds of exp(-100 / 32), and two such gaps
-- make a key differ.
CREATE OR REPLACE FUNCTION sequential_uuids_keys_of_clients(last_keys uuid[], ages int4[], default_age int4, versions int4[], block_count float8, rows_per_cycle float8, updated float8) RETURNS float8
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	looked_at float8;
	of_version float8;
	differing float8;
	at_end float8;
	near float8;
	descents float8;
	least_share CONSTANT float8 := 0.05 + coalesce(updated, 0);
BEGIN
	WITH young AS (
		SELECT key, n, ('x' || translate(left(key::text, 13), '-', ''))::bit(48)::int8 / 2.0::float8 ^ 48 AS place
		  FROM unnest(last_keys, ages) WITH ORDINALITY AS row (key, age, n) WHERE age BETWEEN 0 AND default_age ORDER BY n DESC LIMIT 200
	), neighbours AS (
		SELECT key::text !~ format('^.{14}[%s].{4}[89ab]', array_to_string(versions, '')) AS of_other_version, row_number() OVER (ORDER BY n DESC) AS from_end,
			   place < lag(place) OVER by_n AS descends,
			   least(abs(place - lag(place) OVER by_n), 1 - abs(place - lag(place) OVER by_n)) >= 1 / 32.0::float8 AS far_from_previous,
			   least(abs(place - lead(place) OVER by_n), 1 - abs(place - lead(place) OVER by_n)) >= 1 / 32.0::float8 AS far_from_next
		  FROM young WINDOW by_n AS (ORDER BY n)
	), judged AS (
		SELECT *, of_other_version OR (block_count > 1 AND coalesce(far_from_previous, true) AND coalesce(far_from_next, true)) AS differs FROM neighbours
	)
	SELECT count(*), count(*) FILTER (WHERE of_other_version), count(*) FILTER (WHERE differs), count(*) FILTER (WHERE differs AND from_end <= 50),
		   count(*) FILTER (WHERE NOT far_from_previous), count(*) FILTER (WHERE descends)
	  INTO looked_at, of_version, differing, at_end, near, descents FROM judged;
	RETURN CASE
		WHEN looked_at < 20 OR versions IS NULL THEN NULL
		WHEN differing >= 3 AND differing > looked_at / 20 AND at_end > 0 THEN
			CASE WHEN differing > least_share * looked_at AND (of_version >= 3 AND of_version > least_share * looked_at OR rows_per_cycle >= 100) THEN
				least((of_version + (differing - of_version) * 8 / 7) / looked_at, 1) END
		-- Sorted by CLUSTER, or generated in blocks?
		WHEN block_count = 1 AND 2 * near > looked_at THEN CASE WHEN descents * 50 > looked_at THEN 1 END
		-- Random keys of clients look like the default's.
		WHEN block_count = 1 THEN NULL
		ELSE 0 END;
END $$;

-- A row for each valid B-tree index whose first column is a uuid, from PostgreSQL's
-- catalogs and statistics.  For roughly the largest ones, as many as "sampled", also
-- what needs a lock on the table: a sample of keys, exact sizes, the column's default.
-- The leaves of a partitioned index are one row.  The sample is from one of them: the
-- one with inserts just now, or else the newest that has rows.
--
-- Each sample is a subtransaction that raises an error at its end to roll itself back.
-- That releases its locks, but keeps the values of variables.  A table that is being
-- dropped costs 100 ms.  After an error, unknown values are NULL, and "problem" says
-- why; WHEN OTHERS does not catch query_canceled.  A sample reads at most 272 pages of a
-- table, by ranges of ctid, with enable_seqscan off; access methods other than heap may
-- not support such ranges.  A table whose policies hide rows is not sampled, since
-- policies call functions of the table's owner.
--
-- During the wait for "over", the snapshot keeps VACUUM from removing rows, like that of
-- any statement.  Sessions report inserts once per second, or when they end.
CREATE OR REPLACE FUNCTION sequential_uuids_index_statistics(over interval, sampled int4, wal_megabytes int4,
	OUT "table" text, OUT index text, OUT index_bytes int8, OUT row_count float8, OUT row_bytes float8, OUT is_logged bool, OUT is_sampled bool, OUT problem text,
	OUT column_default text, OUT default_age int4, OUT default_is_first bool, OUT own_keys bool, OUT has_trigger bool, OUT keys uuid[], OUT last_keys uuid[], OUT last_ages int4[],
	OUT inserts_per_second float8, OUT deleted_share float8, OUT updated_share float8, OUT misses_per_insert float8, OUT leaf_density float8, OUT bloat_bytes int8,
	OUT wal_inserts int8, OUT wal_images int8, OUT wal_bytes int8, OUT checkpoint_interval interval) RETURNS SETOF record
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE ROWS 100 COST 100000 SET search_path = pg_catalog, pg_temp SET jit = off SET standard_conforming_strings = on SET quote_all_identifiers = off AS $$
#variable_conflict use_column
DECLARE
	page CONSTANT float8 := current_setting('block_size');
	-- Without the page's header and the index's special space.
	leaf_room CONSTANT float8 := page - 40;
	version CONSTANT int4 := current_setting('server_version_num');
	since timestamptz;
	seconds float8;
	inserts_before jsonb;
	inserts_after jsonb;
	wal_counts jsonb := '{}';
	wal_range int8 := wal_megabytes::int8 * 1048576;
	wal_end pg_lsn;
	query text;
	heap_pages int8;
	first int8;
	beyond int8;
	more uuid[];
	more_ages int4[];
	ages int4[];
	key_bytes float8;
	stats record;
	i record;
	n int4 := 0;
BEGIN
	IF NOT over BETWEEN interval '1 us' AND interval '1 hour' THEN
		RAISE invalid_parameter_value USING MESSAGE = format('invalid value for parameter "over": %s', over),
			DETAIL = 'Valid values are between 1 microsecond and 1 hour.';
	ELSIF sampled IS NULL OR sampled < 0 THEN
		RAISE invalid_parameter_value USING MESSAGE = format('invalid value for parameter "largest": %s', coalesce(sampled::text, 'NULL')),
			DETAIL = 'Valid values are between 0 and 2147483647.';
	ELSIF wal_megabytes IS NULL OR wal_megabytes < 0 THEN
		RAISE invalid_parameter_value USING MESSAGE = format('invalid value for parameter "wal_megabytes": %s', coalesce(wal_megabytes::text, 'NULL')),
			DETAIL = 'Valid values are between 0 and 2147483647.';
	END IF;

	-- A transaction keeps the statistics that it has read first, unless they are cleared.
	PERFORM pg_stat_clear_snapshot();
	IF over IS NOT NULL THEN
		since := clock_timestamp();
		SELECT jsonb_object_agg(x.indrelid, pg_stat_get_tuples_inserted(x.indrelid)) INTO inserts_before FROM pg_index AS x JOIN pg_opclass AS o ON o.oid = x.indclass[0] WHERE o.opcintype = 'uuid'::regtype;
		PERFORM pg_sleep_for(over), pg_stat_clear_snapshot();
		SELECT jsonb_object_agg(x.indrelid, pg_stat_get_tuples_inserted(x.indrelid)) INTO inserts_after FROM pg_index AS x JOIN pg_opclass AS o ON o.oid = x.indclass[0] WHERE o.opcintype = 'uuid'::regtype;
		seconds := extract(epoch FROM clock_timestamp() - since);
	ELSE
		seconds := extract(epoch FROM clock_timestamp() - (SELECT stats_reset FROM pg_stat_database WHERE datname = current_database()));
	END IF;

	-- Fewer than ten checkpoints say little, and an idle server skips some.
	IF NOT pg_is_in_recovery() THEN
		EXECUTE CASE WHEN version >= 170000 THEN 'SELECT (clock_timestamp() - stats_reset) / nullif(num_timed + num_requested, 0) FROM pg_stat_checkpointer WHERE num_timed + num_requested >= 10'
			ELSE 'SELECT (clock_timestamp() - stats_reset) / nullif(checkpoints_timed + checkpoints_req, 0) FROM pg_stat_bgwriter WHERE checkpoints_timed + checkpoints_req >= 10' END INTO checkpoint_interval;
	END IF;

	-- For each file of a relation, the inserts, page images and bytes in the last WAL: those of B-tree records that have a
	-- block, and images for hint bits.  Splits insert, too.  PostgreSQL 15 has the relation in a text.  Older WAL may be
	-- gone, so try less.
	SELECT format('%I', nspname) INTO query FROM pg_extension JOIN pg_namespace AS s ON s.oid = extnamespace WHERE extname = 'pg_walinspect';
	IF query IS NOT NULL THEN
		query := CASE WHEN version >= 160000 THEN format($query$
			SELECT reltablespace || '/' || reldatabase || '/' || relfilenode AS file,
				   count(*) FILTER (WHERE block_id = 0 AND record_type IN ('INSERT_LEAF', 'INSERT_POST', 'SPLIT_L', 'SPLIT_R')) AS inserts,
				   count(*) FILTER (WHERE block_fpi_length > 0) AS images,
				   sum(record_length) FILTER (WHERE block_id = 0) AS bytes
			  FROM %s.pg_get_wal_block_info($1, $2, false) WHERE resource_manager = 'Btree' OR record_type = 'FPI_FOR_HINT' GROUP BY 1 $query$, query)
		ELSE format($query$
			SELECT substring(block_ref FROM 'rel (\d+/\d+/\d+)') AS file,
				   count(*) FILTER (WHERE record_type IN ('INSERT_LEAF', 'INSERT_POST', 'SPLIT_L', 'SPLIT_R')) AS inserts,
				   sum((length(block_ref) - length(replace(block_ref, 'FPW', ''))) / 3) AS images,
				   sum(record_length) AS bytes
			  FROM %s.pg_get_wal_records_info($1, $2) WHERE resource_manager = 'Btree' OR record_type = 'FPI_FOR_HINT' GROUP BY 1 $query$, query) END;
		WHILE wal_range >= 65536 LOOP
			BEGIN
				wal_end := CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END;
				EXECUTE format('SELECT coalesce(jsonb_object_agg(file, to_jsonb(per_file)), ''{}'') FROM (%s) AS per_file WHERE file IS NOT NULL', query)
					INTO wal_counts USING greatest(wal_end - wal_range, '0/1000000'), wal_end;
				EXIT;
			EXCEPTION WHEN OTHERS THEN
				EXIT WHEN SQLSTATE = '42501';
				wal_range := wal_range / 2;
			END;
		END LOOP;
	END IF;

	FOR i IN
		WITH leaves AS (
			SELECT c.oid AS leaf, t.oid AS heap, c.relpages, t.relpages AS heap_pages, t.reltuples AS heap_rows, x.indisunique, c.relnatts, c.relpersistence,
				   CASE WHEN c.relispartition THEN coalesce(pg_partition_root(c.oid)::oid, c.oid) ELSE c.oid END AS root,
				   coalesce(nullif(c.reltablespace, 0), dattablespace) || '/' || d.oid || '/' || c.relfilenode AS file,
				   -- VACUUM and ANALYZE count rows; before their first run, statistics do.
				   CASE WHEN t.relpages > 0 AND t.reltuples >= 0 THEN CASE WHEN x.indpred IS NULL THEN t.reltuples ELSE c.reltuples END ELSE pg_stat_get_live_tuples(t.oid) END AS rows,
				   -- The share of all rows that a partial index holds.
				   CASE WHEN x.indpred IS NOT NULL AND t.reltuples > 0 THEN least(greatest(c.reltuples, 0) / t.reltuples, 1) ELSE 1 END AS part,
				   pg_stat_get_tuples_inserted(t.oid) AS inserts, (inserts_after->>t.oid::text)::int8 - (inserts_before->>t.oid::text)::int8 AS new_inserts,
				   pg_stat_get_tuples_deleted(t.oid) AS deletes, pg_stat_get_tuples_updated(t.oid) AS updates,
				   pg_stat_get_blocks_fetched(c.oid) - pg_stat_get_blocks_hit(c.oid) AS misses
			  FROM pg_index AS x
			  JOIN pg_opclass AS o ON o.oid = x.indclass[0] AND o.opcintype = 'uuid'::regtype AND o.opcmethod = (SELECT oid FROM pg_am WHERE amname = 'btree')
			  JOIN pg_class AS c ON c.oid = x.indexrelid
			  JOIN pg_class AS t ON t.oid = x.indrelid
			  JOIN pg_database AS d ON d.datname = current_database()
			 WHERE c.relkind = 'i' AND x.indkey[0] > 0 AND x.indisvalid AND x.indislive AND (c.relpersistence <> 't' OR c.relnamespace = pg_my_temp_schema())
		), indexes AS (
			SELECT root, array_agg(leaf) AS leaves, array_agg(heap) AS leaf_heaps, array_agg(rows) AS leaf_rows, array_agg(heap_pages) AS leaf_heap_pages, array_agg(file) AS files, sum(relpages::float8) AS pages, sum(rows::float8) AS rows, sum(heap_pages::float8) AS heap_pages, sum(greatest(heap_rows, 0)::float8) AS heap_rows,
				   sum(CASE WHEN over IS NULL THEN inserts ELSE new_inserts END * part) AS counted, sum(inserts) AS inserts, sum(deletes) AS deletes, sum(updates) AS updates, sum(misses) AS misses,
				   bool_and(indisunique) AS is_unique, max(relnatts) AS columns, max(relpersistence) AS persistence,
				   (array_agg(leaf ORDER BY new_inserts > 0 DESC NULLS LAST, rows > 0 OR heap_pages > 0 DESC, heap DESC))[1] AS leaf,
				   -- For an index that was never vacuumed or analyzed, relpages is still that of its creation.
				   sum(CASE WHEN relpages > 1 THEN relpages ELSE rows * 40 / page END) AS expected_pages
			  FROM leaves GROUP BY root
		)
		SELECT indexes.*, s.nspname, c.relname AS index_name, t.relname AS table_name, x.indrelid AS table_oid, x.indkey[0] AS attnum, x.indnkeyatts AS key_columns,
			   leaf_schema.nspname AS leaf_schema, heap.relname AS leaf_table, heap.oid AS leaf_oid, heap.relam = (SELECT oid FROM pg_am WHERE amname = 'heap') AS is_heap, a.attname AS leaf_column, a.attgenerated <> '' AS is_generated
		  FROM indexes
		  JOIN pg_class AS c ON c.oid = root
		  JOIN pg_index AS x ON x.indexrelid = root
		  JOIN pg_class AS t ON t.oid = x.indrelid
		  JOIN pg_namespace AS s ON s.oid = t.relnamespace
		  JOIN pg_index AS y ON y.indexrelid = leaf
		  JOIN pg_class AS heap ON heap.oid = y.indrelid
		  JOIN pg_namespace AS leaf_schema ON leaf_schema.oid = heap.relnamespace
		  JOIN pg_attribute AS a ON a.attrelid = y.indrelid AND a.attnum = y.indkey[0]
		 ORDER BY expected_pages DESC, s.nspname, c.relname
	LOOP
		n := n + 1;
		"table" := format('%I.%I', i.nspname, i.table_name);
		index := quote_ident(i.index_name);
		index_bytes := i.pages * page;
		row_count := i.rows;
		row_bytes := page * i.heap_pages / nullif(i.heap_rows, 0);
		key_bytes := CASE WHEN i.columns = 1 AND i.is_unique THEN 28 END;
		is_logged := i.persistence = 'p';
		is_sampled := n <= sampled;
		problem := NULL;
		column_default := NULL;
		default_age := NULL;
		default_is_first := NULL;
		own_keys := NULL;
		has_trigger := NULL;
		keys := NULL;
		last_keys := NULL;
		last_ages := NULL;
		inserts_per_second := NULL;
		deleted_share := NULL;
		updated_share := NULL;
		misses_per_insert := NULL;
		-- A standby counts no inserts.
		IF NOT pg_is_in_recovery() THEN
			inserts_per_second := CASE WHEN i.counted >= 0 THEN i.counted / nullif(seconds, 0) END;
			deleted_share := i.deletes / nullif(i.inserts, 0)::float8;
			updated_share := i.updates / nullif(i.inserts + i.updates, 0)::float8;
			misses_per_insert := i.misses / nullif(i.inserts, 0)::float8;
		END IF;

		IF is_sampled THEN
			BEGIN
				PERFORM set_config('lock_timeout', '100ms', true), set_config('row_security', 'off', true);
				-- Rows and index entries have a header and are aligned; an entry also has a line pointer.
				SELECT 24 + sum(s.avg_width * (1 - s.null_frac)) AS row, min(s.n_distinct) FILTER (WHERE s.attname = i.leaf_column) <= -0.9 AS is_distinct,
					   12 + 8 * ceil((SELECT CASE WHEN count(*) = count(w) THEN sum(w) END FROM (SELECT CASE WHEN k.attlen > 0 THEN k.attlen ELSE (SELECT avg_width FROM pg_stats AS v WHERE v.schemaname = i.leaf_schema AND v.tablename = i.leaf_table AND v.attname = k.attname AND NOT v.inherited) END AS w
							FROM pg_attribute AS k WHERE k.attrelid = i.leaf) AS of_column) / 8.0) AS entry
				  INTO stats FROM pg_stats AS s WHERE s.schemaname = i.leaf_schema AND s.tablename = i.leaf_table AND NOT s.inherited;
				row_bytes := coalesce(stats.row, row_bytes);
				key_bytes := CASE WHEN i.is_unique OR stats.is_distinct THEN coalesce(key_bytes, stats.entry) END;

				-- Assume as many rows per page as when they were counted.
				SELECT sum(pg_relation_size(leaf)), sum(rows * CASE WHEN pages > 0 THEN pg_relation_size(heap) / page / pages ELSE 1 END)
				  INTO index_bytes, row_count FROM unnest(i.leaves, i.leaf_heaps, i.leaf_rows, i.leaf_heap_pages) AS of_leaf (leaf, heap, rows, pages);
				-- Changing the default does not change the xmin of the table's own row in pg_type.
				SELECT pg_get_expr(d.adbin, d.adrelid), age(d.xmin), age(d.xmin) = age(t.xmin) INTO column_default, default_age, default_is_first
				  FROM pg_attrdef AS d JOIN pg_class AS c ON c.oid = d.adrelid JOIN pg_type AS t ON t.oid = c.reltype WHERE d.adrelid = i.table_oid AND d.adnum = i.attnum;
				IF column_default IS NULL THEN
					SELECT pg_get_expr(t.typdefaultbin, 0), age(t.xmin) INTO column_default, default_age FROM pg_attribute AS a JOIN pg_type AS t ON t.oid = a.atttypid WHERE a.attrelid = i.table_oid AND a.attnum = i.attnum;
				END IF;
				-- A key that refers to another table is generated there.
				own_keys := NOT i.is_generated AND (column_default IS NOT NULL OR i.is_unique AND (i.key_columns = 1 OR stats.is_distinct))
					AND NOT EXISTS (SELECT FROM pg_constraint AS f WHERE f.conrelid = i.table_oid AND f.contype = 'f' AND i.attnum = ANY (f.conkey));
				-- Triggers that run before each inserted row.
				has_trigger := EXISTS (SELECT FROM pg_trigger AS g WHERE g.tgrelid IN (i.table_oid, i.leaf_oid) AND g.tgtype & 7 = 7 AND g.tgenabled <> 'D');

				IF NOT i.is_heap THEN
					RAISE feature_not_supported USING MESSAGE = format('the access method of table %I.%I is not heap', i.leaf_schema, i.leaf_table);
				END IF;
				heap_pages := pg_relation_size(i.leaf_oid) / page;
				query := format($query$
					SELECT array_agg(sample.key ORDER BY place), array_agg(age ORDER BY place)
					  FROM unnest($1, $2) AS range (first, beyond), LATERAL (
						SELECT row.ctid AS place, row.%1$I::uuid AS key, age(row.xmin) FROM ONLY %2$I.%3$I AS row
						 WHERE row.ctid >= format('(%%s,0)', range.first)::tid AND row.ctid < format('(%%s,0)', range.beyond)::tid AND row.%1$I IS NOT NULL
						OFFSET 0) AS sample $query$, i.leaf_column, i.leaf_schema, i.leaf_table);
				PERFORM set_config('enable_seqscan', 'off', true), set_config('enable_tidscan', 'on', true);
				EXECUTE query INTO keys, ages USING
					ARRAY(SELECT p * heap_pages / 16 FROM generate_series(0, 15) AS p),
					ARRAY(SELECT least(p * heap_pages / 16 + 1, (p + 1) * heap_pages / 16) FROM generate_series(0, 15) AS p);
				beyond := heap_pages;
				first := greatest(heap_pages - 8, 0);
				LOOP
					EXECUTE query INTO more, more_ages USING ARRAY[first], ARRAY[beyond];
					last_keys := more || last_keys;
					last_ages := more_ages || last_ages;
					EXIT WHEN first = 0 OR cardinality(last_keys) >= 300 OR heap_pages - first >= 256;
					beyond := first;
					first := greatest(first - (heap_pages - first), 0);
				END LOOP;
				row_bytes := coalesce(row_bytes, page * (heap_pages - first) / cardinality(last_keys));
				-- If deletes have left room on older pages, the latest rows may be there.
				IF deleted_share >= 0.05 AND (SELECT min(a) FROM unnest(ages) AS a) < (SELECT min(a) FROM unnest(last_ages) AS a) THEN
					last_keys := NULL;
				END IF;
				-- The error that ends the sample.
				RAISE SQLSTATE 'UUIDS';
			EXCEPTION
				WHEN SQLSTATE 'UUIDS' THEN NULL;
				WHEN OTHERS THEN problem := SQLERRM;
			END;
		END IF;

		-- NULL if nobody has counted the rows, perhaps on a standby.
		row_count := CASE WHEN row_count > 0 OR index_bytes <= page * greatest(cardinality(i.leaves), 1) THEN row_count END;
		-- All pages are leaves, except one, and about one in 200 that point to others.  Each leaf has a high key.
		leaf_density := 100 * (row_count / nullif((index_bytes / page - 1) * 0.995, 0) + 1) * key_bytes / leaf_room;
		-- Above 100 %, statistics are out of date, or equal keys share an entry.
		leaf_density := CASE WHEN leaf_density <= 100 THEN leaf_density END;
		-- The bytes that a new index would not take.
		bloat_bytes := CASE WHEN leaf_density IS NOT NULL THEN greatest(index_bytes * (1 - leaf_density / 90), 0) END;

		SELECT sum((wal_counts->file->>'inserts')::int8), sum((wal_counts->file->>'images')::int8), sum((wal_counts->file->>'bytes')::int8) INTO wal_inserts, wal_images, wal_bytes FROM unnest(i.files) AS file;
		RETURN NEXT;
	END LOOP;
END $$;

-- One row for each such index, the largest first: what its keys cost now, and what the
-- keys that uuid_advise() suggests would cost.  If fewer than one in 20 rows were
-- deleted, rows count as kept for good.  WAL per insert, in bytes, is the model's for a
-- row in the table and in this index, plus 40 bytes for a commit record, as if each row
-- had its own transaction.  measured_wal_per_insert is for the index alone, in the last
-- WAL that pg_walinspect reads.  Misses, pages read from outside shared_buffers, include
-- those of queries.  The advised keys write advised_percent_of_now of the present WAL.
CREATE OR REPLACE FUNCTION uuid_index_report(over interval DEFAULT NULL, largest int4 DEFAULT 100, goal text DEFAULT 'cheapest', wal_megabytes int4 DEFAULT 64,
	kept interval DEFAULT NULL, left_behind float8 DEFAULT NULL, index_memory int8 DEFAULT NULL, checkpoint_interval interval DEFAULT NULL,
	OUT "table" text, OUT index text, OUT size text, OUT rows int8, OUT versions text, OUT pattern text, OUT clients_generate bool, OUT column_default text,
	OUT inserts_per_second float8, OUT wal_per_insert float8, OUT wal_per_day text, OUT advised_call text, OUT advised_wal_per_insert float8, OUT advised_wal_per_day text, OUT advised_percent_of_now float8,
	OUT leaf_density float8, OUT bloat text, OUT deleted_percent float8, OUT misses_per_insert float8, OUT measured_images_per_insert float8, OUT measured_wal_per_insert float8, OUT note text) RETURNS SETOF record
LANGUAGE sql VOLATILE PARALLEL UNSAFE ROWS 100 COST 100000
BEGIN ATOMIC
	WITH seen AS (
		SELECT s.*, d.versions AS default_versions, d.block_count AS default_blocks, d.seconds_per_block, d.rows_per_block, coalesce(d.opaque, false) AS default_is_opaque,
			   sequential_uuids_key_versions(coalesce(s.keys, s.last_keys)) AS versions,
			   sequential_uuids_key_pattern(s.last_keys, s.keys, d.block_count > 1::float8) AS pattern,
			   sequential_uuids_key_pattern(s.keys, s.keys, d.block_count > 1::float8) AS pattern_of_all,
			   CASE
				WHEN NOT s.own_keys OR s.has_trigger THEN NULL
				WHEN s.column_default IS NULL THEN CASE WHEN s.own_keys THEN 1::float8 END
				ELSE sequential_uuids_keys_of_clients(s.last_keys, s.last_ages, s.default_age, d.versions, d.block_count,
					-- No table has had such a default for more than ten years.
					-- Opaque blocks are always far from each other.
					coalesce(d.rows_per_block, d.seconds_per_block * greatest(s.inserts_per_second, s.row_count / 315576000::float8)) * CASE WHEN d.opaque THEN 1::float8 ELSE d.block_count END, CASE WHEN s.default_is_first IS NOT TRUE THEN s.updated_share END) END AS of_clients
		  FROM sequential_uuids_index_statistics(uuid_index_report.over, uuid_index_report.largest, uuid_index_report.wal_megabytes) AS s,
			   -- Check the parameters even if there is no index.
			   LATERAL (SELECT pg_catalog.count(*) FROM sequential_uuids_candidates(1::float8, uuid_index_report.kept, coalesce(uuid_index_report.left_behind, 0::float8), uuid_index_report.goal, 1::int8, uuid_index_report.index_memory, uuid_index_report.checkpoint_interval, NULL::float8, 100, false)) AS checked,
			   LATERAL sequential_uuids_default(s.column_default) AS d
	), modelled AS (
		-- Limit measured values to what uuid_advise() accepts.
		SELECT seen.*,
			   -- The default's blocks, if keys have such a pattern; one for random keys, none for ascending keys.
			   CASE
				WHEN seen.of_clients > 0::float8 THEN seen.default_blocks
				WHEN seen.pattern = 'random'::text THEN 1::float8
				WHEN seen.pattern = 'ascending'::text THEN 0::float8
				WHEN seen.problem IS NULL AND (seen.pattern IS NULL OR seen.default_blocks > 1::float8) THEN seen.default_blocks END AS blocks,
			   -- The blocks of clients' keys, which differ from the default's.
			   CASE
				WHEN seen.pattern = 'random'::text OR seen.pattern = 'ascending'::text AND seen.default_blocks = 0::float8 OR seen.pattern = 'in blocks'::text AND seen.default_blocks > 1::float8 THEN 1::float8
				WHEN seen.pattern = 'ascending'::text THEN 0::float8 END AS blocks_of_clients,
			   coalesce(seen.of_clients, 0::float8) AS share_of_clients,
			   coalesce(seen.pattern_of_all = 'random'::text, false) AS random_before,
			   CASE WHEN seen.is_logged AND seen.is_sampled AND seen.inserts_per_second >= 0.0001::float8 AND guess.can_tell_kept THEN least(seen.inserts_per_second, 1e9::float8) END AS rate,
			   guess.can_tell_kept,
			   coalesce(uuid_index_report.kept, CASE WHEN seen.deleted_share >= 0.05::float8 THEN pg_catalog.make_interval(secs => greatest(least(seen.row_count / nullif(seen.inserts_per_second, 0::float8), 1e9::float8), 1::float8)) END) AS rows_kept,
			   coalesce(uuid_index_report.left_behind, CASE WHEN uuid_index_report.kept IS NULL AND seen.deleted_share >= 0.05::float8 THEN greatest(1::float8 - seen.deleted_share, 0::float8) ELSE 0::float8 END) AS rows_left_behind,
			   greatest(seen.row_count, 1::float8) AS total_rows,
			   -- Rows kept for good become more: count those of five years, like uuid_advise().
			   least(greatest(seen.row_count, 1::float8, CASE WHEN uuid_index_report.kept IS NULL AND NOT coalesce(seen.deleted_share >= 0.05::float8, false) THEN seen.inserts_per_second * 157788000::float8 END), 1e18::float8) AS rows_to_come,
			   coalesce(uuid_index_report.index_memory, pg_catalog.pg_size_bytes(pg_catalog.current_setting('shared_buffers'::text)) / 4::int8) AS memory,
			   coalesce(uuid_index_report.checkpoint_interval, greatest(least(seen.checkpoint_interval, pg_catalog.current_setting('checkpoint_timeout'::text)::interval), '1 s'::interval)) AS checkpoints_apart,
			   coalesce(greatest(least(pg_catalog.round(seen.row_bytes), 8160::float8), 24::float8)::int4, 100::int4) AS bytes_of_row
		  FROM seen,
			   -- How long deleted rows were kept is not known if nobody has counted the rows.
			   LATERAL (SELECT uuid_index_report.kept IS NOT NULL OR seen.row_count IS NOT NULL OR NOT coalesce(seen.deleted_share >= 0.05::float8, false) AS can_tell_kept) AS guess
	)
	SELECT m."table", m.index, pg_catalog.pg_size_pretty(m.index_bytes), m.row_count::int8, m.versions, m.pattern, m.of_clients > 0::float8, m.column_default,
		   pg_catalog.round(m.inserts_per_second::numeric, 4)::float8, pg_catalog.round(now.wal_per_row::numeric, 1)::float8, pg_catalog.pg_size_pretty((now.wal_per_row * m.rate * 86400::float8)::numeric),
		   advice.call, pg_catalog.round(advice.wal_per_row::numeric, 1)::float8, pg_catalog.pg_size_pretty((advice.wal_per_row * m.rate * 86400::float8)::numeric), pg_catalog.round((100::float8 * advice.wal_per_row / now.wal_per_row)::numeric, 1)::float8,
		   pg_catalog.round(m.leaf_density::numeric, 1)::float8, pg_catalog.pg_size_pretty(m.bloat_bytes), pg_catalog.round((100::float8 * m.deleted_share)::numeric, 1)::float8, pg_catalog.round(m.misses_per_insert::numeric, 4)::float8,
		   CASE WHEN m.wal_inserts >= 1000::int8 THEN pg_catalog.round((m.wal_images::float8 / m.wal_inserts::float8)::numeric, 4)::float8 END, CASE WHEN m.wal_inserts >= 1000::int8 THEN pg_catalog.round((m.wal_bytes::float8 / m.wal_inserts::float8)::numeric, 1)::float8 END,
		   nullif(pg_catalog.concat_ws('; '::text,
			CASE WHEN NOT m.is_sampled THEN 'not among the largest'::text END,
			m.problem,
			CASE WHEN m.problem IS NULL AND m.keys IS NOT NULL AND m.last_keys IS NULL THEN 'its latest rows are not at its end, so its WAL is computed for the default'::text END,
			CASE WHEN NOT m.is_logged THEN 'writes no WAL'::text END,
			CASE WHEN m.is_sampled AND m.inserts_per_second IS NULL THEN 'its rate of inserts is not known: set "over"'::text END,
			CASE WHEN m.is_sampled AND m.inserts_per_second < 0.0001::float8 THEN 'it has hardly any inserts: set a longer "over"'::text END,
			CASE WHEN NOT m.can_tell_kept THEN 'how long its rows are kept is not known: set "kept" and "left_behind"'::text END,
			CASE WHEN uuid_index_report.kept IS NULL AND advice.call IS NOT NULL AND m.rows_kept IS NOT NULL THEN pg_catalog.format('its rows seem to be kept for %s: set "kept" and "left_behind"'::text, pg_catalog.justify_hours(pg_catalog.date_trunc('second'::text, m.rows_kept))) END,
			CASE WHEN m.of_clients > 0::float8 AND m.column_default IS NOT NULL THEN 'clients generate keys instead of the default: have them leave the column out'::text END,
			CASE WHEN m.of_clients IS NULL AND m.pattern = 'random'::text AND m.default_blocks = 1::float8 THEN 'clients may generate its keys'::text END,
			CASE WHEN NOT m.own_keys THEN 'its keys come from elsewhere'::text END,
			CASE WHEN advice.wal_per_row > now.wal_per_row * 0.85::float8 THEN 'another key saves less than 15 %'::text END,
			CASE WHEN m.pattern = 'in blocks'::text AND m.rate IS NOT NULL AND now.wal_per_row IS NULL THEN 'its blocks are of unknown size'::text END), ''::text)
	  FROM modelled AS m
	  LEFT JOIN LATERAL (
		SELECT CASE WHEN pg_catalog.count(*) = pg_catalog.count(costs.wal_per_row) THEN pg_catalog.sum(part.share * costs.wal_per_row) + 40::float8 END AS wal_per_row
		  FROM (VALUES (m.blocks, 1::float8 - m.share_of_clients), (m.blocks_of_clients, m.share_of_clients)) AS part (blocks, share)
		  LEFT JOIN LATERAL (
			SELECT c.wal_per_row
			  FROM (SELECT m.rate AS rate, part.blocks AS blocks WHERE m.rate IS NOT NULL AND part.blocks IS NOT NULL OFFSET 0) AS known,
				   LATERAL uuid_advise_costs(known.blocks = 0::float8, CASE WHEN known.blocks > 1::float8 THEN coalesce(m.rows_per_block, m.seconds_per_block * known.rate) ELSE 1::float8 END, greatest(known.blocks, 1::float8),
					known.rate, m.rows_kept, m.rows_left_behind, m.total_rows, m.memory, m.checkpoints_apart, m.bytes_of_row, m.random_before, known.blocks > 1::float8 AND m.default_is_opaque) AS c) AS costs ON true
		 WHERE part.share > 0::float8) AS now ON true
	  -- Choose the key for the rows to come, but show its WAL for the rows that exist.
	  LEFT JOIN LATERAL (
		SELECT now_too.call, now_too.wal_per_row + 40::float8 AS wal_per_row
		  FROM (SELECT m.rate AS rate WHERE m.rate IS NOT NULL AND m.own_keys OFFSET 0) AS known,
			   LATERAL (SELECT a.key FROM uuid_advise(known.rate, m.rows_kept, m.rows_left_behind, uuid_index_report.goal, m.rows_to_come::int8, m.memory, m.checkpoints_apart, NULL::float8, m.bytes_of_row, m.random_before) WITH ORDINALITY AS a
				-- Opaque keys hide what others reveal, so do not advise those.
				WHERE NOT m.default_is_opaque OR a.key = ANY ('{random,opaque by time}'::text[]) ORDER BY a.ordinality LIMIT 1) AS chosen,
			   LATERAL uuid_advise(known.rate, m.rows_kept, m.rows_left_behind, uuid_index_report.goal, m.total_rows::int8, m.memory, m.checkpoints_apart, NULL::float8, m.bytes_of_row, m.random_before) AS now_too
		 WHERE now_too.key = chosen.key) AS advice ON true
	 ORDER BY m.index_bytes DESC, m."table", m.index;
END;

COMMENT ON FUNCTION uuid_index_report(pg_catalog.interval, pg_catalog.int4, pg_catalog.text, pg_catalog.int4, pg_catalog.interval, pg_catalog.float8, pg_catalog.int8, pg_catalog.interval) IS
	'What the keys of each index on a uuid column cost, and what those that uuid_advise() suggests would cost';
COMMENT ON FUNCTION sequential_uuids_index_statistics(pg_catalog.interval, pg_catalog.int4, pg_catalog.int4) IS
	'Indexes on a uuid, with what statistics and a sample of the largest show, for uuid_index_report()';
COMMENT ON FUNCTION sequential_uuids_default(pg_catalog.text) IS
	'Versions and blocks of the keys that a default generates, for uuid_index_report()';
COMMENT ON FUNCTION sequential_uuids_key_versions(pg_catalog.uuid[]) IS
	'Shares of the versions of keys, for uuid_index_report()';
COMMENT ON FUNCTION sequential_uuids_key_pattern(pg_catalog.uuid[], pg_catalog.uuid[], pg_catalog.bool) IS
	'Whether keys come at random, ascending or in blocks, for uuid_index_report()';
COMMENT ON FUNCTION sequential_uuids_keys_of_clients(pg_catalog.uuid[], pg_catalog.int4[], pg_catalog.int4, pg_catalog.int4[], pg_catalog.float8, pg_catalog.float8, pg_catalog.float8) IS
	'Share of keys that clients generate instead of the default, for uuid_index_report()';
