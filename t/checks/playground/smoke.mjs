// Loads the built page once in Chromium, runs the story in which most rows are deleted, and looks at what it shows at
// its end: node t/checks/playground/smoke.mjs
import { finish, launch, PATIENCE } from '../../../playground/tools/browsers.mjs'
import { serve } from '../../../playground/tools/serve.mjs'
import { check, sumUp } from './tap.mjs'

const { server, address } = await serve()
const browser = await launch('chrome')
const page = await browser.newPage()
page.setDefaultTimeout(PATIENCE)
const said = []
page.on('console', (message) => said.push(message.text()))
page.on('pageerror', (error) => said.push(String(error)))
await page.goto(address)
await page.waitForFunction(() => /^Live: PostgreSQL 1/.test(document.querySelector('#status').textContent))

await page.select('#speed', '0')
await page.click('.stories button:nth-child(2)')
await finish(page)
const figures = await page.evaluate(() => {
  const { runs } = globalThis.playground
  const at = runs.settings.frames - 1
  const { history } = runs.at(at)
  return Object.fromEntries(['random', 'v7', 'wrapping'].map((kind) => [kind, history.figures(at, kind, 200)]))
})
check(figures.v7.density < figures.wrapping.density - 20, 'UUIDv7 leaves pages emptier than wrapping keys')
for (const kind of ['v7', 'wrapping'])
  check(figures.random.insertWal > 5 * figures[kind].insertWal, `random keys write more WAL than ${kind}`)
const texts = await page.$$eval('.strip dd[data-figure]', (all) => all.map((one) => one.textContent))
check(texts.length > 8 && texts.every((text) => /\d/.test(text)), 'every figure is shown', texts.join(' | '))
check(said.length === 0, 'nothing in the console', said.join(' | '))
await browser.close()
server.close()
sumUp()
