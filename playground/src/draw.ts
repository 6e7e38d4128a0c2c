// Draws strips of leaf pages and small lines.  Colours are those of the style sheet.
import { WRITTEN, type Frame } from './frames'
import type { Kind } from './keys'

/** Pixels below the pages, where those that were just written whole are marked. */
const MARK = 7

export interface Palette {
  key: Record<Kind, string>
  page: string
  written: string
  line: string
}

export function palette(): Palette {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string): string => style.getPropertyValue(name).trim()
  return {
    key: { random: colour('--random'), v7: colour('--v7'), wrapping: colour('--wrapping') },
    page: colour('--page'),
    written: colour('--written'),
    line: colour('--line'),
  }
}

/** Fits the canvas to its place on the screen, and clears it. */
function prepare(
  canvas: HTMLCanvasElement,
): { context: CanvasRenderingContext2D; width: number; height: number } | undefined {
  const { clientWidth: width, clientHeight: height } = canvas
  const ratio = devicePixelRatio || 1
  const context = canvas.getContext('2d')
  if (!context || width === 0) return undefined
  if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
    canvas.width = Math.round(width * ratio)
    canvas.height = Math.round(height * ratio)
  }
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, width, height)
  return { context, width, height }
}

/**
 * A column for each leaf page: a pale box, filled from below.  Yellow: written whole to the WAL in one of the last
 * frames, which come newest first; it fades, so that nothing flickers.
 */
export function strip(
  canvas: HTMLCanvasElement,
  kind: Kind,
  frames: readonly Frame[],
  columns: number,
  colours: Palette,
): void {
  const drawing = prepare(canvas)
  const pages = frames[0]?.tables[kind].pages
  if (!drawing || !pages) return
  const { context, width, height } = drawing
  const column = Math.min(width / columns, 14)
  const gap = column > 6 ? 1.5 : column > 3 ? 1 : column > 1.8 ? 0.5 : 0
  const floor = height - MARK
  for (const [place, page] of pages.entries()) {
    const full = (page % WRITTEN) / 100
    const x = place * column
    const w = Math.max(column - gap, 0.6)
    const age = frames.findIndex((frame) => (frame.tables[kind].pages[place] ?? 0) >= WRITTEN)
    context.fillStyle = colours.page
    context.fillRect(x, 0, w, floor)
    context.globalAlpha = 0.6 + full * 0.4
    context.fillStyle = colours.key[kind]
    context.fillRect(x, floor * (1 - full), w, floor * full)
    if (age >= 0) {
      context.globalAlpha = 1 - age / frames.length
      context.fillStyle = colours.written
      context.fillRect(x, 0, w, floor * (1 - full))
      context.fillRect(x, floor + 1, w, MARK - 1)
    }
    context.globalAlpha = 1
  }
}

/** A line over time, of so many values in all, with a point at its end. */
export function line(
  canvas: HTMLCanvasElement,
  values: readonly number[],
  all: number,
  highest: number,
  colour: string,
): void {
  const drawing = prepare(canvas)
  if (!drawing || values.length === 0) return
  const { context, width, height } = drawing
  const x = (place: number): number => 1 + (place / Math.max(all - 1, 1)) * (width - 5)
  const y = (value: number): number => height - 3 - (value / (highest || 1)) * (height - 6)
  context.strokeStyle = context.fillStyle = colour
  context.lineWidth = 1.5
  context.beginPath()
  // A point for each pixel is enough.
  const each = Math.max(Math.floor(all / width), 1)
  for (let place = 0; place < values.length; place += each) context.lineTo(x(place), y(values[place]!))
  context.stroke()
  context.beginPath()
  context.arc(x(values.length - 1), y(values.at(-1)!), 2.5, 0, 7)
  context.fill()
}
