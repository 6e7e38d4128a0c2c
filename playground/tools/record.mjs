// Records all stories, which the page shows until PostgreSQL has started, and measures what the first one shown writes
// with fewer checkpoints: node tools/record.mjs
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { finish, launch, PATIENCE } from './browsers.mjs'
import { serve } from './serve.mjs'

const STORIES = [1, 2, 3, 4, 5]
/** The story whose WAL is compared, and rows between two checkpoints: the most is more than the story has. */
const [COMPARED, CHECKPOINTS] = [2, [1000, 6000, 100_000]]
const directory = join(import.meta.dirname, '../recorded')
mkdirSync(directory, { recursive: true })
const { server, address } = await serve()

/** Has PostgreSQL run a load to its end, in a browser of its own, so that none waits for another. */
async function run(load) {
  const browser = await launch('chrome')
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE)
  await page.goto(`${address}?${load}&speed=0`)
  await page.$eval('#live', (button) => button.click())
  await finish(page)
  const found = await page.evaluate(() => {
    const { runs, pack } = globalThis.playground
    const { history } = runs.at(0)
    const { settings, version: postgres } = runs
    /** Bytes of the whole run. */
    const wal = (kind) => history.walSoFar(settings.frames - 1, kind)
    return {
      packed: [...pack({ postgres, settings, scale: history.scale() }, history.frames)],
      written: { checkpoint: settings.checkpoint, random: wal('random'), v7: wal('v7'), wrapping: wal('wrapping') },
    }
  })
  await browser.close()
  return found
}

async function record(story) {
  const { packed, written } = await run(`story=${story}`)
  const file = join(directory, `${story}.bin`)
  const compressed = gzipSync(Uint8Array.from(packed), { level: 9 })
  writeFileSync(file, compressed)
  console.log(`${file}: ${compressed.length} bytes`)
  return written
}

const recorded = await Promise.all(STORIES.map(record))
const others = await Promise.all(
  CHECKPOINTS.map((checkpoint) => run(`story=${COMPARED}&checkpoint=${checkpoint}`).then(({ written }) => written)),
)
const compared = [recorded[STORIES.indexOf(COMPARED)], ...others]
writeFileSync(join(directory, 'checkpoints.json'), `${JSON.stringify(compared, undefined, 2)}\n`)
server.close()
