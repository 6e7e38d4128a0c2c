-- A table whose keys are made by the database, and what can be asked of them.

CREATE EXTENSION IF NOT EXISTS sequential_uuids;

CREATE TABLE orders (
    id         uuid PRIMARY KEY DEFAULT uuid_time_nextval(),
    item       text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE order_lines (
    order_id uuid NOT NULL REFERENCES orders,
    line     int NOT NULL,
    amount   numeric NOT NULL,
    PRIMARY KEY (order_id, line)
);

-- The key of a new row comes back with RETURNING, for the rows that refer to it.
WITH new_order AS (INSERT INTO orders (item) VALUES ('a book') RETURNING id)
INSERT INTO order_lines SELECT id, 1, 12.50 FROM new_order RETURNING *;

INSERT INTO orders (item) SELECT 'book ' || i FROM generate_series(1, 1000) AS i;

-- The keys of one minute begin alike.
SELECT uuid_block(id, 65536) AS block, count(*) FROM orders GROUP BY block ORDER BY count(*) DESC;

-- When was a row made, as its key tells?
SELECT id, created_at, uuid_time_window(id, now() + interval '1 min') FROM orders LIMIT 1;

-- The rows of the last hour, by primary key.
SELECT count(*)
  FROM uuid_time_ranges(now() - interval '1 hour', clock_timestamp()) AS r
 CROSS JOIN LATERAL (SELECT * FROM orders WHERE id BETWEEN r.lo AND r.hi OFFSET 0) AS o
 WHERE o.created_at >= now() - interval '1 hour';
