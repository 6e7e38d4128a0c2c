// Checks the built page in real browsers, by what it measures: node t/checks/playground/check.mjs FILE [PART...]
//
// Writes questions to uuid_advise and its answers in the page to FILE, for t/checks/playground to ask a server.
import { launch } from '../../../playground/tools/browsers.mjs'
import { serve } from '../../../playground/tools/serve.mjs'
import { failing, sharing } from './address.mjs'
import { close, open } from './lib.mjs'
import { asking } from './number.mjs'
import { looking, moving, opening, plain, scriptless, thumbs, zooming } from './opening.mjs'
import { pointing } from './pages.mjs'
import { inserting } from './rows.mjs'
import { secondStory, watching } from './stories.mjs'

async function inFirefox(browser, address) {
  const page = await open(browser, `${address}?speed=0`)
  await secondStory(page, 'Firefox')
  await close(page, 'Firefox')
}

const PARTS = {
  opening,
  plain,
  scriptless,
  thumbs,
  watching,
  pointing,
  asking,
  inserting,
  sharing,
  moving,
  failing,
  looking,
  zooming,
  inFirefox,
}
const [, , , ...chosen] = process.argv
for (const name of chosen) if (!(name in PARTS)) throw new Error(`no part is named ${name}`)
const { server, address } = await serve()
for (const [name, part] of Object.entries(PARTS)) {
  if (chosen.length && !chosen.includes(name)) continue
  const browser = await launch(part === inFirefox ? 'firefox' : 'chrome')
  await part(browser, address)
  await browser.close()
}
server.close()
