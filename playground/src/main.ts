// Puts the parts of the page together.
import { Chapters } from './chapters'
import { explainWords } from './dom'
import { pack } from './frames'
import { OneRow } from './onerow'
import { Recordings } from './recordings'
import { Sentence } from './sentence'
import { Watch } from './watch'

const recordings = new Recordings()
/** What follows the first screen, once it is there. */
const followers: { oneRow?: OneRow } = {}
const watch = new Watch(recordings, () => followers.oneRow?.begin())
const { runs, player } = watch
new Sentence(runs)
followers.oneRow = new OneRow(runs)
new Chapters(recordings)
explainWords()

/** A link to what is folded opens it. */
function unfold(): void {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)))
  const fold =
    target && (target.querySelector<HTMLDetailsElement>(':scope > details:only-child') ?? target.closest('details'))
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
