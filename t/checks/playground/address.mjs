// Addresses, the way back, loads of one's own, and what fails.
import { check, close, fill, isBlank, open, press, says, text } from './lib.mjs'

const state = (page) =>
  page.evaluate(() =>
    JSON.stringify([
      globalThis.playground.runs.settings,
      globalThis.playground.player.speed,
      ...['rate', 'kept'].map((name) => document.querySelector(`#choose form [name="${name}"]`).value),
    ]),
  )
const isPlaying = (page) => page.evaluate(() => globalThis.playground.player.isPlaying)

export async function sharing(browser, address) {
  const first = await open(browser, `${address}?a.rate=35`)
  await first.$eval('#load', (details) => (details.open = true))
  await first.select('#speed', '0.25')
  for (const [name, value] of [
    ['rows', '400'],
    ['kept', '10'],
    ['cycle', '12'],
    ['before', '2000'],
  ])
    await fill(first, `#load input[name="${name}"]`, value)
  await first.waitForFunction(() => globalThis.playground.runs.made > 30)
  await refusing(first)
  const [unpaused, before] = [first.url(), await state(first)]
  check(!/frame=/.test(unpaused), 'a link begins at the beginning', unpaused.replace(/.*\?/, '?'))
  await first.waitForFunction(() => globalThis.playground.runs.made > 30)
  await first.$eval('#place', (slider) => {
    slider.value = '30'
    slider.dispatchEvent(new Event('input'))
  })
  const shared = first.url()
  await close(first, 'a load of my own')

  const second = await open(browser, shared)
  await second.waitForFunction(() => globalThis.playground.runs.made > 30)
  check((await state(second)) === before, 'a shared address restores it', shared.replace(/.*\?/, '?'))
  await says(second, '#rows', /^3,100 of /)
  check(true, 'and the place where somebody paused')
  await going(second)
  await close(second, 'a shared address')

  const believed = await open(browser, `${address}?a.now=1e15&a.advised=1&frame=Infinity&k.default=x`)
  await says(believed, '.headline', /GB of WAL a day/)
  check(!/TB|PB/.test(await text(believed, '.headline')), 'no link carries results', await text(believed, '.headline'))
  await close(believed, 'a made-up address')
}

async function refusing(page) {
  const cycle = '#load input[name="cycle"]'
  const before = await page.$eval(cycle, (input) => input.value)
  await fill(page, cycle, '1000000000')
  check(
    /^Cycle, in intervals: /.test(await text(page, '#load-problem')) && (await isBlank(page)),
    'a cycle that is too long is refused, and no figure shown for it',
  )
  await fill(page, cycle, before)
  await says(page, '#figure [data-figure]', /\d/)
  check(
    (await page.$eval('#load-problem', (one) => one.hidden)) && (await page.$eval('#problem', (one) => one.hidden)),
    'and nothing is left of it once it is corrected',
  )
}

/** Links within the page and the way back leave alone what plays; stories before come back. */
async function going(page) {
  await page.$eval('.chapter:nth-child(2) .transport button:nth-child(2)', (one) => one.click())
  await says(page, '#rows', /of 30,000 rows$/)
  await page.evaluate(() => (location.hash = '#reveal'))
  await page.waitForFunction(() => document.querySelector('#reveal details').open)
  check(true, 'a link to what is folded opens it')
  await page.waitForFunction(() => globalThis.playground.player.place > 5)
  await page.goBack()
  const place = await page.evaluate(() => globalThis.playground.player.place)
  check(place > 5 && (await isPlaying(page)), 'the way back from there leaves alone what plays', place)
  await page.goBack()
  await says(page, '#rows', /of 60,000 rows$/)
  check(true, 'and back leads to the load before', page.url())
  await page.setOfflineMode(true)
  await press(page, '#live')
  await page.waitForFunction(() => globalThis.playground.runs.made > 3)
  check(await page.$eval('#problem', (one) => one.hidden), 'it starts anew offline')
  await page.setOfflineMode(false)
}

export async function failing(browser, address) {
  const page = await open(browser, address, (one) =>
    one.evaluateOnNewDocument(() => {
      globalThis.kept = WebAssembly
      delete globalThis.WebAssembly
    }),
  )
  await says(page, '#caption', /little WAL/)
  check(true, 'without WebAssembly, the recorded run plays')
  await press(page, '#live')
  await says(page, '#problem', /no WebAssembly/)
  await fill(page, '#choose form [name="rate"]', '21')
  await says(page, '#choose .problem', /^PostgreSQL does not run here: this browser has no WebAssembly\.$/)
  check((await page.$$('.headline')).length === 0, 'and what needs PostgreSQL says that it is not there')
  await page.$eval('#load', (details) => (details.open = true))
  await fill(page, '#load input[name="rows"]', '123')
  check(await isBlank(page), 'under a load that nobody has recorded there are no figures')
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
  await page.waitForFunction(() => globalThis.playground.runs.made > 3)
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
}
