// The part in which one inserts a row, and sees the page that its key goes to.
import { grid, palette } from './draw'
import { find, showStatements } from './dom'
import type { Field } from './fields'
import { WRITTEN } from './frames'
import { NAMES, type Kind } from './keys'
import type { Runs } from './runs'
import { Section } from './section'
import { count } from './text'

const FIELDS: readonly Field[] = [
  {
    name: 'kind',
    title: 'Kind of key',
    usual: 'random',
    kind: [
      ['random', NAMES.random],
      ['v7', NAMES.v7],
      ['wrapping', NAMES.wrapping],
    ],
  },
]
/** Rows that are there before. */
const BEFORE = 2000
const BEFORE_KEYS: Record<Kind, string> = {
  random: 'gen_random_uuid()',
  v7: 'uuid_v7_at(at)',
  wrapping: "uuid_interval_at(at, '1 min', '1 hour')",
}
const NEW_KEYS: Record<Kind, string> = {
  random: 'gen_random_uuid()',
  v7: 'uuid_v7_nextval()',
  wrapping: "uuid_interval_nextval('1 min', '1 hour')",
}

interface Page {
  keys: number
  full: number
  holds: boolean
}
interface Inserted {
  pages: Page[]
  /** The newest key, and the number of pages before it came. */
  key: string
  before: number
}

export class OneRow extends Section<Inserted> {
  private made = ''
  private rows = 0
  private turn = Promise.resolve()
  private inserted: Inserted = { pages: [], key: '', before: 0 }

  constructor(runs: Runs) {
    super(
      runs,
      '#one',
      `
      <h2 id="one-title">One row</h2>
      <p>Where does a row's key go? Choose the kind of key, and insert rows into a small table that has
        ${count(BEFORE)}. A cell is a page, in the order of keys; yellow is the page that the newest key went to.</p>
      <form></form>
      <button id="one-insert" type="button">Insert a row</button>
      <button id="fifty" type="button">Insert 50</button>
      <p class="problem" role="alert" hidden></p>
      <canvas id="one-pages" role="img" aria-labelledby="one-said"></canvas>
      <p id="one-said" aria-live="polite">PostgreSQL has not started yet.</p>
      <details><summary>The SQL behind this</summary><div class="statements"></div></details>`,
      'r.',
      FIELDS,
    )
    for (const [button, rows] of [
      ['#one-insert', 1],
      ['#fifty', 50],
    ] as const)
      find(button).addEventListener('click', () => {
        this.rows += rows
        void this.ask()
      })
    addEventListener('resize', () => this.draw())
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw())
  }

  /** In a PostgreSQL that has just started, and has no table yet. */
  begin(): Promise<void> {
    this.made = ''
    return this.ask()
  }

  /** One after another, since they change the table. */
  override ask(): Promise<void> {
    this.turn = this.turn.then(() => super.ask())
    return this.turn
  }

  private get kind(): Kind {
    return this.fields.get('kind') as Kind
  }

  protected async answer(): Promise<Inserted> {
    const { kind, rows } = this
    this.rows = 0
    const { engine } = this.runs
    const before = kind === this.made ? this.inserted.pages.length : 0
    if (kind !== this.made) {
      this.made = ''
      await engine.query('DROP TABLE IF EXISTS one_row')
      await engine.query('CREATE TABLE one_row (id uuid PRIMARY KEY)')
      await engine.query(
        `INSERT INTO one_row SELECT ${BEFORE_KEYS[kind]}
           FROM generate_series(1, ${BEFORE}) AS row,
                LATERAL (SELECT now() - (${BEFORE} - row) * interval '1.4 s') AS t (at)`,
      )
      this.made = kind
    }
    const insert =
      `INSERT INTO one_row SELECT ${NEW_KEYS[kind]} FROM generate_series(1, ${rows}) RETURNING id::text AS key`
    const key = rows ? String((await engine.query(insert)).at(-1)!.key) : ''
    const search = leaves(key)
    showStatements(find('#one .statements'), [
      ['The row', insert],
      ['The pages, and which of them has the key', search],
    ])
    const found = await engine.query(search)
    const followers = new Set(found.map((row) => Number(row.next)))
    const byBlock = new Map(found.map((row) => [Number(row.block), row]))
    const pages: Page[] = []
    for (let row = found.find((one) => !followers.has(Number(one.block))); row; row = byBlock.get(Number(row.next)))
      pages.push({ keys: Number(row.keys), full: 100 - Number(row.free) / 81.52, holds: Boolean(row.holds) })
    return { pages, key, before }
  }

  protected show(inserted: Inserted | undefined): void {
    this.inserted = inserted ?? { pages: [], key: '', before: 0 }
    this.draw()
    find('#one-said').textContent = inserted ? sentence(inserted) : ''
  }

  private draw(): void {
    const { pages } = this.inserted
    const shown = Uint8Array.from(pages, ({ full, holds }) => Math.round(full) + (holds ? WRITTEN : 0))
    grid(find<HTMLCanvasElement>('#one-pages'), this.kind, [shown], Math.max(pages.length, 20), palette())
  }
}

const leaves = (key: string): string =>
  `SELECT s.blkno AS block, s.btpo_next AS next, s.free_size + 4 AS free,
       s.live_items - (s.btpo_next <> 0)::int AS keys,
       EXISTS (SELECT FROM bt_page_items('one_row_pkey', s.blkno::int) AS i
                WHERE replace(i.data, ' ', '') = '${key.replaceAll('-', '')}' AND i.htid IS NOT NULL) AS holds
  FROM bt_multi_page_stats('one_row_pkey', 1, -1) AS s WHERE s.type = 'l'`

function sentence({ pages, key, before }: Inserted): string {
  const all = `${count(pages.length)} pages hold ${count(pages.reduce((sum, page) => sum + page.keys, 0))} keys.`
  const place = pages.findIndex((page) => page.holds)
  if (!key || place < 0) return all
  const grown = before > 0 ? pages.length - before : 0
  const split = grown > 0 ? ` ${count(grown)} ${grown === 1 ? 'page was' : 'pages were'} full, and split.` : ''
  const full = Math.round(pages[place]!.full)
  return `${key} went to page ${place + 1} of ${pages.length}, which is ${full} % full.${split} ${all}`
}
