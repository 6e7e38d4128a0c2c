// Starts Debian's Chromium or Firefox, without a profile of anybody's.
import { existsSync } from 'node:fs'
import puppeteer from 'puppeteer-core'

const programs = {
  chrome: ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser'],
  firefox: ['/usr/bin/firefox-esr', '/usr/bin/firefox'],
}
const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Milliseconds to wait for anything: a machine may be slow, and busy with other things. */
export const PATIENCE = 1_800_000

export function launch(browser) {
  const executablePath = programs[browser].find(existsSync)
  if (!executablePath) throw new Error(`there is no ${programs[browser].join(' and no ')}`)
  return puppeteer.launch({
    browser,
    executablePath,
    headless: true,
    args: browser === 'chrome' ? quiet : [],
    protocolTimeout: PATIENCE,
  })
}

/** Waits until the page has made all frames of its run, and shows the last. */
export async function finish(page) {
  await page.waitForFunction(
    () => {
      const { runs, player } = globalThis.playground
      return (
        !document.querySelector('#problem').hidden ||
        (runs.isLive && runs.made === runs.settings.frames && player.hasEnded)
      )
    },
    { timeout: PATIENCE, polling: 200 },
  )
  const problem = await page.$eval('#problem', (element) => (element.hidden ? '' : element.textContent))
  if (problem) throw new Error(problem)
}
