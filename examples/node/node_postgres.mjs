// node-postgres. The server is named by libpq's environment variables (PGHOST, PGUSER ...).
import assert from 'node:assert/strict';
import pg from 'pg';
import { version } from './version.mjs';

const pool = new pg.Pool();

async function insert() {
  const one = await pool.query('INSERT INTO node_postgres_orders (item) VALUES ($1) RETURNING id', ['a pen']);

  // One statement with one array per column; VALUES ($1), ($2) and so on are limited to 65,535 parameters.
  const items = Array.from({ length: 1000 }, (_, i) => `book ${i}`);
  const many = await pool.query(
    'INSERT INTO node_postgres_orders (item) SELECT * FROM unnest($1::text[]) RETURNING id',
    [items],
  );
  return [...one.rows, ...many.rows].map((row) => row.id);
}

async function main() {
  await pool.query(`
    CREATE TABLE node_postgres_orders (
      id         uuid PRIMARY KEY DEFAULT uuid_time_nextval(),
      item       text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )`);
  const { started } = (await pool.query('SELECT clock_timestamp() AS started')).rows[0];
  const keys = await insert();

  const all = (await pool.query('SELECT id FROM node_postgres_orders')).rows.map((row) => row.id);
  assert.equal(new Set(all).size, 1001);
  assert.deepEqual(all.sort(), [...keys].sort());

  const found = await pool.query('SELECT item FROM node_postgres_orders WHERE id = $1', [keys[0]]);
  assert.equal(found.rows[0].item, 'a pen');

  const latest = await pool.query(`
    SELECT * FROM node_postgres_orders
     WHERE uuid_interval_since(id, now() - interval '1 hour', '1 min', '65536 min')
       AND created_at >= now() - interval '1 hour'`);
  assert.equal(latest.rowCount, 1001);

  // The server generated each key: its block is the one at the start of this run, or a later one.
  const since = await pool.query(
    "SELECT * FROM node_postgres_orders WHERE uuid_interval_since(id, $1, '1 min', '65536 min') AND created_at >= $1",
    [started],
  );
  assert.equal(since.rowCount, 1001);

  // node-postgres sends parameters without a type, so none needs a cast.
  await pool.query('CREATE SEQUENCE node_postgres_keys');
  for (const [call, ...parameters] of [
    ['uuid_interval_nextval($1, $2, $3)', '10 ms', '500 days', 8],
    ['uuid_sequence_nextval($1, $2, $3)', 'node_postgres_keys', 100, 65536],
    ['uuid_v7_nextval($1, $2)', 5, 4],
    ['uuid_time_nextval($1, $2)', 60, 65536],
  ]) {
    const { key } = (await pool.query(`SELECT ${call} AS key`, parameters)).rows[0];
    assert.match(key, /^[0-9a-f-]{36}$/);
  }

  console.log(`${all.length} rows, the first one ${keys[0]}`);
  console.log(`node-postgres ${version('pg')}`);
}

await (process.argv[2] === 'insert' ? insert() : main());
await pool.end();
