// Records the runs that the page shows until PostgreSQL has started, the first story also with fewer checkpoints:
// node tools/record.mjs [NAME...], such as 3 or 2-1000; all of them unless some are named.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { finish, launch, PATIENCE } from './browsers.mjs'
import { modules } from './modules.mjs'
import { serve } from './serve.mjs'

const { load, end } = await modules()
const { CHECKPOINTS, FIRST_STORY, recordingOf, STORIES, toAddress } = await load('settings')
await end()
const loads = [
  ...STORIES.map(({ settings }) => settings),
  ...CHECKPOINTS.map((checkpoint) => ({ ...STORIES[FIRST_STORY].settings, checkpoint })),
]
const all = new Map(loads.map((settings) => [recordingOf(settings), settings]))
const names = process.argv.length > 2 ? process.argv.slice(2) : [...all.keys()]
for (const name of names) if (!all.has(name)) throw new Error(`no recording is named ${name}`)
const directory = join(import.meta.dirname, '../recorded')
mkdirSync(directory, { recursive: true })
const { server, address } = await serve()

/** Has PostgreSQL run a load to its end, in a browser of its own, so that none waits for another. */
async function record(name) {
  const browser = await launch('chrome')
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE)
  await page.goto(`${address}?${new URLSearchParams({ ...toAddress(all.get(name)), speed: '0' })}`)
  await page.$eval('#live', (button) => button.click())
  await finish(page)
  const packed = await page.evaluate(() => {
    const { runs, pack } = globalThis.playground
    const { history } = runs.at(0)
    const { settings, version: postgres } = runs
    return [...pack({ postgres, settings, scale: history.scale() }, history.frames)]
  })
  await browser.close()
  const file = join(directory, `${name}.bin`)
  const compressed = gzipSync(Uint8Array.from(packed), { level: 9 })
  writeFileSync(file, compressed)
  console.log(`${file}: ${compressed.length} bytes`)
}

await Promise.all(names.map(record))
server.close()
