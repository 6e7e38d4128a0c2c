// "My number": the sentence whose numbers are the controls, and the one answer to it.
import answersAddress from '../recorded/answers.bin?url'
import FIRST from 'first-answer'
import * as address from './address'
import { showCards, showDefaults } from './advice'
import { answerOf, answerOfRow, costsOfGrid, costsOfRows, type Answer } from './answer'
import { COPY_ADDRESS, copy, find, make, setText, showProblem } from './dom'
import { Fields, type Field } from './fields'
import { placeOf, Recorded, type Grids } from './grid'
import type { Row } from './messages'
import { savePicture } from './picture'
import { costStatement, short, type Question, type Today } from './question'
import { costsOf, parseReport, type Printed, type ReportRow } from './report'
import type { Runs } from './runs'
import { SECONDS, type Unit } from './settings'
import { showAsk } from './sql'
import { count, size } from './text'

const PREFIX = 'a.'
const PER = [
  [String(SECONDS.sec), 'second'],
  [String(SECONDS.min), 'minute'],
  [String(SECONDS.hour), 'hour'],
  [String(SECONDS.day), 'day'],
] as const
const TODAY = [
  ['random', 'random'],
  ['v7', 'UUIDv7'],
  ['new', "I'm starting"],
] as const
const NEVER = 'good'
const FIELDS: readonly Field[] = [
  { name: 'today', title: 'My keys today: ', label: 'My keys today', usual: 'random', kind: TODAY, hint: '.' },
  { name: 'rate', title: ' I insert ', label: 'Rows', usual: '20', kind: 'decimal', min: '0.0001' },
  { name: 'per', title: ' rows per ', label: 'Rows per', usual: '1', kind: PER, hint: ', delete them ' },
  {
    ...{ name: 'kept', title: 'after ', label: 'Deleted after', usual: '30', kind: 'decimal' },
    ...{ min: '0.01', max: '36500' },
  },
  {
    ...{ name: 'unit', title: ' ', label: 'Deleted after, unit', usual: 'day' },
    kind: [
      ['day', 'days'],
      ['hour', 'hours'],
      [NEVER, 'never'],
    ],
  },
  {
    ...{ name: 'left', title: ', ', label: 'Permanent rows, in %', hint: ' % are permanent', usual: '5' },
    ...{ kind: 'decimal', min: '0', max: '100' },
  },
  {
    ...{ name: 'keys', title: ', and outsiders ', label: 'Outsiders', usual: 'private', hint: ' keys.' },
    kind: [
      ['private', 'never see'],
      ['public', 'see'],
    ],
  },
]
/** Those that are folded, since most people need none of them. */
const MORE: readonly Field[] = [
  {
    ...{ name: 'bytes', title: 'Bytes of a row', hint: 'in the table', usual: '100', kind: 'number' },
    ...{ min: '24', max: '8160', needed: true },
  },
  {
    ...{ name: 'memory', title: 'Memory for this index', usual: '', kind: 'text' },
    hint: 'such as 4 GB; empty: a quarter of shared_buffers',
  },
  {
    ...{ name: 'checkpoint', title: 'Minutes between checkpoints', usual: '', kind: 'number', min: '0.1' },
    hint: 'empty: 5, as checkpoint_timeout is set',
  },
  {
    ...{ name: 'dead', title: 'VACUUM at dead rows, in %', usual: '', kind: 'number', min: '0.1', max: '100' },
    hint: 'empty: as autovacuum is set',
  },
]
/** Rows per second that no table takes. */
const MOST_PER_SECOND = 1_000_000
/** Milliseconds after which somebody has stopped typing. */
const TYPED = 400

/** An answer and what it is the answer to: what is sent on is of one piece. */
interface Pair {
  readonly sql: string
  readonly answer: Answer
  /** The load in words. */
  readonly load: string
  /** The sentence, as in the address. */
  readonly values: Readonly<Record<string, string>>
  /** What PostgreSQL said, if it was asked. */
  readonly rows?: readonly Row[]
}

export class Sentence {
  private readonly fields: Fields
  private grids: { [Name in keyof Grids]: Recorded } | undefined
  private pair: Pair | undefined
  private rows: Printed[] = []
  private row: ReportRow | undefined
  /** Whether PostgreSQL is to give exact answers. */
  private isExact = false
  private asked = 0
  private timer = 0

  constructor(private readonly runs: Runs) {
    const form = find<HTMLFormElement>('#choose form')
    this.fields = new Fields(form, PREFIX, [...FIELDS, ...MORE], () => this.changed())
    for (const { name } of MORE) find('#more-about').append(this.fields.label(name))
    for (const box of [form, find('#more-about')]) box.addEventListener('focusin', () => this.want(), { once: true })
    find<HTMLTextAreaElement>('#report').addEventListener('input', () => this.paste())
    find('#picture').addEventListener('click', () => {
      if (this.pair && this.isCurrent()) savePicture(this.pair.answer, this.pair.load)
    })
    find('#link').addEventListener('click', ({ currentTarget }) => {
      if (!this.pair || !this.isCurrent()) return
      const link = new URL(address.changed(PREFIX, this.pair.values), location.href)
      link.hash = 'choose'
      void copy(link.href, currentTarget as HTMLButtonElement, COPY_ADDRESS)
    })
    // What did not load may load now.
    addEventListener('online', () => {
      if (!find('#choose .problem').hidden) this.changed()
    })
    this.changed()
    void this.loadGrids()
  }

  private async loadGrids(): Promise<void> {
    try {
      const response = await fetch(answersAddress)
      if (!response.ok || !response.body) throw new Error(String(response.status))
      const text = await new Response(response.body.pipeThrough(new DecompressionStream('gzip'))).text()
      const { deleted, permanent } = JSON.parse(text) as Grids
      this.grids = { deleted: new Recorded(deleted), permanent: new Recorded(permanent) }
    } catch {
      // PostgreSQL answers without it, only later.
      this.isExact = true
    }
    if (!this.isCurrent()) this.changed()
  }

  /** Whether what is shown is the answer to what stands in the sentence. */
  private isCurrent(): boolean {
    return this.pair !== undefined && !find('#answer').classList.contains('old')
  }

  /** From the first click on, answers are PostgreSQL's. */
  private want(): void {
    if (this.isExact) return
    this.isExact = true
    if (!this.row && !this.pair?.rows) void this.ask()
    else void this.runs.start().catch(() => {})
  }

  /** Something else stands in the sentence: what is shown is old, until there is an answer to it. */
  private changed(): void {
    const { fields } = this
    const isPermanent = fields.get('unit') === NEVER
    for (const name of ['kept', 'left']) fields.show(name, !isPermanent)
    this.asked += 1
    clearTimeout(this.timer)
    this.wait('')
    let question: Question
    try {
      question = this.question()
    } catch (error) {
      this.dim()
      showProblem('#choose .problem', (error as Error).message)
      return
    }
    showProblem('#choose .problem', '')
    const sql = costStatement(question)
    if (sql === FIRST.sql) return this.showRows(question, sql, FIRST.rows)
    const recorded = this.recorded(question, sql)
    if (recorded) this.show(recorded)
    else this.dim()
    // While the grid is on its way, nothing else has to load.
    if (this.isExact || (this.grids && !recorded)) this.timer = window.setTimeout(() => void this.ask(), TYPED)
  }

  private recorded(question: Question, sql: string): Pair | undefined {
    const { fields } = this
    const kept = fields.number('kept') * SECONDS[fields.get('unit') as Unit]
    const place = placeOf(question, kept)
    const found = place && this.grids?.[place[0]].at([question.rate, place[1], place[2]])
    const costs = found && costsOfGrid(found, question)
    return costs && { sql, answer: answerOf(costs, question, true), load: this.load(), values: fields.values() }
  }

  /** Asks PostgreSQL, which starts if it has to. */
  private async ask(): Promise<void> {
    this.asked += 1
    const { asked } = this
    try {
      const question = this.question()
      const sql = costStatement(question)
      const rows = await this.runs.query(sql, (share, doing) => {
        if (asked === this.asked)
          this.wait(`PostgreSQL starts, for the exact answer: ${doing}, ${Math.round(100 * share)} %`)
      })
      if (asked !== this.asked) return
      this.wait('')
      this.showRows(question, sql, rows)
    } catch (error) {
      if (asked !== this.asked) return
      this.wait('')
      showProblem('#choose .problem', explain((error as Error).message))
      // What was recorded is an answer all the same.
      if (!this.isCurrent()) this.dim()
    }
  }

  private showRows(question: Question, sql: string, rows: readonly Row[]): void {
    const answer = answerOf(costsOfRows(rows), question, false)
    this.show({ sql, answer, load: this.load(), values: this.fields.values(), rows })
  }

  private question(): Question {
    const { fields } = this
    const problem = fields.problem()
    if (problem) throw new Error(problem)
    const isPermanent = fields.get('unit') === NEVER
    const rate = short(fields.number('rate') / Number(fields.get('per')))
    if (rate > MOST_PER_SECOND)
      throw new Error(
        `Rows: ${count(rate)} per second is more than any table takes. Write ${count(MOST_PER_SECOND)} or less.`,
      )
    return {
      today: fields.get('today') as Today,
      rate,
      kept: isPermanent ? '' : `${fields.number('kept')} ${fields.get('unit')}s`,
      left: isPermanent ? 0 : short(fields.number('left') / 100),
      isPublic: fields.get('keys') === 'public',
      memory: fields.get('memory'),
      checkpoint: fields.get('checkpoint') && `${fields.get('checkpoint')} min`,
      dead: fields.get('dead') ? short(Number(fields.get('dead')) / 100) : undefined,
      bytes: Math.round(Number(fields.get('bytes'))),
    }
  }

  /** The load, as it stands on the picture. */
  private load(): string {
    const { fields } = this
    const per = PER.find(([value]) => value === fields.get('per'))![1]
    const deleted =
      fields.get('unit') === NEVER
        ? 'never deleted'
        : `deleted after ${fields.get('kept')} ${fields.get('unit')}s, ${fields.get('left')} % permanent`
    const more = MORE.filter(({ name, usual }) => fields.get(name) !== usual).map(
      ({ name, title }) => `${title.charAt(0).toLowerCase()}${title.slice(1)}: ${fields.get(name)}`,
    )
    const seen = fields.get('keys') === 'public' ? ['outsiders see keys'] : []
    return [`${fields.get('rate')} rows per ${per}`, deleted, ...seen, ...more].join(', ')
  }

  private wait(text: string): void {
    setText(find('#choose .waiting'), text)
  }

  /** What is shown is not the answer to what stands in the sentence. */
  private dim(): void {
    find('#answer').classList.add('old')
    for (const part of ['#send', '#details']) find(part).inert = true
  }

  private show(pair: Pair): void {
    this.pair = Object.freeze(pair)
    const { answer, rows, sql } = pair
    const box = find('#answer')
    box.classList.remove('old')
    box.replaceChildren(
      make('p', { class: 'headline' }, answer.headline.join(', '), '.'),
      barsOf(answer),
      ...(answer.reason ? [make('p', { class: 'remark' }, answer.reason)] : []),
      make('p', { class: 'basis' }, answer.basis, ' ', ...(answer.call ? [make('code', {}, answer.call)] : [])),
    )
    setText(find('#reindex'), answer.reindex)
    find('#send').inert = false
    find('#details').inert = !rows
    showCards(rows ?? [])
    showDefaults(rows ?? [])
    showAsk(find('#advice-sql'), rows ? [['The forecast above', sql]] : [], (text) => this.runs.query(text))
    this.showReturn()
  }

  /** A row that was pasted stays, and one can return to it. */
  private showReturn(): void {
    const { row } = this
    if (!row || !this.pair?.sql) return find('#return').replaceChildren()
    const button = make('button', { type: 'button' }, `Show the report's row of ${row.table}`)
    button.addEventListener('click', () => this.takeRow(row))
    find('#return').replaceChildren('You have changed the sentence, and this is the forecast for it. ', button)
  }

  /** Reads what was pasted. */
  private paste(): void {
    const text = find<HTMLTextAreaElement>('#report').value
    this.row = undefined
    this.rows = []
    find('#rows-found').replaceChildren()
    showProblem('#report-problem', '')
    if (!text.trim()) return this.changed()
    this.attempt(() => {
      this.rows = parseReport(text)
      if (this.rows.length === 1) this.takeRow(costsOf(this.rows[0]!))
      else this.askWhich()
    })
  }

  /** Which of several rows is meant. */
  private askWhich(): void {
    const buttons = this.rows.map((row, place) => {
      const button = make('button', { type: 'button' }, row.table_name || row.index_name || `Row ${place + 1}`)
      button.addEventListener('click', () => this.attempt(() => this.takeRow(costsOf(row))))
      return button
    })
    find('#rows-found').replaceChildren('Which of them? ', ...buttons)
  }

  private attempt(taking: () => void): void {
    showProblem('#report-problem', '')
    try {
      taking()
    } catch (error) {
      showProblem('#report-problem', (error as Error).message)
    }
  }

  /** Fills in the sentence, and shows what the report said. */
  private takeRow(row: ReportRow): void {
    this.asked += 1
    clearTimeout(this.timer)
    this.wait('')
    this.row = row
    this.fields.set('rate', String(row.rowsPerSecond))
    this.fields.set('per', '1')
    if (/gen_random_uuid|uuid_generate_v4|uuidv4/.test(row.columnDefault)) this.fields.set('today', 'random')
    if (/uuid_?v7/.test(row.columnDefault)) this.fields.set('today', 'v7')
    this.fields.keep()
    showProblem('#choose .problem', '')
    this.show({
      sql: '',
      answer: answerOfRow(row),
      load: 'Measured by uuid_index_report()',
      values: this.fields.values(),
    })
  }
}

/** An error of PostgreSQL's, in the words of the form. */
const explain = (message: string): string =>
  /invalid size|size unit/.test(message) ? `Memory for this index: write a size, such as 4 GB (${message}).` : message

function barsOf({ bars }: Answer): HTMLElement {
  const mostWal = Math.max(...bars.map(({ wal }) => wal))
  const mostIndex = Math.max(...bars.map(({ index }) => index ?? 0))
  const bar = (name: string, bytes: number, most: number): HTMLElement => {
    const length = make('i')
    length.style.width = `${(100 * bytes) / most}%`
    return make(
      'span',
      { class: 'measure' },
      name,
      make('span', { class: 'track' }, length),
      make('b', {}, size(bytes)),
    )
  }
  return make(
    'ul',
    { class: 'compare' },
    ...bars.map(({ name, colour, wal, index }) =>
      make(
        'li',
        { class: colour.slice(2) },
        make('span', { class: 'key-name' }, make('i'), name),
        bar('WAL a day', wal, mostWal),
        ...(index === undefined ? [] : [bar('index', index, mostIndex)]),
      ),
    ),
  )
}
