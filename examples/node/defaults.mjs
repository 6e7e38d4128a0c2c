// What a tool's migration makes of a column's default: a row of defaults.tsv, for t/checks/examples.
//
//   node defaults.mjs TOOL MODEL
//
// It brings the table TOOL_defaults to the model, whose key has a default in the "table", "other" than before, in
// "both" the table and the client, or in the "client" alone.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { keys, version } from './example.mjs';

const [tool, model] = process.argv.slice(2);
const name = `${tool}_defaults`;
const interval = model === 'other' ? '00:10:00' : '00:05:00';
const tableDefault = model === 'client' ? undefined
  : `uuid_interval_nextval('${interval}'::interval, '60 days'::interval)`;
const clientDefault = ['both', 'client'].includes(model) ? () => keys.next() : undefined;
const { PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE, STATE } = process.env;

const tools = {
  async drizzle_push() {
    const { sql } = await import('drizzle-orm');
    const { drizzle } = await import('drizzle-orm/node-postgres');
    const { pgTable, uuid } = await import('drizzle-orm/pg-core');
    const { pushSchema } = await import('drizzle-kit/api');
    const db = drizzle({ connection: {} });
    let id = uuid().primaryKey();
    if (tableDefault) id = id.default(sql.raw(tableDefault));
    if (clientDefault) id = id.$defaultFn(clientDefault);
    const { statementsToExecute } = await pushSchema({ table: pgTable(name, { id }) }, db, ['public'], [name]);
    for (const statement of statementsToExecute) {
      // It also drops sequences that are not in the schema.
      if (statement.includes(name)) await db.execute(sql.raw(statement));
    }
    await db.$client.end();
    return `Drizzle ${version('drizzle-orm')}, push`;
  },

  async typeorm() {
    const { DataSource, EntitySchema } = await import('typeorm');
    const id = { type: 'uuid', primary: true };
    // Without the casts, as doc/clients.md says.
    if (tableDefault) id.default = () => tableDefault.replaceAll('::interval', '');
    const entities = [new EntitySchema({ name, tableName: name, columns: { id } })];
    const db = await new DataSource({ type: 'postgres', entities }).initialize();
    await db.synchronize();
    await db.destroy();
    return `TypeORM ${version('typeorm')}, synchronize()`;
  },

  async mikro_orm() {
    const { EntitySchema, MikroORM } = await import('@mikro-orm/postgresql');
    const id = { type: 'uuid', primary: true, defaultRaw: tableDefault, onCreate: clientDefault };
    const orm = await MikroORM.init({
      entities: [new EntitySchema({ name: 'Table', tableName: name, properties: { id } })],
      host: PGHOST, port: Number(PGPORT), user: PGUSER, password: PGPASSWORD, dbName: PGDATABASE,
      schemaGenerator: { skipTables: [new RegExp(`^(?!(public\\.)?${name})`)] },
    });
    await orm.schema.update({ safe: true });
    await orm.close();
    return `MikroORM ${version('@mikro-orm/core')}, schema.update()`;
  },

  async sequelize() {
    const { DataTypes, Sequelize } = await import('sequelize');
    const sequelize = new Sequelize(PGDATABASE, PGUSER, PGPASSWORD, {
      dialect: 'postgres', host: PGHOST, port: PGPORT, logging: false, define: { timestamps: false },
    });
    // It has one default, so for both a hook or the program sets keys.
    const defaultValue = tableDefault ? sequelize.literal(tableDefault) : clientDefault;
    sequelize.define('Table', { id: { type: DataTypes.UUID, primaryKey: true, defaultValue } }, { tableName: name });
    await sequelize.sync({ alter: true });
    await sequelize.close();
    return `Sequelize ${version('sequelize')}, sync({ alter: true })`;
  },

  async prisma() {
    const { PrismaPg } = await import('@prisma/adapter-pg');
    const { writeMigration } = await import('./prisma_migrate.mjs');
    // It, too, has one default.
    const written = !tableDefault ? 'uuid(7)' : `dbgenerated("${tableDefault}")`;
    const schema = `datasource db {\n  provider = "postgresql"\n}\n
      model Table {\n  id String @id @default(${written}) @db.Uuid\n\n  @@map("${name}")\n}\n`;
    const earlier = `${STATE}/prisma.json`;
    const migrations = existsSync(earlier)
      ? readFileSync(earlier, 'utf8').trim().split('\n').map((line) => JSON.parse(line))
      : ['CREATE EXTENSION sequential_uuids'];
    const migration = await writeMigration(schema, ...migrations);
    if (migrations.length === 1) appendFileSync(earlier, `${JSON.stringify(migrations[0])}\n`);
    appendFileSync(earlier, `${JSON.stringify(migration)}\n`);
    const server = await new PrismaPg({}).connect();
    await server.executeScript(migration);
    await server.dispose();
    return `Prisma ${version('@prisma/client')}, migrate`;
  },
};
console.log(await tools[tool]());
