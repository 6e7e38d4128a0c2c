// Addresses, the way back, loads of one's own, and what fails.
import { check, close, fill, isBlank, open, press, says, text } from './lib.mjs'

const state = (page) =>
  page.evaluate(() =>
    JSON.stringify([
      globalThis.playground.runs.settings,
      globalThis.playground.player.speed,
      ...['today', 'rate', 'kept'].map((name) => document.querySelector(`#choose form [name="${name}"]`).value),
    ]),
  )
const isPlaying = (page) => page.evaluate(() => globalThis.playground.player.isPlaying)
const isMade = (page, frames) =>
  page.waitForFunction((least) => globalThis.playground.runs.made > least, { polling: 200 }, frames)

export async function sharing(browser, address) {
  const own = 'rows=400&kept=10&cycle=12&before=2000&speed=0.25'
  const first = await open(browser, `${address}?a.rate=35&a.today=v7&${own}`)
  await isMade(first, 30)
  const before = await state(first)
  check(!/frame=/.test(first.url()), 'a link begins at the beginning', first.url().replace(/.*\?/, '?'))
  await first.$eval('#place', (slider) => {
    slider.value = '30'
    slider.dispatchEvent(new Event('input'))
  })
  const shared = first.url()
  await close(first, 'a load of my own')

  const second = await open(browser, shared)
  await isMade(second, 30)
  check((await state(second)) === before, 'a shared address restores it', shared.replace(/.*\?/, '?'))
  await says(second, '#rows', /^3,100 of /)
  check(true, 'and the place where somebody paused')
  await close(second, 'a shared address')

  const third = await open(browser, address)
  await going(third)
  await close(third, 'the way back')

  const believed = await open(browser, `${address}?a.now=1e15&a.advised=1&frame=Infinity&k.default=x&speed=x`)
  await says(believed, '.headline', /GB of WAL a day/)
  check(!/TB|PB/.test(await text(believed, '.headline')), 'no link carries results', await text(believed, '.headline'))
  await close(believed, 'a made-up address')
}

/** Links within the page and the way back leave alone what plays; runs before come back. */
async function going(page) {
  await page.select('#checkpoint', '6000')
  await says(page, '#scale', /a checkpoint every 6,000 rows/)
  await page.evaluate(() => (location.hash = '#one'))
  await page.waitForFunction(() => document.querySelector('#one details').open)
  check(true, 'a link to what is folded opens it')
  await page.waitForFunction(() => globalThis.playground.player.place > 5)
  await page.goBack()
  const place = await page.evaluate(() => globalThis.playground.player.place)
  check(place > 5 && (await isPlaying(page)), 'the way back from there leaves alone what plays', place)
  await page.evaluate(() => globalThis.playground.player.seek(400))
  await page.goBack()
  await says(page, '#scale', /a checkpoint every 100 rows/)
  const anew = await page.evaluate(() => globalThis.playground.player.place)
  check(anew < 400, 'each run begins at its beginning', anew)
  check((await page.$eval('#checkpoint', (one) => one.value)) === '100', 'and back leads to the run before', page.url())
  check(!page.asked.some((url) => /pglite|worker/.test(url)), 'rows per checkpoint need no PostgreSQL')
}

export async function failing(browser, address) {
  const page = await open(browser, address, (one) =>
    one.evaluateOnNewDocument(() => {
      globalThis.kept = WebAssembly
      delete globalThis.WebAssembly
    }),
  )
  await says(page, '#caption', /little WAL|No key/)
  check(true, 'without WebAssembly, the recorded run plays')
  await press(page, '#live')
  await says(page, '#problem', /no WebAssembly/)
  await fill(page, '#choose form [name="keys"]', 'public')
  await says(page, '#choose .problem', /^PostgreSQL does not run here: this browser has no WebAssembly\.$/)
  check((await page.$$('#answer.old')).length === 1, 'and what needs PostgreSQL says that it is not there')
  await page.evaluate(() => (globalThis.WebAssembly = globalThis.kept))
  await press(page, '#live')
  await page.waitForFunction(() => globalThis.playground.runs.engine.worker)
  // As when there is no memory: the worker ends with an error.
  const fail = () =>
    page.evaluate(() =>
      globalThis.playground.runs.engine.worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' })),
    )
  await fail()
  await says(page, '#problem', /out of memory/)
  check(true, 'an error of the worker is shown')
  await press(page, '#live')
  await isMade(page, 3)
  check(await page.$eval('#problem', (one) => one.hidden), 'and it starts anew, now that there is WebAssembly')
  await page.$eval('#one details', (one) => (one.open = true))
  for (const when of ['then', 'and after another start']) {
    await press(page, '#one-insert')
    await says(page, '#one-v7', /changed 1 of/)
    check(await page.$eval('#one .problem', (one) => one.hidden), `${when} a row can be inserted`)
    if (when !== 'then') break
    await fail()
    await says(page, '#problem', /out of memory/)
    await page.$eval('#one-v7', (one) => (one.textContent = ''))
  }
  await close(page, 'failures')
  await offline(browser, address)
}

/** What is said while there is no network goes once it is back. */
async function offline(browser, address) {
  const page = await open(browser, address)
  await says(page, '#rows', /^[1-9]/)
  await page.setOfflineMode(true)
  await press(page, '#live')
  await says(page, '#problem', /does not run here/)
  await fill(page, '#choose form [name="keys"]', 'public')
  await says(page, '#choose .problem', /./)
  await page.setOfflineMode(false)
  await page.waitForFunction(
    () => ['#problem', '#choose .problem'].every((one) => document.querySelector(one).hidden),
    { polling: 100 },
  )
  check(true, 'no banner stays after the network is back')
  await says(page, '.headline', /opaque keys/)
  await isMade(page, 3)
  check(await page.$eval('#problem', (one) => one.hidden), 'and what was asked for comes')
  await page.close()
  await unloaded(browser, address)
  const unrecorded = await open(browser, `${address}?rows=123`, (one) =>
    one.evaluateOnNewDocument(() => delete globalThis.WebAssembly),
  )
  await says(unrecorded, '#problem', /no WebAssembly/)
  check(await isBlank(unrecorded), 'under a load that nobody has recorded there are no figures')
  await close(unrecorded, 'a load that was not recorded')
}

/** A recording that did not load is asked for again by whoever plays it. */
async function unloaded(browser, address) {
  let isBroken = true
  const page = await open(browser, address, async (one) => {
    await one.setRequestInterception(true)
    one.on('request', (asked) => (isBroken && /\/2-.*\.bin$/.test(asked.url()) ? asked.abort() : asked.continue()))
  })
  await says(page, '#badge', /The recording did not load/)
  isBroken = false
  for (const label of ['Pause', 'Play']) {
    check((await text(page, '#play')) === label, 'one can pause and play what did not load')
    await press(page, '#play')
  }
  await says(page, '#rows', /^[1-9]/)
  check(await page.$eval('#problem', (one) => one.hidden), 'and then it loads')
  await page.close()
}
