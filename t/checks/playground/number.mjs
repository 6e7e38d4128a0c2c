// "My number": the sentence, rows that are pasted, the picture to send, and the trial.
import { writeFileSync } from 'node:fs'
import { modules } from '../../../playground/tools/modules.mjs'
import { between, check, close, fill, open, press, query, says, text } from './lib.mjs'

const form = (name) => `#choose form [name="${name}"], #more-about [name="${name}"]`

/** Fills in the sentence and returns what is advised. */
async function ask(page, answers) {
  for (const [name, value] of Object.entries(answers)) await fill(page, form(name), value)
  await page.waitForFunction(
    () =>
      !document.querySelector('#answer.old') &&
      document.querySelector('#advice-sql textarea') &&
      !document.querySelector('#choose .waiting').textContent,
    { polling: 200 },
  )
  const sql = await page.$eval('#advice-sql textarea', (one) => one.value)
  return { sql, rows: await query(page, sql), headline: await text(page, '.headline') }
}

export async function asking(browser, address) {
  const page = await open(browser, address)
  await says(page, '.headline', /GB of WAL a day/)
  await choosing(page)
  await refusing(page)
  await pasting(page)
  await trying(page)
  await close(page, 'my number')
}

async function choosing(page) {
  const questions = [
    { rate: '21' },
    { rate: '20' },
    // From PostgreSQL 18 on, autovacuum comes earlier to the largest tables, so that servers would differ.
    { rate: '3', per: '60', kept: '7', memory: '8 GB', dead: '20' },
    { rate: '500', per: '1', kept: '90', left: '0' },
    { unit: 'good' },
    { before: 'true' },
    { before: 'false', unit: 'day', rate: '100', kept: '15', left: '5', checkpoint: '1' },
    { keys: 'public' },
  ]
  const asked = []
  for (const one of questions) asked.push(await ask(page, one))
  writeFileSync(
    process.argv[2],
    asked
      .map(({ sql, rows }) => {
        // The server may be older than its uuidv7(), and labels are random.
        const keys = rows.map((row) =>
          row.key === 'UUIDv7' ? row.key : row.call.replace(/(opaque_nextval\()'[^']*'/, '$1label'),
        )
        return `${keys.join(' | ')}\t${sql.replace(/\s+/g, ' ')}\n`
      })
      .join(''),
  )
  check(
    new Set(asked.map(({ rows }) => rows[0].call)).size >= 4,
    'advice differs from table to table',
    asked.map(({ rows }) => rows[0].call).join('; '),
  )
  const { load, end } = await modules()
  const { answerOf } = await load('answer')
  await end()
  // The second is what was answered when the page was built.
  for (const { rows, headline } of asked)
    check(headline === `${answerOf(rows).headline.join(', ')}.`, "the headline is uuid_advise()'s", headline)
  const ofPublic = asked.at(-1).rows.map(({ key }) => key)
  check(ofPublic.toSorted().join() === 'opaque by time,random', 'public keys show no time', ofPublic.join(', '))
  await ask(page, { keys: 'private', rate: '20', kept: '30', checkpoint: '' })
}

/** Values that are none: they are named, and what they would change is not shown. */
async function refusing(page) {
  for (const value of ['0', '', 'Infinity', '1e9']) {
    await fill(page, form('rate'), value)
    await says(page, '#choose .problem', /^Rows: /)
    check((await page.$$('.headline')).length === 0, `the rate "${value}" is refused, and nothing advised`)
  }
  await fill(page, form('rate'), '20')
  await says(page, '.headline', /GB/)
  await fill(page, form('memory'), 'much')
  await says(page, '#choose .problem', /^Memory for this index: write a size/)
  await fill(page, form('memory'), '')
  await says(page, '.headline', /GB/)
}

const CALL = "uuid_interval_nextval('5 min', '60 days')"
const report = (...rows) =>
  ' table_name | verdict | rows_per_second | wal_now | wal_advised | advised\n' +
  '------------+---------+-----------------+---------+-------------+---------\n' +
  rows.map((row) => ` ${row} | switch  |            18.6 |    4555 |         558 | ${CALL}\n`).join('')

/** A row of the report fills in the sentence, and is the one answer until somebody changes a number. */
async function pasting(page) {
  await page.$eval('#paste', (one) => (one.open = true))
  await fill(page, '#report', report('events    ', 'users     '))
  await says(page, '#rows-found', /Which of them\? eventsusers/)
  await press(page, '#rows-found button:nth-child(1)')
  await says(page, '.headline', /events/)
  const said = await text(page, '.headline')
  const expected = 'events: 7.3 GB → 897 MB of WAL a day, today, and with the advised key.'
  check(said === expected, 'a pasted row says what it costs', said)
  check((await page.$eval(form('rate'), (one) => one.value)) === '18.6', 'and fills in the sentence')
  check((await page.$$('.headline')).length === 1 && (await page.$eval('#details', (one) => one.hidden)), 'once')
  check(/a\.rate=18\.6/.test(page.url()) && !/now|8\.5|4555/.test(page.url()), 'a link carries no result', page.url())
  const picture = await page.$eval('#picture', (button) => {
    HTMLAnchorElement.prototype.click = () => {}
    return new Promise((done) => {
      URL.createObjectURL = (blob) => {
        createImageBitmap(blob).then(({ width, height }) => done(`${blob.type} ${width} x ${height}`))
        return 'blob:none'
      }
      button.click()
    })
  })
  check(picture === 'image/png 1200 x 630', 'and there is a picture to send', picture)
  await fill(page, form('kept'), '31')
  await says(page, '#return', /Show the report's row of events/)
  await says(page, '.basis', /uuid_advise/)
  await press(page, '#return button')
  await says(page, '.headline', /^events: /)
  check(true, 'what was pasted is there after a change')
  await fill(page, '#report', 'no row')
  await says(page, '#report-problem', /This is no row of the report/)
  await fill(page, '#report', '')
  await fill(page, form('rate'), '20')
  await fill(page, form('kept'), '30')
  await says(page, '.basis', /uuid_advise/)
}

async function trying(page) {
  await page.$eval('#try', (button) => button.click())
  await page.waitForFunction(
    () => document.querySelector('#trial table') || !document.querySelector('#trial-problem').hidden,
    { polling: 500 },
  )
  const trial = await page.$$eval('#trial tbody tr', (all) =>
    all.map((row) =>
      ['forecast', 'measured', 'others'].map((name) =>
        Number(row.querySelector(`[data-figure="${name}"]`).textContent.replaceAll(',', '')),
      ),
    ),
  )
  check(trial.length === 3, 'the load in small is measured')
  const said = await text(page, '#trying')
  check(/forecast to write .* and wrote/.test(said), 'with a verdict', said)
  check(
    trial.every(([, , others]) => others > 0) && said.includes(trial.map(([, , others]) => others).join(', ')),
    'and says how much nobody has forecast',
    said,
  )
  for (const [place, [forecast, measured, others]] of trial.entries())
    between(
      forecast / (measured - others),
      0.85,
      1.15,
      `forecast of ${forecast} by what was measured besides, ${measured} - ${others}, for key ${place + 1}`,
    )
}
