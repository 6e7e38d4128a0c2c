// TypeORM: PrimaryColumn with the table's default; PrimaryGeneratedColumn('uuid') would have uuid_generate_v4() for it.
import assert from 'node:assert/strict';
import { Column, CreateDateColumn, DataSource, Entity, PrimaryColumn, Raw } from 'typeorm';
import { version } from './version.mjs';

@Entity('typeorm_orders')
class Order {
  // insert: false leaves the column out of INSERTs, so that a role needs no right to insert it.
  @PrimaryColumn('uuid', { default: () => 'uuid_time_nextval()', insert: false })
  id!: string;

  @Column('text')
  item!: string;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', insert: false })
  createdAt!: Date;
}

// Write a default with arguments as the server shows it, but without ::interval. Otherwise each synchronize()
// sets it again.
@Entity('typeorm_payments')
class Payment {
  @PrimaryColumn('uuid', { default: () => "uuid_interval_nextval('00:05:00', '132 days')", insert: false })
  id!: string;
}

// libpq's environment variables say where.
const db = await new DataSource({ type: 'postgres', entities: [Order, Payment] }).initialize();
const orders = db.getRepository(Order);

async function insert() {
  const one = await orders.save({ item: 'a pen' });

  // One statement, with at most 65,535 parameters (save(items, { chunk: 10_000 }) sends more than one).
  const items = Array.from({ length: 1000 }, (_, i) => ({ item: `book ${i}` }));
  const many = await orders.save(items);
  return [one, ...many].map((order) => order.id);
}

async function main() {
  await db.synchronize();
  // A second run has nothing to do.
  assert.deepEqual((await db.driver.createSchemaBuilder().log()).upQueries, []);
  const [{ started }] = await db.query('SELECT clock_timestamp() AS started');
  const keys = await insert();

  const all = (await orders.find({ select: { id: true } })).map((order) => order.id);
  assert.equal(new Set(all).size, 1001);
  assert.deepEqual(all.sort(), [...keys].sort());

  const found = await orders.findOneByOrFail({ id: keys[0] });
  assert.equal(found.item, 'a pen');

  const latest = await orders.findBy({
    id: Raw((id) => `uuid_interval_since(${id}, now() - interval '1 hour')`),
    createdAt: Raw((createdAt) => `${createdAt} >= now() - interval '1 hour'`),
  });
  assert.equal(latest.length, 1001);

  // The server generated each key: its block is the one at the start of this run, or a later one.
  assert.equal(await orders.countBy({ id: Raw((id) => `uuid_interval_since(${id}, :started)`, { started }) }), 1001);

  console.log(`${all.length} rows, the first one ${keys[0]}`);
  console.log(`TypeORM ${version('typeorm')} with node-postgres ${version('pg')}`);
}

await (process.argv[2] === 'insert' ? insert() : main());
await db.destroy();
