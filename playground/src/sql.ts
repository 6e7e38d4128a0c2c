// SQL that can be changed and run: this is PostgreSQL, after all.
import { make, setText, showProblem } from './dom'
import type { Row } from './messages'

/** Rows of an answer that are shown. */
const MOST_ROWS = 50

type Query = (sql: string) => Promise<Row[]>

/** Statements that can be edited and run. */
export function showAsk(
  where: Element,
  statements: readonly (readonly [what: string, sql: string])[],
  query: Query,
): void {
  where.replaceChildren(...statements.map(([what, sql]) => statementOf(what, sql, query)))
}

function statementOf(what: string, sql: string, query: Query): HTMLElement {
  const text = make('textarea', { rows: String(sql.split('\n').length + 1), spellcheck: 'false' })
  text.value = sql
  const button = make('button', { type: 'button' }, 'Run', make('span', { class: 'unseen' }, `: ${what}`))
  const problem = make('p', { class: 'problem', role: 'alert', hidden: '' })
  const answer = make('div', { 'aria-live': 'polite' })
  const run = async (): Promise<void> => {
    showProblem(problem, '')
    setText(answer, 'PostgreSQL works …')
    try {
      answer.replaceChildren(tableOf(await query(text.value)))
    } catch (error) {
      answer.replaceChildren()
      showProblem(problem, `PostgreSQL says: ${(error as Error).message}`)
    }
  }
  button.addEventListener('click', () => void run())
  return make('div', { class: 'statement' }, make('label', {}, what, text), button, problem, answer)
}

function tableOf(rows: readonly Row[]): HTMLElement {
  const [first] = rows
  if (!first) return make('p', {}, 'No rows.')
  const names = Object.keys(first)
  const table = make(
    'table',
    {},
    make('thead', {}, make('tr', {}, ...names.map((name) => make('th', { scope: 'col' }, name)))),
    make(
      'tbody',
      {},
      ...rows
        .slice(0, MOST_ROWS)
        .map((row) => make('tr', {}, ...names.map((name) => make('td', {}, printed(row[name]))))),
    ),
  )
  const rest = rows.length > MOST_ROWS ? [make('p', {}, `And ${rows.length - MOST_ROWS} more rows.`)] : []
  return make('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'The answer' }, table, ...rest)
}

const printed = (value: unknown): string =>
  value === null || value === undefined
    ? ''
    : value instanceof Date
      ? value.toISOString()
      : typeof value === 'object'
        ? JSON.stringify(value)
        : // eslint-disable-next-line @typescript-eslint/no-base-to-string -- no object is left
          String(value)
