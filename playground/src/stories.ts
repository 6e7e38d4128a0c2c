// The stories: each with its end, as it was recorded, and what begins it.
import { grid, palette } from './draw'
import { find, make } from './dom'
import { KINDS, SHORT } from './keys'
import { punchLine } from './lessons'
import type { Runs } from './runs'
import { STORIES, type Settings, type Story } from './settings'

interface Card {
  button: HTMLButtonElement
  canvases: HTMLCanvasElement[]
  end: HTMLElement
}

export class Stories {
  private readonly cards: Card[]

  constructor(
    private readonly runs: Runs,
    begin: (settings: Settings) => void,
  ) {
    this.cards = STORIES.map((story, place) => makeCard(story, place, begin))
    // What nobody looks at need not travel.
    const seen = new IntersectionObserver((entries) => {
      for (const { isIntersecting, target } of entries)
        if (isIntersecting) void this.draw(this.cards.findIndex(({ button }) => button === target))
    })
    for (const { button } of this.cards) seen.observe(button)
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.drawAll())
    addEventListener('resize', () => this.drawAll())
  }

  press(story: number): void {
    for (const [place, { button }] of this.cards.entries())
      button.setAttribute('aria-pressed', String(place === story))
  }

  private drawAll(): void {
    for (const [place, { end }] of this.cards.entries()) if (end.textContent) void this.draw(place)
  }

  private async draw(place: number): Promise<void> {
    const recorded = await this.runs.record(place).catch(() => undefined)
    if (!recorded) return
    const { history, settings } = recorded
    const { canvases, end } = this.cards[place]!
    for (const [at, kind] of KINDS.entries())
      grid(canvases[at]!, kind, [history.frames.at(-1)!.tables[kind].pages], history.mostPages, palette())
    end.textContent = punchLine(history, settings)
  }
}

function makeCard({ title, text, settings }: Story, place: number, begin: (settings: Settings) => void): Card {
  const canvases = KINDS.map(() => make('canvas', { 'aria-hidden': 'true' }))
  const end = make('span', { class: 'end' })
  const button = make(
    'button',
    { type: 'button' },
    make('strong', {}, `${place + 1}. ${title}`),
    make('span', {}, text),
    make(
      'span',
      { class: 'grids' },
      ...KINDS.map((kind, at) => make('span', { class: kind }, SHORT[kind], canvases[at]!)),
    ),
    end,
  )
  button.addEventListener('click', () => {
    begin(settings)
    find('#watch').scrollIntoView()
  })
  find('.stories').append(button)
  return { button, canvases, end }
}
