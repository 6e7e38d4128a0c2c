// Records all stories, which the page shows until PostgreSQL has started: node tools/record.mjs
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { finish, launch, PATIENCE } from './browsers.mjs'
import { serve } from './serve.mjs'

const STORIES = 5
const directory = join(import.meta.dirname, '../recorded')
mkdirSync(directory, { recursive: true })
const { server, address } = await serve()

/** Each in a browser of its own, so that none waits for another. */
async function record(story) {
  const browser = await launch('chrome')
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE)
  await page.goto(`${address}?story=${story}&speed=0`)
  await page.$eval('#live', (button) => button.click())
  await finish(page)
  const packed = await page.evaluate(() => {
    const { runs, pack } = globalThis.playground
    const { history } = runs.at(0)
    return [...pack({ postgres: runs.version, settings: runs.settings, scale: history.scale() }, history.frames)]
  })
  const file = join(directory, `${story}.bin`)
  const compressed = gzipSync(Uint8Array.from(packed), { level: 9 })
  writeFileSync(file, compressed)
  console.log(`${file}: ${compressed.length} bytes`)
  await browser.close()
}

await Promise.all(Array.from({ length: STORIES }, (_, place) => record(place + 1)))
server.close()
