// The frames of a run, and what they say of a kind of key at any of them.
import type { Frame, Scale } from './frames'
import { KINDS, type Kind } from './keys'
import { FRAME_ROWS } from './settings'

/** Figures are of at least so many rows, and of whole times between checkpoints: VACUUM comes every few hundred. */
const LEAST_ROWS = 10_000

export interface Figures {
  /** Bytes of WAL per inserted row: of INSERT, DELETE and VACUUM, and of INSERT alone. */
  wal: number
  insertWal: number
  /** Pages of the index that were written whole, per inserted row. */
  images: number
  /** The inserted rows that these three are of. */
  of: number
  leaves: number
  density: number
  /** Bytes. */
  size: number
}

type Sums = Record<'wal' | 'insertWal' | 'images', number>
const NOTHING: Sums = { wal: 0, insertWal: 0, images: 0 }

export class History {
  readonly frames: Frame[] = []
  /** The most pages of any index up to each frame. */
  private readonly most: number[] = []
  private readonly sums: Record<Kind, Sums[]> = { random: [], v7: [], wrapping: [] }
  private readonly past: Record<Kind, Figures[]> = { random: [], v7: [], wrapping: [] }

  constructor(frames: Frame[] = []) {
    for (const frame of frames) this.add(frame)
  }

  add(frame: Frame): void {
    this.frames.push(frame)
    const place = this.frames.length - 1
    let since = Math.max(place + 1 - LEAST_ROWS / FRAME_ROWS, 0)
    while (since > 0 && !this.frames[since]!.checkpoint) since -= 1
    this.most.push(Math.max(this.most.at(-1) ?? 0, ...KINDS.map((kind) => frame.tables[kind].pages.length)))
    for (const kind of KINDS) {
      const before = this.sums[kind].at(-1) ?? NOTHING
      const { insertWal, otherWal, images } = frame.tables[kind]
      this.sums[kind].push({
        wal: before.wal + insertWal + otherWal,
        insertWal: before.insertWal + insertWal,
        images: before.images + images,
      })
      this.past[kind].push(this.figures(place, kind, since))
    }
  }

  /** What is known after each frame. */
  all(kind: Kind): readonly Figures[] {
    return this.past[kind]
  }

  /** Bytes of WAL up to a frame. */
  walSoFar(place: number, kind: Kind): number {
    return this.sums[kind][place]?.wal ?? 0
  }

  /** The most pages of any index up to a frame. */
  mostPages(place: number): number {
    return this.most[place] ?? 0
  }

  /** The most that anything reaches. */
  scale(): Scale {
    const place = this.frames.length - 1
    return {
      pages: this.mostPages(place),
      wal: Math.max(...KINDS.map((kind) => this.walSoFar(place, kind))),
      index: Math.max(0, ...KINDS.flatMap((kind) => this.past[kind].map(({ size }) => size))),
    }
  }

  last(kind: Kind): Figures {
    return this.past[kind].at(-1)!
  }

  /** WAL and page images are of the frames since the given one. */
  figures(place: number, kind: Kind, since: number): Figures {
    const now = this.sums[kind][place]!
    const then = this.sums[kind][since - 1] ?? NOTHING
    const of = (place - since + 1) * FRAME_ROWS
    const table = this.frames[place]!.tables[kind]
    return {
      wal: (now.wal - then.wal) / of,
      insertWal: (now.insertWal - then.insertWal) / of,
      images: (now.images - then.images) / of,
      of,
      leaves: table.pages.length,
      density: table.density,
      size: table.size * 8192,
    }
  }
}
