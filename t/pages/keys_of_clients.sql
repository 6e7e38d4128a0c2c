-- Rows of the page's table orders.  Of 3,000 of the last days, clients have generated the keys of 2,000: each third key
-- is the server's, or of version 4, or a UUIDv7.  Three more rows are of now.
INSERT INTO orders (id, created_at)
SELECT CASE i % 3
           WHEN 0 THEN uuid_interval_at(at + i % 300 * interval '1 s', '5 min', '60 days')
           WHEN 1 THEN gen_random_uuid()
           ELSE uuid_v7_at(at)
       END, at
  FROM (SELECT i, now() - i * interval '2 min' AS at FROM generate_series(1000, 3999) AS i) AS s;
INSERT INTO orders SELECT FROM generate_series(1, 3);
