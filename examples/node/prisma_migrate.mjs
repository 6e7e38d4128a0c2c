// What `prisma migrate dev` does: the command would download the engine as a program, which is WebAssembly here.
import { readFile } from 'node:fs/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils';
import * as bindings from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

// The adapter refuses the type "char", which columns of the catalog have.
const CHAR = 18;
const TEXT = 25;
const { addFields } = pg.Result.prototype;
pg.Result.prototype.addFields = function addFieldsAsText(fields) {
  for (const field of fields) if (field.dataTypeID === CHAR) field.dataTypeID = TEXT;
  addFields.call(this, fields);
};

class Adapter extends PrismaPg {
  // Its own drops the database before it disconnects from it, which fails.
  async connectToShadowDb() {
    const server = await this.connect();
    await server.executeScript('CREATE DATABASE prisma_shadow');
    const shadow = await new PrismaPg({ database: 'prisma_shadow' }).connect();
    const disconnect = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await disconnect();
      await server.executeScript('DROP DATABASE prisma_shadow');
      await server.dispose();
    };
    return shadow;
  }
}

const program = new URL('node_modules/@prisma/schema-engine-wasm/schema_engine_bg.wasm', import.meta.url);
const { instance } = await WebAssembly.instantiate(await readFile(program), { './schema_engine_bg.js': bindings });
bindings.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start();

// Returns the migration to the schema after these earlier ones, which run in a new database, the shadow database.
export async function writeMigration(schema, ...earlier) {
  const files = [{ path: 'schema.prisma', content: schema }];
  const adapter = bindMigrationAwareSqlAdapterFactory(new Adapter({}));
  const engine = await bindings.SchemaEngine.new({ datamodels: files.map(Object.values) }, () => {}, adapter);
  const migrationDirectories = earlier.map((value, number) => ({
    path: `${number}`, migrationFile: { path: 'migration.sql', content: { tag: 'ok', value } },
  }));
  const lockfile = { path: 'migration_lock.toml', content: 'provider = "postgresql"' };
  const { stdout } = await engine.diff({
    from: { tag: 'migrations', baseDir: '.', lockfile, shadowDbInitScript: '', migrationDirectories },
    to: { tag: 'schemaDatamodel', files },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  return stdout;
}
