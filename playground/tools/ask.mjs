// A PostgreSQL like the page's, in Node.js.
import { PGlite } from '@electric-sql/pglite'
import { script } from './sql.mjs'

/** Returns a function that asks it, and one that ends it; "prepare" is that of src/prepare.ts. */
export async function postgres(prepare) {
  const db = await PGlite.create({ initDbStartParams: ['--no-data-checksums'] })
  await prepare(db, script('edition.sql?script'), script('advice.sql?script'))
  return { ask: async (sql) => (await db.query(sql)).rows, end: () => db.close() }
}
