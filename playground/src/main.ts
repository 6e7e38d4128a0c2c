// Puts the parts of the page together.
import * as address from './address'
import { Advise } from './advise'
import { Stories } from './stories'
import { copy, explainWords, find, prefersReducedMotion, setText, showProblem, showStatements } from './dom'
import { pack } from './frames'
import { KINDS, NAMES } from './keys'
import { lessons, punchLine } from './lessons'
import { LoadForm } from './loadform'
import { OneRow } from './onerow'
import { Player } from './player'
import { Reveal } from './reveal'
import { Runs } from './runs'
import { FRAME_ROWS, fromAddress, same, STORIES, storyOf, toAddress, type Settings } from './settings'
import * as sql from './statements'
import { count } from './text'
import { Trial } from './trial'
import { Watch } from './watch'

/** Seconds of frames that PostgreSQL makes ahead of what is shown. */
const AHEAD = 6
/** Frames per second with which a story takes less than ten seconds. */
const USUAL_SPEED = '65'

const start = address.read()
const watch = new Watch()
const runs = new Runs(fromAddress(start), { changed: update, progress, started, stopped, failed })
const player = new Player(
  () => runs.available,
  () => runs.settings.frames,
  update,
)
const form = new LoadForm(runs.settings, (settings) => begin(settings), invalid)
const advise = new Advise(runs)
const trial = new Trial(
  runs,
  () => advise.question(),
  (settings) => {
    control.speed.value = '0'
    player.speed = 0
    begin(settings)
    find('#watch').scrollIntoView()
  },
)
const control = {
  play: find<HTMLButtonElement>('#play'),
  place: find<HTMLInputElement>('#place'),
  speed: find<HTMLSelectElement>('#speed'),
  anew: find<HTMLButtonElement>('#anew'),
}
const reveal = new Reveal(runs)
const oneRow = new OneRow(runs)
const stories = new Stories(runs, (settings) => begin(settings))
explainWords()
/** Whether PostgreSQL loads without being asked: not where people pay for what they load. */
let isWanted = !(navigator as { connection?: { saveData?: boolean } }).connection?.saveData
let isFailed = false
let shown = ''

function update(): void {
  trial.update()
  runs.want(player.speed === 0 ? Infinity : player.place + Math.max(AHEAD * player.speed, 60))
  const place = Math.min(player.place, runs.available - 1)
  const { history, isLive, postgres } = runs.at(place)
  setText(control.play, player.isPlaying ? 'Pause' : player.hasEnded ? 'Again' : 'Play')
  control.place.max = String(runs.settings.frames - 1)
  control.place.value = String(player.place)
  const frame = history.frames[place]
  // Nothing new, as while frames are made ahead.
  const now = [place, isLive, postgres, player.isPlaying, runs.isLive, isFailed, isWanted, frame?.inserted].join()
  if (now === shown) return
  shown = now
  const rows = frame ? count(frame.inserted) : '0'
  setText(find('#rows'), rows)
  control.place.setAttribute('aria-valuetext', `${rows} rows`)
  showStatus(isLive, postgres, place)
  if (frame && !performance.getEntriesByName('shown').length) performance.mark('shown')
  if (frame) watch.show(history, place, runs.settings, runs.scale(), player.speed, player.isPlaying)
  else watch.clear()
  showLessons()
  if (!player.isPlaying) keepInAddress()
}

function showStatus(isLive: boolean, postgres: string, place: number): void {
  find('#progress').hidden = runs.isLive || isFailed || !isWanted
  setText(
    control.anew,
    runs.isLive
      ? 'Start anew'
      : isWanted
        ? 'Start PostgreSQL again'
        : `Load PostgreSQL (${document.documentElement.dataset.megabytes} MB)`,
  )
  control.anew.hidden = !runs.isLive && !isFailed && isWanted
  const until =
    isFailed || !isWanted
      ? ''
      : runs.isLive
        ? ', until the one in this page gets here'
        : ', until it has started in this page'
  const at = player.place > place ? `, at ${count(runs.made * FRAME_ROWS)} rows` : ''
  setText(
    find('#status'),
    place >= 0 && !isLive
      ? `A recorded run of PostgreSQL ${postgres}${until}.`
      : runs.isLive
        ? `Live: PostgreSQL ${postgres || runs.version} runs in this page${at}.`
        : isFailed || !isWanted
          ? 'Nobody has recorded this load.'
          : 'Nobody has recorded this load. PostgreSQL starts in this page …',
  )
}

function showLessons(): void {
  const { settings } = runs
  const { history } = runs.at(settings.frames - 1)
  const hasEnded = player.hasEnded && history.frames.length >= settings.frames
  watch.showLessons(hasEnded ? lessons(history, settings) : undefined)
  setText(find('#punch'), hasEnded ? punchLine(history, settings) : '')
}

function keepInAddress(): void {
  address.write('', {
    ...toAddress(runs.settings),
    ...(player.place > 0 ? { frame: String(player.place) } : {}),
    ...speedInAddress(),
  })
}

function speedInAddress(): Record<string, string> {
  return control.speed.value === USUAL_SPEED ? {} : { speed: control.speed.value }
}

function begin(settings: Settings, keep = address.push): void {
  if (!isFailed) showProblem('#problem', '')
  form.show(settings)
  showStory(settings)
  if (!same(settings, runs.settings)) keep('', { ...toAddress(settings), ...speedInAddress() })
  runs.begin(settings)
  player.seek(0)
  player.play()
}

/** A setting is none: nothing is shown that would seem to be of it. */
function invalid(): void {
  player.isPlaying = false
  runs.stop()
  player.seek(0)
}

function showStory(settings: Settings): void {
  const story = storyOf(settings)
  find('#story').textContent = STORIES[story]?.text ?? 'A load of your own.'
  find('#checkpoint').textContent =
    settings.checkpoint < settings.frames * FRAME_ROWS ? `every ${count(settings.checkpoint)} rows` : 'never'
  stories.press(story)
  showStatements(find('#watch-sql .statements'), [
    ...KINDS.map(
      (kind) => [`${NAMES[kind]}: the first hundred rows, at simulated times`, sql.insert(kind, settings, 0)] as const,
    ),
    ['Rows whose time has come are deleted by their keys', sql.remove('wrapping', "'{…}'")],
    ['When 5 % of the rows are deleted ones', sql.vacuum('wrapping')],
    [`Every ${count(settings.checkpoint)} rows`, 'CHECKPOINT'],
    ['WAL: the position before and after; the difference is what was written', sql.WAL_POSITION],
    [
      'Leaf pages and density: each page, its right neighbour, its free bytes, and its items',
      sql.leafPages('wrapping'),
    ],
    [
      'Pages written between two positions in the WAL, and whether whole',
      sql.writtenPages("'0/2000000'", "'0/2100000'"),
    ],
    ['Index sizes, in pages of 8 kB', sql.SIZES],
  ])
}

function progress(share: number, doing: string): void {
  const bar = find<HTMLProgressElement>('#progress')
  bar.value = share
  bar.title = doing
}

function started(): void {
  void oneRow.begin()
  void advise.ask()
  void reveal.ask()
}

function stopped(message: string): void {
  showProblem('#problem', `PostgreSQL refuses this load: ${message}.`)
}

function failed(message: string): void {
  isFailed = true
  showProblem('#problem', `PostgreSQL does not run here: ${message}. You can still watch the recorded stories.`)
  update()
}

/** What has started needs nothing from the network to begin from empty tables. */
function anew(): void {
  isFailed = false
  isWanted = true
  showProblem('#problem', '')
  if (!runs.isLive) runs.engine.start()
  begin(runs.settings)
}

/** The place and the speed that the address names. */
function restore(given: URLSearchParams): void {
  const speed = given.get('speed') ?? USUAL_SPEED
  if ([...control.speed.options].some((option) => option.value === speed)) control.speed.value = speed
  player.speed = Number(control.speed.value)
  const last = runs.settings.frames - 1
  // Where nothing moves by itself, the end shows most.
  player.seek(given.has('frame') ? Number(given.get('frame')) || 0 : prefersReducedMotion() ? last : 0)
}

control.play.addEventListener('click', () => (player.isPlaying ? player.pause() : player.play()))
find('#step').addEventListener('click', () => {
  player.isPlaying = false
  player.seek(Math.min(player.place + 1, runs.settings.frames - 1))
})
control.place.addEventListener('input', () => {
  player.isPlaying = false
  player.seek(Number(control.place.value))
})
control.speed.addEventListener('change', () => {
  player.speed = Number(control.speed.value)
  update()
})
control.anew.addEventListener('click', anew)
find('#share').addEventListener('click', ({ currentTarget }) => {
  keepInAddress()
  void copy(location.href, currentTarget as HTMLButtonElement)
})
function redraw(): void {
  shown = ''
  update()
}
addEventListener('resize', redraw)
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw)
addEventListener('popstate', () => {
  if (!address.isOther()) return
  const given = address.read()
  const settings = fromAddress(given)
  if (!same(settings, runs.settings)) begin(settings, address.write)
  restore(given)
  // The forms below are as they are.
  oneRow.keep()
  advise.keep()
  reveal.keep()
})

showStory(runs.settings)
restore(start)
// The recording comes first, so that there is something to see at once.
runs
  .record(storyOf(runs.settings))
  .catch(() => {})
  .finally(() => {
    if (isWanted) runs.engine.start()
    if (!start.has('frame') && !prefersReducedMotion()) player.play()
    update()
  })

// For the checks, the recording and the picture.
Object.assign(globalThis, { playground: { runs, player, pack } })
