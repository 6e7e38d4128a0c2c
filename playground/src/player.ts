// Moves a playhead over the frames that there are.

/** Milliseconds between two pictures when frames come as fast as they can. */
const EACH = 100

/** What is played. */
interface Film {
  /** Frames that are there, and that there will be. */
  available(): number
  total(): number
  /** Frames per second at a place, at the usual speed. */
  pace(place: number): number
  changed(): void
}

export class Player {
  place = 0
  isPlaying = false
  /** Whether it has ever played. */
  hasBegun = false
  /** Times the usual speed; 0: as fast as frames come. */
  speed = 1
  private exact = 0
  private last = 0

  constructor(private readonly film: Film) {}

  get hasEnded(): boolean {
    return this.place >= this.film.total() - 1
  }

  play(): void {
    if (this.isPlaying) return
    if (this.hasEnded) this.exact = this.place = 0
    this.isPlaying = this.hasBegun = true
    this.last = performance.now()
    requestAnimationFrame((now) => this.tick(now))
    this.film.changed()
  }

  pause(): void {
    this.isPlaying = false
    this.film.changed()
  }

  seek(place: number): void {
    this.exact = this.place = Math.floor(Math.max(Math.min(place, this.film.total() - 1), 0))
    this.film.changed()
  }

  private tick(now: number): void {
    if (!this.isPlaying) return
    const end = this.film.available() - 1
    // Drawing each frame would take the time in which PostgreSQL makes the next ones.
    if (this.speed === 0 && now - this.last < EACH && end < this.film.total() - 1) {
      requestAnimationFrame((next) => this.tick(next))
      return
    }
    // A page in the background gets no ticks: it goes on from where it was.
    const passed = Math.min(now - this.last, 250) / 1000
    this.last = now
    const before = this.place
    const further = this.speed === 0 ? end : this.exact + passed * this.speed * this.film.pace(this.place)
    this.exact = Math.max(Math.min(further, end), this.exact)
    this.place = Math.floor(this.exact)
    if (this.hasEnded) this.isPlaying = false
    else requestAnimationFrame((next) => this.tick(next))
    if (this.place !== before || !this.isPlaying) this.film.changed()
  }
}
