// A run as it plays, what is to be seen in it, and what one operates.
import * as address from './address'
import { captionAt, captions, pace, scaleModel, verdict, type Caption } from './captions'
import { COPY_ADDRESS, copy, find, make, prefersReducedMotion, setText, showProblem } from './dom'
import { Figure } from './figure'
import { Player } from './player'
import type { Recordings } from './recordings'
import { Runs } from './runs'
import {
  CHECKPOINTS,
  FIRST_STORY,
  FRAME_ROWS,
  fromAddress,
  recordingOf,
  same,
  STORIES,
  toAddress,
  type Settings,
} from './settings'
import { count } from './text'

/** Frames that PostgreSQL makes ahead of what is shown. */
const AHEAD = 400
const USUAL_SPEED = 1

export class Watch {
  readonly runs: Runs
  readonly player: Player
  private readonly figure = new Figure(find('#figure'), 'h3', 'watch', () => this.redraw())
  private captions: Caption[] = []
  private isFailed = false
  /** Whether somebody chose the place that is shown: only then does a link lead to it. */
  private isPlaceChosen = false
  private shown = ''
  private readonly control = {
    play: find<HTMLButtonElement>('#play'),
    place: find<HTMLInputElement>('#place'),
    checkpoint: find<HTMLSelectElement>('#checkpoint'),
    live: find<HTMLButtonElement>('#live'),
  }

  /** "started" follows each start of PostgreSQL. */
  constructor(
    private readonly recordings: Recordings,
    private readonly started: () => void,
  ) {
    const given = address.read()
    this.runs = new Runs(fromAddress(given), recordings, {
      changed: () => this.update(),
      started: () => {
        this.isFailed = false
        showProblem('#problem', '')
        this.started()
      },
      stopped: (message) => showProblem('#problem', `PostgreSQL refuses this load: ${message}.`),
      failed: (message) => this.failed(message),
    })
    const { runs } = this
    this.player = new Player({
      available: () => runs.available,
      total: () => runs.settings.frames,
      pace: (place) => this.pace(place),
      changed: () => this.update(),
    })
    this.listen()
    this.take(runs.settings)
    this.restore(given)
  }

  /** Plays what the address names. */
  async open(): Promise<void> {
    const { runs, player } = this
    // A load that nobody has recorded needs PostgreSQL.
    if (!recordingOf(runs.settings)) this.live()
    if (!this.isPlaceChosen && !prefersReducedMotion()) player.play()
    await this.loadRecording()
    // Where nothing moves by itself, the end shows most.
    if (!this.isPlaceChosen && prefersReducedMotion()) player.seek(runs.settings.frames - 1)
    else if (this.isPlaceChosen) player.seek(player.place)
    this.redraw()
  }

  private loadRecording(): Promise<void> {
    return this.recordings
      .load(this.runs.settings, () => this.update())
      .catch((error: unknown) => this.say(`The recording did not load: ${(error as Error).message}.`))
  }

  private say(problem: string): void {
    this.isFailed = true
    showProblem('#problem', problem)
    this.redraw()
  }

  /** Another load, from its beginning. */
  begin(settings: Settings, keep = address.push): void {
    if (!this.isFailed) showProblem('#problem', '')
    const isOther = !same(settings, this.runs.settings)
    this.take(settings)
    this.isPlaceChosen = false
    if (isOther) keep('', { ...toAddress(settings), ...this.speedInAddress() })
    this.runs.begin(settings)
    if (!recordingOf(settings)) this.live()
    void this.loadRecording()
    this.player.seek(0)
    this.player.play()
  }

  /** Follows the address; what only moves within the page goes on. */
  follow(): void {
    const settings = fromAddress(address.read())
    if (!same(settings, this.runs.settings)) this.begin(settings, address.write)
  }

  private live(): void {
    if (this.runs.isLive && this.runs.engine.isReady) return
    this.isFailed = false
    showProblem('#problem', '')
    const bar = find<HTMLProgressElement>('#progress')
    this.runs
      .run((share, doing) => {
        bar.value = share
        bar.title = doing
      })
      .catch(() => {})
    this.update()
  }

  /** What did not load may load now. */
  private retry(): void {
    if (!this.isFailed) return
    this.isFailed = false
    showProblem('#problem', '')
    void this.loadRecording()
    if (this.runs.isLive) this.live()
    this.redraw()
  }

  private take(settings: Settings): void {
    const { checkpoint } = this.control
    this.captions = captions(settings)
    setText(find('#scale'), scaleModel(settings))
    // The one cause that decides, as far as it was recorded.
    const others = CHECKPOINTS.includes(settings.checkpoint) ? [] : [settings.checkpoint]
    const all = settings.frames * FRAME_ROWS
    checkpoint.replaceChildren(
      ...[...CHECKPOINTS, ...others].map((rows) =>
        make('option', { value: String(rows) }, rows < all ? count(rows) : 'all'),
      ),
    )
    checkpoint.value = String(settings.checkpoint)
    const isRecorded = recordingOf({ ...settings, checkpoint: STORIES[FIRST_STORY]!.settings.checkpoint })
    checkpoint.disabled = isRecorded !== String(FIRST_STORY + 1)
  }

  private listen(): void {
    const { control, player, runs } = this
    control.play.addEventListener('click', () => {
      this.isPlaceChosen = player.isPlaying
      if (player.isPlaying) player.pause()
      else {
        player.play()
        this.retry()
      }
    })
    control.place.addEventListener('input', () => {
      player.isPlaying = false
      this.isPlaceChosen = true
      player.seek(Number(control.place.value))
    })
    control.checkpoint.addEventListener('change', () =>
      this.begin({ ...runs.settings, checkpoint: Number(control.checkpoint.value) }),
    )
    control.live.addEventListener('click', () => {
      this.live()
      this.begin(runs.settings)
    })
    find('#share').addEventListener('click', ({ currentTarget }) => {
      this.keepInAddress()
      const link = new URL(location.href)
      link.hash = 'watch'
      void copy(link.href, currentTarget as HTMLButtonElement, COPY_ADDRESS)
    })
    addEventListener('online', () => this.retry())
  }

  /** The place and the speed that the address names. */
  private restore(given: URLSearchParams): void {
    const speed = Number(given.get('speed') ?? USUAL_SPEED)
    if (speed >= 0 && speed <= 100) this.player.speed = speed
    this.isPlaceChosen = given.has('frame')
    this.player.seek(Number(given.get('frame')) || 0)
  }

  private failed(message: string): void {
    this.say(`PostgreSQL does not run here: ${message}. Recorded runs still play.`)
  }

  /** Frames per second at a place. */
  pace(place: number): number {
    return pace(this.captions, this.runs.settings.frames, place)
  }

  redraw(): void {
    this.shown = ''
    this.update()
  }

  private update(): void {
    // Settings come first, while the constructor runs.
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition
    if (!this.player) return
    const { runs, player } = this
    runs.want(player.speed === 0 ? Infinity : player.place + AHEAD)
    const place = Math.min(player.place, runs.available - 1)
    const { history, isLive, postgres } = runs.at(place)
    const frame = history.frames[place]
    const hasEnded = player.hasEnded && history.frames.length >= runs.settings.frames
    // Nothing new, as while frames are made ahead.
    const now = [place, isLive, postgres, player.isPlaying, runs.isLive, this.isFailed, hasEnded].join()
    if (now === this.shown) return
    this.shown = now
    this.showControls(frame?.inserted ?? 0)
    this.showBadge(place, isLive, postgres)
    this.showCaption(hasEnded)
    if (frame) {
      const { settings } = runs
      this.figure.show({ history, place, settings, scale: runs.scale(place) }, player.isPlaying)
      if (!performance.getEntriesByName('shown').length) performance.mark('shown')
    } else this.figure.clear()
    if (!player.isPlaying) this.keepInAddress()
  }

  private showControls(inserted: number): void {
    const { control, player, runs } = this
    setText(control.play, player.isPlaying ? 'Pause' : player.hasEnded ? 'Again' : 'Play')
    control.place.max = String(runs.settings.frames - 1)
    control.place.value = String(player.place)
    const all = count(runs.settings.frames * FRAME_ROWS)
    setText(find('#rows'), `${count(inserted)} of ${all} rows`)
    control.place.setAttribute('aria-valuetext', `${count(inserted)} of ${all} rows`)
  }

  /** Whether this was recorded, or PostgreSQL runs here. */
  private showBadge(place: number, isLive: boolean, postgres: string): void {
    const { runs, isFailed, control } = this
    const badge = find('#badge')
    const isStarting = runs.isLive && !runs.engine.isReady && !isFailed
    const version = postgres || runs.version
    const isShownLive = place >= 0 && isLive
    badge.classList.toggle('live', isShownLive)
    setText(
      badge,
      isShownLive
        ? `PostgreSQL ${version}, live`
        : place >= 0
          ? `PostgreSQL ${version}, recorded`
          : isStarting
            ? 'PostgreSQL starts …'
            : runs.engine.isReady
              ? 'PostgreSQL begins …'
              : !recordingOf(runs.settings)
                ? 'Not recorded'
                : isFailed
                  ? 'The recording did not load'
                  : 'The recording loads …',
    )
    find('#progress').hidden = !isStarting
    const { megabytes } = document.documentElement.dataset
    setText(control.live, runs.engine.isReady && runs.isLive ? 'Start anew' : `Run it live (${megabytes} MB)`)
    control.live.hidden = isStarting
  }

  private showCaption(hasEnded: boolean): void {
    const { player, runs } = this
    const last = runs.settings.frames - 1
    const end = hasEnded ? verdict(runs.at(last).history, last) : undefined
    setText(find('#caption'), end?.text ?? captionAt(this.captions, player.place))
    setText(find('#verdict'), end?.figures ?? '')
  }

  keepInAddress(): void {
    const { isPlaceChosen, player, runs } = this
    address.write('', {
      ...toAddress(runs.settings),
      ...(isPlaceChosen && player.place > 0 ? { frame: String(player.place) } : {}),
      ...this.speedInAddress(),
    })
  }

  private speedInAddress(): Record<string, string> {
    const { speed } = this.player
    return speed === USUAL_SPEED ? {} : { speed: String(speed) }
  }
}
