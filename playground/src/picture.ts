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

function draw({ headline, bars, call }: Answer, load: string): HTMLCanvasElement {
  const canvas = make('canvas', { width: String(WIDTH), height: String(HEIGHT) })
  const context = canvas.getContext('2d')!
  const style = getComputedStyle(document.documentElement)
  const text = (what: string, x: number, y: number, pixels: number, colour: string, weight = 400): void => {
    context.fillStyle = style.getPropertyValue(colour)
    context.font = `${weight} ${pixels}px system-ui, sans-serif`
    context.fillText(what, x, y, WIDTH - x - EDGE)
  }
  context.fillStyle = style.getPropertyValue('--back')
  context.fillRect(0, 0, WIDTH, HEIGHT)
  for (const [at, line] of headline.entries()) text(line, EDGE, 105 + at * 68, 58, '--ink', 700)
  text(`Forecast for ${load}`, EDGE, 230, 32, '--faint')
  const most = Math.max(...bars.map(({ wal }) => wal))
  const [first, each, left] = [270, 70, 300]
  for (const [at, { name, colour, wal }] of bars.entries()) {
    const y = first + at * each
    text(name, EDGE, y + 36, 30, '--ink')
    context.fillStyle = style.getPropertyValue(colour)
    const length = (wal / most) * (WIDTH - left - EDGE - 180)
    context.fillRect(left, y, length, 50)
    text(
      `${size(wal)} of WAL a day`.slice(0, at === 0 ? undefined : -' of WAL a day'.length),
      left + length + 14,
      y + 36,
      28,
      '--ink',
    )
  }
  if (call) text(call, EDGE, 530, 30, '--ink')
  text(`sequential_uuids for PostgreSQL: ${pageAddress()}`, EDGE, 585, 28, '--faint')
  return canvas
}
