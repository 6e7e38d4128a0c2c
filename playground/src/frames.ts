// What is measured after each hundred rows, and how a recorded run is packed.
import { KINDS, type Kind } from './keys'
import type { Settings } from './settings'

/** In a page: it was written whole to the WAL in this frame. */
export const WRITTEN = 128

export interface TableFrame {
  /** A byte for each leaf page, in the order of keys: how full, in percent, and perhaps WRITTEN. */
  pages: Uint8Array
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

/** What was run as JSON, then numbers of seven bits a byte, and pages as they are. */
export function pack({ postgres, settings, frames }: Recording): Uint8Array {
  const head = new TextEncoder().encode(JSON.stringify({ postgres, settings }))
  const bytes: number[] = []
  pushNumber(bytes, head.length)
  bytes.push(...head)
  pushNumber(bytes, frames.length)
  for (const frame of frames) {
    for (const value of [frame.inserted, frame.rows, Number(frame.checkpoint)]) pushNumber(bytes, value)
    for (const kind of KINDS) {
      const { pages, density, size, insertWal, otherWal, images } = frame.tables[kind]
      for (const value of [Math.round(density * 100), size, insertWal, otherWal, images, pages.length])
        pushNumber(bytes, value)
      bytes.push(...pages)
    }
  }
  return Uint8Array.from(bytes)
}

export function unpack(bytes: Uint8Array): Recording {
  let at = 0
  const take = (length: number): Uint8Array => bytes.slice(at, (at += length))
  const number = (): number => {
    let value = 0
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++]
      if (byte === undefined) throw new Error('the recording is incomplete')
      value += (byte % 128) * factor
      if (byte < 128) return value
    }
  }
  const table = (): TableFrame => {
    const [density, size, insertWal, otherWal, images, length] = [
      number() / 100,
      number(),
      number(),
      number(),
      number(),
      number(),
    ]
    return { density, size, insertWal, otherWal, images, pages: take(length) }
  }
  const head = JSON.parse(new TextDecoder().decode(take(number()))) as Omit<Recording, 'frames'>
  const frames = Array.from({ length: number() }, (): Frame => {
    const [inserted, rows, checkpoint] = [number(), number(), number() === 1]
    return { inserted, rows, checkpoint, tables: { random: table(), v7: table(), wrapping: table() } }
  })
  return { ...head, frames }
}
