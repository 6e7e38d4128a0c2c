-- What clients do meanwhile that know only the old keys: add an order to a customer, and count another's visit.
\set i random(1, 10001)
\set j random(1, 10001)
SELECT id AS customer FROM old_keys WHERE i = :i \gset
SELECT id AS other FROM old_keys WHERE i = :j \gset
BEGIN;
INSERT INTO orders (customer_id, customer_number)
SELECT id, number
  FROM customers
 WHERE id IN (':customer', CASE substr(':customer', 15, 1) WHEN '1' THEN uuid_v1_to_v7(':customer') END)
   FOR KEY SHARE;
UPDATE customers
   SET touched = touched + 1
 WHERE id IN (':other', CASE substr(':other', 15, 1) WHEN '1' THEN uuid_v1_to_v7(':other') END);
COMMIT;
