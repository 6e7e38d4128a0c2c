// Recorded runs of the stories, which can be shown while they arrive.
import { Unpacker, type Head } from './frames'
import { History } from './history'

// Vite knows their addresses in the built page.
const ADDRESSES = import.meta.glob<string>('../recorded/*.bin', { query: '?url', import: 'default', eager: true })

export interface Recorded extends Head {
  history: History
}

export class Recordings {
  private readonly known = new Map<number, Recorded>()
  private readonly loading = new Map<number, Promise<void>>()

  /** What has arrived of a story. */
  get(story: number): Recorded | undefined {
    return this.known.get(story)
  }

  /** Loads a story; tells each time that there is more of it. */
  load(story: number, changed: () => void): Promise<void> {
    const loading = this.loading.get(story) ?? this.fetch(story, changed)
    this.loading.set(story, loading)
    // Another attempt may follow.
    loading.catch(() => this.loading.delete(story))
    return loading
  }

  private async fetch(story: number, changed: () => void): Promise<void> {
    const address = ADDRESSES[`../recorded/${story + 1}.bin`]
    if (!address) return
    const response = await fetch(address)
    if (!response.ok || !response.body) throw new Error(`the recording: ${response.status}`)
    const chunks = response.body.pipeThrough(new DecompressionStream('gzip')).getReader()
    const unpacker = new Unpacker()
    for (let chunk = await chunks.read(); !chunk.done; chunk = await chunks.read()) {
      const frames = unpacker.add(chunk.value)
      if (!unpacker.head) continue
      const recorded = this.known.get(story) ?? { ...unpacker.head, history: new History() }
      this.known.set(story, recorded)
      for (const frame of frames) recorded.history.add(frame)
      changed()
    }
    if (!unpacker.isComplete) throw new Error('the recording is incomplete')
  }
}
