// What a visitor sees first, before PostgreSQL has started: what it weighs, what it says, and how it looks.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { axe, between, check, close, open, press, says, text, top } from './lib.mjs'

const dist = join(top, 'dist/assets')

export function sizes() {
  const own = readdirSync(dist).filter((name) => /\.(js|css)$/.test(name) && !/^pglite/.test(name))
  const bytes = own
    .map((name) => gzipSync(readFileSync(join(dist, name)), { level: 9 }).length)
    .reduce((sum, one) => sum + one, 0)
  between(bytes / 1000, 5, 100, `kB of own code and styles, compressed (${own.length} files)`)
  const recordings = readdirSync(dist).filter((name) => /^\d-.*\.bin$/.test(name))
  check(
    recordings.length === 6,
    'a recording of each story, and of each number of rows per checkpoint',
    recordings.length,
  )
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

/** Nobody takes the run for what a large table does; its one control says what decides. */
async function scaleModel(page) {
  const said = await text(page, '.scale')
  const load = /A box is a .* Yellow.* Scale model: .* every 100 rows, .* 21 days, .* 42 days\.$/s
  check(load.test(said), 'beside the legend, it says that it is a scale model', said)
  const before = await text(page, '.lane.random [data-figure="wal"]')
  await page.select('#checkpoint', '6000')
  await says(page, '#rows', /60,000 of 60,000 rows/)
  await says(page, '#verdict', /^All wrote about as much WAL: |times as much WAL/)
  const verdict = await text(page, '#verdict')
  check(!/wrote 1 times|random keys wrote .* as random keys/i.test(verdict), 'no key is compared with itself', verdict)
  const after = await text(page, '.lane.random [data-figure="wal"]')
  const written = [before, after].map(Number.parseFloat)
  check(written[1] < written[0] / 5, 'fewer checkpoints write less', `${before}, then ${after}`)
  check(!page.asked.some((url) => /pglite|worker/.test(url)), 'and PostgreSQL is not loaded for that')
}

/** Each other story shows how it ends before it plays, and plays in its place. */
async function chapters(page) {
  const count = await page.$$eval('.chapter', (all) => all.length)
  check(count === 2, 'the other two stories are chapters', count)
  for (let place = 1; place <= count; place += 1) {
    const chapter = `.chapter:nth-child(${place})`
    await says(page, `${chapter} .caption`, /little WAL|No key has both/)
    const figures = await page.$$eval(`${chapter} [data-figure]`, (all) => all.map((one) => one.textContent))
    const isShown = figures.length === 6 && figures.every((one) => / [kM]B$/.test(one))
    check(isShown && (await isDrawn(page, chapter)), 'its end is shown before it plays', figures.join(', '))
    await press(page, `${chapter} .transport button`)
    await says(page, `${chapter} .caption`, /^Random keys: every insert/)
    await says(page, `${chapter} .caption`, /little WAL|No key has both/)
    const then = await page.$$eval(`${chapter} [data-figure]`, (all) => all.map((one) => one.textContent))
    check(then.join() === figures.join(), 'and it ends so', then.join(', '))
  }
}

/** Whether something is drawn in each canvas, as large as it is. */
const isDrawn = (page, where) =>
  page.$$eval(`${where} canvas`, (all) =>
    all.every((canvas) => {
      const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
      const isSharp = Math.abs(canvas.width - canvas.clientWidth * devicePixelRatio) < 2
      return isSharp && data.some((value) => value !== 0)
    }),
  )

/** At 200 %, the page has half as many pixels, each of which is twice as fine. */
export async function zooming(browser, address) {
  const page = await open(browser, `${address}?frame=599`)
  await says(page, '#caption', /little WAL/)
  await page.setViewport({ width: 640, height: 450, deviceScaleFactor: 2 })
  await new Promise((done) => setTimeout(done, 500))
  check((await isDrawn(page, '#figure')) && (await isDrawn(page, '#chapters')), 'at 200 % zoom, nothing is blank')
  await close(page, 'zoom')
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
      const bottom = await page.$eval('.compare', (one) => one.getBoundingClientRect().bottom)
      if (width > 320) check(bottom < 844, `${scheme}, ${width} pixels: my number is on the first screen`, bottom)
      const stops = await page.evaluate(() => {
        const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex="0"]')]
        return all.findIndex((one) => one.matches('#choose form *'))
      })
      check(stops >= 0 && stops < 6, `${scheme}, ${width} pixels: few tab stops are before it`, stops)
      between(await contrast(page), 3, 21, `${scheme}: the least contrast of a kind of key`)
      await page.$$eval('details', (all) => all.forEach((one) => (one.open = true)))
      await axe(page, `${scheme}, ${width} pixels`)
      const isWider = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
      const [wider, gaps] = [[], []]
      for (const word of await page.$$('dfn button')) {
        await word.focus()
        wider.push(await isWider())
        gaps.push(
          await word.evaluate((button) => {
            const [here, said] = [button, button.nextElementSibling].map((one) => one.getBoundingClientRect())
            return Math.max(said.top - here.bottom, here.top - said.bottom)
          }),
        )
      }
      check(Math.max(...gaps) < 20, `${scheme}, ${width} pixels: a word's explanation stands beside it`, gaps.join())
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
    check(!/My keys today|Run it live|Rows per/.test(seen.text), 'and nothing is shown that does not work', seen.text)
    await page.close()
  }
}

/** Whether the script is slow or never comes, the page says so, and has no button that does nothing. */
export async function scriptless(browser, address) {
  const page = await browser.newPage()
  await page.setRequestInterception(true)
  page.on('request', (one) => (one.resourceType() === 'script' ? one.abort() : one.continue()))
  await page.goto(address)
  check(/comes with this page's script/.test(await text(page, '#answer')), 'without its script, the page says so')
  check(await page.$eval('#send', (one) => one.inert), 'and nothing is to be sent')
  await page.close()
}

/** On a phone: where a thumb meets what it means, and nothing zooms in. */
export async function thumbs(browser, address) {
  for (const [width, height] of [
    [390, 844],
    [360, 640],
  ]) {
    const page = await open(browser, `${address}?frame=599`, (one) =>
      one.setViewport({ width, height, isMobile: true, hasTouch: true }),
    )
    await says(page, '#caption', /little WAL/)
    const bottom = await page.$eval('.compare', (one) => one.getBoundingClientRect().bottom)
    check(bottom < height, `${width} pixels: a thumb's sentence leaves my number on the first screen`, bottom)
    await page.$$eval('details', (all) => all.forEach((one) => (one.open = true)))
    const [low, small] = await page.evaluate(() => {
      const all = [...document.querySelectorAll('nav a, summary, :is(button, input, select, textarea):not(dfn *)')]
      const seen = all.filter((one) => one.checkVisibility())
      const typed = seen.filter((one) => one.matches('select, textarea, input:not([type="range"])'))
      const name = (one) => one.name || one.id || one.textContent.trim().slice(0, 20)
      return [
        seen.filter((one) => one.getBoundingClientRect().height < 44).map(name),
        typed.filter((one) => Number.parseFloat(getComputedStyle(one).fontSize) < 16).map(name),
      ]
    })
    check(low.length === 0, `${width} pixels: what one taps is 44 pixels high`, low.join(', '))
    check(small.length === 0, `${width} pixels: what one types into does not zoom in`, small.join(', '))
    await named(page)
    await page.evaluate(() => scrollTo(0, 0))
    const waiting = await page.$eval('#choose .waiting', (one) => {
      one.textContent = 'PostgreSQL starts, for the exact answer: loading PostgreSQL, 50 %'
      return one.getBoundingClientRect().bottom
    })
    check(waiting < height, `${width} pixels: what one waits for is on the first screen`, waiting)
    await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))))
    await press(page, '#link')
    await says(page, '#link', /refuses; copy this page's address$/)
    check(true, 'a link that is not copied is in the address')
    await close(page, `a phone of ${width} pixels`)
  }
  await forced(browser, address)
}

/** Whatever one operates has a name, as a screen reader has it. */
async function named(page) {
  const nameless = []
  const look = ({ role, name, children = [] }) => {
    if (/^(button|link|combobox|textbox|slider|DisclosureTriangle)$/.test(role) && !name) nameless.push(role)
    children.forEach(look)
  }
  look(await page.accessibility.snapshot())
  check(nameless.length === 0, 'whatever one operates has a name', nameless.join(', '))
  const select = await page.$('aria/Rows per checkpoint[role="combobox"]')
  check(Boolean(select), 'and so do the rows per checkpoint')
}

/** With a few colours of the system's, bars and keys keep their own. */
async function forced(browser, address) {
  const page = await open(browser, address, async (one) => {
    const session = await one.createCDPSession()
    await session.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }] })
  })
  await says(page, '.headline', /GB of WAL a day/)
  for (const part of ['.track i', '.key-name i']) {
    const colours = await page.$$eval(`.compare ${part}`, (all) => [
      ...new Set(all.map((one) => getComputedStyle(one).backgroundColor)),
    ])
    check(colours.length === 2, `forced colours: ${part} of two keys are told apart`, colours.join(', '))
  }
  await close(page, 'forced colours')
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
