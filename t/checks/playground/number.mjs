// "My number": the sentence, its answers, rows that are pasted, and the picture to send.
import { writeFileSync } from 'node:fs'
import { modules } from '../../../playground/tools/modules.mjs'
import { between, check, close, fill, open, press, query, says, text } from './lib.mjs'

const form = (name) => `#choose form [name="${name}"], #more-about [name="${name}"]`

/** Waits for PostgreSQL's answer to what stands in the sentence. */
const exact = (page) =>
  page.waitForFunction(() => !document.querySelector('#answer.old') && !document.querySelector('#details').inert, {
    polling: 100,
  })

/** Fills in the sentence and returns what is advised. */
async function ask(page, answers) {
  for (const [name, value] of Object.entries(answers)) await fill(page, form(name), value)
  await exact(page)
  const sql = await page.$eval('#advice-sql textarea', (one) => one.value)
  return { answers, sql, rows: await query(page, sql), headline: await text(page, '.headline') }
}

export async function asking(browser, address) {
  const page = await open(browser, address)
  await says(page, '.headline', /GB of WAL a day/)
  await atOnce(page)
  await choosing(page)
  await refusing(page)
  await waiting(page)
  await pasting(page)
  await close(page, 'my number')
}

const BYTES = { kB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 }
const figures = (page) =>
  page
    .$$eval('.compare b', (all) => all.map((one) => one.textContent))
    .then((all) =>
      all.map((one) => {
        const [number, unit] = one.split(' ')
        return Number(number.replaceAll(',', '')) * BYTES[unit]
      }),
    )

/** Another number has its answer at once, without PostgreSQL, which starts with the first click and confirms it. */
async function atOnce(page) {
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => /answers/.test(name)))
  for (const [name, value] of Object.entries({ today: 'v7', rate: '1,234', kept: '77' }))
    await fill(page, form(name), value)
  await says(page, '.basis', /recorded answers .* within 5 %/)
  check((await page.$$('#answer.old')).length === 0, 'an answer between recorded ones is there at once')
  check(!page.asked.some((url) => /pglite|worker/.test(url)), 'and PostgreSQL is not loaded for it')
  const recorded = { of: await figures(page), said: await text(page, '.headline') }
  await page.focus('#choose form [name="rate"]')
  await exact(page)
  check(/, by uuid_advise\(\)/.test(await text(page, '.basis')), 'the first click has PostgreSQL answer')
  const found = await figures(page)
  check(recorded.of.length === found.length && found.length === 4, 'about the same keys', recorded.said)
  // Both are rounded to two digits.
  for (const [place, bytes] of found.entries()) between(recorded.of[place] / bytes, 0.9, 1.1, `figure ${place + 1}`)
}

async function choosing(page) {
  const questions = [
    // At five rates, and with the interval of checkpoints set to what it is.  From PostgreSQL 18 on, autovacuum comes
    // earlier to the largest tables, so that servers would differ.
    ...['21', '20', '2'].map((rate) => ({ today: 'random', rate, kept: '30' })),
    ...['500', '5k'].map((rate) => ({ rate, dead: '20' })),
    { rate: '20', dead: '', checkpoint: '5' },
    { checkpoint: '', rate: '3', per: '60', kept: '7', memory: '8 GB', dead: '20' },
    { today: 'new', rate: '500', per: '1', kept: '90', left: '0' },
    { unit: 'good' },
    { today: 'random' },
    { today: 'v7', unit: 'day', rate: '100', kept: '15', left: '5', checkpoint: '1' },
    { today: 'random', keys: 'public' },
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
  const { answerOf, costsOfRows } = await load('answer')
  await end()
  // The second is what was answered when the page was built.
  let today = 'v7'
  for (const { answers, rows, headline } of asked) {
    today = answers.today ?? today
    const isPublic = answers.keys === 'public'
    const expected = answerOf(costsOfRows(rows), { today, isPublic }, false).headline.join(', ')
    check(headline === `${expected}.`, "the headline is uuid_advise()'s", headline)
  }
  const sent = (await drawn(page)).find((line) => /opaque_nextval/.test(line))
  check(/^uuid_opaque_nextval\('…', /.test(sent), 'no label is on the picture to send', sent)
  const ofPublic = asked.at(-1).rows.map(({ key }) => key)
  check(ofPublic.toSorted().join() === 'opaque by time,random', 'public keys show no time', ofPublic.join(', '))
  await ask(page, { keys: 'private', rate: '20', kept: '30', checkpoint: '', memory: '', dead: '' })
}

/** What is written on the picture to send. */
const drawn = (page) =>
  page.$eval('#picture', (button) => {
    const said = []
    const { prototype } = CanvasRenderingContext2D
    const { fillText } = prototype
    prototype.fillText = (line) => void said.push(line)
    HTMLAnchorElement.prototype.click = () => {}
    button.click()
    prototype.fillText = fillText
    return said
  })

const sent = (page) =>
  page.evaluate(() => ({
    isOld: Boolean(document.querySelector('#answer.old')),
    inert: document.querySelector('#send').inert,
  }))

/** Values that are none: they are named, and the answer before stays, but is not to be sent. */
async function refusing(page) {
  const before = await text(page, '.headline')
  for (const [value, problem] of [
    ['0', /^Rows: 0\.0001 or more/],
    ['', /^Rows: write a number/],
    ['Infinity', /^Rows: write a number/],
    ['10,000,000', /^Rows: 10,000,000 per second is more than any table takes/],
  ]) {
    await fill(page, form('rate'), value)
    await says(page, '#choose .problem', problem)
    const { isOld, inert } = await sent(page)
    check(
      isOld && inert && (await text(page, '.headline')) === before,
      `the rate "${value}" is refused, and the answer before stays, dimmed`,
    )
  }
  await fill(page, form('rate'), '20')
  await exact(page)
  await fill(page, form('memory'), 'much')
  await says(page, '#choose .problem', /^Memory for this index: write a size/)
  await fill(page, form('memory'), '')
  await exact(page)
}

/** While an answer is computed, there is nothing to send: no old answer under a new load. */
async function waiting(page) {
  const while_ = await page.evaluate(async () => {
    const made = []
    HTMLAnchorElement.prototype.click = function click() {
      made.push(this.download)
    }
    URL.createObjectURL = () => 'blob:none'
    const field = document.querySelector('#choose form [name="keys"]')
    field.value = 'public'
    field.dispatchEvent(new Event('input', { bubbles: true }))
    const state = [Boolean(document.querySelector('#answer.old')), document.querySelector('#send').inert]
    for (const button of ['#picture', '#link']) document.querySelector(button).click()
    await new Promise((done) => setTimeout(done, 200))
    return [...state, made.length, document.querySelector('#link').textContent]
  })
  check(
    while_.join() === 'true,true,0,Copy a link',
    'while it is computed, the answer before is dimmed, and neither saved nor copied',
    while_.join(),
  )
  await exact(page)
  check(!(await sent(page)).inert, 'and then it can be sent')
  await fill(page, form('keys'), 'private')
  await exact(page)
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
  check((await page.$$('.headline')).length === 1 && (await page.$eval('#details', (one) => one.inert)), 'once')
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
