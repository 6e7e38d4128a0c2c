// One row, and SQL that visitors run.
import { check, close, open, press, says, text } from './lib.mjs'

export async function inserting(browser, address) {
  const page = await open(browser, address)
  await page.$$eval('details', (all) => all.forEach((one) => (one.open = true)))
  await rows(page)
  await running(page)
  await close(page, 'one row')
}

/** The same row goes into three tables, and each says which pages changed. */
async function rows(page) {
  await press(page, '#one-insert')
  // One after the other: each has to be waited for.
  for (const kind of ['random', 'v7', 'wrapping'])
    await says(page, `#one-${kind}`, /^[0-9a-f-]{36} changed 1 of \d+ pages/)
  await press(page, '#fifty')
  const changed = {}
  for (const kind of ['random', 'v7', 'wrapping']) {
    await says(page, `#one-${kind}`, /^50 rows changed/)
    changed[kind] = Number(/changed (\d+) of/.exec(await text(page, `#one-${kind}`))[1])
  }
  check(
    changed.random > 3 * changed.v7 && changed.random > 2 * changed.wrapping,
    '50 rows change many pages under random keys, and few under others',
    JSON.stringify(changed),
  )
}

/** A statement can be changed and run; an error is PostgreSQL's. */
async function running(page) {
  const run = (sql) =>
    page.$eval(
      '#advice-sql .statement',
      (box, changed) => {
        box.querySelector('textarea').value = changed
        box.querySelector('button').click()
      },
      sql,
    )
  await run('SELECT 6 * 7 AS answer')
  await says(page, '#advice-sql .statement', /answer42/)
  await run('SELECT nothing')
  await says(page, '#advice-sql .statement', /PostgreSQL says: column "nothing" does not exist/)
  check(true, 'visitors run SQL of their own')
}
