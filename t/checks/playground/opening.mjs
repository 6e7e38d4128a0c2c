// What a visitor sees first, before PostgreSQL has started: what it weighs, what it says, and how it looks.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { axe, between, check, close, open, says, text, top } from './lib.mjs'

const dist = join(top, 'dist/assets')

export function sizes() {
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

/** Nobody has to load PostgreSQL to see the story and the first answer. */
export async function opening(browser, address) {
  sizes()
  const page = await open(browser, address)
  const captions = new Set()
  await page.exposeFunction('heard', (one) => captions.add(one))
  await page.evaluate(() => {
    const caption = document.querySelector('#caption')
    globalThis.heard(caption.textContent)
    new MutationObserver(() => globalThis.heard(caption.textContent)).observe(caption, { childList: true })
  })
  await says(page, '#caption', /little WAL/)
  check(captions.size >= 4, 'captions follow the story', [...captions].join(' | '))
  check(/^PostgreSQL 18.*recorded$/.test(await text(page, '#badge')), 'it says that it was recorded')
  check(/60,000 of 60,000 rows/.test(await text(page, '#rows')), 'and of how many rows')
  const verdict = await text(page, '#verdict')
  check(/The price: /.test(verdict), 'and what the keys cost otherwise', verdict)
  await says(page, '.headline', /GB of WAL a day, index .* in 5 years/)
  check(/forecast/.test(await text(page, '.basis')), 'which says that it is a forecast', await text(page, '.basis'))
  check(!page.asked.some((url) => /pglite|worker/.test(url)), 'PostgreSQL is not loaded for that')
  await scaleModel(page)
  const shift = await page.evaluate(
    () =>
      new Promise((done) => {
        let sum = 0
        const add = (entries) => entries.forEach((entry) => (sum += entry.hadRecentInput ? 0 : entry.value))
        const observer = new PerformanceObserver((list) => add(list.getEntries()))
        observer.observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => {
          add(observer.takeRecords())
          done(sum)
        }, 100)
      }),
  )
  between(shift, 0, 0.1, 'the layout shift of the first story')
  await chapters(page)
  await close(page, 'opening')
}

/** Nobody takes the run for what a large table does. */
async function scaleModel(page) {
  const said = await text(page, '.scale')
  const load = /^Scale model: .* every 100 rows, .* 21 days, .* 42 days\..* narrow the gap in WAL\.$/s
  check(load.test(said), 'it says that it is a scale model', said)
  const rows = await page.$$eval('#by-checkpoint tbody tr', (all) => all.map((row) => row.innerText))
  check(rows.length === 4 && rows.every((row) => / MB/.test(row)), 'and what fewer checkpoints change', rows.join('; '))
}

/** Each other story plays in its place once one has scrolled to it, and says how it ends. */
async function chapters(page) {
  const count = await page.$$eval('.chapter', (all) => all.length)
  check(count === 4, 'the other four stories are chapters', count)
  for (let place = 1; place <= count; place += 1) {
    await page.$eval(`.chapter:nth-child(${place})`, (one) => one.scrollIntoView({ block: 'center' }))
    await says(page, `.chapter:nth-child(${place}) .caption`, /little WAL|No key has both/)
  }
  check(true, 'and each plays in its place')
}

/** The least contrast of the grids' colours with a page, with one written whole, and with the background. */
const contrast = (page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    const luminance = (name) => {
      probe.style.color = `var(${name})`
      const parts = /(\d+), (\d+), (\d+)/
        .exec(getComputedStyle(probe).color)
        .slice(1)
        .map((part) => part / 255)
      const [r, g, b] = parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    }
    return Math.min(
      ...['--random', '--v7', '--wrapping'].flatMap((key) =>
        ['--back', '--page', '--written'].map((behind) => {
          const [a, b] = [luminance(key), luminance(behind)]
          return Math.max(a, b) / Math.min(a, b)
        }),
      ),
    )
  })

export async function looking(browser, address) {
  for (const scheme of ['light', 'dark']) {
    for (const width of [1280, 768, 390, 320]) {
      const page = await open(browser, `${address}?frame=599`, async (one) => {
        await one.setViewport({ width, height: 844 })
        await one.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
      })
      await says(page, '#caption', /little WAL/)
      const bottom = await page.$eval('#badge', (one) => one.getBoundingClientRect().bottom)
      if (width > 320) check(bottom < 844, `${scheme}, ${width} pixels: the figure is on the first screen`, bottom)
      between(await contrast(page), 3, 21, `${scheme}: the least contrast of a kind of key`)
      await page.$$eval('details', (all) => all.forEach((one) => (one.open = true)))
      await axe(page, `${scheme}, ${width} pixels`)
      const isWider = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      const wider = []
      for (const word of await page.$$('dfn button')) {
        await word.focus()
        wider.push(await isWider())
      }
      const isExplained = wider.length > 3 && !wider.includes(true)
      check(isExplained, `${scheme}, ${width} pixels: nothing is wider, with any word explained`)
      await page.close()
    }
  }
}

/** Without JavaScript, there are the picture and the text, and nothing that needs it. */
export async function plain(browser, address) {
  for (const width of [1280, 390]) {
    const page = await browser.newPage()
    await page.setViewport({ width, height: 844 })
    await page.setJavaScriptEnabled(false)
    await page.goto(address)
    const seen = await page.evaluate(() => ({
      picture: document.querySelector('noscript img').getBoundingClientRect().right,
      isWider: document.documentElement.scrollWidth > innerWidth,
      text: document.body.innerText,
    }))
    const fits = seen.picture > 200 && seen.picture <= width && !seen.isWider
    check(fits, `without JavaScript, ${width} pixels: the picture fits`, seen.picture)
    check(/Wrapping keys come round/.test(seen.text), 'the text says how it ends')
    check(!/My number\s+I insert|Run it live/.test(seen.text), 'and nothing is shown that does not work', seen.text)
    await page.close()
  }
}

export async function moving(browser, address) {
  const page = await open(browser, address, (one) =>
    one.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]),
  )
  await says(page, '#caption', /little WAL/)
  check(
    await page.evaluate(() => !globalThis.playground.player.isPlaying),
    'nothing moves by itself for people who prefer that, and the end is shown',
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
  await close(page, 'reduced motion')
}
