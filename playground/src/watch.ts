// The first screen: a run as it plays, what is to be seen in it, and all that one operates.
import * as address from './address'
import { captionAt, captions, pace, verdict, type Caption } from './captions'
import { copy, find, prefersReducedMotion, setText, showProblem } from './dom'
import { Figure } from './figure'
import { Measured } from './measured'
import { Player } from './player'
import type { Recordings } from './recordings'
import { Runs } from './runs'
import { FRAME_ROWS, fromAddress, same, storyOf, toAddress, type Settings } from './settings'
import { count } from './text'

/** Frames that PostgreSQL makes ahead of what is shown. */
const AHEAD = 400
const USUAL_SPEED = '1'

export class Watch {
  readonly runs: Runs
  readonly player: Player
  private readonly figure = new Figure(find('#figure'), 'h2', 'watch')
  private readonly measured = new Measured(() => this.redraw())
  private captions: Caption[] = []
  private isFailed = false
  /** Whether somebody chose the place that is shown: only then does a link lead to it. */
  private isPlaceChosen = false
  private shown = ''
  private readonly control = {
    play: find<HTMLButtonElement>('#play'),
    place: find<HTMLInputElement>('#place'),
    speed: find<HTMLSelectElement>('#speed'),
    live: find<HTMLButtonElement>('#live'),
  }

  /** "began" follows each change of the load, "made" each frame, "started" each start of PostgreSQL. */
  constructor(
    private readonly recordings: Recordings,
    private readonly events: { began(settings: Settings): void; made(): void; started(): void },
  ) {
    const given = address.read()
    this.runs = new Runs(fromAddress(given), recordings, {
      changed: () => this.update(),
      started: () => this.started(),
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
    if (storyOf(runs.settings) < 0) this.live()
    if (!this.isPlaceChosen && !prefersReducedMotion()) player.play()
    await this.loadRecording().catch(() => {})
    // Where nothing moves by itself, the end shows most.
    if (!this.isPlaceChosen && prefersReducedMotion()) player.seek(runs.settings.frames - 1)
    else if (this.isPlaceChosen) player.seek(player.place)
    this.redraw()
  }

  private loadRecording(): Promise<void> {
    return this.recordings.load(storyOf(this.runs.settings), () => this.update())
  }

  /** Another load, from its beginning. */
  begin(settings: Settings, keep = address.push): void {
    if (!this.isFailed) showProblem('#problem', '')
    const isOther = !same(settings, this.runs.settings)
    this.take(settings)
    this.isPlaceChosen = false
    if (isOther) keep('', { ...toAddress(settings), ...this.speedInAddress() })
    this.runs.begin(settings)
    if (storyOf(settings) < 0) this.live()
    void this.loadRecording().catch(() => {})
    this.player.seek(0)
    this.player.play()
  }

  /** A setting is none: nothing is shown that would seem to be of it. */
  invalid(): void {
    this.player.isPlaying = false
    this.runs.stop()
    this.player.seek(0)
  }

  /** Follows the address; what only moves within the page goes on. */
  follow(): void {
    const settings = fromAddress(address.read())
    if (!same(settings, this.runs.settings)) this.begin(settings, address.write)
  }

  /** Has PostgreSQL run the load in this page, as fast as it can. */
  fast(settings: Settings): void {
    this.control.speed.value = '0'
    this.player.speed = 0
    this.begin(settings)
    this.live()
  }

  /** Has PostgreSQL make the tables of the load, for questions about them. */
  runHere(): Promise<void> {
    this.live()
    return this.runs.start()
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

  private take(settings: Settings): void {
    this.captions = captions(settings)
    this.events.began(settings)
  }

  private listen(): void {
    const { control, player, runs } = this
    control.play.addEventListener('click', () => {
      this.isPlaceChosen = player.isPlaying
      if (player.isPlaying) player.pause()
      else player.play()
    })
    const go = (place: number): void => {
      player.isPlaying = false
      this.isPlaceChosen = true
      player.seek(place)
    }
    find('#step').addEventListener('click', () => go(Math.min(player.place + 1, runs.settings.frames - 1)))
    control.place.addEventListener('input', () => go(Number(control.place.value)))
    control.speed.addEventListener('change', () => {
      player.speed = Number(control.speed.value)
      this.update()
    })
    control.live.addEventListener('click', () => {
      this.live()
      this.begin(runs.settings)
    })
    find('#share').addEventListener('click', ({ currentTarget }) => {
      this.keepInAddress()
      void copy(location.href, currentTarget as HTMLButtonElement)
    })
    addEventListener('resize', () => this.redraw())
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.redraw())
  }

  /** The place and the speed that the address names. */
  private restore(given: URLSearchParams): void {
    const { control, player } = this
    const speed = given.get('speed') ?? USUAL_SPEED
    if ([...control.speed.options].some((option) => option.value === speed)) control.speed.value = speed
    player.speed = Number(control.speed.value)
    this.isPlaceChosen = given.has('frame')
    player.seek(Number(given.get('frame')) || 0)
  }

  private started(): void {
    this.isFailed = false
    this.events.started()
  }

  private failed(message: string): void {
    this.isFailed = true
    showProblem('#problem', `PostgreSQL does not run here: ${message}. Recorded runs still play.`)
    this.redraw()
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
    this.events.made()
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
      this.measured.show(history, place, settings)
      if (!performance.getEntriesByName('shown').length) performance.mark('shown')
    } else {
      this.figure.clear()
      this.measured.clear()
    }
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
              : storyOf(runs.settings) < 0
                ? 'Not recorded'
                : 'The recording loads …',
    )
    find('#progress').hidden = !isStarting
    const { megabytes } = document.documentElement.dataset
    setText(control.live, runs.engine.isReady && runs.isLive ? 'Start anew' : `Run it live (${megabytes} MB)`)
    control.live.hidden = isStarting
  }

  private showCaption(hasEnded: boolean): void {
    const { player, runs } = this
    const end = hasEnded ? verdict(runs.at(runs.settings.frames - 1).history, runs.settings) : undefined
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
    const { value } = this.control.speed
    return value === USUAL_SPEED ? {} : { speed: value }
  }
}
