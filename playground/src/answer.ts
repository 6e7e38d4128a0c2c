// The one answer to the sentence: from a forecast, or from a row of a report.
import { kindOf } from './calls'
import type { Row } from './messages'
import { HORIZON, number } from './question'
import type { ReportRow } from './report'
import { SECONDS } from './settings'
import { change, rate, size } from './text'

/** The answer as it is shown, and as it is drawn for somebody else. */
export interface Answer {
  /** In a line or two. */
  headline: string[]
  /** Where it comes from, and of what time it is. */
  basis: string
  bars: { name: string; colour: string; wal: number; index?: number }[]
  call: string
}

const NAME: Record<ReturnType<typeof kindOf>, string> = {
  random: 'random keys',
  v7: 'UUIDv7',
  wrapping: 'wrapping keys',
  opaque: 'opaque keys',
}

/** What it takes to have these keys, where that is little or much. */
function what({ key, note }: Row): string {
  if (key === 'plain default') return ', with nothing to install'
  return key === 'opaque by time' && typeof note === 'string' ? ` (${note})` : ''
}

/** What is advised, against random keys in WAL and against the largest other index. */
export function answerOf(rows: readonly Row[]): Answer {
  const [best] = rows
  const random = rows.find(({ key }) => key === 'random')
  if (!best || !random) throw new Error('uuid_advise() has no random keys')
  const wal = (row: Row): number => number(row.wal_bytes_per_day)
  const index = (row: Row): number => number(row.index_bytes)
  const others = [random, ...rows.filter(({ key }) => key === 'UUIDv7')].filter((row) => row !== best)
  const largest = others.reduce((most, row) => (index(row) > index(most) ? row : most), others[0] ?? best)
  const third = rows.find((row) => row !== best && !others.includes(row) && kindOf(String(row.key)) === 'wrapping')
  const shown = [...others, best, ...(others.length < 2 && third ? [third] : [])]
  const from = kindOf(String(largest.key))
  const basis =
    best === random
      ? `A forecast for ${HORIZON} from now, by uuid_advise(): no other key would save a gigabyte a day. Take`
      : `A forecast for ${HORIZON} from now, by uuid_advise(): from random keys` +
        `${from === 'random' ? '' : `, and from the index of ${NAME[from]},`} to` +
        ` ${NAME[kindOf(String(best.key))]}${what(best)}:`
  return {
    headline:
      best === random
        ? [`${size(wal(best))} of WAL a day`, `index ${size(index(best))} in ${HORIZON}`]
        : [
            `${change(wal(random), wal(best))} of WAL a day`,
            `index ${change(index(largest), index(best))} in ${HORIZON}`,
          ],
    basis,
    bars: shown.map((row) => {
      const of = kindOf(String(row.key))
      return { name: NAME[of], colour: `--${of}`, wal: wal(row), index: index(row) }
    }),
    call: String(best.call),
  }
}

/** What the report said of a table. */
export function answerOfRow(row: ReportRow): Answer {
  const day = (bytes: number): number => bytes * row.rowsPerSecond * SECONDS.day
  const hasCall = row.call !== ''
  const reason = [row.verdict, row.reason].filter(Boolean).join(', ')
  return {
    headline: hasCall
      ? [`${row.table}: ${change(day(row.now), day(row.advised))} of WAL a day`, 'today, and with the advised key']
      : [`${row.table}: ${size(day(row.now))} of WAL a day`],
    basis: hasCall
      ? `By the report of your server, at ${rate(row.rowsPerSecond)} rows per second, from its present key to`
      : `By the report of your server: ${reason || 'it advises no other key'}.`,
    bars: [
      { name: 'now', colour: '--random', wal: day(row.now) },
      ...(hasCall ? [{ name: 'advised', colour: '--wrapping', wal: day(row.advised) }] : []),
    ],
    call: row.call,
  }
}
