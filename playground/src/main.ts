// Puts the parts of the page together.
import recordingAddress from '../recorded/frames.bin?url'
import * as address from './address'
import { Advise } from './advise'
import { copy, find, make, prefersReducedMotion, showProblem, showStatements } from './dom'
import { pack, unpack } from './frames'
import { KINDS, NAMES } from './keys'
import { lessons } from './lessons'
import { LoadForm } from './loadform'
import { Player } from './player'
import { Reveal } from './reveal'
import { Runs } from './runs'
import { FRAME_ROWS, fromAddress, STORIES, storyOf, toAddress, type Settings } from './settings'
import * as sql from './statements'
import { count } from './text'
import { Trial } from './trial'
import { Watch } from './watch'

/** Seconds of frames that PostgreSQL makes ahead of what is shown. */
const AHEAD = 6

const start = address.read()
const watch = new Watch()
const runs = new Runs(fromAddress(start), { changed: update, progress, started, failed })
const player = new Player(
  () => runs.available,
  () => runs.settings.frames,
  update,
)
const form = new LoadForm(runs.settings, begin)
const advise = new Advise(runs)
const trial = new Trial(
  runs,
  () => advise.question(),
  (settings) => {
    control.speed.value = '0'
    player.speed = 0
    begin(settings)
  },
)
const control = {
  play: find<HTMLButtonElement>('#play'),
  place: find<HTMLInputElement>('#place'),
  speed: find<HTMLSelectElement>('#speed'),
}
const reveal = new Reveal(runs)
let isFailed = false
let shown = ''

function update(): void {
  trial.update()
  runs.want(player.speed === 0 ? Infinity : player.place + Math.max(AHEAD * player.speed, 60))
  const place = Math.min(player.place, runs.available - 1)
  const { history, isLive, postgres } = runs.at(place)
  control.play.textContent = player.isPlaying ? 'Pause' : player.hasEnded ? 'Again' : 'Play'
  control.place.max = String(runs.settings.frames - 1)
  control.place.value = String(player.place)
  const frame = history.frames[place]
  // Nothing new, as while frames are made ahead.
  const now = [place, isLive, postgres, player.isPlaying, runs.isLive, isFailed, frame?.inserted].join()
  if (now === shown) return
  shown = now
  const rows = frame ? count(frame.inserted) : '0'
  find('#rows').textContent = rows
  control.place.setAttribute('aria-valuetext', `${rows} rows`)
  showStatus(isLive, postgres, place)
  if (frame && !performance.getEntriesByName('shown').length) performance.mark('shown')
  if (frame) watch.show(history, place, runs.settings, runs.settings.frames, player.speed, player.isPlaying)
  showLessons()
  if (!player.isPlaying) keepInAddress()
}

function showStatus(isLive: boolean, postgres: string, place: number): void {
  find('#progress').hidden = runs.isLive || isFailed
  const until = isFailed
    ? ''
    : runs.isLive
      ? ', until the one in this page gets here'
      : ', until it has started in this page'
  const at = player.place > place ? `, at ${count(runs.made * FRAME_ROWS)} rows` : ''
  find('#status').textContent = !isLive
    ? `A recorded run of PostgreSQL ${postgres}${until}.`
    : runs.isLive
      ? `Live: PostgreSQL ${postgres} runs in this page${at}.`
      : isFailed
        ? ''
        : 'PostgreSQL starts in this page …'
}

function showLessons(): void {
  const { history } = runs.at(runs.settings.frames - 1)
  const hasEnded = player.hasEnded && history.frames.length >= runs.settings.frames
  watch.showLessons(hasEnded ? lessons(history, runs.settings) : undefined)
}

function keepInAddress(): void {
  address.write('', {
    ...toAddress(runs.settings),
    ...(player.place > 0 ? { frame: String(player.place) } : {}),
    ...(player.speed === 15 ? {} : { speed: String(player.speed) }),
  })
}

function begin(settings: Settings): void {
  form.show(settings)
  showStory(settings)
  runs.begin(settings)
  player.seek(0)
  address.write('', toAddress(settings))
  player.play()
}

function showStory(settings: Settings): void {
  const story = storyOf(settings)
  find('#story').textContent = STORIES[story]?.text ?? 'A load of your own.'
  find('.stories')
    .querySelectorAll('button')
    .forEach((button, place) => button.setAttribute('aria-pressed', String(place === story)))
  showStatements(find('#watch-sql .statements'), [
    ...KINDS.map(
      (kind) => [`${NAMES[kind]}: the first hundred rows, at simulated times`, sql.insert(kind, settings, 0)] as const,
    ),
    ['Rows whose time has come are deleted by their keys', sql.remove('wrapping', "'{…}'")],
    ['When 5 % of the rows are deleted ones', sql.vacuum('wrapping')],
    [`Every ${count(settings.checkpoint)} rows`, 'CHECKPOINT'],
    ['WAL: the position before and after; the difference is what was written', sql.WAL_POSITION],
    ['Leaf pages and density: each page, its right neighbour, and its free bytes', sql.leafPages('wrapping')],
    ['Page images between two positions in the WAL', sql.pageImages("'0/2000000'", "'0/2100000'")],
    ['Index sizes, in pages of 8 kB', sql.SIZES],
  ])
}

function progress(share: number, doing: string): void {
  const bar = find<HTMLProgressElement>('#progress')
  bar.value = share
  bar.title = doing
}

function started(): void {
  void advise.ask()
  void reveal.ask()
}

function failed(message: string): void {
  isFailed = true
  showProblem(
    '#problem',
    `PostgreSQL does not run here: ${message}. You can still watch the recorded run of the second story,` +
      ' or start anew.',
  )
  update()
}

function anew(): void {
  isFailed = false
  showProblem('#problem', '')
  player.seek(0)
  runs.anew()
  player.play()
}

async function showRecording(): Promise<void> {
  const response = await fetch(recordingAddress)
  if (!response.ok || !response.body) throw new Error(`the recording: ${response.status}`)
  const plain = response.body.pipeThrough(new DecompressionStream('gzip'))
  const { postgres, frames } = unpack(new Uint8Array(await new Response(plain).arrayBuffer()))
  runs.useRecording(postgres, frames)
}

find('.stories').append(
  ...STORIES.map((story, place) => {
    const button = make('button', { type: 'button' }, `${place + 1}. ${story.title}`)
    button.addEventListener('click', () => begin(story.settings))
    return button
  }),
)
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
find('#anew').addEventListener('click', anew)
find('#share').addEventListener('click', ({ currentTarget }) => {
  keepInAddress()
  void copy(location.href, currentTarget as HTMLButtonElement)
})
addEventListener('resize', () => {
  shown = ''
  update()
})

showStory(runs.settings)
if ([...control.speed.options].some((option) => option.value === start.get('speed')))
  control.speed.value = start.get('speed')!
player.speed = Number(control.speed.value)
player.seek(Number(start.get('frame')) || 0)
// The recording comes first, so that there is something to see at once.
showRecording()
  .catch(() => {})
  .finally(() => {
    runs.engine.start()
    if (!start.has('frame') && !prefersReducedMotion()) player.play()
  })

// For the checks, the recording and the picture.
Object.assign(globalThis, { playground: { runs, player, pack } })
