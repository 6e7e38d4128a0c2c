// The page's side of the worker.  It can end and start anew at any time.
import type { Frame } from './frames'
import type { Answer, Request, Row } from './messages'
import type { Settings } from './settings'

export interface Events {
  progress(share: number, doing: string): void
  started(version: string): void
  frame(frame: Frame): void
  /** The run cannot go on, though PostgreSQL can. */
  stopped(message: string): void
  failed(message: string): void
}

export class Engine {
  private worker: Worker | undefined
  private run = 0
  private queries = new Map<number, { resolve: (rows: Row[]) => void; reject: (error: Error) => void }>()
  private lastQuery = 0
  /** Whether PostgreSQL answers. */
  isReady = false

  constructor(private readonly events: Events) {}

  start(): void {
    this.end('PostgreSQL was started anew')
    if (typeof WebAssembly !== 'object' || typeof Worker !== 'function') {
      this.events.failed('this browser has no WebAssembly')
      return
    }
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<Answer>) => this.receive(data)
    worker.onerror = (event) => {
      event.preventDefault()
      this.fail(event.message || 'the worker did not start')
    }
    this.worker = worker
  }

  /** Begins another run; its frames come as far as they are wanted. */
  load(settings: Settings, wanted: number): void {
    this.run += 1
    this.send({ type: 'run', run: this.run, settings, wanted })
  }

  want(wanted: number): void {
    this.send({ type: 'want', wanted })
  }

  query(sql: string): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      if (!this.worker) return reject(new Error('PostgreSQL does not run here'))
      this.lastQuery += 1
      this.queries.set(this.lastQuery, { resolve, reject })
      this.send({ type: 'query', id: this.lastQuery, sql })
    })
  }

  private send(request: Request): void {
    this.worker?.postMessage(request)
  }

  private end(reason: string): void {
    this.worker?.terminate()
    this.worker = undefined
    this.isReady = false
    for (const { reject } of this.queries.values()) reject(new Error(reason))
    this.queries.clear()
  }

  private fail(message: string): void {
    this.end(message)
    this.events.failed(message)
  }

  private receive(answer: Answer): void {
    switch (answer.type) {
      case 'progress':
        return this.events.progress(answer.share, answer.doing)
      case 'started':
        this.isReady = true
        return this.events.started(answer.version)
      case 'frame':
        if (answer.run === this.run) this.events.frame(answer.frame)
        return
      case 'rows':
        this.queries.get(answer.id)?.resolve(answer.rows)
        this.queries.delete(answer.id)
        return
      case 'refused':
        this.queries.get(answer.id)?.reject(new Error(answer.message))
        this.queries.delete(answer.id)
        return
      case 'stopped':
        if (answer.run === this.run) this.events.stopped(answer.message)
        return
      case 'failed':
        return this.fail(answer.message)
    }
  }
}
