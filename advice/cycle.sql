-- Interval and cycle of a wrapping key.

-- The intervals that are advised: those that people write.
CREATE FUNCTION sequential_uuids_intervals(OUT length text, OUT seconds float8)
RETURNS SETOF record LANGUAGE sql STABLE PARALLEL SAFE ROWS 30
BEGIN ATOMIC
	SELECT length, extract(epoch FROM length::interval)::float8
	  FROM unnest('{1 us,10 us,100 us,1 ms,10 ms,100 ms,1 s,2 s,5 s,10 s,30 s,1 min,2 min,5 min,10 min,30 min,1 h,2 h,3 h,'
		'6 h,12 h,1 day,2 days,5 days,10 days,20 days,50 days,100 days,200 days,500 days}'::text[]) AS length;
END;

-- How long a cycle has to be: a little longer than rows are kept and then wait for VACUUM; a century, if they stay.
CREATE FUNCTION sequential_uuids_needed_seconds(rows_per_second float8, young_rows float8, vacuum_rows float8)
RETURNS float8 LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN young_rows IS NULL THEN 36500 * 86400.0
	ELSE least(1.05 * (young_rows + vacuum_rows) / rows_per_second, 1e12) END;

-- The longest interval whose blocks are advised: ten in a cycle; and the pages of a block, half full, have to fit
-- into memory.  Where small blocks fill pages in order, since the cycle does not come back to older rows, up to 100
-- rows.
CREATE FUNCTION sequential_uuids_longest_seconds(
	peak_rows_per_second float8, needed_seconds float8, cycles float8, memory_bytes float8, in_order bool)
RETURNS float8 LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
	SELECT least(CASE WHEN in_order THEN 100 / peak_rows_per_second END, needed_seconds / 10,
			greatest(floor(memory_bytes / c.page_bytes) - 1, 1) * c.page_keys / 2 / peak_rows_per_second
			/ greatest(cycles, 1))
	  FROM sequential_uuids_constants() AS c;
END;

-- The shortest cycle of at least that length in whole intervals, of which there can be 2^48, and in whole days, if it
-- has five.
CREATE FUNCTION sequential_uuids_whole_cycle(needed_seconds float8, interval_seconds float8) RETURNS float8
LANGUAGE sql IMMUTABLE PARALLEL SAFE
BEGIN ATOMIC
	SELECT ceil(least(needed_seconds, 2.8e14 * interval_seconds) / s.step - 1e-9) * s.step
	  FROM (SELECT greatest(interval_seconds, CASE WHEN needed_seconds > 5 * 86400 THEN 86400 END) AS step) AS s;
END;

-- The advised interval and cycle, and the range of intervals that are as good; the shortest is NULL if any is.
-- Except in order, blocks of 1,000 rows and more fill pages and leave them empty, and those between two checkpoints
-- cost no more WAL.  For privacy, the longest.
CREATE FUNCTION sequential_uuids_cycle(
	rows_per_second float8, peak_rows_per_second float8, young_rows float8, vacuum_rows float8, total_rows float8,
	checkpoint_seconds float8, memory_bytes float8, random_before bool, for_privacy bool,
	OUT interval_seconds float8, OUT cycle_seconds float8, OUT shortest_seconds float8, OUT longest_seconds float8)
RETURNS SETOF record LANGUAGE sql STABLE PARALLEL SAFE ROWS 1
BEGIN ATOMIC
	SELECT p.seconds, sequential_uuids_whole_cycle(n.seconds, p.seconds),
		   CASE WHEN NOT n.in_order THEN least(i.shortest, i.longest) END, i.longest
	  FROM (SELECT sequential_uuids_needed_seconds(rows_per_second, young_rows, vacuum_rows) AS seconds,
				   young_rows IS NULL AND NOT random_before AND NOT for_privacy AS in_order) AS n, LATERAL (
			SELECT coalesce(max(seconds) FILTER (WHERE seconds <= sequential_uuids_longest_seconds(peak_rows_per_second,
						n.seconds, total_rows / rows_per_second / n.seconds, memory_bytes, n.in_order)),
					min(seconds)) AS longest,
				   min(seconds) FILTER (WHERE seconds >= 1000 / rows_per_second) AS shortest,
				   max(seconds) FILTER (WHERE seconds <= checkpoint_seconds) AS between_checkpoints
			  FROM sequential_uuids_intervals()) AS i, LATERAL (
			SELECT CASE WHEN n.in_order OR for_privacy THEN i.longest
				ELSE least(greatest(i.between_checkpoints, i.shortest), i.longest) END AS seconds) AS p OFFSET 0;
END;

-- How people write a length of time.
CREATE FUNCTION sequential_uuids_written(seconds float8) RETURNS text
LANGUAGE sql STABLE PARALLEL SAFE
BEGIN ATOMIC
	SELECT coalesce((SELECT length FROM sequential_uuids_intervals() AS i
					 WHERE i.seconds = sequential_uuids_written.seconds),
					justify_hours(make_interval(secs => seconds))::text);
END;
