-- The model: what keys of one kind cost, if rows come evenly and are deleted by age.
--
-- All functions have the same parameters, which are numbers of rows: of a block; of a cycle; inserted between two
-- checkpoints, and between two VACUUMs; too young to be deleted (NULL: all stay); in the table; of these, under older
-- random keys that stay.  Then the share that deletes leave behind, bytes of a row in the table (NULL: the index
-- alone), and bytes of memory for the index.  The kinds are 'random', 'ascending', 'wrapping' and 'opaque'.

-- What the model computes with: sizes in bytes, numbers of keys, and a share.
CREATE FUNCTION sequential_uuids_constants(
	OUT page_bytes float8, OUT page_header float8, OUT key_bytes float8, OUT page_keys float8, OUT average_fill float8,
	OUT heap_overhead float8, OUT heap_record float8, OUT index_record float8, OUT image_saves float8,
	OUT removal_record float8, OUT split_record float8)
RETURNS SETOF record LANGUAGE sql STABLE PARALLEL SAFE ROWS 1 -- as a set, so that PostgreSQL inlines it
BEGIN ATOMIC
	SELECT p.page_bytes,
		   40,   -- page_header: 24 of every page (PageHeaderData), 16 of a B-tree's (BTPageOpaqueData)
		   28,   -- key_bytes: the key 16, IndexTupleData 8, a line pointer 4
		   floor((p.page_bytes - 40) / 28) - 1, -- page_keys: all that fit, less the high key; 290 in 8 kB
		   0.7,  -- average_fill: the middle of the density of old pages
		   8,    -- heap_overhead, besides the row: a line pointer 4, and 4 on average to align it
		   36,   -- heap_record, besides the row: XLogRecord 24, a block 20, lengths and flags 10, to align 4 on average;
				 -- less 23 of the row's header and its one byte of padding, which are not logged
		   72,   -- index_record: XLogRecord 24, a block 20, lengths and offset 4, the tuple 24
		   20,   -- image_saves: the tuple 24, which the image has, less the image's own header
		   64,   -- removal_record: a DELETE's 56, and 2 for each offset in three records of VACUUM; also VACUUM's for a page
		   100   -- split_record, besides the keys that move: a split's headers, and the parent's new tuple
	  FROM (SELECT current_setting('block_size')::float8 AS page_bytes) AS p;
END;

-- Of p pages, n rows in random order touch p (1 - (1 - 1/p)^n) (Cardenas, CACM 18(5), 1975).
CREATE FUNCTION sequential_uuids_pages_touched(rows float8, pages float8) RETURNS float8
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- exp() raises an error where its result would be too small.
RETURN pages * (1 - exp(greatest(rows * ln(1 - 1 / greatest(pages, 1.000001)), -600)));

-- What the index has been through.  stays: the share left behind, such that logarithms exist.  rows_ever: all that
-- were ever inserted.  cycles: those in the index just before VACUUM.  found_cycles: those of which a block finds
-- rows, whole ones unless it is opaque.  emptied: the share of pages that have lost all keys when VACUUM comes, which
-- removes them.  returns: whether inserts go to pages that have been there.
CREATE FUNCTION sequential_uuids_history(
	kind text, cycle_rows float8, vacuum_rows float8, young_rows float8, total_rows float8, random_rows float8,
	left_behind float8, OUT stays float8, OUT rows_ever float8, OUT cycles float8, OUT found_cycles float8,
	OUT emptied float8, OUT returns bool)
RETURNS SETOF record LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT s.stays, e.rows_ever, e.cycles, f.found_cycles, e.emptied,
		   kind = 'random' OR kind IN ('wrapping', 'opaque') AND (f.found_cycles >= 1 OR random_rows > 0
			OR s.deletes AND (kind = 'opaque' OR e.emptied < 0.5 AND e.rows_ever > cycle_rows))
	  FROM sequential_uuids_constants() AS c, LATERAL (
			SELECT young_rows IS NOT NULL AS deletes,
				   CASE WHEN young_rows IS NOT NULL AND left_behind > 1e-6 THEN least(left_behind, 1 - 1e-6)
					ELSE 0 END AS stays) AS s, LATERAL (
			SELECT young_rows + greatest(total_rows - young_rows, 0) / greatest(s.stays, 1e-6) AS rows_ever,
				   coalesce(young_rows + vacuum_rows, total_rows - random_rows) / cycle_rows AS cycles,
				   CASE WHEN s.deletes THEN exp(greatest(c.average_fill * c.page_keys * ln(1 - s.stays), -600))
					ELSE 0 END AS emptied) AS e, LATERAL (
			SELECT CASE WHEN kind = 'opaque' AND s.deletes THEN e.cycles
				ELSE floor(e.cycles) + random_rows / cycle_rows END AS found_cycles) AS f OFFSET 0;
END;

-- The rows that pages have room for: the most that they ever had, just before VACUUM.  Nothing fills the room between
-- rows left behind until keys come back to them.  In cycles² / 2 of cases an opaque block meets the one before, for
-- 2/3 of its time.
CREATE FUNCTION sequential_uuids_room(
	kind text, block_rows float8, cycle_rows float8, vacuum_rows float8, young_rows float8, total_rows float8,
	stays float8, rows_ever float8, cycles float8, emptied float8, returns bool) RETURNS float8
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
	SELECT CASE WHEN young_rows IS NULL OR kind = 'opaque' AND block_rows < c.page_keys THEN total_rows
			WHEN kind = 'random' THEN total_rows + vacuum_rows * (1 - stays)
			-- A cycle later, wrapping keys fill pages that have kept a row.
			WHEN NOT returns THEN total_rows + (1 - emptied)
				* greatest(CASE WHEN kind = 'wrapping' THEN least(rows_ever, cycle_rows) ELSE rows_ever END - total_rows, 0)
			WHEN kind = 'opaque' AND stays = 0 AND cycles < 2 THEN total_rows * (1 + cycles * cycles / 3)
			ELSE greatest(m.most_rows + stays * greatest(rows_ever - m.most_rows, 0), total_rows) END
	  FROM sequential_uuids_constants() AS c, LATERAL (
			SELECT cycle_rows * (CASE WHEN kind = 'opaque' THEN cycles ELSE floor(cycles) END + 1) AS most_rows) AS m;
END;

-- Leaf pages: found_pages, with rows under a block's prefix; touched_pages, changed between two checkpoints by
-- inserts; cleaned_pages, by one VACUUM.  new_page_rows are the rows on a page that gets new ones, new_pages the
-- pages that a row adds.
CREATE FUNCTION sequential_uuids_pages(
	kind text, block_rows float8, cycle_rows float8, checkpoint_rows float8, vacuum_rows float8, deletes bool,
	stays float8, found_cycles float8, returns bool, pages float8, new_page_rows float8, new_pages float8,
	OUT found_pages float8, OUT touched_pages float8, OUT cleaned_pages float8)
RETURNS SETOF record LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT f.found_pages,
		   -- Several blocks touch pages of their own; random keys are one endless block.
		   e.edge_pages + greatest(checkpoint_rows / e.at_once, 1)
			* sequential_uuids_pages_touched(least(e.at_once, checkpoint_rows), f.found_pages + o.own_pages),
		   least(1 + CASE WHEN returns THEN greatest(vacuum_rows / e.at_once, 1) * sequential_uuids_pages_touched(
				least(e.at_once, vacuum_rows) * (1 - stays), f.found_pages + o.own_pages)
			ELSE vacuum_rows / new_page_rows END, pages)
	  FROM (SELECT CASE WHEN kind = 'random' THEN pages WHEN NOT returns THEN 0
				WHEN deletes THEN pages * least(block_rows / cycle_rows, 1)
				ELSE found_cycles * block_rows / new_page_rows END) AS f (found_pages), LATERAL (
			-- The first page of a block and, if that splits, its parent.
			SELECT CASE WHEN kind = 'random' THEN 0 ELSE 2 - exp(-least(new_pages
					* CASE WHEN kind = 'opaque' THEN block_rows ELSE checkpoint_rows END, 600)) END,
				   CASE WHEN kind IN ('wrapping', 'opaque') THEN block_rows ELSE 'infinity' END
		   ) AS e (edge_pages, at_once), LATERAL (
			-- The pages that a block has added before a checkpoint; an opaque block has its first page to itself.
			SELECT CASE WHEN kind = 'opaque' THEN e.edge_pages ELSE 0 END
				+ CASE WHEN kind IN ('wrapping', 'opaque') AND NOT (returns AND deletes)
					THEN greatest(block_rows - checkpoint_rows, 0) / 2 / new_page_rows ELSE 0 END) AS o (own_pages)
	OFFSET 0;
END;

-- The leaf pages of the index, beside its history: how full they are (of the room, as shares); how many there are;
-- the rows on one of them, and on one that gets new rows; the pages that a row adds; the bytes of an image.
CREATE FUNCTION sequential_uuids_leaves(
	kind text, block_rows float8, cycle_rows float8, vacuum_rows float8, young_rows float8, total_rows float8,
	random_rows float8, left_behind float8, OUT stays float8, OUT cycles float8, OUT found_cycles float8,
	OUT returns bool, OUT in_order bool, OUT low float8, OUT high float8, OUT pages float8, OUT page_rows float8,
	OUT new_page_rows float8, OUT new_pages float8, OUT image_bytes float8)
RETURNS SETOF record LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT h.stays, h.cycles, h.found_cycles, h.returns, NOT h.returns AND d.low > 0.8,
		   d.low * total_rows / r.room_rows, d.high * total_rows / r.room_rows,
		   greatest(total_rows / u.page_rows, 1), u.page_rows, n.new_page_rows,
		   -- Where rows are replaced, only those left behind need new pages.
		   CASE WHEN h.returns AND young_rows IS NOT NULL THEN h.stays ELSE 1 END / n.new_page_rows,
		   c.page_header + least((c.page_bytes - c.page_header) * n.new_page_rows / c.page_keys,
			c.key_bytes * total_rows)
	  FROM sequential_uuids_constants() AS c, sequential_uuids_history(kind, cycle_rows, vacuum_rows, young_rows,
			total_rows, random_rows, left_behind) AS h, LATERAL sequential_uuids_density(kind,
			CASE WHEN young_rows IS NULL THEN 'none' WHEN h.stays > 0 THEN 'some' ELSE 'all' END,
			h.found_cycles, block_rows / c.page_keys, random_rows > 0) AS d, LATERAL sequential_uuids_room(kind,
			block_rows, cycle_rows, vacuum_rows, young_rows, total_rows, h.stays, h.rows_ever, h.cycles, h.emptied,
			h.returns) AS r (room_rows), LATERAL (
			SELECT (d.low + d.high) / 2 * c.page_keys) AS f (fill), LATERAL (
			SELECT greatest(f.fill * total_rows / r.room_rows, 1)) AS u (page_rows), LATERAL (
			SELECT CASE WHEN h.returns THEN u.page_rows ELSE f.fill END) AS n (new_page_rows) OFFSET 0;
END;

-- New rows go to the table's pages in turn, between rows left behind, until a page is full of those of many turns.
-- So the image of a page also has this many old rows for each new one.
CREATE FUNCTION sequential_uuids_leftovers(
	vacuum_rows float8, young_rows float8, total_rows float8, stays float8, heap_row float8) RETURNS float8
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
	SELECT CASE WHEN stays > 0 THEN least(greatest(total_rows - young_rows, 0) / (young_rows + vacuum_rows),
			stays * ln(greatest(c.page_bytes / heap_row, 1)) / -ln(1 - stays)) ELSE 0 END
	  FROM sequential_uuids_constants() AS c;
END;

-- Page images per row, in which inserts are first to change a leaf page after a checkpoint, and VACUUM.  VACUUM
-- writes those of pages that have none yet; in which only leftovers remain if all keys of a page are of one age.
CREATE FUNCTION sequential_uuids_page_images(
	kind text, checkpoint_rows float8, vacuum_rows float8, deletes bool, stays float8, cycles float8, pages float8,
	touched_pages float8, cleaned_pages float8, full_page_writes bool, OUT page_images float8, OUT vacuum_images float8)
RETURNS SETOF record LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT CASE WHEN full_page_writes THEN i.page_images ELSE 0 END,
		   CASE WHEN full_page_writes AND deletes THEN least(cleaned_pages / vacuum_rows,
				CASE WHEN vacuum_rows < checkpoint_rows THEN pages / checkpoint_rows - i.page_images END)
			* CASE WHEN stays > 0 AND cycles < 1 AND kind NOT IN ('random', 'opaque') THEN stays ELSE 1 END
			ELSE 0 END
	  FROM (SELECT least(CASE WHEN kind = 'opaque' THEN sequential_uuids_pages_touched(touched_pages, pages)
				ELSE touched_pages END, pages, checkpoint_rows) / checkpoint_rows AS page_images) AS i OFFSET 0;
END;

-- Bytes of WAL per row over its life, as a sum of terms, and other figures of the index.  With full_page_writes off,
-- there are no page images.  hint_bits: whether setting them is logged, as with checksums or wal_log_hints.
CREATE FUNCTION sequential_uuids_costs(
	kind text, block_rows float8, cycle_rows float8, checkpoint_rows float8, vacuum_rows float8, young_rows float8,
	total_rows float8, random_rows float8, left_behind float8, row_bytes float8, memory_bytes float8,
	full_page_writes bool, hint_bits bool,
	OUT wal_per_row float8, OUT wal_records float8, OUT wal_images float8, OUT wal_splits float8, OUT wal_deletes float8,
	OUT wal_vacuum float8, OUT wal_hint_bits float8, OUT page_images float8, OUT reads_per_row float8, OUT density text,
	OUT bytes_per_million_rows float8)
RETURNS SETOF record LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT w.records + w.images + w.splits + w.deletes + w.vacuum + w.hint_bits,
		   w.records, w.images, w.splits, w.deletes, w.vacuum, w.hint_bits, i.page_images,
		   -- If memory does not hold the index, a block reads the pages that it finds, and each row those that do not fit.
		   CASE WHEN l.pages * c.page_bytes <= memory_bytes THEN 0 ELSE least(greatest(p.found_pages / block_rows,
			1 - memory_bytes / c.page_bytes / (p.found_pages + 1), 0), 1) END,
		   format(CASE WHEN percent.low = percent.high THEN '%s %%' ELSE '%s to %s %%' END, percent.low, percent.high),
		   1e6 / l.page_rows * c.page_bytes
	  FROM sequential_uuids_constants() AS c,
		   sequential_uuids_leaves(kind, block_rows, cycle_rows, vacuum_rows, young_rows, total_rows, random_rows,
			left_behind) AS l, LATERAL
		   sequential_uuids_pages(kind, block_rows, cycle_rows, checkpoint_rows, vacuum_rows, young_rows IS NOT NULL,
			l.stays, l.found_cycles, l.returns, l.pages, l.new_page_rows, l.new_pages) AS p, LATERAL
		   sequential_uuids_page_images(kind, checkpoint_rows, vacuum_rows, young_rows IS NOT NULL, l.stays, l.cycles,
			l.pages, p.touched_pages, p.cleaned_pages, full_page_writes) AS i, LATERAL (
			SELECT floor(100 * l.low + 1e-9) AS low, ceil(100 * l.high - 1e-9) AS high) AS percent, LATERAL (
			SELECT row_bytes + c.heap_overhead AS bytes, row_bytes + c.heap_record AS record, CASE WHEN full_page_writes
				THEN row_bytes + c.heap_overhead ELSE 0 END AS image_bytes, sequential_uuids_leftovers(vacuum_rows,
				young_rows, total_rows, l.stays, row_bytes + c.heap_overhead) AS leftovers) AS heap, LATERAL (
			SELECT coalesce(heap.record, 0) + c.index_record - c.image_saves * i.page_images AS records,
				   -- The last page of the table is half full when its image is written.
				   i.page_images * l.image_bytes + coalesce(heap.image_bytes * heap.leftovers
					+ CASE WHEN full_page_writes THEN c.page_bytes / 2 / checkpoint_rows ELSE 0 END, 0) AS images,
				   -- The rightmost page moves a tenth of its keys, others half of them.
				   l.new_pages * (c.split_record + c.key_bytes * c.page_keys
					* CASE WHEN l.in_order THEN 0.1 ELSE 0.5 END) AS splits,
				   -- A record, and the image of the table's page.
				   CASE WHEN young_rows IS NULL OR row_bytes IS NULL THEN 0 ELSE c.removal_record * (1 - l.stays)
					+ heap.image_bytes * (1 + heap.leftovers) END AS deletes,
				   CASE WHEN young_rows IS NULL THEN 0 ELSE c.removal_record * p.cleaned_pages / vacuum_rows
					+ i.vacuum_images * l.image_bytes END AS vacuum,
				   -- The first to read a row that was deleted sets bits in it, which writes the image of its page.
				   CASE WHEN young_rows IS NOT NULL AND hint_bits THEN coalesce(heap.image_bytes, 0) ELSE 0 END
					AS hint_bits) AS w OFFSET 0;
END;
