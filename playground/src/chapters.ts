// The other stories: each shows how it ends, and plays in its place.
import ends from 'ends'
import { captionAt, captions, pace, scaleModel, verdict } from './captions'
import { find, make, setText } from './dom'
import { Figure } from './figure'
import { Unpacker, type Head } from './frames'
import { History } from './history'
import { Player } from './player'
import type { Recordings } from './recordings'
import { FIRST_STORY, STORIES } from './settings'

/** How a story ends, which is in the page itself. */
function endOf(story: number): Head & { history: History } {
  const unpacker = new Unpacker()
  const packed = atob(ends[String(story + 1)]!)
  const history = new History(unpacker.add(Uint8Array.from(packed, (byte) => byte.charCodeAt(0))))
  return { ...unpacker.head!, history }
}

export class Chapters {
  constructor(private readonly recordings: Recordings) {
    for (const place of STORIES.keys()) if (place !== FIRST_STORY) this.add(place)
  }

  private add(story: number): void {
    const { title, text, settings } = STORIES[story]!
    const [box, caption] = [make('div', { class: 'figure small' }), make('p', { class: 'caption' })]
    const id = `story-${story + 1}`
    const label = make('span', {}, 'Play')
    const button = make('button', { type: 'button' }, label, make('span', { class: 'unseen' }, `: ${title}`))
    const problem = make('p', { class: 'problem', role: 'alert', hidden: '' })
    find('#chapters').append(
      make(
        'article',
        { class: 'chapter', 'aria-labelledby': id },
        make('h3', { id }, title),
        make('p', {}, `${text} ${scaleModel(settings)}`),
        caption,
        box,
        problem,
        make('div', { class: 'transport' }, button),
      ),
    )
    const figure = new Figure(box, 'h4', `chapter-${story + 1}`, () => show())
    const said = captions(settings)
    const end = endOf(story)
    const final = verdict(end.history, 0)
    const show = (): void => {
      const recorded = this.recordings.get(settings)
      setText(label, player.isPlaying ? 'Pause' : player.hasEnded ? 'Again' : 'Play')
      const place = Math.min(player.place, (recorded?.history.frames.length ?? 0) - 1)
      const isEnd = place < 0 || player.hasEnded || !player.hasBegun
      setText(caption, isEnd ? `${final.text} ${final.figures}` : captionAt(said, player.place))
      if (isEnd || !recorded) figure.show({ history: end.history, place: 0, settings, scale: end.scale }, false)
      else figure.show({ history: recorded.history, place, settings, scale: recorded.scale }, player.isPlaying)
    }
    const player = new Player({
      available: () => this.recordings.get(settings)?.history.frames.length ?? 0,
      total: () => settings.frames,
      pace: (place) => pace(said, settings.frames, place),
      changed: show,
    })
    button.addEventListener('click', () => {
      if (player.isPlaying) {
        player.pause()
        return
      }
      problem.hidden = true
      player.play()
      this.recordings.load(settings, show).catch((error: unknown) => {
        player.pause()
        problem.hidden = false
        problem.textContent = `The recording did not load: ${(error as Error).message}.`
      })
    })
    show()
  }
}
