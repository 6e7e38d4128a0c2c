-- A table with three rows of now.
CREATE TABLE orders (
    id         uuid PRIMARY KEY DEFAULT uuid_time_nextval(),
    created_at timestamptz DEFAULT now()
);
INSERT INTO orders SELECT FROM generate_series(1, 3);
