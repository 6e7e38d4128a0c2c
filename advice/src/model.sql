---------------------------------------------------------------------------------------------------------------------
-- The model
---------------------------------------------------------------------------------------------------------------------

-- What the model finds of an index, step by step.
CREATE TYPE @extschema@.sequential_uuids_index AS (
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
CREATE FUNCTION @extschema@.sequential_uuids_past(load @extschema@.sequential_uuids_workload)
RETURNS @extschema@.sequential_uuids_index LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	average_fill CONSTANT float8 := 0.7;	-- of a page: the middle of the density of old pages
	is_wrapping CONSTANT bool := load.kind IN ('wrapping', 'opaque');
	deletes CONSTANT bool := load.young_rows IS NOT NULL;
	age_in_cycles float8;
	rows_at_peak float8;
	i @extschema@.sequential_uuids_index;
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
CREATE FUNCTION @extschema@.sequential_uuids_density(
	i @extschema@.sequential_uuids_index, load @extschema@.sequential_uuids_workload)
RETURNS @extschema@.sequential_uuids_index LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
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
CREATE FUNCTION @extschema@.sequential_uuids_pages(
	i @extschema@.sequential_uuids_index, load @extschema@.sequential_uuids_workload)
RETURNS @extschema@.sequential_uuids_index LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
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
CREATE FUNCTION @extschema@.sequential_uuids_touched(rows float8, pages float8)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
	RETURN pages * (1 - exp(greatest(rows * ln(1 - 1 / greatest(pages, 1.000001)), -600)));
END $$;

-- Pages at the ends of blocks, or of ascending keys: for each of the prefixes that rows come to, the page that gets
-- them; if that splits, its parent, and its right neighbour, which belongs to the next prefix.
CREATE FUNCTION @extschema@.sequential_uuids_edge_pages(i @extschema@.sequential_uuids_index, rows float8)
RETURNS float8 LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	splits CONSTANT float8 := rows * i.new_pages_per_row;
	-- A parent has as many entries as a page, or fewer.
	parents CONSTANT float8 := greatest(1, least(i.prefixes, i.pages / i.page_keys));
BEGIN
	RETURN @extschema@.sequential_uuids_touched(rows, i.prefixes) + parents * (1 - exp(-least(600, splits / parents)))
		+ CASE WHEN i.prefixes > 1 THEN @extschema@.sequential_uuids_touched(splits, i.prefixes) ELSE 0 END;
END $$;

CREATE FUNCTION @extschema@.sequential_uuids_images(
	i @extschema@.sequential_uuids_index, load @extschema@.sequential_uuids_workload)
RETURNS @extschema@.sequential_uuids_index LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
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
	i.edge_pages := CASE WHEN load.kind = 'random' THEN 0 ELSE @extschema@.sequential_uuids_edge_pages(
		i, CASE WHEN load.kind = 'opaque' THEN load.block_rows ELSE load.checkpoint_rows END) END;
	-- An opaque block has its first page to itself.
	i.own_pages := CASE WHEN load.kind = 'opaque' THEN i.edge_pages ELSE 0 END
		+ CASE WHEN is_wrapping AND NOT (i.returns AND deletes)
			THEN greatest(load.block_rows - load.checkpoint_rows, 0) / 2 / i.new_page_rows ELSE 0 END;
	pages_of_block := i.pages_found + i.own_pages;

	pages_touched := i.edge_pages + greatest(load.checkpoint_rows / rows_at_once, 1)
		* @extschema@.sequential_uuids_touched(least(rows_at_once, load.checkpoint_rows), pages_of_block);
	i.pages_cleaned := least(i.pages, @extschema@.sequential_uuids_touched(load.vacuum_rows, i.prefixes) + CASE
		WHEN i.returns THEN greatest(load.vacuum_rows / rows_at_once, 1) * @extschema@.sequential_uuids_touched(
			least(rows_at_once, load.vacuum_rows) * (gone + CASE WHEN load.kind = 'random' THEN updates ELSE 0 END),
			pages_of_block)
		ELSE ceil(gone) * load.vacuum_rows / i.new_page_rows END);
	-- Besides, where rows of one age are together: pages of each age at which rows are updated.
	i.updated_pages_cleaned := CASE WHEN load.kind = 'random' THEN 0
		WHEN load.updated_after_rows IS NULL THEN
			@extschema@.sequential_uuids_touched(load.vacuum_rows * updates, i.pages - i.pages_cleaned)
		ELSE least(i.pages - i.pages_cleaned, load.vacuum_rows / i.new_page_rows
			* least(updates, 1 + updates * load.updated_after_rows / load.vacuum_rows)) END;

	-- Inserts are first to change a page after a checkpoint, unless opaque blocks meet.
	IF load.kind = 'opaque' THEN
		pages_touched := @extschema@.sequential_uuids_touched(pages_touched, i.pages);
	ELSIF i.prefixes > 1 THEN
		-- Never more than random keys do.
		pages_touched := least(pages_touched, @extschema@.sequential_uuids_touched(load.checkpoint_rows, i.pages));
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
CREATE FUNCTION @extschema@.sequential_uuids_update_images(
	i @extschema@.sequential_uuids_index, load @extschema@.sequential_uuids_workload)
RETURNS @extschema@.sequential_uuids_index LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
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
		WHEN of_any_age AND load.kind = 'random' THEN @extschema@.sequential_uuids_touched(places, i.pages)
			- @extschema@.sequential_uuids_touched(load.checkpoint_rows, i.pages)
		WHEN of_any_age THEN @extschema@.sequential_uuids_touched(places - load.checkpoint_rows, i.pages)
		ELSE parts * @extschema@.sequential_uuids_touched(places / parts, pages_at_once)
			- parts_before * @extschema@.sequential_uuids_touched(load.checkpoint_rows / parts_before, pages_at_once)
			+ edges END;
	i.update_images_per_row := CASE WHEN load.updates > 0 THEN greatest(0, least(load.updates,
		pages / load.checkpoint_rows, i.pages / load.checkpoint_rows - i.images_per_row)) ELSE 0 END;
	RETURN i;
END $$;

-- The images that VACUUM writes of index pages.
CREATE FUNCTION @extschema@.sequential_uuids_vacuum_images(
	i @extschema@.sequential_uuids_index, load @extschema@.sequential_uuids_workload)
RETURNS @extschema@.sequential_uuids_index LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
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
				1 - 2.0 / 3 * @extschema@.sequential_uuids_touched(load.vacuum_rows, i.prefixes) / i.pages_cleaned
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
CREATE FUNCTION @extschema@.sequential_uuids_wal(
	i @extschema@.sequential_uuids_index, load @extschema@.sequential_uuids_workload)
RETURNS @extschema@.sequential_uuids_cost LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE
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
	cost @extschema@.sequential_uuids_cost;
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
CREATE FUNCTION @extschema@.sequential_uuids_model(load @extschema@.sequential_uuids_workload)
RETURNS @extschema@.sequential_uuids_cost LANGUAGE plpgsql STABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	kind CONSTANT text := load.kind;
	i @extschema@.sequential_uuids_index;
	cost @extschema@.sequential_uuids_cost;
BEGIN
	-- Where a page has rows of several prefixes, these decide to which page a row goes, whatever its key.
	IF load.prefixes * 0.7 * current_setting('block_size')::float8 / coalesce(load.entry_bytes, 28) > load.total_rows THEN
		load.kind := 'random';
	END IF;
	load.block_rows := CASE WHEN load.kind IN ('wrapping', 'opaque') THEN greatest(load.block_rows, 1)
		WHEN load.kind = 'random' THEN load.total_rows ELSE 1 END;
	load.cycle_rows := CASE WHEN load.kind IN ('wrapping', 'opaque') THEN load.cycle_rows ELSE 'infinity' END;
	i := @extschema@.sequential_uuids_past(load);
	i := @extschema@.sequential_uuids_density(i, load);
	i := @extschema@.sequential_uuids_pages(i, load);
	i := @extschema@.sequential_uuids_images(i, load);
	i := @extschema@.sequential_uuids_update_images(i, load);
	i := @extschema@.sequential_uuids_vacuum_images(i, load);

	cost := @extschema@.sequential_uuids_wal(i, load);
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
CREATE FUNCTION @extschema@.sequential_uuids_rebuilt(
	load @extschema@.sequential_uuids_workload, every_seconds float8, OUT most_bytes float8, OUT wal_per_second float8)
LANGUAGE plpgsql STABLE PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
	fill CONSTANT float8 := 0.9;
	deleted_rows CONSTANT float8 := load.rows_per_second * every_seconds * (1 - load.left_behind);
	i @extschema@.sequential_uuids_index;
	new_bytes float8;
BEGIN
	load.kind := 'ascending';
	load.block_rows := 1;
	load.cycle_rows := 'infinity';
	i := @extschema@.sequential_uuids_past(load);
	i := @extschema@.sequential_uuids_density(i, load);
	new_bytes := load.total_rows / (fill * i.page_keys) * i.page_bytes;
	most_bytes := new_bytes + (1 - i.emptied) * deleted_rows / (i.density_low * i.page_keys) * i.page_bytes;
	wal_per_second := fill * new_bytes / every_seconds;
END $$;
