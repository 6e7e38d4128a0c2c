// Drizzle: default() is the table's; $defaultFn() and $default() would be the client's.
import assert from 'node:assert/strict';
import { and, eq, gte, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { version } from './version.mjs';

const orders = pgTable('drizzle_orders', {
  id: uuid().primaryKey().default(sql`uuid_time_nextval()`),
  item: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
});

// Write a default with arguments as the server shows it; otherwise drizzle-kit sets it again at each push.
const payments = pgTable('drizzle_payments', {
  id: uuid().primaryKey().default(sql`uuid_interval_nextval('00:05:00'::interval, '132 days'::interval)`),
});

const db = drizzle({ connection: {} }); // libpq's environment variables say where

// A role needs the right to insert into each column: Drizzle lists all of them in INSERTs, as DEFAULT.
async function insert() {
  const one = await db.insert(orders).values({ item: 'a pen' }).returning({ id: orders.id });

  // One statement, with at most 65,535 parameters.
  const items = Array.from({ length: 1000 }, (_, i) => ({ item: `book ${i}` }));
  const many = await db.insert(orders).values(items).returning({ id: orders.id });
  return [...one, ...many].map((row) => row.id);
}

// What `drizzle-kit generate`, `drizzle-kit migrate` and then `drizzle-kit push` do.
async function migrate() {
  const kit = await import('drizzle-kit/api');
  const schema = { orders, payments };
  for (const statement of await kit.generateMigration(kit.generateDrizzleJson({}), kit.generateDrizzleJson(schema))) {
    await db.execute(sql.raw(statement));
  }
  const push = await kit.pushSchema(schema, db, ['public'], ['drizzle_*']);
  // Nothing to do for these tables. Beware: push drops the sequences that the schema does not declare by pgSequence().
  assert.deepEqual(push.statementsToExecute.filter((statement) => statement.includes('drizzle_')), []);
}

async function main() {
  await migrate();
  const { started } = (await db.execute(sql`SELECT clock_timestamp() AS started`)).rows[0];
  const keys = await insert();

  const all = (await db.select({ id: orders.id }).from(orders)).map((order) => order.id);
  assert.equal(new Set(all).size, 1001);
  assert.deepEqual(all.sort(), [...keys].sort());

  const [found] = await db.select().from(orders).where(eq(orders.id, keys[0]));
  assert.equal(found.item, 'a pen');

  const anHourAgo = sql`now() - interval '1 hour'`;
  const latest = await db.select().from(orders)
    .where(and(sql`uuid_interval_since(${orders.id}, ${anHourAgo})`, gte(orders.createdAt, anHourAgo)));
  assert.equal(latest.length, 1001);

  // The server generated each key: its block is the one at the start of this run, or a later one.
  assert.equal(await db.$count(orders, sql`uuid_interval_since(${orders.id}, ${started})`), 1001);

  console.log(`${all.length} rows, the first one ${keys[0]}`);
  console.log(`Drizzle ${version('drizzle-orm')} with node-postgres ${version('pg')}`);
}

await (process.argv[2] === 'insert' ? insert() : main());
await db.$client.end();
