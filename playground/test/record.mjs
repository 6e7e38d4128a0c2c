// Records the second story, which the page shows until PostgreSQL has started: node test/record.mjs
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { finish, launch } from './browsers.mjs'
import { serve } from './serve.mjs'

const { server, address } = await serve()
const browser = await launch('chrome')
const page = await browser.newPage()
await page.goto(`${address}?story=2&speed=0`)
await finish(page)
const packed = await page.evaluate(() => {
  const { runs, pack } = globalThis.playground
  return [...pack({ postgres: runs.version, frames: runs.at(0).history.frames })]
})
const file = join(import.meta.dirname, '../recorded/frames.bin')
writeFileSync(file, gzipSync(Uint8Array.from(packed), { level: 9 }))
console.log(`${file}: ${packed.length} bytes`)
await browser.close()
server.close()
