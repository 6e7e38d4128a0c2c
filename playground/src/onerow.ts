// The part in which the same row goes into three tables, and one sees the pages that change.
import { forgetSizes, grid, palette } from './draw'
import { find, make, setText, showProblem } from './dom'
import { WRITTEN } from './frames'
import { KINDS, NAMES, type Kind } from './keys'
import type { Row } from './messages'
import type { Runs } from './runs'
import { count } from './text'

/** Rows that are there before, in ten blocks of wrapping keys: a block has as many as README advises at least. */
const [BEFORE, BLOCK] = [10_000, 1000]
/** Simulated seconds between two rows, so that an interval of five minutes has a block. */
const BETWEEN = 300 / BLOCK
const KEYS: Record<Kind, string> = {
  random: 'gen_random_uuid()',
  v7: 'uuid_v7_at(at)',
  wrapping: "uuid_interval_at(at, '5 min', '1 hour')",
}
const table = (kind: Kind): string => `one_row_${kind}`

/** Rows from one number on, at simulated times. */
const insert = (kind: Kind, from: number, rows: number): string =>
  `INSERT INTO ${table(kind)} SELECT ${KEYS[kind]}
  FROM generate_series(${from}, ${from + rows - 1}) AS row,
       LATERAL (SELECT '2026-01-01 00:00:00+00'::timestamptz + row * interval '${BETWEEN} s') AS t (at)
RETURNING id::text AS key`

const leaves = (kind: Kind): string =>
  `SELECT s.blkno AS block, s.btpo_next AS next, s.free_size + 4 AS free, i.keys
  FROM bt_multi_page_stats('${table(kind)}_pkey', 1, -1) AS s,
       LATERAL (SELECT array_agg(replace(data, ' ', '')) AS keys
                  FROM bt_page_items('${table(kind)}_pkey', s.blkno::int)
                 WHERE itemoffset > (s.btpo_next <> 0)::int) AS i
 WHERE s.type = 'l'`

interface Page {
  block: number
  full: number
  keys: Set<string>
}
interface Lane {
  canvas: HTMLCanvasElement
  said: HTMLElement
  pages: Page[]
  /** Blocks of the pages that the newest rows went to, or that a split has added. */
  changed: Set<number>
}

export class OneRow {
  private rows = 0
  private turn: Promise<void> = Promise.resolve()
  private readonly lanes: Record<Kind, Lane>

  constructor(private readonly runs: Runs) {
    const lane = (kind: Kind): Lane => {
      const canvas = make('canvas', { role: 'img', 'aria-label': `Pages of the index, ${NAMES[kind]}` })
      const said = make('p', { id: `one-${kind}` })
      find('#one-lanes').append(make('div', { class: `lane ${kind}` }, make('h3', {}, NAMES[kind]), canvas, said))
      return { canvas, said, pages: [], changed: new Set() }
    }
    this.lanes = { random: lane('random'), v7: lane('v7'), wrapping: lane('wrapping') }
    for (const [button, rows] of [
      ['#one-insert', 1],
      ['#fifty', 50],
    ] as const)
      find(button).addEventListener('click', () => this.add(rows))
    new ResizeObserver(() => {
      forgetSizes()
      this.draw()
    }).observe(find('#one-lanes'))
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw())
  }

  /** PostgreSQL has just started, and has no table yet. */
  begin(): void {
    this.rows = 0
  }

  /** One after another, since they change the tables. */
  private add(rows: number): void {
    this.turn = this.turn
      .then(() => this.insert(rows))
      .catch((error: unknown) => {
        this.wait('')
        showProblem('#one .problem', (error as Error).message)
      })
  }

  private wait(text: string): void {
    setText(find('#one .waiting'), text)
  }

  private query(sql: string): Promise<Row[]> {
    return this.runs.query(sql, (share, doing) =>
      this.wait(`PostgreSQL starts: ${doing}, ${Math.round(100 * share)} %`),
    )
  }

  /** Makes the tables that rows are inserted into. */
  private async fill(): Promise<void> {
    if (this.rows > 0) return
    for (const kind of KINDS) {
      await this.query(`DROP TABLE IF EXISTS ${table(kind)}`)
      await this.query(`CREATE TABLE ${table(kind)} (id uuid PRIMARY KEY)`)
      await this.query(insert(kind, 0, BEFORE))
      this.lanes[kind].pages = await this.pages(kind)
    }
    this.rows = BEFORE
  }

  private async insert(rows: number): Promise<void> {
    showProblem('#one .problem', '')
    await this.query('SELECT')
    this.wait(this.rows > 0 ? '' : `PostgreSQL fills three tables with ${count(BEFORE)} rows …`)
    await this.fill()
    for (const kind of KINDS) {
      const lane = this.lanes[kind]
      const keys = (await this.query(insert(kind, this.rows, rows))).map(({ key }) => String(key))
      const before = new Set(lane.pages.map(({ block }) => block))
      lane.pages = await this.pages(kind)
      const added = lane.pages.filter(({ block }) => !before.has(block)).map(({ block }) => block)
      const digits = keys.map((key) => key.replaceAll('-', ''))
      const touched = lane.pages.filter((page) => digits.some((key) => page.keys.has(key))).map(({ block }) => block)
      lane.changed = new Set([...touched, ...added])
      setText(lane.said, sentence(lane, keys, touched.length, added.length))
    }
    this.rows += rows
    this.wait('')
    this.draw()
  }

  /** Leaf pages in the order of keys. */
  private async pages(kind: Kind): Promise<Page[]> {
    const found = await this.query(leaves(kind))
    const followers = new Set(found.map((row) => Number(row.next)))
    const byBlock = new Map(found.map((row) => [Number(row.block), row]))
    const pages: Page[] = []
    for (let row = found.find((one) => !followers.has(Number(one.block))); row; row = byBlock.get(Number(row.next)))
      pages.push({
        block: Number(row.block),
        full: 100 - Number(row.free) / 81.52,
        keys: new Set(row.keys as string[] | null),
      })
    return pages
  }

  private draw(): void {
    const most = Math.max(...KINDS.map((kind) => this.lanes[kind].pages.length), 20)
    for (const kind of KINDS) {
      const { canvas, pages, changed } = this.lanes[kind]
      const shown = Uint8Array.from(pages, ({ full, block }) => Math.round(full) + (changed.has(block) ? WRITTEN : 0))
      if (pages.length) grid(canvas, kind, [shown], most, palette())
    }
  }
}

function sentence({ pages }: Lane, keys: string[], touched: number, added: number): string {
  const which = keys.length === 1 ? keys[0]! : `${count(keys.length)} rows`
  const went = `${which} changed ${count(touched)} of ${count(pages.length)} pages.`
  return added > 0 ? `${went} ${count(added)} ${added === 1 ? 'was full, and' : 'were full, and'} split.` : went
}
