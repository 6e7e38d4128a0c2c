// What a run does, the stories that set it, and how it stands in the page's address.

export const UNITS = ['sec', 'min', 'hour', 'day'] as const
export type Unit = (typeof UNITS)[number]
export const SECONDS: Record<Unit, number> = { sec: 1, min: 60, hour: 3600, day: 86400 }

/** Rows per table that one frame inserts. */
export const FRAME_ROWS = 100
/** The share of dead rows at which VACUUM comes. */
export const DEAD_AT_VACUUM = 0.05

export interface Settings {
  /** Rows per interval. */
  rows: number
  unit: Unit
  /** The length of an interval, in units. */
  interval: number
  /** Intervals in a cycle. */
  cycle: number
  /** For how many intervals rows are kept; 0: for good. */
  kept: number
  /** The share of rows that is never deleted, from 0 to 1. */
  left: number
  /** Rows between two checkpoints. */
  checkpoint: number
  /** Rows under random keys that are in the table before. */
  before: number
  frames: number
}

type Bounds = Record<Exclude<keyof Settings, 'unit'>, readonly [lowest: number, highest: number]>
export const BOUNDS: Bounds = {
  rows: [1, 20000],
  interval: [1, 1000],
  cycle: [1, 1e9],
  kept: [0, 5000],
  left: [0, 1],
  checkpoint: [FRAME_ROWS, 100000],
  before: [0, 60000],
  frames: [10, 1500],
}

const USUAL: Settings = {
  rows: 500,
  unit: 'day',
  interval: 1,
  cycle: 42,
  kept: 21,
  left: 0.05,
  checkpoint: 100,
  before: 0,
  frames: 600,
}

export interface Story {
  title: string
  /** What happens, in a sentence. */
  text: string
  settings: Settings
}

export const STORIES: readonly Story[] = [
  {
    title: 'Permanent rows',
    text: 'Nothing is deleted.',
    settings: { ...USUAL, kept: 0, left: 0, cycle: 200, frames: 300 },
  },
  {
    title: 'Old rows are deleted, except 5 %',
    text: 'Rows are deleted after 21 days, except one in 20.',
    settings: USUAL,
  },
  {
    title: 'Switch from random keys',
    text: 'The table holds 20,000 rows under random keys. They keep them: only new rows get other keys.',
    settings: { ...USUAL, kept: 0, left: 0, cycle: 200, before: 20000, frames: 300 },
  },
]
export const FIRST_STORY = 1

/** Rows between two checkpoints with which the first story was recorded: the most is more than it has. */
export const CHECKPOINTS = [100, 1000, 6000, 100_000]

/** A length of time as PostgreSQL reads it: "42 days". */
export function duration(settings: Settings, intervals: number): string {
  const count = settings.interval * intervals
  return `${count} ${settings.unit}${count === 1 ? '' : 's'}`
}

/** How many intervals a cycle may have: PostgreSQL counts its length in microseconds, of 63 bits. */
export const mostIntervals = (settings: Settings): number =>
  Math.min(BOUNDS.cycle[1], Math.floor(2 ** 63 / 1e6 / intervalSeconds(settings)) - 1)

export const intervalSeconds = (settings: Settings): number => settings.interval * SECONDS[settings.unit]

export function same(a: Settings, b: Settings): boolean {
  return (Object.keys(USUAL) as (keyof Settings)[]).every((name) => a[name] === b[name])
}

export const storyOf = (settings: Settings): number => STORIES.findIndex((story) => same(story.settings, settings))

/** The name of the recording with these settings. */
export function recordingOf(settings: Settings): string | undefined {
  const story = storyOf(settings)
  if (story >= 0) return String(story + 1)
  const { settings: first } = STORIES[FIRST_STORY]!
  const { checkpoint } = settings
  return CHECKPOINTS.includes(checkpoint) && same({ ...first, checkpoint }, settings)
    ? `${FIRST_STORY + 1}-${checkpoint}`
    : undefined
}

/** A number within the bounds of a setting; what it was before if it is none. */
export function bounded(name: keyof Bounds, value: string | null, before: number): number {
  const given = value === null || value.trim() === '' ? Number.NaN : Number(value)
  // Rows of an interval, and intervals for which they are kept, come out as fractions.
  const number = ['rows', 'kept', 'left'].includes(name) ? given : Math.round(given)
  const [lowest, highest] = BOUNDS[name]
  return Number.isFinite(number) ? Math.min(Math.max(number, lowest), highest) : before
}

export function fromAddress(address: URLSearchParams): Settings {
  const story = STORIES[Number(address.get('story') ?? FIRST_STORY + 1) - 1] ?? STORIES[FIRST_STORY]!
  const settings = { ...story.settings }
  for (const name of Object.keys(BOUNDS) as (keyof Bounds)[])
    settings[name] = bounded(name, address.get(name), settings[name])
  const unit = UNITS.find((known) => known === address.get('unit'))
  if (unit) settings.unit = unit
  settings.cycle = Math.min(settings.cycle, mostIntervals(settings))
  return settings
}

/** The story, or each setting that differs from the usual ones. */
export function toAddress(settings: Settings): Record<string, string> {
  const story = storyOf(settings)
  if (story >= 0) return { story: String(story + 1) }
  const names = (Object.keys(USUAL) as (keyof Settings)[]).filter((name) => settings[name] !== USUAL[name])
  return Object.fromEntries(names.map((name) => [name, String(settings[name])]))
}
