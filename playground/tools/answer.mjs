// What the page shows before PostgreSQL has started: `import first from 'first-answer'`.
import { PGlite } from '@electric-sql/pglite'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { costStatement, FIRST } from '../src/question.ts'
import { script } from './sql.mjs'

const NAME = 'first-answer'
const readme = resolve(import.meta.dirname, '../../README.md')

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

/** README's row of uuid_index_report(), or "". */
function sample() {
  const blocks = readFileSync(readme, 'utf8').matchAll(/^```\n(.*?)^```$/gms)
  return [...blocks].map(([, block]) => block).find((block) => /rows_per_second.*wal_now.*\n-+\+/.test(block)) ?? ''
}

export default function firstAnswer() {
  let built
  return {
    name: NAME,
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    async load(id) {
      if (id !== `\0${NAME}`) return undefined
      built ??= { ...(await answer()), sample: sample() }
      return `export default ${JSON.stringify(built)}`
    },
  }
}
