-- A table whose keys the database generates, and what they reveal.

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

-- RETURNING returns the key of a new row, for the rows that refer to it.
WITH new_order AS (INSERT INTO orders (item) VALUES ('a book') RETURNING id)
INSERT INTO order_lines SELECT id, 1, 12.50 FROM new_order RETURNING *;

INSERT INTO orders (item) SELECT 'book ' || i FROM generate_series(1, 1000) AS i;

-- The keys of one minute begin alike.
SELECT uuid_block(id) AS block, count(*) FROM orders GROUP BY block ORDER BY count(*) DESC;

-- When was a row inserted?  Its key reveals it.
SELECT id, created_at, uuid_interval_window(id, now() + interval '1 min') FROM orders LIMIT 1;

-- The rows of the last hour: the primary key finds whole minutes, and the timestamp
-- limits these to the hour.
SELECT count(*) FROM orders
 WHERE uuid_interval_since(id, now() - interval '1 hour') AND created_at >= now() - interval '1 hour';
