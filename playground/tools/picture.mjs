// Takes pictures of the recorded second story, for README's animation, and the one that is shown with a link to the
// page: node tools/picture.mjs DIRECTORY
import { join } from 'node:path'
import { launch } from './browsers.mjs'
import { serve } from './serve.mjs'

/** The first picture already shows a difference. */
const FIRST = 60
const EVERY = 12
const [directory] = process.argv.slice(2)
const { server, address } = await serve()
const browser = await launch('chrome')
for (const scheme of ['light', 'dark']) {
  const page = await browser.newPage()
  await page.setBypassCSP(true)
  await page.setViewport({ width: 800, height: 600 })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
  // PostgreSQL is not needed, and would show frames of its own.
  await page.evaluateOnNewDocument(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))
  await page.goto(`${address}?story=2&frame=0`)
  await page.addStyleTag({ path: join(import.meta.dirname, 'picture.css') })
  await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0)
  await page.$eval('#punch', (punch) => {
    const caption = document.createElement('p')
    caption.className = 'caption'
    punch.after(caption)
  })
  const clip = await page.$eval('#watch', (part) => ({
    x: 0,
    y: 0,
    width: 800,
    height: Math.ceil(part.getBoundingClientRect().bottom) + 10,
  }))
  const { last, deleting } = await page.evaluate(() => {
    const { frames, kept, rows } = globalThis.playground.runs.settings
    return { last: frames - 1, deleting: (kept * rows) / 100 }
  })
  for (let frame = last - EVERY * Math.floor((last - FIRST) / EVERY); frame <= last; frame += EVERY) {
    await page.evaluate((place) => globalThis.playground.player.seek(place), frame)
    await page.$eval(
      '.caption',
      (caption, text) => (caption.textContent = text || document.querySelector('#punch').textContent),
      frame === last
        ? ''
        : frame < deleting
          ? 'Rows are inserted. Each random key changes another page, and checkpoints have it written whole.'
          : 'Old rows are deleted, except 5 %. UUIDv7 leaves their pages almost empty; wrapping keys fill them again.',
    )
    await page.screenshot({ path: join(directory, `${scheme}-${String(frame).padStart(4, '0')}.png`), clip })
  }
  if (scheme === 'light') {
    await page.setViewport({ width: 1200, height: 630 })
    await page.evaluate(() => document.documentElement.classList.add('preview'))
    await page.screenshot({ path: join(import.meta.dirname, '../public/preview.png') })
  }
  await page.close()
}
await browser.close()
server.close()
