// The run that is shown: recorded frames until PostgreSQL has caught up with them, then its own.
import { Engine } from './engine'
import { unpack, type Frame } from './frames'
import { History } from './history'
import { KINDS } from './keys'
import { FRAME_ROWS, same, storyOf, type Settings } from './settings'

// Vite knows their addresses in the built page.
const ADDRESSES = import.meta.glob<string>('../recorded/*.bin', { query: '?url', import: 'default', eager: true })

export interface RunEvents {
  /** More frames, or another state of the engine. */
  changed(): void
  progress(share: number, doing: string): void
  started(): void
  stopped(message: string): void
  failed(message: string): void
}

interface Recorded {
  postgres: string
  settings: Settings
  history: History
}

/** What fills the figures from one side to the other, for the whole run. */
export interface Scale {
  pages: number
  /** Bytes of WAL; unknown before a run has ended that nobody has recorded. */
  wal: number | undefined
}

export class Runs {
  readonly engine: Engine
  version = ''
  private live = new History()
  private readonly recordings = new Map<number, Recorded>()
  private wanted = 0
  private isStopped = false

  constructor(
    public settings: Settings,
    private readonly events: RunEvents,
  ) {
    this.engine = new Engine({
      progress: (share, doing) => events.progress(share, doing),
      started: (version) => {
        this.version = version
        if (this.isStopped) events.changed()
        else this.begin(this.settings)
        events.started()
      },
      frame: (frame: Frame) => {
        this.live.add(frame)
        events.changed()
      },
      stopped: (message) => events.stopped(message),
      failed: (message) => events.failed(message),
    })
  }

  /** Loads what was recorded of a story. */
  async record(story: number): Promise<Recorded | undefined> {
    const address = ADDRESSES[`../recorded/${story + 1}.bin`]
    if (!address || this.recordings.has(story)) return this.recordings.get(story)
    const response = await fetch(address)
    if (!response.ok || !response.body) throw new Error(`the recording: ${response.status}`)
    const plain = response.body.pipeThrough(new DecompressionStream('gzip'))
    const { postgres, settings, frames } = unpack(new Uint8Array(await new Response(plain).arrayBuffer()))
    const recorded = { postgres, settings, history: new History(frames) }
    this.recordings.set(story, recorded)
    this.events.changed()
    return recorded
  }

  begin(settings: Settings): void {
    this.settings = settings
    this.isStopped = false
    this.live = new History()
    if (this.engine.isReady) this.engine.load(settings, this.wanted)
    this.events.changed()
    void this.record(storyOf(settings)).catch(() => {})
  }

  /** Shows nothing until another run begins. */
  stop(): void {
    this.live = new History()
    this.isStopped = true
    this.engine.stop()
    this.events.changed()
  }

  /** How far frames are needed. */
  want(frames: number): void {
    const wanted = Math.min(frames, this.settings.frames)
    if (wanted === this.wanted) return
    this.wanted = wanted
    if (this.engine.isReady && !this.isStopped) this.engine.want(wanted)
  }

  get isLive(): boolean {
    return this.engine.isReady
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
  scale(): Scale {
    const { recorded, settings } = this
    const ended = recorded?.history ?? (this.made === settings.frames ? this.live : undefined)
    const wal = ended && Math.max(...KINDS.map((kind) => ended.walSoFar(settings.frames - 1, kind)))
    return { pages: recorded ? Math.ceil(recorded.history.mostPages * 1.05) : estimatedPages(settings), wal }
  }

  /** What was recorded of these settings. */
  get recorded(): Recorded | undefined {
    const recorded = this.recordings.get(storyOf(this.settings))
    return recorded && !this.isStopped && same(recorded.settings, this.settings) ? recorded : undefined
  }
}

/** At most so many leaf pages: of UUIDv7, which returns to none, or of random keys whose pages have all just split. */
function estimatedPages({ before, frames, kept, left, rows }: Settings): number {
  const inserted = frames * FRAME_ROWS
  const stay = kept === 0 ? inserted : Math.min(kept * rows + (inserted * left) / 100, inserted)
  return Math.ceil(Math.max((before + inserted) / 260, (before + stay) / 140))
}
