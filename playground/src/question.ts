// The call of uuid_advise(), with all that a server would otherwise add of its own.
import type { Row } from './messages'
import { SECONDS } from './settings'
import { quote } from './text'

/** What is asked of a table.  Texts are as PostgreSQL reads them; "" leaves it to PostgreSQL. */
export interface Question {
  /** Rows per second. */
  rate: number
  kept: string
  /** A share, from 0 to 1. */
  left: number
  isPublic: boolean
  horizon: string
  memory: string
  checkpoint: string
  /** A share, or undefined: as configured. */
  dead: number | undefined
  bytes: number
  before: boolean
}

/** What the sentence says at first: README's example. */
export const FIRST: Question = {
  rate: 20,
  kept: '30 days',
  left: 0.05,
  isPublic: false,
  horizon: '',
  memory: '',
  checkpoint: '',
  dead: undefined,
  bytes: 100,
  before: false,
}

/** For how long costs are forecast, in words and as PostgreSQL reads it: uuid_advise()'s own. */
export const HORIZON = '5 years'

function call(question: Question): string {
  const { rate, kept, left, horizon, memory, checkpoint, dead, bytes, before } = question
  const given = [
    `rows_per_second => ${rate}`,
    kept && `kept => ${quote(kept)}`,
    kept && `left_behind => ${left}`,
    horizon && `horizon => ${quote(horizon)}`,
    memory && `index_memory => ${quote(memory)}`,
    checkpoint && `checkpoint_interval => ${quote(checkpoint)}`,
    dead !== undefined && `dead_at_vacuum => ${dead}`,
    `row_bytes => ${bytes}`,
    before && 'random_before => true',
  ].filter(Boolean)
  return `advice.uuid_advise(\n  ${given.join(',\n  ')})${question.isPublic ? ONLY_PUBLIC : ''}`
}

/**
 * What "public => true" says on a server that can install the extension in C.  The page's PostgreSQL cannot, so there
 * it would advise wrapping keys, as a second best.
 */
const ONLY_PUBLIC = "\n WHERE key IN ('opaque by time', 'random')"

export const statement = (question: Question): string => `SELECT * FROM ${call(question)}`

/** Besides what uuid_advise() says, what it makes in a day and of all rows that are there at the horizon. */
export function costStatement(question: Question): string {
  const { rate, kept, left } = question
  const horizon = `interval ${quote(question.horizon || HORIZON)}`
  const seconds = (interval: string): string => `extract(epoch FROM ${interval})`
  const stay = kept ? `least(interval ${quote(kept)}, ${horizon})` : horizon
  const rows = kept
    ? `${rate} * (${seconds(stay)} + ${left} * ${seconds(`(${horizon} - ${stay})`)})`
    : `${rate} * ${seconds(stay)}`
  return (
    `SELECT *, wal_per_row * ${rate} * ${SECONDS.day} AS wal_bytes_per_day,\n` +
    `  bytes_per_million_rows / 1e6 * ${rows} AS index_bytes\n  FROM ${call(question)}`
  )
}

export const number = (value: unknown): number => Number(value ?? Number.NaN)
/** Without the noise of binary fractions. */
export const short = (value: number): number => Number(value.toPrecision(12))

/** The lengths of two intervals that are written in SQL, in seconds. */
export async function seconds(
  query: (sql: string) => Promise<Row[]>,
  ...intervals: (string | undefined)[]
): Promise<number[]> {
  const lengths = intervals.map(
    (interval, place) => `extract(epoch FROM interval ${interval})::float8 AS length${place}`,
  )
  const [row] = await query(`SELECT ${lengths.join(', ')}`)
  return intervals.map((_, place) => number(row?.[`length${place}`]))
}
