-- Rows of 45 days, one per minute, of which one in 20 is not settled; of the 75 days before, these are left. Three are
-- of now.
CREATE TABLE events (
    id         uuid PRIMARY KEY DEFAULT uuid_interval_nextval('5 min', '60 days'),
    created_at timestamptz NOT NULL DEFAULT now(),
    settled    boolean NOT NULL DEFAULT true
);
INSERT INTO events
SELECT uuid_interval_at(at, '5 min', '60 days'), at, n % 20 > 0
  FROM (SELECT n, now() - n * interval '1 min' AS at FROM generate_series(1, 120 * 1440 - 1) AS n) AS s
 WHERE n < 45 * 1440 OR n % 20 = 0;
INSERT INTO events SELECT FROM generate_series(1, 3);
ANALYZE events;
