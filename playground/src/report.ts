// Reads rows of uuid_index_report() in any form in which psql prints them, or that spreadsheets paste.

export type Printed = Record<string, string>

/** A row of the report, in numbers. */
export interface ReportRow {
  table: string
  verdict: string
  reason: string
  rowsPerSecond: number
  /** Bytes of WAL per row today, under the present key and under the advised one. */
  now: number
  advised: number
  /** The advised column default; "" if none is. */
  call: string
  columnDefault: string
}

/** Rows by the names of their columns; throws if there are none. */
export function parseReport(text: string): Printed[] {
  const lines = text
    .replaceAll('\r', '')
    // Lines of tables drawn with Unicode, single or double.
    .replace(/[│║]/g, '|')
    .replace(/[─═]/g, '-')
    .replace(/[┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝╒╤╕╞╪╡╘╧╛╓╥╖╟╫╢╙╨╜]/g, '+')
    .split('\n')
    // As e-mail and Markdown quote.
    .map((line) => line.replace(/^> /, ''))
    .filter((line) => line.trim() && !/^\(\d+ rows?\)$/.test(line.trim()))
  const rows = isExpanded(lines) ? expanded(lines) : (separated(lines) ?? aligned(lines))
  if (!rows.length)
    throw new Error('This is no row of the report: paste it with the names of its columns, as psql prints it.')
  return rows
}

const isRecord = (line: string): boolean => /^[-+|]*\[ RECORD \d+ \][-+|]*$|^\* Record \d+$/.test(line.trim())
const isRuler = (line: string): boolean => /^[\s|+:-]*-[\s|+:-]*$/.test(line)

/** One column a line, as \x prints them: with titles of records, or with several lines that begin with a name. */
const isExpanded = (lines: string[]): boolean =>
  lines.some(isRecord) || lines.filter((line) => COLUMN.test(firstCell(line))).length > 1

const COLUMN = /^(table_name|index_name|verdict|cause|reason|rows_per_second|wal_now|wal_advised|advised)$/
const firstCell = (line: string): string =>
  line
    .replace(/^\s*\|/, '')
    .split(/[|\t,;]/)[0]!
    .trim()

/** A name and its value, and with \pset border 0. */
const PAIR = /^\s*\|?\s*(\w*)\s*[|\t,;]\s?(.*?)\s*\|?\s*$/
const UNRULED = /^(\w*) +(.*)$/

function expanded(lines: string[]): Printed[] {
  const rows: Printed[] = []
  const isUnruled = lines.some((line) => line.startsWith('* Record'))
  let last = ''
  for (const line of lines) {
    if (isRecord(line)) {
      rows.push({})
      continue
    }
    if (isRuler(line)) continue
    const [, name, value] = PAIR.exec(line) ?? (isUnruled ? UNRULED.exec(line) : undefined) ?? []
    if (name === undefined) continue
    // Unaligned records have no title: a name that comes again begins the next one.
    if (rows.length === 0 || (name && name in rows.at(-1)!)) rows.push({})
    const row = rows.at(-1)!
    if (name) {
      last = name
      row[last] = value!
    } else row[last] = joined(row[last] ?? '', value!)
  }
  for (const row of rows) for (const name of Object.keys(row)) row[name] = unquoted(row[name]!.trim())
  return rows.filter((row) => Object.keys(row).length > 0)
}

const unquoted = (value: string): string => (/^".*"$/.test(value) ? value.slice(1, -1).replaceAll('""', '"') : value)

/** A value and its next line: psql ends the first with a dot where only the width breaks it. */
const joined = (begun: string, next: string): string =>
  /[.…]$/.test(begun) && /^[.…]/.test(next)
    ? begun.slice(0, -1) + next.slice(1)
    : `${begun.replace(/\s*[+↵]\s*$/, '')} ${next.trim()}`

/** Values between commas, semicolons, tabs or bars, the first line being names; undefined if they are none. */
function separated(lines: string[]): Printed[] | undefined {
  const [head] = lines
  if (!head || lines.some(isRuler)) return undefined
  const separator = ['\t', '|', ';', ','].find((one) => head.includes(one))
  if (!separator) return undefined
  const [names, ...rows] = separator === '|' ? lines.map(barred) : quoted(lines.join('\n'), separator)
  const longest = Math.max(...rows.map((row) => row.length))
  if (longest > names!.length) throw new Error(`A row has ${longest} values, but there are ${names!.length} names.`)
  return rows.map((row) => named(names!, row))
}

/** " || " is an operator, as in the default that needs nothing. */
const barred = (line: string): string[] => line.split(/(?<! \|)\|(?!\| )/)

/** Values as in CSV: in quotation marks, which stand twice within, they may have anything. */
function quoted(text: string, separator: string): string[][] {
  const rows: string[][] = [[]]
  let [value, isQuoted] = ['', false]
  const end = (): void => {
    rows.at(-1)!.push(value)
    value = ''
  }
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!
    if (isQuoted) {
      if (character !== '"') value += character
      else if (text[at + 1] === '"') {
        value += character
        at += 1
      } else isQuoted = false
    } else if (character === '"' && value === '') isQuoted = true
    else if (character === separator) end()
    else if (character === '\n') {
      end()
      rows.push([])
    } else value += character
  }
  end()
  return rows
}

/** Columns that end where the line below the names says so, since values may have bars. */
function aligned(lines: string[]): Printed[] {
  const at = lines.findIndex((line, place) => isRuler(line) && place > 0 && !isRuler(lines[place - 1]!))
  if (at < 0) return []
  const ruler = lines[at]!
  // With \pset border 0, spaces end columns.
  const [border, between] = /[+|]/.test(ruler) ? [/[+|]/, /\|/] : [/ /, /\s/]
  const ends = [...ruler].flatMap((character, place) => (border.test(character) ? [place] : []))
  // A frame around the table ends no column.
  const inner = ends.filter((end) => ruler.slice(0, end).includes('-') && ruler.slice(end).includes('-'))
  const isFramed = /^\s*[+|]/.test(ruler)
  const cells = (line: string): string[] => {
    // Where the browser's or a terminal's widths of characters are others, bars tell.
    const isInPlace = inner.every((end) => between.test(line[end] ?? ''))
    const all = isInPlace
      ? [...inner, line.length].map((end, place) => line.slice(place ? inner[place - 1]! + 1 : 0, end))
      : barred(line.replace(/^\s*\|/, '').replace(/\|\s*$/, ''))
    return isFramed && isInPlace ? all.map((cell) => cell.replace(/^\s*\||\|\s*$/g, '')) : all
  }
  const names = cells(lines[at - 1]!).map((name) => name.trim())
  const rows: string[][] = []
  let goesOn = false
  for (const line of lines.slice(at + 1)) {
    if (isRuler(line) || (inner.length > 0 && !between.test(line))) continue
    const values = cells(line)
    const before = rows.at(-1)
    if (before && (goesOn || values.some((value) => /^[.…]/.test(value))))
      rows[rows.length - 1] = before.map((value, place) => joined(value, values[place] ?? ''))
    else rows.push(values)
    goesOn = values.some((value) => /[+↵]\s*$/.test(value))
  }
  return rows.map((values) => named(names, values))
}

const named = (names: string[], values: string[]): Printed =>
  Object.fromEntries(names.map((name, place) => [name.trim(), (values[place] ?? '').trim()]))

/** Columns of whole numbers: a sign before three digits groups them. */
const WHOLE = ['wal_now', 'wal_advised'] as const

/** Ways to write numbers, by the sign before decimals and those between thousands. */
const WAYS = [
  ['.', ''],
  ['.', ','],
  [',', '.'],
  [',', ' \u00a0\u202f'],
  ['.', "'’"],
  ['.', ' \u00a0\u202f'],
] as const

/** A number as one of the ways writes it, or NaN. */
function read(text: string, [decimal, groups]: (typeof WAYS)[number], isWhole: boolean): number {
  const group = groups && `[${groups}]`
  const digits = groups ? `(?:\\d{1,3}(?:${group}\\d{3})+|\\d+)` : '\\d+'
  const pattern = isWhole ? `^${digits}$` : `^${digits}(?:\\${decimal}\\d+)?(?:e[+-]?\\d+)?$`
  if (!new RegExp(pattern, 'i').test(text)) return Number.NaN
  return Number(text.replace(group ? new RegExp(group, 'g') : '', '').replace(decimal, '.'))
}

/** Reads the numbers of a row, which are all written in the same way; throws if there is none or more than one. */
function numbers(row: Printed): { rate: number; whole: Record<string, number> } {
  const given = WHOLE.filter((name) => row[name])
  const readings = WAYS.map((way) => ({
    rate: read(row.rows_per_second!, way, false),
    whole: Object.fromEntries(given.map((name) => [name, read(row[name]!, way, true)])),
  })).filter(({ rate, whole }) => [rate, ...Object.values(whole)].every(Number.isFinite))
  const [first] = readings
  const all = [row.rows_per_second, ...given.map((name) => row[name])].join('; ')
  if (!first) throw new Error(`These are no numbers that this page can read: ${all}.`)
  if (new Set(readings.map((one) => JSON.stringify(one))).size > 1)
    throw new Error(`“${row.rows_per_second}” can be read in two ways. Write it without a sign between thousands.`)
  return first
}

/** The costs of a row; throws what is missing in it. */
export function costsOf(row: Printed): ReportRow {
  const table = row.table_name ?? row.index_name ?? 'a table'
  const because = row.reason ? ` The report says: ${[row.verdict, row.reason].filter(Boolean).join(', ')}.` : ''
  for (const name of ['rows_per_second', 'wal_now', 'wal_advised'])
    if (!row[name]) throw new Error(`The row of ${table} has no ${name}.${because}`)
  const { rate, whole } = numbers(row)
  if (rate <= 0) throw new Error(`No rows are inserted into ${table}.${because}`)
  return {
    table,
    verdict: row.verdict ?? '',
    reason: row.reason ?? '',
    rowsPerSecond: rate,
    now: whole.wal_now!,
    advised: whole.wal_advised!,
    call: row.advised ?? '',
    columnDefault: row.column_default ?? '',
  }
}
