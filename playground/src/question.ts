// The call of uuid_advise(), with all that a server would otherwise add of its own.
import { quote } from './fields'
import type { Runs } from './runs'

/** What uuid_advise() is told of a table. */
export interface Question {
  rate: number
  kept: string
  left: number
  horizon: string
  memory: string
  checkpoint: string
  dead: number | undefined
  bytes: number
  before: boolean
}

export function statement(question: Question): string {
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
  return `SELECT * FROM advice.uuid_advise(\n  ${given.join(',\n  ')})`
}

export const number = (value: unknown): number => Number(value ?? Number.NaN)
/** Without the noise of binary fractions. */
export const short = (value: number): number => Number(value.toPrecision(12))

/** The lengths of two intervals that are written in SQL, in seconds. */
export async function seconds(runs: Runs, ...intervals: (string | undefined)[]): Promise<number[]> {
  const lengths = intervals.map(
    (interval, place) => `extract(epoch FROM interval ${interval})::float8 AS length${place}`,
  )
  const [row] = await runs.engine.query(`SELECT ${lengths.join(', ')}`)
  return intervals.map((_, place) => number(row?.[`length${place}`]))
}
