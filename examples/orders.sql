-- A table whose keys the database generates, and what they reveal.

CREATE EXTENSION IF NOT EXISTS sequential_uuids;

CREATE TABLE orders (
    id         uuid PRIMARY KEY DEFAULT uuid_interval_nextval('5 min', '60 days'),
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

-- The keys of five minutes begin alike.  60 days have 17,280 times five minutes.
SELECT uuid_block(id, 17280) AS block, count(*) FROM orders GROUP BY block ORDER BY count(*) DESC;

-- When was a row inserted?  Its key reveals it.
SELECT id, created_at, uuid_interval_window(id, now() + interval '1 min', '5 min', '60 days') FROM orders LIMIT 1;

-- The rows of the last hour: the primary key finds whole blocks, and the timestamp
-- limits these to the hour.  One function a table, so that no query repeats the parameters.
CREATE FUNCTION orders_since(id uuid, from_time timestamptz) RETURNS boolean LANGUAGE sql STABLE
    RETURN uuid_interval_since(id, from_time, '5 min', '60 days');
SELECT count(*) FROM orders
 WHERE orders_since(id, now() - interval '1 hour') AND created_at >= now() - interval '1 hour';
