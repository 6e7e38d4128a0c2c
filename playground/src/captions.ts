// What is said while a run plays, tied to its frames, and once it has ended.
import type { History } from './history'
import { KINDS, NAMES, SHORT, type Kind } from './keys'
import { FRAME_ROWS, intervalSeconds, type Settings } from './settings'
import { count, percent, rate, size, span } from './text'

export interface Caption {
  /** The first frame of it. */
  from: number
  /** At most ten words. */
  text: string
}

/** A caption stays for at least so many seconds, at the usual speed. */
const READING = 3
/** Frames per second, where that leaves enough time to read. */
const FASTEST = 65

/** A run is small, and its checkpoints are close together: the load that it shows, in a line. */
export function scaleModel(settings: Settings): string {
  const { checkpoint, cycle, frames, kept, left } = settings
  const time = (intervals: number): string => span(intervals * intervalSeconds(settings))
  const share = left > 0 ? `${percent(100 - left * 100)} of rows` : 'rows'
  return `Scale model: ${[
    checkpoint < frames * FRAME_ROWS ? `a checkpoint every ${count(checkpoint)} rows` : 'no checkpoint',
    kept > 0 && left < 1 ? `${share} deleted after ${time(kept)}` : 'no rows deleted',
    `a cycle of ${time(cycle)}`,
  ].join(', ')}.`
}

/** What is to be seen from each frame on. */
export function captions(settings: Settings): Caption[] {
  const { before, cycle, frames, kept, left, rows } = settings
  const [first, third, twoThirds] = [0, Math.round(frames / 3), Math.round((frames * 2) / 3)]
  const random = { from: first, text: 'Random keys: every insert changes a different page.' }
  const deleting = Math.round((kept * rows) / FRAME_ROWS)
  const comingRound = Math.ceil((cycle * rows) / FRAME_ROWS)
  if (kept > 0 && left < 1 && deleting < frames)
    return [
      random,
      {
        from: deleting,
        text:
          left > 0
            ? `Old rows go, ${percent(left * 100)} stay. UUIDv7 leaves those pages behind.`
            : 'Old rows go. UUIDv7 empties whole pages, which VACUUM frees.',
      },
      cycle > kept && comingRound < frames
        ? {
            // The caption before it has its time, too.
            from: Math.max(comingRound, Math.round(deleting + (frames - deleting) / 6)),
            text: 'Wrapping keys come round and fill those pages again.',
          }
        : {
            from: Math.round((deleting + frames) / 2),
            text:
              cycle > kept
                ? 'Here, the cycle is longer than the whole run.'
                : 'Wrapping keys come round too early: pages are still full.',
          },
    ]
  if (before > 0)
    return [
      random,
      { from: third, text: 'UUIDv7 squeezes in between old keys; pages stay half full.' },
      { from: twoThirds, text: 'Wrapping keys spread out, and fill their pages better.' },
    ]
  if ((frames * FRAME_ROWS) / rows > 3 * cycle)
    return [
      random,
      { from: third, text: 'Wrapping keys come round, but no room has become free.' },
      { from: twoThirds, text: 'So each block changes more pages than the one before.' },
    ]
  return [
    random,
    { from: third, text: 'UUIDv7 and wrapping keys change a few pages only.' },
    { from: twoThirds, text: 'UUIDv7 fills its pages best, but shows its time.' },
  ]
}

export const captionAt = (all: readonly Caption[], place: number): string =>
  all.findLast(({ from }) => place >= from)?.text ?? ''

/** Frames per second at a place, so that each caption can be read. */
export function pace(all: readonly Caption[], frames: number, place: number): number {
  const at = all.findLastIndex(({ from }) => place >= from)
  const from = all[at]?.from ?? 0
  return Math.min(((all[at + 1]?.from ?? frames) - from) / READING, FASTEST)
}

/** Figures within the first factor of the least are near it, within the second one close. */
const [NEAR, CLOSE] = [1.25, 2]
const NONE_IS_LOW = 'No key has both little WAL and a small index.'
const inText = (kind: Kind): string => (kind === 'v7' ? NAMES.v7 : NAMES[kind].toLowerCase())
const PRICE: Record<Kind, string> = {
  random: '',
  v7: 'UUIDv7 shows its exact time.',
  wrapping: 'Wrapping keys need a cycle that fits, and show a rough time.',
}

export interface Verdict {
  /** Which keys are near the least in WAL and index, in a few words. */
  text: string
  /** By how much, and what they cost otherwise. */
  figures: string
}

/** Of the run up to a place, its last. */
export function verdict(history: History, place: number): Verdict {
  const wal = (kind: Kind): number => history.walSoFar(place, kind)
  const index = (kind: Kind): number => history.last(kind).size
  const order = (of: (kind: Kind) => number): Kind[] => [...KINDS].sort((a, b) => of(a) - of(b))
  const [leastWal, , mostWal] = order(wal) as [Kind, Kind, Kind]
  const [leastIndex, , mostIndex] = order(index) as [Kind, Kind, Kind]
  /** How many times the least, in WAL or index, whichever is more. */
  const above = (kind: Kind): number => Math.max(wal(kind) / wal(leastWal), index(kind) / index(leastIndex))
  const low = KINDS.filter((kind) => above(kind) <= NEAR)
  const closest = order(above)[0]!
  if (!low.length && above(closest) <= CLOSE)
    return {
      text: NONE_IS_LOW,
      figures: [
        `${NAMES[closest]} ${closest === 'v7' ? 'comes' : 'come'} closest.`,
        ...KINDS.filter((kind) => kind !== closest).map(
          (kind) =>
            `${SHORT[kind]}: ${rate(wal(kind) / wal(closest))} times the WAL,` +
            ` ${rate(index(kind) / index(closest))} times the index.`,
        ),
        ...(PRICE[closest] ? [`The price: ${PRICE[closest]}`] : []),
      ].join(' '),
    }
  // What is low in both is what others are compared with.
  const [byWal, byIndex] = [low[0] ?? leastWal, low[0] ?? leastIndex]
  const [written, larger] = [wal(mostWal) / wal(byWal), index(mostIndex) / index(byIndex)]
  const names = low.map(inText).join(' and ')
  return {
    text: low.length ? `${names.charAt(0).toUpperCase()}${names.slice(1)}: little WAL, small index.` : NONE_IS_LOW,
    figures: [
      written < NEAR
        ? `All wrote about as much WAL: ${size(wal(leastWal))} to ${size(wal(mostWal))}.`
        : `${NAMES[mostWal]} wrote ${rate(written)} times as much WAL as ${inText(byWal)}.`,
      larger < NEAR
        ? 'The three indexes are about as large.'
        : `The index of ${inText(mostIndex)} is ${rate(larger)} times as large as that of ${inText(byIndex)}.`,
      ...low.filter((kind) => PRICE[kind]).map((kind, at) => (at === 0 ? `The price: ${PRICE[kind]}` : PRICE[kind])),
    ].join(' '),
  }
}
