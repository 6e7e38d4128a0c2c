-- In README's table of events, those of 45 days, one per minute, of which one in 20 is a purchase; of the 75 days
-- before, these are left.  Three are of now.
INSERT INTO events
SELECT uuid_interval_at(at, '5 min', '60 days'), CASE WHEN n % 20 = 0 THEN 'purchase' ELSE 'login' END, at
  FROM (SELECT n, now() - n * interval '1 min' AS at FROM generate_series(1, 120 * 1440 - 1) AS n) AS s
 WHERE n < 45 * 1440 OR n % 20 = 0;
INSERT INTO events (happened) SELECT 'login' FROM generate_series(1, 3);
ANALYZE events;
