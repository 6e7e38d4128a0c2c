// The run that the strips show: recorded frames until PostgreSQL has caught up with them, then its own.
import { Engine } from './engine'
import type { Frame } from './frames'
import { History } from './history'
import { same, STORIES, FIRST_STORY, type Settings } from './settings'

export interface RunEvents {
  /** More frames, or another state of the engine. */
  changed(): void
  progress(share: number, doing: string): void
  started(): void
  failed(message: string): void
}

export class Runs {
  readonly engine: Engine
  version = ''
  private live = new History()
  private recorded: History | undefined
  private recordedVersion = ''
  private wanted = 0

  constructor(
    public settings: Settings,
    private readonly events: RunEvents,
  ) {
    this.engine = new Engine({
      progress: (share, doing) => events.progress(share, doing),
      started: (version) => {
        this.version = version
        this.begin(this.settings)
        events.started()
      },
      frame: (frame: Frame) => {
        this.live.add(frame)
        events.changed()
      },
      failed: (message) => events.failed(message),
    })
  }

  useRecording(postgres: string, frames: Frame[]): void {
    this.recordedVersion = postgres
    this.recorded = new History(frames)
    this.events.changed()
  }

  begin(settings: Settings): void {
    this.settings = settings
    this.live = new History()
    if (this.engine.isReady) this.engine.load(settings, this.wanted)
    this.events.changed()
  }

  /** Ends PostgreSQL and starts it again. */
  anew(): void {
    this.live = new History()
    this.version = ''
    this.engine.start()
    this.events.changed()
  }

  /** How far frames are needed. */
  want(frames: number): void {
    const wanted = Math.min(frames, this.settings.frames)
    if (wanted === this.wanted) return
    this.wanted = wanted
    if (this.engine.isReady) this.engine.want(wanted)
  }

  get isLive(): boolean {
    return this.engine.isReady
  }

  get made(): number {
    return this.live.frames.length
  }

  get available(): number {
    return Math.max(this.made, this.fallback?.frames.length ?? 0)
  }

  /** The run to show at a place, and the PostgreSQL that made it. */
  at(place: number): { history: History; isLive: boolean; postgres: string } {
    const recorded = this.fallback
    if (!recorded || place < this.made || recorded.frames.length <= this.made)
      return { history: this.live, isLive: true, postgres: this.version }
    return { history: recorded, isLive: false, postgres: this.recordedVersion }
  }

  private get fallback(): History | undefined {
    return same(this.settings, STORIES[FIRST_STORY]!.settings) ? this.recorded : undefined
  }
}
