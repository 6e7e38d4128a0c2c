-- The ranges of keys that each of four parallel readers of README's events takes, after ANALYZE:
-- id >= from_id AND id < to_id, where NULL means no limit. Between any two bounds of PostgreSQL's histogram, there are
-- equally many rows. t/pages/time.pl tests it.
WITH bounds AS (
    SELECT bound::uuid AS id,
           (row_number() OVER (ORDER BY bound::uuid) - 1) * 4 / (count(*) OVER () - 1) AS slice
      FROM pg_stats, unnest(histogram_bounds::text::text[]) AS bound
     WHERE schemaname = 'public' AND tablename = 'events' AND attname = 'id'
), firsts AS (
    SELECT DISTINCT ON (slice) slice, id AS from_id FROM bounds WHERE slice < 4 ORDER BY slice, id
)
SELECT CASE WHEN slice > 0 THEN from_id END AS from_id, lead(from_id) OVER (ORDER BY slice) AS to_id FROM firsts;
