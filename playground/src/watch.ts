// Part 1: three strips, what is measured below them, and what moves them.
import { palette, line, strip, type Palette } from './draw'
import { find, make, prefersReducedMotion } from './dom'
import type { Frame } from './frames'
import type { Figures, History } from './history'
import { KINDS, NAMES, type Kind } from './keys'
import { duration, type Settings } from './settings'
import { count, percent, size } from './text'

type Measure = 'insertWal' | 'images' | 'leaves' | 'density' | 'size'
const MEASURES: Record<Measure, [title: string, show: (value: number) => string]> = {
  insertWal: ['WAL per row', (value) => `${count(value)} bytes`],
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
  figures: Record<Measure, { value: HTMLElement; canvas: HTMLCanvasElement }>
}

/** Milliseconds between two updates of figures while playing: people cannot read them faster. */
const READABLE = 200
/** The least number of columns for which there is room, and the factor by which that grows. */
const COLUMNS = 60
const MORE_COLUMNS = 1.25

export class Watch {
  private readonly strips: Record<Kind, Strip>
  private colours: Palette = palette()
  private updated = 0

  constructor() {
    this.strips = Object.fromEntries(KINDS.map((kind) => [kind, makeStrip(kind)])) as Record<Kind, Strip>
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => (this.colours = palette()))
  }

  /** Shows a frame of a run; figures only now and then while it plays. */
  show(history: History, place: number, settings: Settings, total: number, speed: number, isPlaying: boolean): void {
    const { frames } = history
    if (!frames[place]) return
    const most = Math.max(...KINDS.map((kind) => frames[place]!.tables[kind].pages.length))
    const columns = COLUMNS * MORE_COLUMNS ** Math.max(Math.ceil(Math.log(most / COLUMNS) / Math.log(MORE_COLUMNS)), 0)
    const shown = fading(frames, place, speed)
    for (const kind of KINDS) strip(this.strips[kind].canvas, kind, shown, columns, this.colours)
    const now = performance.now()
    if (isPlaying && now - this.updated < READABLE) return
    this.updated = now
    this.showFigures(history, place, settings, total)
  }

  /** What the run has shown, once it has ended. */
  showLessons(lessons: Record<Kind, string> | undefined): void {
    for (const kind of KINDS) {
      this.strips[kind].lesson.hidden = !lessons
      this.strips[kind].lesson.textContent = lessons?.[kind] ?? ''
    }
  }

  private showFigures(history: History, place: number, settings: Settings, total: number): void {
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
        value.textContent = MEASURES[measure][1](past[row]!.at(-1)!)
        line(canvas, past[row]!, total, highest, this.colours.key[kind])
      }
    }
    for (const kind of KINDS) {
      this.strips[kind].call.textContent = callOf(kind, settings)
      this.strips[kind].sentence.textContent = sentence(
        history.all(kind)[place]!,
        history.frames[place]!.tables[kind].pages,
      )
    }
  }
}

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
  const parts = [
    `${count(figures.leaves)} leaf ${figures.leaves === 1 ? 'page' : 'pages'}, ${percent(figures.density)} full`,
    sparse > 0 ? `, ${count(sparse)} of them less than a quarter` : '',
    `. The last ${count(figures.of)} rows wrote ${count(figures.images * figures.of)} page images`,
    figures.otherWal > 0 ? `; deletes and VACUUM: ${count(figures.otherWal)} bytes more per row` : '',
    '.',
  ]
  return parts.join('')
}

function makeStrip(kind: Kind): Strip {
  const call = make('code')
  const canvas = make('canvas', { role: 'img', 'aria-labelledby': `${kind}-sentence` })
  const text = make('p', { id: `${kind}-sentence` })
  const lesson = make('p', { class: 'lesson', hidden: '' })
  const list = make('dl', { class: 'figures' })
  const figures = {} as Strip['figures']
  for (const measure of Object.keys(MEASURES) as Measure[]) {
    const value = make('dd', { 'data-figure': measure })
    const small = make('canvas', { 'aria-hidden': 'true' })
    list.append(make('div', {}, make('dt', {}, MEASURES[measure][0]), value, make('dd', {}, small)))
    figures[measure] = { value, canvas: small }
  }
  const title = make('h3', { id: `${kind}-title` }, make('i'), `${NAMES[kind]} `, call)
  find('#strips').append(
    make('section', { class: `strip ${kind}`, 'aria-labelledby': title.id }, title, lesson, canvas, text, list),
  )
  return { canvas, call, sentence: text, lesson, figures }
}
