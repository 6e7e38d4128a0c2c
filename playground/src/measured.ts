// Everything that was measured of each index, with small lines over time.
import { described } from './captions'
import { clear, line, palette, type Palette } from './draw'
import { find, make, setText } from './dom'
import type { History } from './history'
import { KINDS, NAMES, type Kind } from './keys'
import { duration, type Settings } from './settings'
import { count, percent, size } from './text'

type Measure = 'wal' | 'insertWal' | 'images' | 'leaves' | 'density' | 'size'
const MEASURES: Record<Measure, [title: string, show: (value: number) => string]> = {
  wal: ['WAL per row', (value) => `${count(value)} bytes`],
  insertWal: ['of which INSERT', (value) => `${count(value)} bytes`],
  images: ['page images per row', (value) => String(Number(value.toPrecision(2)))],
  leaves: ['leaf pages', count],
  density: ['density', percent],
  size: ['index size', size],
}

interface Part {
  call: HTMLElement
  sentence: HTMLElement
  figures: Record<Measure, { value: HTMLElement; canvas: HTMLCanvasElement }>
}

/** What stands where nothing is measured. */
const NONE = '–'

export class Measured {
  private readonly parts: Record<Kind, Part>
  private colours: Palette = palette()
  private readonly box = find<HTMLDetailsElement>('#measured')

  /** Nothing is drawn while it is folded; "opened" asks for it anew. */
  constructor(opened: () => void) {
    this.parts = { random: makePart('random'), v7: makePart('v7'), wrapping: makePart('wrapping') }
    this.box.addEventListener('toggle', opened)
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => (this.colours = palette()))
  }

  show(history: History, place: number, settings: Settings): void {
    if (!this.box.open) return
    for (const measure of Object.keys(MEASURES) as Measure[]) {
      const past = KINDS.map((kind) =>
        history
          .all(kind)
          .slice(0, place + 1)
          .map((figures) => figures[measure]),
      )
      const highest = past.flat().reduce((most, value) => Math.max(most, value), 0)
      for (const [row, kind] of KINDS.entries()) {
        const { value, canvas } = this.parts[kind].figures[measure]
        setText(value, MEASURES[measure][1](past[row]!.at(-1)!))
        line(canvas, past[row]!, settings.frames, highest, this.colours.key[kind])
      }
    }
    for (const kind of KINDS) {
      const part = this.parts[kind]
      setText(part.call, callOf(kind, settings))
      setText(part.sentence, described(history.all(kind)[place]!, history.frames[place]!.tables[kind].pages))
    }
  }

  /** Nothing has been measured. */
  clear(): void {
    for (const { call, sentence, figures } of Object.values(this.parts)) {
      call.textContent = sentence.textContent = NONE
      for (const { value, canvas } of Object.values(figures)) {
        value.textContent = NONE
        clear(canvas)
      }
    }
  }
}

function callOf(kind: Kind, settings: Settings): string {
  if (kind === 'random') return 'gen_random_uuid()'
  if (kind === 'v7') return 'uuidv7()'
  return `uuid_interval_nextval('${duration(settings, 1)}', '${duration(settings, settings.cycle)}')`
}

function makePart(kind: Kind): Part {
  const [call, text] = [make('code'), make('p')]
  const list = make('dl', { class: 'figures' })
  const figures = {} as Part['figures']
  for (const measure of Object.keys(MEASURES) as Measure[]) {
    const [title] = MEASURES[measure]
    const term = measure === 'density' ? make('dfn', { 'data-word': 'density' }, title) : title
    const value = make('dd', { 'data-figure': measure })
    const small = make('canvas', { 'aria-hidden': 'true' })
    list.append(make('div', {}, make('dt', {}, term), value, make('dd', {}, small)))
    figures[measure] = { value, canvas: small }
  }
  const name = make('h3', { class: 'key-name' }, make('i'), `${NAMES[kind]} `, call)
  find('#measured').append(make('section', { class: kind }, name, text, list))
  return { call, sentence: text, figures }
}
