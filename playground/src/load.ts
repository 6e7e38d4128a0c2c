// Runs the same load on three tables, a frame at a time, and measures them.  In the worker.
import type { PGlite } from '@electric-sql/pglite'
import { COLUMNS, KEY_DIGITS, WRITTEN, type Column, type Frame, type Leaves, type TableFrame } from './frames'
import { KINDS, TABLES, type Kind } from './keys'
import { DEAD_AT_VACUUM, FRAME_ROWS, type Settings } from './settings'
import * as sql from './statements'

type Cell = string | number | boolean
/** A key in the index, and the number of the frame in which it came: 0 before all of them. */
type Key = readonly [id: string, frame: number]
interface TableState {
  /** Keys to delete, by frame. */
  leaving: string[][]
  /** Keys in the index, in its order; those of deleted rows stay until VACUUM. */
  keys: Key[]
  dead: Set<string>
  /** When a page was last written, by its number in the file. */
  written: Map<number, number>
  rows: number
  /** Of the newest frame, as in TableFrame. */
  newest: { key: string; shared: number }
}

// What a page of 8 kB has room for, besides its header and the pointers to its neighbours; free_size leaves out a
// pointer to an item.  So pgstatindex computes avg_leaf_density.
const ROOM = 8152
const ITEM_POINTER = 4
/** Shares are binary fractions, and 20 * 0.05 is not exactly 1. */
const ROUNDING = 1e-9

export class Load {
  private readonly state: Record<Kind, TableState>
  private frame = 0

  constructor(
    private readonly db: PGlite,
    private readonly settings: Settings,
  ) {
    const empty = (): TableState => ({
      leaving: [],
      keys: [],
      dead: new Set(),
      written: new Map(),
      rows: settings.before,
      newest: { key: '', shared: 0 },
    })
    this.state = { random: empty(), v7: empty(), wrapping: empty() }
  }

  async begin(): Promise<void> {
    await this.db.exec('DEALLOCATE ALL')
    await this.db.exec(`DROP TABLE IF EXISTS ${KINDS.map((kind) => TABLES[kind]).join(', ')}`)
    for (const kind of KINDS) {
      await this.db.exec(sql.createTable(kind))
      if (this.settings.before > 0) {
        await this.db.exec(sql.insertBefore(kind, this.settings))
        this.add(kind, await this.rows(`SELECT id FROM ${TABLES[kind]}`), 0)
      }
      // Planning takes longer than to insert a hundred rows.
      await this.db.exec(`PREPARE insert_${kind} (int) AS ${sql.insert(kind, this.settings)}`)
      await this.db.exec(`PREPARE leaves_${kind} AS ${sql.leafPages(kind)}`)
    }
    await this.db.exec(`PREPARE written (pg_lsn, pg_lsn) AS ${sql.WRITTEN_PAGES}`)
    await this.db.exec(`PREPARE sizes AS ${sql.SIZES}`)
  }

  async step(): Promise<Frame> {
    const checkpoint = (this.frame * FRAME_ROWS) % this.settings.checkpoint < FRAME_ROWS
    if (checkpoint) await this.db.exec('CHECKPOINT')
    const from = await this.position()
    let before = from
    const wal = {} as Record<Kind, [insert: number, other: number]>
    for (const kind of KINDS) {
      await this.insert(kind)
      const between = await this.position()
      await this.clean(kind)
      const after = await this.position()
      wal[kind] = [bytes(between) - bytes(before), bytes(after) - bytes(between)]
      before = after
    }
    await this.db.exec(sql.FLUSH_WAL)
    const writes = await this.rows(`EXECUTE written ('${from}', '${before}')`)
    const sizes = (await this.rows('EXECUTE sizes'))[0]!.map(Number)
    const tables = {} as Record<Kind, TableFrame>
    for (const [place, kind] of KINDS.entries()) {
      const [size, filenode] = [sizes[place * 2]!, sizes[place * 2 + 1]!]
      const written = writes.filter(([node]) => Number(node) === filenode)
      for (const [, block] of written) this.state[kind].written.set(Number(block), this.frame + 1)
      const whole = new Set(written.filter(([, , isWhole]) => isWhole).map(([, block]) => Number(block)))
      const [insertWal, otherWal] = wal[kind]
      tables[kind] = {
        ...this.state[kind].newest,
        ...(await this.pages(kind, whole)),
        ...{ size, insertWal, otherWal, images: whole.size },
      }
    }
    this.frame += 1
    return { inserted: this.frame * FRAME_ROWS, rows: this.state.v7.rows, checkpoint, tables }
  }

  private async insert(kind: Kind): Promise<void> {
    const { left } = this.settings
    const inserted = await this.rows(`EXECUTE insert_${kind} (${this.frame * FRAME_ROWS})`)
    this.state[kind].rows += inserted.length
    this.add(kind, inserted, this.frame + 1)
    this.state[kind].newest = newestOf(inserted.map(([id]) => String(id)))
    // One in so many rows stays: evenly, so that every run of a story is alike.
    const stays = (place: number): boolean =>
      Math.floor((place + 1) * left + ROUNDING) > Math.floor(place * left + ROUNDING)
    this.state[kind].leaving.push(inserted.map(([id]) => String(id)).filter((_, place) => !stays(place)))
  }

  private add(kind: Kind, inserted: Cell[][], frame: number): void {
    const state = this.state[kind]
    const added = inserted.map(([id]): Key => [String(id), frame]).sort(inOrder)
    const merged: Key[] = []
    let at = 0
    for (const key of state.keys) {
      while (at < added.length && inOrder(added[at]!, key) < 0) merged.push(added[at++]!)
      merged.push(key)
    }
    state.keys = merged.concat(added.slice(at))
  }

  /** DELETE, and VACUUM when it is due. */
  private async clean(kind: Kind): Promise<void> {
    const { kept, rows, left } = this.settings
    const state = this.state[kind]
    if (kept === 0 || left === 1 || state.leaving.length <= Math.max((kept * rows) / FRAME_ROWS, 1)) return
    const keys = state.leaving.shift()!
    await this.db.query(sql.remove(kind), [`{${keys.join()}}`])
    state.rows -= keys.length
    for (const key of keys) state.dead.add(key)
    if (state.dead.size < DEAD_AT_VACUUM * (state.rows + state.dead.size)) return
    await this.db.exec(sql.vacuum(kind))
    state.keys = state.keys.filter(([id]) => !state.dead.has(id))
    state.dead.clear()
  }

  /** Leaf pages, from the one with the smallest keys along the links to their neighbours. */
  private async pages(kind: Kind, whole: Set<number>): Promise<Pick<TableFrame, 'pages' | 'leaves' | 'density'>> {
    const state = this.state[kind]
    const leaves = new Map(
      (await this.rows(`EXECUTE leaves_${kind}`)).map(
        ([block, next, free, items]) =>
          [
            Number(block),
            // All pages but the last have an item for the bound of their keys.
            {
              next: Number(next),
              full: 1 - (Number(free) + ITEM_POINTER) / ROOM,
              keys: Number(items) - Number(Number(next) !== 0),
            },
          ] as const,
      ),
    )
    const followers = new Set([...leaves.values()].map((leaf) => leaf.next))
    const pages: number[] = []
    const columns = Object.fromEntries(COLUMNS.map((column) => [column, [] as number[]])) as Record<Column, number[]>
    let [sum, at] = [0, 0]
    for (const first of leaves.keys()) {
      if (followers.has(first)) continue
      for (let block = first, leaf = leaves.get(block); leaf; block = leaf.next, leaf = leaves.get(block)) {
        pages.push(Math.round(leaf.full * 100) + (whole.has(block) ? WRITTEN : 0))
        sum += leaf.full
        const keys = state.keys.slice(at, (at += leaf.keys))
        const known = { ...ofKeys(keys), written: state.written.get(block) ?? 0 }
        for (const column of COLUMNS) columns[column].push(known[column])
      }
    }
    const leafColumns = Object.fromEntries(
      COLUMNS.map((column) => [column, Uint32Array.from(columns[column])]),
    ) as Leaves
    return { pages: Uint8Array.from(pages), leaves: leafColumns, density: (100 * sum) / pages.length }
  }

  private async position(): Promise<string> {
    return String((await this.rows(sql.WAL_POSITION))[0]![0])
  }

  private async rows(query: string): Promise<Cell[][]> {
    return (await this.db.query<Cell[]>(query, [], { rowMode: 'array' })).rows
  }
}

/** The newest key, and how many digits all of them share. */
function newestOf(keys: string[]): { key: string; shared: number } {
  const digits = keys.map((key) => key.replaceAll('-', '').slice(0, KEY_DIGITS))
  const key = digits.at(-1)!
  let shared = 0
  while (shared < key.length && digits.every((other) => other[shared] === key[shared])) shared += 1
  return { key, shared }
}

const inOrder = ([a]: Key, [b]: Key): number => (a < b ? -1 : 1)

/** What a page shows of its keys. */
function ofKeys(keys: Key[]): Record<'keys' | 'first' | 'oldest' | 'newest', number> {
  const frames = keys.map(([, frame]) => frame)
  return {
    keys: keys.length,
    first: Number.parseInt(keys[0]?.[0].slice(0, 8) ?? '0', 16),
    oldest: keys.length ? Math.min(...frames) : 0,
    newest: Math.max(...frames, 0),
  }
}

/** A position in the WAL, "0/28BC3B8", as a number. */
function bytes(position: string): number {
  const [high, low] = position.split('/')
  return Number.parseInt(high!, 16) * 2 ** 32 + Number.parseInt(low!, 16)
}
