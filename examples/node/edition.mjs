// Runs the edition in SQL, and advice, as a migration of a tool: node edition.mjs knex|node_pg_migrate.
//
// t/checks/examples writes the scripts, with a schema for each, to $EDITION; in a project, they lie with the migration.
import { readFileSync } from 'node:fs';

const scripts = ['uuids', 'advice'].map((name) => readFileSync(`${process.env.EDITION}/${name}.sql`, 'utf8'));

const tools = {
  async knex() {
    const { default: knex } = await import('knex');
    const db = knex({ client: 'pg', connection: {} });
    const migrationSource = {
      getMigrations: async () => ['keys'],
      getMigrationName: (name) => name,
      getMigration: () => ({
        async up(transaction) {
          for (const script of scripts) await transaction.raw(script);
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
      for (const script of ${JSON.stringify(scripts)}) pgm.sql(script);
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
