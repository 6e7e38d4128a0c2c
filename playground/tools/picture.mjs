// Takes pictures of the recorded second story, for README's animation, and the one that is shown with a link to the
// page: node tools/picture.mjs DIRECTORY.  Their names end with the milliseconds for which each is shown.
import { join } from 'node:path'
import { launch } from './browsers.mjs'
import { serve } from './serve.mjs'

const EVERY = 12
/** Milliseconds for which the end is shown. */
const END = 8000
const [directory] = process.argv.slice(2)
const { server, address } = await serve()
const browser = await launch('chrome')
for (const scheme of ['light', 'dark']) {
  const page = await browser.newPage()
  await page.setBypassCSP(true)
  await page.setViewport({ width: 800, height: 700 })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
  await page.goto(`${address}?story=2&frame=1`)
  await page.addStyleTag({ path: join(import.meta.dirname, 'picture.css') })
  const last = await page.evaluate(() => globalThis.playground.runs.settings.frames - 1)
  await page.waitForFunction((frames) => globalThis.playground.runs.available === frames, {}, last + 1)
  for (let frame = last % EVERY || EVERY; frame <= last; frame += EVERY) {
    const pace = await page.evaluate((place) => {
      const { player } = globalThis.playground
      player.seek(place)
      document.querySelector('#watch').dataset.rows = document.querySelector('#rows').textContent
      return globalThis.playground.pace(place)
    }, frame)
    const shown = String(frame === last ? END : Math.round((1000 * EVERY) / pace)).padStart(5, '0')
    const height = await page.$eval('#watch', (part) => Math.ceil(part.getBoundingClientRect().bottom) + 10)
    const path = join(directory, `${scheme}-${String(frame).padStart(4, '0')}-${shown}.png`)
    await page.screenshot({ path, clip: { x: 0, y: 0, width: 800, height } })
  }
  if (scheme === 'light') {
    await page.setViewport({ width: 1200, height: 630 })
    await page.evaluate(() => {
      document.documentElement.classList.add('preview')
      dispatchEvent(new Event('resize'))
    })
    await page.screenshot({ path: join(import.meta.dirname, '../public/preview.png') })
  }
  await page.close()
}
await browser.close()
server.close()
