// What a run has shown, in a sentence for each kind of key.
import type { History } from './history'
import { KINDS, type Kind } from './keys'
import { duration, type Settings } from './settings'
import { count, percent, rate } from './text'

export function lessons(history: History, settings: Settings): Record<Kind, string> {
  const [random, v7, wrapping] = KINDS.map((kind) => history.last(kind))
  if (!random || !v7 || !wrapping) throw new Error('there are three kinds of keys')
  const deletes = settings.kept > 0 && settings.left < 100
  const wal = `${count(wrapping.insertWal)} bytes of WAL per row`
  const pages = `${count(wrapping.leaves)} pages, ${percent(wrapping.density)} full`
  return {
    random:
      `Random keys wrote ${count(random.insertWal)} bytes of WAL per row, ${rate(random.insertWal / v7.insertWal)}` +
      ' times as much as UUIDv7: almost every insert changes a different page, and each of these goes to the WAL whole.',
    v7:
      deletes && settings.left > 0
        ? `UUIDv7 needs ${count(v7.leaves)} pages where random keys need ${count(random.leaves)}: it never returns to the` +
          ' pages that deletes left almost empty.'
        : settings.before > 0
          ? `UUIDv7 left its pages half full, ${count(v7.leaves - wrapping.leaves)} more than wrapping keys need: its new` +
            ' keys lie between older ones, and each page that splits there stays half empty.'
          : `UUIDv7 filled its pages to ${percent(v7.density)}, the best of all; but every key shows its time.`,
    wrapping:
      deletes && settings.cycle <= settings.kept
        ? `Wrapping keys wrote ${wal}, but came round before the old rows were gone: ${pages}. The cycle must be a little` +
          ` longer than rows are kept, here ${duration(settings, Math.ceil(settings.kept * 1.1))}.`
        : deletes
          ? `Wrapping keys wrote ${wal}, came round after ${duration(settings, settings.cycle)}, and filled the space of` +
            ` deleted rows: ${pages}. But you have to choose a cycle that fits.`
          : history.frames.at(-1)!.inserted / settings.rows > 3 * settings.cycle
            ? `Wrapping keys wrote ${wal}, more with each cycle: a block lands on a few pages of every earlier cycle.` +
              ' If rows stay, take a cycle of years.'
            : `Wrapping keys wrote ${wal}, as a few pages take all new rows for a while: ${pages}.`,
  }
}
