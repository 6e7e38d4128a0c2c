// Checks the built page in real browsers, by what it measures: node test/check.mjs [FILE]
//
// Writes what uuid_advise says in the page to FILE, for scripts/checks/playground to compare with a server.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { finish, launch } from './browsers.mjs'
import { serve } from './serve.mjs'

const top = join(import.meta.dirname, '..')
const dist = join(top, 'dist/assets')
let failures = 0
let number = 0

function check(isRight, what, found = '') {
  number += 1
  if (!isRight) failures += 1
  console.log(`${isRight ? 'ok' : 'not ok'} ${number} - ${what}${found === '' ? '' : `: ${found}`}`)
}
const between = (value, lowest, highest, what) =>
  check(value >= lowest && value <= highest, `${what} is ${lowest} to ${highest}`, Number(value.toPrecision(3)))

/** A page that records what it says and asks for. */
async function open(browser, address, before = async () => {}) {
  const page = await browser.newPage()
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
  check(page.asked.length > 5 && elsewhere.length === 0, `${what}: no request leaves 127.0.0.1`, elsewhere.join(' '))
  await page.close()
}

/** Figures of each kind of key at a frame, as the page shows them, or of all frames since another one. */
const figures = (page, place, since) => page.evaluate((at, from) => {
  const { history } = globalThis.playground.runs.at(at)
  return Object.fromEntries(['random', 'v7', 'wrapping'].map((kind) =>
    [kind, from === undefined ? history.all(kind)[at] : history.figures(at, kind, from)]))
}, place, since)

/** The figures that are shown, by kind and name. */
const shown = (page) => page.evaluate(() => Object.fromEntries(['random', 'v7', 'wrapping'].map((kind) =>
  [kind, Object.fromEntries([...document.querySelectorAll(`.strip.${kind} dd[data-figure]`)].map((value) =>
    [value.dataset.figure, value.textContent]))])))

async function runStory(page, story) {
  await page.select('#speed', '0')
  await page.click(`.stories button:nth-child(${story})`)
  await finish(page)
  const frames = await page.evaluate(() => globalThis.playground.runs.settings.frames)
  const end = await figures(page, frames - 1)
  console.log(`# story ${story}: ${Object.entries(end).map(([kind, f]) =>
    `${kind} ${f.leaves} pages, ${f.density.toFixed(1)} %, ${f.insertWal.toFixed(0)} + ${f.otherWal.toFixed(0)} bytes`).join('; ')}`)
  check(await page.$$eval('.lesson', (all) => all.every((one) => !one.hidden && one.textContent.length > 40)),
    `story ${story} runs to its end, and says what it has shown`)
  return { frames, end }
}

/** The second story, as the issue's readers see it. */
async function secondStory(page, what) {
  const { frames, end } = await runStory(page, 2)
  between(end.v7.density, 0, 25, `${what}: UUIDv7, density`)
  between(end.random.density, 55, 70, `${what}: random keys, density`)
  between(end.wrapping.density, 50, 72, `${what}: wrapping keys, density`)
  const deleting = await figures(page, frames - 1, 200)
  for (const kind of ['v7', 'wrapping'])
    between(deleting.random.insertWal / deleting[kind].insertWal, 5, 100, `${what}: WAL of random keys, as a multiple of ${kind}`)
  return end
}

async function axe(page, what) {
  await page.evaluate(readFileSync(join(top, 'node_modules/axe-core/axe.min.js'), 'utf8'))
  const found = await page.evaluate(() => globalThis.axe.run())
  check(found.violations.length === 0 && found.passes.length > 15, `${what}: axe finds nothing`,
    found.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).slice(0, 3)}`).join('; '))
}

function sizes() {
  const own = readdirSync(dist).filter((name) => /\.(js|css)$/.test(name) && !/^pglite/.test(name))
  const bytes = own.map((name) => gzipSync(readFileSync(join(dist, name)), { level: 9 }).length).reduce((sum, one) => sum + one, 0)
  between(bytes / 1000, 5, 100, `kB of own code and styles, compressed (${own.length} files)`)
  const recording = readdirSync(dist).find((name) => /^frames.*\.bin$/.test(name))
  between(readFileSync(join(dist, recording)).length / 1000, 5, 300, 'kB of recorded frames')
}

/** The same colour for a key everywhere. */
function colours() {
  const read = (path) => readFileSync(join(top, '..', path), 'utf8').toLowerCase()
  const [style, contenders, pictures] = [read('playground/src/style.css'), read('bench/contenders.py'), read('doc/pictures/draw.py')]
  for (const [name, contender] of [['random', 'random'], ['v7', 'uuidv7'], ['wrapping', 'wrapping 1 min']]) {
    const colour = new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(style)[1]
    const line = contenders.split('\n').find((one) => one.includes(`contender("${contender}"`))
    check(line.includes(colour) && pictures.includes(`"${name}": "${colour}"`), `${name} has one colour in page, charts and pictures`, colour)
  }
}

async function watching(browser, address) {
  let page = await open(browser, address)
  await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0, { timeout: 5000 })
  const opened = await page.evaluate(() => performance.getEntriesByName('shown')[0].startTime)
  between(opened, 1, 1000, 'milliseconds until recorded frames are shown')
  check(/^A recorded run/.test(await page.$eval('#status', (one) => one.textContent)), 'it says that they are recorded')
  await page.waitForFunction(() => /^Live: PostgreSQL 1/.test(document.querySelector('#status').textContent), { timeout: 60_000 })
  const live = await page.evaluate(() => [globalThis.playground.player.place, Math.round(performance.now())])
  check(live[0] > 0 && live[0] < 599, 'PostgreSQL takes over while the story runs', `frame ${live[0]}, after ${live[1]} ms`)

  await page.evaluate(() => {
    globalThis.longest = 0
    new PerformanceObserver((list) => list.getEntries().forEach((one) => (globalThis.longest = Math.max(globalThis.longest, one.duration))))
      .observe({ entryTypes: ['longtask'] })
  })
  const second = await secondStory(page, 'Chromium')
  await theSlider(page)
  const first = await runStory(page, 1)
  between(first.end.v7.density, 85, 95, 'rows stay: UUIDv7, density')
  between(first.end.random.insertWal / first.end.wrapping.insertWal, 5, 100, 'rows stay: WAL of random keys, as a multiple of wrapping')
  const third = await runStory(page, 3)
  check(third.end.v7.leaves > third.end.wrapping.leaves, 'after the switch, UUIDv7 has more pages than wrapping keys')
  const fourth = await runStory(page, 4)
  check(fourth.end.wrapping.density < second.wrapping.density - 4, 'too short a cycle leaves pages emptier',
    `${fourth.end.wrapping.density.toFixed(1)} after ${second.wrapping.density.toFixed(1)} %`)
  const fifth = await runStory(page, 5)
  const cycle = await figures(page, 49)
  check(fifth.end.wrapping.images > 3 * cycle.wrapping.images, 'many cycles write more page images than one',
    `${fifth.end.wrapping.images.toFixed(3)} after ${cycle.wrapping.images.toFixed(3)}`)
  const longest = await page.evaluate(() => globalThis.longest)
  between(longest, 0, 100, 'milliseconds for which the page was blocked at most')
  await close(page, 'five stories')

  page = await open(browser, address, (one) => one.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]))
  await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0)
  check(await page.evaluate(() => !globalThis.playground.player.isPlaying), 'nothing moves by itself for people who prefer that')
  await page.focus('#play')
  await page.keyboard.press('Space')
  check(await page.evaluate(() => globalThis.playground.player.isPlaying), 'the keyboard plays')
  await page.keyboard.press('Space')
  await page.focus('#place')
  await page.keyboard.press('ArrowRight')
  check(await page.evaluate(() => globalThis.playground.player.place > 0), 'and moves the slider')
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
  check(past.v7.leaves === String(then) && then < Number(end.v7.leaves), 'the slider shows the past', `${then} leaf pages, then ${end.v7.leaves}`)
  check(await page.$eval('#rows', (one) => one.textContent) === '15,100', 'and how many rows there were')
}

async function sharing(browser, address) {
  const first = await open(browser, address)
  await first.waitForFunction(() => globalThis.playground.runs.isLive, { timeout: 60_000 })
  await first.evaluate(() => (document.querySelector('#load').open = true))
  await first.select('#speed', '40')
  for (const [name, value] of [['rows', '400'], ['kept', '10'], ['cycle', '12'], ['before', '2000']]) {
    await first.$eval(`#load input[name="${name}"]`, (input, text) => {
      input.value = text
      input.dispatchEvent(new Event('change', { bubbles: true }))
    }, value)
  }
  await first.waitForFunction(() => globalThis.playground.runs.made > 30, { timeout: 60_000 })
  await first.$eval('#place', (slider) => {
    slider.value = '30'
    slider.dispatchEvent(new Event('input'))
  })
  const state = (page) => page.evaluate(() => JSON.stringify([globalThis.playground.runs.settings, globalThis.playground.player.place, globalThis.playground.player.speed]))
  const [shared, before] = [first.url(), await state(first)]
  await close(first, 'another load')

  const second = await open(browser, shared)
  await second.waitForFunction(() => globalThis.playground.runs.made > 30, { timeout: 60_000 })
  check(await state(second) === before && before.includes('"before":2000'), 'a shared address restores it', shared.replace(/.*\?/, '?'))
  check(await second.$eval('#rows', (one) => one.textContent) === '3,100', 'and shows that place')
  await second.click('#anew')
  await second.waitForFunction(() => globalThis.playground.runs.isLive && globalThis.playground.runs.made > 5, { timeout: 60_000 })
  check(true, 'it starts anew')
  await close(second, 'a shared address')
}

async function failing(browser, address) {
  const page = await open(browser, address, (one) => one.evaluateOnNewDocument(() => {
    globalThis.kept = WebAssembly
    delete globalThis.WebAssembly
  }))
  await page.waitForFunction(() => !document.querySelector('#problem').hidden, { timeout: 10_000 })
  check(/no WebAssembly/.test(await page.$eval('#problem', (one) => one.textContent)), 'without WebAssembly it says so')
  await page.waitForFunction(() => globalThis.playground.player.place > 10)
  check(/^A recorded run/.test(await page.$eval('#status', (one) => one.textContent)), 'and the recorded run goes on')
  await page.evaluate(() => (globalThis.WebAssembly = globalThis.kept))
  await page.click('#anew')
  await page.waitForFunction(() => globalThis.playground.runs.isLive && document.querySelector('#problem').hidden, { timeout: 60_000 })
  check(true, 'once there is WebAssembly, it starts anew')
  // As when there is no memory: the worker ends with an error.
  await page.evaluate(() => globalThis.playground.runs.engine.worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' })))
  await page.waitForFunction(() => !document.querySelector('#problem').hidden)
  check(/out of memory/.test(await page.$eval('#problem', (one) => one.textContent)), 'an error of the worker is shown')
  await page.click('#anew')
  await page.waitForFunction(() => globalThis.playground.runs.isLive, { timeout: 60_000 })
  check(await page.$eval('#problem', (one) => one.hidden), 'and it starts anew')
  await close(page, 'failures')
}

async function looking(browser, address) {
  for (const scheme of ['light', 'dark']) {
    for (const width of [1280, 360]) {
      const page = await open(browser, `${address}?frame=599`, async (one) => {
        await one.setViewport({ width, height: 800 })
        await one.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
      })
      await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0)
      await page.$$eval('details', (all) => all.forEach((one) => (one.open = true)))
      await axe(page, `${scheme}, ${width} pixels`)
      check(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${scheme}, ${width} pixels: nothing is wider`)
      await page.close()
    }
  }
}

const { server, address } = await serve()
sizes()
colours()
const chromium = await launch('chrome')
await watching(chromium, address)
await sharing(chromium, address)
await failing(chromium, address)
await looking(chromium, address)
await chromium.close()

const firefox = await launch('firefox')
const page = await open(firefox, address)
await page.waitForFunction(() => globalThis.playground?.runs.isLive, { timeout: 60_000 })
await secondStory(page, 'Firefox')
await close(page, 'Firefox')
await firefox.close()
server.close()
console.log(`1..${number}`)
if (failures) console.log(`# ${failures} of ${number} checks failed`)
process.exitCode = failures ? 1 : 0
