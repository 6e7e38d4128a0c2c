// The one answer to the sentence: from a forecast, or from a row of a report.
import { kindOf } from './calls'
import type { Found } from './grid'
import type { Row } from './messages'
import { HORIZON, number, REINDEX, type Question } from './question'
import type { ReportRow } from './report'
import { SECONDS } from './settings'
import { change, rate, size } from './text'

type Kind = ReturnType<typeof kindOf>

/** A way to generate keys: bytes of WAL a day, and of the index at the horizon. */
export interface Way {
  kind: Kind
  wal: number
  index: number
  /** The column default; "" if it is not known yet. */
  call: string
  /** How little it needs on a server that has nothing installed: 0 is nothing. */
  needs: number
}

/** What is known of a load. */
export interface Costs {
  /** The best first, as uuid_advise() ranks them; the first of a kind is the best of it. */
  ways: Way[]
  /** The index of UUIDv7 if it is built anew now and then. */
  reindexed: number
}

/** The answer as it is shown, and as it is drawn for somebody else. */
export interface Answer {
  /** In a line or two. */
  headline: string[]
  /** Why a larger index is advised, or none of the other keys; or "". */
  reason: string
  /** Whether REINDEX would do. */
  reindex: string
  /** Where it comes from. */
  basis: string
  bars: { name: string; colour: string; wal: number; index?: number }[]
  /** Which of the two makes the difference, and is drawn on the picture. */
  measure: 'wal' | 'index'
  call: string
}

const NAME: Record<Kind, string> = {
  random: 'random keys',
  v7: 'UUIDv7',
  wrapping: 'wrapping keys',
  opaque: 'opaque keys',
}
const CAPITAL = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Costs within this are equal, and nothing is advised that saves less than so many bytes: uuid_advise()'s own. */
const [EQUAL, WORTH] = [1.15, 2 ** 30]
/** A grid decides nothing that is so close, since its figures are not exact. */
const CLOSE = 1.06

export function costsOfRows(rows: readonly Row[]): Costs {
  const ways = rows.map((row) => ({
    kind: kindOf(String(row.key)),
    wal: number(row.wal_bytes_per_day),
    index: number(row.index_bytes),
    call: String(row.call),
    needs: row.key === 'plain default' ? 1 : /install/.test(String(row.note)) && row.key !== 'UUIDv7' ? 2 : 0,
  }))
  return { ways, reindexed: number(rows.find(({ key }) => key === 'UUIDv7')?.reindexed_bytes) }
}

/** The same of what lies between recorded answers; undefined where it is too close to call which key is advised. */
export function costsOfGrid({ bytes, way }: Found, { today, rate: rows, kept }: Question): Costs | undefined {
  const of = (kind: 'random' | 'v7' | 'wrapping', needs: number): Way => ({
    ...{ kind, wal: bytes[`${kind} wal`]! * rows * SECONDS.day, index: bytes[`${kind} index`]! * rows },
    ...{ call: '', needs },
  })
  const all = [of('random', 0), of('v7', 0), of('wrapping', way === 'plain default' ? 1 : 2)]
  const reindexed = kept ? bytes['v7 reindexed']! * rows : Number.NaN
  const [here, ...others] = [1, 1 / CLOSE, CLOSE].map((by) => {
    const costs = { ways: rank(all, EQUAL * by, WORTH * by), reindexed }
    const now = costs.ways.find(({ kind }) => kind === today)
    return { costs, order: [...costs.ways, advised(costs, now, false, by)].map(({ kind }) => kind).join() }
  })
  return others.every(({ order }) => order === here!.order) ? here!.costs : undefined
}

/** The least WAL; of those with equal WAL, the smallest index; of those with equal indexes, what needs least. */
function rank(all: readonly Way[], equal: number, worth: number): Way[] {
  const equalWal = Math.min(...all.map(({ wal }) => wal)) * equal
  const equalIndex = Math.min(...all.filter(({ wal }) => wal <= equalWal).map(({ index }) => index)) * equal
  const keys = ({ wal, index, needs }: Way): number[] => [
    Math.max(wal, equalWal),
    wal <= equalWal ? Math.max(index, equalIndex) : Infinity,
    needs,
  ]
  const ranked = [...all].sort((a, b) => {
    const [left, right] = [keys(a), keys(b)]
    const at = left.findIndex((value, place) => value !== right[place])
    return at < 0 ? 0 : left[at]! - right[at]!
  })
  const random = all.find(({ kind }) => kind === 'random')!
  return random.wal - ranked[0]!.wal < worth ? [random, ...ranked.filter((way) => way !== random)] : ranked
}

/** Which keys are advised beside those of today: the first that uuid_advise() names, unless too little would change. */
function advised({ ways }: Costs, now: Way | undefined, isPublic: boolean, by = 1): Way {
  const [equal, worth] = [EQUAL * by, WORTH * by]
  const [best] = ways
  if (!best) throw new Error('uuid_advise() has no answer')
  if (now?.kind !== 'v7') return best
  if (isPublic) return ways.find(({ kind }) => kind !== 'v7') ?? now
  // Random keys come first where no others save much WAL: that is no reason to leave UUIDv7.
  const other = ways.find(({ kind }) => kind !== 'random') ?? now
  const savesIndex = now.index > equal * other.index && now.index - other.index >= worth
  return now.wal - other.wal >= worth || savesIndex ? other : now
}

const about = (from: number, to: number): boolean => from <= EQUAL * to && to <= EQUAL * from

/** A measure before and after, in words. */
const compared = (from: number, to: number, what: string): string =>
  about(from, to) ? `${what} about the same, ${size(to)}` : `${what} ${change(from, to)}`

const EACH = REINDEX.replace(/^(\d+) (\w+)$/, 'every $1 $2')
const LARGER: Record<Kind, string> = {
  random: 'it has no order to fill pages by',
  v7: 'UUIDv7 never returns to pages in which deletes have left a few rows',
  wrapping: 'its pages keep space for the rows of a whole cycle',
  opaque: 'its pages keep space for the rows of a whole cycle',
}

/** What is advised, and the difference that it makes to the keys of today alone. */
export function answerOf(
  costs: Costs,
  { today, isPublic }: Pick<Question, 'today' | 'isPublic'>,
  isRecorded: boolean,
): Answer {
  const { ways } = costs
  const now = ways.find(({ kind }) => kind === today)
  const best = advised(costs, now, isPublic)
  const shown = today === 'new' ? [...new Set([best, ...firsts(ways)])] : [...new Set([now ?? best, best])]
  return {
    headline: headline(costs, now, best),
    reason: reasonOf(costs, now, best, isPublic),
    reindex: reindexOf(costs),
    basis: basisOf(best === now ? undefined : best, isPublic, isRecorded),
    bars: shown.map(({ kind, wal, index }) => ({ name: NAME[kind], colour: `--${kind}`, wal, index })),
    measure: now?.kind === 'v7' && now !== best ? 'index' : 'wal',
    call: best === now ? '' : best.call,
  }
}

function basisOf(other: Way | undefined, isPublic: boolean, isRecorded: boolean): string {
  const of = `A forecast for ${HORIZON} from now`
  if (isRecorded)
    return `${of}, between recorded answers of uuid_advise(), within 5 %. Select a field above for the exact one.`
  const without = isPublic ? ', which advises neither UUIDv7 nor wrapping keys if outsiders see them' : ''
  const call = other ? ` ${other.needs === 1 ? 'With nothing to install' : 'The column default'}:` : ''
  return `${of}, by uuid_advise()${without}.${call}`
}

/** The best way of each kind. */
const firsts = (ways: readonly Way[]): Way[] =>
  (['random', 'v7', 'wrapping', 'opaque'] as const)
    .filter((kind) => kind !== 'opaque' || !ways.some((way) => way.kind === 'wrapping'))
    .flatMap((kind) => ways.find((way) => way.kind === kind) ?? [])

function headline({ reindexed }: Costs, now: Way | undefined, best: Way): string[] {
  if (!now)
    return [`${CAPITAL(NAME[best.kind])}: ${size(best.wal)} of WAL a day`, `index ${size(best.index)} in ${HORIZON}`]
  if (now === best)
    return [`Keep ${NAME[now.kind]}: ${size(now.wal)} of WAL a day`, `index ${size(now.index)} in ${HORIZON}`]
  const from = `${CAPITAL(NAME[now.kind])} → ${NAME[best.kind]}`
  const index = `${compared(now.index, best.index, 'index')} in ${HORIZON}`
  const wal = about(now.wal, best.wal) ? 'WAL about the same' : `${change(now.wal, best.wal)} of WAL a day`
  if (now.kind !== 'v7') return [`${from}: ${wal}`, index]
  const rival = reindexed < now.index / EQUAL ? [`or REINDEX ${EACH}: ${size(reindexed)}`] : []
  return [`${from}: ${index}`, ...rival, ...(rival.length && about(now.wal, best.wal) ? [] : [wal])]
}

function reasonOf({ ways }: Costs, now: Way | undefined, best: Way, isPublic: boolean): string {
  const smallest = ways.reduce((least, way) => (way.index < least.index ? way : least), best)
  const isMuch = best.index > EQUAL * smallest.index && best.index - smallest.index >= WORTH
  const saves = 'No other key would save 1 GB of WAL a day'
  if (now?.kind !== 'random' && (!now || now === best) && isMuch && smallest.wal > best.wal)
    return (
      `${CAPITAL(NAME[smallest.kind])} would have an index of ${size(smallest.index)}, but write` +
      ` ${size(smallest.wal)} of WAL a day: less WAL comes first.`
    )
  if (!now) return best.kind === 'random' ? `${saves}.` : ''
  if (now === best) return now.kind === 'v7' ? `${saves}, or 1 GB and 13 % of the index.` : `${saves}.`
  return [
    ...(isPublic && now.kind === 'v7' ? ['UUIDv7 shows outsiders the time of each row.'] : []),
    ...(best.index > EQUAL * now.index
      ? [`The index grows, since ${LARGER[best.kind]}: that's the price of less WAL.`]
      : []),
  ].join(' ')
}

const NO_HELP = "REINDEX? It doesn't help random keys."

function reindexOf({ ways, reindexed }: Costs): string {
  const v7 = ways.find(({ kind }) => kind === 'v7')
  return v7 && reindexed < v7.index / EQUAL
    ? `${NO_HELP} ${CAPITAL(EACH)}, it keeps UUIDv7's index below ${size(reindexed)}, with space for two.`
    : NO_HELP
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
    ...{ reason: '', reindex: NO_HELP },
    basis: hasCall
      ? `By the report of your server, at ${rate(row.rowsPerSecond)} rows per second, from its present key to`
      : `By the report of your server: ${reason || 'it advises no other key'}.`,
    bars: [
      { name: 'now', colour: '--random', wal: day(row.now) },
      ...(hasCall ? [{ name: 'advised', colour: '--wrapping', wal: day(row.advised) }] : []),
    ],
    measure: 'wal',
    call: row.call,
  }
}
