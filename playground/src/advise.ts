// What uuid_advise() says of a table.
import { kindOf, parse } from './calls'
import { find, make, showProblem, showStatements } from './dom'
import type { Field } from './fields'
import type { Row } from './messages'
import { number, short, statement, type Question } from './question'
import type { Runs } from './runs'
import { Section } from './section'
import { costsOf, parseReport, showCosts, type Costs } from './costs'
import { count, size } from './text'

const PER = [
  ['1', 'second'],
  ['60', 'minute'],
  ['3600', 'hour'],
  ['86400', 'day'],
] as const
const FIELDS: readonly Field[] = [
  { name: 'rate', title: 'Rows inserted', usual: '20', kind: 'number', min: '0.01', needed: true },
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
    needed: true,
  },
  {
    name: 'memory',
    title: 'Memory for this index',
    hint: 'such as 4 GB; empty: a quarter of shared_buffers',
    usual: '',
    kind: 'text',
  },
  {
    name: 'checkpoint',
    title: 'Minutes between checkpoints',
    hint: 'empty: 5, as checkpoint_timeout is set',
    usual: '',
    kind: 'number',
    min: '0.1',
  },
  {
    name: 'dead',
    title: 'VACUUM at dead rows, in %',
    hint: 'empty: as autovacuum is set',
    usual: '',
    kind: 'number',
    min: '0.1',
    max: '100',
  },
  { name: 'before', title: 'The table already holds random keys', usual: 'false', kind: 'checkbox' },
  // What a pasted row says: bytes of WAL a day.
  { name: 'now', title: '', usual: '', kind: 'hidden' },
  { name: 'advised', title: '', usual: '', kind: 'hidden' },
]
const TERMS: Record<string, string> = {
  records: 'the row itself',
  images: 'page images',
  splits: 'pages that split',
  deletes: 'DELETE',
  vacuum: 'VACUUM',
  hint_bits: 'VACUUM and the first reader of a row, who mark its page',
}

/** What uuid_advise() says, and what it means in a day. */
interface Advice {
  cards: HTMLElement[]
  costs: Costs
}

export class Advise extends Section<Advice> {
  /** Of a row that was pasted here.  No link brings one: others could have written it. */
  private call = ''

  constructor(runs: Runs) {
    super(
      runs,
      '#choose',
      `
      <h2 id="choose-title">Which key for my table?</h2>
      <p>Paste a row of <code>uuid_index_report()</code>, as psql prints it, or say what your table is like.
        <code>uuid_advise()</code> answers here as on a server. Nothing leaves your browser.</p>
      <label class="paste">A row of the report, with the names of its columns (how long rows are kept, say below)
        <textarea id="report" rows="3" spellcheck="false"></textarea></label>
      <form></form>
      <p id="advice-problem" class="problem" role="alert" hidden></p>
      <div id="costs" aria-live="polite"></div>
      <div id="advice" aria-live="polite"></div>
      <p id="advice-hints" class="hint" hidden>WAL is counted as without data checksums, which PostgreSQL 18 turns on in
        new clusters. With them, readers and VACUUM also write table pages (hint bits), which costs the same under any
        key: on such a server, <code>uuid_advise()</code> adds it as <code>wal_hint_bits</code>.</p>
      <h3>Does the forecast hold?</h3>
      <p>The first figure can measure the same load in toy size, with the default that is advised for it.</p>
      <button id="try" type="button">Try it</button>
      <p id="trial-problem" class="problem" role="alert" hidden></p>
      <div id="trial-sql" class="statements"></div>
      <details id="advice-sql"><summary>The SQL behind each figure</summary><div class="statements"></div></details>`,
      'a.',
      FIELDS,
    )
    find<HTMLTextAreaElement>('#report').addEventListener('input', () => this.takeReport())
  }

  /** Takes from a pasted row what the form asks for. */
  private takeReport(): void {
    const { fields } = this
    const text = find<HTMLTextAreaElement>('#report').value
    try {
      if (!text.trim()) {
        this.setCosts('', '')
        void this.ask()
        return
      }
      const row = parseReport(text)
      const { rate, now, advised, call } = costsOf(row)
      fields.set('rate', String(rate))
      fields.set('per', '1')
      fields.set('before', String(/gen_random_uuid|uuid_generate_v4|uuidv4/.test(row.column_default ?? '')))
      this.setCosts(String(Math.round(now)), String(Math.round(advised)))
      this.call = call
      void this.ask()
    } catch (error) {
      this.cancel()
      showProblem('#advice-problem', (error as Error).message)
      this.show(undefined)
    }
  }

  /** Keeps what a pasted row says, in bytes of WAL a day. */
  private setCosts(now: string, advised: string): void {
    this.fields.set('now', now)
    this.fields.set('advised', advised)
    this.fields.keep()
  }

  question(): Question {
    const { fields } = this
    const problem = fields.problem()
    if (problem) throw new Error(problem)
    const kept = Number(fields.get('kept')) > 0 ? fields.get('kept') : ''
    return {
      rate: short(Number(fields.get('rate')) / Number(fields.get('per'))),
      kept: kept ? `${kept} days` : '',
      left: short(Number(fields.get('left')) / 100),
      horizon: '',
      memory: fields.get('memory'),
      checkpoint: fields.get('checkpoint') && `${fields.get('checkpoint')} min`,
      dead: fields.get('dead') ? short(Number(fields.get('dead')) / 100) : undefined,
      bytes: Math.round(Number(fields.get('bytes'))),
      before: fields.get('before') === 'true',
    }
  }

  /** What uuid_advise() says. */
  protected async answer(): Promise<Advice> {
    const question = this.question()
    const sql = statement(question)
    showStatements(find('#advice-sql .statements'), [['The advice above', sql]])
    const rows = await this.runs.engine.query(sql)
    const most = Math.max(...rows.map((one) => number(one.wal_per_row)))
    const perDay = (row: Row): number => number(row.wal_per_row) * question.rate * 86400
    const best = String(rows[0]!.call)
    const plain = rows.find((row) => row.key === 'plain default')?.call as string | undefined
    const { fields } = this
    return {
      cards: rows.map((row, place) => this.card(row, place, most, plain)),
      // A pasted row knows what the table has; otherwise it may have what most have.
      costs: Number(fields.get('now')) > 0 && Number(fields.get('advised')) > 0
        ? {
            today: 'now',
            now: Number(fields.get('now')),
            advised: Number(fields.get('advised')),
            call: this.call || best,
          }
        : {
            today: 'random keys',
            now: perDay(rows.find((row) => row.key === 'random')!),
            advised: perDay(rows[0]!),
            call: best,
          },
    }
  }

  protected show(advice: Advice | undefined): void {
    showCosts(advice?.costs)
    find('#advice').replaceChildren(...(advice?.cards ?? []))
    find('#advice-hints').hidden = !advice
  }

  /** A way to generate keys, with its costs. */
  private card(row: Row, place: number, most: number, plain: string | undefined): HTMLElement {
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
      `The index: ${size(number(row.bytes_per_million_rows))} per million rows, pages ${row.density} full;` +
        ` an insert reads ${reads < 0.005 ? 'no page' : `${reads.toFixed(2)} pages`} from disk.`,
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
      ...(place === 0 ? [this.defaults(String(row.call), plain)] : []),
    )
  }

  /** The default to paste, for each way to have the function; the plain default if there is one for this load. */
  private defaults(best: string, plain: string | undefined): HTMLElement {
    const { name, given } = parse(best)
    const isOurs = name.startsWith('uuid_')
    const wraps = name === 'uuid_interval_nextval'
    const nothing = isOurs ? (wraps ? plain : undefined) : best
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
    if (wraps && !plain)
      box.append(
        make(
          'p',
          { class: 'hint' },
          'For this load, there is no default that needs neither: it has 32,769 to 65,536 intervals of whole seconds.',
        ),
      )
    return box
  }
}
