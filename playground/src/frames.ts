// What is measured after each hundred rows, and how a recorded run is packed.
import { KINDS, type Kind } from './keys'
import type { Settings } from './settings'

/** In a page: it was written whole to the WAL in this frame. */
export const WRITTEN = 128

/**
 * What is known of leaf pages besides how full they are: how many keys each has, the first 32 bits of its first one,
 * and the numbers of the frames, from 1, in which its oldest and its newest row was inserted, and in which it was last
 * written to the WAL; 0 is before the run.
 */
export const COLUMNS = ['keys', 'first', 'oldest', 'newest', 'written'] as const
export type Column = (typeof COLUMNS)[number]
export type Leaves = Record<Column, Uint32Array>
const IS_TIME: Record<Column, boolean> = { keys: false, first: false, oldest: true, newest: true, written: true }

/** How many hexadecimal digits of a key are known: more of them would be but random. */
export const KEY_DIGITS = 16

export interface TableFrame {
  /** The first digits of the newest key, and how many of them all keys of the frame share. */
  key: string
  shared: number
  /** A byte for each leaf page, in the order of keys: how full, in percent, and perhaps WRITTEN. */
  pages: Uint8Array
  /** In the same order; of a recording, read only when it is asked for. */
  readonly leaves: Leaves
  /** How full leaf pages are on average, in percent. */
  density: number
  /** The index, in pages of 8 kB. */
  size: number
  /** Bytes of WAL that INSERT wrote, and those of DELETE and VACUUM. */
  insertWal: number
  otherWal: number
  /** Pages of the index that were written whole. */
  images: number
}

export interface Frame {
  /** Rows inserted into each table so far, and rows that it now holds. */
  inserted: number
  rows: number
  /** Whether a checkpoint came just before. */
  checkpoint: boolean
  tables: Record<Kind, TableFrame>
}

/** The most that any figure of a run reaches, so that it fills its room at the end. */
export interface Scale {
  pages: number
  /** Bytes. */
  wal: number
  index: number
}

export interface Head {
  postgres: string
  settings: Settings
  scale: Scale
  /** How many frames follow, and how many came before them. */
  frames: number
  before?: number
}

function pushNumber(bytes: number[], value: number): void {
  for (; value > 127; value = Math.floor(value / 128)) bytes.push(128 + (value % 128))
  bytes.push(value)
}

/** Ages below this are packed as such, since pages that all rows go to have others in each frame. */
const YOUNG = 16
const packTime = (time: number, now: number): number => (now - time < YOUNG ? now - time : YOUNG + time)
const unpackTime = (value: number, now: number): number => (value < YOUNG ? now - value : value - YOUNG)

/** What was run as JSON, then numbers of seven bits a byte, and pages as they are. */
export function pack(head: Omit<Head, 'frames'>, frames: readonly Frame[]): Uint8Array {
  const packedHead = new TextEncoder().encode(JSON.stringify({ ...head, frames: frames.length }))
  const bytes: number[] = []
  pushNumber(bytes, packedHead.length)
  bytes.push(...packedHead)
  for (const [place, frame] of frames.entries()) {
    for (const value of [frame.inserted, frame.rows, Number(frame.checkpoint)]) pushNumber(bytes, value)
    for (const kind of KINDS) {
      const { key, shared, pages, leaves, density, size, insertWal, otherWal, images } = frame.tables[kind]
      for (let at = 0; at < KEY_DIGITS; at += 2) bytes.push(Number.parseInt(key.slice(at, at + 2), 16))
      pushNumber(bytes, shared)
      for (const value of [Math.round(density * 100), size, insertWal, otherWal, images, pages.length])
        pushNumber(bytes, value)
      bytes.push(...pages)
      const packed: number[] = []
      const now = place + 1 + (head.before ?? 0)
      for (const column of COLUMNS)
        for (const value of leaves[column]) pushNumber(packed, IS_TIME[column] ? packTime(value, now) : value)
      pushNumber(bytes, packed.length)
      bytes.push(...packed)
    }
  }
  return Uint8Array.from(bytes)
}

interface Reader {
  take(this: void, length: number): Uint8Array
  number(this: void): number
  /** How many bytes have been read. */
  readonly at: number
}

/** More bytes have to come first. */
class Incomplete extends Error {}

function reader(bytes: Uint8Array): Reader {
  let at = 0
  return {
    get at() {
      return at
    },
    take(length) {
      if (at + length > bytes.length) throw new Incomplete()
      return bytes.subarray(at, (at += length))
    },
    number() {
      let value = 0
      for (let factor = 1; ; factor *= 128) {
        const byte = bytes[at++]
        if (byte === undefined) throw new Incomplete()
        value += (byte % 128) * factor
        if (byte < 128) return value
      }
    },
  }
}

function unpackLeaves(packed: Uint8Array, pages: number, now: number): Leaves {
  const { number } = reader(packed)
  const column = (isTime: boolean): Uint32Array =>
    Uint32Array.from({ length: pages }, () => (isTime ? unpackTime(number(), now) : number()))
  return Object.fromEntries(COLUMNS.map((name) => [name, column(IS_TIME[name])])) as Leaves
}

function unpackTable({ take, number }: Reader, now: number): TableFrame {
  const key = [...take(KEY_DIGITS / 2)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const [shared, density, size, insertWal, otherWal, images, length] = [
    number(),
    number() / 100,
    number(),
    number(),
    number(),
    number(),
    number(),
  ]
  const pages = take(length)
  const packed = take(number())
  return {
    ...{ key, shared, density, size, insertWal, otherWal, images, pages },
    get leaves() {
      return unpackLeaves(packed, pages.length, now)
    },
  }
}

function unpackFrame(from: Reader, now: number): Frame {
  const [inserted, rows, checkpoint] = [from.number(), from.number(), from.number() === 1]
  const [random, v7, wrapping] = [unpackTable(from, now), unpackTable(from, now), unpackTable(from, now)]
  return { inserted, rows, checkpoint, tables: { random, v7, wrapping } }
}

/** Unpacks a recording while it arrives, so that it plays before it is all there. */
export class Unpacker {
  head: Head | undefined
  private rest = new Uint8Array()
  private frames = 0

  /** Takes more bytes, and returns the frames that are now complete. */
  add(bytes: Uint8Array): Frame[] {
    const all = new Uint8Array(this.rest.length + bytes.length)
    all.set(this.rest)
    all.set(bytes, this.rest.length)
    const from = reader(all)
    const complete: Frame[] = []
    let read = 0
    try {
      if (!this.head) {
        this.head = JSON.parse(new TextDecoder().decode(from.take(from.number()))) as Head
        read = from.at
      }
      while (this.frames < this.head.frames) {
        complete.push(unpackFrame(from, this.frames + 1 + (this.head.before ?? 0)))
        this.frames += 1
        read = from.at
      }
    } catch (error) {
      if (!(error instanceof Incomplete)) throw error
    }
    this.rest = all.slice(read)
    return complete
  }

  get isComplete(): boolean {
    return this.head !== undefined && this.frames === this.head.frames
  }
}
