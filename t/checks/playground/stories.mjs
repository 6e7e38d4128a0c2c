// Stories in a real PostgreSQL: what they end with, and what the page says of it.
import { finish } from '../../../playground/tools/browsers.mjs'
import { between, check, close, figures, open, press, query, says, text } from './lib.mjs'

/** Of a page at "speed=0". */
async function runStory(page, story) {
  await press(page, '#live')
  await finish(page)
  const frames = await page.evaluate(() => globalThis.playground.runs.settings.frames)
  const end = await figures(page, frames - 1)
  console.log(
    `# story ${story}: ${Object.entries(end)
      .map(
        ([kind, f]) =>
          `${kind} ${f.leaves} pages, ${f.density.toFixed(1)} %, ${f.wal.toFixed(0)} bytes,` +
          ` of which INSERT ${f.insertWal.toFixed(0)}`,
      )
      .join('; ')}`,
  )
  const said = await text(page, '#caption')
  check(/little WAL|No key/.test(said), `story ${story} runs to its end, and says what it has shown`, said)
  check(/, live$/.test(await text(page, '#badge')), 'and that it was live', await text(page, '#badge'))
  return { frames, end }
}

/** The second story, whose end README shows. */
export async function secondStory(page, what) {
  const { frames, end } = await runStory(page, 2)
  between(end.v7.density, 0, 25, `${what}: UUIDv7, density`)
  between(end.random.density, 55, 70, `${what}: random keys, density`)
  // Half a cycle holds little more than rows that stay.
  between(end.wrapping.density, 30, 50, `${what}: wrapping keys, density`)
  const deleting = await figures(page, frames - 1, 200)
  const most = await page.evaluate(() => {
    const { runs } = globalThis.playground
    const last = runs.settings.frames - 1
    return [runs.at(0).history.mostPages(last), runs.scale(last).pages]
  })
  check(most[0] <= most[1], `${what}: the scale of the figures holds for the whole run`, most.join(' of '))
  for (const kind of ['v7', 'wrapping'])
    between(
      deleting.random.insertWal / deleting[kind].insertWal,
      5,
      100,
      `${what}: WAL of random keys, as a multiple of ${kind}`,
    )
  return end
}

/** What the page says of the pages of an index is what its PostgreSQL finds in them, at the end of a run. */
async function pageBy(page, kind) {
  const [table, perFrame] = await page.evaluate(
    (of) => [
      { random: 'random_keys', v7: 'uuidv7_keys', wrapping: 'wrapping_keys' }[of],
      (100 * 86400) / globalThis.playground.runs.settings.rows,
    ],
    kind,
  )
  const found = await query(
    page,
    `SELECT s.blkno AS block, s.btpo_next AS next, count(*) AS keys, left(min(replace(i.data, ' ', '')), 8) AS first,
      count(r.id) AS rows,
      floor(extract(epoch FROM min(r.created_at) - '2026-01-01 00:00:00+00') / ${perFrame} + 1e-6) + 1 AS oldest,
      floor(extract(epoch FROM max(r.created_at) - '2026-01-01 00:00:00+00') / ${perFrame} + 1e-6) + 1 AS newest
 FROM bt_multi_page_stats('${table}_pkey', 1, -1) AS s, bt_page_items('${table}_pkey', s.blkno::int) AS i
 LEFT JOIN ${table} AS r ON r.ctid = i.htid
WHERE s.type = 'l' AND i.itemoffset > (s.btpo_next <> 0)::int
GROUP BY 1, 2`,
  )
  const shown = await page.evaluate((of) => {
    const { runs } = globalThis.playground
    const last = runs.settings.frames - 1
    const { leaves } = runs.at(last).history.frames[last].tables[of]
    return Object.fromEntries(Object.entries(leaves).map(([name, values]) => [name, [...values]]))
  }, kind)
  // By their first keys: an empty page has none.
  const places = new Map(shown.first.map((first, place) => [first, place]))
  const isSame = found.map((one) => {
    const place = places.get(Number.parseInt(one.first, 16))
    const [oldest, newest] = [shown.oldest[place], shown.newest[place]]
    const hasAll = Number(one.rows) === Number(one.keys)
    return (
      shown.keys[place] === Number(one.keys) &&
      // Rows that have been deleted are in the index until VACUUM, but not in the table.
      (Number(one.rows) === 0 || (oldest <= one.oldest && newest >= one.newest)) &&
      (!hasAll || (oldest === Number(one.oldest) && newest === Number(one.newest)))
    )
  })
  check(
    found.length > 20 && isSame.every(Boolean) && found.length === shown.keys.filter((keys) => keys > 0).length,
    `${kind}: pages have the keys and rows that are shown of them`,
    `${isSame.filter(Boolean).length} of ${found.length}`,
  )
}

/** Opens a story, and has PostgreSQL run it. */
async function story(browser, address, number) {
  const page = await open(browser, `${address}?speed=0&story=${number}`)
  const ran = await runStory(page, number)
  return { page, ...ran }
}

export async function watching(browser, address) {
  const page = await open(browser, `${address}?speed=0`)
  await secondStory(page, 'Chromium')
  for (const kind of ['random', 'v7', 'wrapping']) await pageBy(page, kind)
  await theSlider(page)
  await close(page, 'story 2')
  const first = await story(browser, address, 1)
  between(first.end.v7.density, 85, 95, 'rows stay: UUIDv7, density')
  between(
    first.end.random.insertWal / first.end.wrapping.insertWal,
    5,
    100,
    'rows stay: WAL of random keys, as a multiple of wrapping',
  )
  await close(first.page, 'story 1')
  const third = await story(browser, address, 3)
  check(third.end.v7.leaves > third.end.wrapping.leaves, 'after the switch, UUIDv7 has more pages than wrapping keys')
  await close(third.page, 'story 3')
}

async function theSlider(page) {
  const end = await text(page, '.lane.v7 [data-figure="index"]')
  await page.$eval('#place', (slider) => {
    slider.value = '150'
    slider.dispatchEvent(new Event('input'))
  })
  await says(page, '#rows', /^15,100 of 60,000 rows$/)
  const then = await text(page, '.lane.v7 [data-figure="index"]')
  check(Number.parseFloat(then) > 0 && then !== end, 'the slider shows the past', `${then}, then ${end}`)
}
