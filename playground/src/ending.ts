// How a recorded run ends, alone.
import { pack, Unpacker } from './frames'
import { History } from './history'
import { KINDS } from './keys'

/** The last frame of a recording, whose WAL is that of the whole run, packed like a recording. */
export function endOf(packed: Uint8Array): Uint8Array {
  const unpacker = new Unpacker()
  const frames = unpacker.add(packed)
  const [history, place, last] = [new History(frames), frames.length - 1, frames.at(-1)]
  if (!last || !unpacker.head) throw new Error('the recording is incomplete')
  const tables = { ...last.tables }
  for (const kind of KINDS) {
    const { otherWal, leaves } = last.tables[kind]
    tables[kind] = { ...last.tables[kind], leaves, insertWal: history.walSoFar(place, kind) - otherWal }
  }
  const { postgres, settings, scale } = unpacker.head
  return pack({ postgres, settings, scale, before: place }, [{ ...last, tables }])
}
