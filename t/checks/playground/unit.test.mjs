// The parts of the page that need no browser: node --test t/checks/playground/unit.test.mjs
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, mock, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { postgres } from '../../../playground/tools/ask.mjs'
import { modules } from '../../../playground/tools/modules.mjs'

const playground = join(import.meta.dirname, '../../../playground')
const { load, end } = await modules()
after(end)
const [
  address,
  advice,
  answers,
  captions,
  { endOf },
  frames,
  histories,
  players,
  preparing,
  questions,
  { Recordings },
  reports,
  settings,
  texts,
] = await Promise.all(
  [
    ...['address', 'advice', 'answer', 'captions', 'ending', 'frames', 'history', 'player', 'prepare'],
    ...['question', 'recordings', 'report', 'settings', 'text'],
  ].map(load),
)

const CALL = "public.uuid_interval_nextval('5 min', '60 days')"
const PLAIN = "encode(substr(int8send(42), 7) || substr(uuid_send(gen_random_uuid()), 3), 'hex')::uuid"
const NAMES = ['table_name', 'verdict', 'rows_per_second', 'wal_now', 'wal_advised', 'advised']
const values = (rate = '18.6', call = CALL) => ['events', 'switch', rate, '4555', '558', call]
const pad = (cells) => cells.map((cell) => cell.padEnd(90))

/** A table as psql prints it. */
const table = (rows) =>
  [
    ` ${pad(NAMES).join(' | ')} `,
    NAMES.map(() => '-'.repeat(92)).join('+'),
    ...rows.map((row) => ` ${pad(row).join(' | ')} `),
    `(${rows.length} ${rows.length === 1 ? 'row' : 'rows'})`,
  ].join('\n')
const record = (row, place = 1) =>
  `-[ RECORD ${place} ]---+------\n${NAMES.map((name, at) => `${name.padEnd(15)} | ${row[at]}`).join('\n')}`

for (const [form, text] of Object.entries({
  aligned: table([values()]),
  'aligned, with the plain default': table([values('18.6', PLAIN)]),
  expanded: record(values()),
  'expanded, with the plain default': record(values('18.6', PLAIN)),
}))
  test(`a row is read: ${form}`, () => {
    const rows = reports.parseReport(text)
    assert.equal(rows.length, 1)
    const { table: name, rowsPerSecond, now, advised, call } = reports.costsOf(rows[0])
    const expected = text.includes(PLAIN) ? PLAIN : CALL
    assert.deepEqual([name, rowsPerSecond, now, advised, call], ['events', 18.6, 4555, 558, expected])
  })

test('several rows are read', () => {
  assert.equal(reports.parseReport(table([values(), values('2')])).length, 2)
  const two = `${record(values())}\n${record(values(), 2).replace('events', 'users')}`
  assert.deepEqual(
    reports.parseReport(two).map((row) => row.table_name),
    ['events', 'users'],
  )
})

const numbers = (rate, now, advised) =>
  reports.costsOf({ table_name: 'events', rows_per_second: rate, wal_now: now, wal_advised: advised })
for (const [rate, error] of [
  ['1,860', /rows_per_second of events is no number: 1,860\./],
  ['Infinity', /no number/],
  ['many', /no number/],
  ['', /no rows_per_second/],
  ['0', /No rows are inserted/],
])
  test(`"${rate}" is refused`, () => assert.throws(() => numbers(rate, '4555', '558'), error))
for (const text of ['no row', '', '1,2,3', '(0 rows)', ' a | b \n---+---\n 1 | 2 '])
  test(`"${text}" is no report`, () => assert.throws(() => reports.parseReport(text), /This is no row of the report/))
test('a row that does not fit below the names is refused', () =>
  assert.throws(() => reports.parseReport(`${table([values()])}\n${'x'.repeat(300)}`), /does not fit/))

test("a row's day has 86,400 seconds, and sizes are decimal", () => {
  const row = reports.costsOf({ table_name: 'events', rows_per_second: '10', wal_now: '5000', wal_advised: '500' })
  assert.match(answers.answerOfRow({ ...row, call: 'x()' }).headline[0], /4\.3 GB → 432 MB of WAL a day/)
  const keeps = answers.answerOfRow({ ...row, verdict: 'keep', reason: 'why' })
  assert.deepEqual([keeps.headline, keeps.bars.length, keeps.call], [['events: 4.3 GB of WAL a day'], 1, ''])
  assert.equal(keeps.basis, 'By the report of your server: keep, why.')
  assert.match(questions.costStatement(questions.FIRST), /wal_per_row \* 20 \* 86400/)
})

test('an index is as large as all rows of it that are there at the horizon', () => {
  const seconds = { '30 days': 30 * 86400, '5 years': 5 * 365.25 * 86400 }
  const old = seconds['5 years'] - seconds['30 days']
  for (const [kept, rows] of [
    ['30 days', 20 * (seconds['30 days'] + 0.05 * old)],
    ['', 20 * seconds['5 years']],
  ]) {
    const statement = questions.costStatement({ ...questions.FIRST, kept })
    const [, sql] = /(bytes_per_million_rows .*) AS index_bytes/.exec(statement)
    const formula = sql
      .replaceAll('extract(epoch FROM', '(')
      .replaceAll('least(', 'Math.min(')
      .replaceAll(/interval '([^']*)'/g, (_, length) => seconds[length])
    const bytes = new Function('bytes_per_million_rows', `return ${formula}`)
    assert.equal(Math.round(bytes(40e6)), Math.round(40 * rows))
  }
})

test('uuid_advise() is asked what the sentence says, and nothing else', () => {
  const asked = (changed) =>
    /FROM (advice\.uuid_advise.*)/s
      .exec(questions.costStatement({ ...questions.FIRST, ...changed }))[1]
      .replaceAll(/\s+/g, ' ')
  const usual = "advice.uuid_advise( rows_per_second => 20, kept => '30 days', left_behind => 0.05,"
  assert.equal(asked({}), `${usual} row_bytes => 100, random_before => true)`)
  assert.equal(asked({ kept: '', today: 'v7' }), 'advice.uuid_advise( rows_per_second => 20, row_bytes => 100)')
  assert.equal(asked({ today: 'new' }), `${usual} row_bytes => 100)`)
  assert.equal(
    asked({ today: 'v7', isPublic: true }),
    `${usual} row_bytes => 100) WHERE key IN ('opaque by time', 'random', 'UUIDv7')`,
  )
  const more = { memory: '4 GB', checkpoint: '1 min', dead: 0.2, bytes: 50 }
  assert.equal(
    asked(more),
    `${usual} index_memory => '4 GB', checkpoint_interval => '1 min', dead_at_vacuum => 0.2,` +
      ' row_bytes => 50, random_before => true)',
  )
})

test('numbers are read as people write them', () => {
  for (const [text, number] of [
    ...[
      ['20', 20],
      ['0.5', 0.5],
      ['.5', 0.5],
      ['1,000', 1000],
      ['10 000', 10_000],
      ['1,234,567.5', 1_234_567.5],
    ],
    ...[
      ['5k', 5000],
      ['1.5 k', 1500],
      ['2M', 2e6],
      ['10\u202f000', 10_000],
      [' 7 ', 7],
    ],
    // With a comma for a point, as on the keys of a phone.
    ...[
      ['0,5', 0.5],
      ['2,5', 2.5],
      ['0,125', 0.125],
      ['1.000.000', 1e6],
      ['10 000,5', 10_000.5],
      ['1.000,5', 1000.5],
    ],
  ])
    assert.equal(texts.readNumber(text), number, text)
  const none = ['', ' ', '.', ',', 'k', '1e9', 'Infinity', '-1', '5 rows', '1,0000', '10 00', '1,00,000', '1,000,5']
  // These may be either.
  for (const text of [...none, '1.000', '20.500'])
    assert.ok(Number.isNaN(texts.readNumber(text)), text)
})

/** The page's PostgreSQL has the edition for its stories; a visitor's server has neither that nor the extension. */
test('the page answers as a server that has nothing of ours, at any rate', async () => {
  const page = await postgres(preparing.prepare)
  const server = await postgres((db, _, script) => db.exec(`CREATE SCHEMA advice; ${script}`))
  const withoutLabel = (rows) =>
    rows.map((row) => ({ ...row, call: row.call.replace(/(opaque_nextval\()'[^']*'/, '$1') }))
  const calls = new Set()
  for (const changed of [
    ...[2, 20, 21, 500, 5000].map((rate) => ({ rate })),
    ...[{ checkpoint: '5 min' }, { rate: 21, today: 'v7' }, { kept: '' }, { isPublic: true }],
  ]) {
    const sql = questions.costStatement({ ...questions.FIRST, ...changed })
    const [here, there] = [withoutLabel(await page.ask(sql)), withoutLabel(await server.ask(sql))]
    assert.deepEqual(here, there, JSON.stringify(changed))
    calls.add(here[0].call)
  }
  assert.ok(calls.size > 3, [...calls].join('; '))
  // What it advises runs where nothing is installed.
  const [{ call }] = await page.ask(questions.costStatement(questions.FIRST))
  const [{ key }] = await server.ask(`SELECT ${call} AS key`)
  assert.match(key, /^[0-9a-f-]{36}$/)
  const [{ made }] = await page.ask("SELECT uuid_interval_at(now(), '5 min', '60 days') AS made")
  assert.match(made, /^[0-9a-f-]{36}$/)
  await page.end()
  await server.end()
})

test('a default is shown for each way to have its function', () => {
  const plain = { key: 'plain default', call: PLAIN }
  const shown = (...rows) => {
    const { ways, hint } = advice.waysOf(rows)
    return [...ways.map(([what, sql]) => `${what.replace('With ', '')}: ${sql.replace('DEFAULT ', '')}`), hint]
  }
  const call = "uuid_interval_nextval('5 min', '60 days')"
  const wrapping = { key: 'wrapping by time', call: `public.${call}` }
  const installed = [`the extension in C: ${call}`, `the edition in SQL: uuids.${call}`]
  assert.deepEqual(shown(wrapping, plain), [...installed, `nothing installed: ${PLAIN}`, ''])
  assert.deepEqual(shown(wrapping).slice(0, 2), installed)
  assert.match(shown(wrapping)[2], /^For this load, there is no default that needs neither: /)
  const random = { key: 'random', call: 'gen_random_uuid()' }
  assert.deepEqual(shown(random, plain), ['nothing installed: gen_random_uuid()', ''])
  assert.deepEqual(shown(plain, random), [`nothing installed: ${PLAIN}`, ''])
  assert.deepEqual(shown(plain, random, { ...wrapping, call }), [...installed, `nothing installed: ${PLAIN}`, ''])
  const opaque = { key: 'opaque by time', call: "uuid_opaque_nextval('…', '5 min', '60 days')" }
  assert.deepEqual(shown(opaque, plain), [`the extension in C: ${opaque.call}`, ''])
})

test('the page loads nothing from elsewhere, whatever a script or a style asks for', () => {
  const page = readFileSync(join(playground, 'index.html'), 'utf8')
  const [, policy] = /http-equiv="Content-Security-Policy" content="(default-src 'none'; .*?)"/.exec(page)
  const sources = policy.split('; ').flatMap((part) => part.split(' ').slice(1))
  assert.deepEqual(new Set(sources), new Set(["'none'", "'self'", "'wasm-unsafe-eval'"]))
})

test('the page names the horizon of uuid_advise(), and how often it counts on REINDEX', () => {
  const advice = readFileSync(new URL('../../../advice/sequential_uuids_advice--1.0.sql', import.meta.url), 'utf8')
  const defaults = (name) =>
    new Set([...advice.matchAll(new RegExp(`${name} interval DEFAULT '([^']*)'`, 'g'))].map(([, length]) => length))
  assert.deepEqual(defaults('horizon'), new Set([questions.HORIZON]))
  assert.deepEqual(defaults('maintenance'), new Set([questions.REINDEX]))
})

test('lengths of time have the units that they name', () => {
  assert.deepEqual(settings.SECONDS, { sec: 1, min: 60, hour: 60 * 60, day: 24 * 60 * 60 })
  assert.deepEqual([90, 120, 3 * 3600, 2 * 86400].map(texts.span), ['90 seconds', '2 minutes', '3 hours', '2 days'])
})

test('sizes and changes', () => {
  assert.deepEqual([999, 1500, 999_499, 999_600, 9_140_000_000, 2e12].map(texts.size), [
    '1 kB',
    '1.5 kB',
    '999 kB',
    '1 MB',
    '9.1 GB',
    '2 TB',
  ])
  assert.equal(texts.change(9.1e9, 1.3e9), '9.1 → 1.3 GB')
  assert.equal(texts.change(9.1e9, 855e6), '9.1 GB → 855 MB')
})

test('an address keeps what belongs to others', () => {
  globalThis.location = { search: '?story=3&a.rate=5&k.key=x', pathname: '/page/', hash: '#one' }
  assert.equal(address.changed('a.', { kept: '7' }), '/page/?story=3&k.key=x&a.kept=7#one')
  assert.equal(address.changed('', {}), '/page/?a.rate=5&k.key=x#one')
})

test('settings survive the address, and bounds hold', () => {
  const given = (text) => settings.fromAddress(new URLSearchParams(text))
  for (const story of settings.STORIES)
    assert.ok(settings.same(given(new URLSearchParams(settings.toAddress(story.settings))), story.settings))
  const own = { ...settings.STORIES[0].settings, unit: 'hour', interval: 7, rows: 12.5, before: 300, checkpoint: 400 }
  assert.ok(settings.same(given(new URLSearchParams(settings.toAddress(own))), own))
  assert.equal(given('left=7').left, 1)
  assert.equal(given('rows=Infinity').rows, 500)
  assert.equal(given('frames=1e15').frames, 1500)
})

const leaves = () =>
  Object.fromEntries(
    frames.COLUMNS.map((name) => [name, Uint32Array.from(['keys', 'first'].includes(name) ? [1, 4e9] : [0, 1])]),
  )
const tableFrame = (size, wal) => ({
  ...{ key: '0123456789abcdef', shared: 3, pages: Uint8Array.from([50, 178]), leaves: leaves() },
  ...{ density: 61.25, size, insertWal: wal, otherWal: 7, images: 2 },
})
const frame = (inserted, of) => ({
  ...{ inserted, rows: 90, checkpoint: true },
  tables: Object.fromEntries(Object.entries(of).map(([kind, [size, wal]]) => [kind, tableFrame(size, wal)])),
})
const KINDS = { random: [10, 5000], v7: [30, 1000], wrapping: [11, 1200] }

test('a recording is read while it arrives, whatever its pieces', () => {
  // The last ones come long after what their pages have from the beginning.
  const all = Array.from({ length: 40 }, (_, at) => frame(100 * (at + 1), KINDS))
  const scale = { pages: 2, wal: 3, index: 4 }
  const bytes = frames.pack({ postgres: '18', settings: settings.STORIES[0].settings, scale }, all)
  for (const size of [1, 7, bytes.length]) {
    const unpacker = new frames.Unpacker()
    const read = []
    for (let at = 0; at < bytes.length; at += size) read.push(...unpacker.add(bytes.slice(at, at + size)))
    assert.ok(unpacker.isComplete)
    assert.deepEqual(unpacker.head.scale, scale)
    assert.deepEqual(
      read.map(({ tables: { v7 }, ...rest }) => ({ ...rest, v7: { ...v7, leaves: v7.leaves } })),
      all.map(({ tables: { v7 }, ...rest }) => ({ ...rest, v7 })),
    )
  }
  const unpacker = new frames.Unpacker()
  unpacker.add(bytes.slice(0, -1))
  assert.ok(!unpacker.isComplete)
})

test('a recording that breaks off is read anew, not continued', async () => {
  const packed = readFileSync(join(playground, 'recorded/2.bin'))
  const halves = [packed.subarray(0, packed.length / 2), packed]
  const fetching = mock.method(globalThis, 'fetch', async () => new Response(halves.shift()))
  const recordings = new Recordings()
  const asked = settings.STORIES[1].settings
  const come = () => recordings.get(asked)?.history.frames.length
  await assert.rejects(recordings.load(asked, () => {}))
  assert.ok(come() > 0 && come() < asked.frames, come())
  await recordings.load(asked, () => {})
  assert.equal(come(), asked.frames)
  fetching.mock.restore()
})

test('figures are of 10,000 rows or more, from a checkpoint on', () => {
  const all = Array.from({ length: 150 }, (_, at) => {
    const wal = [100 * at, at]
    return { ...frame(100 * (at + 1), { random: wal, v7: wal, wrapping: wal }), checkpoint: at % 40 === 0 }
  })
  const history = new histories.History(all)
  // Frames 40 to 149: 110 of a hundred rows, which wrote as many bytes as their numbers, and 7.
  const [of, inserts] = [11_000, (110 * (40 + 149)) / 2]
  assert.deepEqual(history.last('v7'), {
    ...{ wal: (inserts + 110 * 7) / of, insertWal: inserts / of, images: (110 * 2) / of, of },
    ...{ leaves: 2, density: 61.25, size: 14_900 * 8192 },
  })
  assert.equal(history.all('v7')[30].of, 3100)
  assert.deepEqual([history.walSoFar(2, 'v7'), history.mostPages(2)], [0 + 1 + 2 + 3 * 7, 2])
})

test('a player follows the frames that are there, and begins anew at their end', () => {
  mock.method(performance, 'now', () => 0)
  const ticks = []
  globalThis.requestAnimationFrame = (tick) => ticks.push(tick)
  const film = { there: 3, available: () => film.there, total: () => 5, pace: () => 10, changed: () => {} }
  const player = new players.Player(film)
  player.play()
  let now = 0
  const after = (milliseconds) => {
    now += milliseconds
    ticks.shift()(now)
    return player.place
  }
  // Ten frames per second, of which three are there; a page in the background goes on from where it was.
  assert.deepEqual([after(100), after(50), after(50), after(500)], [1, 1, 2, 2])
  film.there = 1
  assert.equal(after(100), 2)
  film.there = 5
  assert.deepEqual([after(10_000), player.isPlaying], [4, false])
  assert.equal(ticks.length, 0)
  player.play()
  assert.deepEqual([player.place, player.isPlaying], [0, true])
  player.seek(9)
  assert.deepEqual([player.place, player.hasEnded], [4, true])
  mock.restoreAll()
})

test('captions can be read: ten words, and three seconds each', () => {
  for (const { settings: story } of settings.STORIES) {
    const all = captions.captions(story)
    assert.ok(all.length >= 3)
    for (const [at, { from, text }] of all.entries()) {
      assert.ok(text.split(/\s+/).filter((word) => word !== '%').length <= 10, text)
      const until = all[at + 1]?.from ?? story.frames
      assert.ok((until - from) / captions.pace(all, story.frames, from) >= 3 - 1e-9, text)
    }
  }
})

test('captions are true where they are shown', () => {
  const usual = settings.STORIES[settings.FIRST_STORY].settings
  // Loads of the address, too.
  const others = [
    { cycle: 21, left: 0 },
    { cycle: 5, kept: 0 },
  ].map((changed) => ({ settings: { ...usual, ...changed } }))
  const shown = [...settings.STORIES, ...others].flatMap(({ settings: story }) =>
    captions.captions(story).map(({ from, text }) => ({ text, story, day: (from * settings.FRAME_ROWS) / story.rows })),
  )
  for (const [claim, isTrue] of [
    [/^Old rows go/, ({ day, story }) => day >= story.kept],
    [/^Wrapping keys come round/, ({ day, story }) => day >= story.cycle],
    [/fill those pages again/, ({ story }) => story.cycle > story.kept],
    [/come round too early/, ({ story }) => story.cycle <= story.kept],
    [/no room has become free/, ({ story }) => story.kept === 0 || story.left === 1],
  ]) {
    const claimed = shown.filter(({ text }) => claim.test(text))
    assert.ok(claimed.length > 0, String(claim))
    for (const one of claimed) assert.ok(isTrue(one), one.text)
  }
  assert.equal(captions.captions(usual)[2].from, 210)
  assert.ok(usual.cycle >= 2 * usual.kept, 'what is shown is what README advises')
  const long = captions.captions({ ...usual, cycle: 121 })
  assert.ok(!long.some(({ text }) => /come round/.test(text)))
})

test('the load is said in a line', () => {
  const usual = settings.STORIES[settings.FIRST_STORY].settings
  const said = (changed) => captions.scaleModel({ ...usual, ...changed })
  assert.equal(
    said({}),
    'Scale model: a checkpoint every 100 rows, 95 % of rows deleted after 21 days, a cycle of 42 days.',
  )
  assert.match(said({ left: 0 }), /, rows deleted after 21 days, /)
  assert.match(said({ kept: 0 }), /, no rows deleted, /)
  assert.match(said({ left: 1 }), /, no rows deleted, /)
  assert.match(said({ checkpoint: 100000 }), /: no checkpoint, /)
  assert.match(said({ unit: 'min', interval: 5, cycle: 8640 }), /, a cycle of 30 days\.$/)
})

/** A recorded run. */
function recorded(name) {
  const unpacker = new frames.Unpacker()
  const file = gunzipSync(readFileSync(join(playground, `recorded/${name}.bin`)))
  const history = new histories.History(unpacker.add(file))
  assert.ok(unpacker.isComplete)
  return { settings: unpacker.head.settings, history }
}

const FIRST = settings.STORIES[settings.FIRST_STORY].settings
const LOADS = [
  ...settings.STORIES.map(({ settings: story }) => story),
  ...settings.CHECKPOINTS.map((checkpoint) => ({ ...FIRST, checkpoint })),
]

test('runs are recorded with the settings that they have', () => {
  const names = LOADS.map(settings.recordingOf)
  assert.equal(new Set(names).size, settings.STORIES.length + settings.CHECKPOINTS.length - 1)
  for (const [place, name] of names.entries()) assert.ok(settings.same(recorded(name).settings, LOADS[place]), name)
  assert.equal(settings.recordingOf({ ...FIRST, checkpoint: 500 }), undefined)
  assert.equal(settings.recordingOf({ ...FIRST, rows: 400 }), undefined)
})

test('the end of a chapter is that of its recording', () => {
  for (const [place, { settings: story, title }] of settings.STORIES.entries()) {
    if (place === settings.FIRST_STORY) continue
    const unpacker = new frames.Unpacker()
    const packed = endOf(gunzipSync(readFileSync(join(playground, `recorded/${place + 1}.bin`))))
    const end = new histories.History(unpacker.add(packed))
    assert.ok(unpacker.isComplete)
    const { history } = recorded(String(place + 1))
    const last = story.frames - 1
    assert.deepEqual(captions.verdict(end, 0), captions.verdict(history, last), title)
    for (const kind of ['random', 'v7', 'wrapping']) {
      const [here, there] = [end.frames[0], history.frames[last]].map(({ tables }) => tables[kind])
      assert.deepEqual([here.pages, here.leaves, here.size], [there.pages, there.leaves, there.size], title)
      assert.equal(end.walSoFar(0, kind), history.walSoFar(last, kind), title)
    }
  }
})

test('what is said of the first story was recorded', () => {
  const { history, settings: story } = recorded('2')
  const wal = (kind) => history.walSoFar(story.frames - 1, kind)
  const kinds = ['random', 'v7', 'wrapping']
  const figures = kinds.flatMap((kind) => [wal(kind), history.last(kind).size].map(texts.size))
  const load = captions.scaleModel(story).match(/\d\S*( %)? [a-z]+/g)
  assert.equal(load.length, 4)
  for (const file of ['index.html', '../README.md']) {
    const [, said] = /indexes-light(?:-still)?\.webp" alt="(.*?)"/s.exec(readFileSync(join(playground, file), 'utf8'))
    assert.match(said, /^A scale model: /)
    for (const one of [...load, ...figures]) assert.ok(said.includes(` ${one}`), `${file} says ${one}: ${said}`)
  }
  const gaps = settings.CHECKPOINTS.map((checkpoint) => {
    const { history: run } = recorded(settings.recordingOf({ ...FIRST, checkpoint }))
    return run.walSoFar(story.frames - 1, 'random') / run.walSoFar(story.frames - 1, 'wrapping')
  })
  assert.equal(settings.CHECKPOINTS[0], FIRST.checkpoint)
  assert.deepEqual(
    gaps.toSorted((a, b) => b - a),
    gaps,
    'fewer checkpoints narrow the gap',
  )
})

test('no key is compared with itself', () => {
  for (const load of LOADS) {
    const { history } = recorded(settings.recordingOf(load))
    const { figures } = captions.verdict(history, load.frames - 1)
    assert.doesNotMatch(figures, /wrote 1(\.0)? times|(\S+) keys wrote .* WAL as \2 keys/i, JSON.stringify(load))
  }
  const even = verdict({ random: [10, 1200], v7: [20, 1000], wrapping: [18, 1050] })
  assert.match(even.figures, /^All wrote about as much WAL: 1 kB to 1\.2 kB\. The index of UUIDv7 is 2 times/)
})

/** A run of one frame in which each kind of key has an index size and WAL. */
function verdict(of) {
  const history = new histories.History([frame(100, of)])
  return captions.verdict(history, 0)
}
test('a key is named that is near the least in both', () => {
  const { text, figures } = verdict(KINDS)
  assert.equal(text, 'Wrapping keys: little WAL, small index.')
  assert.match(figures, /^Random keys wrote 4\.1 times as much WAL as wrapping keys\. .*UUIDv7 is 2\.7 times as large/)
  assert.match(figures, /The price: Wrapping keys need a cycle/)
  assert.match(verdict({ ...KINDS, v7: [11, 1000] }).text, /^UUIDv7 and wrapping keys: /)
  // Near is up to a quarter more.
  assert.match(verdict({ ...KINDS, wrapping: [11, 1250] }).text, /^Wrapping keys/)
  const close = verdict({ ...KINDS, wrapping: [14, 1263] })
  assert.match(close.text, /^No key has both/)
  assert.equal(
    close.figures,
    'Wrapping keys come closest. Random: 3.9 times the WAL, 0.71 times the index.' +
      ' UUIDv7: 0.79 times the WAL, 2.1 times the index.' +
      ' The price: Wrapping keys need a cycle that fits, and show a rough time.',
  )
  // Close is up to twice as much.
  assert.doesNotMatch(verdict({ ...KINDS, wrapping: [21, 1263] }).figures, /closest/)
})

/** What uuid_advise() says of gigabytes a day and of an index, the first being advised. */
const way = (key, gigabytes, index) => ({
  ...{
    key,
    wal_bytes_per_day: gigabytes * 1e9,
    index_bytes: index * 1e9,
    reindexed_bytes: key === 'UUIDv7' ? 4e9 : null,
  },
  ...{ call: `call(${key})`, note: key === 'opaque by time' ? 'first install it' : null },
})
const [random, v7, wrapping, plain] = [
  ...[way('random', 9, 5), way('UUIDv7', 2, 8)],
  ...[way('wrapping by time', 1.9, 3), way('plain default', 1.9, 3)],
]
const answered = (today, ...rows) => answers.answerOf(answers.costsOfRows(rows), { ...questions.FIRST, today }, false)
const names = ({ bars }) => bars.map(({ name }) => name).join()

test('the answer speaks of the difference to the keys of today alone', () => {
  const fromRandom = answered('random', plain, wrapping, v7, random)
  assert.deepEqual(fromRandom.headline, [
    'Random keys → wrapping keys: 9 → 1.9 GB of WAL a day',
    'index 5 → 3 GB in 5 years',
  ])
  assert.deepEqual([names(fromRandom), fromRandom.call], ['random keys,wrapping keys', plain.call])
  assert.match(fromRandom.basis, /With nothing to install:$/)
  assert.equal(fromRandom.reason, '')
  assert.match(fromRandom.reindex, /It doesn't help random keys.* Every 90 days, it keeps UUIDv7's index below 4 GB/)
  const fromV7 = answered('v7', plain, wrapping, v7, random)
  assert.deepEqual(fromV7.headline, [
    'UUIDv7 → wrapping keys: index 8 → 3 GB in 5 years',
    'or REINDEX every 90 days: 4 GB',
  ])
  assert.equal(names(fromV7), 'UUIDv7,wrapping keys')
  assert.deepEqual([fromRandom.measure, fromV7.measure], ['wal', 'index'])
  const starting = answered('new', wrapping, v7, random)
  assert.deepEqual(starting.headline, ['Wrapping keys: 1.9 GB of WAL a day', 'index 3 GB in 5 years'])
  assert.equal(names(starting), 'wrapping keys,random keys,UUIDv7')
  const same = answered('random', way('UUIDv7', 1, 5.2), random)
  assert.equal(same.headline[1], 'index about the same, 5.2 GB in 5 years')
})

test('a larger index is advised only with the reason, and no key that saves little', () => {
  const larger = answered('random', v7, wrapping, random)
  assert.equal(larger.headline[1], 'index 5 → 8 GB in 5 years')
  assert.match(larger.reason, /^The index grows, since UUIDv7 never returns to pages .* price of less WAL\.$/)
  const wal = / would have an index of 3 GB, but write 1\.9 GB of WAL a day: less WAL comes first\.$/
  assert.match(answered('new', way('UUIDv7', 1, 8), wrapping, random).reason, wal)
  const stays = answered('v7', way('UUIDv7', 1, 8), wrapping, random)
  assert.match(stays.headline[0], /^Keep UUIDv7: /)
  assert.match(stays.reason, wal)
  assert.match(stays.reindex, /below 4 GB/)
  // uuid_advise() puts random keys first if no others save 1 GB of WAL a day.
  const little = answered('random', way('random', 0.9, 5), way('UUIDv7', 0.2, 8))
  assert.deepEqual(
    little.headline,
    ['Keep random keys: 0.9 GB of WAL a day', 'index 5 GB in 5 years'].map((one) => one.replace('0.9 GB', '900 MB')),
  )
  assert.deepEqual([little.call, names(little)], ['', 'random keys'])
  assert.match(little.reason, /^No other key would save 1 GB of WAL a day\.$/)
  const keeps = answered('v7', way('random', 0.9, 5), way('UUIDv7', 0.2, 5), way('wrapping by time', 0.2, 4.5))
  assert.match(keeps.headline[0], /^Keep UUIDv7: /)
})

test('keys of which outsiders learn nothing have no others beside them', () => {
  const row = way('opaque by time', 1, 5)
  const { headline, basis, call } = answers.answerOf(
    ...[answers.costsOfRows([row, random]), { ...questions.FIRST, isPublic: true }, false],
  )
  assert.match(headline[0], /^Random keys → opaque keys: 9 → 1 GB/)
  assert.match(basis, /neither UUIDv7 nor wrapping keys if outsiders see them/)
  assert.equal(call, row.call)
  const fromV7 = answers.answerOf(
    ...[answers.costsOfRows([v7, row, random]), { ...questions.FIRST, today: 'v7', isPublic: true }, false],
  )
  assert.match(fromV7.headline[0], /^UUIDv7 → opaque keys: index 8 → 5 GB/)
  assert.match(fromV7.reason, /^UUIDv7 shows outsiders the time of each row\./)
})
