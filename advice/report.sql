-- What UUID keys cost in the database that you are connected to, and which would cost less.  Nothing is installed, and
-- nothing is left: all is temporary, in one transaction that is rolled back.  Any role with TEMP on the database may.
--
--   psql -d mydb -f report.sql
--   psql -d mydb -v kept='30 days' -v left_behind=0.05 -v table=events -v over='10 s' -f report.sql
--
--   over                 count inserts for so long, up to 5 minutes, rather than since the server counts
--   table                report this table alone
--   kept                 for how long rows are kept until they are deleted; without it: for good
--   left_behind          the share of rows that stays nevertheless, such as 0.05
--   updated_after        how long after its INSERT, or its last UPDATE, a row is updated
--   worth                what a switch must save in a day, by default '1 GB'
--   checkpoint_interval  the time between two checkpoints, rather than as the server tells
--   at_most              how many indexes, those with the most inserts first; by default 100
--   all                  on: print all indexes, also those of which nothing is to be done
--
-- This file is joined from the files in advice/src/: "make advice report".
\set ON_ERROR_STOP on
\set QUIET on
\set AUTOCOMMIT on
\set ECHO none
\set FETCH_COUNT 0
\set SHOW_CONTEXT never
\timing off
-- In a transaction, now() is when that began.  Its work would be rolled back with that of this file, and an error would
-- end it, too, unless it is one of psql.
SELECT pg_catalog.now() OPERATOR(pg_catalog.<>) pg_catalog.statement_timestamp() AS in_transaction \gset
\if :in_transaction
\warn 'report.sql ends with a ROLLBACK, and this session is in a transaction: COMMIT or ROLLBACK first.'
SELECT WHERE false \gset
\endif
\if :{?over} \else \set over '' \endif
\if :{?updated_after} \else \set updated_after '' \endif
\if :{?checkpoint_interval} \else \set checkpoint_interval '' \endif
\if :{?all} \else \set all off \endif
\if :{?kept} \else \set kept '' \endif
\if :{?left_behind} \else \set left_behind 0 \endif
\if :{?worth} \else \set worth '1 GB' \endif
\if :{?at_most} \else \set at_most 100 \endif
SELECT CAST(:'all' AS pg_catalog.bool) AS all \gset
-- With your own search_path.
\if :{?table}
SELECT CAST(:'table' AS pg_catalog.regclass)::pg_catalog.oid AS only_table \gset
\else
\set only_table ''
\endif
DO $$
BEGIN
	IF pg_catalog.pg_is_in_recovery() THEN
		RAISE EXCEPTION 'a standby can make nothing temporary, nor does it count inserts'
			USING HINT = 'Run this on the primary.';
	END IF;
END $$;

BEGIN READ WRITE;
SET LOCAL client_min_messages = warning;
SET LOCAL standard_conforming_strings = on;
SET LOCAL extra_float_digits = 1;

-- Advice: what the UUID keys of tables cost, and which keys would cost less.  This script is joined from the files in
-- advice/src/: "make advice report".
--
-- uuid_advise() computes it for a table that somebody plans, uuid_index_report() for the tables that there are, and
-- uuid_key_dependencies() lists what to read before a table's default is changed.  All three read catalogs and
-- statistics: no row of a table, and no lock on one.  They give advice and no statement to run, since no catalog tells
-- what application code, triggers and views make of keys.
--
-- Safety.  Somebody else may have put objects into the schema of this extension, or set the database's search_path.
-- So types are those of pg_catalog, and nothing else here is parsed when it is created: all bodies are PL/pgSQL, and
-- have the search_path pg_catalog, pg_temp, as the script itself has.  Functions of this file
-- are called by their schema, with exactly the types that they have: no overload matches better.  (Bodies in SQL are
-- parsed at creation, with the schema on the search_path.  There, a literal may become a constant of somebody's domain,
-- whose CHECK then runs.)
--
-- How it fits together: a workload goes through sequential_uuids_rows() to have its numbers of rows at some time,
-- sequential_uuids_keys() tries each kind of key on it, and sequential_uuids_model() says what one kind costs.
-- doc/dev/model.md has the model's assumptions, its sources, and how far it is from what was measured.

-- Until the transaction ends: as a script, this file has to be one.
SET LOCAL search_path = pg_catalog, pg_temp;

-- What a table goes through, on which server, and with which keys.
CREATE TYPE pg_temp.sequential_uuids_workload AS (
	-- What is known of the table.  Rates are averages.
	rows_per_second float8,
	most_rows_per_second float8,	-- the highest rate known
	active float8,					-- the share of the time in which rows come; NULL: all of it
	active_every_seconds float8,	-- how often they begin to
	kept_seconds float8,			-- how long rows are kept until they are deleted; NULL: for good
	left_behind float8,				-- the share of rows that stay nevertheless
	rows_now float8,
	horizon_seconds float8,			-- how far ahead "later" is: the choice of a key and its cycle looks so far
	partition_rows float8,			-- that there will ever be, in a partition by time; NULL: any number
	has_random_keys bool,			-- whether rows with random keys are there
	row_bytes float8,				-- of a row in the table
	entry_bytes float8,				-- of an entry of the index, with its line pointer; NULL: 28, for a uuid alone
	prefixes float8,				-- equally frequent values of the columns before the key in the index; NULL: none are
	updates float8,					-- of a row, that are not HOT; NULL: none
	updated_after_seconds float8,	-- since the row was inserted, or updated before; NULL: rows of any age are updated
	dead_at_vacuum float8,			-- the share of dead rows at which VACUUM comes; NULL: as configured
	options text[],					-- the table's own: pg_class.reloptions
	-- The server.
	memory_bytes float8,			-- for the index
	checkpoint_seconds float8,		-- between two checkpoints
	full_page_writes bool,
	hint_bits bool,					-- whether setting them is logged, as with checksums or wal_log_hints
	-- Numbers of rows at one time, from the above: sequential_uuids_rows().
	total_rows float8,				-- in the table
	young_rows float8,				-- of these, not old enough to be deleted; NULL: none is ever deleted
	random_rows float8,				-- of these, with random keys that stay
	checkpoint_rows float8,			-- inserted between two checkpoints
	vacuum_rows float8,				-- inserted between two VACUUMs
	updated_after_rows float8,		-- inserted between a row and its update, or two updates; NULL: any number
	-- The keys.
	kind text,						-- 'random', 'ascending' (UUIDv7), 'wrapping' or 'opaque'; NULL: not known
	block_rows float8,				-- rows of a block, and of a cycle; of wrapping and opaque keys alone
	cycle_rows float8
);

-- What a column default generates.
CREATE TYPE pg_temp.sequential_uuids_generated AS (
	column_default text,			-- as SQL; NULL: none
	kind text,						-- as above; NULL: not known
	block_rows float8,
	cycle_rows float8,
	form text						-- how the column has a UUID, for format(): '(%s)::text'; NULL: not known
);

-- A way to generate keys, and what it costs.
CREATE TYPE pg_temp.sequential_uuids_cost AS (
	key text,						-- what to call it
	kind text,						-- as above
	call text,						-- the column default
	needs int4,						-- to be had: -1 nothing, as it is in place; 0 nothing, 1 a long expression, 2 an extension
	interval_length text,			-- of a block
	block_rows float8,				-- as in a workload
	cycle_rows float8,
	twice_kept float8,				-- the WAL of a cycle of twice the time kept, as a multiple, where this one is longer
	-- Bytes of WAL from a row's INSERT until it is gone, and the seven terms of this sum.  uuid_advise() returns these,
	-- too; bench/scenarios/steady/prediction.py and live/chapter.py compare them with what was measured.
	wal_per_row float8,
	wal_records float8,				-- the INSERT's records, in the table and in the index
	wal_images float8,				-- whole pages that it writes after a checkpoint
	wal_splits float8,				-- splits of index pages
	wal_deletes float8,				-- the DELETE, with its images
	wal_vacuum float8,				-- VACUUM's records and images of index pages
	wal_hint_bits float8,			-- images of table pages, by their readers and when VACUUM marks them
	wal_updates float8,				-- UPDATEs, with their images
	wal_table float8,				-- of the sum, what is of the table rather than of the index
	page_images float8,				-- of the index, per row inserted
	reads_per_row float8,			-- index pages that an INSERT reads from disk
	density_low float8,				-- how full leaf pages are, as a share
	density_high float8,
	bytes_per_million_rows float8	-- of the index
);

---------------------------------------------------------------------------------------------------------------------
-- The model
---------------------------------------------------------------------------------------------------------------------

-- What the model finds of an index, step by step.
CREATE TYPE pg_temp.sequential_uuids_index AS (
	-- Leaf pages in bytes and keys, from PostgreSQL's sources: sequential_uuids_past().
	page_bytes float8,
	page_header float8,				-- 24 of every page (PageHeaderData), 16 of a B-tree's (BTPageOpaqueData)
	entry_bytes float8,				-- IndexTupleData 8 and the key, aligned to 8, and a line pointer 4
	page_keys float8,				-- that a page has room for, less the high key: 290 in 8 kB
	prefixes float8,				-- of the columns before the key: 1 without any
	prefix_block_rows float8,		-- rows of a block behind one of them
	-- What it has been through: sequential_uuids_past().
	stays float8,					-- the share of rows that are never deleted
	rows_ever float8,				-- all that were ever inserted
	cycles_spanned float8,				-- how many cycles it holds just before VACUUM
	cycles_found float8,			-- how many cycles of older rows a block finds
	emptied float8,					-- the share of pages that have lost all keys when VACUUM comes, which removes them
	returns bool,					-- whether inserts go to pages that have been there
	room_rows float8,				-- the rows that pages have room for
	-- Its leaf pages: sequential_uuids_density() and sequential_uuids_pages().
	density_low float8,				-- how full they are when all rows of the room that they have are there: as shares of
	density_high float8,			-- a page, since pages fill and split in waves
	split_moves float8,				-- the share of its keys that a page moves when it splits
	pages float8,
	page_rows float8,				-- rows on a page, and on one that gets new rows
	new_page_rows float8,
	new_pages_per_row float8,
	image_bytes float8,				-- of the image of a page, which leaves out its free space
	-- Pages that inserts and VACUUM change: sequential_uuids_images().
	pages_found float8,				-- that a block finds under its prefix
	own_pages float8,				-- besides, those that it has added before a checkpoint
	edge_pages float8,				-- besides, its first page and, if that splits, the parent
	pages_cleaned float8,			-- by one VACUUM
	updated_pages_cleaned float8,	-- besides, of rows that were updated
	images_per_row float8,			-- written by inserts
	vacuum_images_per_row float8,
	update_images_per_row float8	-- sequential_uuids_update_images()
);

-- What an index has been through under a workload, and for how many rows its pages have room.
CREATE FUNCTION pg_temp.sequential_uuids_past(load pg_temp.sequential_uuids_workload)
RETURNS pg_temp.sequential_uuids_index LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	average_fill CONSTANT float8 := 0.7;	-- of a page: the middle of the density of old pages
	is_wrapping CONSTANT bool := load.kind IN ('wrapping', 'opaque');
	deletes CONSTANT bool := load.young_rows IS NOT NULL;
	age_in_cycles float8;
	rows_at_peak float8;
	i pg_temp.sequential_uuids_index;
BEGIN
	i.page_bytes := current_setting('block_size');
	i.page_header := 40;
	i.entry_bytes := coalesce(load.entry_bytes, 28);
	i.page_keys := greatest(floor((i.page_bytes - i.page_header) / i.entry_bytes) - 1, 1);
	i.prefixes := greatest(load.prefixes, 1);
	i.prefix_block_rows := load.block_rows / i.prefixes;

	-- Of whole cycles only, unless the index is opaque, does a block find rows.
	i.stays := CASE WHEN deletes AND load.left_behind > 1e-6 THEN least(load.left_behind, 1 - 1e-6) ELSE 0 END;
	i.rows_ever := load.young_rows + greatest(load.total_rows - load.young_rows, 0) / greatest(i.stays, 1e-6);
	i.cycles_spanned := coalesce(load.young_rows + load.vacuum_rows, load.total_rows - load.random_rows) / load.cycle_rows;
	i.cycles_found := CASE WHEN load.kind = 'opaque' AND deletes THEN i.cycles_spanned
		ELSE floor(i.cycles_spanned) + load.random_rows / load.cycle_rows END;
	i.emptied := CASE WHEN deletes THEN exp(greatest(average_fill * i.page_keys * ln(1 - i.stays), -600)) ELSE 0 END;
	i.returns := load.kind = 'random' OR is_wrapping AND (i.cycles_found >= 1 OR load.random_rows > 0
		OR deletes AND (load.kind = 'opaque' OR i.emptied < 0.5 AND i.rows_ever > load.cycle_rows));

	-- The most rows that pages ever had, just before VACUUM.  Nothing fills the room between rows left behind until keys
	-- come back to them.  Opaque blocks come back to young rows in some places only.  Where some stay, this goes on for
	-- two cycles after the first, a line fitted to live and steady of the benchmark; where none do, none tells the age.
	age_in_cycles := i.rows_ever / load.cycle_rows;
	rows_at_peak := load.cycle_rows * (1 + CASE
		WHEN load.kind <> 'opaque' THEN floor(i.cycles_spanned)
		WHEN i.stays = 0 THEN i.cycles_spanned
		ELSE least(i.cycles_spanned * least((age_in_cycles - 1) / 2, 1), age_in_cycles - 1) END);
	i.room_rows := CASE
		WHEN NOT deletes OR load.kind = 'opaque' AND i.prefix_block_rows < i.page_keys THEN load.total_rows
		WHEN load.kind = 'random' THEN load.total_rows + load.vacuum_rows * (1 - i.stays)
		-- A cycle later, wrapping keys fill pages that have kept a row.
		WHEN NOT i.returns THEN load.total_rows + (1 - i.emptied) * greatest(
			CASE WHEN is_wrapping THEN least(i.rows_ever, load.cycle_rows) ELSE i.rows_ever END - load.total_rows, 0)
		-- In cycles * cycles / 2 of cases an opaque block meets the one before, for 2/3 of its time.
		WHEN load.kind = 'opaque' AND i.stays = 0 AND i.cycles_spanned < 2 THEN
			load.total_rows * (1 + i.cycles_spanned * i.cycles_spanned / 3)
		ELSE greatest(rows_at_peak + i.stays * greatest(i.rows_ever - rows_at_peak, 0), load.total_rows) END;
	RETURN i;
END $$;

-- How full leaf pages are when all rows of the room that they have are there, and what a split moves.  In each list,
-- the first line that is true counts.
CREATE FUNCTION pg_temp.sequential_uuids_density(
	i pg_temp.sequential_uuids_index, load pg_temp.sequential_uuids_workload)
RETURNS pg_temp.sequential_uuids_index LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	block_pages CONSTANT float8 := i.prefix_block_rows / i.page_keys;	-- that its rows would fill
	deletes CONSTANT bool := load.young_rows IS NOT NULL;
	none_stay CONSTANT bool := deletes AND load.left_behind <= 1e-6;
	-- A block that finds a part of a cycle has pages of both sorts.
	has_old_pages CONSTANT bool :=
		load.kind IN ('random', 'opaque') OR load.kind = 'wrapping' AND deletes OR i.cycles_found >= 1;
	has_new_pages CONSTANT bool :=
		load.kind IN ('ascending', 'wrapping') AND i.cycles_found < CASE WHEN deletes THEN 1 ELSE 2 END;
	in_order CONSTANT bool := load.kind = 'ascending' OR load.kind = 'wrapping' AND block_pages <= 0.4;
	-- The rightmost page of the index splits at the fill factor; late rows fit into what it leaves free: four blocks of a
	-- tenth.
	is_rightmost CONSTANT bool := in_order AND load.random_rows = 0 AND i.prefixes = 1;
	-- Behind other columns, pages split in half, since entries with a uuid are too wide to be packed as ascending ones
	-- (_bt_afternewitemoff() in PostgreSQL's nbtsplitloc.c), and the left half gets no more rows.  Where two prefixes
	-- meet, pages are as full as others, unless the rows of one are deleted.
	of_prefix CONSTANT float8 := 0.5 + CASE WHEN deletes THEN 0
		ELSE 0.19 * least(1, i.page_keys * i.prefixes / load.total_rows) END;
	-- From one of each row on, there are no more splits.
	some_updates CONSTANT float8 := least(1, coalesce(load.updates, 0));
	old_pages float8[];
	new_pages float8[];
BEGIN
	-- Pages to which inserts come back.
	old_pages := CASE
		-- parts of a page whose rows have different ages come and go
		WHEN load.kind = 'opaque' AND deletes AND block_pages <= 1 THEN ARRAY[0.45, 0.60]
		-- small blocks fill all pages in step, and so split them at the same time
		WHEN load.kind = 'wrapping' AND block_pages <= 0.5 THEN ARRAY[0.60, 0.80]
		-- a page has split at its fullest
		WHEN load.kind = 'random' AND none_stay THEN ARRAY[0.60, 0.70]
		WHEN load.kind = 'wrapping' AND deletes AND i.cycles_found > 2 THEN ARRAY[0.60, 0.70]
		-- pages split in half: ln 2 on average, in waves
		ELSE ARRAY[0.65, 0.75] END;

	-- Pages that a block fills in an empty part of the index, or between older random keys, which stay.
	new_pages := CASE
		-- entries of updates fill pages before they are left, and split some that are full
		WHEN is_rightmost THEN ARRAY[0.90 - 0.40 * some_updates, 0.90 - 0.05 * some_updates]
		WHEN in_order AND i.prefixes > 1 THEN ARRAY[of_prefix, of_prefix]
		-- between random keys: a block splits a page, and fills one half
		WHEN load.random_rows > 0 AND block_pages <= 0.5 THEN ARRAY[0.50, 0.60]
		-- ... and fills one half and some pages more
		WHEN load.random_rows > 0 AND block_pages <= 2 THEN ARRAY[0.50, 0.70]
		-- such blocks fit some pages well and some badly
		WHEN load.random_rows = 0 AND load.kind = 'wrapping' AND block_pages <= 2 THEN ARRAY[0.50, 0.95]
		ELSE old_pages END;

	i.density_low := CASE WHEN has_new_pages THEN new_pages[1] END;
	i.density_high := CASE WHEN has_new_pages THEN new_pages[2] END;
	IF has_old_pages OR NOT has_new_pages THEN
		i.density_low := least(i.density_low, old_pages[1]);
		i.density_high := greatest(i.density_high, old_pages[2]);
	END IF;
	-- At the fill factor, a page moves the tenth of its keys that is over it, others half of them.
	i.split_moves := CASE WHEN is_rightmost AND has_new_pages AND NOT has_old_pages THEN 0.1 + 0.4 * some_updates
		ELSE 0.5 END;
	RETURN i;
END $$;

-- Leaf pages: how many there are, how many rows are on one, and what its image takes.
CREATE FUNCTION pg_temp.sequential_uuids_pages(
	i pg_temp.sequential_uuids_index, load pg_temp.sequential_uuids_workload)
RETURNS pg_temp.sequential_uuids_index LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	deletes CONSTANT bool := load.young_rows IS NOT NULL;
	fill CONSTANT float8 := (i.density_low + i.density_high) / 2 * i.page_keys;
	-- Behind other columns, a small block that finds no older ones goes to one page of each prefix, as ascending keys do.
	adds_to_one_page CONSTANT bool := i.prefixes > 1 AND (NOT i.returns OR load.kind = 'wrapping' AND NOT deletes
		AND i.cycles_found < 1 AND i.prefix_block_rows <= 0.4 * i.page_keys);
	-- That page is half full after it has split, and full before.
	image_rows float8;
BEGIN
	i.page_rows := greatest(fill * load.total_rows / i.room_rows, 1);
	i.pages := greatest(load.total_rows / i.page_rows, 1);
	i.new_page_rows := CASE WHEN i.returns THEN i.page_rows ELSE fill END;
	-- Where rows are replaced, only those left behind need new pages.
	i.new_pages_per_row := CASE WHEN i.returns AND deletes THEN i.stays ELSE 1 END / i.new_page_rows;
	image_rows := CASE WHEN adds_to_one_page THEN 0.75 * i.page_keys ELSE i.new_page_rows END;
	i.image_bytes := i.page_header
		+ least((i.page_bytes - i.page_header) * image_rows / i.page_keys, i.entry_bytes * load.total_rows);
	RETURN i;
END $$;

-- Pages that inserts change between two checkpoints, and that one VACUUM does, and the images that are written of them.
--
-- Of p pages, n rows in random order touch p (1 - (1 - 1/p)^n) (Cardenas, CACM 18(5), 1975).  The logarithm has to
-- exist, and exp() must not underflow, which is an error: hence the bounds.
CREATE FUNCTION pg_temp.sequential_uuids_touched(rows float8, pages float8)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN pages * (1 - exp(greatest(rows * ln(1 - 1 / greatest(pages, 1.000001)), -600)));
END $$;

-- Pages at the ends of blocks, or of ascending keys: for each of the prefixes that rows come to, the page that gets
-- them; if that splits, its parent, and its right neighbour, which belongs to the next prefix.
CREATE FUNCTION pg_temp.sequential_uuids_edge_pages(i pg_temp.sequential_uuids_index, rows float8)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	splits CONSTANT float8 := rows * i.new_pages_per_row;
	-- A parent has as many entries as a page, or fewer.
	parents CONSTANT float8 := greatest(1, least(i.prefixes, i.pages / i.page_keys));
BEGIN
	RETURN pg_temp.sequential_uuids_touched(rows, i.prefixes) + parents * (1 - exp(-least(600, splits / parents)))
		+ CASE WHEN i.prefixes > 1 THEN pg_temp.sequential_uuids_touched(splits, i.prefixes) ELSE 0 END;
END $$;

CREATE FUNCTION pg_temp.sequential_uuids_images(
	i pg_temp.sequential_uuids_index, load pg_temp.sequential_uuids_workload)
RETURNS pg_temp.sequential_uuids_index LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	is_wrapping CONSTANT bool := load.kind IN ('wrapping', 'opaque');
	deletes CONSTANT bool := load.young_rows IS NOT NULL;
	-- Of each row: what is deleted, and its older versions.
	gone CONSTANT float8 := CASE WHEN deletes THEN 1 - i.stays ELSE 0 END;
	updates CONSTANT float8 := coalesce(load.updates, 0);
	-- Several blocks touch pages of their own; random keys are one endless block.
	rows_at_once CONSTANT float8 := CASE WHEN is_wrapping THEN load.block_rows ELSE 'infinity' END;
	pages_of_block float8;
	pages_touched float8;
BEGIN
	i.pages_found := CASE WHEN load.kind = 'random' THEN i.pages WHEN NOT i.returns THEN 0
		WHEN deletes THEN i.pages * least(load.block_rows / load.cycle_rows, 1)
		ELSE i.cycles_found * load.block_rows / i.new_page_rows END;
	i.edge_pages := CASE WHEN load.kind = 'random' THEN 0 ELSE pg_temp.sequential_uuids_edge_pages(
		i, CASE WHEN load.kind = 'opaque' THEN load.block_rows ELSE load.checkpoint_rows END) END;
	-- An opaque block has its first page to itself.
	i.own_pages := CASE WHEN load.kind = 'opaque' THEN i.edge_pages ELSE 0 END
		+ CASE WHEN is_wrapping AND NOT (i.returns AND deletes)
			THEN greatest(load.block_rows - load.checkpoint_rows, 0) / 2 / i.new_page_rows ELSE 0 END;
	pages_of_block := i.pages_found + i.own_pages;

	pages_touched := i.edge_pages + greatest(load.checkpoint_rows / rows_at_once, 1)
		* pg_temp.sequential_uuids_touched(least(rows_at_once, load.checkpoint_rows), pages_of_block);
	i.pages_cleaned := least(i.pages, pg_temp.sequential_uuids_touched(load.vacuum_rows, i.prefixes) + CASE
		WHEN i.returns THEN greatest(load.vacuum_rows / rows_at_once, 1) * pg_temp.sequential_uuids_touched(
			least(rows_at_once, load.vacuum_rows) * (gone + CASE WHEN load.kind = 'random' THEN updates ELSE 0 END),
			pages_of_block)
		ELSE ceil(gone) * load.vacuum_rows / i.new_page_rows END);
	-- Besides, where rows of one age are together: pages of each age at which rows are updated.
	i.updated_pages_cleaned := CASE WHEN load.kind = 'random' THEN 0
		WHEN load.updated_after_rows IS NULL THEN
			pg_temp.sequential_uuids_touched(load.vacuum_rows * updates, i.pages - i.pages_cleaned)
		ELSE least(i.pages - i.pages_cleaned, load.vacuum_rows / i.new_page_rows
			* least(updates, 1 + updates * load.updated_after_rows / load.vacuum_rows)) END;

	-- Inserts are first to change a page after a checkpoint, unless opaque blocks meet.
	IF load.kind = 'opaque' THEN
		pages_touched := pg_temp.sequential_uuids_touched(pages_touched, i.pages);
	ELSIF i.prefixes > 1 THEN
		-- Never more than random keys do.
		pages_touched := least(pages_touched, pg_temp.sequential_uuids_touched(load.checkpoint_rows, i.pages));
	END IF;
	i.images_per_row := least(pages_touched, i.pages, load.checkpoint_rows) / load.checkpoint_rows;
	RETURN i;
END $$;

-- The images that updates write of the index, besides those of inserts.  Each adds an entry beside that of its row.
--
-- One that comes soon finds a page that was written since the checkpoint, with its row; so of the updates of a row, the
-- share "after / checkpoint" are at places where nothing was written since.  These are in as many parts of the index as
-- rows of so different ages are in blocks: keys that keep rows together touch the pages of those parts, random ones the
-- whole index once more.  If rows of any age are updated, any keys are as random ones.
CREATE FUNCTION pg_temp.sequential_uuids_update_images(
	i pg_temp.sequential_uuids_index, load pg_temp.sequential_uuids_workload)
RETURNS pg_temp.sequential_uuids_index LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	of_any_age CONSTANT bool := load.updated_after_rows IS NULL;
	rows_at_once CONSTANT float8 := CASE WHEN load.kind = 'random' THEN 'infinity' ELSE load.block_rows END;
	pages_at_once CONSTANT float8 := CASE WHEN load.kind = 'random' THEN i.pages
		-- Those that it finds have room for it if rows are deleted from them.
		ELSE i.pages_found + CASE WHEN i.returns AND load.young_rows IS NOT NULL THEN 0
			ELSE load.block_rows / i.new_page_rows END END;
	places CONSTANT float8 := load.checkpoint_rows
		* (1 + load.updates * least(1, coalesce(load.updated_after_rows / load.checkpoint_rows, 1)));
	parts_before CONSTANT float8 := greatest(1, load.checkpoint_rows / rows_at_once);
	parts CONSTANT float8 := greatest(places / rows_at_once, parts_before,
		least(1 + load.updates, 1 + load.updates * load.updated_after_rows / rows_at_once));
	-- Where an update's rows begin, they have a part of a page more.
	edges CONSTANT float8 := CASE WHEN load.kind = 'random' THEN 0 ELSE
		load.updates * least(1, greatest(0, load.updated_after_rows - load.checkpoint_rows) / i.new_page_rows) END;
	pages float8;
BEGIN
	pages := CASE
		WHEN of_any_age AND load.kind = 'random' THEN pg_temp.sequential_uuids_touched(places, i.pages)
			- pg_temp.sequential_uuids_touched(load.checkpoint_rows, i.pages)
		WHEN of_any_age THEN pg_temp.sequential_uuids_touched(places - load.checkpoint_rows, i.pages)
		ELSE parts * pg_temp.sequential_uuids_touched(places / parts, pages_at_once)
			- parts_before * pg_temp.sequential_uuids_touched(load.checkpoint_rows / parts_before, pages_at_once)
			+ edges END;
	i.update_images_per_row := CASE WHEN load.updates > 0 THEN greatest(0, least(load.updates,
		pages / load.checkpoint_rows, i.pages / load.checkpoint_rows - i.images_per_row)) ELSE 0 END;
	RETURN i;
END $$;

-- The images that VACUUM writes of index pages.
CREATE FUNCTION pg_temp.sequential_uuids_vacuum_images(
	i pg_temp.sequential_uuids_index, load pg_temp.sequential_uuids_workload)
RETURNS pg_temp.sequential_uuids_index LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	images_per_row CONSTANT float8 := i.images_per_row + i.update_images_per_row;
BEGIN
	-- A page that VACUUM changes between the same checkpoints has one image: by chance if keys or blocks are in random
	-- order, and at most one for each page of the index.  Others change pages of different ages; then only rows left
	-- behind remain in VACUUM's image.  Behind other columns, so does half of the oldest page of each prefix, a third of
	-- an image's rows.
	i.vacuum_images_per_row := CASE WHEN load.young_rows IS NOT NULL OR load.updates > 0 THEN
		least(
			i.pages_cleaned / load.vacuum_rows * CASE WHEN load.kind IN ('random', 'opaque')
				THEN 1 - images_per_row * load.checkpoint_rows / i.pages ELSE 1 END,
			CASE WHEN load.vacuum_rows < load.checkpoint_rows
				THEN i.pages / load.checkpoint_rows - images_per_row END)
		* CASE WHEN load.kind NOT IN ('ascending', 'wrapping') THEN 1
			WHEN i.stays > 0 AND i.cycles_spanned < 1 THEN i.stays
			WHEN i.prefixes > 1 AND NOT i.returns THEN
				1 - 2.0 / 3 * pg_temp.sequential_uuids_touched(load.vacuum_rows, i.prefixes) / i.pages_cleaned
			ELSE 1 END
		+ CASE WHEN load.updates > 0 THEN i.updated_pages_cleaned / load.vacuum_rows ELSE 0 END
		ELSE 0 END;
	IF NOT load.full_page_writes THEN
		i.images_per_row := 0;
		i.update_images_per_row := 0;
		i.vacuum_images_per_row := 0;
	END IF;
	RETURN i;
END $$;

-- Bytes of WAL per row of keys under a workload whose numbers of rows are known.
CREATE FUNCTION pg_temp.sequential_uuids_wal(
	i pg_temp.sequential_uuids_index, load pg_temp.sequential_uuids_workload)
RETURNS pg_temp.sequential_uuids_cost LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- Bytes, from PostgreSQL's sources.
	heap_overhead CONSTANT float8 := 8;		-- besides the row: a line pointer 4, and 4 on average to align it
	heap_record CONSTANT float8 := 36;		-- besides the row: XLogRecord 24, a block 20, lengths and flags 10, and
											-- 5 to align it; less 23 of the row's header, which are not logged
	tuple CONSTANT float8 := i.entry_bytes - 4;	-- of the index, without its line pointer
	index_record CONSTANT float8 := 48 + tuple;	-- XLogRecord 24, a block 20, lengths and offset 4
	image_saves CONSTANT float8 := tuple - 4;	-- which the image has, less the image's own header
	removal_record CONSTANT float8 := 64;	-- a DELETE's 56, and 2 for each offset in three records of VACUUM,
											-- aligned; also VACUUM's for a page
	split_record CONSTANT float8 := 76 + tuple;	-- besides the keys that move: its headers, and the parent's new tuple

	deletes CONSTANT bool := load.young_rows IS NOT NULL;
	heap_row CONSTANT float8 := load.row_bytes + heap_overhead;
	heap_image CONSTANT float8 := CASE WHEN load.full_page_writes THEN heap_row ELSE 0 END;
	turns float8;
	old_rows float8;
	deleted_from float8;
	checkpoint_between float8;
	cost pg_temp.sequential_uuids_cost;
BEGIN
	-- New rows go to the table's pages in turn, between rows left behind.  Of the room of n rows, (1 - stays)^k is free in
	-- a page's turn k: n (1 - (1 - stays)^turns) / stays rows in all its turns, whose images have turns * n rows, old and
	-- new.  The last turn is that in which one row has room.  So the image of a page also has this many old rows for each
	-- new one.
	turns := CASE WHEN i.stays > 0 THEN
		greatest(1, ln(greatest(i.page_bytes / heap_row, 1)) / -ln(1 - i.stays)) ELSE 1 END;
	old_rows := CASE WHEN i.stays > 0 THEN least(
		greatest(load.total_rows - load.young_rows, 0) / (load.young_rows + load.vacuum_rows),
		turns * i.stays / (1 - exp(greatest(turns * ln(1 - i.stays), -600))) - 1) ELSE 0 END;
	-- The share of the table's pages that lose a row: not all of the new rows in a page are left behind.
	deleted_from := 1 - CASE WHEN NOT deletes THEN 1 WHEN i.stays > 0 THEN
		exp(greatest(greatest(i.page_bytes / heap_row / (1 + old_rows), 1) * ln(i.stays), -600)) ELSE 0 END;

	cost.wal_records := load.row_bytes + heap_record + index_record - image_saves * i.images_per_row;
	-- The last page of the table is half full when its image is written.
	cost.wal_images := i.images_per_row * i.image_bytes + heap_image * old_rows
		+ CASE WHEN load.full_page_writes THEN i.page_bytes / 2 / load.checkpoint_rows ELSE 0 END;
	cost.wal_splits := i.new_pages_per_row * (split_record + i.entry_bytes * i.page_keys * i.split_moves);
	-- A page that an INSERT has changed since the checkpoint has its image.
	cost.wal_deletes := CASE WHEN deletes THEN removal_record * (1 - i.stays)
		+ deleted_from * heap_image * (1 + old_rows) * least(load.young_rows / load.checkpoint_rows, 1) ELSE 0 END;
	cost.wal_vacuum := CASE WHEN deletes OR load.updates > 0 THEN
		removal_record * (i.pages_cleaned + i.updated_pages_cleaned) / load.vacuum_rows
		+ i.vacuum_images_per_row * i.image_bytes ELSE 0 END;
	-- Of such a page, one image by VACUUM, which marks it all-visible, and one by the first to read its rows since INSERT
	-- or DELETE, where a checkpoint has come between: readers write none if they come at once, and two if late.
	checkpoint_between := CASE WHEN load.vacuum_rows < load.checkpoint_rows
		THEN load.vacuum_rows / load.checkpoint_rows / 2 ELSE 1 - load.checkpoint_rows / load.vacuum_rows / 2 END;
	cost.wal_hint_bits := CASE WHEN deletes AND load.hint_bits
		THEN deleted_from * 2 * checkpoint_between * heap_image * (1 + old_rows) ELSE 0 END;
	-- What they write in the table is the same under any key, and left out, as that of HOT ones is.
	cost.wal_updates := coalesce(load.updates, 0) * index_record
		+ i.update_images_per_row * (i.image_bytes - image_saves);
	cost.wal_per_row := cost.wal_records + cost.wal_images + cost.wal_splits + cost.wal_deletes + cost.wal_vacuum
		+ cost.wal_hint_bits + cost.wal_updates;
	cost.wal_table := load.row_bytes + heap_record + heap_image * old_rows
		+ CASE WHEN load.full_page_writes THEN i.page_bytes / 2 / load.checkpoint_rows ELSE 0 END
		+ cost.wal_deletes + cost.wal_hint_bits;
	RETURN cost;
END $$;

-- What keys cost under a workload whose numbers of rows are known, if rows come evenly and are deleted by age.
-- Nothing was chosen to fit, except the coefficient of hint bits and the age of opaque keys (doc/dev/model.md).
CREATE FUNCTION pg_temp.sequential_uuids_model(load pg_temp.sequential_uuids_workload)
RETURNS pg_temp.sequential_uuids_cost LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	kind CONSTANT text := load.kind;
	i pg_temp.sequential_uuids_index;
	cost pg_temp.sequential_uuids_cost;
BEGIN
	-- Where a page has rows of several prefixes, these decide to which page a row goes, whatever its key.
	IF load.prefixes * 0.7 * current_setting('block_size')::float8 / coalesce(load.entry_bytes, 28) > load.total_rows THEN
		load.kind := 'random';
	END IF;
	load.block_rows := CASE WHEN load.kind IN ('wrapping', 'opaque') THEN greatest(load.block_rows, 1)
		WHEN load.kind = 'random' THEN load.total_rows ELSE 1 END;
	load.cycle_rows := CASE WHEN load.kind IN ('wrapping', 'opaque') THEN load.cycle_rows ELSE 'infinity' END;
	i := pg_temp.sequential_uuids_past(load);
	i := pg_temp.sequential_uuids_density(i, load);
	i := pg_temp.sequential_uuids_pages(i, load);
	i := pg_temp.sequential_uuids_images(i, load);
	i := pg_temp.sequential_uuids_update_images(i, load);
	i := pg_temp.sequential_uuids_vacuum_images(i, load);

	cost := pg_temp.sequential_uuids_wal(i, load);
	cost.kind := kind;
	cost.page_images := i.images_per_row;
	cost.density_low := i.density_low * load.total_rows / i.room_rows;
	cost.density_high := i.density_high * load.total_rows / i.room_rows;
	cost.bytes_per_million_rows := 1e6 / i.page_rows * i.page_bytes;
	-- If memory does not hold the index, a block reads the pages that it finds, and each row those that do not fit.
	cost.reads_per_row := CASE WHEN i.pages * i.page_bytes <= load.memory_bytes THEN 0 ELSE least(1, greatest(0,
		i.pages_found / load.block_rows, 1 - load.memory_bytes / i.page_bytes / (i.pages_found + i.prefixes))) END;
	RETURN cost;
END $$;


-- An index of ascending keys whose rows are deleted, and that is built again every so often: the bytes that it has just
-- before, at most, and the WAL that this writes.  A new one is filled to the fill factor.  From then on, pages that
-- keep a row have room for all rows that were deleted meanwhile.
CREATE FUNCTION pg_temp.sequential_uuids_rebuilt(
	load pg_temp.sequential_uuids_workload, every_seconds float8, OUT most_bytes float8, OUT wal_per_second float8)
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	fill CONSTANT float8 := 0.9;
	deleted_rows CONSTANT float8 := load.rows_per_second * every_seconds * (1 - load.left_behind);
	i pg_temp.sequential_uuids_index;
	new_bytes float8;
BEGIN
	load.kind := 'ascending';
	load.block_rows := 1;
	load.cycle_rows := 'infinity';
	i := pg_temp.sequential_uuids_past(load);
	i := pg_temp.sequential_uuids_density(i, load);
	new_bytes := load.total_rows / (fill * i.page_keys) * i.page_bytes;
	most_bytes := new_bytes + (1 - i.emptied) * deleted_rows / (i.density_low * i.page_keys) * i.page_bytes;
	wal_per_second := fill * new_bytes / every_seconds;
END $$;
---------------------------------------------------------------------------------------------------------------------
-- A workload
---------------------------------------------------------------------------------------------------------------------

-- The rows that come in a time, at most: at the average rate, unless it is so short that rows may come in all of it.
CREATE FUNCTION pg_temp.sequential_uuids_rows_in(load pg_temp.sequential_uuids_workload, seconds float8)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN load.rows_per_second
		* greatest(seconds, least(seconds / coalesce(load.active, 1), load.active_every_seconds));
END $$;

-- Two digits, so that the same is advised a moment later.
CREATE FUNCTION pg_temp.sequential_uuids_two_digits(value float8)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN round(value::numeric, 1 - floor(log(value))::int4);
END $$;

-- The WAL after which a checkpoint comes: max_wal_size is for two of them, as far as the second overlaps with the first
-- (CalculateCheckpointSegments() and XLogCheckpointNeeded() in PostgreSQL's xlog.c).  It comes at the end of a segment.
CREATE FUNCTION pg_temp.sequential_uuids_checkpoint_bytes()
RETURNS float8 LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	segment CONSTANT float8 := pg_size_bytes(current_setting('wal_segment_size'));
BEGIN
	RETURN segment * (greatest(1, floor(pg_size_bytes(current_setting('max_wal_size')) / segment
		/ (1 + current_setting('checkpoint_completion_target')::float8))) - 0.5);
END $$;

-- The time between two checkpoints while rows come, and how that is known: as the server has counted them, or as
-- configured if there were few.  Those that are late by the clock came in idle times, too.  Counted times include idle
-- ones, so what the WAL of a time means that was watched counts where it is less.
CREATE FUNCTION pg_temp.sequential_uuids_checkpoints(
	active float8, wal_per_second float8, OUT seconds float8, OUT source text)
LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	enough CONSTANT float8 := 5;
	timeout CONSTANT float8 := extract(epoch FROM current_setting('checkpoint_timeout')::interval);
	by_size CONSTANT float8 := pg_temp.sequential_uuids_checkpoint_bytes() / nullif(wal_per_second, 0);
	timed float8;
	requested float8;
	counted_seconds float8;
BEGIN
	seconds := timeout;
	source := 'by checkpoint_timeout';
	IF current_setting('server_version_num')::int4 >= 170000 THEN
		SELECT c.num_timed, c.num_requested, extract(epoch FROM clock_timestamp() - c.stats_reset)
		  INTO timed, requested, counted_seconds FROM pg_stat_checkpointer AS c;
	ELSE
		SELECT b.checkpoints_timed, b.checkpoints_req, extract(epoch FROM clock_timestamp() - b.stats_reset)
		  INTO timed, requested, counted_seconds FROM pg_stat_bgwriter AS b;
	END IF;
	IF timed + requested >= enough AND counted_seconds > 0 THEN
		counted_seconds := active * counted_seconds
			/ greatest(timed + requested - (1 - active) * counted_seconds / timeout, requested, 1);
		IF counted_seconds < 0.99 * timeout THEN
			seconds := pg_temp.sequential_uuids_two_digits(counted_seconds);
			source := 'as counted on average';
		END IF;
	END IF;
	IF by_size < seconds THEN
		seconds := pg_temp.sequential_uuids_two_digits(by_size);
		source := 'by max_wal_size, at the rate of WAL just now';
	END IF;
END $$;

-- What is not known of a server, as it is configured.  A quarter of shared_buffers is for one index.
CREATE FUNCTION pg_temp.sequential_uuids_server(load pg_temp.sequential_uuids_workload)
RETURNS pg_temp.sequential_uuids_workload LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	load.memory_bytes := coalesce(load.memory_bytes, pg_size_bytes(current_setting('shared_buffers')) / 4);
	load.checkpoint_seconds := coalesce(load.checkpoint_seconds,
		(pg_temp.sequential_uuids_checkpoints(coalesce(load.active, 1), NULL::float8)).seconds);
	load.full_page_writes := current_setting('full_page_writes');
	-- PostgreSQL 19 has further words for checksums that are being enabled.
	load.hint_bits := current_setting('data_checksums') <> 'off' OR current_setting('wal_log_hints')::bool;
	RETURN load;
END $$;

-- Raises an error for what is out of range, or NULL.
CREATE FUNCTION pg_temp.sequential_uuids_check_value(
	name text, value float8, lowest float8, highest float8, unit text)
RETURNS void LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF (value BETWEEN lowest AND highest) IS NOT TRUE THEN
		RAISE invalid_parameter_value USING
			MESSAGE = format('invalid value for parameter "%s": %s', name, coalesce(value::text, 'NULL')),
			DETAIL = format('Valid values are between %s and %s%s.', lowest::numeric, highest::numeric, unit);
	END IF;
END $$;

-- The same for a workload.  Names are those of the parameters of users.
CREATE FUNCTION pg_temp.sequential_uuids_check(load pg_temp.sequential_uuids_workload)
RETURNS void LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF load.kept_seconds IS NULL AND load.left_behind <> 0 THEN
		RAISE invalid_parameter_value USING
			MESSAGE = format('parameter "left_behind" is %s, and "kept" is missing', load.left_behind),
			DETAIL = 'A share of the rows can stay only if the others are deleted after some time.',
			HINT = 'Give "kept", such as ''30 days'', or leave out "left_behind".';
	END IF;
	PERFORM pg_temp.sequential_uuids_check_value(
			p.name, p.value::float8, p.lowest::float8, p.highest::float8, p.unit)
	  FROM (VALUES
			('rows_per_second', load.rows_per_second, 0.0001, 1e9, ''),
			('kept', coalesce(load.kept_seconds, 1), 0.001, 1e10, ' seconds'),
			('left_behind', load.left_behind, 0, 1, ''),
			('row_bytes', load.row_bytes, 24, 8160, ''),
			('prefixes', coalesce(load.prefixes, 1), 1, 1e9, ''),
			('index_memory', load.memory_bytes, current_setting('block_size')::float8, 1e18, ' bytes'),
			('checkpoint_interval', load.checkpoint_seconds, 0.001, 1e10, ' seconds'),
			('updates', coalesce(load.updates, 0), 0, 1e6, ''),
			('updated_after', coalesce(load.updated_after_seconds, 0), 0, 1e10, ' seconds'),
			('dead_at_vacuum', coalesce(load.dead_at_vacuum, 0), 0, 100, ''),
			('horizon', load.horizon_seconds, 1, 1e10, ' seconds')
		   ) AS p (name, value, lowest, highest, unit);
END $$;

-- An option of autovacuum: the table's own, or else the server's.  NULL if it is -1, which stands for none, or unknown
-- to this major of PostgreSQL.
CREATE FUNCTION pg_temp.sequential_uuids_autovacuum(options text[], name text)
RETURNS float8 LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	value text;
BEGIN
	IF options IS NOT NULL THEN
		value := (SELECT o.option_value FROM pg_options_to_table(options) AS o WHERE o.option_name = name);
	END IF;
	RETURN nullif(coalesce(value, current_setting(name, true))::float8, -1);
END $$;

-- The numbers of rows now, or at the horizon: those that the table has, and those that come and stay.
CREATE FUNCTION pg_temp.sequential_uuids_rows(load pg_temp.sequential_uuids_workload, later bool)
RETURNS pg_temp.sequential_uuids_workload LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	stays CONSTANT float8 := CASE WHEN load.left_behind > 1e-6 THEN load.left_behind ELSE 0 END;
	updates CONSTANT float8 := coalesce(load.updates, 0);
	come CONSTANT float8 := load.rows_per_second * load.horizon_seconds;
	dead_rows float8;
	new_rows float8;
BEGIN
	load.young_rows := CASE WHEN load.left_behind < 1 THEN load.rows_per_second * load.kept_seconds END;
	IF NOT later THEN
		load.total_rows := load.rows_now;
		load.young_rows := CASE WHEN load.young_rows > load.total_rows THEN load.total_rows ELSE load.young_rows END;
	ELSIF load.young_rows IS NULL THEN
		load.total_rows := load.rows_now + come;
	ELSE
		-- If some rows stay, those that the table has beyond the young ones have stayed.
		load.total_rows := load.young_rows + stays * greatest(come - load.young_rows, 0)
			+ CASE WHEN stays > 0 THEN greatest(load.rows_now - load.young_rows, 0) ELSE 0 END;
	END IF;
	-- A partition by time may be full before any of its rows is old.
	IF load.young_rows > load.partition_rows THEN
		load.young_rows := load.partition_rows;
	END IF;
	load.total_rows := greatest(least(load.total_rows, load.partition_rows, 1e15), load.young_rows, 1);
	-- Random keys that stay count for all of the table, so that plans for it are the same at any time.
	load.random_rows := CASE WHEN load.has_random_keys AND load.young_rows IS NULL THEN load.total_rows ELSE 0 END;
	load.checkpoint_rows := greatest(pg_temp.sequential_uuids_rows_in(load, load.checkpoint_seconds), 1);
	load.updated_after_rows := CASE WHEN load.updated_after_seconds IS NOT NULL THEN
		least(load.total_rows, pg_temp.sequential_uuids_rows_in(load, load.updated_after_seconds)) END;

	-- VACUUM comes for dead rows, at a share of the table that is given or configured, or for inserted ones.  Only
	-- PostgreSQL 18 and later have a maximum of dead rows; they count only inserts into pages that are not frozen, here
	-- all pages.
	IF load.dead_at_vacuum IS NOT NULL THEN
		dead_rows := load.dead_at_vacuum * load.total_rows;
	ELSE
		dead_rows := least(
			pg_temp.sequential_uuids_autovacuum(load.options, 'autovacuum_vacuum_threshold'::text)
			+ pg_temp.sequential_uuids_autovacuum(load.options, 'autovacuum_vacuum_scale_factor'::text)
			* load.total_rows,
			pg_temp.sequential_uuids_autovacuum(load.options, 'autovacuum_vacuum_max_threshold'::text));
		new_rows := pg_temp.sequential_uuids_autovacuum(load.options, 'autovacuum_vacuum_insert_threshold'::text)
			+ pg_temp.sequential_uuids_autovacuum(load.options, 'autovacuum_vacuum_insert_scale_factor'::text)
			* load.total_rows;
	END IF;
	-- What dies for each row that is inserted: its versions, and in the end the row.
	load.vacuum_rows := greatest(1, least(new_rows, dead_rows / greatest(1e-6,
		CASE WHEN load.young_rows IS NOT NULL THEN 1 - load.left_behind ELSE 0 END + updates)));
	RETURN load;
END $$;

---------------------------------------------------------------------------------------------------------------------
-- Which keys
---------------------------------------------------------------------------------------------------------------------

-- How long a cycle has to be for blocks to find no older row: a little longer than rows are kept and then wait for
-- VACUUM; a century, if they stay.
CREATE FUNCTION pg_temp.sequential_uuids_needed(load pg_temp.sequential_uuids_workload)
RETURNS float8 LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE WHEN load.young_rows IS NULL THEN 36500 * 86400::float8
		ELSE least(1.05 * (load.kept_seconds + load.vacuum_rows / load.rows_per_second), 1e12) END;
END $$;

-- The interval and the cycle of a key by time, for a cycle of about this length; NULL if there are none.
CREATE FUNCTION pg_temp.sequential_uuids_lengths(
	load pg_temp.sequential_uuids_workload, key text, needed_seconds float8,
	OUT interval_length text, OUT interval_seconds float8, OUT cycle_seconds float8)
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- What people write.
	lengths CONSTANT text[] := '{1 us,10 us,100 us,1 ms,10 ms,100 ms,1 s,2 s,5 s,10 s,30 s,1 min,2 min,5 min,10 min,'
		'30 min,1 h,2 h,3 h,6 h,12 h,1 day,2 days,5 days,10 days,20 days,50 days,100 days,200 days,500 days}';
	-- Where a cycle comes back to no older row, blocks of up to 100 rows, a third of a page, share pages in order.
	in_order CONSTANT bool := key = 'wrapping by time' AND load.young_rows IS NULL AND load.random_rows = 0;
	-- Otherwise a block has enough rows to fill pages, and leave them empty; and not so many that the processor's cache
	-- does not hold its pages.
	enough_rows CONSTANT float8 := 1000;
	block_limit CONSTANT float8 := CASE WHEN in_order THEN 100 * 28 / coalesce(load.entry_bytes, 28) ELSE 50000 END;
	-- Numbers of blocks that divide whole days into seconds.
	plain_counts CONSTANT float8[] := '{34560,36000,43200,57600,64800}';
	day CONSTANT float8 := 86400;
	seconds float8;
	length text;
	has_enough bool;
	is_long bool;
	step float8;
BEGIN
	-- At least ten blocks in a cycle.  Longer intervals reveal less.  One that is longer than the time between two
	-- checkpoints has its pages written whole again, so it is so long only for the sake of enough rows.  The highest rate
	-- may be that of a bulk load, which ends no shorter one before it has enough.
	FOREACH length IN ARRAY lengths LOOP
		seconds := extract(epoch FROM length::interval);
		has_enough := in_order OR pg_temp.sequential_uuids_rows_in(load, interval_seconds) >= enough_rows;
		is_long := seconds > load.checkpoint_seconds;
		EXIT WHEN interval_seconds IS NOT NULL AND (seconds > needed_seconds / 10
			OR block_limit < pg_temp.sequential_uuids_rows_in(load, seconds)
			OR block_limit < load.most_rows_per_second * seconds AND (has_enough OR is_long)
			OR NOT in_order AND is_long AND has_enough);
		interval_length := length;
		interval_seconds := seconds;
	END LOOP;

	-- Whole intervals, of which there can be 2^48, and whole days, if it has five.
	step := greatest(interval_seconds, CASE WHEN needed_seconds > 5 * day THEN day END);
	cycle_seconds := ceil(least(needed_seconds, 2.8e14 * interval_seconds) / step - 1e-9) * step;

	-- The plain default takes whole seconds, and 32,769 to 65,536 of them in a cycle, so that the number of a block has
	-- four hexadecimal digits.  If rows stay, the cycle becomes shorter before a block has too many rows.
	IF key = 'plain default' THEN
		seconds := greatest(1, floor(block_limit / load.most_rows_per_second));
		cycle_seconds := least(cycle_seconds, CASE WHEN load.young_rows IS NULL THEN 65536 * seconds END);
		seconds := least(floor(cycle_seconds / 32769), greatest(
			least(round(interval_seconds), seconds), ceil(cycle_seconds / 65536)));
		interval_seconds := nullif(coalesce((
			SELECT max(cycle_seconds / n) FROM unnest(plain_counts) AS n
			 WHERE cycle_seconds / n <= seconds AND cycle_seconds / n = floor(cycle_seconds / n)), seconds), 0);
		interval_length := interval_seconds::int8 || ' s';
		cycle_seconds := interval_seconds * least(65536, greatest(32769, round(cycle_seconds / interval_seconds)));
		-- Where rows go, a shorter cycle would end before they have.
		IF block_limit < greatest(load.most_rows_per_second * interval_seconds,
			pg_temp.sequential_uuids_rows_in(load, interval_seconds))
		THEN
			interval_seconds := NULL;
		END IF;
	END IF;
END $$;

-- The function of a signature, with its schema, that somebody can be advised to call: the caller may execute it, and it
-- and all functions of its name in that schema, which might match the call better, are a superuser's or the caller's.
-- So is the schema, or the database owner's, since its owner can add such a function later.  NULL if there is none.
-- Others may be allowed to add one, too, as all were to public before PostgreSQL 15: then it is open.
CREATE FUNCTION pg_temp.sequential_uuids_generator(signature text, OUT name text, OUT is_open bool)
LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp SET quote_all_identifiers = off AS $$
BEGIN
	SELECT format('%I.%I', n.nspname, p.proname), EXISTS (
			SELECT FROM aclexplode(n.nspacl) AS a LEFT JOIN pg_roles AS r ON r.oid = a.grantee
			 WHERE a.privilege_type = 'CREATE' AND a.grantee <> n.nspowner
			   AND (r.rolsuper OR r.rolname = current_user) IS NOT TRUE)
	  INTO name, is_open
	  FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
	 WHERE p.proname = split_part(signature, '(', 1) AND p.prorettype = 'uuid'::regtype AND NOT p.proretset
	   AND format('%s(%s)', p.proname, oidvectortypes(p.proargtypes)) = signature
	   AND has_function_privilege(p.oid, 'EXECUTE') AND has_schema_privilege(n.oid, 'USAGE')
	   AND n.oid <> pg_my_temp_schema()
	   -- Others have functions of this name.
	   AND (p.proname <> 'uuid_v7_nextval' OR EXISTS (SELECT FROM pg_proc AS o
			 WHERE (o.proname, o.pronamespace) = ('uuid_sequence_nextval', p.pronamespace)
			   AND o.proargnames[1] = 'sequence'))
	   AND NOT EXISTS (
			SELECT FROM pg_proc AS o JOIN pg_roles AS r ON r.oid = o.proowner
			 WHERE (o.proname, o.pronamespace) = (p.proname, p.pronamespace)
			   AND NOT r.rolsuper AND r.rolname <> current_user)
	   AND EXISTS (
			SELECT FROM pg_roles AS r CROSS JOIN pg_database AS d
			 WHERE r.oid = n.nspowner AND d.datname = current_database()
			   AND (r.rolsuper OR r.rolname IN (current_user, 'pg_database_owner') OR r.oid = d.datdba))
	 ORDER BY p.probin IS NULL, n.nspname LIMIT 1;
END $$;

-- Up to what ratio costs are equal.  The model is as far from what was measured.
CREATE FUNCTION pg_temp.sequential_uuids_tolerance()
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN 1.15;
END $$;

-- The rule: the least WAL comes first.  Of those with equal WAL, the smallest index comes first; of those with equal
-- indexes, too, what needs least to be installed.
CREATE FUNCTION pg_temp.sequential_uuids_ranked(ways pg_temp.sequential_uuids_cost[])
RETURNS SETOF pg_temp.sequential_uuids_cost LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	tolerance CONSTANT float8 := pg_temp.sequential_uuids_tolerance();
	equal_wal float8;
	equal_size float8;
BEGIN
	equal_wal := (SELECT min(w.wal_per_row) * tolerance FROM unnest(ways) AS w);
	equal_size := (
		SELECT min(w.bytes_per_million_rows) * tolerance FROM unnest(ways) AS w WHERE w.wal_per_row <= equal_wal);
	RETURN QUERY
		SELECT w.*
		  FROM generate_series(1, cardinality(ways)) AS place CROSS JOIN LATERAL (SELECT (ways[place]).*) AS w
		 ORDER BY greatest(w.wal_per_row, equal_wal),
			CASE WHEN w.wal_per_row <= equal_wal THEN greatest(w.bytes_per_million_rows, equal_size) END,
			w.needs, place;
END $$;

-- The column default of a way, by its key and interval_length, and what it needs.
CREATE FUNCTION pg_temp.sequential_uuids_call(
	way pg_temp.sequential_uuids_cost, interval_seconds float8, block_count float8, OUT call text, OUT needs int4)
LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp SET intervalstyle = postgres AS $$
DECLARE
	cycle CONSTANT interval := justify_hours(make_interval(secs => interval_seconds * block_count));
	lengths text := format('%L, %L', way.interval_length, cycle);
	-- With its interval in seconds and the number of intervals.  sequential_uuids_read_default() reads it.
	plain CONSTANT text := 'encode(substr(int8send(floor(date_part(''epoch'', clock_timestamp()))::bigint'
		' / %s %% ''%s''), 7) || substr(uuid_send(gen_random_uuid()), 3), ''hex'')::uuid';
	-- A label that nobody can guess.
	label text := quote_literal(
		left(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'hex'), 32));
	signature CONSTANT text := CASE way.key WHEN 'UUIDv7' THEN 'uuid_v7_nextval()'
		WHEN 'wrapping by time' THEN 'uuid_interval_nextval(interval, interval, integer)'
		WHEN 'opaque by time' THEN 'uuid_opaque_nextval(text, interval, interval, integer)' END;
	generator text;
	is_open bool;
BEGIN
	SELECT g.name, g.is_open INTO generator, is_open FROM pg_temp.sequential_uuids_generator(signature) AS g;
	-- An overload could match the call better, unless the call has all arguments, of the right types.
	IF is_open THEN
		lengths := format('%L::interval, %L::interval, 4', way.interval_length, cycle);
		label := label || '::text';
	END IF;
	CASE way.key
		WHEN 'random' THEN
			generator := 'gen_random_uuid';
			call := 'gen_random_uuid()';
		WHEN 'UUIDv7' THEN
			-- Core has it from PostgreSQL 18 on.
			IF current_setting('server_version_num')::int4 >= 180000 THEN
				generator := 'uuidv7';
			END IF;
			call := coalesce(generator, 'uuid_v7_nextval') || '()';
		WHEN 'wrapping by time' THEN
			call := format('%s(%s)', coalesce(generator, 'uuid_interval_nextval'), lengths);
		WHEN 'plain default' THEN
			call := format(plain, interval_seconds::int8, block_count::int8);
		WHEN 'opaque by time' THEN
			call := format('%s(%s, %s)', coalesce(generator, 'uuid_opaque_nextval'), label, lengths);
	END CASE;
	needs := CASE WHEN way.key = 'plain default' THEN 1 WHEN generator IS NULL THEN 2 ELSE 0 END;
END $$;

-- A way to generate keys, with a cycle of about this length if they have one; its key is NULL if there is none.
CREATE FUNCTION pg_temp.sequential_uuids_way(
	load pg_temp.sequential_uuids_workload, key text, needed_seconds float8)
RETURNS pg_temp.sequential_uuids_cost LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	way pg_temp.sequential_uuids_cost;
	chosen record;
BEGIN
	chosen := pg_temp.sequential_uuids_lengths(load, key, needed_seconds);
	IF chosen.interval_seconds IS NOT NULL THEN
		load.block_rows := pg_temp.sequential_uuids_rows_in(load, chosen.interval_seconds);
		load.cycle_rows := chosen.cycle_seconds * load.rows_per_second;
		way := pg_temp.sequential_uuids_model(load);
		way.key := key;
		way.interval_length := chosen.interval_length;
		way.block_rows := load.block_rows;
		way.cycle_rows := load.cycle_rows;
		SELECT c.call, c.needs INTO way.call, way.needs
		  FROM pg_temp.sequential_uuids_call(
				way, chosen.interval_seconds, chosen.cycle_seconds / chosen.interval_seconds) AS c;
	END IF;
	RETURN way;
END $$;

-- The ways to generate keys for a workload, the best first, beside those that the table has now, if they are known.
CREATE FUNCTION pg_temp.sequential_uuids_keys(
	load pg_temp.sequential_uuids_workload, present pg_temp.sequential_uuids_cost)
RETURNS SETOF pg_temp.sequential_uuids_cost LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- Those that need less come first.
	names CONSTANT text[] := '{random,UUIDv7,wrapping by time,plain default,opaque by time}';
	kinds CONSTANT text[] := '{random,ascending,wrapping,wrapping,opaque}';
	-- A cycle is twice the time that rows are kept, unless a longer one writes so much less WAL.
	tolerance CONSTANT float8 := 1.05;
	needed CONSTANT float8 := pg_temp.sequential_uuids_needed(load);
	twice CONSTANT float8 := CASE WHEN load.young_rows IS NULL THEN needed ELSE 2 * load.kept_seconds END;
	way pg_temp.sequential_uuids_cost;
	longer pg_temp.sequential_uuids_cost;
	ways pg_temp.sequential_uuids_cost[];
BEGIN
	FOR n IN 1 .. cardinality(names) LOOP
		load.kind := kinds[n];
		way := pg_temp.sequential_uuids_way(load, names[n], twice);
		IF needed > twice AND load.kind IN ('wrapping', 'opaque') THEN
			longer := pg_temp.sequential_uuids_way(load, names[n], needed);
			IF way.key IS NULL OR way.wal_per_row > tolerance * longer.wal_per_row THEN
				longer.twice_kept := way.wal_per_row / longer.wal_per_row;
				way := longer;
			END IF;
		END IF;
		IF way.key IS NOT NULL THEN
			ways := ways || way;
		END IF;
	END LOOP;
	IF present.key IS NOT NULL THEN
		ways := present || ways;
	END IF;
	RETURN QUERY SELECT r.* FROM pg_temp.sequential_uuids_ranked(ways) AS r;
END $$;

---------------------------------------------------------------------------------------------------------------------
-- Column defaults: which keys they generate
---------------------------------------------------------------------------------------------------------------------

-- The arguments of a call as it is printed, as texts, by the names of its function's parameters.  NULL if any is not a
-- constant.
CREATE FUNCTION pg_temp.sequential_uuids_arguments(call text, function_name name, parameters text[])
RETURNS jsonb LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	argument CONSTANT text := '((\w+) => |)(''(([^'']|'''')*)''::[a-z]+|([0-9]{1,10}))(, |$)';
	-- What stands before the name can only be its schema.
	arguments CONSTANT text := substring(call FROM '^[^(]*' || function_name || '\((.*)\)$');
BEGIN
	IF regexp_replace(arguments, argument, '', 'g') = '' THEN
		RETURN (
			SELECT coalesce(jsonb_object_agg(coalesce(m.match[2], parameters[m.n], m.n::text),
				coalesce(m.match[4], m.match[6])), '{}')
			  FROM regexp_matches(arguments, argument, 'g') WITH ORDINALITY AS m (match, n));
	END IF;
	RETURN NULL;
END $$;

-- The call in a default that makes a text or bytes of it: sequential_uuids_form().
CREATE FUNCTION pg_temp.sequential_uuids_call_in(column_default text)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	outer_call text;
	call text := column_default;
BEGIN
	WHILE call IS DISTINCT FROM outer_call LOOP
		outer_call := call;
		call := regexp_replace(call, '^\((.*)\)::(text|bpchar|character|character varying)(\([0-9]+\)|)$', '\1');
		call := regexp_replace(call, '^(replace|translate)\((.*), ''-''::text, ''''::text\)$', '\2');
		call := regexp_replace(call, '^decode\((.*), ''hex''::text\)$', '\1');
		call := regexp_replace(call, '^(upper|lower|uuid_send)\((.*)\)$', '\2');
		call := regexp_replace(call, '^\(''[A-Za-z0-9_:.-]*''::text \|\| (.*)\)$', '\1');
	END LOOP;
	RETURN call;
END $$;

-- The column default, as SQL, and the keys that it generates.  Their kind is that of the one function that the default
-- depends on, the generator.  PostgreSQL records no dependencies on its own functions, so these are recognized as they
-- are printed.  The kind stays NULL for everything else.
CREATE FUNCTION pg_temp.sequential_uuids_read_default(
	expression pg_node_tree, generator oid, rate float8)
RETURNS pg_temp.sequential_uuids_generated LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp SET intervalstyle = postgres SET standard_conforming_strings = on
SET quote_all_identifiers = off AS $$
DECLARE
	plain_default CONSTANT text := '^\(encode\(\(substr\(int8send\(\(\(\(floor\(date_part\(''epoch''::text,'
		' clock_timestamp\(\)\)\)\)::bigint / ([0-9]{1,10})\) % ''([0-9]{5})''::bigint\)\), 7\)'
		' \|\| substr\(uuid_send\(gen_random_uuid\(\)\), 3\)\), ''hex''::text\)\)::uuid$';
	function record;
	our_names text[];
	given jsonb;
	plain text[];
	call text;
	block_count float8;
	generated pg_temp.sequential_uuids_generated;
BEGIN
	-- Printing what is huge takes long, and printing a function that has been dropped since the snapshot is an error.
	IF octet_length(expression::text) > 50000
		OR generator IS NOT NULL AND pg_function_is_visible(generator) IS NULL
	THEN
		generated.column_default := '(not printed)';
		RETURN generated;
	END IF;
	-- Given a table instead of 0, it would lock that.
	generated.column_default := pg_get_expr(expression, 0);
	call := pg_temp.sequential_uuids_call_in(generated.column_default);

	IF generator IS NULL THEN
		plain := regexp_match(call, plain_default);
		generated.kind := CASE
			WHEN call IN ('gen_random_uuid()', 'uuidv4()') THEN 'random'
			WHEN call = 'uuidv7()' THEN 'ascending'
			WHEN call ~ '^uuidv7\((|shift => )''[^'']*''::interval\)$' THEN 'ascending'
			WHEN plain[2]::int4 BETWEEN 32769 AND 65536 THEN 'wrapping' END;
		generated.block_rows := plain[1]::float8 * rate;
		generated.cycle_rows := plain[2]::float8 * generated.block_rows;
	ELSE
		SELECT p.proname, p.proargnames, x.extname,
			   format('%s(%s)', p.proname, oidvectortypes(p.proargtypes)) AS signature,
			   -- An older extension has the same uuid_time_nextval(), and names no parameter so.
			   EXISTS (SELECT FROM pg_proc AS o
						WHERE (o.proname, o.pronamespace) = ('uuid_sequence_nextval', p.pronamespace)
						  AND o.proargnames[1] = 'sequence') AS is_ours
		  INTO function
		  FROM pg_proc AS p
		  LEFT JOIN pg_depend AS d ON (d.classid, d.objid, d.deptype) = ('pg_proc'::regclass, p.oid, 'e')
		  LEFT JOIN pg_extension AS x ON x.oid = d.refobjid
		 WHERE p.oid = generator;
		generated.kind := CASE
			WHEN function.signature = 'gen_random_uuid()' AND function.extname = 'pgcrypto' THEN 'random'
			WHEN function.signature = 'uuid_generate_v4()' AND function.extname = 'uuid-ossp' THEN 'random'
			WHEN function.signature = 'uuid_generate_v7()' AND function.extname = 'pg_uuidv7' THEN 'ascending'
			WHEN function.signature IN ('uuid_v7_nextval()', 'uuid_v7_nextval(integer, integer)',
				'uuid_v7_nextval(interval)') AND function.is_ours THEN 'ascending'
			WHEN function.signature = 'uuid_time_nextval(integer, integer)' THEN 'wrapping'
			WHEN function.signature = 'uuid_sequence_nextval(regclass, integer, integer)' THEN 'wrapping'
			WHEN function.signature = 'uuid_interval_nextval(interval, interval, integer)' THEN 'wrapping'
			WHEN function.signature = 'uuid_opaque_nextval(text, interval, interval, integer)' THEN 'opaque' END;
		-- Others' names and arguments are anything: they must get into no pattern and no cast.  With our types and
		-- names of parameters, an argument has the type that it is read as.
		our_names := CASE function.proname
			WHEN 'uuid_time_nextval' THEN '{interval_length,interval_count}'
			WHEN 'uuid_sequence_nextval' THEN '{sequence,block_size,block_count}'
			WHEN 'uuid_interval_nextval' THEN '{interval_length,cycle,version}'
			WHEN 'uuid_opaque_nextval' THEN '{label,interval_length,cycle,version}' END;
		IF generated.kind IS NULL OR our_names IS NOT NULL AND function.proargnames IS DISTINCT FROM our_names THEN
			generated.kind := NULL;
			RETURN generated;
		END IF;
		given := pg_temp.sequential_uuids_arguments(call, function.proname, function.proargnames);
		IF given IS NULL THEN
			generated.kind := NULL;
		ELSIF function.proname = 'uuid_time_nextval' THEN
			generated.block_rows := coalesce((given->>'interval_length')::float8, 60) * rate;
			block_count := coalesce((given->>'interval_count')::float8, 65536);
			-- The older one wraps after whole bytes.
			IF function.is_ours OR block_count IN (256, 65536, 16777216) THEN
				generated.cycle_rows := block_count * generated.block_rows;
			END IF;
		ELSIF function.proname = 'uuid_sequence_nextval' THEN
			generated.block_rows := coalesce((given->>'block_size')::float8, 65536);
			generated.cycle_rows := coalesce((given->>'block_count')::float8, 65536) * generated.block_rows;
		ELSIF generated.kind IN ('wrapping', 'opaque') THEN
			generated.block_rows := extract(epoch FROM (given->>'interval_length')::interval) * rate;
			generated.cycle_rows := extract(epoch FROM (given->>'cycle')::interval) * rate;
		END IF;
	END IF;

	IF generated.kind IN ('wrapping', 'opaque') AND (generated.block_rows > 0
		AND generated.cycle_rows >= generated.block_rows AND generated.cycle_rows < 'infinity') IS NOT TRUE
	THEN
		generated.kind := NULL;
	END IF;
	IF generated.kind IS NOT NULL THEN
		generated.form := replace(replace(generated.column_default, '%', '%%'), replace(call, '%', '%%'), '%s');
	END IF;
	RETURN generated;
END $$;

-- A column's default, or else its domain's: the expression; the function that it depends on; and whether it depends on
-- anything else, beside a sequence.
CREATE FUNCTION pg_temp.sequential_uuids_default(
	relation oid, column_name text, OUT expression pg_node_tree, OUT generator oid, OUT needs_more bool)
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	owner record;
BEGIN
	SELECT CASE WHEN d.oid IS NULL THEN 'pg_type'::regclass ELSE 'pg_attrdef'::regclass END AS class,
		   coalesce(d.oid, t.oid) AS object, coalesce(d.adbin, t.typdefaultbin) AS expression
	  INTO owner
	  FROM pg_attribute AS a JOIN pg_type AS t ON t.oid = a.atttypid
	  LEFT JOIN pg_attrdef AS d ON (d.adrelid, d.adnum) = (a.attrelid, a.attnum)
	 WHERE (a.attrelid, a.attname) = (relation, column_name) AND a.attgenerated = '';
	expression := owner.expression;
	IF expression IS NOT NULL THEN
		SELECT min(p.refobjid) FILTER (WHERE p.refclassid = 'pg_proc'::regclass),
			   count(*) FILTER (WHERE p.refclassid = 'pg_proc'::regclass) > 1 OR bool_or(p.refclassid NOT IN (
				'pg_proc'::regclass, 'pg_class'::regclass, 'pg_namespace'::regclass))
		  INTO generator, needs_more
		  FROM pg_depend AS p WHERE (p.classid, p.objid) = (owner.class, owner.object);
	END IF;
END $$;

---------------------------------------------------------------------------------------------------------------------
-- Which keys a column holds, as its statistics show
---------------------------------------------------------------------------------------------------------------------

-- ANALYZE keeps about a hundred keys of each column, at equal distances by rank: the bounds of a histogram.  No row is
-- read.  Their version and variant digits show UUIDv7 and others, and what is no UUID at all.  Of the rest, statistics
-- bound the share of random keys, and do not classify them:
--
-- - Keys that are spread evenly, and in another order than the rows, are random.  Of the others, only opaque keys can
--   be both, and wrapping keys that have wrapped more than sqrt(n) / 4 times: 43 times in a sample of n = 30,000 rows.
-- - Of keys that are not spread evenly, as many may be random as are in the emptiest half of all values, since random
--   keys are everywhere; and as are not in the order of rows, since a range may have been deleted, or all begin with a
--   prefix.
--
-- t/pgtap/kinds.sql has tables of all kinds.
--
-- Only uuid, text, varchar, bpchar, bytea and domains over them are read.  To print statistics runs the output function
-- of the column's type, which is PostgreSQL's own for these, and may be anybody's for others.

-- What the statistics of a column have.
CREATE TYPE pg_temp.sequential_uuids_sample AS (
	keys text[],					-- the bounds; NULL: there are none, or the caller may not see them
	base_type oid,
	rows float8,					-- with a key, of those that ANALYZE has read
	correlation float8,				-- of the order of keys with that of rows; NULL: not known
	repeats bool					-- whether some keys come again
);

-- What bounds look like.  Shares are those of all bounds.
CREATE TYPE pg_temp.sequential_uuids_figures AS (
	uuids float8,					-- 32 hexadecimal digits; with other signs around them, only with a version
	labelled float8,				-- with a variant and a version of RFC 9562, which an eighth of random digits have
	v1 float8,
	v4 float8,
	v6 float8,
	v7 float8,						-- with a time until in a year
	hashes float8,					-- versions 3 and 5
	begin_with_time bool,			-- all do, from 2010 until in a year, as those of UUIDv7 and ULIDs
	distance float8,				-- from evenly spread ones, that of Kolmogorov and Smirnov
	emptiest_half float8			-- the share of all keys in the half of all values that has fewest, at most
);

-- Which keys a column holds.
CREATE TYPE pg_temp.sequential_uuids_stored_keys AS (
	kind text,						-- 'random', 'UUIDv7', 'UUIDv6', 'UUIDv1', 'hash' (versions 3 and 5), 'mixed',
									-- 'ordered' as ULIDs are, 'ordered or wrapping', 'digest' (or token), 'no UUIDs';
									-- NULL: not known
	random_share float8,			-- of all keys, at most
	unknown text,					-- why the kind is not known, and what to do
	prefix text,					-- before the UUID in all texts, such as 'ord_'
	form text,						-- how the column has a UUID, for format(): '%s', '(%s)::text'; NULL: in several ways
	figures pg_temp.sequential_uuids_figures
);

-- The type below domains.
CREATE FUNCTION pg_temp.sequential_uuids_base_type(type oid)
RETURNS oid LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	below oid := type;
BEGIN
	WHILE below IS NOT NULL LOOP
		type := below;
		below := (SELECT t.typbasetype FROM pg_type AS t WHERE t.oid = type AND t.typtype = 'd');
	END LOOP;
	RETURN type;
END $$;

-- What the caller may see of a column's statistics.  A partitioned table has those of all rows of its partitions.
CREATE FUNCTION pg_temp.sequential_uuids_read_sample(relation oid, column_name name)
RETURNS pg_temp.sequential_uuids_sample LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp SET bytea_output = hex AS $$
DECLARE
	rows_of_target CONSTANT float8 := 300;		-- std_typanalyze() in PostgreSQL's analyze.c
	of_column record;
	sample pg_temp.sequential_uuids_sample;
BEGIN
	SELECT n.nspname, c.relname, c.relkind, c.reltuples, a.atttypid,
		   coalesce(nullif(a.attstattarget, -1), current_setting('default_statistics_target')::int4) AS target
	  INTO of_column
	  FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid JOIN pg_namespace AS n ON n.oid = c.relnamespace
	 WHERE (a.attrelid, a.attname) = (relation, column_name);
	sample.base_type := pg_temp.sequential_uuids_base_type(of_column.atttypid);
	-- Before any value is printed.
	IF (sample.base_type = ANY ('{uuid,text,varchar,bpchar,bytea}'::regtype[])) IS NOT TRUE THEN
		RETURN sample;
	END IF;

	-- A table that was truncated since has -1 rows.
	SELECT coalesce(s.histogram_bounds, s.most_common_vals)::text::text[], s.correlation,
		   s.most_common_vals IS NOT NULL OR s.n_distinct > -0.9 * (1 - s.null_frac),
		   greatest(0, least(1 - s.null_frac, 1))
			* least(greatest(of_column.reltuples, 0), rows_of_target * of_column.target)
	  INTO sample.keys, sample.correlation, sample.repeats, sample.rows
	  FROM pg_stats AS s
	 WHERE (s.schemaname, s.tablename, s.attname) = (of_column.nspname, of_column.relname, column_name)
	   AND s.inherited = (of_column.relkind = 'p');
	RETURN sample;
END $$;

-- The figures of bounds.  Text may sort in another order than UUIDs do, so they are sorted again.
CREATE FUNCTION pg_temp.sequential_uuids_figures(keys text[])
RETURNS pg_temp.sequential_uuids_figures LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp SET standard_conforming_strings = on AS $$
DECLARE
	bare CONSTANT text := '^([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32})$';
	-- With a version, between other signs or behind a prefix.
	between_others CONSTANT text :=
		'^.{0,28}([0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}).{0,8}$';
	behind_prefix CONSTANT text := '^[^ ]{0,27}[^0-9a-z]([0-9a-f]{12}[1-8][0-9a-f]{3}[89ab][0-9a-f]{15})$';
	milliseconds CONSTANT float8 := 2::float8 ^ 48;		-- that 48 bits hold
	first_time CONSTANT float8 := extract(epoch FROM timestamptz '2010-01-01 00:00:00+00') * 1000 / milliseconds;
	last_time CONSTANT float8 := extract(epoch FROM current_timestamp + interval '1 year') * 1000 / milliseconds;
	figures pg_temp.sequential_uuids_figures;
BEGIN
	WITH places AS MATERIALIZED (
		SELECT hex IS NOT NULL AS is_uuid, ('x' || left(hex, 12))::bit(48)::int8 / milliseconds AS place,
			   CASE WHEN substr(hex, 17, 1) ~ '[89ab]' THEN substr(hex, 13, 1) ELSE '' END AS version
		  FROM unnest(keys) AS k (key)
		 CROSS JOIN LATERAL (
				SELECT translate(coalesce(substring(digits FROM bare), substring(digits FROM between_others),
					substring(digits FROM behind_prefix)), '-', '') AS hex
				  FROM replace(lower(rtrim(key)), '\x', '') AS d (digits) OFFSET 0) AS h
	), ranks AS (
		SELECT p.*, row_number() OVER (ORDER BY place) - 1 AS rank, nullif(count(*) OVER () - 1, 0)::float8 AS last_rank
		  FROM places AS p
	), around AS (
		-- All values are a circle.
		SELECT place FROM places UNION ALL SELECT place + 1 FROM places
	), halves AS (
		SELECT place, count(*) OVER (ORDER BY place RANGE BETWEEN CURRENT ROW AND 0.5 FOLLOWING) - 1 AS bounds
		  FROM around
	), emptiest AS (
		-- There may be keys before the next bound.  None comes between the last and the first.
		SELECT min(bounds + CASE WHEN place = (SELECT max(p.place) FROM places AS p) THEN 0 ELSE 1 END) AS bounds
		  FROM halves WHERE place < 1
	)
	SELECT avg(is_uuid::int4), avg((coalesce(version, '') ~ '[1-8]')::int4), avg((version = '1')::int4),
		   avg((version = '4')::int4), avg((version = '6')::int4),
		   avg((version = '7' AND place <= last_time)::int4), avg((version IN ('3', '5'))::int4),
		   min(place) >= first_time AND max(place) <= last_time,
		   max(abs(place - rank / last_rank)), max(e.bounds) / max(last_rank)
	  INTO figures
	  FROM ranks CROSS JOIN emptiest AS e;
	RETURN figures;
END $$;

-- Why statistics do not show a column's keys, and what to do about it.
CREATE FUNCTION pg_temp.sequential_uuids_unseen(
	relation oid, column_name name, sample pg_temp.sequential_uuids_sample)
RETURNS text LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	table_name CONSTANT text := relation::regclass;
	needed CONSTANT float8 := 1000;			-- keys, as in sequential_uuids_recognize_keys()
	most_target CONSTANT float8 := 10000;
	of_column record;
	more CONSTANT float8 := 1.5;			-- since samples differ
	target float8;							-- with which ANALYZE reads enough of them
BEGIN
	SELECT c.reltuples, pg_stat_get_live_tuples(c.oid) AS live_rows,
		   coalesce(nullif(a.attstattarget, -1), current_setting('default_statistics_target')::int4) AS target,
		   row_security_active(c.oid) AS is_hidden, has_column_privilege(c.oid, a.attnum, 'SELECT') AS may_read
	  INTO of_column
	  FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
	 WHERE (a.attrelid, a.attname) = (relation, column_name);
	target := greatest(100, ceil(more * of_column.target * needed / nullif(sample.rows, 0)));
	RETURN CASE
		WHEN (sample.base_type = ANY ('{uuid,text,varchar,bpchar,bytea}'::regtype[])) IS NOT TRUE THEN
			'statistics of its type are not read: find out what generates its keys'
		WHEN NOT of_column.may_read THEN format('statistics are for those who may read the keys: '
			'GRANT SELECT (%I) ON %s TO %I', column_name, table_name, current_user)
		WHEN of_column.is_hidden THEN
			format('row-level security hides statistics of %s: ask as a role with BYPASSRLS', table_name)
		-- Unless it has read all rows.
		WHEN of_column.target < target AND target <= most_target
			AND 300 * of_column.target < greatest(of_column.reltuples, 1)
		THEN format('statistics of its keys are too few: ALTER TABLE %s ALTER %I SET STATISTICS %s; ANALYZE %1$s',
				table_name, column_name, target)
		WHEN sample.rows IS NULL OR of_column.reltuples < of_column.live_rows / 2 THEN
			format('its keys were not yet analyzed: ANALYZE %s', table_name)
		ELSE 'its keys are too few to tell: ask again when there are 1,000' END;
END $$;

-- How a column has UUIDs, as format() takes it, and what stands before them, such as 'ord_'.  The form is NULL if texts
-- have several.  sequential_uuids_read_default() reads these forms.
CREATE FUNCTION pg_temp.sequential_uuids_form(base_type oid, keys text[], OUT form text, OUT prefix text)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	hyphenated CONSTANT text := '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$';
	texts record;
BEGIN
	IF base_type IN ('uuid'::regtype, 'bytea'::regtype) THEN
		form := CASE base_type WHEN 'uuid'::regtype THEN '%s' ELSE 'uuid_send(%s)' END;
		RETURN;
	END IF;
	SELECT bool_and(has_hyphens) AS all_hyphens, bool_or(has_hyphens) AS any_hyphens,
		   bool_or(digits <> lower(digits)) AS any_upper, bool_or(digits <> upper(digits)) AS any_lower,
		   min(d.prefix COLLATE "C") AS first_prefix, max(d.prefix COLLATE "C") AS last_prefix,
		   bool_and(lower(digits) ~ '^[-0-9a-f]+$') AS at_end
	  INTO texts
	  FROM unnest(keys) AS k (key)
	 CROSS JOIN LATERAL (SELECT rtrim(key) AS trimmed, lower(rtrim(key)) ~ hyphenated AS has_hyphens OFFSET 0) AS t
	 CROSS JOIN LATERAL (SELECT CASE WHEN has_hyphens THEN 36 ELSE 32 END AS digits_count) AS c
	 CROSS JOIN LATERAL (SELECT right(trimmed, digits_count) AS digits, left(trimmed, -digits_count) AS prefix) AS d;
	IF texts.all_hyphens <> texts.any_hyphens OR texts.any_upper AND texts.any_lower
		OR texts.first_prefix <> texts.last_prefix OR NOT texts.at_end
	THEN
		RETURN;
	END IF;
	prefix := nullif(texts.first_prefix, '');
	form := CASE WHEN texts.any_hyphens THEN '(%s)::text' ELSE 'replace((%s)::text, ''-'', '''')' END;
	form := CASE WHEN texts.any_upper THEN format('upper(%s)', form) ELSE form END;
	IF prefix IS NOT NULL THEN
		form := format('(%s::text || %s)', replace(quote_literal(prefix), '%', '%%'), form);
	END IF;
END $$;

-- Whether the column decides by ranges which rows a partition has, so that the partition's keys are a part of all.
CREATE FUNCTION pg_temp.sequential_uuids_is_divided(relation oid, column_name name)
RETURNS bool LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN EXISTS (
		SELECT FROM pg_partition_ancestors(relation) AS p
		  JOIN pg_partitioned_table AS o ON o.partrelid = p.relid AND o.partstrat <> 'h'
		  JOIN pg_attribute AS a ON a.attrelid = p.relid AND a.attname = column_name
		 WHERE p.relid <> relation AND a.attnum = ANY (o.partattrs::int2[]));
END $$;

-- The share of keys that can be random, at most.  Both bounds are raised by what a sample of so many rows may be off.
CREATE FUNCTION pg_temp.sequential_uuids_random_share(
	sample pg_temp.sequential_uuids_sample, figures pg_temp.sequential_uuids_figures, labels_tell bool)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- Of n rows counted, three standard deviations more: those of a Poisson distribution, and for none counted, 3.
	in_half CONSTANT float8 := figures.emptiest_half * sample.rows;
	everywhere CONSTANT float8 := 2 * (in_half + 3 * sqrt(in_half) + 3) / sample.rows;
	-- Keys of version 1 begin with their fastest bits.
	others CONSTANT float8 := greatest(0, 1 - figures.v6 - figures.v7) * cardinality(sample.keys);
	unlabelled CONSTANT float8 := (others + 3 * sqrt(others) + 3) / cardinality(sample.keys);
	-- If all keys but a share are in the order of rows, the correlation is lower by at least half of that share: by just
	-- so much if it is small, and those keys lie in the middle of all.
	correlation CONSTANT float8 := coalesce(abs(sample.correlation), 0);
	in_disorder CONSTANT float8 := 2 * (1 - correlation + 3 * (1 - correlation ^ 2) / sqrt(sample.rows));
BEGIN
	RETURN least(1, CASE WHEN labels_tell THEN least(unlabelled, everywhere)
		ELSE greatest(everywhere, in_disorder) END);
END $$;

-- The kind of keys that are spread over all values or a part of them, and why it is not known.
CREATE FUNCTION pg_temp.sequential_uuids_spread(
	sample pg_temp.sequential_uuids_sample, figures pg_temp.sequential_uuids_figures, random_share float8,
	OUT kind text, OUT unknown text)
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- Of random keys, both have a distribution of their own, whatever the number of rows.  One table of 100,000 is
	-- farther from evenly spread, one nearer, and six are as much in the order of rows.
	too_far CONSTANT float8 := 2.5;
	too_near CONSTANT float8 := 0.3;
	in_order CONSTANT float8 := 4;
	few CONSTANT float8 := 0.5;
	distance CONSTANT float8 := figures.distance * sqrt(sample.rows);
	order_of_rows CONSTANT float8 := abs(sample.correlation) * sqrt(sample.rows);
BEGIN
	unknown := CASE
		WHEN sample.repeats THEN 'the same keys come again'
		WHEN distance > too_far AND random_share < few THEN NULL
		WHEN distance > too_far AND random_share = 1 THEN 'all of its keys can be random'
		WHEN distance > too_far THEN format('up to %s %% of its keys can be random', ceil(100 * random_share))
		WHEN (order_of_rows <= in_order AND distance >= too_near) IS NOT TRUE THEN
			'its keys are spread evenly, and yet in the order of rows: sorted, clustered or wrapping'
		WHEN figures.labelled < 0.3 THEN 'its keys have no version: digests, or random'
		WHEN figures.v4 <= 0.99 THEN 'its keys are of several or unusual versions' END;
	kind := CASE WHEN unknown IS NULL THEN CASE WHEN distance > too_far THEN 'ordered or wrapping' ELSE 'random' END END;
	unknown := unknown || ': find out what generates them';
END $$;

-- Which keys a column holds.
CREATE FUNCTION pg_temp.sequential_uuids_recognize_keys(relation oid, column_name name)
RETURNS pg_temp.sequential_uuids_stored_keys LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- From so many rows and different keys on, version digits tell, and from so many rows, the spread does.
	digits_tell CONSTANT float8 := 50;
	different_tell CONSTANT int4 := 10;
	spread_tells CONSTANT float8 := 1000;
	sample CONSTANT pg_temp.sequential_uuids_sample :=
		pg_temp.sequential_uuids_read_sample(relation, column_name);
	is_uuid CONSTANT bool := sample.base_type = 'uuid'::regtype;
	-- Of random keys, one table of 100,000 is as much in the order of its rows.  Those that begin with a time cost as much
	-- as random ones if the times are in none, as of rows that were imported.
	in_order CONSTANT bool := abs(sample.correlation) * sqrt(sample.rows) > 4;
	figures pg_temp.sequential_uuids_figures;
	stored pg_temp.sequential_uuids_stored_keys;
BEGIN
	IF (sample.rows >= digits_tell AND cardinality(sample.keys) >= different_tell) IS NOT TRUE THEN
		stored.unknown := pg_temp.sequential_uuids_unseen(relation, column_name, sample);
		RETURN stored;
	END IF;
	figures := pg_temp.sequential_uuids_figures(sample.keys);
	stored.figures := figures;
	SELECT f.form, f.prefix INTO stored.form, stored.prefix
	  FROM pg_temp.sequential_uuids_form(sample.base_type, sample.keys) AS f;
	stored.kind := CASE
		WHEN figures.uuids < 0.05 THEN 'no UUIDs'
		WHEN figures.uuids < 0.95 THEN 'mixed'
		WHEN figures.v7 > 0.99 THEN 'UUIDv7'
		WHEN figures.v6 > 0.99 THEN 'UUIDv6'
		WHEN figures.v1 > 0.99 THEN 'UUIDv1'
		WHEN figures.hashes > 0.99 AND cardinality(sample.keys) >= digits_tell THEN 'hash'
		WHEN figures.v4 < 1 AND figures.v1 + figures.v4 + figures.v6 + figures.v7 + figures.hashes > 0.99 THEN 'mixed'
		WHEN figures.begin_with_time THEN 'ordered'
		WHEN NOT is_uuid AND figures.labelled < 0.3 AND (abs(sample.correlation) > 0.5) IS NOT TRUE THEN 'digest'
		WHEN figures.labelled BETWEEN 0.3 AND 0.95 THEN 'mixed' END;
	stored.random_share := pg_temp.sequential_uuids_random_share(sample, figures, stored.kind IS NOT NULL);
	IF stored.kind IN ('UUIDv7', 'UUIDv6', 'ordered') AND sample.rows >= spread_tells AND NOT in_order THEN
		stored.kind := NULL;
		stored.unknown := 'its keys begin with times that are in no order of rows: find out what generates them';
	ELSIF stored.kind IS NULL AND pg_temp.sequential_uuids_is_divided(relation, column_name) THEN
		stored.unknown := 'each partition has a range of keys: find out what generates them';
	ELSIF stored.kind IS NULL THEN
		SELECT s.kind, s.unknown INTO stored.kind, stored.unknown
		  FROM pg_temp.sequential_uuids_spread(sample, figures, stored.random_share) AS s;
		IF stored.kind IS DISTINCT FROM 'ordered or wrapping' AND sample.rows < spread_tells THEN
			stored.kind := NULL;
			stored.unknown := pg_temp.sequential_uuids_unseen(relation, column_name, sample);
		END IF;
	END IF;
	RETURN stored;
END $$;

-- What keys of a column are called in the report: those that its default generates, or else those that it holds.
CREATE FUNCTION pg_temp.sequential_uuids_name_keys(kind text, stored pg_temp.sequential_uuids_stored_keys)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	figures CONSTANT pg_temp.sequential_uuids_figures := stored.figures;
	unlabelled CONSTANT text := CASE WHEN figures.uuids < 0.95 THEN 'no UUIDs' ELSE 'without a version' END;
	shares text;
BEGIN
	IF kind IS NOT NULL THEN
		RETURN CASE kind WHEN 'ascending' THEN 'UUIDv7' ELSE kind END;
	ELSIF stored.kind = 'mixed' THEN
		shares := (
			SELECT string_agg(format('%s %% %s', round(100 * v.share), v.name), ', ' ORDER BY v.share DESC)
			  FROM (VALUES (figures.v1, 'version 1'), (figures.v4, 'version 4'), (figures.v6, 'version 6'),
					(figures.v7, 'version 7'), (figures.hashes, 'hashes'), (1 - figures.labelled, unlabelled))
				AS v (share, name)
			 WHERE v.share >= 0.005);
		RETURN 'mixed, ' || shares;
	END IF;
	RETURN CASE stored.kind WHEN 'digest' THEN 'digests or tokens' ELSE stored.kind END;
END $$;

-- The keys of a workload, of which no default tells: those that the column holds.  What mixed ones cost is not known,
-- nor whether new ones are in order where old ones are.
CREATE FUNCTION pg_temp.sequential_uuids_assume(
	load pg_temp.sequential_uuids_workload, stored pg_temp.sequential_uuids_stored_keys)
RETURNS pg_temp.sequential_uuids_workload LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	low_bits_seconds CONSTANT float8 := 2::float8 ^ 32 / 1e7;	-- of 100 ns, with which UUIDv1 begins: 7 minutes
BEGIN
	load.kind := CASE
		WHEN stored.kind = 'random' THEN 'random'
		WHEN stored.kind IN ('UUIDv7', 'UUIDv6', 'ordered') THEN 'ascending'
		WHEN stored.kind = 'UUIDv1' THEN 'wrapping' END;
	IF stored.kind = 'UUIDv1' THEN
		load.block_rows := 1;
		load.cycle_rows := low_bits_seconds * load.rows_per_second;
	END IF;
	RETURN load;
END $$;

-- Whether a column holds random keys; NULL: statistics do not tell.
CREATE FUNCTION pg_temp.sequential_uuids_holds_random(stored pg_temp.sequential_uuids_stored_keys)
RETURNS bool LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	few CONSTANT float8 := 0.1;
	figures CONSTANT pg_temp.sequential_uuids_figures := stored.figures;
BEGIN
	RETURN CASE
		WHEN stored.kind = 'mixed' THEN figures.v4 + figures.v1 + figures.hashes > 0.005
		WHEN stored.kind IN ('UUIDv7', 'UUIDv6', 'ordered', 'ordered or wrapping') AND stored.random_share < few
			THEN false END;
END $$;

-- Why the keys that a column holds contradict its default, which then tells nothing.  ANALYZE may have come before the
-- default, so keys that are missing are no contradiction unless the table has grown since.
CREATE FUNCTION pg_temp.sequential_uuids_contradiction(
	kind text, stored pg_temp.sequential_uuids_stored_keys, has_grown bool)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	figures CONSTANT pg_temp.sequential_uuids_figures := stored.figures;
	others CONSTANT text := 'its default generates other keys, and %s: they are from before it, or programs generate them';
BEGIN
	RETURN CASE
		WHEN kind IS NULL THEN NULL
		WHEN stored.kind IN ('digest', 'no UUIDs') THEN format(others, 'these are no UUIDs')
		WHEN kind = 'ascending' AND stored.kind IS NOT NULL AND figures.v7 = 0 AND has_grown THEN
			'its default generates UUIDv7, and none of its keys was one when it was last analyzed: ANALYZE it, and if none '
			'is one then, programs generate its keys'
		WHEN kind <> 'ascending' AND figures.v7 >= 0.5 THEN
			format(others, format('%s %% of its keys are UUIDv7', round(100 * figures.v7)))
		WHEN stored.kind IN ('UUIDv6', 'UUIDv1', 'hash') OR stored.kind = 'ordered' AND kind <> 'ascending' THEN
			format(others, format('these are %s', pg_temp.sequential_uuids_name_keys(NULL::text, stored)))
		WHEN kind = 'random' AND stored.kind = 'ordered or wrapping' THEN format(others, 'these are ordered or wrap') END;
END $$;
---------------------------------------------------------------------------------------------------------------------
-- Indexes that there are, and what has been counted of them
---------------------------------------------------------------------------------------------------------------------

-- Rows of a table that the server has counted since its statistics were reset.
CREATE TYPE pg_temp.sequential_uuids_counts AS (
	heap oid,
	inserted int8,					-- also if rolled back, as are the others
	updated int8,					-- not HOT
	changed int8,					-- by any UPDATE
	deleted int8,
	dead int8,						-- and not removed yet
	died int8,						-- by an UPDATE or DELETE
	toasted int8					-- pieces of values that were inserted into its TOAST table
);

-- What was counted before somebody began to watch, and meanwhile.
CREATE TYPE pg_temp.sequential_uuids_watched AS (
	before pg_temp.sequential_uuids_counts[],	-- NULL if nobody watches: then since the server counts
	since timestamptz,				-- when the count began
	until timestamptz,				-- the same for all, so that indexes of one table have one rate
	seconds float8,					-- of watching; NULL: nobody does
	wal_per_second float8			-- that the server wrote, since then; NULL: not known, or a standby, which writes none
);

-- An index, or all those of a partitioned one.
CREATE TYPE pg_temp.sequential_uuids_entry AS (
	index oid,
	relation oid,
	heap oid,						-- the partition that has statistics, or else as above
	source oid,						-- of statistics that the caller may see: the heap, or else the relation
	is_partial bool,
	options text[],					-- of the table
	fill float8,					-- to which pages of the index are filled, as a share
	row_count float8,
	analyzed_rows float8,			-- of the partition that has statistics, as of the last VACUUM or ANALYZE
	partition_rows float8,			-- the most of any partition, where a range decides
	range_seconds float8,			-- of a partition, if that is one of time
	index_bytes float8,				-- and rows, as of the last VACUUM or ANALYZE
	index_rows float8,
	rows_inserted float8,			-- while they were counted
	rows_per_second float8,
	most_rows_per_second float8,
	updates_per_insert float8,		-- that are not HOT
	changes_per_insert float8,		-- all updates
	rows_go bool,					-- by more than stray deletes
	is_toasted bool,				-- whether inserts write to a TOAST table
	-- What its columns tell: sequential_uuids_read_columns().
	left_out text,					-- why it is not reported
	column_name text,				-- of the UUID that decides where a row goes
	class text,						-- 'key'; 'follows' a parent; 'reference' to one, perhaps
	is_text bool,					-- or bytes, which may be no UUIDs
	parent oid,						-- to which a foreign key refers,
	parent_column name,				-- and to which column of it
	expression pg_node_tree,		-- the column default
	generator oid,					-- the function that it depends on
	needs_more bool,				-- depends on anything else, beside a sequence
	in_front text,					-- the columns before it that have several values
	prefixes float8,				-- values of these, as if equally frequent; NULL: not known
	behind_time name,				-- a time before it,
	rows_together float8,			-- with so many rows of each
	unknown_prefixes text,			-- why not, and what to do
	key_values float8,				-- values of the UUID, as above; NULL: as many as rows, or not known
	null_share float8,				-- of rows that have none
	row_bytes float8,				-- of the table; NULL: the caller may not know
	entry_bytes float8,				-- of an entry of the index
	rebuilt_bytes float8,			-- of the index, if REINDEX built it again; NULL: not known
	is_first bool					-- of its table that is a key
);

-- What cannot be true is not known.
CREATE FUNCTION pg_temp.sequential_uuids_plausible(row_count float8)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE WHEN row_count BETWEEN 0 AND 1e15 THEN row_count END;
END $$;

CREATE FUNCTION pg_temp.sequential_uuids_count()
RETURNS SETOF pg_temp.sequential_uuids_counts LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN QUERY
	SELECT c.oid, pg_stat_get_tuples_inserted(c.oid),
		   pg_stat_get_tuples_updated(c.oid) - pg_stat_get_tuples_hot_updated(c.oid), pg_stat_get_tuples_updated(c.oid),
		   pg_stat_get_tuples_deleted(c.oid), pg_stat_get_dead_tuples(c.oid),
		   pg_stat_get_tuples_updated(c.oid) + pg_stat_get_tuples_deleted(c.oid),
		   CASE WHEN c.reltoastrelid <> 0 THEN pg_stat_get_tuples_inserted(c.reltoastrelid) ELSE 0 END
	  FROM pg_class AS c WHERE c.relkind = 'r';
END $$;

-- A reset of the database's statistics; or of all, as by initdb or a crash, which resets each kind of shared ones, too;
-- or a promotion, which is not seen once the server has been restarted.
CREATE FUNCTION pg_temp.sequential_uuids_counted_since()
RETURNS timestamptz LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN (
		SELECT greatest(d.stats_reset, least(w.stats_reset, b.stats_reset, a.stats_reset),
				CASE WHEN NOT pg_is_in_recovery() THEN pg_last_xact_replay_timestamp() END)
		  FROM pg_stat_database AS d, pg_stat_wal AS w, pg_stat_bgwriter AS b, pg_stat_archiver AS a
		 WHERE d.datname = current_database());
END $$;

-- Counts for this long, or takes what has been counted.
CREATE FUNCTION pg_temp.sequential_uuids_watch(over interval)
RETURNS pg_temp.sequential_uuids_watched LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	watched pg_temp.sequential_uuids_watched;
	start pg_lsn;
BEGIN
	IF over IS NULL THEN
		watched.since := pg_temp.sequential_uuids_counted_since();
		watched.until := clock_timestamp();
		watched.wal_per_second := (
			SELECT w.wal_bytes::float8 / greatest(extract(epoch FROM watched.until - w.stats_reset)::float8, 1)
			  FROM pg_stat_wal AS w WHERE NOT pg_is_in_recovery()
			   -- An average of another time is none to compare with.
			   AND extract(epoch FROM watched.until - w.stats_reset)
				/ nullif(extract(epoch FROM watched.until - watched.since), 0) BETWEEN 0.9 AND 1.1);
		RETURN watched;
	END IF;
	-- What the transaction has read before.
	PERFORM pg_stat_clear_snapshot();
	watched.before := ARRAY(SELECT c FROM pg_temp.sequential_uuids_count() AS c);
	watched.since := clock_timestamp();
	IF NOT pg_is_in_recovery() THEN
		start := pg_current_wal_insert_lsn();
	END IF;
	PERFORM pg_sleep(extract(epoch FROM over));
	PERFORM pg_stat_clear_snapshot();
	watched.until := clock_timestamp();
	watched.seconds := greatest(extract(epoch FROM watched.until - watched.since), 1e-6);
	IF start IS NOT NULL THEN
		watched.wal_per_second := (pg_current_wal_insert_lsn() - start)::float8 / watched.seconds;
	END IF;
	RETURN watched;
END $$;

-- Indexes with a column that may hold UUIDs, by its type: uuid, or texts and bytes that are not too short.
CREATE FUNCTION pg_temp.sequential_uuids_index_keys()
RETURNS TABLE (
	index oid, heap oid,
	uuids name[],					-- its key columns that may hold them
	other text)						-- why it is not reported, whatever its keys are
LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 10000 SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN QUERY
	SELECT x.oid, t.oid, k.uuids, CASE
			WHEN m.amname <> 'btree' THEN 'of other types than B-tree'
			WHEN t.relkind = 'm' THEN 'of materialized views'
			WHEN x.relpersistence <> 'p' THEN 'of tables that write no WAL'
			WHEN NOT i.indisvalid THEN 'that are invalid'
			WHEN k.is_expression THEN 'on expressions' END
	  FROM pg_index AS i JOIN pg_class AS x ON x.oid = i.indexrelid JOIN pg_class AS t ON t.oid = i.indrelid
	  JOIN pg_am AS m ON m.oid = x.relam
	 CROSS JOIN LATERAL (
			SELECT array_agg(a.attname) AS uuids, bool_or(o.opcintype = 'uuid'::regtype) AS has_uuids,
				   bool_and(i.indkey[n] = 0) AS is_expression
			  FROM generate_series(0, i.indnkeyatts - 1) AS n JOIN pg_opclass AS o ON o.oid = i.indclass[n]
			  LEFT JOIN pg_attribute AS a ON a.attrelid = t.oid AND a.attnum = nullif(i.indkey[n], 0)
			 WHERE o.opcintype = 'uuid'::regtype OR a.attnum IS NOT NULL
			   AND o.opcintype IN ('text'::regtype, 'bpchar'::regtype, 'bytea'::regtype)
			   AND (a.atttypmod = -1 OR a.atttypmod - 4 >= 32)) AS k
	 WHERE x.relkind = 'i' AND t.relkind IN ('r', 'm') AND (k.has_uuids
		OR k.uuids IS NOT NULL AND m.amname = 'btree' AND t.relkind = 'r' AND x.relpersistence = 'p' AND i.indisvalid
		AND t.relnamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace));
END $$;

-- These with what has been counted of their tables: in all, and since "before".  That is 0 if somebody has reset the
-- counters meanwhile.
CREATE FUNCTION pg_temp.sequential_uuids_leaves(before pg_temp.sequential_uuids_counts[])
RETURNS TABLE (
	index oid, top oid,				-- the partitioned ones, of a partition
	heap oid, other text,
	by_range bool,					-- whether a range of another column decides which partition gets a row
	pages int4, index_rows float8, row_count float8, inserted int8, updated int8, changed int8, deleted int8,
	gone float8,					-- rows inserted that are neither there nor deleted: truncated, or rolled back
	toasted int8,
	just_inserted int8, just_updated int8, just_changed int8, just_deleted int8, just_gone int8, just_toasted int8)
LANGUAGE plpgsql STABLE PARALLEL RESTRICTED ROWS 10000 SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN QUERY
	SELECT CASE WHEN x.relispartition THEN pg_partition_root(x.oid)::oid ELSE x.oid END,
		   CASE WHEN t.relispartition THEN pg_partition_root(t.oid)::oid ELSE t.oid END,
		   t.oid, k.other,
		   t.relispartition AND EXISTS (
			SELECT FROM pg_partition_ancestors(t.oid) AS p
			  JOIN pg_partitioned_table AS o ON o.partrelid = p.relid AND o.partstrat = 'r'
			 WHERE NOT EXISTS (
				SELECT FROM pg_attribute AS u WHERE u.attrelid = p.relid AND u.attnum = ANY (o.partattrs::int2[])
				   AND u.attname = ANY (k.uuids))),
		   x.relpages, coalesce(pg_temp.sequential_uuids_plausible(x.reltuples::float8), 0), r.row_count,
		   c.inserted, c.updated, c.changed, c.deleted, greatest(c.inserted - c.deleted - r.row_count, 0), c.toasted,
		   greatest(c.inserted - b.inserted, 0), greatest(c.updated - b.updated, 0), greatest(c.changed - b.changed, 0),
		   greatest(c.deleted - b.deleted, 0), greatest(c.dead - b.dead - (c.died - b.died), 0),
		   greatest(c.toasted - b.toasted, 0)
	  FROM pg_temp.sequential_uuids_index_keys() AS k
	  JOIN pg_class AS x ON x.oid = k.index JOIN pg_class AS t ON t.oid = k.heap
	  LEFT JOIN pg_temp.sequential_uuids_count() AS c ON c.heap = t.oid
	  LEFT JOIN unnest(before) AS b ON b.heap = t.oid
	 CROSS JOIN LATERAL (
			SELECT greatest(pg_temp.sequential_uuids_plausible(t.reltuples::float8),
				pg_stat_get_live_tuples(t.oid), 0)) AS r (row_count);
END $$;

-- The time that a partition is for, if that is a range of one column with a time.  Nothing else is printed, as types of
-- others print their values with code of their own.
CREATE FUNCTION pg_temp.sequential_uuids_range_seconds(partition oid)
RETURNS float8 LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp SET datestyle = 'ISO' SET timezone = 'UTC' AS $$
DECLARE
	day CONSTANT text := '([0-9]{4}-[0-9]{2}-[0-9]{2}[ 0-9:.+-]*)';
BEGIN
	RETURN (
		SELECT min(extract(epoch FROM b.bounds[2]::timestamptz - b.bounds[1]::timestamptz))
		  FROM pg_partition_ancestors(partition) AS p
		  JOIN pg_class AS c ON c.oid = p.relid JOIN pg_inherits AS i ON i.inhrelid = c.oid
		  JOIN pg_partitioned_table AS t ON t.partrelid = i.inhparent AND t.partstrat = 'r' AND t.partnatts = 1
		  JOIN pg_attribute AS a ON a.attrelid = t.partrelid AND a.attnum = t.partattrs[0]
		 CROSS JOIN LATERAL regexp_match(
				CASE WHEN a.atttypid IN ('date'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype)
					THEN pg_get_expr(c.relpartbound, 0) END,
				format('^FOR VALUES FROM [(]''%s''[)] TO [(]''%1$s''[)]$', day)) AS b (bounds));
END $$;

-- Those of a table, and of tables whose foreign keys refer to it; or of all.  A partitioned index is one row.  Its rows
-- are those of the partition that inserts go to, if a range of another column decides, as with time; otherwise of all.
CREATE FUNCTION pg_temp.sequential_uuids_indexes(
	watched pg_temp.sequential_uuids_watched, only_table oid)
RETURNS SETOF pg_temp.sequential_uuids_entry LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	is_watched CONSTANT bool := watched.seconds IS NOT NULL;
	counted_seconds CONSTANT float8 :=
		nullif(extract(epoch FROM watched.until - pg_temp.sequential_uuids_counted_since()), 0);
	-- Partitions stand for their whole table.
	tables CONSTANT oid[] := ARRAY(
		WITH RECURSIVE referring AS (
			SELECT coalesce(pg_partition_root(only_table)::oid, only_table) AS oid
			 UNION
			SELECT coalesce(pg_partition_root(r.conrelid)::oid, r.conrelid) FROM referring AS t JOIN pg_constraint AS r
				ON r.contype = 'f' AND coalesce(pg_partition_root(r.confrelid)::oid, r.confrelid) = t.oid)
		SELECT t.oid FROM referring AS t);
	entry pg_temp.sequential_uuids_entry;
BEGIN
	RETURN QUERY
	WITH parts AS MATERIALIZED (
		-- Which count: the one that has just got most, or else the newest that has any.
		SELECT l.*, NOT l.by_range OR row_number() OVER (
			PARTITION BY l.index ORDER BY l.just_inserted DESC, l.row_count > 0 DESC, l.heap DESC) = 1 AS counts
		  FROM pg_temp.sequential_uuids_leaves(watched.before) AS l
	), totals AS MATERIALIZED (
		SELECT p.index, max(p.top) AS top, max(p.other) AS other,
			   -- The newest partition that has statistics, preferably of those.
			   coalesce(max(p.heap) FILTER (WHERE p.counts AND p.index_rows > 0),
				max(p.heap) FILTER (WHERE p.index_rows > 0), max(p.heap)) AS heap,
			   least(sum(p.row_count) FILTER (WHERE p.counts), 1e15) AS row_count,
			   max(p.row_count) FILTER (WHERE p.by_range) AS partition_rows,
			   sum(p.pages) FILTER (WHERE p.counts) AS pages,
			   sum(p.index_rows) FILTER (WHERE p.counts) AS index_rows,
			   CASE WHEN is_watched THEN sum(p.just_inserted) ELSE sum(p.inserted) END AS inserted,
			   CASE WHEN is_watched THEN sum(p.just_updated) ELSE sum(p.updated) END AS updated,
			   CASE WHEN is_watched THEN sum(p.just_changed) ELSE sum(p.changed) END AS changed,
			   CASE WHEN is_watched THEN sum(p.just_toasted) ELSE sum(p.toasted) END > 0 AS is_toasted,
			   -- Fewer than 20 may be stray ones.  A bulk load hides what came after it.
			   sum(p.deleted) > 0.05 * sum(p.inserted)
				OR sum(p.just_deleted) >= 20 AND sum(p.just_deleted) > 0.05 * sum(p.just_inserted)
				OR sum(p.gone) FILTER (WHERE p.counts) >= 20
					AND sum(p.gone) FILTER (WHERE p.counts) > 0.05 * sum(p.inserted) FILTER (WHERE p.counts)
				OR sum(p.just_gone) >= 20 AND sum(p.just_gone) > 0.05 * sum(p.just_inserted) AS rows_go,
			   sum(p.inserted) / counted_seconds AS average_rate, sum(p.just_inserted) / watched.seconds AS just_rate
		  FROM parts AS p GROUP BY p.index
	)
	SELECT t.index, i.indrelid, t.heap, s.relation, i.indpred IS NOT NULL, h.reloptions,
		   coalesce((SELECT o.option_value::float8 FROM pg_class AS x CROSS JOIN pg_options_to_table(x.reloptions) AS o
			 WHERE x.oid = t.index AND o.option_name = 'fillfactor'), 90) / 100,
		   t.row_count, h.reltuples::float8, t.partition_rows,
		   CASE WHEN t.partition_rows IS NOT NULL THEN pg_temp.sequential_uuids_range_seconds(t.heap) END,
		   t.pages * current_setting('block_size')::float8, t.index_rows, t.inserted::float8,
		   least(CASE WHEN is_watched THEN t.just_rate ELSE t.average_rate END, 1e9)::float8,
		   least(greatest(t.average_rate, t.just_rate), 1e9)::float8,
		   (t.updated / nullif(t.inserted, 0))::float8, (t.changed / nullif(t.inserted, 0))::float8, t.rows_go,
		   t.is_toasted, t.other,
		   entry.column_name, entry.class, entry.is_text, entry.parent, entry.parent_column, entry.expression,
		   entry.generator, entry.needs_more, entry.in_front, entry.prefixes, entry.behind_time, entry.rows_together,
		   entry.unknown_prefixes, entry.key_values, entry.null_share,
		   entry.row_bytes, entry.entry_bytes, entry.rebuilt_bytes, entry.is_first
	  FROM totals AS t JOIN pg_index AS i ON i.indexrelid = t.index
	  LEFT JOIN pg_class AS h ON h.oid = t.heap
	 CROSS JOIN LATERAL (
			-- Those of a partition, unless the caller may see just those of the whole table.
			SELECT CASE WHEN has_table_privilege(t.heap, 'SELECT') IS FALSE AND has_table_privilege(i.indrelid, 'SELECT')
				THEN i.indrelid ELSE t.heap END AS relation) AS s
	 WHERE only_table IS NULL OR t.top = ANY (tables)
	 ORDER BY t.inserted DESC, t.row_count DESC, t.top, i.indisprimary DESC, t.index;
END $$;
---------------------------------------------------------------------------------------------------------------------
-- The columns of an index: which one decides where a row goes, behind which others, and how long an entry is
---------------------------------------------------------------------------------------------------------------------

-- What the caller may see of the statistics of a table's columns, of which this prints none.  A partitioned table has
-- those of all rows of its partitions.  From PostgreSQL 18 on, owners of tables can write some that cannot be true.
CREATE FUNCTION pg_temp.sequential_uuids_statistics(relation oid)
RETURNS TABLE (
	column_name name, n_distinct float8, frequencies float4[], null_frac float8, avg_width int4, correlation float8)
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	of_table record;
BEGIN
	-- A join with the view would read all of it.
	SELECT n.nspname, c.relname, c.relkind = 'p' AS is_partitioned INTO of_table
	  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE c.oid = relation;
	RETURN QUERY
	SELECT s.attname, CASE WHEN s.n_distinct BETWEEN -1 AND 1e9 THEN s.n_distinct::float8 END, s.most_common_freqs,
		   greatest(0, least(s.null_frac, 1))::float8, greatest(1, least(s.avg_width, 8160)), s.correlation::float8
	  FROM pg_stats AS s
	 WHERE s.schemaname = of_table.nspname AND s.tablename = of_table.relname AND s.inherited = of_table.is_partitioned;
END $$;

-- The key columns of an index, in order.  Of an expression, nothing is known.
CREATE FUNCTION pg_temp.sequential_uuids_index_columns(index oid, source oid)
RETURNS TABLE (
	place int4, column_name name,
	may_be_uuid bool, is_text bool, is_time bool, is_generated bool,
	null_share float8,
	known_values float8,			-- negative: as a share of rows
	frequencies float4[],			-- of the most common values
	lists_all bool,					-- that are more common than others
	correlation float8)				-- of their order with that of rows
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN QUERY
	SELECT k.n::int4, a.attname,
		   a.attnum IS NOT NULL AND CASE
			WHEN o.opcintype = 'uuid'::regtype THEN true
			-- With their length in front: 16 bytes; texts of 36 or 32 digits, or longer ones with a prefix such as 'ord_'.
			WHEN o.opcintype = 'bytea'::regtype THEN coalesce(s.avg_width = 17, false)
			WHEN o.opcintype IN ('text'::regtype, 'bpchar'::regtype) THEN
				coalesce(s.avg_width BETWEEN 33 AND 65, a.atttypmod - 4 IN (36, 32))
			ELSE false END,
		   o.opcintype <> 'uuid'::regtype,
		   o.opcintype IN ('date'::regtype, 'timestamp'::regtype, 'timestamptz'::regtype),
		   a.attgenerated <> '', CASE WHEN a.attnotnull THEN 0 ELSE coalesce(s.null_frac, 0) END, s.n_distinct, s.frequencies,
		   coalesce(cardinality(s.frequencies), 0)
			< coalesce(nullif(a.attstattarget, -1), current_setting('default_statistics_target')::int4),
		   s.correlation
	  FROM pg_index AS i
	 CROSS JOIN LATERAL unnest(i.indclass::oid[]) WITH ORDINALITY AS k (operator_class, n)
	  JOIN pg_opclass AS o ON o.oid = k.operator_class
	  LEFT JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = nullif(i.indkey[k.n - 1], 0)
	  LEFT JOIN pg_temp.sequential_uuids_statistics(source) AS s ON s.column_name = a.attname
	 WHERE i.indexrelid = index
	 ORDER BY k.n;
END $$;

-- How many of some values of one frequency rows touch (Cardenas, see sequential_uuids_touched()).  Those of less than a
-- page of rows share pages: they are as many as they fill pages.
CREATE FUNCTION pg_temp.sequential_uuids_values_touched(
	members float8, frequency float8, rows float8, page_share float8)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	at_least CONSTANT float8 := least(greatest(frequency, page_share), 0.999999);
BEGIN
	RETURN members * frequency / at_least * (1 - exp(greatest(rows * ln(1 - at_least), -600)));
END $$;

-- The same of values that are less common than those that ANALYZE keeps.  Their frequencies are taken to go on falling
-- from that of the last common one by a power of the rank, as those of tenants do: by the power with which they add up
-- to the share of rows that is left.
CREATE FUNCTION pg_temp.sequential_uuids_rare_touched(
	common float8[], others float8, share float8, rows float8, page_share float8)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	steps CONSTANT int4 := 20;
	last_rank CONSTANT float8 := cardinality(common);
	last_frequency CONSTANT float8 := (SELECT min(f) FROM unnest(common) AS f);
	step CONSTANT float8 := ((last_rank + others) / last_rank) ^ (1.0 / steps);
	low float8 := 0;
	high float8 := 10;
	power float8;
	total float8;
	members float8;
	frequency float8;
	touched float8;
BEGIN
	-- ANALYZE may have found too few values.
	IF last_frequency * others <= share THEN
		RETURN pg_temp.sequential_uuids_values_touched(others, share / others, rows, page_share);
	END IF;
	FOR tries IN 1 .. 30 LOOP
		power := (low + high) / 2;
		total := 0;
		touched := 0;
		-- In groups of about the same frequency, each with its ranks up to "step" times the first.
		FOR k IN 0 .. steps - 1 LOOP
			members := last_rank * (step ^ (k + 1) - step ^ k);
			frequency := last_frequency * step ^ (-power * (k + 0.5));
			total := total + members * frequency;
			touched := touched + pg_temp.sequential_uuids_values_touched(members, frequency, rows, page_share);
		END LOOP;
		IF total > share THEN
			low := power;
		ELSE
			high := power;
		END IF;
	END LOOP;
	RETURN touched;
END $$;

-- How many values of the same frequency are touched by so many rows as often as these, the most common of which have
-- the frequencies given: from 1 to all.  ANALYZE keeps as many as its target says, unless the others are about as
-- frequent as each other (analyze_mcv_list() in PostgreSQL's analyze.c).
CREATE FUNCTION pg_temp.sequential_uuids_even_values(
	all_values float8, frequencies float4[], lists_all bool, rows float8, page_share float8)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- Those that can be true.  A single row touches one value of any number.
	common CONSTANT float8[] := ARRAY(SELECT f::float8 FROM unnest(frequencies) AS f WHERE f > 0 AND f < 1);
	share CONSTANT float8 := greatest(1 - coalesce((SELECT sum(f) FROM unnest(common) AS f), 0), 0);
	others CONSTANT float8 := all_values - cardinality(common);
	n CONSTANT float8 := greatest(rows, 2);
	touched float8;
	low float8 := 1;
	high float8 := all_values;
	middle float8;
BEGIN
	touched := coalesce((SELECT sum(pg_temp.sequential_uuids_values_touched(1::float8, f, n, page_share))
						   FROM unnest(common) AS f), 0) + CASE
		-- No row that ANALYZE has read has one of the others.
		WHEN others < 1 OR share = 0 THEN 0
		WHEN lists_all OR cardinality(common) = 0 THEN
			pg_temp.sequential_uuids_values_touched(others, share / others, n, page_share)
		ELSE pg_temp.sequential_uuids_rare_touched(common, others, share, n, page_share) END;
	FOR tries IN 1 .. 40 LOOP
		middle := sqrt(low * high);
		IF pg_temp.sequential_uuids_touched(n, middle) < touched THEN
			low := middle;
		ELSE
			high := middle;
		END IF;
	END LOOP;
	RETURN low;
END $$;

-- How many combinations of values several columns have, as extended statistics say, whose last item is that of all
-- columns.
CREATE FUNCTION pg_temp.sequential_uuids_combinations(relation oid, columns name[])
RETURNS float8 LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	of_table record;
BEGIN
	SELECT n.nspname, c.relname, c.relkind = 'p' AS is_partitioned INTO of_table
	  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace WHERE c.oid = relation;
	RETURN (
		SELECT min(substring(s.n_distinct::text FROM '([0-9]+)[^0-9]*$')::float8)
		  FROM pg_stats_ext AS s
		 WHERE s.schemaname = of_table.nspname AND s.tablename = of_table.relname AND s.inherited = of_table.is_partitioned
		   AND s.exprs IS NULL AND s.attnames @> columns AND s.attnames <@ columns);
END $$;

-- The bytes of an entry's columns, on average over those that have all of them, or over the others.  Each column is
-- aligned as its type is, except texts and bytes of up to 126, which have their length in one byte
-- (heap_compute_data_size() in PostgreSQL's heaptuple.c).
CREATE FUNCTION pg_temp.sequential_uuids_data_bytes(index oid, source oid, all_present float8, has_nulls bool)
RETURNS float8 LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	of_column record;
	alignment float8;
	present float8;
	bytes float8 := 0;
BEGIN
	FOR of_column IN
		SELECT x.attlen, x.attalign, coalesce(s.null_frac, 0) AS null_frac,
			   CASE WHEN x.attlen > 0 THEN x.attlen ELSE coalesce(s.avg_width, e.avg_width, 17) END::float8 AS width
		  FROM pg_index AS i JOIN pg_attribute AS x ON x.attrelid = i.indexrelid
		  LEFT JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = nullif(i.indkey[x.attnum - 1], 0)
		  LEFT JOIN pg_temp.sequential_uuids_statistics(source) AS s ON s.column_name = a.attname
		  -- Statistics of expressions are those of the index.
		  LEFT JOIN pg_temp.sequential_uuids_statistics(index) AS e
			ON i.indkey[x.attnum - 1] = 0 AND e.column_name = x.attname
		 WHERE i.indexrelid = index ORDER BY x.attnum
	LOOP
		alignment := CASE WHEN of_column.attlen = -1 AND of_column.width <= 127 THEN 1
			ELSE CASE of_column.attalign WHEN 'd' THEN 8 WHEN 'i' THEN 4 WHEN 's' THEN 2 ELSE 1 END END;
		present := CASE WHEN has_nulls THEN greatest(0, (1 - of_column.null_frac - all_present) / (1 - all_present))
			ELSE 1 END;
		bytes := bytes + present * (ceil(bytes / alignment) * alignment - bytes + of_column.width);
	END LOOP;
	RETURN ceil(bytes / 8) * 8;
END $$;

-- The bytes of an entry on a leaf page, on average: a line pointer of 4, IndexTupleData of 8, and 8 more for a bitmap
-- if any column is NULL (index_form_tuple() in PostgreSQL's indextuple.c).
CREATE FUNCTION pg_temp.sequential_uuids_entry_bytes(index oid, source oid)
RETURNS float8 LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- As if NULLs of several columns had nothing to do with each other.
	all_present CONSTANT float8 := coalesce((
		SELECT exp(sum(ln(greatest(1 - s.null_frac, 1e-6))))
		  FROM pg_index AS i JOIN pg_attribute AS a ON a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::int2[])
		  JOIN pg_temp.sequential_uuids_statistics(source) AS s ON s.column_name = a.attname
		 WHERE i.indexrelid = index), 1);
	longest CONSTANT float8 := 2708;		-- a third of a page (BTMaxItemSize in PostgreSQL's nbtree.h)
BEGIN
	RETURN least(longest, 4 + 8 + pg_temp.sequential_uuids_data_bytes(index, source, all_present, false) * all_present
		+ CASE WHEN all_present < 1 THEN
			(8 + pg_temp.sequential_uuids_data_bytes(index, source, all_present, true)) * (1 - all_present) ELSE 0 END);
END $$;

-- Why nobody knows how many values the columns in front have, and what to do.
CREATE FUNCTION pg_temp.sequential_uuids_unknown_prefixes(
	entry pg_temp.sequential_uuids_entry, in_front name[])
RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	of_table record;
BEGIN
	-- No two indexes of a schema have one name, so no two of these statistics do.
	SELECT format('%I.%I', n.nspname, x.relname) AS statistics, pg_has_role(c.relowner, 'USAGE') AS is_ours INTO of_table
	  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace, pg_class AS x
	 WHERE (c.oid, x.oid) = (entry.source, entry.index);
	RETURN format('how many values of %s there are is not known%s', entry.in_front, CASE
		WHEN cardinality(in_front) = 1 THEN concat(': ', CASE WHEN (SELECT a.attstattarget = 0 FROM pg_attribute AS a
				WHERE (a.attrelid, a.attname) = (entry.source, in_front[1])) THEN format(
				'ALTER TABLE %s ALTER %I SET STATISTICS 100; ', entry.source::regclass, in_front[1]) END,
			'ANALYZE ', entry.source::regclass)
		WHEN cardinality(in_front) > 8 THEN ', and statistics are of at most 8 columns'
		WHEN of_table.is_ours THEN format(': CREATE STATISTICS %s (ndistinct) ON %s FROM %s; ANALYZE %3$s',
			of_table.statistics, entry.in_front, entry.source::regclass)
		ELSE format(': extended statistics of %s are for its owner: ask as a member of that role',
			entry.source::regclass) END);
END $$;

-- The column of an index that decides where a row goes, and those in front of it.
--
-- Entries are in the order of the first column, and of the next where that is equal.  So the first column decides that
-- varies: whose values ANALYZE counts as a share of the rows.  One of few values divides the index, and those behind it
-- decide; if its values come one after another, as times do, they decide in those rows alone.  Times behind the values
-- of a reference are in the order in which rows come, as rows of one value are.
CREATE FUNCTION pg_temp.sequential_uuids_deciding_column(
	entry pg_temp.sequential_uuids_entry, checkpoint_rows float8)
RETURNS pg_temp.sequential_uuids_entry LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	other_decides CONSTANT text := 'in which another column decides';
	in_order CONSTANT float8 := 0.9;	-- the correlation from which on values may come one after another
	page_share CONSTANT float8 := 0.7 * current_setting('block_size')::float8 / entry.entry_bytes
		/ greatest(entry.row_count, 1);
	last_place int4;
	of_column record;
	in_front name[] := '{}';
	prefixes float8[] := '{}';
	all_values float8[] := '{}';
	ordered_column name;
BEGIN
	SELECT max(c.place) FILTER (WHERE c.may_be_uuid AND NOT c.is_generated), CASE
			WHEN bool_or(c.is_generated AND c.may_be_uuid) THEN 'on generated columns'
			WHEN NOT has_table_privilege(entry.source, 'SELECT') THEN 'on texts of tables that you may not read'
			WHEN entry.row_count > 0 AND bool_or(c.is_text AND c.known_values IS NULL) THEN
				'on texts that were not analyzed'
			ELSE 'on other texts' END
	  INTO last_place, entry.left_out
	  FROM pg_temp.sequential_uuids_index_columns(entry.index, entry.source) AS c;
	FOR of_column IN
		SELECT n.* FROM (
			SELECT c.*, coalesce(lead(c.is_time) OVER (ORDER BY c.place), c.place = max(c.place) OVER ()) AS before_time
			  FROM pg_temp.sequential_uuids_index_columns(entry.index, entry.source) AS c) AS n
		 WHERE n.place <= last_place ORDER BY n.place
	LOOP
		entry.left_out := NULL;
		IF of_column.may_be_uuid AND NOT of_column.is_generated
			AND (of_column.place = last_place OR of_column.known_values < 0 OR of_column.known_values IS NULL
			AND (pg_temp.sequential_uuids_default(entry.relation, of_column.column_name::text)).expression IS NOT NULL)
		THEN
			entry.column_name := of_column.column_name;
			entry.is_text := of_column.is_text;
			entry.null_share := of_column.null_share;
			-- Of rows with a value.
			entry.key_values := CASE
				WHEN of_column.known_values > 0 THEN pg_temp.sequential_uuids_even_values(of_column.known_values,
					ARRAY(SELECT (f / (1 - of_column.null_share))::float4 FROM unnest(of_column.frequencies) AS f
						 WHERE of_column.null_share < 1),
					of_column.lists_all, checkpoint_rows * (1 - of_column.null_share), 0::float8)
				WHEN of_column.known_values > -0.9 * (1 - of_column.null_share) THEN
					-of_column.known_values * entry.row_count END;
			entry.left_out := CASE WHEN of_column.null_share > 0.999 THEN 'of which nearly all values are NULL'
				WHEN of_column.known_values > 0 AND NOT of_column.before_time THEN other_decides END;
			EXIT;
		ELSIF of_column.column_name IS NULL OR of_column.known_values < 0
			OR of_column.is_time AND of_column.known_values IS NULL
		THEN
			entry.left_out := other_decides;
			RETURN entry;
		ELSIF of_column.is_time AND of_column.known_values >= 1 THEN
			entry.rows_together := least(entry.rows_together, entry.row_count / of_column.known_values);
			entry.behind_time := of_column.column_name;
		ELSIF (of_column.known_values <= 1) IS NOT TRUE THEN
			in_front := in_front || of_column.column_name;
			all_values := all_values || of_column.known_values;
			-- NULL is one more value.
			prefixes := prefixes || CASE WHEN of_column.known_values IS NOT NULL THEN
				pg_temp.sequential_uuids_even_values(of_column.known_values + CASE WHEN of_column.null_share > 0
						THEN 1 ELSE 0 END, of_column.null_share::float4 || of_column.frequencies, of_column.lists_all,
					checkpoint_rows, page_share) END;
			ordered_column := coalesce(ordered_column,
				CASE WHEN abs(of_column.correlation) > in_order THEN of_column.column_name END);
		END IF;
	END LOOP;
	entry.prefixes := 1;
	IF cardinality(in_front) > 0 THEN
		entry.in_front := (SELECT string_agg(format('%I', c.name), ', ') FROM unnest(in_front) AS c (name));
		-- Of several columns, as many times those of each as it has combinations with others.
		entry.prefixes := CASE WHEN cardinality(in_front) = 1 THEN prefixes[1] ELSE (
			SELECT min(u.touched * greatest(1, c.combinations / u.all_of_it))
			  FROM pg_temp.sequential_uuids_combinations(entry.source, in_front) AS c (combinations),
				   unnest(prefixes, all_values) AS u (touched, all_of_it) WHERE c.combinations IS NOT NULL) END;
		entry.unknown_prefixes := CASE
			WHEN entry.prefixes IS NULL THEN pg_temp.sequential_uuids_unknown_prefixes(entry, in_front)
			WHEN ordered_column IS NOT NULL THEN format('its rows lie in the order of %I: if that is the order in which they '
				'come, random keys cost little, and if they were loaded so, ANALYZE once others have come', ordered_column) END;
	END IF;
	RETURN entry;
END $$;

-- The bytes that an index of the same rows takes when REINDEX has built it: a page of metadata, leaf pages filled to
-- its fill factor, and those above, of which one has as many entries.  Rows of a value that comes several times share
-- an entry, with 6 bytes for each, up to a tenth of a page (_bt_load() in PostgreSQL's nbtsort.c), if nothing is behind
-- the value.  So do those of NULL.  If values are behind others, nobody knows how many come together.
CREATE FUNCTION pg_temp.sequential_uuids_rebuilt_bytes(entry pg_temp.sequential_uuids_entry)
RETURNS float8 LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	page_bytes CONSTANT float8 := current_setting('block_size');
	page_header CONSTANT float8 := 40;
	line_pointer CONSTANT float8 := 4;
	tid CONSTANT float8 := 6;
	null_share CONSTANT float8 := coalesce(entry.null_share, 0);
	with_value CONSTANT float8 := entry.index_rows * (1 - null_share);
	alone CONSTANT float8 := CASE WHEN null_share = 0 THEN entry.entry_bytes
		ELSE line_pointer + 8 + pg_temp.sequential_uuids_data_bytes(entry.index, entry.source, 1::float8, false) END;
	may_share CONSTANT bool := (
		SELECT NOT i.indisunique AND i.indnatts = i.indnkeyatts AND a.attname = entry.column_name
			   AND NOT EXISTS (SELECT FROM pg_class AS x CROSS JOIN pg_options_to_table(x.reloptions) AS o
				 WHERE x.oid = entry.index AND o.option_name = 'deduplicate_items' AND NOT o.option_value::bool)
		  FROM pg_index AS i LEFT JOIN pg_attribute AS a
			ON a.attrelid = i.indrelid AND a.attnum = nullif(i.indkey[i.indnkeyatts - 1], 0)
		 WHERE i.indexrelid = entry.index);
	rows_of_value CONSTANT float8 := CASE WHEN may_share AND entry.key_values > 0 THEN
		least(with_value / entry.key_values, (page_bytes / 10 - alone) / tid) END;
	row_bytes CONSTANT float8 := CASE WHEN rows_of_value >= 1.5
		THEN (line_pointer + 8 * ceil((alone - line_pointer + tid * rows_of_value) / 8)) / rows_of_value ELSE alone END;
	null_bytes CONSTANT float8 := CASE WHEN may_share THEN tid ELSE entry.entry_bytes END;
	leaf_pages CONSTANT float8 := ceil((with_value * row_bytes + entry.index_rows * null_share * null_bytes)
		/ ((page_bytes - page_header) * entry.fill));
BEGIN
	RETURN CASE WHEN entry.index_rows > 0 AND NOT (may_share AND entry.in_front IS NOT NULL) THEN
		page_bytes * (1 + leaf_pages + ceil(leaf_pages * alone / (page_bytes - page_header))) END;
END $$;

-- What an index's columns tell: what it holds, and whether it is to be reported.
CREATE FUNCTION pg_temp.sequential_uuids_read_columns(
	entry pg_temp.sequential_uuids_entry, checkpoint_rows float8)
RETURNS pg_temp.sequential_uuids_entry LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	density CONSTANT float8 := 0.7;		-- of pages that split in half
	inserted CONSTANT float8 := pg_stat_get_tuples_inserted(entry.heap);
	key_attnum int2;
BEGIN
	-- Rows that go to it when they are inserted stay in it, unless an UPDATE or DELETE takes them out.
	IF entry.is_partial AND entry.analyzed_rows > 0 AND entry.index_rows < 0.001 * entry.analyzed_rows
		AND NOT entry.rows_go AND inserted >= 0.9 * entry.analyzed_rows
		AND pg_stat_get_tuples_updated(entry.heap) <= 0.05 * inserted
	THEN
		entry.left_out := coalesce(entry.left_out, 'that are partial, and have no rows');
	END IF;
	IF entry.left_out IS NULL THEN
		entry.entry_bytes := pg_temp.sequential_uuids_entry_bytes(entry.index, entry.source);
		entry := pg_temp.sequential_uuids_deciding_column(entry, checkpoint_rows);
	END IF;
	IF entry.left_out IS NOT NULL THEN
		RETURN entry;
	END IF;
	key_attnum := (SELECT a.attnum FROM pg_attribute AS a
		 WHERE (a.attrelid, a.attname) = (entry.relation, entry.column_name::name));
	SELECT d.expression, d.generator, d.needs_more INTO entry.expression, entry.generator, entry.needs_more
	  FROM pg_temp.sequential_uuids_default(entry.relation, entry.column_name) AS d;
	-- Partitions of a parent have constraints of their own.  A column with a default may refer to something together with
	-- others, and is a key for all that.
	SELECT coalesce(pg_partition_root(r.confrelid)::oid, r.confrelid) AS parent, a.attname
	  INTO entry.parent, entry.parent_column
	  FROM pg_constraint AS r JOIN pg_attribute AS a ON (a.attrelid, a.attnum)
			= (r.confrelid, r.confkey[array_position(r.conkey, key_attnum)])
	 WHERE r.conrelid = entry.relation AND r.contype = 'f' AND key_attnum = ANY (r.conkey)
	   AND (cardinality(r.conkey) = 1 OR entry.expression IS NULL) ORDER BY parent, a.attnum LIMIT 1;
	entry.class := CASE
		WHEN entry.parent IS NOT NULL THEN 'follows'
		WHEN entry.expression IS NOT NULL AND entry.key_values IS NULL
			OR EXISTS (SELECT FROM pg_index AS i WHERE i.indrelid = entry.relation AND i.indisunique AND i.indisvalid
				 AND i.indpred IS NULL AND i.indnkeyatts = 1 AND i.indkey[0] = key_attnum)
			OR entry.key_values IS NULL AND EXISTS (
				SELECT FROM pg_index AS i WHERE i.indexrelid = entry.index AND (i.indisunique OR i.indisexclusion)) THEN 'key'
		ELSE 'reference' END;
	entry.rebuilt_bytes := pg_temp.sequential_uuids_rebuilt_bytes(entry);
	-- Rows of one value share an entry, as far as pages have been short of room: so as the size of the index tells, less
	-- those of NULL, of which a row takes 6 bytes and little more.
	IF entry.class <> 'key' AND entry.key_values IS NOT NULL AND entry.index_rows > 0 THEN
		entry.entry_bytes := greatest(10, least(entry.entry_bytes, density
			* (entry.index_bytes / entry.index_rows - 7 * entry.null_share) / (1 - entry.null_share)));
	END IF;
	-- Without the columns that the caller may not read.
	entry.row_bytes := (
		SELECT greatest(24, least(24 + sum(c.avg_width * (1 - c.null_frac)), 8160))
		  FROM pg_temp.sequential_uuids_statistics(entry.source) AS c
		 WHERE has_table_privilege(entry.source, 'SELECT') HAVING count(*) > 0);
	RETURN entry;
END $$;
---------------------------------------------------------------------------------------------------------------------
-- uuid_index_report
---------------------------------------------------------------------------------------------------------------------

-- What is found of an index: what decides its verdict, and what it says.
CREATE TYPE pg_temp.sequential_uuids_finding AS (
	follows bool,					-- the keys of a parent
	irreplaceable text,				-- why nothing else can generate its keys
	is_bounded bool,				-- whatever its keys are, others save little
	is_idle bool,					-- too few inserts were counted
	blind text,						-- why nothing can be said, and what cures it; NULL: something can
	rows_go bool,					-- and nobody has said how
	unknown_prefixes text,			-- why nobody knows how many, and what to do
	knows_kind bool,				-- of its keys
	doubt text,						-- why not, and what to do
	contradicts bool,				-- its keys are not those of its default
	is_best bool,					-- what it has
	uncertain text,					-- 'reference', 'partial' or 'form': why nobody knows whether to replace its keys
	needs_install bool,				-- what the best key comes from
	remark text,					-- what else to look at
	worth_bytes float8,				-- in a day
	server_bytes float8,			-- of WAL that the server wrote while it was watched, in a day; NULL: it was not
	is_short bool,					-- it was watched for less than the time between two checkpoints
	-- In a day, with the best key rather than those there are, or random ones if their kind is not known: in this index,
	-- in those of foreign keys to it, and the sum.  If nobody knows how late updates come, at least, and at most.
	saved_bytes float8,
	child_saved_bytes float8,
	saved_total float8,
	saved_most float8,
	saved_later float8,				-- the sum, at the horizon, at most
	updated_after_seconds float8,	-- if that is not known: with which least is saved
	children int4,					-- indexes of foreign keys to it
	is_counted bool,				-- it is one of these
	-- Bytes of WAL per row of its keys, if their kind is known, and of the best, today.
	wal_now float8,
	wal_advised float8,
	call text,						-- the best key's, in the form of the column
	bytes_per_million_rows float8	-- of the index as it is
);

-- The cause of a verdict, the first that is true; NULL if it is to be switched.
CREATE FUNCTION pg_temp.sequential_uuids_cause(finding pg_temp.sequential_uuids_finding)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE
		WHEN finding.follows THEN 'follows'
		WHEN finding.irreplaceable IS NOT NULL THEN 'digests'
		WHEN finding.is_bounded THEN 'bounded'
		WHEN finding.is_idle THEN 'idle'
		WHEN finding.blind IS NOT NULL THEN 'blind'
		WHEN finding.rows_go THEN 'rows go'
		WHEN finding.unknown_prefixes IS NOT NULL THEN 'column in front'
		WHEN finding.is_best OR greatest(finding.saved_most, finding.saved_later) = 0 THEN 'advised'
		WHEN greatest(finding.saved_most, finding.saved_later) < finding.worth_bytes THEN 'small'
		WHEN finding.saved_most < finding.worth_bytes OR finding.saved_most = 0 THEN 'later'
		WHEN finding.server_bytes < finding.worth_bytes THEN CASE WHEN finding.is_short THEN 'over' ELSE 'small' END
		WHEN finding.saved_total < finding.worth_bytes OR finding.saved_total = 0 THEN 'updates'
		WHEN NOT finding.knows_kind THEN 'kind'
		WHEN finding.saved_bytes < finding.worth_bytes THEN 'children'
		WHEN finding.uncertain IS NOT NULL THEN finding.uncertain
		WHEN finding.needs_install THEN 'install' END;
END $$;

CREATE FUNCTION pg_temp.sequential_uuids_verdict(cause text)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE WHEN cause IN ('follows', 'digests', 'bounded', 'advised', 'small', 'later') THEN 'keep'
		WHEN cause IS NULL THEN 'switch' ELSE 'tell more' END;
END $$;

-- Why nothing can be said of an index, and the command or the argument that cures it.
CREATE FUNCTION pg_temp.sequential_uuids_blind(entry pg_temp.sequential_uuids_entry)
RETURNS text LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE
		WHEN pg_is_in_recovery() THEN 'inserts are counted on the primary alone: ask there'
		WHEN NOT current_setting('track_counts')::bool THEN
			'the server counts no rows: ALTER SYSTEM SET track_counts = on; SELECT pg_reload_conf()'
		-- An empty table has no statistics.
		WHEN entry.row_bytes IS NOT NULL OR entry.row_count = 0 THEN NULL
		WHEN NOT has_table_privilege(entry.source, 'SELECT') THEN format(
			'%I may not see its statistics: GRANT SELECT ON %s TO %1$I', current_user, entry.relation::regclass)
		WHEN row_security_active(entry.source) THEN format(
			'row-level security hides its statistics from %I: ask as a role that has BYPASSRLS', current_user)
		ELSE format('nobody has analyzed it: ANALYZE %s', entry.source::regclass) END;
END $$;

-- Three digits, with which uuid_advise() gives the same answer.
CREATE FUNCTION pg_temp.sequential_uuids_rounded(rate float8)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE WHEN rate > 0 THEN round(rate::numeric, 2 - floor(log(rate))::int4) ELSE 0 END;
END $$;

-- The rate of rows that have a value: others go to the end of the index, whatever these are.
CREATE FUNCTION pg_temp.sequential_uuids_key_rate(entry pg_temp.sequential_uuids_entry, rate float8)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN pg_temp.sequential_uuids_rounded(rate * (1 - coalesce(entry.null_share, 0)));
END $$;

-- What the default of an index's column generates, if that decides.
CREATE FUNCTION pg_temp.sequential_uuids_generated_by(entry pg_temp.sequential_uuids_entry)
RETURNS pg_temp.sequential_uuids_generated LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	generated pg_temp.sequential_uuids_generated;
BEGIN
	IF entry.class = 'key' AND entry.needs_more THEN
		generated.column_default := '(not printed)';
	ELSIF entry.class = 'key' AND entry.expression IS NOT NULL THEN
		generated := pg_temp.sequential_uuids_read_default(
			entry.expression, entry.generator,
			-- What is idle has blocks, too.
			coalesce(nullif(pg_temp.sequential_uuids_key_rate(entry, entry.rows_per_second), 0), 1));
	END IF;
	generated.form := coalesce(generated.form, CASE WHEN NOT entry.is_text THEN '%s' END);
	RETURN generated;
END $$;

-- The workload of an index: that of all, with what is known of its table and its default.
CREATE FUNCTION pg_temp.sequential_uuids_workload_of(
	entry pg_temp.sequential_uuids_entry, load pg_temp.sequential_uuids_workload,
	generated pg_temp.sequential_uuids_generated)
RETURNS pg_temp.sequential_uuids_workload LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	with_value CONSTANT float8 := 1 - coalesce(entry.null_share, 0);
BEGIN
	load.rows_per_second := pg_temp.sequential_uuids_key_rate(entry, entry.rows_per_second);
	load.most_rows_per_second := greatest(
		load.rows_per_second, pg_temp.sequential_uuids_key_rate(entry, entry.most_rows_per_second));
	-- A partition by time has had half of its rows, on average.
	load.partition_rows := with_value * least(entry.rows_together,
		greatest(entry.partition_rows, entry.rows_per_second * entry.range_seconds));
	load.rows_now := greatest(1, entry.row_count * with_value,
		CASE WHEN entry.range_seconds IS NOT NULL THEN load.partition_rows / 2 END);
	load.row_bytes := coalesce(entry.row_bytes, load.row_bytes);
	load.entry_bytes := entry.entry_bytes;
	load.prefixes := entry.prefixes;
	-- Fewer are of no account.
	load.updates := CASE WHEN entry.updates_per_insert > 0.05 THEN
		pg_temp.sequential_uuids_rounded(entry.updates_per_insert) END;
	load.options := entry.options;
	-- Partitions by time are dropped, so "kept" is true of rows in them only if there are deletes.
	IF entry.partition_rows IS NOT NULL AND NOT entry.rows_go THEN
		load.kept_seconds := NULL;
		load.left_behind := 0;
	END IF;
	load.kind := generated.kind;
	load.block_rows := generated.block_rows;
	load.cycle_rows := generated.cycle_rows;
	-- Unknown keys are taken for random ones.  Where random keys are, blocks are advised that have more rows than the 100
	-- of a new table at the highest rate (sequential_uuids_lengths()): thrice as many, since rates differ by then.  A new
	-- partition has no older rows.
	load.has_random_keys := load.partition_rows IS NULL AND (coalesce(load.kind, 'random') = 'random'
		OR load.kind = 'wrapping' AND load.block_rows * load.most_rows_per_second > 300 * load.rows_per_second);
	RETURN load;
END $$;

-- The same with the keys that statistics show.
CREATE FUNCTION pg_temp.sequential_uuids_workload_of_stored(
	load pg_temp.sequential_uuids_workload, stored pg_temp.sequential_uuids_stored_keys, contradicts bool)
RETURNS pg_temp.sequential_uuids_workload LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF contradicts THEN
		load.kind := NULL;
	ELSIF load.kind IS NULL THEN
		load := pg_temp.sequential_uuids_assume(load, stored);
	END IF;
	-- Those that come are random, or else there may be some from before.
	IF load.partition_rows IS NULL AND load.kind <> 'random' THEN
		load.has_random_keys := coalesce(pg_temp.sequential_uuids_holds_random(stored), load.has_random_keys);
	END IF;
	RETURN load;
END $$;

-- What is found of an index before any cost.
CREATE FUNCTION pg_temp.sequential_uuids_look(
	entry pg_temp.sequential_uuids_entry, load pg_temp.sequential_uuids_workload,
	finding pg_temp.sequential_uuids_finding, children pg_temp.sequential_uuids_entry[])
RETURNS pg_temp.sequential_uuids_finding LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- Each row, each update of one, and each row that refers to one has an image of an index page, and one by VACUUM; all
	-- else is the same under any key.
	worst_wal CONSTANT float8 := 2 * current_setting('block_size')::float8;
	images_per_second CONSTANT float8 := load.most_rows_per_second * (1 + coalesce(load.updates, 0))
		+ coalesce((SELECT sum(c.most_rows_per_second) FROM unnest(children) AS c), 0);
	day CONSTANT float8 := 86400;
	counts CONSTANT bool := NOT pg_is_in_recovery() AND current_setting('track_counts')::bool;
BEGIN
	finding.follows := entry.class = 'follows';
	-- A rate of less than a day may not have seen the busy hour.
	finding.is_bounded := counts AND clock_timestamp() - pg_temp.sequential_uuids_counted_since() >= interval '1 day'
		AND worst_wal * images_per_second * day < finding.worth_bytes;
	finding.is_idle := counts AND (entry.rows_inserted < 20 OR entry.rows_per_second < 0.0001);
	finding.blind := pg_temp.sequential_uuids_blind(entry);
	finding.rows_go := entry.rows_go AND load.kept_seconds IS NULL;
	finding.unknown_prefixes := entry.unknown_prefixes;
	finding.uncertain := CASE WHEN entry.is_partial THEN 'partial' WHEN entry.class = 'reference' THEN 'reference' END;
	RETURN finding;
END $$;

-- The workload that the present keys of an index are, if their kind is known.  The values of a reference come again,
-- each time at the end of the rows that have it: as ascending keys behind these values.
CREATE FUNCTION pg_temp.sequential_uuids_present(
	load pg_temp.sequential_uuids_workload, entry pg_temp.sequential_uuids_entry)
RETURNS pg_temp.sequential_uuids_workload LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	IF entry.class = 'reference' AND entry.key_values IS NOT NULL AND load.kind IS DISTINCT FROM 'ascending' THEN
		load.kind := 'ascending';
		load.prefixes := coalesce(load.prefixes, 1) * entry.key_values;
		load.has_random_keys := false;
	END IF;
	RETURN load;
END $$;

-- The workload with the keys of a way to generate them.
CREATE FUNCTION pg_temp.sequential_uuids_with(
	load pg_temp.sequential_uuids_workload, way pg_temp.sequential_uuids_cost)
RETURNS pg_temp.sequential_uuids_workload LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	load.kind := way.kind;
	load.block_rows := way.block_rows;
	load.cycle_rows := way.cycle_rows;
	RETURN load;
END $$;

-- What keys cost in the table as it is today.
CREATE FUNCTION pg_temp.sequential_uuids_today(load pg_temp.sequential_uuids_workload)
RETURNS pg_temp.sequential_uuids_cost LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN pg_temp.sequential_uuids_model(pg_temp.sequential_uuids_rows(load, false));
END $$;

-- The bytes that a share of random keys costs more in a day than others in the same index.  Numbers of rows are known.
CREATE FUNCTION pg_temp.sequential_uuids_random_costs(
	load pg_temp.sequential_uuids_workload, random_share float8, others pg_temp.sequential_uuids_cost)
RETURNS float8 LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	day CONSTANT float8 := 86400;
BEGIN
	load.kind := 'random';
	load.checkpoint_rows := greatest(random_share * load.checkpoint_rows, 1);
	load.vacuum_rows := greatest(random_share * load.vacuum_rows, 1);
	load.updated_after_rows := random_share * load.updated_after_rows;
	RETURN random_share * load.rows_per_second * day
		* greatest(0, (pg_temp.sequential_uuids_model(load)).wal_per_row - others.wal_per_row);
END $$;

-- The WAL of a row of the table: that of the index, and for the first index that of the table.
CREATE FUNCTION pg_temp.sequential_uuids_wal_of(
	cost pg_temp.sequential_uuids_cost, entry pg_temp.sequential_uuids_entry)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- XLogRecord 24, a block 20, lengths and offset 4, and a tuple of 24 with a bitmap.
	null_record CONSTANT float8 := 72;
	null_share CONSTANT float8 := coalesce(entry.null_share, 0);
BEGIN
	RETURN (cost.wal_per_row - cost.wal_table) * (1 - null_share) + null_record * null_share
		+ CASE WHEN entry.is_first THEN cost.wal_table ELSE 0 END;
END $$;

-- The workload of an index on a foreign key to these keys, of which rows are inserted soon after the row that they
-- refer to.  Those of one key go to one place, as a single wide entry of it.
CREATE FUNCTION pg_temp.sequential_uuids_child(
	load pg_temp.sequential_uuids_workload, child pg_temp.sequential_uuids_entry)
RETURNS pg_temp.sequential_uuids_workload LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	longest CONSTANT float8 := 2708;	-- of an entry: a third of a page
	with_value CONSTANT float8 := 1 - coalesce(child.null_share, 0);
	rows_of_key CONSTANT float8 := greatest(1, child.row_count * with_value / nullif(child.key_values, 0));
	keys_per_second CONSTANT float8 := child.rows_per_second * with_value / rows_of_key;
	of_parent CONSTANT float8 := keys_per_second / load.rows_per_second;
BEGIN
	load.block_rows := load.block_rows * of_parent;
	load.cycle_rows := load.cycle_rows * of_parent;
	load.rows_per_second := keys_per_second;
	load.rows_now := greatest(1, child.row_count * with_value / rows_of_key);
	load.entry_bytes := least(longest, child.entry_bytes * rows_of_key);
	load.prefixes := child.prefixes;
	load.partition_rows := child.partition_rows * with_value / rows_of_key;
	load.updates := NULL;
	RETURN load;
END $$;

-- Bytes of WAL in a day, today or at the horizon: of the table and this index, and of indexes on foreign keys to it.
CREATE FUNCTION pg_temp.sequential_uuids_wal_of_day(
	load pg_temp.sequential_uuids_workload, children pg_temp.sequential_uuids_entry[], later bool)
RETURNS float8[] LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	day CONSTANT float8 := 86400;
	own CONSTANT pg_temp.sequential_uuids_cost :=
		pg_temp.sequential_uuids_model(pg_temp.sequential_uuids_rows(load, later));
	of_children float8 := 0;
	child pg_temp.sequential_uuids_entry;
	of_child pg_temp.sequential_uuids_workload;
	cost pg_temp.sequential_uuids_cost;
BEGIN
	FOREACH child IN ARRAY coalesce(children, '{}') LOOP
		CONTINUE WHEN (child.rows_per_second > 0) IS NOT TRUE;
		of_child := pg_temp.sequential_uuids_child(load, child);
		cost := pg_temp.sequential_uuids_model(pg_temp.sequential_uuids_rows(of_child, later));
		of_children := of_children + of_child.rows_per_second * day * (cost.wal_per_row - cost.wal_table);
	END LOOP;
	RETURN ARRAY[load.rows_per_second * day * own.wal_per_row, of_children];
END $$;

-- What the best keys save of both.  What is within the tolerance is nothing.
CREATE FUNCTION pg_temp.sequential_uuids_saved(
	present pg_temp.sequential_uuids_workload, best pg_temp.sequential_uuids_workload,
	children pg_temp.sequential_uuids_entry[], later bool)
RETURNS float8[] LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	of_present CONSTANT float8[] := pg_temp.sequential_uuids_wal_of_day(present, children, later);
	of_best CONSTANT float8[] := pg_temp.sequential_uuids_wal_of_day(best, children, later);
BEGIN
	-- Where one costs more, the other saves as much less.
	RETURN CASE
		WHEN of_present[1] + of_present[2] <= pg_temp.sequential_uuids_tolerance() * (of_best[1] + of_best[2])
			THEN '{0,0}'
		WHEN of_present[1] < of_best[1] THEN ARRAY[0, of_present[1] + of_present[2] - of_best[1] - of_best[2]]
		WHEN of_present[2] < of_best[2] THEN ARRAY[of_present[1] + of_present[2] - of_best[1] - of_best[2], 0]
		ELSE ARRAY[of_present[1] - of_best[1], of_present[2] - of_best[2]] END;
END $$;

-- What the best key saves, instead of the present ones, or of random ones if their kind is not known.
CREATE FUNCTION pg_temp.sequential_uuids_savings(
	finding pg_temp.sequential_uuids_finding, present pg_temp.sequential_uuids_workload,
	best pg_temp.sequential_uuids_workload, children pg_temp.sequential_uuids_entry[])
RETURNS pg_temp.sequential_uuids_finding LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- How late updates come, if nobody says so: to rows of any age, at once, and after a checkpoint.
	delays CONSTANT float8[] := CASE WHEN present.updates IS NULL OR present.updated_after_seconds IS NOT NULL
		THEN ARRAY[present.updated_after_seconds] ELSE ARRAY[NULL, 0, present.checkpoint_seconds] END;
	delay float8;
	saved float8[];
BEGIN
	present.kind := coalesce(present.kind, 'random');
	FOREACH delay IN ARRAY delays LOOP
		present.updated_after_seconds := delay;
		best.updated_after_seconds := delay;
		saved := pg_temp.sequential_uuids_saved(present, best, children, false);
		finding.saved_most := greatest(finding.saved_most, saved[1] + saved[2]);
		finding.saved_later := greatest(finding.saved_later, (
			SELECT sum(s) FROM unnest(pg_temp.sequential_uuids_saved(present, best, children, true)) AS s));
		IF (finding.saved_total <= saved[1] + saved[2]) IS NOT TRUE THEN
			finding.saved_bytes := saved[1];
			finding.child_saved_bytes := saved[2];
			finding.saved_total := saved[1] + saved[2];
			finding.updated_after_seconds := delay;
		END IF;
	END LOOP;
	finding.children := (SELECT count(*) FROM unnest(children) AS c WHERE c.rows_per_second > 0);
	RETURN finding;
END $$;

-- The key to take, as of the horizon, and what it saves in a day, today and then.
CREATE FUNCTION pg_temp.sequential_uuids_compare(
	finding pg_temp.sequential_uuids_finding, load pg_temp.sequential_uuids_workload,
	entry pg_temp.sequential_uuids_entry, random_share float8, form text,
	children pg_temp.sequential_uuids_entry[])
RETURNS pg_temp.sequential_uuids_finding LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	day CONSTANT float8 := 86400;
	tolerance CONSTANT float8 := pg_temp.sequential_uuids_tolerance();
	at_horizon CONSTANT pg_temp.sequential_uuids_workload := pg_temp.sequential_uuids_rows(load, true);
	of_present pg_temp.sequential_uuids_workload := pg_temp.sequential_uuids_present(load, entry);
	of_best pg_temp.sequential_uuids_workload;
	ways pg_temp.sequential_uuids_cost[];
	present pg_temp.sequential_uuids_cost;
	best pg_temp.sequential_uuids_cost;
	by_random float8;
	-- Under any keys, a row goes to the end of those of its value.
	fills_pages CONSTANT bool := entry.class = 'reference' AND coalesce(load.rows_now * entry.entry_bytes
		> current_setting('block_size')::float8 * entry.key_values * coalesce(load.prefixes, 1), false);
BEGIN
	finding.knows_kind := of_present.kind IS NOT NULL;
	IF finding.knows_kind THEN
		present := pg_temp.sequential_uuids_model(pg_temp.sequential_uuids_rows(of_present, true));
		present.key := 'present';
		present.needs := -1;
	END IF;
	-- Opaque keys are there to reveal little.
	ways := ARRAY(
		SELECT w FROM pg_temp.sequential_uuids_keys(at_horizon, present) AS w
		 WHERE present.kind IS DISTINCT FROM 'opaque' OR w.kind IN ('opaque', 'random'));
	-- What is to be installed first comes last, where only random keys are left.
	SELECT w.* INTO best FROM pg_temp.sequential_uuids_ranked(
		ARRAY(SELECT w FROM unnest(ways) AS w WHERE w.needs < 2)) AS w LIMIT 1;
	IF best.kind = 'random' THEN
		SELECT w.* INTO best FROM pg_temp.sequential_uuids_ranked(ways) AS w LIMIT 1;
	END IF;
	finding.needs_install := best.needs = 2;
	finding.is_best := best.key = 'present' OR fills_pages;
	of_best := CASE WHEN finding.is_best THEN of_present ELSE pg_temp.sequential_uuids_with(load, best) END;
	finding := pg_temp.sequential_uuids_savings(finding, of_present, of_best, children);
	of_present.updated_after_seconds := finding.updated_after_seconds;
	of_best.updated_after_seconds := finding.updated_after_seconds;

	-- Of those that are known by statistics, some may be random.
	IF finding.is_best AND random_share > 0 AND entry.key_values IS NULL THEN
		by_random := pg_temp.sequential_uuids_random_costs(at_horizon, random_share, present);
		IF by_random / load.rows_per_second / day > (tolerance - 1) * present.wal_per_row THEN
			finding.saved_later := by_random;
			finding.saved_bytes := pg_temp.sequential_uuids_random_costs(
				pg_temp.sequential_uuids_rows(load, false), random_share, pg_temp.sequential_uuids_today(of_present));
			finding.saved_total := finding.saved_bytes;
			finding.saved_most := finding.saved_bytes;
			finding.is_best := false;
			finding.knows_kind := false;
			finding.doubt := format('up to %s %% of its keys can be random: find out what generates them',
				pg_temp.sequential_uuids_percent(random_share));
		END IF;
	END IF;

	finding.wal_advised := pg_temp.sequential_uuids_wal_of(pg_temp.sequential_uuids_today(of_best), entry);
	IF finding.knows_kind THEN
		present := pg_temp.sequential_uuids_today(of_present);
		finding.wal_now := pg_temp.sequential_uuids_wal_of(present, entry);
		finding.bytes_per_million_rows := present.bytes_per_million_rows;
	END IF;
	finding.call := format(form, best.call);
	RETURN finding;
END $$;

-- A share, rounded up, as it is an upper bound.
CREATE FUNCTION pg_temp.sequential_uuids_percent(share float8)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN CASE WHEN share < 0.01 THEN round(100 * share::numeric + 0.05, 1) ELSE ceil(100 * share::numeric - 1e-6) END;
END $$;

-- What could be saved in a day, or is: no more than the server has written.
CREATE FUNCTION pg_temp.sequential_uuids_in_words(finding pg_temp.sequential_uuids_finding)
RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	is_clipped CONSTANT bool := coalesce(finding.saved_total > finding.server_bytes, false);
	own CONSTANT float8 := least(finding.saved_bytes, finding.server_bytes);
	by_children CONSTANT float8 := least(finding.saved_total, finding.server_bytes) - own;
	percent CONSTANT float8 := round(100 * own / nullif(finding.server_bytes, 0));
BEGIN
	RETURN pg_size_pretty(own::int8) || ' of WAL a day'
		|| CASE WHEN is_clipped THEN ', no more than the server wrote meanwhile'
				|| CASE WHEN finding.is_short THEN ' (a longer "over" shows more)' ELSE '' END
			WHEN percent >= 1 THEN format(', %s %% of the server''s', percent) ELSE '' END
		|| CASE WHEN by_children >= 0.1 * finding.saved_total AND by_children > 0 THEN
			format(', and %s in %s to it, if their rows come soon after its own',
				pg_size_pretty(by_children::int8), CASE finding.children WHEN 1 THEN 'an index on a foreign key'
					ELSE finding.children || ' indexes on foreign keys' END) ELSE '' END
		|| CASE WHEN finding.saved_most >= 1.1 * finding.saved_total + 1 AND NOT is_clipped THEN
			format(', or up to %s if rows are updated at about the same age ("updated_after")',
				pg_size_pretty(finding.saved_most::int8)) ELSE '' END;
END $$;

-- Why the keys of an index are unknown, and where to look.
CREATE FUNCTION pg_temp.sequential_uuids_unknown(
	entry pg_temp.sequential_uuids_entry, finding pg_temp.sequential_uuids_finding)
RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN format('%s, others save up to %s; %s', CASE
			WHEN entry.expression IS NULL THEN 'programs generate these keys; if they are random'
			WHEN finding.contradicts THEN 'default and keys differ; if new keys are random'
			ELSE 'what its default generates is not known; if that is random' END,
		pg_temp.sequential_uuids_in_words(finding), finding.doubt);
END $$;

-- What stands for the costs of an index, and is not in them.
CREATE FUNCTION pg_temp.sequential_uuids_besides(entry pg_temp.sequential_uuids_entry)
RETURNS text LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN concat(
		CASE WHEN entry.in_front IS NOT NULL THEN format('; rows are divided by %s, as by %s equally frequent values',
			entry.in_front, pg_temp.sequential_uuids_rounded(entry.prefixes)) END,
		CASE WHEN entry.behind_time IS NOT NULL THEN format('; rows of one %I come together, %s of them',
			entry.behind_time, pg_temp.sequential_uuids_rounded(entry.rows_together)) END,
		CASE WHEN entry.is_toasted THEN '; the WAL of its TOAST table comes on top' END,
		CASE WHEN entry.changes_per_insert > 0.05 THEN '; what updates write in the table comes on top' END);
END $$;

-- What a verdict rests on, and what to do.
CREATE FUNCTION pg_temp.sequential_uuids_reason(
	cause text, entry pg_temp.sequential_uuids_entry, finding pg_temp.sequential_uuids_finding,
	worth text, load pg_temp.sequential_uuids_workload)
RETURNS text LANGUAGE plpgsql STABLE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	at_horizon CONSTANT text := to_char(clock_timestamp() + make_interval(secs => load.horizon_seconds), 'YYYY');
	saving CONSTANT text := pg_temp.sequential_uuids_in_words(finding);
	another CONSTANT text := CASE WHEN finding.knows_kind THEN 'another key' ELSE 'if its keys are random, another' END;
BEGIN
	RETURN CASE cause
		WHEN 'follows' THEN format(CASE WHEN finding.is_counted THEN 'its keys are those of %s: counted with its parent'
			ELSE 'its keys are those of %s, and change with them' END, entry.parent::regclass)
		WHEN 'digests' THEN finding.irreplaceable
		WHEN 'bounded' THEN format(
			'at %s rows per second, its rate just now or on average, no key could save %s of WAL a day',
			pg_temp.sequential_uuids_rounded(entry.most_rows_per_second), worth)
		WHEN 'idle' THEN format(
			'only %s rows were inserted while they were counted: give "over", such as ''5 min'', in a busy hour',
			entry.rows_inserted)
		WHEN 'blind' THEN finding.blind
		WHEN 'rows go' THEN 'rows are deleted, truncated or rolled back: give "kept", for how long rows stay, and '
			'"left_behind", the share that stays nevertheless'
		WHEN 'column in front' THEN finding.unknown_prefixes
		WHEN 'kind' THEN pg_temp.sequential_uuids_unknown(entry, finding)
		WHEN 'advised' THEN format('its WAL is within %s %% of that of the best key: nothing to do',
			round(100 * (pg_temp.sequential_uuids_tolerance() - 1)))
		WHEN 'small' THEN CASE
			WHEN finding.saved_most >= finding.worth_bytes THEN format(
				'the server wrote %s of WAL a day meanwhile: less than %s', pg_size_pretty(finding.server_bytes::int8), worth)
			WHEN finding.saved_most < 1 THEN format(
				'%s would save nothing today, and less than %s a day in %s', another, worth, at_horizon)
			ELSE format('%s would save %s: less than %s', another, saving, worth) END
		WHEN 'later' THEN format('%s saves %s a day %s; today it saves %s', another,
			pg_size_pretty(finding.saved_later::int8), CASE WHEN load.partition_rows IS NOT NULL
				THEN 'once its partition has grown' ELSE 'in ' || at_horizon || ' if the table grows as it does' END,
			CASE WHEN finding.saved_most < 1 THEN 'nothing' ELSE saving END)
		WHEN 'over' THEN format('%s would save %s of WAL a day, but the server wrote only %s meanwhile: give "over" '
			'as long as between two checkpoints (%s s), up to 5 min', another, pg_size_pretty(finding.saved_most::int8),
			pg_size_pretty(finding.server_bytes::int8), load.checkpoint_seconds)
		WHEN 'updates' THEN format('%s saves %s of WAL a day, or up to %s if rows are updated at about the same age '
			'(%s times each, not HOT): give "updated_after", the time since the INSERT or the last UPDATE', another,
			pg_size_pretty(finding.saved_total::int8), pg_size_pretty(finding.saved_most::int8), load.updates)
		WHEN 'children' THEN format('bytes of WAL per row: now %s, with the best key %s: saves %s: switch if they do',
			round(finding.wal_now), round(finding.wal_advised), saving)
		WHEN 'reference' THEN format('bytes of WAL per row: now %s%s; if %I refers to another table, the keys there '
			'decide%s: other keys save up to %s', CASE WHEN entry.key_values IS NOT NULL THEN 'at most ' ELSE '' END,
			round(finding.wal_now), entry.column_name, CASE WHEN entry.key_values IS NOT NULL THEN
				', and rows of one value cost less if they come together'
				ELSE '; if a program generates it, the database can' END, saving)
		WHEN 'partial' THEN format('it is partial, and has %s %% of the rows: if all go to it when they are inserted, a row '
			'writes %s bytes of WAL, and another key saves up to %s',
			round(100 * least(1, entry.index_rows / greatest(entry.row_count, 1))), round(finding.wal_now), saving)
		WHEN 'form' THEN format('bytes of WAL per row: now %s; its texts have a prefix, or several forms, so no call is '
			'advised: with other UUIDs in them, they save up to %s', round(finding.wal_now), saving)
		WHEN 'install' THEN format('bytes of WAL per row: now %s; with a key of sequential_uuids or its edition in SQL %s, '
			'which saves %s: install it, and ask again', round(finding.wal_now), round(finding.wal_advised), saving)
		ELSE format('bytes of WAL per row: now %s, with the advised key %s: saves %s', round(finding.wal_now),
				round(finding.wal_advised), saving)
			|| CASE WHEN entry.expression IS NULL THEN '; programs generate these keys, unless they are those of another table: '
				'let the database do so, or use a client library (doc/clients.md, "A table with keys from clients")'
				ELSE '' END
			|| CASE WHEN entry.is_text THEN '; the type uuid would take less WAL and space' ELSE '' END END
		|| CASE WHEN cause IN ('follows', 'digests', 'bounded', 'idle', 'blind', 'rows go', 'column in front', 'small')
			THEN '' ELSE pg_temp.sequential_uuids_besides(entry) || coalesce(finding.remark, '') END;
END $$;

-- What all indexes have in common.  The choice of a key looks five years ahead.
CREATE FUNCTION pg_temp.sequential_uuids_usual(
	kept interval, left_behind float8, updated_after interval, checkpoint_seconds float8)
RETURNS pg_temp.sequential_uuids_workload LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	usual pg_temp.sequential_uuids_workload;
BEGIN
	usual.rows_per_second := 1;		-- which has to be in range; that of each table follows
	usual.kept_seconds := extract(epoch FROM kept);
	usual.left_behind := left_behind;
	usual.updated_after_seconds := extract(epoch FROM updated_after);
	usual.horizon_seconds := extract(epoch FROM interval '5 years');
	usual.row_bytes := 100;
	usual.checkpoint_seconds := checkpoint_seconds;
	usual := pg_temp.sequential_uuids_server(usual);
	PERFORM pg_temp.sequential_uuids_check(usual);
	RETURN usual;
END $$;

-- What is found of an index, with its keys and costs.
CREATE FUNCTION pg_temp.sequential_uuids_judge(
	entry pg_temp.sequential_uuids_entry, stored pg_temp.sequential_uuids_stored_keys,
	load pg_temp.sequential_uuids_workload, form text, finding pg_temp.sequential_uuids_finding,
	children pg_temp.sequential_uuids_entry[])
RETURNS pg_temp.sequential_uuids_finding LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	is_by_default CONSTANT bool := load.kind IS NOT NULL;
	has_grown CONSTANT bool := pg_stat_get_live_tuples(entry.heap) > 1.1 * entry.analyzed_rows;
BEGIN
	finding.doubt := pg_temp.sequential_uuids_contradiction(load.kind, stored, has_grown);
	IF NOT is_by_default AND has_grown THEN
		stored.kind := NULL;
		stored.unknown := format('it has grown by a tenth since: ANALYZE %s', entry.source::regclass);
	END IF;
	finding.remark := CASE WHEN load.kind = 'wrapping' AND stored.kind = 'random' THEN
		'; its keys look random: of before the default, or of programs that do not use it (doc/clients.md)' END;
	finding.contradicts := finding.doubt IS NOT NULL;
	finding.doubt := coalesce(finding.doubt, stored.unknown, CASE WHEN stored.kind = 'ordered or wrapping' THEN
		'its keys are ordered or wrap, and nothing shows whether new ones do: ' ELSE '' END
		|| 'find out what generates them');
	-- What a program writes around a UUID is its own.
	finding.uncertain := coalesce(finding.uncertain,
		CASE WHEN NOT is_by_default AND (stored.prefix IS NOT NULL OR stored.kind IS NOT NULL AND stored.form IS NULL)
			THEN 'form' END);
	load := pg_temp.sequential_uuids_workload_of_stored(load, stored, finding.contradicts);
	finding := pg_temp.sequential_uuids_compare(finding, load, entry,
		CASE WHEN NOT is_by_default AND load.kind = 'ascending' THEN stored.random_share END, coalesce(form, stored.form),
		children);
	IF finding.irreplaceable IS NOT NULL THEN
		finding.wal_advised := NULL;
		finding.saved_bytes := NULL;
		finding.child_saved_bytes := NULL;
	END IF;
	RETURN finding;
END $$;

-- An index with what is found of it.
CREATE TYPE pg_temp.sequential_uuids_looked_at AS (
	entry pg_temp.sequential_uuids_entry,
	generated pg_temp.sequential_uuids_generated,
	load pg_temp.sequential_uuids_workload,
	stored pg_temp.sequential_uuids_stored_keys,
	finding pg_temp.sequential_uuids_finding,
	keys text,						-- which these are
	known text						-- and how that is known
);

-- An index with what its columns tell, and which keys it holds, if it is reported.
CREATE FUNCTION pg_temp.sequential_uuids_read_index(
	entry pg_temp.sequential_uuids_entry, usual pg_temp.sequential_uuids_workload, is_reported bool)
RETURNS pg_temp.sequential_uuids_looked_at LANGUAGE plpgsql STABLE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	generated pg_temp.sequential_uuids_generated;
	load pg_temp.sequential_uuids_workload;
	stored pg_temp.sequential_uuids_stored_keys;
BEGIN
	entry := pg_temp.sequential_uuids_read_columns(
		entry, greatest(1, entry.rows_per_second * usual.checkpoint_seconds));
	IF entry.left_out IS NULL AND is_reported THEN
		generated := pg_temp.sequential_uuids_generated_by(entry);
		load := pg_temp.sequential_uuids_workload_of(entry, usual, generated);
		IF entry.is_text OR entry.class <> 'follows' THEN
			stored := pg_temp.sequential_uuids_recognize_keys(entry.source, entry.column_name::name);
		END IF;
		entry.left_out := CASE
			WHEN load.kind IS NOT NULL THEN NULL
			WHEN stored.kind = 'no UUIDs' THEN 'on texts or bytes that hold no UUIDs'
			WHEN entry.row_count = 0 AND (entry.is_text OR entry.class = 'reference') THEN 'of empty tables'
			WHEN entry.class = 'reference' AND stored.kind IS NULL AND entry.key_values IS NULL THEN
				'whose keys statistics do not show' END;
	END IF;
	RETURN ROW(entry, generated, load, stored, NULL, NULL, NULL)::pg_temp.sequential_uuids_looked_at;
END $$;

-- All indexes, up to at_most that are not left out, and further ones on foreign keys, which count with their parents.
-- The first of a table whose keys decide counts the WAL of its rows.
CREATE FUNCTION pg_temp.sequential_uuids_read_indexes(
	usual pg_temp.sequential_uuids_workload, watched pg_temp.sequential_uuids_watched, only_table oid,
	at_most int4)
RETURNS SETOF pg_temp.sequential_uuids_looked_at LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	too_many CONSTANT text := 'not looked at, with fewer inserts ("at_most")';
	only_relation CONSTANT oid := coalesce(pg_partition_root(only_table)::oid, only_table);
	entry pg_temp.sequential_uuids_entry;
	found_index pg_temp.sequential_uuids_looked_at;
	with_key oid[] := '{}';
	reported int4 := 0;
	is_over bool;
BEGIN
	FOR entry IN SELECT i.* FROM pg_temp.sequential_uuids_indexes(watched, only_table) AS i LOOP
		is_over := reported >= at_most AND coalesce(entry.relation = only_relation, true);
		IF is_over AND NOT EXISTS (
			SELECT FROM pg_constraint AS r WHERE r.conrelid = entry.relation AND r.contype = 'f')
		THEN
			entry.left_out := coalesce(entry.left_out, too_many);
		END IF;
		found_index := pg_temp.sequential_uuids_read_index(entry, usual, NOT is_over);
		entry := found_index.entry;
		IF entry.left_out IS NULL AND is_over THEN
			entry.left_out := too_many;
		ELSIF entry.left_out IS NULL THEN
			reported := reported + CASE WHEN entry.relation <> only_relation THEN 0 ELSE 1 END;
			entry.is_first := entry.class = 'key' AND entry.relation <> ALL (with_key);
			IF entry.is_first THEN
				with_key := with_key || entry.relation;
			END IF;
		END IF;
		found_index.entry := entry;
		RETURN NEXT found_index;
	END LOOP;
END $$;

-- What is found of an index that is not left out.  So far, "finding" has what is the same for all.
CREATE FUNCTION pg_temp.sequential_uuids_look_at(
	found_index pg_temp.sequential_uuids_looked_at, children pg_temp.sequential_uuids_entry[])
RETURNS pg_temp.sequential_uuids_looked_at LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	entry CONSTANT pg_temp.sequential_uuids_entry := found_index.entry;
	load CONSTANT pg_temp.sequential_uuids_workload := found_index.load;
	stored CONSTANT pg_temp.sequential_uuids_stored_keys := found_index.stored;
	finding pg_temp.sequential_uuids_finding := found_index.finding;
	of_default text;				-- the kind of keys that it generates, unless those of the column contradict it
BEGIN
	finding := pg_temp.sequential_uuids_look(entry, load, finding, children);
	finding.irreplaceable := CASE
		WHEN load.kind IS NOT NULL OR entry.expression IS NOT NULL THEN NULL
		WHEN stored.kind = 'hash' THEN 'hashes (version 3 or 5) of what they identify: they can''t be replaced'
		WHEN stored.kind = 'digest' THEN 'digests or tokens: they can''t be replaced' END;
	IF NOT (finding.follows OR finding.is_idle OR finding.rows_go) AND finding.blind IS NULL
		AND finding.unknown_prefixes IS NULL
	THEN
		finding := pg_temp.sequential_uuids_judge(
			entry, stored, load, (found_index.generated).form, finding, children);
	END IF;
	of_default := CASE WHEN finding.contradicts IS NOT TRUE THEN load.kind END;
	found_index.finding := finding;
	found_index.keys := pg_temp.sequential_uuids_name_keys(of_default, stored);
	found_index.known := CASE WHEN of_default IS NOT NULL THEN 'by default'
		WHEN stored.kind IS NOT NULL THEN 'by statistics' END;
	RETURN found_index;
END $$;

-- The index that counts the saving of one on a foreign key: of the column that this refers to, or of the one that that
-- refers to; NULL if there is none.  Columns are those of all indexes, by their names: keys, those that follow others,
-- and those that they follow.
CREATE FUNCTION pg_temp.sequential_uuids_counting_index(keys text[], follow text[], parents text[], child int4)
RETURNS int4 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	parent text := parents[child];
	counting int4;
BEGIN
	-- Tables may refer to each other in a circle.
	FOR tries IN 1 .. 10 LOOP
		EXIT WHEN parent IS NULL OR counting IS NOT NULL;
		counting := array_position(keys, parent);
		parent := parents[array_position(follow, parent)];
	END LOOP;
	RETURN counting;
END $$;

-- All indexes with what is found of them; those of tables that refer to "only_table" are just counted.
CREATE FUNCTION pg_temp.sequential_uuids_findings(
	usual pg_temp.sequential_uuids_workload, watched pg_temp.sequential_uuids_watched,
	common pg_temp.sequential_uuids_finding, only_table oid, at_most int4)
RETURNS SETOF pg_temp.sequential_uuids_looked_at
LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	all_found CONSTANT pg_temp.sequential_uuids_looked_at[] := ARRAY(
		SELECT f FROM pg_temp.sequential_uuids_read_indexes(usual, watched, only_table, at_most) AS f);
	entries CONSTANT pg_temp.sequential_uuids_entry[] := ARRAY(SELECT f.entry FROM unnest(all_found) AS f);
	keys CONSTANT text[] := ARRAY(
		SELECT CASE WHEN e.class = 'key' AND e.left_out IS NULL THEN concat(e.relation, ' ', e.column_name) END
		  FROM unnest(entries) AS e);
	follow CONSTANT text[] := ARRAY(
		SELECT CASE WHEN e.class = 'follows' THEN concat(e.relation, ' ', e.column_name) END FROM unnest(entries) AS e);
	parents CONSTANT text[] := ARRAY(
		SELECT CASE WHEN e.class = 'follows' THEN concat(e.parent, ' ', e.parent_column) END FROM unnest(entries) AS e);
	counting CONSTANT int4[] := ARRAY(
		SELECT pg_temp.sequential_uuids_counting_index(keys, follow, parents, n)
		  FROM generate_series(1, cardinality(entries)) AS n);
	found_index pg_temp.sequential_uuids_looked_at;
	entry pg_temp.sequential_uuids_entry;
BEGIN
	FOR place IN 1 .. cardinality(all_found) LOOP
		found_index := all_found[place];
		entry := found_index.entry;
		CONTINUE WHEN entry.relation <> coalesce(pg_partition_root(only_table)::oid, only_table);
		IF entry.left_out IS NULL THEN
			found_index.finding := common;
			found_index.finding.is_counted := counting[place] IS NOT NULL;
			found_index := pg_temp.sequential_uuids_look_at(found_index, ARRAY(
				SELECT entries[n] FROM unnest(counting) WITH ORDINALITY AS c (by_index, n) WHERE c.by_index = place));
		END IF;
		RETURN NEXT found_index;
	END LOOP;
END $$;

-- An error where a timeout would come first, before anybody waits.
CREATE FUNCTION pg_temp.sequential_uuids_check_over(over interval)
RETURNS void LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	setting text;
BEGIN
	PERFORM pg_temp.sequential_uuids_check_value(
		'over'::text, coalesce(extract(epoch FROM over)::float8, 1), 1e-6::float8, 300::float8, ' seconds'::text);
	-- PostgreSQL 17 added the second.
	FOREACH setting IN ARRAY '{statement_timeout,transaction_timeout}'::text[] LOOP
		IF over >= nullif(current_setting(setting, true)::interval, interval '0') THEN
			RAISE invalid_parameter_value USING
				MESSAGE = format('parameter "over" (%s) must be shorter than %s (%s)', over, setting, current_setting(setting)),
				HINT = format('SET %s = 0 first, or give a shorter time.', setting);
		END IF;
	END LOOP;
END $$;

-- How many indexes are left out, by reason; NULL if none that anybody asks about.
CREATE FUNCTION pg_temp.sequential_uuids_closing(left_out text[], reported int4)
RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	-- They are of no interest.
	plain CONSTANT text := 'on other texts';
	counted CONSTANT text := (
		SELECT string_agg(format('%s %s', o.indexes, o.reason), ', ' ORDER BY o.indexes DESC, o.reason)
		  FROM (SELECT r.reason, count(*) AS indexes FROM unnest(left_out) AS r (reason)
				 WHERE r.reason <> plain GROUP BY r.reason) AS o);
	has_uuids CONSTANT bool := reported > 0 OR EXISTS (
		SELECT FROM unnest(left_out) AS r (reason) WHERE r.reason <> ALL (ARRAY[
			plain, 'on texts or bytes that hold no UUIDs', 'of empty tables']));
BEGIN
	RETURN nullif(concat_ws('; ',
		CASE WHEN NOT has_uuids THEN
			'No index here holds UUIDs: see that this is the database, or the table, that you mean' END,
		'indexes left out: ' || counted), '');
END $$;

CREATE FUNCTION pg_temp.uuid_index_report(
	over interval DEFAULT NULL, kept interval DEFAULT NULL, left_behind float8 DEFAULT 0,
	updated_after interval DEFAULT NULL, only_table regclass DEFAULT NULL, worth text DEFAULT '1 GB',
	checkpoint_interval interval DEFAULT NULL, at_most int4 DEFAULT 100)
RETURNS TABLE (
	table_name regclass, index_name regclass, column_name text, verdict text, cause text, reason text,
	rows int8, index_bytes int8, reindex_frees_bytes int8, rows_per_second float8, wal_now float8, wal_advised float8,
	wal_bytes_per_day int8, saved_bytes_per_day int8, child_saved_bytes_per_day int8,
	column_default text, keys text, known text, advised text,
	counted_since timestamptz, checkpoints text, server_wal_bytes_per_day int8)
LANGUAGE plpgsql VOLATILE PARALLEL RESTRICTED COST 100000 ROWS 100
SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
	day CONSTANT float8 := 86400;
	longest CONSTANT float8 := 300;		-- that "over" can be
	watched pg_temp.sequential_uuids_watched;
	usual pg_temp.sequential_uuids_workload;
	found_index pg_temp.sequential_uuids_looked_at;
	entry pg_temp.sequential_uuids_entry;
	finding pg_temp.sequential_uuids_finding;
	common pg_temp.sequential_uuids_finding;
	left_out text[] := '{}';
	reported int4 := 0;
BEGIN
	-- Until it returns, VACUUM removes no newly dead row, and CREATE INDEX CONCURRENTLY waits.
	PERFORM pg_temp.sequential_uuids_check_over(over);
	common.worth_bytes := pg_size_bytes(worth);
	PERFORM pg_temp.sequential_uuids_check_value(
		'worth'::text, common.worth_bytes, 0::float8, 1e18::float8, ' bytes'::text);
	PERFORM pg_temp.sequential_uuids_check_value(
		'at_most'::text, at_most::float8, 1::float8, 2147483647::float8, ' rows'::text);
	IF only_table IS NOT NULL AND NOT EXISTS (
		SELECT FROM pg_class AS c WHERE c.oid = only_table AND c.relkind IN ('r', 'p', 'm'))
	THEN
		RAISE wrong_object_type USING MESSAGE = format('%s is no table', only_table);
	END IF;
	-- Errors come before anybody waits.
	usual := pg_temp.sequential_uuids_usual(
		kept, left_behind, updated_after, extract(epoch FROM checkpoint_interval)::float8);

	watched := pg_temp.sequential_uuids_watch(over);
	counted_since := watched.since;
	server_wal_bytes_per_day := watched.wal_per_second * day;
	checkpoints := 'as given';
	IF checkpoint_interval IS NULL THEN
		SELECT c.seconds, c.source INTO usual.checkpoint_seconds, checkpoints
		  FROM pg_temp.sequential_uuids_checkpoints(
				1::float8, CASE WHEN watched.seconds IS NOT NULL THEN watched.wal_per_second END) AS c;
	END IF;
	checkpoints := format('every %s s, %s', usual.checkpoint_seconds, checkpoints);
	IF watched.seconds IS NOT NULL THEN
		common.server_bytes := watched.wal_per_second * day;
		common.is_short := watched.seconds < 0.99 * least(usual.checkpoint_seconds, longest);
	END IF;

	FOR found_index IN
		SELECT f.* FROM pg_temp.sequential_uuids_findings(usual, watched, common, only_table::oid, at_most) AS f
	LOOP
		entry := found_index.entry;
		finding := found_index.finding;
		IF entry.left_out IS NOT NULL THEN
			left_out := left_out || entry.left_out;
			CONTINUE;
		END IF;
		reported := reported + 1;

		table_name := entry.relation;
		index_name := entry.index;
		column_name := entry.column_name;
		cause := pg_temp.sequential_uuids_cause(finding);
		verdict := pg_temp.sequential_uuids_verdict(cause);
		reason := pg_temp.sequential_uuids_reason(cause, entry, finding, worth, found_index.load);
		rows := entry.row_count;
		-- Nobody may have counted the pages of an index that has grown.
		index_bytes := CASE WHEN NOT entry.is_partial AND entry.row_count > 1.1 * entry.index_rows
			THEN greatest(entry.index_bytes, entry.row_count / 1e6 * coalesce(finding.bytes_per_million_rows, 40e6))
			ELSE entry.index_bytes END;
		reindex_frees_bytes := CASE WHEN entry.rebuilt_bytes IS NOT NULL THEN
			greatest(0, entry.index_bytes - entry.rebuilt_bytes) END;
		rows_per_second := CASE WHEN NOT pg_is_in_recovery() THEN
			pg_temp.sequential_uuids_rounded(entry.rows_per_second) END;
		wal_now := round(finding.wal_now);
		wal_advised := round(finding.wal_advised);
		wal_bytes_per_day := finding.wal_now * rows_per_second * day;
		saved_bytes_per_day := CASE WHEN finding.knows_kind THEN least(finding.saved_bytes, finding.server_bytes) END;
		child_saved_bytes_per_day := CASE WHEN finding.knows_kind AND finding.children > 0 THEN
			least(finding.child_saved_bytes, finding.server_bytes - saved_bytes_per_day) END;
		column_default := (found_index.generated).column_default;
		keys := found_index.keys;
		known := found_index.known;
		-- No name that somebody else's function may have.
		advised := CASE WHEN (verdict = 'switch' OR cause IN ('kind', 'children')) AND NOT finding.needs_install
			THEN finding.call END;
		RETURN NEXT;
	END LOOP;

	reason := pg_temp.sequential_uuids_closing(left_out, reported);
	IF reason IS NOT NULL THEN
		RETURN QUERY SELECT NULL::regclass, NULL::regclass, NULL::text, NULL::text, 'left out'::text, reason,
			NULL::int8, NULL::int8, NULL::int8, NULL::float8, NULL::float8, NULL::float8, NULL::int8, NULL::int8, NULL::int8,
			NULL::text, NULL::text, NULL::text, NULL::text, counted_since, checkpoints, server_wal_bytes_per_day;
	END IF;
END $$;
COMMENT ON FUNCTION pg_temp.uuid_index_report(
	interval, interval, float8, interval, regclass, text, interval, int4) IS
	'What the keys of each uuid index cost, and what the best would cost';
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
