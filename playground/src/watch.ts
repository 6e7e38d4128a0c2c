// The first screen: three indexes as grids of pages, the race of what they write, and what was measured.
import { clear, grid, line, palette, type Palette } from './draw'
import { find, make, prefersReducedMotion, setText } from './dom'
import type { Frame } from './frames'
import type { Figures, History } from './history'
import { KINDS, NAMES, SHORT, type Kind } from './keys'
import { Pages } from './pages'
import type { Scale } from './runs'
import { duration, type Settings } from './settings'
import { count, percent, rate, size } from './text'

type Measure = 'wal' | 'insertWal' | 'images' | 'leaves' | 'density' | 'size'
const MEASURES: Record<Measure, [title: string, show: (value: number) => string]> = {
  wal: ['WAL per row', (value) => `${count(value)} bytes`],
  insertWal: ['of which INSERT', (value) => `${count(value)} bytes`],
  images: ['page images per row', (value) => String(Number(value.toPrecision(2)))],
  leaves: ['leaf pages', count],
  density: ['density', percent],
  size: ['index size', size],
}

interface Strip {
  canvas: HTMLCanvasElement
  call: HTMLElement
  sentence: HTMLElement
  lesson: HTMLElement
  wal: HTMLElement
  index: HTMLElement
  bar: HTMLElement
  length: HTMLElement
  figures: Record<Measure, { value: HTMLElement; canvas: HTMLCanvasElement }>
}

/** Milliseconds between two updates of figures while playing: people cannot read them faster. */
const READABLE = 200
/** What stands where nothing is measured. */
const NONE = '–'

export class Watch {
  private readonly strips: Record<Kind, Strip>
  private colours: Palette = palette()
  private readonly pages: Pages
  private isMeasuredSeen = false
  private updated = 0

  constructor() {
    this.strips = mapKinds(makeStrip)
    this.pages = new Pages(mapKinds((kind) => this.strips[kind].canvas))
    new IntersectionObserver((entries) => (this.isMeasuredSeen = entries.at(-1)!.isIntersecting)).observe(
      find('#measured'),
    )
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => (this.colours = palette()))
  }

  /** Shows a frame of a run; what is read more slowly only now and then while it plays. */
  show(history: History, place: number, settings: Settings, scale: Scale, speed: number, isPlaying: boolean): void {
    const { frames } = history
    const frame = frames[place]
    if (!frame) return this.clear()
    const shown = fading(frames, place, speed)
    const cells = Math.max(scale.pages, ...KINDS.map((kind) => frame.tables[kind].pages.length))
    const most = Math.max(...KINDS.map((kind) => history.walSoFar(place, kind)))
    // Unless it is known what there will be in the end, it is expected to go on like this.
    const all = Math.max(scale.wal ?? (most * settings.frames) / (place + 1), most)
    for (const kind of KINDS) {
      const strip = this.strips[kind]
      grid(
        strip.canvas,
        kind,
        shown.map(({ tables }) => tables[kind].pages),
        cells,
        this.colours,
      )
      strip.bar.style.transform = `scaleX(${history.walSoFar(place, kind) / all})`
    }
    const now = performance.now()
    if (isPlaying && now - this.updated < READABLE) return
    this.updated = now
    this.pages.show({ frame, settings, cells }, isPlaying)
    this.showLarge(history, place)
    // What nobody looks at need not be drawn while it plays.
    if (this.isMeasuredSeen || !isPlaying) this.showFigures(history, place, settings)
  }

  /** Nothing has been measured. */
  clear(): void {
    this.pages.show(undefined)
    for (const strip of Object.values(this.strips)) {
      clear(strip.canvas)
      strip.bar.style.transform = 'scaleX(0)'
      for (const text of [strip.wal, strip.index, strip.length, strip.call, strip.sentence]) text.textContent = NONE
      for (const { value, canvas } of Object.values(strip.figures)) {
        value.textContent = NONE
        clear(canvas)
      }
    }
  }

  /** What the run has shown, once it has ended. */
  showLessons(lessons: Record<Kind, string> | undefined): void {
    for (const kind of KINDS) {
      this.strips[kind].lesson.hidden = !lessons
      setText(this.strips[kind].lesson, lessons?.[kind] ?? '')
    }
  }

  private showLarge(history: History, place: number): void {
    for (const kind of KINDS) {
      const { wal, length, index } = this.strips[kind]
      const written = size(history.walSoFar(place, kind))
      setText(wal, written)
      setText(length, written)
      setText(index, size(history.all(kind)[place]!.size))
    }
  }

  private showFigures(history: History, place: number, settings: Settings): void {
    for (const measure of Object.keys(MEASURES) as Measure[]) {
      const past = KINDS.map((kind) =>
        history
          .all(kind)
          .slice(0, place + 1)
          .map((figures) => figures[measure]),
      )
      const highest = past.flat().reduce((most, value) => Math.max(most, value), 0)
      for (const [row, kind] of KINDS.entries()) {
        const { value, canvas } = this.strips[kind].figures[measure]
        setText(value, MEASURES[measure][1](past[row]!.at(-1)!))
        line(canvas, past[row]!, settings.frames, highest, this.colours.key[kind])
      }
    }
    for (const kind of KINDS) {
      const strip = this.strips[kind]
      const figures = history.all(kind)[place]!
      setText(strip.call, callOf(kind, settings))
      setText(strip.sentence, sentence(figures, history.frames[place]!.tables[kind].pages))
    }
  }
}

const mapKinds = <T>(of: (kind: Kind) => T): Record<Kind, T> =>
  Object.fromEntries(KINDS.map((kind) => [kind, of(kind)])) as Record<Kind, T>

/** The frames in which a page that was written whole is still yellow, newest first. */
function fading(frames: readonly Frame[], place: number, speed: number): Frame[] {
  const length = prefersReducedMotion() ? 1 : Math.max(4, Math.round(speed * 0.4))
  return frames.slice(Math.max(place - length + 1, 0), place + 1).reverse()
}

function callOf(kind: Kind, settings: Settings): string {
  if (kind === 'random') return 'gen_random_uuid()'
  if (kind === 'v7') return 'uuidv7()'
  return `uuid_interval_nextval('${duration(settings, 1)}', '${duration(settings, settings.cycle)}')`
}

function sentence(figures: Figures, pages: Uint8Array): string {
  const sparse = pages.filter((page) => page % 128 < 25).length
  return (
    `${count(figures.leaves)} leaf ${figures.leaves === 1 ? 'page' : 'pages'}, ${percent(figures.density)} full` +
    `${sparse > 0 ? `, ${count(sparse)} of them less than a quarter` : ''}. The last ${count(figures.of)} rows wrote` +
    ` ${rate(figures.wal)} bytes of WAL each, with ${count(figures.images * figures.of)} page images in all.`
  )
}

function makeStrip(kind: Kind): Strip {
  // Its pages are gone over like the values of a slider.
  const canvas = make('canvas', {
    ...{ role: 'slider', tabindex: '0', 'aria-label': `Pages of the index, ${NAMES[kind]}` },
    ...{ 'aria-valuemin': '1', 'aria-valuenow': '1', 'aria-describedby': `${kind}-sentence` },
  })
  const [wal, index] = [make('dd', { 'data-figure': 'walSoFar' }), make('dd', { 'data-figure': 'indexNow' })]
  const title = make('h2', { id: `${kind}-title` }, make('dfn', { 'data-word': kind }, SHORT[kind]))
  const large = make(
    'dl',
    {},
    make('div', {}, make('dt', {}, 'WAL so far'), wal),
    make('div', {}, make('dt', {}, 'index now'), index),
  )
  find('#strips').append(make('section', { class: `strip ${kind}`, 'aria-labelledby': title.id }, title, canvas, large))

  const [bar, length] = [make('i'), make('b')]
  find('#race').append(make('li', { class: kind }, make('span', {}, SHORT[kind]), make('span', {}, bar), length))

  const [call, text, lesson] = [make('code'), make('p', { id: `${kind}-sentence` }), make('p', { class: 'lesson' })]
  const list = make('dl', { class: 'figures' })
  const figures = {} as Strip['figures']
  for (const measure of Object.keys(MEASURES) as Measure[]) {
    const [title] = MEASURES[measure]
    const term = measure === 'density' ? make('dfn', { 'data-word': 'density' }, title) : title
    const value = make('dd', { 'data-figure': measure })
    const small = make('canvas', { 'aria-hidden': 'true' })
    list.append(make('div', {}, make('dt', {}, term), value, make('dd', {}, small)))
    figures[measure] = { value, canvas: small }
  }
  const name = make('h3', { class: 'key-name' }, make('i'), `${NAMES[kind]} `, call)
  find('#measured').append(make('section', { class: `strip ${kind}` }, name, lesson, text, list))
  return { canvas, call, sentence: text, lesson, wal, index, bar, length, figures }
}
