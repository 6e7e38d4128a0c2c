// What uuid_advise() is asked, and what is read from its answer.
import { SECONDS } from './settings'
import { quote } from './text'

/** The keys that a table has today: none if it is new. */
export type Today = 'random' | 'v7' | 'new'

/** What is asked of a table.  Texts are as PostgreSQL reads them; "" leaves it to PostgreSQL. */
export interface Question {
  today: Today
  /** Rows per second. */
  rate: number
  /** How old rows get; "" if none is deleted. */
  kept: string
  /** The share of rows that is permanent all the same, from 0 to 1. */
  left: number
  isPublic: boolean
  memory: string
  checkpoint: string
  /** A share, or undefined: as configured. */
  dead: number | undefined
  bytes: number
}

/** What the sentence says at first: README's example. */
export const FIRST: Question = {
  ...{ today: 'random', rate: 20, kept: '30 days', left: 0.05, isPublic: false },
  ...{ memory: '', checkpoint: '', dead: undefined, bytes: 100 },
}

/** For how long costs are forecast, and how often UUIDv7's index is built anew: uuid_advise()'s own. */
export const HORIZON = '5 years'
export const HORIZON_SECONDS = 5 * 365.25 * SECONDS.day
export const REINDEX = '90 days'

/**
 * What "public => true" says on a server that can install the extension in C.  The page's PostgreSQL cannot, so there
 * it would advise wrapping keys, as a second best.  Today's keys are there to be compared with.
 */
const onlyPublic = (today: Today): string =>
  `\n WHERE key IN ('opaque by time', 'random'${today === 'v7' ? ", 'UUIDv7'" : ''})`

const seconds = (interval: string): string => `extract(epoch FROM interval ${quote(interval)})`

function call({ today, rate, kept, left, isPublic, memory, checkpoint, dead, bytes }: Question): string {
  const given = [
    `rows_per_second => ${rate}`,
    kept && `kept => ${quote(kept)}`,
    kept && `left_behind => ${left}`,
    memory && `index_memory => ${quote(memory)}`,
    checkpoint && `checkpoint_interval => ${quote(checkpoint)}`,
    dead !== undefined && `dead_at_vacuum => ${dead}`,
    `row_bytes => ${bytes}`,
    today === 'random' && 'random_before => true',
  ].filter(Boolean)
  return `advice.uuid_advise(\n  ${given.join(',\n  ')})${isPublic ? onlyPublic(today) : ''}`
}

/** The size of UUIDv7's index that is built anew now and then, by the function that its note is from. */
function rebuilt({ rate, kept, left, bytes }: Question): string {
  if (!kept) return 'NULL::float8'
  const load = [
    ...[`'rows_per_second', ${rate}`, `'most_rows_per_second', ${rate}`, `'rows_now', 0`, `'row_bytes', ${bytes}`],
    ...[`'kept_seconds', ${seconds(kept)}`, `'left_behind', ${left}`, `'horizon_seconds', ${seconds(HORIZON)}`],
  ]
  return `(advice.sequential_uuids_rebuilt(advice.sequential_uuids_rows(advice.sequential_uuids_server(
    jsonb_populate_record(NULL::advice.sequential_uuids_workload, jsonb_build_object(
      ${load.join(', ')}))), true),
    ${seconds(REINDEX)})).most_bytes`
}

/** Besides what uuid_advise() says, what it makes in a day and of all rows that are there at the horizon. */
export function costStatement(question: Question): string {
  const { rate, kept, left } = question
  const stay = `least(${seconds(kept || HORIZON)}, ${seconds(HORIZON)})`
  const rows = kept ? `${rate} * (${stay} + ${left} * (${seconds(HORIZON)} - ${stay}))` : `${rate} * ${stay}`
  return (
    `SELECT *, wal_per_row * ${rate} * ${SECONDS.day} AS wal_bytes_per_day,\n` +
    `  bytes_per_million_rows / 1e6 * ${rows} AS index_bytes,\n` +
    `  CASE key WHEN 'UUIDv7' THEN ${rebuilt(question)} END AS reindexed_bytes\n  FROM ${call(question)}`
  )
}

export const number = (value: unknown): number => Number(value ?? Number.NaN)
/** Without the noise of binary fractions. */
export const short = (value: number): number => Number(value.toPrecision(12))
