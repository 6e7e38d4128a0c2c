// Reads rows of uuid_index_report() as psql prints them: aligned, or one column a line (\x).

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
    .split('\n')
    .filter((line) => line.trim() && !/^\(\d+ rows?\)$/.test(line.trim()))
  const rows = lines.some((line) => isRecord(line)) ? expanded(lines) : aligned(lines)
  if (!rows.some(({ table_name: table, index_name: index }) => table !== undefined || index !== undefined))
    throw new Error('This is no row of the report: paste it with the names of its columns, as psql prints it.')
  return rows
}

const isRecord = (line: string): boolean => /^-\[ RECORD \d+ \][-+]*$/.test(line.trim())

function expanded(lines: readonly string[]): Printed[] {
  const rows: Printed[] = []
  for (const line of lines) {
    const [, name, value] = /^(\w+)\s*\|\s?(.*)$/.exec(line) ?? []
    if (isRecord(line)) rows.push({})
    else if (name && rows.length) rows.at(-1)![name] = value!.trim()
  }
  return rows
}

/** Columns end where the line below the names says so, since values may have bars. */
function aligned([names, ruler, ...lines]: readonly string[]): Printed[] {
  if (!names || !ruler || !/^-+(\+-+)*$/.test(ruler.trim())) return []
  const ends = [...ruler].flatMap((character, place) => (character === '+' ? [place] : [])).concat(Infinity)
  const cells = (line: string): string[] =>
    ends.map((end, place) => line.slice(place ? ends[place - 1]! + 1 : 0, end).trim())
  return lines.map((line) => {
    if (ends.slice(0, -1).some((end) => line[end] !== '|'))
      throw new Error(`A row does not fit below the names of the columns: ${line.trim().slice(0, 60)}`)
    const values = cells(line)
    return Object.fromEntries(cells(names).map((name, place) => [name, values[place]!]))
  })
}

/** The costs of a row; throws what is missing in it. */
export function costsOf(row: Printed): ReportRow {
  const table = row.table_name || row.index_name || 'a table'
  const because = row.reason ? ` The report says: ${[row.verdict, row.reason].filter(Boolean).join(', ')}.` : ''
  const numberOf = (name: string): number => {
    if (!row[name]) throw new Error(`The row of ${table} has no ${name}.${because}`)
    if (!/^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(row[name]))
      throw new Error(`${name} of ${table} is no number: ${row[name]}.`)
    return Number(row[name])
  }
  const [rate, now, advised] = ['rows_per_second', 'wal_now', 'wal_advised'].map(numberOf) as [number, number, number]
  if (rate <= 0) throw new Error(`No rows are inserted into ${table}.${because}`)
  return {
    ...{ table, verdict: row.verdict ?? '', reason: row.reason ?? '', rowsPerSecond: rate, now, advised },
    ...{ call: row.advised ?? '', columnDefault: row.column_default ?? '' },
  }
}
