// Part 2: what uuid_advise() says of a table.
import { expression, kindOf, parse, type Call } from './calls'
import { find, make, showStatements } from './dom'
import type { Field } from './fields'
import type { Row } from './messages'
import { number, seconds, short, statement, type Question } from './question'
import type { Runs } from './runs'
import { Section } from './section'
import { count, size } from './text'

const PER = [
  ['1', 'second'],
  ['60', 'minute'],
  ['3600', 'hour'],
  ['86400', 'day'],
] as const
const FIELDS: readonly Field[] = [
  { name: 'rate', title: 'Rows inserted', usual: '20', kind: 'number', min: '0.001' },
  { name: 'per', title: 'per', usual: '1', kind: PER },
  { name: 'kept', title: 'Kept for, in days', hint: 'empty: for good', usual: '30', kind: 'number', min: '0' },
  { name: 'left', title: 'Share that stays after that, in %', usual: '5', kind: 'number', min: '0', max: '100' },
  {
    name: 'bytes',
    title: 'Bytes of a row',
    hint: 'in the table',
    usual: '100',
    kind: 'number',
    min: '24',
    max: '8160',
  },
  { name: 'memory', title: 'Memory for this index', hint: 'such as 4 GB', usual: '1 GB', kind: 'text' },
  {
    name: 'checkpoint',
    title: 'Minutes between checkpoints',
    hint: 'checkpoint_timeout',
    usual: '5',
    kind: 'number',
    min: '0.1',
  },
  {
    name: 'dead',
    title: 'VACUUM at dead rows, in %',
    hint: 'as autovacuum is set',
    usual: '20',
    kind: 'number',
    min: '0.1',
    max: '100',
  },
  { name: 'before', title: 'The table already holds random keys', usual: 'false', kind: 'checkbox' },
]
const TERMS: Record<string, string> = {
  records: 'the row itself',
  images: 'page images',
  splits: 'pages that split',
  deletes: 'DELETE',
  vacuum: 'VACUUM',
  hint_bits: 'the first reader of a row, who marks its page',
}

export class Advise extends Section<HTMLElement[]> {
  constructor(runs: Runs) {
    super(
      runs,
      '#choose',
      `
      <h2 id="choose-title">Which key for my table?</h2>
      <p>Say what your table is like. <code>uuid_advise()</code>, which comes with this extension, answers here as on a server.</p>
      <form></form>
      <p id="advice-problem" class="problem" role="alert" hidden></p>
      <div id="advice" aria-live="polite"></div>
      <h3>Does the forecast hold?</h3>
      <p>The strips above can measure the same load in toy size, with the default that is advised for it.</p>
      <button id="try" type="button">Try it</button>
      <p id="trial-problem" class="problem" role="alert" hidden></p>
      <p id="trying" role="status"></p>
      <div id="trial"></div>
      <div id="trial-sql" class="statements"></div>
      <details id="advice-sql"><summary>The SQL behind each figure</summary><div class="statements"></div></details>`,
      'a.',
      FIELDS,
    )
  }

  question(): Question {
    const { fields } = this
    const kept = fields.get('kept')
    return {
      rate: short(Number(fields.get('rate')) / Number(fields.get('per'))),
      kept: kept ? `${kept} days` : '',
      left: short(Number(fields.get('left')) / 100),
      horizon: '',
      memory: fields.get('memory'),
      checkpoint: `${fields.get('checkpoint')} min`,
      dead: short(Number(fields.get('dead')) / 100),
      bytes: Math.round(Number(fields.get('bytes'))),
      before: fields.get('before') === 'true',
    }
  }

  /** What uuid_advise() says. */
  protected async answer(): Promise<HTMLElement[]> {
    const sql = statement(this.question())
    showStatements(find('#advice-sql .statements'), [['The advice above', sql]])
    const rows = await this.runs.engine.query(sql)
    const most = Math.max(...rows.map((one) => number(one.wal_per_row)))
    return Promise.all(rows.map((row, place) => this.card(row, place, most)))
  }

  protected show(shown: HTMLElement[]): void {
    find('#advice').replaceChildren(...shown)
  }

  /** A way to generate keys, with its costs. */
  private async card(row: Row, place: number, most: number): Promise<HTMLElement> {
    const kind = kindOf(String(row.key))
    const terms = Object.keys(row)
      .filter((name) => /^wal_(?!per_row)/.test(name))
      .map((name) => [name.slice(4), number(row[name])] as const)
    const wal = number(row.wal_per_row)
    const parts = (terms.length ? terms : [['all', wal] as const]).filter(([, bytes]) => bytes >= 0.5)
    const bar = make(
      'div',
      { class: 'bar', 'aria-hidden': 'true' },
      ...parts.map(([term, bytes], at) => {
        const part = make('i', {
          class: term === 'images' ? 'image' : '',
          title: `${TERMS[term] ?? term}: ${count(bytes)}`,
        })
        part.style.width = `${(100 * bytes) / most}%`
        if (term !== 'images') part.style.opacity = String(1 - 0.11 * at)
        return part
      }),
    )
    const given = parts
      .map(([term, bytes]) => `${count(bytes)} for ${TERMS[term] ?? term.replaceAll('_', ' ')}`)
      .join(', ')
    const reads = number(row.reads_per_row)
    const sentences = [
      `${count(wal)} bytes of WAL per row${terms.length ? `: ${given}` : ''}.`,
      `The index: ${size(number(row.bytes_per_million_rows))} per million rows, pages ${row.density} full; an insert reads` +
        ` ${reads < 0.005 ? 'no page' : `${reads.toFixed(2)} pages`} from disk.`,
      `An outsider learns ${row.outsider_learns}.`,
      ...(row.note ? [`Note: ${row.note}.`] : []),
    ]
    const call = parse(String(row.call))
    return make(
      'section',
      { class: `card ${kind}` },
      make(
        'h3',
        { class: 'key-name' },
        make('i'),
        `${place === 0 ? 'Take this: ' : ''}${row.key} `,
        make('code', {}, call.name ? `${call.name}(${call.given})` : String(row.call)),
      ),
      bar,
      ...sentences.map((sentence) => make('p', {}, sentence)),
      ...(place === 0 ? [await this.defaults(call)] : []),
    )
  }

  /** The default to paste, for each way to have the function. */
  private async defaults({ name, given }: Call): Promise<HTMLElement> {
    const isOurs = /^uuid_/.test(name)
    let nothing: string | undefined = isOurs ? undefined : `${name}(${given})`
    const of =
      name === 'uuid_time_nextval' && !given
        ? "'1 min', '45 days 12:16:00'"
        : name === 'uuid_interval_nextval'
          ? given
          : ''
    if (of) {
      const [interval, cycle] = await seconds(this.runs, ...of.split(', '))
      nothing = expression(interval!, cycle! / interval!)
    }
    const ways: [string, string][] = isOurs
      ? [
          ['With the extension in C', `DEFAULT ${name}(${given})`],
          ...(name.startsWith('uuid_opaque')
            ? []
            : [['With the edition in SQL', `DEFAULT uuids.${name}(${given})`] as [string, string]]),
        ]
      : []
    if (nothing) ways.push(['With nothing installed', `DEFAULT ${nothing}`])
    const box = make('div', { class: 'statements' })
    showStatements(box, ways)
    if (!nothing && of)
      box.append(
        make(
          'p',
          { class: 'hint' },
          'An expression that needs neither works only for cycles of 32,769 to 65,536 intervals of whole seconds.',
        ),
      )
    return box
  }
}
