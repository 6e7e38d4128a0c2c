// The other stories: each plays in its place once one has scrolled to it.
import { captionAt, captions, pace, scaleModel, verdict } from './captions'
import { find, make, prefersReducedMotion, setText } from './dom'
import { Figure } from './figure'
import { Player } from './player'
import type { Recordings } from './recordings'
import { FIRST_STORY, STORIES, type Settings } from './settings'

/** How much of a chapter is to be seen before it plays. */
const SEEN = 0.6

export class Chapters {
  /** "live" has PostgreSQL run a story. */
  constructor(
    private readonly recordings: Recordings,
    live: (settings: Settings) => void,
  ) {
    for (const place of STORIES.keys()) if (place !== FIRST_STORY) this.add(place, live)
  }

  private add(story: number, live: (settings: Settings) => void): void {
    const { title, text, settings } = STORIES[story]!
    const [box, caption] = [make('div', { class: 'figure small' }), make('p', { class: 'caption' })]
    const id = `story-${story + 1}`
    const label = make('span', {}, 'Play')
    const again = make('button', { type: 'button' }, label, make('span', { class: 'unseen' }, `: ${title}`))
    const run = make('button', { type: 'button' }, 'Open it above', make('span', { class: 'unseen' }, `: ${title}`))
    const chapter = make(
      'article',
      { class: 'chapter', 'aria-labelledby': id },
      make('h3', { id }, title),
      make('p', {}, text),
      caption,
      box,
      make('p', { class: 'scale' }, scaleModel(settings)),
      make('div', { class: 'transport' }, again, run),
    )
    find('#chapters').append(chapter)
    const figure = new Figure(box, 'h4', `chapter-${story + 1}`)
    const said = captions(settings)
    const show = (): void => {
      const recorded = this.recordings.get(story)
      const place = Math.min(player.place, (recorded?.history.frames.length ?? 0) - 1)
      setText(label, player.isPlaying ? 'Pause' : player.hasEnded ? 'Again' : 'Play')
      if (!recorded || place < 0) return figure.clear()
      const hasEnded = player.hasEnded && recorded.history.frames.length === settings.frames
      const end = hasEnded ? verdict(recorded.history, settings) : undefined
      setText(caption, end ? `${end.text} ${end.figures}` : captionAt(said, player.place))
      figure.show({ history: recorded.history, place, settings, scale: recorded.scale }, player.isPlaying)
    }
    const player = new Player({
      available: () => this.recordings.get(story)?.history.frames.length ?? 0,
      total: () => settings.frames,
      pace: (place) => pace(said, settings.frames, place),
      changed: show,
    })
    again.addEventListener('click', () => (player.isPlaying ? player.pause() : player.play()))
    run.addEventListener('click', () => {
      live(settings)
      find('#watch').scrollIntoView()
    })
    const redraw = (): void => {
      if (this.recordings.get(story)) show()
    }
    addEventListener('resize', redraw)
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw)
    this.playWhenSeen(chapter, story, player, show)
  }

  /** What nobody looks at neither travels nor moves; where nothing moves by itself, the end is shown. */
  private playWhenSeen(chapter: HTMLElement, story: number, player: Player, show: () => void): void {
    let hasPlayed = false
    /** Whether it goes on once it is seen again. */
    let isHeld = false
    const begin = async (): Promise<void> => {
      hasPlayed = true
      if (!prefersReducedMotion()) player.play()
      await this.recordings.load(story, show).catch(() => (hasPlayed = false))
      if (prefersReducedMotion()) player.seek(STORIES[story]!.settings.frames - 1)
    }
    const seen = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        // Taller than the screen, it can not be seen whole.
        const isSeen = entry.intersectionRatio >= SEEN || entry.intersectionRect.height > innerHeight / 2
        if (isSeen && !hasPlayed) void begin()
        else if (isSeen && isHeld) player.play()
        if (isSeen) isHeld = false
        else if (!entry.isIntersecting && player.isPlaying) {
          isHeld = true
          player.pause()
        }
      },
      { threshold: [0, SEEN / 2, SEEN] },
    )
    seen.observe(chapter)
  }
}
