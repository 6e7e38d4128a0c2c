// Checks the built page in real browsers, by what it measures: node t/checks/playground/check.mjs FILE [PART...]
//
// Writes questions to uuid_advise and its answers in the page to FILE, for t/checks/playground to ask a server.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { finish, launch, PATIENCE } from '../../../playground/tools/browsers.mjs'
import { serve } from '../../../playground/tools/serve.mjs'
import { check, sumUp } from './tap.mjs'

const top = join(import.meta.dirname, '../../../playground')
const dist = join(top, 'dist/assets')
const between = (value, lowest, highest, what) =>
  check(value >= lowest && value <= highest, `${what} is ${lowest} to ${highest}`, Number(value.toPrecision(3)))

/** A page that records what it says and asks for. */
async function open(browser, address, before = async () => {}) {
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE)
  page.said = []
  page.asked = []
  page.on('console', (message) => page.said.push(message.text()))
  page.on('pageerror', (error) => page.said.push(String(error)))
  page.on('request', (request) => page.asked.push(request.url()))
  await page.setViewport({ width: 1280, height: 900 })
  await before(page)
  await page.goto(address)
  return page
}

async function close(page, what) {
  check(page.said.length === 0, `${what}: nothing in the console`, page.said.join(' | ').slice(0, 300))
  const elsewhere = page.asked.filter((url) => !/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(url))
  check(page.asked.length > 3 && elsewhere.length === 0, `${what}: no request leaves 127.0.0.1`, elsewhere.join(' '))
  await page.close()
}

/** Figures of each kind of key at a frame, as the page shows them, or of all frames since another one. */
const figures = (page, place, since) =>
  page.evaluate(
    (at, from) => {
      const { history } = globalThis.playground.runs.at(at)
      return Object.fromEntries(
        ['random', 'v7', 'wrapping'].map((kind) => [
          kind,
          from === undefined ? history.all(kind)[at] : history.figures(at, kind, from),
        ]),
      )
    },
    place,
    since,
  )

/** The figures that are shown, by kind and name. */
const shown = (page) =>
  page.evaluate(() =>
    Object.fromEntries(
      ['random', 'v7', 'wrapping'].map((kind) => [
        kind,
        Object.fromEntries(
          [...document.querySelectorAll(`.strip.${kind} dd[data-figure]`)].map((value) => [
            value.dataset.figure,
            value.textContent,
          ]),
        ),
      ]),
    ),
  )

async function runStory(page, story) {
  await page.select('#speed', '0')
  await page.click(`.stories button:nth-child(${story})`)
  await finish(page)
  const frames = await page.evaluate(() => globalThis.playground.runs.settings.frames)
  const end = await figures(page, frames - 1)
  console.log(
    `# story ${story}: ${Object.entries(end)
      .map(
        ([kind, f]) =>
          `${kind} ${f.leaves} pages, ${f.density.toFixed(1)} %, ${f.wal.toFixed(0)} bytes,` +
          ` of which INSERT ${f.insertWal.toFixed(0)}`,
      )
      .join('; ')}`,
  )
  check(
    await page.$$eval('.lesson', (all) => all.every((one) => !one.hidden && one.textContent.length > 40)),
    `story ${story} runs to its end, and says what it has shown`,
  )
  return { frames, end }
}

/** The second story, whose end README shows. */
async function secondStory(page, what) {
  const { frames, end } = await runStory(page, 2)
  between(end.v7.density, 0, 25, `${what}: UUIDv7, density`)
  between(end.random.density, 55, 70, `${what}: random keys, density`)
  between(end.wrapping.density, 50, 72, `${what}: wrapping keys, density`)
  const deleting = await figures(page, frames - 1, 200)
  const most = await page.evaluate(() => {
    const { runs } = globalThis.playground
    return [runs.at(0).history.mostPages, runs.scale().pages]
  })
  check(most[0] <= most[1], `${what}: the scale of the figures holds for the whole run`, most.join(' of '))
  for (const kind of ['v7', 'wrapping'])
    between(
      deleting.random.insertWal / deleting[kind].insertWal,
      5,
      100,
      `${what}: WAL of random keys, as a multiple of ${kind}`,
    )
  return end
}

async function axe(page, what) {
  await page.evaluate(readFileSync(join(top, 'node_modules/axe-core/axe.min.js'), 'utf8'))
  const found = await page.evaluate(() => globalThis.axe.run())
  check(
    found.violations.length === 0 && found.passes.length > 15,
    `${what}: axe finds nothing`,
    found.violations
      .map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).slice(0, 3)}`)
      .join('; '),
  )
}

function sizes() {
  const own = readdirSync(dist).filter((name) => /\.(js|css)$/.test(name) && !/^pglite/.test(name))
  const bytes = own
    .map((name) => gzipSync(readFileSync(join(dist, name)), { level: 9 }).length)
    .reduce((sum, one) => sum + one, 0)
  between(bytes / 1000, 5, 100, `kB of own code and styles, compressed (${own.length} files)`)
  const recordings = readdirSync(dist).filter((name) => /^\d-.*\.bin$/.test(name))
  check(recordings.length === 5, 'a recording of each story', recordings.length)
  const largest = Math.max(...recordings.map((name) => readFileSync(join(dist, name)).length))
  between((bytes + largest) / 1000, 5, 400, 'kB that travel before something moves, at most,')
  const all = readdirSync(dist)
    .filter((name) => /^(pglite|initdb|pageinspect|pg_walinspect|worker)/.test(name))
    .map((name) => readFileSync(join(dist, name)))
    .map((file) => (file.readUInt16BE() === 0x1f8b ? file.length : gzipSync(file, { level: 9 }).length))
    .reduce((sum, one) => sum + one, 0)
  const said = /loads ([\d.]+) MB/.exec(readFileSync(join(top, 'dist/index.html'), 'utf8'))[1]
  check(said === (all / 1e6).toFixed(1), 'the page says how much PostgreSQL has, in MB', said)
}

/** README says what the recorded run, of which its picture is, has measured; and the advice of both is the same. */
async function readme(page) {
  const said = await page.evaluate(() => {
    const { runs } = globalThis.playground
    const { history } = runs.recorded
    return ['random', 'v7', 'wrapping'].flatMap((kind) => [
      history.walSoFar(history.frames.length - 1, kind),
      history.last(kind).size,
    ])
  })
  const text = readFileSync(join(top, '../README.md'), 'utf8')
  const [alternative] = /indexes-light\.webp" alt="(.*?)"/s.exec(text).slice(1)
  const megabytes = (bytes) => `${Number((bytes / 2 ** 20).toPrecision(bytes < 100 * 2 ** 20 ? 2 : 3))} MB`
  const figure = (bytes) => (bytes < 2 ** 20 ? `${Math.round(bytes / 1024)} kB` : megabytes(bytes))
  check(
    said.every((one) => alternative.includes(` ${figure(one)}`)),
    'README says what was recorded',
    said.map(figure).join(', '),
  )
  const [, call, wal] = /^ public\.(uuid_interval_nextval\(.*?\)) +\| +(\d+) \|/m.exec(text)
  await page.waitForSelector('.card')
  const first = await page.$eval('.card', (card) => card.textContent)
  check(first.includes(`${call}${wal} bytes of WAL`), 'the page advises what README does', `${call} ${wal}`)
}

/** Counts what the page draws in each task of its main thread, which no slow or busy machine changes. */
const countDrawing = () => {
  globalThis.drawn = []
  let calls = 0
  for (const name of ['fillRect', 'lineTo']) {
    const original = CanvasRenderingContext2D.prototype[name]
    CanvasRenderingContext2D.prototype[name] = function (...parameters) {
      if (calls === 0)
        queueMicrotask(() => {
          globalThis.drawn.push(calls)
          calls = 0
        })
      calls += 1
      return original.apply(this, parameters)
    }
  }
}

/** No task draws so much that a click has to wait. */
async function drawing(page, what, most) {
  const drawn = await page.evaluate(() => globalThis.drawn.splice(0))
  check(drawn.length > 0, `${what}: tasks that draw are counted`, drawn.length)
  between(Math.max(...drawn), 100, most, `${what}: what a task draws, in rectangles and points,`)
}

async function opening(browser, address) {
  const page = await open(browser, 'about:blank', async (one) => {
    await one.evaluateOnNewDocument(countDrawing)
    await one.evaluateOnNewDocument(() => {
      globalThis.statuses = []
      const watch = () => {
        const status = document.querySelector('#status')
        const observer = new MutationObserver(() => globalThis.statuses.push(status.textContent))
        // An empty page comes first.
        if (status) observer.observe(status, { childList: true })
      }
      // When the document has been read, and before its scripts run.
      document.addEventListener('readystatechange', watch, { once: true })
    })
  })
  await page.goto(address)
  await page.waitForFunction(() => /^Live: PostgreSQL 1/.test(document.querySelector('#status').textContent))
  const [place, statuses] = await page.evaluate(() => [globalThis.playground.player.place, globalThis.statuses])
  const [speed, longest] = await page.evaluate(() => {
    const { player, runs } = globalThis.playground
    return [player.speed, runs.settings.frames]
  })
  between(longest / speed, 1, 10, 'seconds of the longest story, until it says what it has shown,')
  const [first] = statuses.filter((status) => /^(A recorded run|Live)/.test(status))
  check(/^A recorded run/.test(first), 'recorded frames come first, and it says that they are recorded', first)
  check(place > 0, 'PostgreSQL takes over', `frame ${place}`)
  await drawing(page, 'Recorded frames', 10_000)
  return page
}

async function watching(browser, address) {
  const page = await opening(browser, address)
  await readme(page)

  const second = await secondStory(page, 'Chromium')
  await drawing(page, 'Live frames', 10_000)
  for (const kind of ['random', 'v7', 'wrapping']) await pageBy(page, kind)
  await theSlider(page)
  const first = await runStory(page, 1)
  between(first.end.v7.density, 85, 95, 'rows stay: UUIDv7, density')
  between(
    first.end.random.insertWal / first.end.wrapping.insertWal,
    5,
    100,
    'rows stay: WAL of random keys, as a multiple of wrapping',
  )
  const third = await runStory(page, 3)
  check(third.end.v7.leaves > third.end.wrapping.leaves, 'after the switch, UUIDv7 has more pages than wrapping keys')
  const fourth = await runStory(page, 4)
  check(
    fourth.end.wrapping.density < second.wrapping.density - 4,
    'too short a cycle leaves pages emptier',
    `${fourth.end.wrapping.density.toFixed(1)} after ${second.wrapping.density.toFixed(1)} %`,
  )
  const fifth = await runStory(page, 5)
  const cycle = await figures(page, 49)
  check(
    fifth.end.wrapping.images > 3 * cycle.wrapping.images,
    'many cycles write more page images than one',
    `${fifth.end.wrapping.images.toFixed(3)} after ${cycle.wrapping.images.toFixed(3)}`,
  )
  await close(page, 'stories')
}

/** What the page says of the pages of an index is what its PostgreSQL finds in them, at the end of a run. */
async function pageBy(page, kind) {
  const [table, perFrame] = await page.evaluate(
    (of) => [
      { random: 'random_keys', v7: 'uuidv7_keys', wrapping: 'wrapping_keys' }[of],
      (100 * 86400) / globalThis.playground.runs.settings.rows,
    ],
    kind,
  )
  const found = await query(
    page,
    `SELECT s.blkno AS block, s.btpo_next AS next, count(*) AS keys, left(min(replace(i.data, ' ', '')), 8) AS first,
      count(r.id) AS rows,
      floor(extract(epoch FROM min(r.created_at) - '2026-01-01 00:00:00+00') / ${perFrame} + 1e-6) + 1 AS oldest,
      floor(extract(epoch FROM max(r.created_at) - '2026-01-01 00:00:00+00') / ${perFrame} + 1e-6) + 1 AS newest
 FROM bt_multi_page_stats('${table}_pkey', 1, -1) AS s, bt_page_items('${table}_pkey', s.blkno::int) AS i
 LEFT JOIN ${table} AS r ON r.ctid = i.htid
WHERE s.type = 'l' AND i.itemoffset > (s.btpo_next <> 0)::int
GROUP BY 1, 2`,
  )
  const shown = await page.evaluate((of) => {
    const { runs } = globalThis.playground
    const last = runs.settings.frames - 1
    const { leaves } = runs.at(last).history.frames[last].tables[of]
    return Object.fromEntries(Object.entries(leaves).map(([name, values]) => [name, [...values]]))
  }, kind)
  // By their first keys: an empty page has none.
  const places = new Map(shown.first.map((first, place) => [first, place]))
  const isSame = found.map((one) => {
    const place = places.get(Number.parseInt(one.first, 16))
    const [oldest, newest] = [shown.oldest[place], shown.newest[place]]
    const hasAll = Number(one.rows) === Number(one.keys)
    return (
      shown.keys[place] === Number(one.keys) &&
      // Rows that have been deleted are in the index until VACUUM, but not in the table.
      (Number(one.rows) === 0 || (oldest <= one.oldest && newest >= one.newest)) &&
      (!hasAll || (oldest === Number(one.oldest) && newest === Number(one.newest)))
    )
  })
  check(
    found.length > 20 && isSame.every(Boolean) && found.length === shown.keys.filter((keys) => keys > 0).length,
    `${kind}: pages have the keys and rows that are shown of them`,
    `${isSame.filter(Boolean).length} of ${found.length}`,
  )
}

/** Of a page that one points at, goes to with the keyboard, or taps, it says what it holds, and nothing moves. */
async function pointing(browser, address) {
  const page = await open(browser, `${address}?frame=599`, async (one) => {
    await one.setViewport({ width: 320, height: 844, hasTouch: true })
    await one.evaluateOnNewDocument(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  })
  await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0)
  const state = () =>
    page.evaluate(() => {
      const [panel, canvas] = ['#about-page', '.strip.v7 canvas'].map((one) => document.querySelector(one))
      const { left, right } = panel.getBoundingClientRect()
      return {
        ...{ hidden: panel.hidden, said: panel.innerText, isWithin: left >= 0 && right <= innerWidth },
        ...{ read: canvas.getAttribute('aria-valuetext'), now: canvas.ariaValueNow, most: canvas.ariaValueMax },
        top: document.querySelector('#race').getBoundingClientRect().top,
      }
    })
  const before = await state()
  const { x, y } = await (await page.$('.strip.v7 canvas')).boundingBox()
  check(before.hidden && before.read === `${before.most} pages`, 'of no page is anything said at first', before.read)
  const words =
    /^Page 1 of \d+, \d+ % full\n\d+ keys, the first [0-9a-f]{8}…\nIts rows: .* old\nLast written \d+ \w+ ago$/
  await page.touchscreen.tap(x + 3, y + 3)
  const tapped = await state()
  check(
    !tapped.hidden && words.test(tapped.said) && tapped.isWithin,
    'a tap shows a page',
    tapped.said.replaceAll('\n', '; '),
  )
  await page.touchscreen.tap(x + 3, tapped.top + 10)
  check((await state()).hidden, 'and a tap elsewhere hides it')
  await page.mouse.move(x + 3, y + 3)
  check((await state()).said === tapped.said && !(await state()).hidden, 'to point at it shows it')
  await page.mouse.move(x + 3, tapped.top + 10)
  check((await state()).hidden, 'until one points elsewhere')
  await page.focus('#play')
  const isThere = () => page.evaluate(() => document.activeElement.matches('.strip.v7 canvas'))
  for (let times = 0; times < 40 && !(await isThere()); times += 1) {
    await page.keyboard.down('Shift')
    await page.keyboard.press('Tab')
    await page.keyboard.up('Shift')
  }
  const focused = await state()
  check(!focused.hidden && focused.said === tapped.said, 'the keyboard gets there')
  check(focused.read === focused.said.replaceAll('\n', '. '), 'what is shown is what is read aloud', focused.read)
  await page.keyboard.press('End')
  const end = await state()
  check(
    end.now === end.most && end.said.startsWith(`Page ${end.most} of ${end.most}, `),
    'and goes from page to page',
    end.said.replaceAll('\n', '; '),
  )
  await page.keyboard.press('Escape')
  check(
    (await state()).hidden && tapped.top === before.top && end.top === before.top,
    'and closes it; nothing has moved',
  )
  await axe(page, 'a page and what it holds')
  await close(page, 'pages')
}

async function asking(browser, address) {
  const page = await open(browser, address)
  await page.waitForFunction(() => globalThis.playground?.runs.isLive)
  await inserting(page)
  await refusing(page)
  await choosing(page)
  await pasting(page)
  await revealing(page)
  await going(page)
  await sharing(browser, page)
}

async function moving(browser, address) {
  const page = await open(browser, `${address}?r.kind=x&k.default=x&a.per=7`, (one) =>
    one.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]),
  )
  await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0)
  check(
    await page.evaluate(() => !globalThis.playground.player.isPlaying),
    'nothing moves by itself for people who prefer that',
  )
  await page.focus('#play')
  await page.keyboard.press('Space')
  check(
    await page.evaluate(() => globalThis.playground.player.isPlaying || globalThis.playground.player.hasEnded),
    'the keyboard plays',
  )
  await page.keyboard.press('Space')
  await page.focus('#place')
  await page.keyboard.press('ArrowRight')
  check(await page.evaluate(() => globalThis.playground.player.place > 0), 'and moves the slider')
  const chosen = await page.$$eval('#one select, #reveal select, #choose select', (all) => all.map((one) => one.value))
  check(chosen.sort().join() === '1,random,time', 'what an address names and nobody can choose is not taken', chosen)
  await close(page, 'reduced motion')
}

async function theSlider(page) {
  const end = await shown(page)
  const then = await page.evaluate(() => {
    const slider = document.querySelector('#place')
    slider.value = '150'
    slider.dispatchEvent(new Event('input'))
    return globalThis.playground.runs.at(150).history.frames[150].tables.v7.pages.length
  })
  const past = await shown(page)
  check(
    past.v7.leaves === String(then) && then < Number(end.v7.leaves),
    'the slider shows the past',
    `${then} leaf pages, then ${end.v7.leaves}`,
  )
  check((await page.$eval('#rows', (one) => one.textContent)) === '15,100', 'and how many rows there were')
}

/** Changes a field as a person does. */
const fill = (page, selector, value) =>
  page.$eval(
    selector,
    (input, text) => {
      if (input.type === 'checkbox') input.checked = text === 'true'
      else input.value = text
      input.dispatchEvent(new Event('change', { bubbles: true }))
    },
    value,
  )

const query = (page, sql) => page.evaluate((text) => globalThis.playground.runs.engine.query(text), sql)

/** Fills in the form and returns what is advised. */
async function ask(page, answers) {
  await page.$eval('#advice', (box) => box.replaceChildren())
  for (const [name, value] of Object.entries(answers)) await fill(page, `#choose form [name="${name}"]`, value)
  await page.$eval('#choose form', (form) => form.dispatchEvent(new Event('change')))
  await page.waitForFunction(() => document.querySelectorAll('.card').length >= 4)
  const sql = await page.$eval('#advice-sql code', (code) => code.textContent)
  return { sql, rows: await query(page, sql) }
}

/** Values that are none: they are named, and what they would change is not shown. */
async function refusing(page) {
  await page.waitForSelector('.card')
  for (const value of ['0', '']) {
    await fill(page, '#choose form [name="rate"]', value)
    await page.waitForFunction(() => !document.querySelector('#advice-problem').hidden)
    check(
      /^Rows inserted: /.test(await page.$eval('#advice-problem', (one) => one.textContent)) &&
        (await page.$$('.card')).length === 0,
      `the rate "${value}" is refused, and nothing advised`,
    )
  }
  await fill(page, '#choose form [name="rate"]', '20')
  await page.waitForSelector('.card')
  const cycle = '#load input[name="cycle"]'
  const before = await page.$eval(cycle, (input) => input.value)
  await fill(page, cycle, '1000000000')
  check(
    /^Cycle, in intervals: /.test(await page.$eval('#load-problem', (one) => one.textContent)) &&
      (await page.$$eval('.strip dd[data-figure]', (all) => all.every((one) => one.textContent === '–'))),
    'a cycle that is too long is refused, and no figure shown for it',
  )
  await fill(page, cycle, before)
  await page.waitForFunction(() => document.querySelector('.strip dd[data-figure]').textContent !== '–')
  check(
    (await page.$eval('#load-problem', (one) => one.hidden)) && (await page.$eval('#problem', (one) => one.hidden)),
    'and nothing is left of it once it is corrected',
  )
}

/** Back leads to the story before; and to begin anew needs no network. */
async function going(page) {
  await page.click('.stories button:nth-child(3)')
  await page.click('.stories button:nth-child(1)')
  await page.goBack()
  await page.waitForFunction(() => globalThis.playground.runs.settings.before > 0)
  check(/story=3/.test(page.url()), 'back leads to the story before', page.url().replace(/.*\?/, '?'))
  await page.setOfflineMode(true)
  await page.click('#anew')
  await page.waitForFunction(() => globalThis.playground.runs.made > 3)
  check(await page.$eval('#problem', (one) => one.hidden), 'it starts anew offline')
  await page.setOfflineMode(false)
}

async function choosing(page) {
  const questions = [
    {},
    // From PostgreSQL 18 on, autovacuum comes earlier to the largest tables, so that servers would differ.
    { rate: '3', per: '60', kept: '7', memory: '8 GB', dead: '20' },
    { rate: '500', per: '1', kept: '90', left: '0' },
    { kept: '' },
    { before: 'true' },
    { before: 'false', rate: '100', kept: '15', left: '5', checkpoint: '1' },
  ]
  const asked = []
  for (const one of questions) asked.push(await ask(page, one))
  writeFileSync(
    process.argv[2],
    asked
      .map(({ sql, rows }) => {
        // The server may be older than its uuidv7(), and labels are random.
        const keys = rows.map((row) =>
          row.key === 'UUIDv7' ? row.key : row.call.replace(/(opaque_nextval\()'[^']*'/, '$1label'),
        )
        return `${keys.join(' | ')}\t${sql.replace(/\s+/g, ' ')}\n`
      })
      .join(''),
  )
  check(
    new Set(asked.map(({ rows }) => rows[0].call)).size >= 4,
    'advice differs from table to table',
    asked.map(({ rows }) => rows[0].call).join('; '),
  )
  const { rows } = asked.at(-1)
  const bars = await page.$$eval('.card .bar', (all) =>
    all.map((bar) => [...bar.children].reduce((sum, part) => sum + parseFloat(part.style.width), 0)),
  )
  const wal = rows.map((row) => row.wal_per_row)
  check(
    bars.length === wal.length && bars.every((bar, place) => Math.abs(bar - (100 * wal[place]) / Math.max(...wal)) < 2),
    'bars are as long as the WAL per row that they show',
    bars.map((bar) => bar.toFixed(0)).join(' '),
  )
  const defaults = await page.$$eval('.card .statement code', (all) => all.map((code) => code.textContent))
  check(defaults.length === 3, 'a default to paste for C, for SQL, and for nothing installed', defaults.join('; '))
  // Advice reads no other form of this expression.
  const plain = rows.find(({ key }) => key === 'plain default').call
  check(defaults[2] === `DEFAULT ${plain}`, 'what needs nothing installed is what uuid_advise() says', defaults[2])
  const [, seconds, intervals] = /(\d+) % '(\d+)'/.exec(plain)
  const [found] = await query(
    page,
    `SELECT uuid_interval_window(${plain}, now() + interval '1 min', '${seconds} s', '${seconds * intervals} s')
    && tstzrange(now() - interval '5 s', now() + interval '5 s') AS is_now`,
  )
  check(found.is_now === true, '... and gives keys of the present interval')

  await page.click('#try')
  await page.waitForFunction(
    () => document.querySelector('#trial table') || !document.querySelector('#trial-problem').hidden,
    { polling: 500 },
  )
  const trial = await page.$$eval('#trial tbody tr', (all) =>
    all.map((row) =>
      ['forecast', 'measured'].map((name) =>
        Number(row.querySelector(`[data-figure="${name}"]`).textContent.replaceAll(',', '')),
      ),
    ),
  )
  check(trial.length === 3, 'the load in small is measured', await page.$eval('#trying', (one) => one.textContent))
  for (const [place, [forecast, measured]] of trial.entries())
    between(
      forecast / measured,
      0.75,
      1.25,
      `forecast of ${forecast} by what was measured, ${measured}, for key ${place + 1}`,
    )
}

/** The page that a row's key goes to. */
async function inserting(page) {
  const said = () => page.$eval('#one-said', (one) => one.textContent)
  const insert = async (kind, button) => {
    await fill(page, '#one [name="kind"]', kind)
    await page.waitForFunction(() => /^\d+ pages hold 2,000 keys/.test(document.querySelector('#one-said').textContent))
    await page.click(button)
    await page.waitForFunction(() => /went to page/.test(document.querySelector('#one-said').textContent))
    return /went to page (\d+) of (\d+).*hold ([\d,]+) keys/.exec(await said()).slice(1)
  }
  const [place, pages, keys] = await insert('v7', '#one-insert')
  check(place === pages && keys === '2,001', 'a row with UUIDv7 goes to the last page', await said())
  await insert('wrapping', '#fifty')
  const places = []
  for (let rows = 0; rows < 8; rows++) {
    await page.$eval('#one-said', (one) => (one.textContent = ''))
    await page.click('#one-insert')
    await page.waitForFunction(() => /went to page/.test(document.querySelector('#one-said').textContent))
    places.push(Number(/went to page (\d+)/.exec(await said())[1]))
  }
  // A page may split, and a minute end meanwhile.
  between(Math.max(...places) - Math.min(...places), 0, 2, 'pages between those to which wrapping keys of a minute go,')
}

const CALL = "uuid_interval_nextval('5 min', '60 days')"
const PLAIN = "encode(substr(int8send(42), 7) || substr(uuid_send(gen_random_uuid()), 3), 'hex')::uuid"

/** A row of the report fills in the form, and says what the table writes in a day. */
async function pasting(page) {
  const reports = [
    ' table_name | verdict | rows_per_second | wal_now | wal_advised | advised\n' +
      '------------+---------+-----------------+---------+-------------+---------\n' +
      ` events     | switch  |            18.6 |    4555 |         558 | ${CALL}\n`,
    '-[ RECORD 1 ]---+------\nrows_per_second | 18.6\nwal_now         | 4555\nwal_advised     | 558\n' +
      `advised         | ${PLAIN}\n-[ RECORD 2 ]---+------\nrows_per_second | 1\nwal_now         | 1\n`,
    `rows_per_second|reason|wal_now|wal_advised|advised\n18.6||4555|558|${PLAIN}\n`,
  ]
  for (const report of reports) {
    await page.$eval('#costs', (box) => box.replaceChildren())
    await page.$eval(
      '#report',
      (area, text) => {
        area.value = text
        area.dispatchEvent(new Event('input'))
      },
      report,
    )
    await page.waitForSelector('.headline')
    const said = await page.$eval('.headline', (one) => one.textContent)
    check(said === 'My table: 6.8 GB of WAL a day → 855 MB', 'a pasted row says what a day costs', said)
    check((await page.$eval('#choose [name="rate"]', (one) => one.value)) === '18.6', 'and fills in the form')
    const call = await page.$eval('#costs code', (one) => one.textContent)
    check(report.includes(PLAIN) ? call === PLAIN : call === CALL, 'and has the whole call', call)
  }
  check(/a.now=7/.test(page.url()), 'and is in the link', page.url().replace(/.*\?/, '?'))
  const picture = await page.$eval('#costs button', (button) => {
    HTMLAnchorElement.prototype.click = () => {}
    return new Promise((done) => {
      URL.createObjectURL = (blob) => {
        createImageBitmap(blob).then(({ width, height }) => done(`${blob.type} ${width} x ${height}`))
        return 'blob:none'
      }
      button.click()
    })
  })
  check(picture === 'image/png 1200 x 630', 'and in a picture to send', picture)
  await page.$eval('#report', (area) => {
    area.value = 'no row'
    area.dispatchEvent(new Event('input'))
  })
  check(
    /no rows_per_second/.test(await page.$eval('#advice-problem', (one) => one.textContent)) &&
      (await page.$$('.headline, .card')).length === 0,
    'what is no row is refused',
  )
  await fill(page, '#choose form [name="rate"]', '20')
}

async function revealing(page) {
  const reveal = async (answers, awaited) => {
    for (const [name, value] of Object.entries(answers)) await fill(page, `#reveal form [name="${name}"]`, value)
    await page.waitForFunction(
      (text) => document.querySelector('#knows').textContent.includes(text),
      {},
      awaited,
    )
    return page.evaluate(() => ({
      bits: document.querySelectorAll('#bits .digit i').length,
      telling: document.querySelectorAll('#bits .digit i.key').length,
      sample: [...document.querySelectorAll('#sample li')].map((one) => one.textContent),
    }))
  }
  const [keys] = await query(
    page,
    `SELECT uuid_v7_at('2026-01-02 03:04:05.678+00')::text AS v7,
    date_trunc('hour', now() - interval '3 days')::text AS at,
    uuid_interval_at(date_trunc('hour', now() - interval '3 days'), '5 min', '132 days')::text AS wrapping`,
  )
  const interval = await reveal(
    { default: 'interval', interval: '5 min', cycle: '132 days', key: keys.wrapping },
    `created from ${keys.at}`,
  )
  check(interval.bits === 128 && interval.telling === 16, 'a wrapping key: 16 of 128 bits, and its window', keys.at)
  const v7 = await reveal({ default: 'v7', key: keys.v7 }, '2026-01-02 03:04:05.678')
  check(v7.telling === 60 && v7.sample.every((one) => /^.{14}7/.test(one)), 'UUIDv7: 60 bits, and its time')
  await reveal({ default: 'time', key: keys.v7 }, 'version 7: it does not come from this default')
  const knows = () => page.$eval('#knows', (one) => one.textContent)
  check(
    /2026-01-02 03:04:05.678.*to the millisecond/.test(await knows()),
    'a pasted UUIDv7 shows its time under any default',
  )
  await reveal({ default: 'random', key: 'c232ab00-9414-11ec-b3c8-9f6bdeced846' }, '2022-02-22 19:22:22')
  check(/network address/.test(await knows()), 'and UUIDv1 its time and node')
  await reveal({ default: 'v7', key: keys.wrapping }, 'version 4: it does not come from this default')
  check(!/millisecond/.test(await knows()), 'what has another version than the default shows nothing of it')
  // Only of keys that were generated here is it known what generated them.
  const pasted = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'
  for (const [origin, awaited] of [
    ['time', 'Interval 62,'],
    ['interval', 'Interval 31,'],
    ['sequence', 'Block 62,'],
    ['opaque', 'share a prefix'],
  ]) {
    await reveal({ default: origin, interval: '5 min', cycle: '113 days', key: pasted }, awaited)
    check(
      /random key looks the same.* true if its table's default is .*If so, an outsider knows/s.test(await knows()),
      `${origin}: what a random key would reveal is said as an if`,
      await knows(),
    )
  }
  await reveal({ default: 'interval', cycle: '60 days', key: pasted }, 'none of this cycle')
  check(!/If so|Created|created/.test(await knows()), 'a prefix that no interval has is no if', await knows())
  await reveal({ default: 'random', key: pasted }, 'neither when')
  check(/wrapping or opaque key looks the same/.test(await knows()), 'and so is that it reveals nothing', await knows())
  const time = await reveal({ default: 'time', key: '' }, 'Interval ')
  check(!/If so/.test(await knows()), 'of a key that was generated here, it is known', await knows())
  check(
    time.sample.length === 5 && new Set(time.sample.map((one) => one.slice(0, 4))).size <= 2,
    'a sample shares its prefix',
    time.sample[0],
  )
  await reveal({ default: 'interval', interval: '1 day, 2:00:00', cycle: '26 days' }, 'Interval ')
  check((await page.$('#key-problem[hidden]')) !== null, 'an interval may have a comma')
  await fill(page, '#reveal form [name="key"]', 'no key')
  await page.waitForFunction(() => /invalid input syntax/.test(document.querySelector('#key-problem').textContent))
  check(
    (await page.$$('#bits .digit, #knows p, #sample li')).length === 0,
    'what is no key is refused, and shows nothing',
  )
  await fill(page, '#reveal form [name="key"]', '')
}

async function sharing(browser, first) {
  await first.$eval('#load', (details) => (details.open = true))
  await first.select('#speed', '15')
  for (const [name, value] of [
    ['rows', '400'],
    ['kept', '10'],
    ['cycle', '12'],
    ['before', '2000'],
  ])
    await fill(first, `#load input[name="${name}"]`, value)
  await first.waitForFunction(() => globalThis.playground.runs.made > 30)
  await first.$eval('#place', (slider) => {
    slider.value = '30'
    slider.dispatchEvent(new Event('input'))
  })
  const state = (page) =>
    page.evaluate(() =>
      JSON.stringify([
        globalThis.playground.runs.settings,
        globalThis.playground.player.place,
        globalThis.playground.player.speed,
        ...['rate', 'checkpoint'].map((name) => document.querySelector(`#choose form [name="${name}"]`).value),
      ]),
    )
  const [shared, before] = [first.url(), await state(first)]
  await close(first, 'stories, advice and keys')

  const second = await open(browser, shared)
  await second.waitForFunction(() => globalThis.playground.runs.made > 30)
  check(
    (await state(second)) === before && before.includes('"before":2000'),
    'a shared address restores it',
    shared.replace(/.*\?/, '?'),
  )
  check((await second.$eval('#rows', (one) => one.textContent)) === '3,100', 'and shows that place')
  await close(second, 'a shared address')
}

async function failing(browser, address) {
  const page = await open(browser, address, (one) =>
    one.evaluateOnNewDocument(() => {
      globalThis.kept = WebAssembly
      delete globalThis.WebAssembly
    }),
  )
  await page.waitForFunction(() => !document.querySelector('#problem').hidden)
  check(/no WebAssembly/.test(await page.$eval('#problem', (one) => one.textContent)), 'without WebAssembly it says so')
  await page.waitForFunction(() => globalThis.playground.player.place > 10)
  check(/^A recorded run/.test(await page.$eval('#status', (one) => one.textContent)), 'and the recorded run goes on')
  const place = await page.evaluate(() => globalThis.playground.player.place)
  await page.click('nav a[href="#choose"]')
  await page.waitForFunction(() => location.hash === '#choose')
  check(
    await page.evaluate((before) => globalThis.playground.player.place >= before, place),
    'also when one goes to another part of the page',
  )
  await page.click('.stories button:nth-child(5)')
  await page.waitForFunction(() => globalThis.playground.player.hasEnded)
  const cells = await page.$$eval('.strip dd[data-figure]', (all) => all.every((one) => /\d/.test(one.textContent)))
  check(
    cells && /five days/.test(await page.$eval('#story', (one) => one.textContent)),
    'and so do those of other stories',
  )
  await fill(page, '#load input[name="rows"]', '123')
  check(
    await page.$$eval('.strip dd[data-figure]', (all) => all.every((one) => one.textContent === '–')),
    'but under a load that nobody has recorded there are no figures',
  )
  await page.click('.stories button:nth-child(2)')
  await page.evaluate(() => (globalThis.WebAssembly = globalThis.kept))
  await page.click('#anew')
  await page.waitForFunction(
    () => globalThis.playground.runs.engine.worker && document.querySelector('#problem').hidden,
  )
  // As when there is no memory: the worker ends with an error.
  await page.evaluate(() =>
    globalThis.playground.runs.engine.worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' })),
  )
  await page.waitForFunction(() => !document.querySelector('#problem').hidden)
  check(/out of memory/.test(await page.$eval('#problem', (one) => one.textContent)), 'an error of the worker is shown')
  await page.click('#anew')
  await page.waitForFunction(() => globalThis.playground.runs.isLive)
  check(await page.$eval('#problem', (one) => one.hidden), 'and it starts anew, now that there is WebAssembly')
  for (const when of ['then', 'and after another start']) {
    await page.waitForFunction(() => /^\d+ pages hold 2,000 keys/.test(document.querySelector('#one-said').textContent))
    await page.click('#one-insert')
    await page.waitForFunction(() => /went to page/.test(document.querySelector('#one-said').textContent))
    check(await page.$eval('#one .problem', (one) => one.hidden), `${when} a row can be inserted`)
    if (when !== 'then') break
    await page.evaluate(() =>
      globalThis.playground.runs.engine.worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' })),
    )
    await page.waitForFunction(() => !document.querySelector('#problem').hidden)
    await page.click('#anew')
  }
  await close(page, 'failures')
}

/** The least contrast of the grids' colours with a page and with the background. */
const contrast = (page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    const luminance = (name) => {
      probe.style.color = `var(${name})`
      const parts = /(\d+), (\d+), (\d+)/.exec(getComputedStyle(probe).color).slice(1).map((part) => part / 255)
      const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    }
    return Math.min(
      ...['--random', '--v7', '--wrapping'].flatMap((key) =>
        ['--back', '--page'].map((behind) => {
          const [a, b] = [luminance(key), luminance(behind)]
          return Math.max(a, b) / Math.min(a, b)
        }),
      ),
    )
  })

/** Where people pay for what they load, PostgreSQL waits until it is asked for. */
async function metered(browser, address) {
  const page = await open(browser, address, (one) =>
    one.evaluateOnNewDocument(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })),
  )
  await page.waitForFunction(() => globalThis.playground.player.hasEnded)
  check(!page.asked.some((url) => /pglite/.test(url)), 'with saveData, PostgreSQL is not loaded by itself')
  const asked = await page.$eval('#anew', (button) => button.textContent)
  check(/^Load PostgreSQL \(\d\.\d MB\)$/.test(asked), 'and the button that loads it says how much that is', asked)
  const shift = await page.evaluate(
    () =>
      new Promise((done) => {
        let sum = 0
        const add = (entries) => entries.forEach((entry) => (sum += entry.hadRecentInput ? 0 : entry.value))
        const observer = new PerformanceObserver((list) => add(list.getEntries()))
        observer.observe({ type: 'layout-shift', buffered: true })
        // Those that there are come after two pictures.
        requestAnimationFrame(() =>
          requestAnimationFrame(() =>
            setTimeout(() => {
              add(observer.takeRecords())
              done(sum)
            }),
          ),
        )
      }),
  )
  between(shift, 0, 0.1, 'the layout shift of the first story')
  await close(page, 'saveData')
}

async function looking(browser, address) {
  for (const scheme of ['light', 'dark']) {
    for (const width of [1280, 390, 320]) {
      const page = await open(browser, `${address}?frame=599`, async (one) => {
        await one.setViewport({ width, height: 844 })
        await one.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
      })
      await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0)
      // All parts once; the width and the colours of the others do not depend on PostgreSQL.
      if (scheme === 'dark' && width === 320)
        await page.waitForFunction(() => document.querySelectorAll('.card, #sample li').length > 8)
      else await page.evaluate(() => globalThis.playground.runs.engine.end(''))
      const [strips, race] = await page.evaluate(() =>
        ['#strips', '#race'].map((part) => document.querySelector(part).getBoundingClientRect().bottom),
      )
      check(
        strips < 844 && race < 844,
        `${scheme}, ${width} pixels: grids and race are on the first screen`,
        `${strips}, ${race}`,
      )
      between(await contrast(page), 3, 21, `${scheme}: the least contrast of a kind of key`)
      await page.$$eval('details', (all) => all.forEach((one) => (one.open = true)))
      await axe(page, `${scheme}, ${width} pixels`)
      check(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        `${scheme}, ${width} pixels: nothing is wider`,
      )
      await page.close()
    }
  }
}

async function inFirefox(browser, address) {
  const page = await open(browser, address)
  await page.waitForFunction(() => globalThis.playground?.runs.isLive)
  await secondStory(page, 'Firefox')
  await close(page, 'Firefox')
}

const PARTS = { watching, pointing, asking, moving, failing, metered, looking, inFirefox }
const [, , , ...chosen] = process.argv
for (const name of chosen) if (!(name in PARTS)) throw new Error(`no part is named ${name}`)
const { server, address } = await serve()
sizes()
for (const [name, part] of Object.entries(PARTS)) {
  if (chosen.length && !chosen.includes(name)) continue
  const browser = await launch(part === inFirefox ? 'firefox' : 'chrome')
  await part(browser, address)
  await browser.close()
}
server.close()
sumUp()
