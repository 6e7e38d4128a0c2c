-- A table with three rows of now.
CREATE TABLE orders (
    id         uuid PRIMARY KEY DEFAULT uuid_interval_nextval('5 min', '60 days'),
    created_at timestamptz DEFAULT now()
);
INSERT INTO orders SELECT FROM generate_series(1, 3);
