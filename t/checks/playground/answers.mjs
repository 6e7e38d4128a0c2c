// Compares what the page interpolates between recorded answers with what PostgreSQL says, at random loads:
// node t/checks/playground/answers.mjs [LOADS [SEED]]
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { postgres } from '../../../playground/tools/ask.mjs'
import { modules } from '../../../playground/tools/modules.mjs'
import { check, top } from './lib.mjs'

const [loads, seed] = [Number(process.argv[2] ?? 300), Number(process.argv[3] ?? 1)]
const MOST = 0.05
const DAY = 86_400

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function random(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value ^= value + Math.imul(value ^ (value >>> 7), 61 | value)
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}

const { load, end } = await modules()
const [{ costStatement, FIRST }, { prepare }, grid, { answerOf, costsOfGrid, costsOfRows }] = await Promise.all(
  ['question', 'prepare', 'grid', 'answer'].map(load),
)
const grids = JSON.parse(gunzipSync(readFileSync(join(top, 'recorded/answers.bin'))))
const recorded = { deleted: new grid.Recorded(grids.deleted), permanent: new grid.Recorded(grids.permanent) }
const { ask, end: stop } = await postgres(prepare)

const next = random(seed)
const between = (low, high) => low * (high / low) ** next()
const oneOf = (list) => list[Math.floor(next() * list.length)]
/** Half of the loads as people write them, half anywhere. */
const question = () => ({
  ...FIRST,
  today: oneOf(['random', 'v7', 'new']),
  rate: Number(between(0.01, 30_000).toPrecision(next() < 0.5 ? 1 : 6)),
  kept:
    next() < 0.2 ? '' : `${next() < 0.5 ? oneOf([1, 7, 14, 30, 60, 90, 180, 365, 730]) : between(1 / 24, 1000)} days`,
  left: next() < 0.5 ? oneOf([0, 0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5]) : next() / 2,
})

let [answered, worst] = [0, 0]
const bad = []
for (let made = 0; made < loads; made += 1) {
  const asked = question()
  const [name, ...point] = grid.placeOf(asked, Number.parseFloat(asked.kept) * DAY) ?? []
  const found = name && recorded[name].at([asked.rate, ...point])
  const costs = found && costsOfGrid(found, asked)
  if (!costs) continue
  answered += 1
  const exact = costsOfRows(await ask(costStatement(asked)))
  const [shown, right] = [costs, exact].map((one) => answerOf(one, asked, false))
  if (shown.bars.map(({ name: key }) => key).join() !== right.bars.map(({ name: key }) => key).join()) {
    bad.push(JSON.stringify([asked, 'kinds', shown.headline, right.headline]))
    continue
  }
  const offs = shown.bars
    .flatMap((bar, at) => [bar.wal / right.bars[at].wal, bar.index / right.bars[at].index])
    .concat(asked.kept && asked.today !== 'random' ? costs.reindexed / exact.reindexed : [])
    .map((ratio) => Math.abs(ratio - 1))
  worst = Math.max(worst, ...offs)
  if (Math.max(...offs) > MOST) bad.push(JSON.stringify([asked, Math.max(...offs)]))
}
await stop()
await end()
const report = `${answered} of ${loads} loads have a recorded answer, at most ${(100 * worst).toFixed(1)} % off`
console.log(`# ${report}`)
check(answered > loads / 4, 'recorded answers are there for many loads', report)
check(
  bad.length === 0,
  'and are within 5 % of what PostgreSQL says, and advise the same',
  `${bad.length}: ${bad.slice(0, 8).join('\n')}`,
)
