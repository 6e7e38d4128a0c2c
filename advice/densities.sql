-- How full leaf pages are.

-- Densities as shares of a page, in the order in which they are looked up: the first row that matches counts.  NULL
-- matches anything.  "pages" says which pages: 'new', that a block fills in an empty part of the index; 'mixed', new
-- ones among older random keys; 'old', to which inserts come back.  "deletes" is 'none', 'some' (a part of the rows
-- stays) or 'all'.  A block has at most "to_pages" pages full of rows; "from_cycles" is how many older cycles it must
-- find at least.
CREATE FUNCTION sequential_uuids_densities(
	OUT place int4, OUT pages text, OUT kind text, OUT deletes text[], OUT from_cycles float8, OUT to_pages float8,
	OUT low float8, OUT high float8, OUT why text)
RETURNS SETOF record LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 10
BEGIN ATOMIC
	VALUES
		(1, 'old', 'opaque', '{some,all}'::text[], NULL::float8, 1::float8, 0.45::float8, 0.60::float8,
			'parts of a page whose rows have different ages come and go'),
		(2, 'old', 'wrapping', NULL, NULL, 0.5, 0.60, 0.80,
			'small blocks fill all pages in step, and so split them at the same time'),
		(3, 'old', 'random', '{all}', NULL, NULL, 0.60, 0.70, 'a page has split at its fullest'),
		(4, 'old', 'wrapping', '{some,all}', 2, NULL, 0.60, 0.70, 'a page has split at its fullest'),
		(5, 'old', NULL, NULL, NULL, NULL, 0.65, 0.75, 'pages split in half: ln 2 on average, in waves'),
		(6, 'mixed', NULL, NULL, NULL, 0.5, 0.50, 0.60, 'a block splits a page, and fills one half'),
		(7, 'mixed', NULL, NULL, NULL, 2, 0.50, 0.70, 'a block splits a page, and fills one half and some pages more'),
		(8, 'new', 'ascending', NULL, NULL, NULL, 0.90, 0.90, 'the rightmost page splits at the fill factor'),
		(9, 'new', 'wrapping', NULL, NULL, 0.4, 0.90, 0.90,
			'late rows fit into what the rightmost page leaves free: four blocks of a tenth'),
		(10, 'new', 'wrapping', NULL, NULL, 2, 0.50, 0.95, 'such blocks fit some pages well and some badly');
END;

-- How full pages are, while all pages that there are count: a block that finds a part of a cycle has new and old
-- ones. "cycles" is how many older cycles a block finds, block_pages its rows as full pages.
CREATE FUNCTION sequential_uuids_density(
	kind text, deletes text, cycles float8, block_pages float8, random_before bool, OUT low float8, OUT high float8)
RETURNS SETOF record LANGUAGE sql IMMUTABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	WITH matching AS MATERIALIZED (
		SELECT d.* FROM sequential_uuids_densities() AS d
		 WHERE coalesce(d.kind = sequential_uuids_density.kind, true)
		   AND coalesce(sequential_uuids_density.deletes = ANY (d.deletes), true)
		   AND coalesce(cycles > d.from_cycles, true) AND coalesce(block_pages <= d.to_pages, true)
	), old AS (
		SELECT m.low, m.high FROM matching AS m WHERE m.pages = 'old' ORDER BY m.place LIMIT 1
	), new AS (
		-- Where no row is for such new pages, they are as full as old ones.
		SELECT m.low, m.high FROM matching AS m
		 WHERE m.pages IN ('old', CASE WHEN random_before THEN 'mixed' ELSE 'new' END)
		 ORDER BY m.pages = 'old', m.place LIMIT 1
	)
	SELECT least(CASE WHEN are.old THEN old.low END, CASE WHEN are.new THEN new.low END),
		   greatest(CASE WHEN are.old THEN old.high END, CASE WHEN are.new THEN new.high END)
	  FROM old, new, LATERAL (
			SELECT kind IN ('random', 'opaque') OR kind = 'wrapping' AND deletes <> 'none' OR cycles >= 1,
				   kind IN ('ascending', 'wrapping') AND cycles < CASE deletes WHEN 'none' THEN 2 ELSE 1 END
		   ) AS are (old, new) OFFSET 0;
END;
