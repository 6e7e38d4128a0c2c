// Takes pictures of the recorded second story, for README's animation: node test/picture.mjs DIRECTORY
import { join } from 'node:path'
import { launch } from './browsers.mjs'
import { serve } from './serve.mjs'

const EVERY = 8
const [directory] = process.argv.slice(2)
const { server, address } = await serve()
const browser = await launch('chrome')
for (const scheme of ['light', 'dark']) {
  const page = await browser.newPage()
  await page.setBypassCSP(true)
  await page.setViewport({ width: 800, height: 450 })
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }])
  await page.goto(`${address}?story=2&frame=0`)
  await page.addStyleTag({ path: join(import.meta.dirname, 'picture.css') })
  await page.waitForFunction(() => performance.getEntriesByName('shown').length > 0)
  // PostgreSQL is not needed, and would show frames of its own.
  await page.evaluate(() => globalThis.playground.runs.engine.end(''))
  const clip = await page.$eval('#watch', (part) => ({
    x: 0,
    y: 0,
    width: 800,
    height: Math.ceil(part.getBoundingClientRect().bottom) + 10,
  }))
  const last = await page.evaluate(() => globalThis.playground.runs.settings.frames - 1)
  for (let frame = EVERY - 1; frame <= last; frame += EVERY) {
    await page.evaluate((place) => globalThis.playground.player.seek(place), frame)
    await page.screenshot({ path: join(directory, `${scheme}-${String(frame).padStart(4, '0')}.png`), clip })
  }
  await page.close()
}
await browser.close()
server.close()
