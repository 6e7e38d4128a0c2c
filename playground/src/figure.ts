// Three indexes beside each other: a key, a grid of pages, and what was written so far, for each kind of key.
import { clear, forgetSizes, grid, palette, type Palette } from './draw'
import { make, setText } from './dom'
import { KEY_DIGITS, type Frame, type Scale, type TableFrame } from './frames'
import type { History } from './history'
import { KINDS, NAMES, SHORT, type Kind } from './keys'
import { Pages } from './pages'
import type { Settings } from './settings'
import { size } from './text'

/** For so many frames a page that was written whole stays yellow, ever paler, so that nothing flickers. */
const FADING = 4
/** Cells are large at first, and small once one index needs the room. */
const ZOOMS = [0.4, 1]
/** Milliseconds between two updates of texts while playing: people cannot read them faster. */
const READABLE = 200
/** What stands where nothing is measured. */
const NONE = '–'

interface Lane {
  canvas: HTMLCanvasElement
  key: HTMLElement
  bars: Record<'wal' | 'index', Bar>
}
interface Bar {
  bar: HTMLElement
  value: HTMLElement
}

export interface Shown {
  history: History
  place: number
  settings: Settings
  scale: Scale
}

export class Figure {
  private readonly lanes: Record<Kind, Lane>
  private readonly pages: Pages
  private colours: Palette = palette()
  private updated = 0

  /**
   * Headings of a level below that of what it stands in; words are explained where they come first.  "resized" asks for
   * it to be drawn anew: a canvas is blank, or blurred, once it has another size.
   */
  constructor(box: HTMLElement, heading: 'h3' | 'h4', name: string, resized: () => void) {
    const lane = (kind: Kind): Lane => makeLane(box, kind, heading, name)
    this.lanes = { random: lane('random'), v7: lane('v7'), wrapping: lane('wrapping') }
    const canvas = (kind: Kind): HTMLCanvasElement => this.lanes[kind].canvas
    this.pages = new Pages(box, { random: canvas('random'), v7: canvas('v7'), wrapping: canvas('wrapping') })
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      this.colours = palette()
      resized()
    })
    new ResizeObserver(() => {
      forgetSizes()
      resized()
    }).observe(box)
  }

  /** Shows a frame of a run; what is read more slowly only now and then while it plays. */
  show({ history, place, settings, scale }: Shown, isPlaying: boolean): void {
    const { frames } = history
    const frame = frames[place]
    if (!frame) return this.clear()
    const most = Math.max(scale.pages, history.mostPages(place))
    const cells = ZOOMS.map((zoom) => Math.ceil(zoom * most)).find((room) => room >= history.mostPages(place))!
    const writing = frames.slice(Math.max(place - FADING + 1, 0), place + 1).reverse()
    for (const kind of KINDS) {
      const { canvas, bars } = this.lanes[kind]
      const pages = writing.map(({ tables }: Frame) => tables[kind].pages)
      grid(canvas, kind, pages, cells, this.colours)
      fill(bars.wal, history.walSoFar(place, kind) / scale.wal)
      fill(bars.index, history.all(kind)[place]!.size / scale.index)
    }
    const now = performance.now()
    if (isPlaying && now - this.updated < READABLE) return
    this.updated = now
    this.pages.show({ frame, settings, cells }, isPlaying)
    for (const kind of KINDS) {
      const { key, bars } = this.lanes[kind]
      showKey(key, frame.tables[kind])
      setText(bars.wal.value, size(history.walSoFar(place, kind)))
      setText(bars.index.value, size(history.all(kind)[place]!.size))
    }
  }

  /** Nothing has been measured. */
  clear(): void {
    this.pages.show(undefined)
    for (const { canvas, key, bars } of Object.values(this.lanes)) {
      clear(canvas)
      key.textContent = NONE
      for (const bar of Object.values(bars)) {
        fill(bar, 0)
        bar.value.textContent = NONE
      }
    }
  }
}

const fill = ({ bar }: Bar, share: number): void => {
  bar.style.transform = `scaleX(${Math.min(share || 0, 1)})`
}

/** The beginning of a key; marked are the digits that it shares with the others of its frame. */
function showKey(element: HTMLElement, { key, shared }: TableFrame): void {
  const groups = (from: number, to: number): string =>
    [...key.slice(from, to)].map((digit, at) => ([8, 12].includes(from + at) ? `-${digit}` : digit)).join('')
  element.replaceChildren(make('b', {}, groups(0, shared)), `${groups(shared, KEY_DIGITS)}…`)
}

function makeLane(box: HTMLElement, kind: Kind, heading: 'h3' | 'h4', name: string): Lane {
  const id = `${name}-${kind}`
  const isFirst = heading === 'h3'
  const title = make(heading, { id }, isFirst ? make('dfn', { 'data-word': kind }, SHORT[kind]) : SHORT[kind])
  const key = make('code', { class: 'example' })
  // Its pages are gone over like the values of a slider.
  const canvas = make('canvas', {
    ...{ role: 'slider', tabindex: '0', 'aria-label': `Pages of the index, ${NAMES[kind]}` },
    ...{ 'aria-valuemin': '1', 'aria-valuenow': '1' },
  })
  const bars = { wal: makeBar('WAL', 'wal'), index: makeBar('index', 'index') }
  const list = make('dl', { class: 'bars' }, bars.wal.row, bars.index.row)
  const lane = make('div', { class: `lane ${kind}`, role: 'group', 'aria-labelledby': id }, title, key, canvas, list)
  box.append(lane)
  return { canvas, key, bars }
}

function makeBar(name: string, figure: string): Bar & { row: HTMLElement } {
  const [bar, value] = [make('i'), make('b', { 'data-figure': figure })]
  const row = make('div', {}, make('dt', {}, name), make('dd', {}, make('span', { class: 'track' }, bar), value))
  return { bar, value, row }
}
