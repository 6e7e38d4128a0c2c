// What the page shows before PostgreSQL has started: `import first from 'first-answer'`.
import { PGlite } from '@electric-sql/pglite'
import { costStatement, FIRST } from '../src/question.ts'
import { script } from './sql.mjs'

const NAME = 'first-answer'

/** Asks uuid_advise() what the sentence says at first, in a PostgreSQL like the page's. */
async function answer() {
  const db = await PGlite.create({ initDbStartParams: ['--no-data-checksums'] })
  await db.exec('CREATE SCHEMA advice')
  await db.exec(script('advice.sql?script'))
  const sql = costStatement(FIRST)
  const { rows } = await db.query(sql)
  await db.close()
  // Labels are random, and one that everybody can read is none.
  return { sql, rows: rows.map((row) => ({ ...row, call: row.call.replace(/(opaque_nextval\()'[^']*'/, "$1'…'") })) }
}

export default function firstAnswer() {
  let built
  return {
    name: NAME,
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    async load(id) {
      if (id !== `\0${NAME}`) return undefined
      built ??= await answer()
      return `export default ${JSON.stringify(built)}`
    },
  }
}
