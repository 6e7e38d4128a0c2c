// What the checks of the page share.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { PATIENCE } from '../../../playground/tools/browsers.mjs'

export const top = join(import.meta.dirname, '../../../playground')

/** One check of many, each of which is reported. A promise that nobody has awaited is not right. */
export const check = (isRight, what, found = '') =>
  void test(what, () => assert.equal(isRight, true, `found: ${found}`))

export const between = (value, lowest, highest, what) =>
  check(value >= lowest && value <= highest, `${what} is ${lowest} to ${highest}`, Number(value.toPrecision(3)))

/** A page that records what it says and asks for. */
export async function open(browser, address, before = async () => {}) {
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE)
  page.said = []
  page.asked = []
  page.on('console', (message) => page.said.push(message.text()))
  page.on('pageerror', (error) => page.said.push(String(error)))
  page.on('request', (request) => page.asked.push(request.url()))
  await page.setViewport({ width: 1280, height: 900 })
  await before(page)
  await page.goto(address)
  return page
}

export async function close(page, what) {
  check(page.said.length === 0, `${what}: nothing in the console`, page.said.join(' | ').slice(0, 300))
  const elsewhere = page.asked.filter((url) => !/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(url))
  check(page.asked.length > 3 && elsewhere.length === 0, `${what}: no request leaves 127.0.0.1`, elsewhere.join(' '))
  await page.close()
}

export async function axe(page, what) {
  await page.evaluate(readFileSync(join(top, 'node_modules/axe-core/axe.min.js'), 'utf8'))
  const found = await page.evaluate(() => globalThis.axe.run())
  check(
    found.violations.length === 0 && found.passes.length > 15,
    `${what}: axe finds nothing`,
    found.violations
      .map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(' ')).slice(0, 3)}`)
      .join('; '),
  )
}

/** Figures of each kind of key at a frame, as the page shows them, or of all frames since another one. */
export const figures = (page, place, since) =>
  page.evaluate(
    (at, from) => {
      const { history } = globalThis.playground.runs.at(at)
      return Object.fromEntries(
        ['random', 'v7', 'wrapping'].map((kind) => [
          kind,
          from === undefined ? history.all(kind)[at] : history.figures(at, kind, from),
        ]),
      )
    },
    place,
    since,
  )

/** Changes a field as a person does. */
export const fill = (page, selector, value) =>
  page.$eval(
    selector,
    (input, text) => {
      if (input.type === 'checkbox') input.checked = text === 'true'
      else input.value = text
      input.dispatchEvent(new Event(input.id === 'report' ? 'input' : 'change', { bubbles: true }))
    },
    value,
  )

/** Presses a button wherever it is: what arrives above it moves it, and a click at its place would miss it. */
export const press = (page, selector) => page.$eval(selector, (button) => button.click())

export const query = (page, sql) => page.evaluate((text) => globalThis.playground.runs.query(text), sql)

/** Whether no figure is shown for any kind of key. */
export const isBlank = (page) =>
  page.$$eval('#figure [data-figure]', (all) => all.length === 6 && all.every((one) => one.textContent === '–'))

export const text = (page, selector) => page.$eval(selector, (one) => one.textContent)

/** Waits until a text is shown: one that is hidden may be left over from before. */
export const says = (page, selector, pattern) =>
  page.waitForFunction(
    (where, source) => {
      const one = document.querySelector(where)
      return one && !one.closest('[hidden]') && new RegExp(source, 's').test(one.textContent)
    },
    { polling: 200 },
    selector,
    pattern.source,
  )
