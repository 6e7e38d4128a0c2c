// The parts of the page that need no browser: node --test t/checks/playground/unit.test.mjs
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, mock, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { modules } from '../../../playground/tools/modules.mjs'

const playground = join(import.meta.dirname, '../../../playground')
const { load, end } = await modules()
after(end)
const [address, advice, answers, captions, frames, histories, players, questions, reports, reveal, settings, texts] =
  await Promise.all(
    [
      ...['address', 'advice', 'answer', 'captions', 'frames', 'history', 'player'],
      ...['question', 'report', 'reveal', 'settings', 'text'],
    ].map(load),
  )

const CALL = "public.uuid_interval_nextval('5 min', '60 days')"
const PLAIN = "encode(substr(int8send(42), 7) || substr(uuid_send(gen_random_uuid()), 3), 'hex')::uuid"
const NAMES = ['table_name', 'verdict', 'rows_per_second', 'wal_now', 'wal_advised', 'advised']
const values = (rate = '18.6', call = CALL) => ['events', 'switch', rate, '4555', '558', call]
const pad = (cells) => cells.map((cell) => cell.padEnd(70))

/** A table as psql prints it, aligned, with other lines on request. */
const table = (rows, [bar, dash, cross] = ['|', '-', '+'], [left, right] = ['', '']) =>
  [
    ...(left ? [`┌${NAMES.map(() => dash.repeat(72)).join('┬')}┐`] : []),
    `${left} ${pad(NAMES).join(` ${bar} `)} ${right}`,
    `${left && '├'}${NAMES.map(() => dash.repeat(72)).join(cross)}${left && '┤'}`,
    ...rows.map((row) => `${left} ${pad(row).join(` ${bar} `)} ${right}`),
    `(${rows.length} rows)`,
  ].join('\n')

const forms = {
  aligned: table([values()]),
  'aligned, with the plain default': table([values('18.6', PLAIN)]),
  'unicode borders': table([values()], ['│', '─', '┼'], ['│', '│']),
  'border 2': [
    `+${NAMES.map(() => '-'.repeat(72)).join('+')}+`,
    `| ${pad(NAMES).join(' | ')} |`,
    `+${NAMES.map(() => '-'.repeat(72)).join('+')}+`,
    `| ${pad(values()).join(' | ')} |`,
    `+${NAMES.map(() => '-'.repeat(72)).join('+')}+`,
  ].join('\n'),
  expanded: `-[ RECORD 1 ]---+------\n${NAMES.map((name, at) => `${name.padEnd(15)} | ${values()[at]}`).join('\n')}`,
  'expanded, unicode': [
    '─[ RECORD 1 ]───┬──────',
    ...NAMES.map((name, at) => `${name.padEnd(15)} │ ${values()[at]}`),
  ].join('\n'),
  'expanded, unaligned': NAMES.map((name, at) => `${name}|${values()[at]}`).join('\n'),
  unaligned: `${NAMES.join('|')}\n${values('18.6', PLAIN).join('|')}\n(1 row)`,
  tabs: `${NAMES.join('\t')}\n${values('18.6', PLAIN).join('\t')}`,
  CSV: `${NAMES.join(',')}\r\n${values()
    .map((value) => `"${value}"`)
    .join(',')}\r\n`,
  semicolons: `${NAMES.join(';')}\n${values().join(';')}`,
  'border 0': [NAMES, NAMES.map(() => '-'.repeat(70)), values('18.6', PLAIN)]
    .map((row) => pad(row).join(' '))
    .join('\n'),
  'expanded, border 0': [
    '* Record 1',
    ...NAMES.map((name, at) => `${name.padEnd(15)} ${values('18.6', PLAIN)[at]}`),
  ].join('\n'),
  'expanded, CSV': NAMES.map((name, at) => `${name},"${values()[at]}"`).join('\n'),
  quoted: table([values()]).replace(/^/gm, '> '),
  Markdown: `| ${NAMES.join(' | ')} |\n|${NAMES.map(() => '---').join('|')}|\n| ${values().join(' | ')} |`,
}
for (const [form, text] of Object.entries(forms))
  test(`a row is read: ${form}`, () => {
    const rows = reports.parseReport(text)
    assert.equal(rows.length, 1)
    const { table: name, rowsPerSecond, now, advised, call } = reports.costsOf(rows[0])
    const expected = text.includes(PLAIN) ? PLAIN : CALL
    assert.deepEqual([name, rowsPerSecond, now, advised, call], ['events', 18.6, 4555, 558, expected])
  })

test('several rows are read', () => {
  assert.equal(reports.parseReport(table([values(), values('2')])).length, 2)
  const expanded = forms.expanded + '\n' + forms.expanded.replace('RECORD 1', 'RECORD 2').replace('events', 'users')
  assert.deepEqual(
    reports.parseReport(expanded).map((row) => row.table_name),
    ['events', 'users'],
  )
  const unaligned = forms['expanded, unaligned']
  assert.deepEqual(
    reports.parseReport(`${unaligned}\n\n${unaligned.replace('events', 'users')}`).map((row) => row.table_name),
    ['events', 'users'],
  )
})

test('a value that the width breaks is one', () => {
  const aligned =
    ' table_name | rows_per_second | wal_now | wal_advised |  advised  \n' +
    '------------+-----------------+---------+-------------+-----------\n' +
    ' a_long_nam.|            18.6 |    4555 |         558 | uuid_time.\n' +
    '.e_of_it    |                 |         |             |._nextval().\n' +
    '            |                 |         |             |.::uuid    \n' +
    ' users      |               2 |    4555 |         558 |           \n'
  const expanded =
    '┌─[ RECORD 1 ]────┬───────────┐\n' +
    '│ table_name      │ a_long_na…│\n' +
    '│                 │…me_of_it  │\n' +
    '│ rows_per_second │ 18.6      │\n' +
    '│ advised         │ uuid_time…│\n' +
    '│                 │…_nextval()…│\n' +
    '│                 │…::uuid    │\n' +
    '├─[ RECORD 2 ]────┼───────────┤\n' +
    '│ table_name      │ users     │\n'
  for (const text of [aligned, expanded]) {
    const [first, second] = reports.parseReport(text)
    assert.deepEqual([first.table_name, first.advised], ['a_long_name_of_it', 'uuid_time_nextval()::uuid'])
    assert.equal(second.table_name, 'users')
  }
})

test('a row with more values than names is refused, not shifted', () =>
  assert.throws(() => reports.parseReport(`${NAMES.join('|')}\n${values().join('|')}|more`), /7 values/))

test('a value that goes on in the next line is one', () => {
  const text =
    ' table_name | reason  | rows_per_second | wal_now | wal_advised \n' +
    '------------+---------+-----------------+---------+-------------\n' +
    ' events     | because+|            18.6 |    4555 |         558 \n' +
    '            | of that |                 |         |             \n'
  assert.equal(reports.parseReport(text)[0].reason, 'because of that')
})

const numbers = (rate, now, advised) =>
  reports.costsOf({ table_name: 'events', rows_per_second: rate, wal_now: now, wal_advised: advised })
for (const [rate, now, expected] of [
  ['1,860.5', '4,555', 1860.5],
  ['1.860,5', '4.555', 1860.5],
  ['18,6', '4555', 18.6],
  ['18,6', '4.555', 18.6],
  ['1\u202f860,5', '4\u202f555', 1860.5],
  ['1’860.5', '4’555', 1860.5],
  ['1,860', '4,555', 1860],
  ['1.5e+02', '4555', 150],
])
  test(`${rate} beside ${now} is ${expected}`, () => {
    const { rowsPerSecond, now: wal } = numbers(rate, now, '558')
    assert.deepEqual([rowsPerSecond, wal], [expected, 4555])
  })

for (const [rate, error] of [
  ['1,860', /two ways/],
  ['Infinity', /no numbers/],
  ['many', /no numbers/],
  ['', /no rows_per_second/],
  ['0', /No rows are inserted/],
])
  test(`"${rate}" is refused`, () => assert.throws(() => numbers(rate, '4555', '558'), error))
for (const text of ['no row', '', '1,2,3', '(0 rows)'])
  test(`"${text}" is no report`, () => assert.throws(() => reports.costsOf(reports.parseReport(text)[0]), Error))

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
  const asked = (changed) => questions.statement({ ...questions.FIRST, ...changed }).replaceAll(/\s+/g, ' ')
  const usual = "SELECT * FROM advice.uuid_advise( rows_per_second => 20, kept => '30 days', left_behind => 0.05,"
  assert.equal(asked({}), `${usual} row_bytes => 100)`)
  assert.equal(asked({ kept: '' }), 'SELECT * FROM advice.uuid_advise( rows_per_second => 20, row_bytes => 100)')
  assert.equal(asked({ isPublic: true }), `${usual} row_bytes => 100) WHERE key IN ('opaque by time', 'random')`)
  const more = { horizon: '1 day', memory: '4 GB', checkpoint: '1 min', dead: 0.2, before: true }
  assert.equal(
    asked(more),
    `${usual} horizon => '1 day', index_memory => '4 GB', checkpoint_interval => '1 min', dead_at_vacuum => 0.2,` +
      ' row_bytes => 100, random_before => true)',
  )
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
  const opaque = { key: 'opaque by time', call: "uuid_opaque_nextval('…', '5 min', '60 days')" }
  assert.deepEqual(shown(opaque, plain), [`the extension in C: ${opaque.call}`, ''])
})

test('the page loads nothing from elsewhere, whatever a script or a style asks for', () => {
  const page = readFileSync(join(playground, 'index.html'), 'utf8')
  const [, policy] = /http-equiv="Content-Security-Policy" content="(default-src 'none'; .*?)"/.exec(page)
  const sources = policy.split('; ').flatMap((part) => part.split(' ').slice(1))
  assert.deepEqual(new Set(sources), new Set(["'none'", "'self'", "'wasm-unsafe-eval'"]))
})

test('the page names the horizon of uuid_advise()', () => {
  const advice = readFileSync(new URL('../../../advice/sequential_uuids_advice--1.0.sql', import.meta.url), 'utf8')
  const horizons = [...advice.matchAll(/horizon interval DEFAULT '([^']*)'/g)].map(([, length]) => length)
  assert.deepEqual(new Set(horizons), new Set([questions.HORIZON]))
})

test('what is said of pages and blocks counts them', () => {
  const figures = { leaves: 5, density: 40, of: 200, wal: 1234, images: 0.5 }
  // In percent, and 128 more in a page that has been written.
  const pages = Uint8Array.from([24, 25, 24 + 128, 25 + 128, 0])
  assert.equal(
    captions.described(figures, pages),
    '5 leaf pages, 40 % full, 3 of them less than a quarter. The last 200 rows wrote 1,234 bytes of WAL each,' +
      ' with 100 page images in all.',
  )
  const row = { version: 4, block: 0, since: '2026-11-28 08:00', until: '2026-11-28 08:05' }
  const [fact] = reveal.factsOf(row, 'interval', true, 17280)
  assert.match(fact, /^Interval 1 of 17,280: created from .* 08:00 to .* 08:05/)
  assert.deepEqual(reveal.factsOf({ version: 4, block: 65535 }, 'sequence', true, 65536), ['Block 65,536 of 65,536.'])
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
  const shown = settings.STORIES.flatMap(({ settings: story }) =>
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
  const usual = settings.STORIES[settings.FIRST_STORY].settings
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

/** A recorded story. */
function recorded(story) {
  const unpacker = new frames.Unpacker()
  const file = gunzipSync(readFileSync(join(playground, `recorded/${story + 1}.bin`)))
  const history = new histories.History(unpacker.add(file))
  assert.ok(unpacker.isComplete)
  return { settings: unpacker.head.settings, history }
}

test('stories are recorded with the settings that they have', () => {
  for (const [place, story] of settings.STORIES.entries())
    assert.ok(settings.same(recorded(place).settings, story.settings), story.title)
})

test('what is said of the first story was recorded', () => {
  const { history, settings: story } = recorded(settings.FIRST_STORY)
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
  const compared = JSON.parse(readFileSync(join(playground, 'recorded/checkpoints.json'), 'utf8'))
  assert.deepEqual(
    compared.map(({ checkpoint }) => checkpoint),
    [story.checkpoint, 1000, 6000, 100_000],
  )
  assert.deepEqual(compared[0], { checkpoint: 100, ...Object.fromEntries(kinds.map((kind) => [kind, wal(kind)])) })
  const gap = compared.map(({ random, wrapping }) => random / wrapping)
  assert.deepEqual(
    gap.toSorted((a, b) => b - a),
    gap,
    'fewer checkpoints narrow the gap',
  )
})

/** A run of one frame in which each kind of key has an index size and WAL. */
function verdict(of) {
  const history = new histories.History([frame(100, of)])
  return captions.verdict(history, { ...settings.STORIES[1].settings, frames: 1 })
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

test('the answer compares with random keys in WAL, and with the largest other index', () => {
  const row = (key, gigabytes, index) => ({
    ...{ key, wal_bytes_per_day: gigabytes * 1e9, index_bytes: index * 1e9 },
    ...{ call: `call(${key})`, note: key === 'opaque by time' ? 'install it' : null },
  })
  const [random, v7, wrapping] = [row('random', 9, 5), row('UUIDv7', 2, 8), row('wrapping by time', 1, 3)]
  const { headline, basis, bars, call } = answers.answerOf([wrapping, v7, random])
  assert.deepEqual(headline, ['9 → 1 GB of WAL a day', 'index 8 → 3 GB in 5 years'])
  assert.match(basis, /: from random keys, and from the index of UUIDv7, to wrapping keys:$/)
  assert.deepEqual([bars.map(({ name }) => name).join(), call], ['random keys,UUIDv7,wrapping keys', wrapping.call])
  const opaque = answers.answerOf([row('opaque by time', 1, 3), random])
  assert.match(opaque.basis, /: from random keys to opaque keys \(install it\):$/)
  assert.match(answers.answerOf([row('plain default', 1, 3), random]).basis, / keys, with nothing to install:$/)
  const none = answers.answerOf([random, wrapping])
  assert.deepEqual(none.headline, ['9 GB of WAL a day', 'index 5 GB in 5 years'])
  assert.match(none.basis, /: no other key would save a gigabyte a day\. Take$/)
})

test('what a key comes from: its version tells, and then the default that is chosen', () => {
  for (const [row, chosen, origin] of [
    [{ version: 4 }, 'random', 'random'],
    [{ version: 4 }, 'v7', 'other'],
    [{ version: 4, block: 1 }, 'interval', 'interval'],
    [{ version: 4, block: null }, 'interval', 'other'],
    [{ version: 8 }, 'opaque', 'opaque'],
    [{ version: 8 }, 'random', 'other'],
    [{ version: 5 }, 'time', 'other'],
    [{ version: 6, time: '2026-11-28' }, 'time', 'v6'],
  ])
    assert.equal(reveal.originOf(row, chosen), origin, JSON.stringify([row, chosen]))
  const times = ['v1', 'v6', 'v7'].map((dated) => reveal.parts(dated, 0)[0][3])
  assert.deepEqual(times.map((time) => /\d{4}/.exec(time)[0]), ['1582', '1582', '1970'])
})

test('all 128 bits of a key have a part, 122 of them random in a random one', () => {
  for (const origin of ['random', 'v7', 'v1', 'v6', 'time', 'interval', 'sequence', 'opaque'])
    for (const prefix of [0, 1, 16, 48])
      assert.equal(
        reveal.parts(origin, prefix).reduce((sum, [bits]) => sum + bits, 0),
        128,
      )
  const random = reveal.parts('random', 0).filter(([, name]) => name === 'random')
  assert.equal(
    random.reduce((sum, [bits]) => sum + bits, 0),
    122,
  )
  assert.match(random.at(-1)[3], /^122 bits/)
  assert.match(reveal.parts('time', 16).at(-1)[3], /^106 bits/)
})
