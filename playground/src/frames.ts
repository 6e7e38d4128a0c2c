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

export interface TableFrame {
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

export interface Recording {
  postgres: string
  settings: Settings
  frames: Frame[]
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
export function pack({ postgres, settings, frames }: Recording): Uint8Array {
  const head = new TextEncoder().encode(JSON.stringify({ postgres, settings }))
  const bytes: number[] = []
  pushNumber(bytes, head.length)
  bytes.push(...head)
  pushNumber(bytes, frames.length)
  for (const [place, frame] of frames.entries()) {
    for (const value of [frame.inserted, frame.rows, Number(frame.checkpoint)]) pushNumber(bytes, value)
    for (const kind of KINDS) {
      const { pages, leaves, density, size, insertWal, otherWal, images } = frame.tables[kind]
      for (const value of [Math.round(density * 100), size, insertWal, otherWal, images, pages.length])
        pushNumber(bytes, value)
      bytes.push(...pages)
      const packed: number[] = []
      for (const column of COLUMNS)
        for (const value of leaves[column]) pushNumber(packed, IS_TIME[column] ? packTime(value, place + 1) : value)
      pushNumber(bytes, packed.length)
      bytes.push(...packed)
    }
  }
  return Uint8Array.from(bytes)
}

interface Reader {
  take(length: number): Uint8Array
  number(): number
}

function reader(bytes: Uint8Array): Reader {
  let at = 0
  return {
    take: (length) => bytes.subarray(at, (at += length)),
    number() {
      let value = 0
      for (let factor = 1; ; factor *= 128) {
        const byte = bytes[at++]
        if (byte === undefined) throw new Error('the recording is incomplete')
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

export function unpack(bytes: Uint8Array): Recording {
  const { take, number } = reader(bytes)
  const table = (now: number): TableFrame => {
    const [density, size, insertWal, otherWal, images, length] = [
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
      ...{ density, size, insertWal, otherWal, images, pages },
      get leaves() {
        return unpackLeaves(packed, pages.length, now)
      },
    }
  }
  const head = JSON.parse(new TextDecoder().decode(take(number()))) as Omit<Recording, 'frames'>
  const frames = Array.from({ length: number() }, (_, place): Frame => {
    const now = place + 1
    const [inserted, rows, checkpoint] = [number(), number(), number() === 1]
    return { inserted, rows, checkpoint, tables: { random: table(now), v7: table(now), wrapping: table(now) } }
  })
  return { ...head, frames }
}
