-- Two tables with keys of version 1, and one row of each with another.  Each row also has its customer's number, which
-- shows whether a foreign key still leads to the same customer.
CREATE SEQUENCE ticks START 300001;
CREATE TABLE customers (id uuid PRIMARY KEY, number int, touched int NOT NULL DEFAULT 0);
CREATE TABLE orders (
    id              uuid PRIMARY KEY,
    customer_id     uuid NOT NULL CONSTRAINT orders_customer_id_fkey REFERENCES customers (id),
    customer_number int
);

CREATE FUNCTION v1(tick bigint) RETURNS uuid LANGUAGE sql AS $$
    SELECT uuid_v6_to_v1((left(hex, 12) || '6' || right(hex, 3) || 'b3c89f6bdeced846')::uuid)
      FROM lpad(to_hex(x'1ec9414c232ab00'::bigint + tick), 15, '0') AS hex
$$;

INSERT INTO customers SELECT v1(n), n FROM generate_series(1, 10000) AS n;
INSERT INTO orders SELECT v1(n), v1(n % 10000 + 1), n % 10000 + 1 FROM generate_series(100001, 130000) AS n;
INSERT INTO customers VALUES ('8aeb2ac4-4c3f-4bd5-a3b6-b1ef1c1e37f7', 10001);
INSERT INTO orders VALUES ('1e0ff5b3-dcd8-4e0d-9d3a-3bd8d9b6cf1e', '8aeb2ac4-4c3f-4bd5-a3b6-b1ef1c1e37f7', 10001);
ALTER TABLE orders ALTER id SET DEFAULT v1(nextval('ticks'));

-- The keys that clients know.
CREATE TABLE old_keys AS SELECT number AS i, id FROM customers;
CREATE UNIQUE INDEX ON old_keys (i);
