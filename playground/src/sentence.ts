// "My number": the sentence whose numbers are the controls, and the one answer to it.
import FIRST from 'first-answer'
import { showCards, showDefaults } from './advice'
import { answerOf, answerOfRow, type Answer } from './answer'
import { copy, find, make, showProblem } from './dom'
import type { Field } from './fields'
import type { Row } from './messages'
import { savePicture } from './picture'
import { costStatement, short, type Question } from './question'
import { costsOf, parseReport, type Printed, type ReportRow } from './report'
import type { Runs } from './runs'
import { Section } from './section'
import { SECONDS } from './settings'
import { showAsk } from './sql'
import { size } from './text'

const PER = [
  [String(SECONDS.sec), 'second'],
  [String(SECONDS.min), 'minute'],
  [String(SECONDS.hour), 'hour'],
  [String(SECONDS.day), 'day'],
] as const
const GOOD = 'good'
const KEPT = [
  ['day', 'days'],
  ['hour', 'hours'],
  [GOOD, 'for good'],
] as const
const FIELDS: readonly Field[] = [
  { name: 'rate', title: 'I insert ', label: 'Rows', usual: '20', kind: 'decimal', min: '0.0001', max: '10000000' },
  { name: 'per', title: ' rows per ', label: 'Rows per', usual: '1', kind: PER },
  { name: 'kept', title: ', keep them ', label: 'Kept for', usual: '30', kind: 'decimal', min: '0.01', max: '36500' },
  { name: 'unit', title: ' ', label: 'Kept for, unit', usual: 'day', kind: KEPT },
  {
    ...{ name: 'left', title: ', ', label: 'Share that stays, in %', hint: ' % stay', usual: '5' },
    ...{ kind: 'decimal', min: '0', max: '100' },
  },
  {
    ...{ name: 'keys', title: ', keys are ', label: 'Who sees keys', usual: 'private' },
    kind: [
      ['private', 'private'],
      ['public', 'public'],
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
  { name: 'before', title: 'The table already holds random keys', usual: 'false', kind: 'checkbox' },
]

/** What uuid_advise() says of the sentence. */
interface Forecast {
  sql: string
  rows: Row[]
}

export class Sentence extends Section<Forecast> {
  private rows: Printed[] = []
  private row: ReportRow | undefined

  constructor(runs: Runs) {
    super(runs, '#choose', 'a.', [...FIELDS, ...MORE])
    for (const { name } of MORE) find('#more-about').append(this.fields.label(name))
    find<HTMLTextAreaElement>('#report').addEventListener('input', () => this.paste())
    find('#link').addEventListener('click', ({ currentTarget }) => {
      this.fields.keep()
      void copy(location.href, currentTarget as HTMLButtonElement)
    })
    this.showFields()
    // What nobody has changed was answered when the page was built.
    if (this.statement() === FIRST.sql) this.show(FIRST)
    else void this.ask()
  }

  private showFields(): void {
    const isForGood = this.fields.get('unit') === GOOD
    for (const name of ['kept', 'left']) this.fields.show(name, !isForGood)
  }

  protected override changed(): void {
    this.showFields()
    void this.ask()
  }

  question(): Question {
    const { fields } = this
    const problem = fields.problem()
    if (problem) throw new Error(problem)
    const isForGood = fields.get('unit') === GOOD
    return {
      rate: short(Number(fields.get('rate')) / Number(fields.get('per'))),
      kept: isForGood ? '' : `${fields.get('kept')} ${fields.get('unit')}s`,
      left: isForGood ? 0 : short(Number(fields.get('left')) / 100),
      isPublic: fields.get('keys') === 'public',
      horizon: '',
      memory: fields.get('memory'),
      checkpoint: fields.get('checkpoint') && `${fields.get('checkpoint')} min`,
      dead: fields.get('dead') ? short(Number(fields.get('dead')) / 100) : undefined,
      bytes: Math.round(Number(fields.get('bytes'))),
      before: fields.get('before') === 'true',
    }
  }

  /** The question in SQL, or nothing if the sentence has none. */
  private statement(): string {
    return this.fields.problem() ? '' : costStatement(this.question())
  }

  protected async answer(): Promise<Forecast> {
    const sql = costStatement(this.question())
    if (sql === FIRST.sql) return FIRST
    find('#answer').classList.add('old')
    return { sql, rows: await this.query(sql) }
  }

  protected override explain(message: string): string {
    if (/invalid size|size unit/.test(message)) return `Memory for this index: write a size, such as 4 GB (${message}).`
    return message
  }

  protected show(forecast: Forecast | undefined): void {
    this.showAnswer(forecast && answerOf(forecast.rows))
    showCards(forecast?.rows ?? [])
    showDefaults(forecast?.rows ?? [])
    if (forecast) showAsk(find('#advice-sql'), [['The forecast above', forecast.sql]], (sql) => this.runs.query(sql))
    find('#details').hidden = !forecast
    this.showReturn(this.row && forecast ? this.row : undefined)
  }

  /** A row that was pasted stays, and one can return to it. */
  private showReturn(row: ReportRow | undefined): void {
    if (!row) return find('#return').replaceChildren()
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
    if (!text.trim()) return void this.ask()
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
    this.cancel()
    this.row = row
    this.fields.set('rate', String(row.rowsPerSecond))
    this.fields.set('per', '1')
    this.fields.set('before', String(/gen_random_uuid|uuid_generate_v4|uuidv4/.test(row.columnDefault)))
    this.fields.keep()
    showProblem('#choose .problem', '')
    find('#details').hidden = true
    find('#return').replaceChildren()
    this.showAnswer(answerOfRow(row))
  }

  private showAnswer(answer: Answer | undefined): void {
    const box = find('#answer')
    box.classList.remove('old')
    find('#send').hidden = !answer
    if (!answer) return box.replaceChildren()
    box.replaceChildren(
      make('p', { class: 'headline' }, answer.headline.join(', '), '.'),
      make('p', { class: 'basis' }, answer.basis, ' ', ...(answer.call ? [make('code', {}, answer.call)] : [])),
      barsOf(answer),
    )
    const picture = find<HTMLButtonElement>('#picture')
    picture.onclick = () => savePicture(answer, this.load())
  }

  /** The load, as it stands on the picture. */
  private load(): string {
    const { fields } = this
    const per = PER.find(([value]) => value === fields.get('per'))![1]
    const kept =
      fields.get('unit') === GOOD
        ? 'kept for good'
        : `kept ${fields.get('kept')} ${fields.get('unit')}s, ${fields.get('left')} % stay`
    return `${fields.get('rate')} rows per ${per}, ${kept}`
  }
}

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
