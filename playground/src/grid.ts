// Answers that were recorded for many loads (tools/grid.mjs), and what lies between them.
import { HORIZON_SECONDS, type Question } from './question'

/** Bytes: of WAL per row, and of the index for each row per second.  "wrapping" is the better default of the two. */
export const FIGURES = ['random', 'v7', 'wrapping'].flatMap((kind) => [`${kind} wal`, `${kind} index`] as const)
/** And of UUIDv7's index that is built anew now and then. */
export const ALL_FIGURES = [...FIGURES, 'v7 reindexed']

/** Recorded answers by rows per second, and by two more numbers. */
export interface Grid {
  /** Ascending. */
  axes: readonly [rates: number[], second: number[], third: number[]]
  /** For each figure, in the order of the axes, steps of the logarithm: the first, and what follows as differences. */
  steps: Record<string, number[]>
  /** The default behind "wrapping", for each answer a place in the list. */
  ways: string[]
  way: number[]
  /** For each axis, 1 where one may interpolate from an answer to the next one. */
  smooth: [string, string, string]
}

/** By seconds until rows are deleted and the share that is permanent; and of rows that all are, if the table holds
 * random keys (1) or none (0). */
export interface Grids {
  deleted: Grid
  permanent: Grid
}

/** Steps of the natural logarithm: what rounding costs is a tenth of a percent. */
export const STEP = 0.002

export interface Found {
  /** By figure. */
  bytes: Record<string, number>
  way: string
}

/** Places in the grid between which a point lies, with their weights. */
interface Corner {
  place: [number, number, number]
  weight: number
}

const between = (axis: readonly number[], value: number, isShare: boolean): [at: number, part: number] | undefined => {
  const exact = axis.findIndex((one) => Math.abs(one - value) <= 1e-9 * one)
  if (exact >= 0) return [exact, 0]
  const next = axis.findIndex((one) => one > value)
  if (next < 1) return undefined
  const scale = isShare ? (x: number): number => x : Math.log
  const [low, high] = [scale(axis[next - 1]!), scale(axis[next]!)]
  return [next - 1, (scale(value) - low) / (high - low)]
}

export class Recorded {
  private readonly logs: Record<string, number[]> = {}

  constructor(private readonly grid: Grid) {
    for (const [name, steps] of Object.entries(grid.steps)) {
      let sum = 0
      this.logs[name] = steps.map((step) => (sum += step) * STEP)
    }
  }

  private index([rate, second, third]: readonly [number, number, number]): number {
    const [rates, , thirds] = this.grid.axes
    return (second * thirds.length + third) * rates.length + rate
  }

  /** What PostgreSQL would say of a load, within 5 %; undefined where that is not known. */
  at(point: readonly [rate: number, second: number, third: number]): Found | undefined {
    const { axes, way, ways, smooth } = this.grid
    const found = axes.map((axis, at) => between(axis, point[at]!, at === 2))
    if (found.includes(undefined)) return undefined
    let corners: Corner[] = [{ place: found.map((one) => one![0]) as Corner['place'], weight: 1 }]
    for (const [axis, one] of found.entries()) {
      const part = one![1]
      if (part === 0) continue
      if (corners.some(({ place }) => smooth[axis]![this.index(place)] !== '1')) return undefined
      corners = corners.flatMap(({ place, weight }) => {
        const next: Corner['place'] = [...place]
        next[axis]! += 1
        return [
          { place, weight: weight * (1 - part) },
          { place: next, weight: weight * part },
        ]
      })
    }
    const places = corners.map(({ place }) => this.index(place))
    if (new Set(places.map((place) => way[place])).size > 1) return undefined
    const bytes = Object.fromEntries(
      Object.entries(this.logs).map(([name, logs]) => [
        name,
        Math.exp(corners.reduce((sum, { weight }, at) => sum + weight * logs[places[at]!]!, 0)),
      ]),
    )
    return { bytes, way: ways[way[places[0]!]!]! }
  }
}

/** Where a question lies in which of the grids; undefined if it asks for what is in none. */
export function placeOf(question: Question, keptSeconds: number): [keyof Grids, number, number] | undefined {
  const { today, kept, left, isPublic, memory, checkpoint, dead, bytes } = question
  if (isPublic || memory || checkpoint || dead !== undefined || bytes !== 100) return undefined
  if (!kept || left === 1) return ['permanent', today === 'random' ? 1 : 0, 0]
  return keptSeconds <= HORIZON_SECONDS ? ['deleted', keptSeconds, left] : undefined
}
