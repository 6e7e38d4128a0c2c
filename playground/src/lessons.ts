// What a run has shown: in a line, and in a sentence for each kind of key.
import type { History } from './history'
import { KINDS, NAMES, type Kind } from './keys'
import { duration, type Settings } from './settings'
import { count, percent, rate, size } from './text'

/** Figures within this factor of the least are near it. */
const NEAR = 1.25
const PRICE: Record<Kind, string> = {
  random: 'random keys',
  v7: 'UUIDv7, whose keys show their time',
  wrapping: 'wrapping keys, if you choose a cycle that fits',
}
const inText = (kind: Kind): string => (kind === 'v7' ? NAMES.v7 : NAMES[kind].toLowerCase())

export function punchLine(history: History, settings: Settings): string {
  const wal = (kind: Kind): number => history.walSoFar(settings.frames - 1, kind)
  const index = (kind: Kind): number => history.last(kind).size
  const order = (of: (kind: Kind) => number): Kind[] => [...KINDS].sort((a, b) => of(a) - of(b))
  const [leastWal, , mostWal] = order(wal) as [Kind, Kind, Kind]
  const [leastIndex, , mostIndex] = order(index) as [Kind, Kind, Kind]
  const low = KINDS.filter((kind) => wal(kind) <= NEAR * wal(leastWal) && index(kind) <= NEAR * index(leastIndex))
  // What is low in both is what others are compared with.
  const [byWal, byIndex] = [low[0] ?? leastWal, low[0] ?? leastIndex]
  const larger = index(mostIndex) / index(byIndex)
  return (
    `${NAMES[mostWal]} wrote ${size(wal(mostWal))} of WAL, ${rate(wal(mostWal) / wal(byWal))} times as much as` +
    ` ${inText(byWal)}. ` +
    (larger < NEAR
      ? 'The three indexes are about as large.'
      : `The index of ${inText(mostIndex)} is ${rate(larger)} times as large as that of ${inText(byIndex)}.`) +
    (low.length ? ` Low in both: ${low.map((kind) => PRICE[kind]).join('; ')}.` : ' No key is low in both.')
  )
}

export function lessons(history: History, settings: Settings): Record<Kind, string> {
  const [random, v7, wrapping] = KINDS.map((kind) => history.last(kind))
  if (!random || !v7 || !wrapping) throw new Error('there are three kinds of keys')
  const deletes = settings.kept > 0 && settings.left < 100
  const wal = `${count(wrapping.wal)} bytes of WAL per row`
  const pages = `${count(wrapping.leaves)} pages, ${percent(wrapping.density)} full`
  return {
    random:
      `Random keys wrote ${count(random.wal)} bytes of WAL per row: almost every insert changes a different page, and` +
      ' each of these goes to the WAL whole.',
    v7:
      deletes && settings.left > 0
        ? `UUIDv7 needs ${count(v7.leaves)} pages where random keys need ${count(random.leaves)}: it never returns to` +
          ' the pages that deletes left almost empty.'
        : settings.before > 0
          ? `UUIDv7 left its pages half full, ${count(v7.leaves - wrapping.leaves)} more than wrapping keys need: its` +
            ' new keys lie between older ones, and each page that splits there stays half empty.'
          : `UUIDv7 filled its pages to ${percent(v7.density)}, the best of all; but every key shows its time.`,
    wrapping:
      deletes && settings.cycle <= settings.kept
        ? `Wrapping keys wrote ${wal}, but came round before the old rows were gone: ${pages}. The cycle must be a` +
          ` little longer than rows are kept, here ${duration(settings, Math.ceil(settings.kept * 1.1))}.`
        : deletes
          ? `Wrapping keys wrote ${wal}, came round after ${duration(settings, settings.cycle)}, and filled the space` +
            ` of deleted rows: ${pages}. But you have to choose a cycle that fits.`
          : history.frames.at(-1)!.inserted / settings.rows > 3 * settings.cycle
            ? `Wrapping keys wrote ${wal}, more with each cycle: a block lands on a few pages of every earlier cycle.` +
              ' If rows stay, take a cycle of years.'
            : `Wrapping keys wrote ${wal}, as a few pages take all new rows for a while: ${pages}.`,
  }
}
