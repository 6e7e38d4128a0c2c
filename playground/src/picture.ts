// The picture to send, as large as links are previewed.  It is drawn and saved here; nothing is sent.
import { make } from './dom'
import type { Answer } from './answer'
import { size } from './text'

const [WIDTH, HEIGHT, EDGE] = [1200, 630, 60]

/** Where the page is: as it was published, or where it is now. */
function pageAddress(): string {
  const published = document.querySelector<HTMLMetaElement>('meta[property="og:url"]')?.content ?? ''
  const { host, pathname } = published.startsWith('http') ? new URL(published) : location
  return `${host}${pathname}`.replace(/\/$/, '')
}

export function savePicture(answer: Answer, load: string): void {
  const canvas = draw(answer, load)
  canvas.toBlob((blob) => {
    const link = make('a', { href: URL.createObjectURL(blob!), download: 'my-keys.png' })
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  })
}

function draw({ headline, bars, basis, call }: Answer, load: string): HTMLCanvasElement {
  const canvas = make('canvas', { width: String(WIDTH), height: String(HEIGHT) })
  const context = canvas.getContext('2d')!
  const style = getComputedStyle(document.documentElement)
  /** A line of text, smaller if it would be too wide: never pressed together. */
  const text = (what: string, x: number, y: number, pixels: number, colour: string, weight = 400): void => {
    context.fillStyle = style.getPropertyValue(colour)
    const font = (size: number): string => `${weight} ${size}px system-ui, sans-serif`
    context.font = font(pixels)
    const fits = Math.min(1, (WIDTH - x - EDGE) / context.measureText(what).width)
    context.font = font(Math.floor(pixels * fits))
    context.fillText(what, x, y)
  }
  context.fillStyle = style.getPropertyValue('--back')
  context.fillRect(0, 0, WIDTH, HEIGHT)
  const high = 136 / headline.length
  for (const [at, line] of headline.entries())
    text(line, EDGE, 40 + (at + 0.95) * high, Math.min(58, 0.85 * high), '--ink', 700)
  text(load, EDGE, 230, 30, '--faint')
  const most = Math.max(...bars.map(({ wal }) => wal))
  const [first, each, left] = [270, 70, 300]
  for (const [at, { name, colour, wal }] of bars.entries()) {
    const y = first + at * each
    text(name, EDGE, y + 36, 30, '--ink')
    context.fillStyle = style.getPropertyValue(colour)
    const length = (wal / most) * (WIDTH - left - EDGE - 320)
    context.fillRect(left, y, length, 50)
    text(`${size(wal)} of WAL a day`, left + length + 14, y + 36, 28, '--ink')
  }
  text(call || basis, EDGE, 530, 28, call ? '--ink' : '--faint')
  text(`sequential_uuids for PostgreSQL: ${pageAddress()}`, EDGE, 585, 28, '--faint')
  return canvas
}
