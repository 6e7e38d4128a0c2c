// What is known of a page, below its grid: hover or tap it, or move over the pages with the arrow keys.
import { make } from './dom'
import { layout } from './draw'
import { WRITTEN, type Frame } from './frames'
import { KINDS, type Kind } from './keys'
import { FRAME_ROWS, intervalSeconds, type Settings } from './settings'
import { count, percent, span } from './text'

export class Pages {
  private readonly mark = make('i', { class: 'mark', hidden: '' })
  private readonly panel = make('div', { class: 'about-page', role: 'tooltip', hidden: '' })
  private chosen: { kind: Kind; place: number } | undefined
  private shown: { frame: Frame; settings: Settings; cells: number } | undefined

  constructor(
    private readonly box: HTMLElement,
    private readonly canvases: Record<Kind, HTMLCanvasElement>,
  ) {
    box.append(this.mark, this.panel)
    for (const kind of KINDS) this.listen(kind)
    this.panel.addEventListener('pointerleave', (event) => this.leave(event))
    document.addEventListener('pointerdown', ({ target }) => {
      if (!box.contains(target as Node)) this.choose(undefined)
    })
  }

  /** Shows another frame; undefined: nothing has been measured.  While it plays, nothing is read aloud anew. */
  show(shown: { frame: Frame; settings: Settings; cells: number } | undefined, isPlaying = false): void {
    this.shown = shown
    for (const kind of KINDS) {
      const canvas = this.canvases[kind]
      const pages = shown?.frame.tables[kind].pages.length ?? 1
      canvas.setAttribute('aria-valuemax', String(pages))
      if (this.chosen?.kind === kind) continue
      canvas.setAttribute('aria-valuenow', '1')
      canvas.setAttribute('aria-valuetext', shown ? `${count(pages)} pages` : 'nothing measured')
    }
    this.update(isPlaying)
  }

  private listen(kind: Kind): void {
    const canvas = this.canvases[kind]
    canvas.addEventListener('pointermove', (event) => {
      if (event.pointerType === 'mouse') this.choose(kind, this.placeAt(kind, event))
    })
    canvas.addEventListener('pointerleave', (event) => this.leave(event))
    canvas.addEventListener('click', (event) => this.choose(kind, this.placeAt(kind, event)))
    // Focused by the keyboard; a pointer says itself which page it means.
    canvas.addEventListener('focus', () => {
      if (canvas.matches(':focus-visible')) this.choose(kind, this.chosen?.kind === kind ? this.chosen.place : 0)
    })
    canvas.addEventListener('blur', () => this.choose(undefined))
    canvas.addEventListener('keydown', (event) => {
      const place = this.chosen?.kind === kind ? this.chosen.place : 0
      const { columns } = this.gridOf(kind)
      const last = (this.shown?.frame.tables[kind].pages.length ?? 1) - 1
      const steps: Record<string, number> = {
        ...{ ArrowLeft: place - 1, ArrowRight: place + 1, ArrowUp: place - columns, ArrowDown: place + columns },
        ...{ Home: 0, End: last },
      }
      const to = steps[event.key]
      if (event.key === 'Escape') this.choose(undefined)
      if (to === undefined) return
      event.preventDefault()
      this.choose(kind, Math.max(Math.min(to, last), 0))
    })
  }

  private choose(kind: Kind | undefined, place = -1): void {
    const before = this.chosen
    this.chosen = kind && place >= 0 ? { kind, place } : undefined
    if (before?.kind !== this.chosen?.kind || before?.place !== this.chosen?.place) this.update()
  }

  /** What has the focus stays chosen; and one may go to the panel, to read or copy it. */
  private leave({ relatedTarget }: PointerEvent): void {
    const isWithin = relatedTarget instanceof Node && this.panel.contains(relatedTarget)
    if (!isWithin && !Object.values(this.canvases).includes(document.activeElement as HTMLCanvasElement))
      this.choose(undefined)
  }

  private gridOf(kind: Kind): { columns: number; edge: number } {
    const { clientWidth, clientHeight } = this.canvases[kind]
    return layout(this.shown?.cells ?? 1, clientWidth, clientHeight)
  }

  /** The page at a point, or -1. */
  private placeAt(kind: Kind, { offsetX, offsetY }: MouseEvent): number {
    const { columns, edge } = this.gridOf(kind)
    const column = Math.floor(offsetX / edge)
    const place = Math.floor(offsetY / edge) * columns + column
    const pages = this.shown?.frame.tables[kind].pages.length ?? 0
    return column >= 0 && column < columns && place >= 0 && place < pages ? place : -1
  }

  private update(isPlaying = false): void {
    const { chosen, shown, panel, mark } = this
    const pages = chosen && shown?.frame.tables[chosen.kind].pages.length
    panel.hidden = mark.hidden = !pages
    if (!chosen || !shown || !pages) return
    const place = Math.min(chosen.place, pages - 1)
    const [title, ...lines] = describe(shown.frame, shown.settings, chosen.kind, place)
    const canvas = this.canvases[chosen.kind]
    if (!isPlaying) {
      canvas.setAttribute('aria-valuenow', String(place + 1))
      canvas.setAttribute('aria-valuetext', [title, ...lines].join('. '))
    }
    panel.className = `about-page ${chosen.kind}`
    panel.replaceChildren(make('strong', {}, title), ...lines.map((line) => make('span', {}, line)))
    const { columns, edge } = this.gridOf(chosen.kind)
    const left = canvas.offsetLeft + (place % columns) * edge
    const top = canvas.offsetTop + Math.floor(place / columns) * edge
    Object.assign(mark.style, { left: `${left}px`, top: `${top}px`, width: `${edge}px`, height: `${edge}px` })
    const room = this.box.clientWidth - panel.offsetWidth
    panel.style.left = `${Math.max(Math.min(left + edge / 2 - panel.offsetWidth / 2, room), 0)}px`
    panel.style.top = `${canvas.offsetTop + canvas.offsetHeight}px`
  }
}

/** A page in words: the first is the title. */
function describe(frame: Frame, settings: Settings, kind: Kind, place: number): [string, ...string[]] {
  const { pages, leaves } = frame.tables[kind]
  const page = pages[place]!
  const [keys, first, oldest, newest, written] = (['keys', 'first', 'oldest', 'newest', 'written'] as const).map(
    (column) => leaves[column][place]!,
  ) as [number, number, number, number, number]
  const now = frame.inserted / FRAME_ROWS
  const since = (time: number): string => span(((now - time) * FRAME_ROWS * intervalSeconds(settings)) / settings.rows)
  const whole = page >= WRITTEN ? ', whole' : ''
  const age = (time: number): string => (time === now ? 'new' : time === 0 ? 'there before' : `${since(time)} old`)
  // "119 to 120 days old".
  const ages =
    age(oldest) === age(newest)
      ? age(newest)
      : `${age(newest)} to ${age(oldest)}`.replace(/^(\S+) (\w+) old to (\S+) \2 old$/, '$1 to $3 $2 old')
  return [
    `Page ${count(place + 1)} of ${count(pages.length)}, ${percent(page % WRITTEN)} full`,
    keys === 0
      ? 'No keys'
      : `${count(keys)} ${keys === 1 ? 'key' : 'keys'}, the first ${first.toString(16).padStart(8, '0')}…`,
    ...(keys === 0 ? [] : [`Its rows: ${ages}`]),
    written === 0
      ? 'Not written since this began'
      : written === now
        ? `Written just now${whole}`
        : `Last written ${since(written)} ago`,
  ]
}
