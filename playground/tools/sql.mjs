// Makes two SQL scripts of this repository importable as text: `import text from 'edition.sql?script'`.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const scripts = {
  'edition.sql?script': 'sql-only/sequential_uuids.sql',
  'advice.sql?script': 'advice/sequential_uuids_advice--1.0.sql',
}

const fileOf = (id) => resolve(import.meta.dirname, '../..', scripts[id])

/** As CREATE EXTENSION would run it: without \echo, in the schema of src/postgres.ts. */
export const script = (id) =>
  readFileSync(fileOf(id), 'utf8')
    .replace(/^\\echo .*$/gm, '')
    .replaceAll('@extschema@', 'advice')

export default function sql() {
  return {
    name: 'sql-scripts',
    resolveId: (id) => (id in scripts ? `\0${id}` : undefined),
    load(id) {
      if (id[0] !== '\0' || !(id.slice(1) in scripts)) return undefined
      this.addWatchFile(fileOf(id.slice(1)))
      return `export default ${JSON.stringify(script(id.slice(1)))}`
    },
  }
}
