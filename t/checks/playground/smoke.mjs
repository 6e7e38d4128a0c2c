// Loads the built page once in Chromium, runs the story in which most rows are deleted, and looks at what it shows at
// its end: node t/checks/playground/smoke.mjs
import { launch } from '../../../playground/tools/browsers.mjs'
import { serve } from '../../../playground/tools/serve.mjs'
import { check, close, open, says, text } from './lib.mjs'
import { secondStory } from './stories.mjs'

const { server, address } = await serve()
const browser = await launch('chrome')
const page = await open(browser, `${address}?speed=0`)
await secondStory(page, 'Chromium')
const texts = await page.$$eval('#figure [data-figure]', (all) => all.map((one) => one.textContent))
check(texts.length === 6 && texts.every((one) => /\d/.test(one)), 'every figure is shown', texts.join(' | '))
await says(page, '.headline', /GB of WAL a day/)
check(/uuid_opaque_nextval\('…', /.test(await text(page, '#advice')), 'a label that everybody could read is left out')
const labels = await page.$$eval('#choose form [name]', (all) => all.map((one) => one.getAttribute('aria-label')))
check(labels.length === 7 && labels.every(Boolean), 'each field of the sentence has its own name', labels.join(', '))
await close(page, 'smoke')
await browser.close()
server.close()
