// One row, what a key reveals, and SQL that visitors run.
import { check, close, fill, open, press, query, says, text } from './lib.mjs'

export async function revealed(browser, address) {
  const page = await open(browser, address)
  await page.$$eval('details', (all) => all.forEach((one) => (one.open = true)))
  await inserting(page)
  await revealing(page)
  await running(page)
  await close(page, 'keys')
}

/** The same row goes into three tables, and each says which pages changed. */
async function inserting(page) {
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

/** Statements can be changed and run; an error is PostgreSQL's. */
async function running(page) {
  const run = async (sql) => {
    await page.$eval(
      '#one-sql .statement',
      (box, changed) => {
        box.querySelector('textarea').value = changed
        box.querySelector('button').click()
      },
      sql,
    )
  }
  await run('SELECT 6 * 7 AS answer')
  await says(page, '#one-sql .statement', /answer42/)
  await run('SELECT nothing')
  await says(page, '#one-sql .statement', /PostgreSQL says: column "nothing" does not exist/)
  check(true, 'visitors run SQL of their own')
}

async function revealing(page) {
  const reveal = async (answers, awaited) => {
    for (const [name, value] of Object.entries(answers)) await fill(page, `#reveal form [name="${name}"]`, value)
    await page.waitForFunction(
      (part) => document.querySelector('#knows').textContent.includes(part),
      { polling: 200 },
      awaited,
    )
    return page.evaluate(() => ({
      bits: document.querySelectorAll('#bits .digit i').length,
      telling: document.querySelectorAll('#bits .digit i.key').length,
      sample: [...document.querySelectorAll('#sample li')].map((one) => one.textContent),
    }))
  }
  const [keys] = await query(
    page,
    `SELECT uuid_v7_at('2026-01-02 03:04:05.678+00')::text AS v7,
    date_trunc('hour', now() - interval '3 days')::text AS at,
    uuid_interval_at(date_trunc('hour', now() - interval '3 days'), '5 min', '132 days')::text AS wrapping`,
  )
  const interval = await reveal(
    { default: 'interval', interval: '5 min', cycle: '132 days', key: keys.wrapping },
    `created from ${keys.at}`,
  )
  check(interval.bits === 128 && interval.telling === 16, 'a wrapping key: 16 of 128 bits, and its window', keys.at)
  const v7 = await reveal({ default: 'v7', key: keys.v7 }, '2026-01-02 03:04:05.678')
  check(
    v7.telling === 60 && v7.sample.length === 5 && v7.sample.every((one) => /^.{14}7/.test(one)),
    'UUIDv7: 60 bits, and its time',
  )
  await reveal({ default: 'time', key: keys.v7 }, 'version 7: it does not come from this default')
  const knows = () => text(page, '#knows')
  check(
    /2026-01-02 03:04:05.678.*to the millisecond/.test(await knows()),
    'a pasted UUIDv7 shows its time under any default',
  )
  await reveal({ default: 'random', key: 'c232ab00-9414-11ec-b3c8-9f6bdeced846' }, '2022-02-22 19:22:22')
  check(/network address/.test(await knows()), 'and UUIDv1 its time and node')
  await reveal({ default: 'v7', key: keys.wrapping }, 'version 4: it does not come from this default')
  check(!/millisecond/.test(await knows()), 'what has another version than the default shows nothing of it')
  // Only of keys that were generated here is it known what generated them.
  const pasted = 'f47ac10b-58cc-4372-a567-0e02b2c3d479'
  for (const [origin, awaited] of [
    ['time', 'Interval 62,'],
    ['interval', 'Interval 31,'],
    ['sequence', 'Block 62,'],
    ['opaque', 'share a prefix'],
  ]) {
    await reveal({ default: origin, interval: '5 min', cycle: '113 days', key: pasted }, awaited)
    check(
      /random key looks the same.* true if its table's default is .*If so, an outsider knows/s.test(await knows()),
      `${origin}: what a random key would reveal is said as an if`,
      await knows(),
    )
  }
  await reveal({ default: 'interval', cycle: '60 days', key: pasted }, 'none of this cycle')
  check(!/If so|Created|created/.test(await knows()), 'a prefix that no interval has is no if', await knows())
  await reveal({ default: 'random', key: pasted }, 'neither when')
  check(/wrapping or opaque key looks the same/.test(await knows()), 'and so is that it reveals nothing', await knows())
  // Without the key first: of that, this default says 'Interval', too.
  const time = await reveal({ key: '', default: 'time' }, 'Interval ')
  check(!/If so/.test(await knows()), 'of a key that was generated here, it is known', await knows())
  check(
    time.sample.length === 5 && new Set(time.sample.map((one) => one.slice(0, 4))).size <= 2,
    'a sample shares its prefix',
    time.sample[0],
  )
  await reveal({ default: 'interval', interval: '1 day, 2:00:00', cycle: '26 days' }, ' of 24')
  check((await page.$('#key-problem[hidden]')) !== null, 'an interval may have a comma')
  await fill(page, '#reveal form [name="key"]', 'no key')
  await page.waitForFunction(() => /is no UUID/.test(document.querySelector('#key-problem').textContent))
  check(
    (await page.$$('#bits .digit, #knows p, #sample li')).length === 0,
    'what is no key is refused, and shows nothing',
  )
  await fill(page, '#reveal form [name="key"]', '')
  await fill(page, '#reveal form [name="cycle"]', '7 min')
  await says(page, '#key-problem', /Interval and cycle are lengths of time/)
}
