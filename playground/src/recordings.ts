// Recorded runs, which can be shown while they arrive.
import { Unpacker, type Head } from './frames'
import { History } from './history'
import { recordingOf, type Settings } from './settings'

// Vite knows their addresses in the built page.
const ADDRESSES = import.meta.glob<string>('../recorded/[0-9]*.bin', { query: '?url', import: 'default', eager: true })

export interface Recorded extends Head {
  history: History
}

export class Recordings {
  private readonly known = new Map<string, Recorded>()
  private readonly loading = new Map<string, Promise<void>>()

  /** What has arrived of a run with these settings. */
  get(settings: Settings): Recorded | undefined {
    const name = recordingOf(settings)
    return name === undefined ? undefined : this.known.get(name)
  }

  /** Loads a run, if it was recorded; tells each time that there is more of it. */
  async load(settings: Settings, changed: () => void): Promise<void> {
    const name = recordingOf(settings)
    if (name === undefined) return
    const loading = this.loading.get(name) ?? this.fetch(name, changed)
    this.loading.set(name, loading)
    // Another attempt may follow.
    loading.catch(() => this.loading.delete(name))
    return loading
  }

  private async fetch(name: string, changed: () => void): Promise<void> {
    const address = ADDRESSES[`../recorded/${name}.bin`]
    if (!address) return
    const response = await fetch(address)
    if (!response.ok || !response.body) throw new Error(`the recording: ${response.status}`)
    const chunks = response.body.pipeThrough(new DecompressionStream('gzip')).getReader()
    const unpacker = new Unpacker()
    const history = new History()
    for (let chunk = await chunks.read(); !chunk.done; chunk = await chunks.read()) {
      const frames = unpacker.add(chunk.value)
      if (!unpacker.head) continue
      for (const frame of frames) history.add(frame)
      this.known.set(name, { ...unpacker.head, history })
      changed()
    }
    if (!unpacker.isComplete) throw new Error('the recording is incomplete')
  }
}
