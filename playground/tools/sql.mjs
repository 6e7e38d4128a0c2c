// Makes psql scripts of this repository importable as text: `import text from 'edition.sql?script'`.  Lines \i and \ir
// are replaced by the files that they name, and other commands of psql left out.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

const repository = resolve(import.meta.dirname, '../..')
// Names that stand for the first of these files that exists.
const scripts = {
  'edition.sql?script': ['sql-only/sequential_uuids.sql'],
  'advice.sql?script': ['advice/sequential_uuids_advice--1.0.sql'],
}
const harmless = /^\\(echo|quit|set|unset|pset|timing|x)\b/

function assemble(file, onRead) {
  onRead(file)
  return readFileSync(file, 'utf8').replace(/^\\.*$/gm, (line) => {
    const included = /^\\i(r?)\s+'?([^'\s]+)'?\s*$/.exec(line)
    if (included) return assemble(resolve(included[1] ? dirname(file) : process.cwd(), included[2]), onRead)
    if (harmless.test(line)) return ''
    throw new Error(`${file}: cannot leave out the command of psql: ${line}`)
  })
}

export default function sql() {
  return {
    name: 'psql-scripts',
    resolveId: (id) => (id in scripts ? `\0${id}` : undefined),
    load(id) {
      const candidates = scripts[id.slice(1)]
      if (id[0] !== '\0' || !candidates) return undefined
      const file = candidates.map((path) => resolve(repository, path)).find(existsSync)
      if (!file) this.error(`none of these exists: ${candidates.join(', ')}`)
      // As CREATE EXTENSION would, with the schema of src/postgres.ts.
      const script = assemble(file, (read) => this.addWatchFile(read)).replaceAll('@extschema@', 'advice')
      return `export default ${JSON.stringify(script)}`
    },
  }
}
