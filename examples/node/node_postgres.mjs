import pg from 'pg';
import { items, run, version } from './example.mjs';

const pool = new pg.Pool();

await run({
  create: () => pool.query(`
    CREATE TABLE node_postgres_orders (
      id         uuid PRIMARY KEY DEFAULT uuid_interval_nextval('5 min', '60 days'),
      item       text NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    )`),

  async insert() {
    await pool.query('INSERT INTO node_postgres_orders (item) VALUES ($1) RETURNING id', ['a pen']);
    // One array per column; VALUES ($1), ($2) and so on are limited to 65,535 parameters.
    await pool.query('INSERT INTO node_postgres_orders (item) SELECT unnest($1::text[]) RETURNING id',
      [items.map(({ item }) => item)]);
  },

  // Conditions without a function.
  deleteRanges: (ranges) => pool.query(`
    DELETE FROM node_postgres_orders USING unnest($1::uuid[], $2::uuid[]) AS range (smallest, largest)
     WHERE id BETWEEN smallest AND largest`,
  [ranges.map(({ smallest }) => smallest), ranges.map(({ largest }) => largest)]),

  async countLatest() {
    const latest = await pool.query(`
      SELECT * FROM node_postgres_orders
       WHERE uuid_interval_since(id, now() - $1::interval, '5 min', '60 days') AND created_at >= now() - $1::interval`,
      ['1 hour']);
    return latest.rowCount;
  },

  close: () => pool.end(),
  name: `node-postgres ${version('pg')}`,
});
