// The run that is shown: recorded frames until PostgreSQL has caught up with them, then its own.
import { Engine } from './engine'
import type { Frame, Scale } from './frames'
import { History } from './history'
import type { Row } from './messages'
import type { Recorded, Recordings } from './recordings'
import { FRAME_ROWS, type Settings } from './settings'

export interface RunEvents {
  /** More frames, or another state of the engine. */
  changed(): void
  /** PostgreSQL has started, and has none of what was made before. */
  started(): void
  stopped(message: string): void
  failed(message: string): void
}

/** What is said while PostgreSQL starts. */
type Waiting = (share: number, doing: string) => void

export class Runs {
  readonly engine: Engine
  version = ''
  private live = new History()
  private wanted = 0
  /** Whether PostgreSQL is to make frames, or only to answer. */
  private isLoadWanted = false
  private starting: { done: Promise<void>; resolve: () => void; reject: (error: Error) => void } | undefined
  private readonly waiting = new Set<Waiting>()

  constructor(
    public settings: Settings,
    private readonly recordings: Recordings,
    private readonly events: RunEvents,
  ) {
    this.engine = new Engine({
      progress: (share, doing) => {
        for (const waits of this.waiting) waits(share, doing)
      },
      started: (version) => {
        this.version = version
        if (this.isLoadWanted) this.engine.load(this.settings, this.wanted)
        events.started()
        this.starting?.resolve()
        events.changed()
      },
      frame: (frame: Frame) => {
        this.live.add(frame)
        events.changed()
      },
      stopped: (message) => events.stopped(message),
      failed: (message) => {
        this.starting?.reject(new Error(`PostgreSQL does not run here: ${message}.`))
        this.starting = undefined
        events.failed(message)
      },
    })
  }

  /** Starts PostgreSQL, unless it runs or starts. */
  start(waits?: Waiting): Promise<void> {
    if (this.engine.isReady) return Promise.resolve()
    const starting = this.starting?.done ?? this.startEngine()
    if (!waits) return starting
    waits(0, 'loading PostgreSQL')
    this.waiting.add(waits)
    return starting.finally(() => this.waiting.delete(waits))
  }

  private startEngine(): Promise<void> {
    let [resolve, reject] = [(): void => {}, (_: Error): void => {}]
    const done = new Promise<void>((yes, no) => ([resolve, reject] = [yes, no]))
    // Whoever asked hears of a failure; it may come at once.
    done.catch(() => {})
    this.starting = { done, resolve, reject }
    this.engine.start()
    return done
  }

  /** Asks PostgreSQL, which starts if it has to. */
  async query(sql: string, waits?: Waiting): Promise<Row[]> {
    await this.start(waits)
    return this.engine.query(sql)
  }

  /** Has PostgreSQL make the frames, which starts if it has to. */
  run(waits?: Waiting): Promise<void> {
    const isNew = !this.isLoadWanted
    this.isLoadWanted = true
    if (isNew && this.engine.isReady) this.engine.load(this.settings, this.wanted)
    return this.start(waits)
  }

  /** Another load, or the same one from its beginning. */
  begin(settings: Settings): void {
    this.settings = settings
    this.live = new History()
    if (this.isLoadWanted && this.engine.isReady) this.engine.load(settings, this.wanted)
    this.events.changed()
  }

  /** How far frames are needed. */
  want(frames: number): void {
    const wanted = Math.min(frames, this.settings.frames)
    if (wanted === this.wanted) return
    this.wanted = wanted
    if (this.isLoadWanted && this.engine.isReady) this.engine.want(wanted)
  }

  /** Whether PostgreSQL makes frames, or is about to. */
  get isLive(): boolean {
    return this.isLoadWanted
  }

  get made(): number {
    return this.live.frames.length
  }

  get available(): number {
    return Math.max(this.made, this.recorded?.history.frames.length ?? 0)
  }

  /** The run to show at a place, and the PostgreSQL that made it. */
  at(place: number): { history: History; isLive: boolean; postgres: string } {
    const { recorded } = this
    if (!recorded || place < this.made || recorded.history.frames.length <= this.made)
      return { history: this.live, isLive: true, postgres: this.version }
    return { history: recorded.history, isLive: false, postgres: recorded.postgres }
  }

  /** Keys are random, so another run of a story may have a few pages more. */
  scale(place: number): Scale {
    const { recorded, settings, made } = this
    if (recorded) return { ...recorded.scale, pages: Math.ceil(recorded.scale.pages * 1.05) }
    const { wal, index } = this.live.scale()
    // Until it is known what there will be in the end, it is expected to go on like this.
    const rest = made === settings.frames ? 1 : settings.frames / Math.max(place + 1, 1)
    return { pages: estimatedPages(settings), wal: wal * rest, index: Math.max(index, estimatedPages(settings) * 8192) }
  }

  /** What was recorded of these settings. */
  get recorded(): Recorded | undefined {
    return this.recordings.get(this.settings)
  }
}

/** At most so many leaf pages: of UUIDv7, which returns to none, or of random keys whose pages have all just split. */
function estimatedPages({ before, frames, kept, left, rows }: Settings): number {
  const inserted = frames * FRAME_ROWS
  const stay = kept === 0 ? inserted : Math.min(kept * rows + inserted * left, inserted)
  return Math.ceil(Math.max((before + inserted) / 260, (before + stay) / 140))
}
