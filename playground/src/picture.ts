// The picture to send, as large as links are previewed.  It is drawn and saved here; nothing is sent.
import { make } from './dom'
import type { Answer } from './answer'
import { withoutLabel } from './calls'
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

/** The greatest size of a font, up to the given one, at which none of the lines is too wide. */
function fitting(context: CanvasRenderingContext2D, lines: readonly string[], most: number, width: number): number {
  const widest = Math.max(...lines.map((line) => context.measureText(line).width))
  return Math.floor(Math.min(most, (most * width) / widest))
}

function draw({ headline, bars, measure, basis, call }: Answer, load: string): HTMLCanvasElement {
  const canvas = make('canvas', { width: String(WIDTH), height: String(HEIGHT) })
  const context = canvas.getContext('2d')!
  const style = getComputedStyle(document.documentElement)
  /** Lines of text below each other, smaller if one would be too wide: never pressed together. */
  const text = (lines: readonly string[], x: number, y: number, pixels: number, colour: string, weight = 400): void => {
    context.fillStyle = style.getPropertyValue(colour)
    const font = (size: number): string => `${weight} ${size}px system-ui, sans-serif`
    context.font = font(pixels)
    const size = fitting(context, lines, pixels, WIDTH - x - EDGE)
    context.font = font(size)
    for (const [at, line] of lines.entries()) context.fillText(line, x, y + at * size * 1.2)
  }
  context.fillStyle = style.getPropertyValue('--back')
  context.fillRect(0, 0, WIDTH, HEIGHT)
  text(headline, EDGE, 100, 116 / headline.length, '--ink', 700)
  text([load], EDGE, 230, 30, '--faint')
  const bytes = bars.map((bar) => bar[measure] ?? bar.wal)
  const most = Math.max(...bytes)
  const [first, each, left] = [270, 70, 300]
  for (const [at, { name, colour }] of bars.entries()) {
    const y = first + at * each
    text([name], EDGE, y + 36, 30, '--ink')
    context.fillStyle = style.getPropertyValue(colour)
    const length = (bytes[at]! / most) * (WIDTH - left - EDGE - 320)
    context.fillRect(left, y, length, 50)
    text(
      [`${size(bytes[at]!)} of ${measure === 'wal' ? 'WAL a day' : 'index'}`],
      left + length + 14,
      y + 36,
      28,
      '--ink',
    )
  }
  text([withoutLabel(call) || basis], EDGE, 530, 28, call ? '--ink' : '--faint')
  text([`sequential_uuids for PostgreSQL: ${pageAddress()}`], EDGE, 585, 28, '--faint')
  return canvas
}
