// What the first story writes with fewer checkpoints, as tools/record.mjs has measured it.
import measured from '../recorded/checkpoints.json'
import { find, make } from './dom'
import { KINDS, NAMES } from './keys'
import { FIRST_STORY, FRAME_ROWS, STORIES } from './settings'
import { count, size } from './text'

export function showCheckpoints(): void {
  const { settings } = STORIES[FIRST_STORY]!
  const rows = measured.map(({ checkpoint, ...wal }) => {
    const every = checkpoint < settings.frames * FRAME_ROWS ? `every ${count(checkpoint)} rows` : 'only at the start'
    const address = `?story=${FIRST_STORY + 1}&checkpoint=${checkpoint}`
    return make(
      'tr',
      {},
      make('th', { scope: 'row' }, make('a', { href: address }, every)),
      ...KINDS.map((kind) => make('td', {}, size(wal[kind]))),
    )
  })
  const names = KINDS.map((kind) => make('th', { scope: 'col' }, NAMES[kind]))
  find('#by-checkpoint').replaceChildren(
    make(
      'table',
      {},
      make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, 'Checkpoint'), ...names)),
      make('tbody', {}, ...rows),
    ),
  )
}
