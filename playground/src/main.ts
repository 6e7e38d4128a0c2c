// Puts the parts of the page together.
import { scaleModel } from './captions'
import { Chapters } from './chapters'
import { showCheckpoints } from './checkpoints'
import { explainWords, find, setText } from './dom'
import { pack } from './frames'
import { KINDS, NAMES } from './keys'
import { LoadForm } from './loadform'
import { OneRow } from './onerow'
import { Recordings } from './recordings'
import { Reveal } from './reveal'
import { Sentence } from './sentence'
import { FRAME_ROWS, STORIES, storyOf, type Settings } from './settings'
import { showAsk } from './sql'
import * as sql from './statements'
import { count } from './text'
import { Trial } from './trial'
import { Watch } from './watch'

const recordings = new Recordings()
/** Parts that follow the first screen, once they are there. */
const followers: { form?: LoadForm; trial?: Trial; oneRow?: OneRow } = {}
const watch = new Watch(recordings, {
  began: showLoad,
  made: () => followers.trial?.update(),
  started: () => followers.oneRow?.begin(),
})
const { runs, player } = watch
followers.form = new LoadForm(
  runs.settings,
  (settings) => watch.begin(settings),
  () => watch.invalid(),
)
const sentence = new Sentence(runs)
followers.trial = new Trial(
  runs,
  () => sentence.question(),
  (settings) => {
    watch.fast(settings)
    find('#watch').scrollIntoView()
  },
)
followers.oneRow = new OneRow(runs)
new Reveal(runs)
new Chapters(recordings, (settings) => watch.begin(settings))
showCheckpoints()
explainWords()

function showLoad(settings: Settings): void {
  followers.form?.show(settings)
  setText(find('#scale'), scaleModel(settings))
  find('#story').textContent = STORIES[storyOf(settings)]?.text ?? 'A load of your own.'
  find('#checkpoint').textContent =
    settings.checkpoint < settings.frames * FRAME_ROWS ? `every ${count(settings.checkpoint)} rows` : 'never'
  const statements = [
    ...KINDS.map(
      (kind) => [`${NAMES[kind]}: the first hundred rows, at simulated times`, sql.insert(kind, settings, 0)] as const,
    ),
    ['Rows whose time has come are deleted by their keys', sql.remove('wrapping', "'{}'")],
    ['When 5 % of the rows are deleted ones', sql.vacuum('wrapping')],
    [`Every ${count(settings.checkpoint)} rows`, 'CHECKPOINT'],
    ['WAL: the position before and after; the difference is what was written', sql.WAL_POSITION],
    [
      'Leaf pages and density: each page, its right neighbour, its free bytes, and its items',
      sql.leafPages('wrapping'),
    ],
    [
      'Pages written between two positions in the WAL, and whether whole',
      sql.writtenPages('pg_current_wal_insert_lsn() - 100000', 'pg_current_wal_flush_lsn()'),
    ],
    ['Index sizes, in pages of 8 kB', sql.SIZES],
  ] as const
  // Tables are there once PostgreSQL runs the load.
  showAsk(find('#ask-sql'), statements, async (text) => {
    await watch.runHere()
    return runs.query(text)
  })
}

/** A link to what is folded opens it. */
function unfold(): void {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)))
  const fold = target && (target.querySelector<HTMLDetailsElement>(':scope > details') ?? target.closest('details'))
  if (!fold || fold.open) return
  fold.open = true
  target.scrollIntoView()
}
addEventListener('hashchange', unfold)
addEventListener('popstate', () => watch.follow())
unfold()
void watch.open()

// For the checks, the recording and the picture.
Object.assign(globalThis, {
  playground: { runs, player, recordings, pack, pace: (place: number) => watch.pace(place) },
})
