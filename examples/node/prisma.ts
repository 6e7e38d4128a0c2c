// Prisma: schema.prisma has the model; `prisma generate` generates ./generated from it.
import assert from 'node:assert/strict';
import { PrismaPg } from '@prisma/adapter-pg';
import { PrismaClient } from './generated/client.ts';
import { version } from './version.mjs';

// libpq's environment variables say where.
const prisma = new PrismaClient({ adapter: new PrismaPg({}) });

async function insert() {
  const one = await prisma.order.create({ data: { item: 'a pen' } });

  // One statement, or several from about 32,000 parameters on.
  const items = Array.from({ length: 1000 }, (_, i) => ({ item: `book ${i}` }));
  const many = await prisma.order.createManyAndReturn({ data: items, select: { id: true } });
  return [one, ...many].map((order) => order.id);
}

async function main() {
  // The migration that `prisma migrate dev` writes; not run here, as it downloads a program.
  await prisma.$executeRaw`
    CREATE TABLE "prisma_orders" (
      "id" UUID NOT NULL DEFAULT uuid_time_nextval(),
      "item" TEXT NOT NULL,
      "created_at" TIMESTAMPTZ NOT NULL DEFAULT now(),

      CONSTRAINT "prisma_orders_pkey" PRIMARY KEY ("id")
    )`;
  const [{ started }] = await prisma.$queryRaw<[{ started: Date }]>`SELECT clock_timestamp() AS started`;
  const keys = await insert();

  const all = (await prisma.order.findMany({ select: { id: true } })).map((order) => order.id);
  assert.equal(new Set(all).size, 1001);
  assert.deepEqual(all.sort(), [...keys].sort());

  const found = await prisma.order.findUniqueOrThrow({ where: { id: keys[0] } });
  assert.equal(found.item, 'a pen');

  // Prisma's own queries have no functions.
  const latest = await prisma.$queryRaw<object[]>`
    SELECT * FROM prisma_orders
     WHERE uuid_interval_since(id, now() - interval '1 hour') AND created_at >= now() - interval '1 hour'`;
  assert.equal(latest.length, 1001);

  // The server generated each key: its block is the one at the start of this run, or a later one.
  const since = await prisma.$queryRaw<object[]>`SELECT * FROM prisma_orders WHERE uuid_interval_since(id, ${started})`;
  assert.equal(since.length, 1001);

  // Parameters need no cast; a result that is a range does.
  await prisma.$executeRaw`CREATE SEQUENCE prisma_keys`;
  await prisma.$queryRaw`SELECT uuid_interval_nextval(${'10 ms'}, ${'500 days'}, ${8})`;
  await prisma.$queryRaw`SELECT uuid_serial_nextval(${'prisma_keys'}, ${100}, ${4294967296}, ${8})`;
  await prisma.$queryRaw`SELECT uuid_v7_nextval(${5}, ${4}), uuid_time_nextval(${60}, ${65536})`;
  await assert.rejects(prisma.$queryRaw`SELECT uuid_interval_window(${keys[0]}, now())`, /type 'tstzrange'/);
  await prisma.$queryRaw`SELECT uuid_interval_window(${keys[0]}, now())::text`;

  console.log(`${all.length} rows, the first one ${keys[0]}`);
  console.log(`Prisma ${version('@prisma/client')} with node-postgres ${version('pg')}`);
}

await (process.argv[2] === 'insert' ? insert() : main());
await prisma.$disconnect();
