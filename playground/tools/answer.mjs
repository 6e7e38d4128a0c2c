// The exact answer to what the sentence says at first: `import FIRST from 'first-answer'`.
import { withoutLabel } from '../src/calls.ts'
import { prepare } from '../src/prepare.ts'
import { costStatement, FIRST } from '../src/question.ts'
import { postgres } from './ask.mjs'

const NAME = 'first-answer'

async function answer() {
  const { ask, end } = await postgres(prepare)
  const sql = costStatement(FIRST)
  const rows = await ask(sql)
  await end()
  return { sql, rows: rows.map((row) => ({ ...row, call: withoutLabel(row.call) })) }
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
