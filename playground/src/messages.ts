// What the page and its worker say to each other.
import type { Frame } from './frames'
import type { Settings } from './settings'

export type Row = Record<string, unknown>

export type Request =
  | { type: 'run'; run: number; settings: Settings; wanted: number }
  | { type: 'want'; wanted: number }
  | { type: 'query'; id: number; sql: string }

export type Answer =
  | { type: 'progress'; share: number; doing: string }
  | { type: 'started'; version: string }
  | { type: 'frame'; run: number; frame: Frame }
  | { type: 'rows'; id: number; rows: Row[] }
  | { type: 'refused'; id: number; message: string }
  /** A run cannot go on; PostgreSQL does. */
  | { type: 'stopped'; run: number; message: string }
  | { type: 'failed'; message: string }
