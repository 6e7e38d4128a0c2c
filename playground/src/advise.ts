// Part 2: what uuid_advise() says of a table, and the same load in small.
import { expression, kindOf, parse, type Call } from './calls'
import { find, make, showStatements } from './dom'
import { Fields, quote, type Field } from './fields'
import { KINDS, NAMES, type Kind } from './keys'
import type { Row } from './messages'
import type { Runs } from './runs'
import { DEAD_AT_VACUUM, FRAME_ROWS, SECONDS, UNITS, type Settings } from './settings'
import { count, percent, size } from './text'

const PER = [['1', 'second'], ['60', 'minute'], ['3600', 'hour'], ['86400', 'day']] as const
const FIELDS: readonly Field[] = [
  { name: 'rate', title: 'Rows inserted', usual: '20', kind: 'number', min: '0.001' },
  { name: 'per', title: 'per', usual: '1', kind: PER },
  { name: 'kept', title: 'Kept for, in days', hint: 'empty: for good', usual: '30', kind: 'number', min: '0' },
  { name: 'left', title: 'Share that stays after that, in %', usual: '5', kind: 'number', min: '0', max: '100' },
  { name: 'rows', title: 'Rows in the table', hint: 'empty: what comes in five years', usual: '', kind: 'number', min: '1' },
  { name: 'bytes', title: 'Bytes of a row', hint: 'in the table', usual: '100', kind: 'number', min: '24', max: '8160' },
  { name: 'memory', title: 'Memory for this index', hint: 'such as 4 GB', usual: '1 GB', kind: 'text' },
  { name: 'checkpoint', title: 'Minutes between checkpoints', hint: 'checkpoint_timeout', usual: '5', kind: 'number', min: '0.1' },
  { name: 'dead', title: 'VACUUM at dead rows, in %', hint: 'as autovacuum is set', usual: '20', kind: 'number', min: '0.1', max: '100' },
  { name: 'goal', title: 'What counts', usual: 'cheapest', kind: [['cheapest', 'what it costs'], ['reveals least', 'that keys reveal little']] },
  { name: 'before', title: 'The table already holds random keys', usual: 'false', kind: 'checkbox' },
]
const TERMS: Record<string, string> = {
  records: 'the change itself', images: 'page images', splits: 'pages that split', deletes: 'DELETE', vacuum: 'VACUUM',
  hint_bits: 'hint bits: the first reader of a row marks its page',
}
/** The load in small: rows until they are deleted, or in all; and between checkpoints. */
const SMALL = { kept: 10000, frames: 600, forGood: 300, perDay: 1000, checkpoint: 1000, before: 10000, rowBytes: 48 }

interface Question {
  rate: number
  kept: string
  left: number
  goal: string
  rows: number | undefined
  memory: string
  checkpoint: string
  dead: number
  bytes: number
  before: boolean
}

function statement(question: Question): string {
  const { rate, kept, left, goal, rows, memory, checkpoint, dead, bytes, before } = question
  const given = [
    `rows_per_second => ${rate}`, kept && `kept => ${quote(kept)}`, kept && `left_behind => ${left}`, `goal => ${quote(goal)}`,
    rows && `total_rows => ${rows}`, `index_memory => ${quote(memory)}`, `checkpoint_interval => ${quote(checkpoint)}`,
    `dead_at_vacuum => ${dead}`, `row_bytes => ${bytes}`, `random_before => ${before}`,
  ].filter(Boolean)
  return `SELECT * FROM advice.uuid_advise(\n  ${given.join(',\n  ')})`
}

const number = (value: unknown): number => Number(value ?? Number.NaN)
const short = (value: number): number => Number(value.toPrecision(12))

export class Advise {
  private readonly fields: Fields
  private trial: { settings: Settings; forecast: Record<Kind, Row>; question: Question } | undefined
  private asked = 0

  constructor(private readonly runs: Runs, private readonly begin: (settings: Settings) => void) {
    find('#choose').innerHTML = `
      <h2 id="choose-title">Which key for my table?</h2>
      <p>Say what your table is like. <code>uuid_advise()</code>, which comes with this extension, answers here as on a server.</p>
      <form></form>
      <p id="advice-problem" class="problem" role="alert" hidden></p>
      <div id="advice" aria-live="polite"></div>
      <h3>Does the forecast hold?</h3>
      <p>The same load, in toy size, can be measured in this page.</p>
      <button id="try" type="button">Try it</button>
      <p id="trying" role="status"></p>
      <div id="trial"></div>
      <details id="advice-sql"><summary>The SQL behind each figure</summary><div class="statements"></div></details>`
    this.fields = new Fields(find<HTMLFormElement>('#choose form'), 'a.', FIELDS, () => void this.ask())
    find('#try').addEventListener('click', () => void this.attempt())
  }

  private question(): Question {
    const { fields } = this
    const [kept, rows] = [fields.get('kept'), fields.get('rows')]
    return {
      rate: short(Number(fields.get('rate')) / Number(fields.get('per'))),
      kept: kept ? `${kept} days` : '',
      left: short(Number(fields.get('left')) / 100),
      goal: fields.get('goal'),
      rows: rows ? Number(rows) : undefined,
      memory: fields.get('memory'),
      checkpoint: `${fields.get('checkpoint')} min`,
      dead: short(Number(fields.get('dead')) / 100),
      bytes: Math.round(Number(fields.get('bytes'))),
      before: fields.get('before') === 'true',
    }
  }

  /** Asks uuid_advise() and shows what it says. */
  async ask(): Promise<void> {
    if (!this.runs.isLive) return
    this.asked += 1
    const asked = this.asked
    const sql = statement(this.question())
    showStatements(find('#advice-sql .statements'), [['The advice above', sql]])
    try {
      const rows = await this.runs.engine.query(sql)
      const shown = await Promise.all(rows.map((row, place) => this.card(row, place, Math.max(...rows.map((one) => number(one.wal_per_row))))))
      if (asked !== this.asked) return
      find('#advice').replaceChildren(...shown)
      find('#advice').append(make('p', { class: 'hint' }, `Assumed: ${rows[0]?.assumes ?? ''}.`))
      this.problem('')
    } catch (error) {
      this.problem((error as Error).message)
    }
  }

  private problem(message: string): void {
    const problem = find('#advice-problem')
    problem.hidden = message === ''
    problem.textContent = message
  }

  /** A way to generate keys, with its costs. */
  private async card(row: Row, place: number, most: number): Promise<HTMLElement> {
    const kind = kindOf(String(row.key))
    const terms = Object.keys(row).filter((name) => /^wal_(?!per_row)/.test(name)).map((name) => [name.slice(4), number(row[name])] as const)
    const wal = number(row.wal_per_row)
    const parts = (terms.length ? terms : [['all', wal] as const]).filter(([, bytes]) => bytes >= 0.5)
    const bar = make('div', { class: 'bar', 'aria-hidden': 'true' }, ...parts.map(([term, bytes], at) => {
      const part = make('i', { class: term === 'images' ? 'image' : '', title: `${TERMS[term] ?? term}: ${count(bytes)}` })
      part.style.width = `${(100 * bytes) / most}%`
      if (term !== 'images') part.style.opacity = String(1 - 0.13 * at)
      return part
    }))
    const given = parts.map(([term, bytes]) => `${count(bytes)} ${TERMS[term] ?? term.replaceAll('_', ' ')}`).join(', ')
    const reads = number(row.reads_per_row)
    const sentences = [
      `${count(wal)} bytes of WAL per row${terms.length ? `: ${given}` : ''}.`,
      `The index: ${size(number(row.bytes_per_million_rows))} per million rows, pages ${row.density} full; an insert reads`
        + ` ${reads < 0.005 ? 'no page' : `${reads.toFixed(2)} pages`} from disk.`,
      `An outsider learns ${row.outsider_learns}.`,
      ...(row.interval_range ? [`Interval: ${row.interval_range}.`] : []),
      ...(row.note ? [`Note: ${row.note}.`] : []),
    ]
    const call = parse(String(row.call))
    return make('section', { class: `card ${kind}` },
      make('h3', { class: 'key-name' }, make('i'), `${place === 0 ? 'Take this: ' : ''}${row.key} `, make('code', {}, `${call.name}(${call.given})`)),
      bar, ...sentences.map((sentence) => make('p', {}, sentence)),
      ...(place === 0 ? [await this.defaults(call)] : []))
  }

  /** The default to paste, for each way to have the function. */
  private async defaults({ name, given }: Call): Promise<HTMLElement> {
    const isOurs = /^uuid_/.test(name)
    let nothing: string | undefined = isOurs ? undefined : `${name}(${given})`
    const of = name === 'uuid_time_nextval' && !given ? "'1 min', '45 days 12:16:00'" : name === 'uuid_interval_nextval' ? given : ''
    if (of) {
      const [interval, cycle] = of.split(', ')
      const [row] = await this.runs.engine.query(`SELECT extract(epoch FROM interval ${interval})::float8 AS interval, extract(epoch FROM interval ${cycle})::float8 AS cycle`)
      nothing = expression(number(row?.interval), number(row?.cycle) / number(row?.interval))
    }
    const ways: [string, string][] = isOurs
      ? [['With the extension in C', `DEFAULT ${name}(${given})`], ...(name.startsWith('uuid_opaque') ? [] : [['With the edition in SQL', `DEFAULT uuids.${name}(${given})`] as [string, string]])]
      : []
    if (nothing) ways.push(['With nothing installed', `DEFAULT ${nothing}`])
    const box = make('div', { class: 'statements' })
    showStatements(box, ways)
    if (!nothing && of) box.append(make('p', { class: 'hint' },
      'Without either, an expression can do it if a cycle has 32,769 to 65,536 intervals of whole seconds; this one has not.'))
    return box
  }

  /** The same load in small: as many rows as the strips show well, over the same time. */
  private async attempt(): Promise<void> {
    const asked = this.question()
    try {
      const days = asked.kept ? Number.parseFloat(asked.kept) : 0
      const rate = days > 0 ? SMALL.kept / (days * 86400) : SMALL.perDay / 86400
      const frames = days > 0 ? SMALL.frames : SMALL.forGood
      const inserted = frames * FRAME_ROWS
      const before = asked.before && days === 0 ? SMALL.before : 0
      const question: Question = {
        ...asked,
        rate: short(rate),
        rows: Math.round(days > 0 ? SMALL.kept + asked.left * (inserted - SMALL.kept) : before + inserted),
        memory: '128 MB',
        checkpoint: `${short(SMALL.checkpoint / rate)} s`,
        dead: DEAD_AT_VACUUM / 100,
        bytes: SMALL.rowBytes,
      }
      const sql = statement(question)
      const rows = await this.runs.engine.query(sql)
      const forecast = {} as Record<Kind, Row>
      for (const [kind, key] of [['random', 'random'], ['v7', 'UUIDv7'], ['wrapping', 'wrapping by time']] as const) {
        const row = rows.find((one) => one.key === key)
        if (!row) throw new Error(`uuid_advise() has no ${key}`)
        forecast[kind] = row
      }
      const [interval, cycle] = parse(String(forecast.wrapping.call)).given.split(', ')
      const [lengths] = await this.runs.engine.query(`SELECT extract(epoch FROM interval ${interval})::float8 AS interval, extract(epoch FROM interval ${cycle})::float8 AS cycle`)
      const seconds = number(lengths?.interval)
      const unit = UNITS.findLast((one) => seconds % SECONDS[one] === 0) ?? 'sec'
      const settings: Settings = {
        rows: short(rate * seconds), unit, interval: seconds / SECONDS[unit], cycle: Math.round(number(lengths?.cycle) / seconds),
        kept: short((days * 86400) / seconds), left: asked.left * 100, checkpoint: SMALL.checkpoint, before, frames,
      }
      this.trial = { settings, forecast, question }
      find('#trial').replaceChildren()
      showStatements(find('#advice-sql .statements'), [['The advice above', statement(asked)], ['The forecast for the load in small', sql]])
      this.problem('')
      this.begin(settings)
    } catch (error) {
      this.problem((error as Error).message)
    }
  }

  /** Follows the run that "Try it" began. */
  update(): void {
    const { trial, runs } = this
    if (!trial) return
    if (runs.settings !== trial.settings) {
      find('#trying').textContent = ''
      this.trial = undefined
      return
    }
    const { frames } = trial.settings
    if (runs.made < frames) {
      find('#trying').textContent = `It runs in the strips above: ${count(Math.floor(runs.made / 20) * 20 * FRAME_ROWS)} of ${count(frames * FRAME_ROWS)} rows.`
      return
    }
    if (find('#trial').childElementCount === 0) this.compare(trial)
  }

  private compare({ settings, forecast }: NonNullable<Advise['trial']>): void {
    const { history } = this.runs.at(settings.frames - 1)
    // The last sixth, when the load is as the forecast assumes.
    const since = Math.round((settings.frames * 5) / 6)
    const rows = KINDS.map((kind) => {
      const { insertWal, otherWal, density } = history.figures(settings.frames - 1, kind, since)
      const row = make('tr', { class: kind }, make('th', { scope: 'row', class: 'key-name' }, make('i'), NAMES[kind]),
        make('td', { 'data-figure': 'forecast' }, count(number(forecast[kind].wal_per_row))), make('td', { 'data-figure': 'measured' }, count(insertWal + otherWal)),
        make('td', {}, String(forecast[kind].density)), make('td', {}, percent(density)))
      return row
    })
    find('#trying').textContent = `Toy size: ${count(settings.frames * FRAME_ROWS)} rows of ${SMALL.rowBytes} bytes`
      + `${settings.kept ? `, of which ${count(SMALL.kept)} are kept` : ''}, a checkpoint every ${count(settings.checkpoint)} rows,`
      + ` VACUUM at ${DEAD_AT_VACUUM} % dead rows. So figures are not those of your table, but forecast and measured are of the same load.`
    const head = (text: string, span = ''): HTMLElement =>
      make('th', span ? { scope: 'colgroup', colspan: span } : { scope: 'col' }, text)
    find('#trial').replaceChildren(make('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'Forecast and measured' }, make('table', {},
      make('thead', {}, make('tr', {}, make('td'), head('bytes of WAL per row', '2'), head('density', '2')),
        make('tr', {}, make('td'), head('forecast'), head('measured'), head('forecast'), head('measured'))),
      make('tbody', {}, ...rows))))
  }
}
