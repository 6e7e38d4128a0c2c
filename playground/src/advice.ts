// What uuid_advise() says of each kind of key, folded under the one answer.
import { kindOf, parse } from './calls'
import { find, make, showStatements } from './dom'
import type { Row } from './messages'
import { number } from './question'
import { count, size } from './text'

const TERMS: Record<string, string> = {
  records: 'the row itself',
  images: 'page images',
  splits: 'pages that split',
  deletes: 'DELETE',
  vacuum: 'VACUUM',
  hint_bits: 'VACUUM and the first reader of a row, who mark its page',
}

export function showCards(rows: readonly Row[]): void {
  const most = Math.max(...rows.map((row) => number(row.wal_per_row)))
  find('#advice').replaceChildren(...rows.map((row, place) => card(row, place, most)))
}

/** A way to generate keys, with its costs. */
function card(row: Row, place: number, most: number): HTMLElement {
  const terms = Object.keys(row)
    .filter((name) => /^wal_(?!per_row|bytes_per_day)/.test(name))
    .map((name) => [name.slice(4), number(row[name])] as const)
    .filter(([, bytes]) => bytes >= 0.5)
  const bar = make(
    'div',
    { class: 'bar', 'aria-hidden': 'true' },
    ...terms.map(([term, bytes], at) => {
      const part = make('i', { title: `${TERMS[term] ?? term}: ${count(bytes)}` })
      part.style.width = `${(100 * bytes) / most}%`
      part.style.opacity = String(1 - 0.13 * at)
      return part
    }),
  )
  const given = terms
    .map(([term, bytes]) => `${count(bytes)} for ${TERMS[term] ?? term.replaceAll('_', ' ')}`)
    .join(', ')
  const reads = number(row.reads_per_row)
  // REINDEX has a line above, in decimal units.
  const note = ((row.note as string | null) ?? '')
    .split('; ')
    .filter((one) => !one.startsWith('with REINDEX'))
    .join('; ')
  const sentences = [
    `${count(number(row.wal_per_row))} bytes of WAL per row: ${given}.`,
    `The index: ${size(number(row.bytes_per_million_rows))} per million rows, pages ${String(row.density)} full;` +
      ` an insert reads ${reads < 0.005 ? 'no page' : `${reads.toFixed(2)} pages`} from disk.`,
    `An outsider learns ${String(row.outsider_learns)}.`,
    ...(note ? [`Note: ${note}.`] : []),
  ]
  const call = parse(String(row.call))
  return make(
    'section',
    { class: `card ${kindOf(String(row.key))}` },
    make(
      'h3',
      { class: 'key-name' },
      make('i'),
      `${place === 0 ? 'Advised: ' : ''}${String(row.key)} `,
      make('code', {}, call.name ? `${call.name}(${call.given})` : String(row.call)),
    ),
    bar,
    ...sentences.map((sentence) => make('p', {}, sentence)),
  )
}

interface Ways {
  ways: (readonly [what: string, sql: string])[]
  hint: string
}

/** The default to paste, for each way to have the function; of wrapping keys, also the one that needs none. */
export function waysOf(rows: readonly [Row, ...Row[]]): Ways {
  const callOf = (key: string): string => (rows.find((row) => row.key === key)?.call as string | undefined) ?? ''
  const plain = callOf('plain default')
  const wraps = kindOf(String(rows[0].key)) === 'wrapping'
  const best = (wraps && callOf('wrapping by time')) || String(rows[0].call)
  const { name, given } = parse(best)
  const nothing = wraps ? plain : name.startsWith('uuid_') ? '' : best
  return {
    ways: [
      ...(name.startsWith('uuid_') ? [['With the extension in C', `DEFAULT ${name}(${given})`] as const] : []),
      ...(name.startsWith('uuid_') && !name.startsWith('uuid_opaque')
        ? [['With the edition in SQL', `DEFAULT uuids.${name}(${given})`] as const]
        : []),
      ...(nothing ? [['With nothing installed', `DEFAULT ${nothing}`] as const] : []),
    ],
    hint:
      wraps && !plain
        ? 'For this load, there is no default that needs neither: it has 32,769 to 65,536 intervals of whole seconds.'
        : '',
  }
}

export function showDefaults([first, ...others]: readonly Row[]): void {
  const box = find('#defaults')
  if (!first) return box.replaceChildren()
  const { ways, hint } = waysOf([first, ...others])
  showStatements(box, ways)
  if (hint) box.append(make('p', { class: 'hint' }, hint))
}
