// Runs the edition in SQL, and advice, as a migration of a tool: node edition.mjs knex|node_pg_migrate.
//
// In a project, the scripts lie beside the migration. It needs schemas of its own: uuids, and advice.
import { readFileSync } from 'node:fs';

const read = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const edition = `SET LOCAL search_path = uuids;\n${read('sql-only/sequential_uuids.sql')}`;
// Without its first line, which is psql's.
const advice = read('advice/sequential_uuids_advice--1.0.sql').replace(/^.*\n/, '').replaceAll('@extschema@', 'advice');
const scripts = ['CREATE SCHEMA uuids', edition, 'CREATE SCHEMA advice', advice];
const reset = 'SET LOCAL search_path TO DEFAULT';

const tools = {
  async knex() {
    const { default: knex } = await import('knex');
    const db = knex({ client: 'pg', connection: {} });
    const migrationSource = {
      getMigrations: async () => ['keys'],
      getMigrationName: (name) => name,
      getMigration: () => ({
        async up(transaction) {
          for (const script of scripts) {
            await transaction.raw(script);
            await transaction.raw(reset);
          }
        },
        down: async () => {},
      }),
    };
    await db.migrate.latest({ migrationSource });
    await db.destroy();
  },

  async node_pg_migrate() {
    const { mkdtempSync, rmSync, writeFileSync } = await import('node:fs');
    const { runner } = await import('node-pg-migrate');
    const dir = mkdtempSync('migrations_');
    // pgm.sql() takes a text as it is if it has no second argument.
    writeFileSync(`${dir}/1_keys.js`, `exports.up = (pgm) => {
      for (const script of ${JSON.stringify(scripts)}) { pgm.sql(script); pgm.sql('${reset}'); }
    };`);
    writeFileSync(`${dir}/package.json`, '{"type": "commonjs"}');
    const { PGHOST, PGPORT, PGUSER, PGPASSWORD, PGDATABASE } = process.env;
    await runner({
      databaseUrl: { host: PGHOST, port: Number(PGPORT), user: PGUSER, password: PGPASSWORD, database: PGDATABASE },
      dir, ignorePattern: 'package.json', direction: 'up', migrationsTable: 'pgmigrations', log: () => {},
    });
    rmSync(dir, { recursive: true });
  },
};
await tools[process.argv[2]]();
