// The same load in small, forecast and measured.
import { parse } from './calls'
import { find, make, setText, showProblem } from './dom'
import { KINDS, NAMES, type Kind } from './keys'
import type { Row } from './messages'
import { number, seconds, short, statement, type Question } from './question'
import type { Runs } from './runs'
import { showAsk } from './sql'
import { DEAD_AT_VACUUM, FRAME_ROWS, SECONDS, UNITS, type Settings } from './settings'
import { count, percent, quote, rate } from './text'

/** The load in small: rows until they are deleted, or in all; and between checkpoints. */
const SMALL = { kept: 10000, frames: 600, forGood: 300, perDay: 1000, checkpoint: 1000, before: 10000, rowBytes: 48 }

export class Trial {
  private trial: { settings: Settings; forecast: Record<Kind, Row> } | undefined

  constructor(
    private readonly runs: Runs,
    private readonly question: () => Question,
    private readonly begin: (settings: Settings) => void,
  ) {
    find('#try').addEventListener('click', () => void this.attempt())
  }

  /** The same load in small: as many rows as the strips show well, over the same time. */
  private async attempt(): Promise<void> {
    this.trial = undefined
    find('#trying').textContent = ''
    find('#trial').replaceChildren()
    try {
      const asked = this.question()
      const kept = asked.kept ? (await seconds((text) => this.runs.query(text), quote(asked.kept)))[0]! : 0
      const perSecond = kept > 0 ? SMALL.kept / kept : SMALL.perDay / SECONDS.day
      const frames = kept > 0 ? SMALL.frames : SMALL.forGood
      const inserted = frames * FRAME_ROWS
      const before = asked.before && kept === 0 ? SMALL.before : 0
      const question: Question = {
        ...asked,
        rate: short(perSecond),
        horizon: `${short((before + inserted) / perSecond)} s`,
        memory: '128 MB',
        checkpoint: `${short(SMALL.checkpoint / perSecond)} s`,
        dead: DEAD_AT_VACUUM,
        bytes: SMALL.rowBytes,
      }
      const sql = statement(question)
      const rows = await this.runs.query(sql, (share, doing) => {
        setText(find('#trial-waiting'), `PostgreSQL starts: ${doing}, ${Math.round(100 * share)} %`)
      })
      setText(find('#trial-waiting'), '')
      const forecast = {} as Record<Kind, Row>
      for (const [kind, key] of [
        ['random', 'random'],
        ['v7', 'UUIDv7'],
        ['wrapping', 'wrapping by time'],
      ] as const) {
        const row = rows.find((one) => one.key === key)
        if (!row) throw new Error(`uuid_advise() has no ${key}`)
        forecast[kind] = row
      }
      const lengths = await seconds(
        (text) => this.runs.query(text),
        ...parse(String(forecast.wrapping.call)).given.split(', '),
      )
      const [interval, cycle] = [lengths[0]!, lengths[1]!]
      const unit = UNITS.findLast((one) => interval % SECONDS[one] === 0) ?? 'sec'
      const settings: Settings = {
        rows: short(perSecond * interval),
        unit,
        interval: interval / SECONDS[unit],
        cycle: Math.round(cycle / interval),
        kept: short(kept / interval),
        left: asked.left,
        checkpoint: SMALL.checkpoint,
        before,
        frames,
      }
      this.trial = { settings, forecast }
      showAsk(find('#trial-sql'), [['The SQL behind the forecast', sql]], (text) => this.runs.query(text))
      showProblem('#trial-problem', '')
      this.begin(settings)
    } catch (error) {
      showProblem('#trial-problem', (error as Error).message)
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
      const made = Math.floor(runs.made / 20) * 20
      find('#trying').textContent =
        `Your table in toy size: ${count(made * FRAME_ROWS)} of ${count(frames * FRAME_ROWS)} rows.`
      return
    }
    if (find('#trial').childElementCount === 0) this.compare(trial)
  }

  private compare({ settings, forecast }: NonNullable<Trial['trial']>): void {
    const { history } = this.runs.at(settings.frames - 1)
    const others = (kind: Kind): number => {
      const { of } = history.last(kind)
      const frames = history.frames.slice(-of / FRAME_ROWS)
      return frames.reduce((sum, { tables }) => sum + (tables[kind].otherImages ?? Number.NaN), 0) / of
    }
    const rows = KINDS.map((kind) => {
      const { wal, density } = history.last(kind)
      const row = make(
        'tr',
        { class: kind },
        make('th', { scope: 'row', class: 'key-name' }, make('i'), NAMES[kind]),
        make('td', { 'data-figure': 'forecast' }, count(number(forecast[kind].wal_per_row))),
        make('td', { 'data-figure': 'measured' }, count(wal)),
        make('td', { 'data-figure': 'others' }, count(others(kind))),
        make('td', {}, String(forecast[kind].density)),
        make('td', {}, percent(density)),
      )
      return row
    })
    const times = (of: (kind: Kind) => number): string => rate(of('random') / of('wrapping'))
    find('#trying').textContent =
      `Random keys were forecast to write ${times((kind) => number(forecast[kind].wal_per_row))} times as much WAL as` +
      ` wrapping keys, and wrote ${times((kind) => history.last(kind).wal)} times as much. Toy size:` +
      ` ${count(settings.frames * FRAME_ROWS)} rows of ${SMALL.rowBytes} bytes` +
      `${settings.kept ? `, of which ${count(SMALL.kept)} are kept` : ''},` +
      ` a checkpoint every ${count(settings.checkpoint)} rows, VACUUM at ${percent(DEAD_AT_VACUUM * 100)} dead rows.` +
      ' So figures are not those of your table, but forecast and measured are of the same load.' +
      ` Of what was measured, ${KINDS.map((kind) => count(others(kind))).join(', ')} bytes per row are images of` +
      ' pages that VACUUM cleans, of the visibility map, of inner pages of the index and of system catalogs. The' +
      ' forecast has little of them, since in a large table more rows share each.'
    const head = (text: string, span = ''): HTMLElement =>
      make('th', span ? { scope: 'colgroup', colspan: span } : { scope: 'col' }, text)
    find('#trial').replaceChildren(
      make(
        'div',
        { class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'Forecast and measured' },
        make(
          'table',
          {},
          make(
            'thead',
            {},
            make('tr', {}, make('td'), head('bytes of WAL per row', '3'), head('density', '2')),
            make(
              'tr',
              {},
              make('td'),
              ...['forecast', 'measured', 'of it, such images', 'forecast', 'measured'].map((name) => head(name)),
            ),
          ),
          make('tbody', {}, ...rows),
        ),
      ),
    )
  }
}
