// What a table writes now and what it would write, from a row of uuid_index_report() or the advice.
import { find, make } from './dom'
import { size } from './text'

export interface Costs {
  /** Bytes of WAL a day: those of today, or of random keys where that is unknown; and with the advised key. */
  today: 'now' | 'random keys'
  now: number
  advised: number
  call: string
}

/** A line's cells; " || " is an operator, as in the default that needs nothing. */
const cellsOf = (line: string): string[] => line.split(/(?<! \|)\|(?!\| )/).map((cell) => cell.trim())

/** The first row that psql printed, aligned, unaligned or expanded, by the names of its columns. */
export function parseReport(text: string): Record<string, string> {
  const rows = text
    .split('\n')
    .filter((line) => line.includes('|') && !/^[\s|+-]*$/.test(line) && !/^-\[ RECORD (?!1 )/.test(line))
    .map(cellsOf)
  const isExpanded = rows.every((row) => row.length === 2)
  const pairs = isExpanded ? rows : rows[0]?.map((name, place) => [name, rows[1]?.[place] ?? ''] as const)
  // An expanded row is followed by others, whose values are not wanted.
  const row: Record<string, string> = {}
  for (const [name, value] of pairs ?? []) row[name!] ??= value!
  return row
}

/** The costs in a row of the report; throws what is missing in it. */
export function costsOf(row: Record<string, string>): Costs & { rate: number } {
  const given = (name: string): number => {
    const value = Number.parseFloat(row[name] ?? '')
    if (!(value > 0))
      throw new Error(
        `The row has no ${name}: ${row.reason ?? row.verdict ?? 'paste its names and values as psql prints them'}`,
      )
    return value
  }
  const rate = given('rows_per_second')
  const perDay = rate * 86400
  return {
    rate,
    today: 'now',
    now: given('wal_now') * perDay,
    advised: given('wal_advised') * perDay,
    call: row.advised || `no other key (${row.verdict})`,
  }
}

const headline = ({ today, now, advised }: Costs): string =>
  `My table: ${size(now)} of WAL a day${today === 'now' ? '' : ` under ${today}`} → ${size(advised)}`

/** Two bars and what they say, and a picture of them to send. */
export function showCosts(costs: Costs | undefined): void {
  const box = find('#costs')
  if (!costs) return box.replaceChildren()
  const bars = (['now', 'advised'] as const).map((name) => {
    const bar = make('i')
    bar.style.width = `${(100 * costs[name]) / Math.max(costs.now, costs.advised)}%`
    return make(
      'li',
      { class: name === 'now' ? 'random' : 'wrapping' },
      make('span', {}, name === 'now' ? costs.today : name),
      make('span', {}, bar),
      make('b', {}, size(costs[name])),
    )
  })
  const save = make('button', { type: 'button' }, 'Save as a picture')
  save.addEventListener('click', () => picture(costs))
  box.replaceChildren(
    make('p', { class: 'headline' }, headline(costs)),
    make('ul', { class: 'race' }, ...bars),
    make('p', {}, 'with ', make('code', {}, costs.call), ' ', save),
  )
}

const [WIDTH, HEIGHT, EDGE] = [1200, 630, 60]

/** Draws it as large as links are previewed, and has it saved; nothing is sent. */
function picture(costs: Costs): void {
  const canvas = make('canvas', { width: String(WIDTH), height: String(HEIGHT) })
  const context = canvas.getContext('2d')!
  const style = getComputedStyle(document.documentElement)
  const text = (what: string, y: number, pixels: number, colour: string): void => {
    context.fillStyle = style.getPropertyValue(colour)
    context.font = `${pixels}px system-ui, sans-serif`
    context.fillText(what, EDGE, y, WIDTH - 2 * EDGE)
  }
  context.fillStyle = style.getPropertyValue('--back')
  context.fillRect(0, 0, WIDTH, HEIGHT)
  text(headline(costs), 120, 56, '--ink')
  const most = Math.max(costs.now, costs.advised)
  for (const [place, [name, bytes, colour]] of (
    [
      [costs.today, costs.now, '--random'],
      ['advised', costs.advised, '--wrapping'],
    ] as const
  ).entries()) {
    const y = 220 + place * 140
    text(`${name}: ${size(bytes)} a day`, y, 34, '--ink')
    context.fillStyle = style.getPropertyValue(colour)
    context.fillRect(EDGE, y + 16, (bytes / most) * (WIDTH - 2 * EDGE), 60)
  }
  text(costs.call, 520, 34, '--faint')
  text('sequential_uuids, a PostgreSQL extension', 575, 30, '--faint')
  canvas.toBlob((blob) => {
    const link = make('a', { href: URL.createObjectURL(blob!), download: 'my-table.png' })
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  })
}
