// Draws grids of leaf pages.  Colours are those of the style sheet.
import { WRITTEN } from './frames'
import type { Kind } from './keys'

export interface Palette {
  key: Record<Kind, string>
  page: string
  written: string
  edge: string
}

export function palette(): Palette {
  const style = getComputedStyle(document.documentElement)
  const colour = (name: string): string => style.getPropertyValue(name).trim()
  return {
    key: { random: colour('--random'), v7: colour('--v7'), wrapping: colour('--wrapping') },
    page: colour('--page'),
    written: colour('--written'),
    edge: colour('--written-edge'),
  }
}

/** To ask for a size after a text has changed has the browser lay out the whole page. */
let sizes = new WeakMap<HTMLCanvasElement, { width: number; height: number }>()
export const forgetSizes = (): unknown => (sizes = new WeakMap())

function sizeOf(canvas: HTMLCanvasElement): { width: number; height: number } {
  const known = sizes.get(canvas) ?? { width: canvas.clientWidth, height: canvas.clientHeight }
  // What is not shown has none yet.
  if (known.width > 0) sizes.set(canvas, known)
  return known
}

/** Fits the canvas to its place on the screen, and clears it. */
function prepare(
  canvas: HTMLCanvasElement,
): { context: CanvasRenderingContext2D; width: number; height: number } | undefined {
  const { width, height } = sizeOf(canvas)
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

/** The columns and the edge with which so many square cells fill a rectangle best. */
export function layout(cells: number, width: number, height: number): { columns: number; edge: number } {
  let best = { columns: 1, edge: 0 }
  for (let columns = 1; columns <= cells; columns += 1) {
    const edge = Math.min(width / columns, height / Math.ceil(cells / columns))
    if (edge > best.edge) best = { columns, edge }
  }
  return best
}

/**
 * A cell for each leaf page, in the order of keys, filled from below.  Yellow: written whole to the WAL in one of the
 * last frames, whose pages come newest first; it fades, so that nothing flickers.
 */
export function grid(
  canvas: HTMLCanvasElement,
  kind: Kind,
  writing: readonly Uint8Array[],
  cells: number,
  colours: Palette,
): void {
  const drawing = prepare(canvas)
  const pages = writing[0]
  if (!drawing || !pages) return
  const { context, width, height } = drawing
  const { columns, edge } = layout(cells, width, height)
  const side = edge - Math.min(Math.max(edge * 0.12, 1), 3)
  for (const [place, page] of pages.entries()) {
    const full = ((page % WRITTEN) / 100) * side
    const x = (place % columns) * edge
    const y = Math.floor(place / columns) * edge
    const age = writing.findIndex((of) => (of[place] ?? 0) >= WRITTEN)
    context.fillStyle = colours.page
    context.fillRect(x, y, side, side)
    if (age >= 0) {
      // Yellow above what the page holds, and around it, so that a full page shows it too.
      context.globalAlpha = 1 - age / writing.length
      context.fillStyle = colours.edge
      context.fillRect(x - 1, y - 1, side + 2, side + 2)
      context.fillStyle = colours.written
      context.fillRect(x, y, side, side)
      context.globalAlpha = 1
    }
    context.fillStyle = colours.key[kind]
    context.fillRect(x, y + side - full, side, full)
  }
}

/** Nothing: it has not been measured. */
export const clear = (canvas: HTMLCanvasElement): void => void prepare(canvas)
