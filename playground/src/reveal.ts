// The bits of a key, and what they tell.
import * as address from './address'
import { find, make } from './dom'
import type { Field } from './fields'
import type { Row } from './messages'
import type { Runs } from './runs'
import { Section } from './section'
import { showAsk } from './sql'
import { count, quote } from './text'

const DEFAULTS = [
  ['random', 'gen_random_uuid()'],
  ['v7', 'uuidv7(), uuid_v7_nextval()'],
  ['time', 'uuid_time_nextval()'],
  ['interval', 'uuid_interval_nextval(interval, cycle)'],
  ['sequence', 'uuid_sequence_nextval(sequence)'],
  ['opaque', 'an opaque key: uuid_opaque_nextval(…)'],
] as const
type Default = (typeof DEFAULTS)[number][0]
/** Versions that show their time, whatever default a key seems to come from. */
type Dated = 'v1' | 'v6' | 'v7'
/** "other": of none that is known here. */
type Origin = Default | Dated | 'other'

const FIELDS: readonly Field[] = [
  { name: 'default', title: 'The column default', usual: 'time', kind: DEFAULTS },
  { name: 'interval', title: 'Interval', usual: '5 min', kind: 'text' },
  { name: 'cycle', title: 'Cycle', usual: '60 days', kind: 'text' },
  { name: 'key', title: 'A key', hint: 'empty: one that is generated here', usual: '', kind: 'text' },
]
const SAMPLE = 5
const INTERVAL_KNOWN =
  'In which interval the row was created, if it is younger than a cycle, and if the outsider knows interval and' +
  ' cycle. Not the time within the interval, nor the order of its rows.'
const NODE =
  ', to 100 nanoseconds, and a node, which is often the network address of the machine that generated the key.'
const KNOWS: Record<Origin, string> = {
  random: 'Nothing: neither when the row was created, nor the order of rows, nor how many there are.',
  v7: 'When the row was created, to the millisecond or better, and the order of all rows.',
  v1: `When the row was created${NODE}`,
  v6: `When the row was created, and the order of all rows${NODE}`,
  other: 'What its real default shows, which this page cannot tell. Choose the one that generated it.',
  time: INTERVAL_KNOWN,
  interval: INTERVAL_KNOWN,
  sequence:
    'Roughly how many rows came before this one, in blocks of 65,536, if the table has had fewer rows than a cycle.' +
    ' Not when it was created.',
  opaque:
    'Which rows were created in the same interval, as their keys share a prefix. Not when, unless the time of one' +
    ' of them becomes known.',
}

type Part = readonly [bits: number, name: string, colour: 'key' | 'fixed' | 'none', meaning: string]

/** The parts of a key, from the left. */
export function parts(kind: Origin, prefix: number): Part[] {
  const isDated = kind === 'v1' || kind === 'v6' || kind === 'v7'
  const version: Part = [4, 'version', 'fixed', isDated ? kind.slice(1) : 'says how the key is laid out']
  const variant: Part = [2, 'variant', 'fixed', 'the same in every UUID']
  if (isDated) {
    const [first, second] =
      kind === 'v7'
        ? ['milliseconds since 1970', 'parts of a millisecond']
        : kind === 'v6'
          ? ['units of 100 nanoseconds since 1582', 'the rest of it']
          : ['units of 100 nanoseconds since 1582, the lowest bits', 'the highest bits']
    const rest: Part[] =
      kind === 'v7'
        ? [[62, 'random', 'none', '62 bits']]
        : [
            [14, 'clock sequence', 'none', ''],
            [48, 'node', 'key', 'often the network address of the machine'],
          ]
    return [[48, 'time', 'key', first], version, [12, 'time', 'key', second], variant, ...rest]
  }
  const head: Part[] =
    prefix === 0
      ? []
      : [
          [
            prefix,
            'prefix',
            'key',
            kind === 'sequence'
              ? 'the block of the sequence'
              : kind === 'opaque'
                ? 'the secret place of the interval in its cycle'
                : 'the number of the interval in its cycle',
          ],
        ]
  const random: Part[] = prefix < 48 ? [[48 - prefix, 'random', 'none', '']] : []
  return [
    ...head,
    ...random,
    version,
    [12, 'random', 'none', ''],
    variant,
    [62, 'random', 'none', `${122 - prefix} bits in all`],
  ]
}

/** A key, what it says, and other keys. */
type Revealed = readonly [key: string, read: Row | undefined, sample: string[]]

export class Reveal extends Section<Revealed> {
  /** Keys of which it is known what generated them. */
  private readonly generated = new Map<string, string>()

  constructor(runs: Runs) {
    super(runs, '#reveal', 'k.', FIELDS)
    this.showLengths()
    // What an address asks is answered; otherwise PostgreSQL waits until somebody asks.
    if ([...address.read().keys()].some((name) => name.startsWith('k.'))) void this.ask()
    find('#others').addEventListener('click', () => void this.ask())
  }

  private get kind(): Default {
    return this.fields.get('default') as Default
  }

  /** Interval and cycle, as SQL; those of uuid_time_nextval() where none are given. */
  private get lengths(): [interval: string, cycle: string] {
    return this.kind === 'interval' || this.kind === 'opaque'
      ? [quote(this.fields.get('interval')), quote(this.fields.get('cycle'))]
      : ["'1 min'", "'45 days 12:16:00'"]
  }

  private call(): string {
    switch (this.kind) {
      case 'random':
        return 'gen_random_uuid()'
      case 'v7':
        return 'uuid_v7_nextval()'
      case 'time':
        return 'uuid_time_nextval()'
      case 'interval':
        return `uuid_interval_nextval(${this.lengths.join(', ')})`
      case 'sequence':
        return "uuid_sequence_nextval('numbers')"
      // Without its secret, nobody can tell its prefix from a random one.
      case 'opaque':
        return ''
    }
  }

  protected override changed(): void {
    this.showLengths()
    void this.ask()
  }

  private showLengths(): void {
    for (const name of ['interval', 'cycle']) this.fields.show(name, this.kind === 'interval' || this.kind === 'opaque')
  }

  protected override explain(message: string): string {
    const key = this.fields.get('key')
    if (/input syntax for type uuid/.test(message)) return `“${key}” is no UUID: it has 32 hexadecimal digits.`
    const length = /type interval|"cycle"|"interval_length"|division by zero|interval out of range/.test(message)
    return length
      ? 'Interval and cycle are lengths of time, such as “5 min” and “60 days”, and the cycle is a whole' +
          ` multiple of the interval, as PostgreSQL says: ${message}.`
      : message
  }

  protected async answer(): Promise<Revealed> {
    const sample = await this.sample()
    const key = this.fields.get('key') || sample[0] || ''
    return [key, key ? await this.read(key) : undefined, sample]
  }

  private async sample(): Promise<string[]> {
    const call = this.call()
    if (!call) return []
    if (this.kind === 'sequence') await this.query('CREATE SEQUENCE IF NOT EXISTS numbers')
    const rows = await this.query(`SELECT ${call} AS key FROM generate_series(1, ${SAMPLE})`)
    const keys = rows.map((row) => String(row.key))
    for (const key of keys) this.generated.set(key, `${this.kind} ${call}`)
    return keys
  }

  private question(key: string): string {
    const id = `${quote(key)}::uuid`
    const version =
      `('x' || substr(${id}::text, 15, 1))::bit(4)::int AS version,\n` + `       uuid_generated_at(${id})::text AS time`
    if (this.kind === 'random' || this.kind === 'v7') return `SELECT ${version}`
    if (this.kind === 'sequence') return `SELECT ${version},\n       uuid_block(${id}, 65536) AS block, 65536 AS blocks`
    const [interval, cycle] = this.lengths
    const blocks = `round(extract(epoch FROM interval ${cycle}) / extract(epoch FROM interval ${interval}))::bigint`
    const window =
      this.kind === 'opaque'
        ? ''
        : `,\n       lower(w)::text AS since, upper(w)::text AS until,\n       uuid_block(${id}, ${blocks}) AS block`
    return (
      `SELECT ${version},\n       ${blocks} AS blocks${window}\n` +
      `  FROM uuid_interval_window(${id}, now(), ${interval}, ${cycle}) AS w`
    )
  }

  private async read(key: string): Promise<Row> {
    const sql = this.question(key)
    showAsk(
      find('#key-sql .statements'),
      [
        ['What the key says', sql],
        ...(this.call() ? [['The sample', `SELECT ${this.call()} FROM generate_series(1, ${SAMPLE})`] as const] : []),
      ],
      (text) => this.runs.query(text),
    )
    const [row] = await this.query(sql)
    return row!
  }

  protected show(revealed: Revealed | undefined): void {
    const [key, row, sample] = revealed ?? ['', undefined, []]
    const blocks = Number(row?.blocks ?? 1)
    const origin = row ? originOf(row, this.kind) : this.kind
    const prefix = ['time', 'interval', 'sequence', 'opaque'].includes(origin) ? Math.ceil(Math.log2(blocks)) : 0
    find('#bits').replaceChildren(...(row ? drawn(key, parts(origin, prefix), origin) : []))
    const isFromHere = this.generated.get(key) === `${this.kind} ${this.call()}`
    const isSure = !row || Boolean(row.time) || origin === 'other' || isFromHere
    const facts = row ? factsOf(row, origin, origin === this.kind, blocks) : []
    const heading = isSure ? 'What an outsider knows: ' : 'If so, an outsider knows: '
    find('#knows').replaceChildren(
      ...(isSure ? [] : [make('p', {}, ifSo(row, this.kind))]),
      ...facts.map((fact) => make('p', {}, fact)),
      ...(revealed ? [make('p', {}, make('strong', {}, heading), KNOWS[origin])] : []),
    )
    find('#sample-text').textContent = sample.length
      ? `Generated just now by ${this.call()}; choose one to see its bits.`
      : this.kind === 'opaque'
        ? 'Opaque keys need the extension in C, which this page does not have. Paste one of yours.'
        : ''
    find('#others').textContent = 'Generate others'
    find('#others').hidden = revealed !== undefined && sample.length === 0
    find('#sample').replaceChildren(
      ...sample.map((one) => {
        const button = make('button', { type: 'button' }, make('code', {}, one))
        button.addEventListener('click', () => {
          this.fields.set('key', one)
          this.fields.keep()
          void this.ask()
        })
        return make('li', {}, button)
      }),
    )
  }
}

/** What a key can come from: its version decides, and the chosen default only between keys of the same version. */
export function originOf(row: Row, chosen: Default): Origin {
  const version = Number(row.version)
  if (row.time) return `v${version}` as Dated
  // A prefix that no block of this default has.
  if (chosen === 'v7' || ('block' in row && row.block === null)) return 'other'
  return version === 4 || (version === 8 && chosen !== 'random') ? chosen : 'other'
}

/** What a key says under its origin, whether that is known or only chosen. */
export function factsOf(row: Row, origin: Origin, isChosen: boolean, blocks: number): string[] {
  const isOutside = 'block' in row && row.block === null
  const facts = isOutside
    ? ['Its prefix is none of this cycle: it does not come from this default.']
    : isChosen
      ? []
      : [`This key has version ${String(row.version)}: it does not come from this default.`]
  const { time, since, until } = row as Record<string, string | null | undefined>
  if (time) facts.push(`Created at ${time}.`)
  else if (origin === 'other') facts.push(`Version ${String(row.version)} shows no time by itself.`)
  else if (since)
    facts.push(
      `Interval ${count(Number(row.block) + 1)} of ${count(blocks)}: created from ${since} to ${until!},` +
        ' or whole cycles earlier.',
    )
  else if (row.block !== undefined && row.block !== null)
    facts.push(`Block ${count(Number(row.block) + 1)} of ${count(blocks)}.`)
  return facts
}

/** Which default generated a key of version 4 or 8 is not to be seen in it. */
function ifSo(row: Row, chosen: Default): string {
  const looksAlike =
    chosen === 'random'
      ? 'A wrapping or opaque key looks the same.'
      : Number(row.version) === 4
        ? 'A random key looks the same.'
        : 'Other programs lay out keys of this version in other ways.'
  const name = DEFAULTS.find(([value]) => value === chosen)![1]
  return (
    `This key does not tell what generated it. ${looksAlike} What follows is true if its table's default is` +
    ` ${name}:`
  )
}

const colourOf = (origin: Origin): string =>
  origin === 'opaque' ? 'opaque' : ['v1', 'v6', 'v7'].includes(origin) ? 'v7' : 'wrapping'

/** Hexadecimal digits with their bits below, and what the parts are. */
function drawn(key: string, all: Part[], origin: Origin): HTMLElement[] {
  const colours = all.flatMap(([bits, , colour]) => Array<string>(bits).fill(colour))
  let at = 0
  const groups = key
    .toLowerCase()
    .replace(/[^0-9a-f]/g, '')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    .split('-')
  const drawing = make(
    'div',
    {
      class: `bits ${colourOf(origin)}`,
      role: 'img',
      'aria-label': `The bits of ${key}`,
    },
    ...groups.map((group) =>
      make(
        'span',
        { class: 'group' },
        ...[...group].map((digit) => {
          const bits = Number.parseInt(digit, 16).toString(2).padStart(4, '0')
          return make(
            'span',
            { class: 'digit' },
            digit,
            make(
              'span',
              {},
              ...[...bits].map((bit) => make('i', { class: `${colours[at++] ?? 'none'}${bit === '1' ? ' one' : ''}` })),
            ),
          )
        }),
      ),
    ),
  )
  let first = 1
  const list = make(
    'ol',
    { class: `parts ${colourOf(origin)}` },
    ...all.map(([bits, name, colour, meaning]) => {
      const range = `${first} to ${first + bits - 1}`
      first += bits
      return make(
        'li',
        {},
        make('i', { class: `${colour} one` }),
        `Bits ${range}: `,
        make('strong', {}, name),
        meaning ? `, ${meaning}` : '',
      )
    }),
  )
  return [drawing, list]
}
