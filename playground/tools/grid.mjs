// Records answers of uuid_advise() to many loads, from which the page interpolates: node tools/grid.mjs
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { postgres } from './ask.mjs'
import { modules } from './modules.mjs'

const [HOUR, DAY] = [3600, 86_400]
const KEPT = [
  ...[1 * HOUR, 6 * HOUR],
  ...[1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 75, 90, 120, 150, 180, 230, 270, 365, 450, 560, 730, 900, 1095].map(
    (days) => days * DAY,
  ),
]
const LEFT = [
  ...[0, 0.0025, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.03, 0.04, 0.05, 0.06, 0.08, 0.1, 0.12, 0.15, 0.2, 0.25, 0.3, 0.4],
  0.5,
]
/** An interval of 5 minutes has up to 50,000 rows, and so on: at these rates another one is advised. */
const JUMPS = [300, 120, 60, 30, 10, 5, 2].map((seconds) => 50_000 / seconds)
const RATES = [
  ...Array.from({ length: 27 }, (_, at) => Number((10 ** (at / 4 - 2)).toPrecision(6))),
  ...JUMPS.flatMap((rate) => [rate * 0.9999, rate * 1.0001]),
].sort((a, b) => a - b)
/** How far the middle of two answers may be from the one between them, so that interpolation is right within 5 %. */
const CURVED = 0.03

const { load, end } = await modules()
const [{ costStatement, FIRST }, { prepare }, { ALL_FIGURES, STEP }] = await Promise.all(
  ['question', 'prepare', 'grid'].map(load),
)
const { ask, end: stop } = await postgres(prepare)

/** The figures of a load, and the default behind "wrapping". */
async function answer(question) {
  const rows = await ask(costStatement({ ...FIRST, ...question }))
  const row = (...keys) => rows.find(({ key }) => keys.includes(key))
  const ways = { random: row('random'), v7: row('UUIDv7'), wrapping: row('plain default', 'wrapping by time') }
  const figures = Object.fromEntries(
    Object.entries(ways).flatMap(([kind, { wal_per_row: wal, index_bytes: index }]) => [
      [`${kind} wal`, Number(wal)],
      [`${kind} index`, Number(index) / question.rate],
    ]),
  )
  figures['v7 reindexed'] = Number(ways.v7.reindexed_bytes ?? ways.v7.index_bytes) / question.rate
  const { key, call } = ways.wrapping
  return { figures, way: key === 'plain default' ? key : /'([^']*)'/.exec(call)[1] }
}

/** All answers of a grid, "question" makes the question of a point. */
async function record(axes, question) {
  const answers = []
  for (const second of axes[1])
    for (const third of axes[2]) for (const rate of axes[0]) answers.push(await answer(question(rate, second, third)))
  const ways = [...new Set(answers.map(({ way }) => way))]
  const steps = {}
  for (const name of ALL_FIGURES) {
    const rounded = answers.map(({ figures }) => Math.round(Math.log(figures[name]) / STEP))
    steps[name] = rounded.map((value, at) => value - (rounded[at - 1] ?? 0))
  }
  const strides = [1, axes[0].length * axes[2].length, axes[0].length]
  const smooth = strides.map((stride, axis) => smoothOf(answers, axes[axis], stride, axis === 2))
  return { axes, steps, ways, way: answers.map(({ way }) => ways.indexOf(way)), smooth }
}

/** Where one may interpolate to the next answer: neither of the two is off the line through its neighbours. */
function smoothOf(answers, axis, stride, isShare) {
  const scale = isShare ? (x) => x : Math.log
  const bends = answers.map(({ figures, way }, at) => {
    const place = Math.floor(at / stride) % axis.length
    if (place === 0 || place === axis.length - 1) return 0
    const [before, after] = [answers[at - stride], answers[at + stride]]
    if (before.way !== way || after.way !== way) return 0
    const [low, here, high] = [-1, 0, 1].map((by) => scale(axis[place + by]))
    const part = (here - low) / (high - low)
    return Math.max(
      ...ALL_FIGURES.map((name) =>
        Math.abs(
          (1 - part) * Math.log(before.figures[name]) + part * Math.log(after.figures[name]) - Math.log(figures[name]),
        ),
      ),
    )
  })
  return answers
    .map(({ way }, at) => {
      const isLast = Math.floor(at / stride) % axis.length === axis.length - 1
      return Number(!isLast && answers[at + stride].way === way && Math.max(bends[at], bends[at + stride]) < CURVED)
    })
    .join('')
}

const grids = {
  deleted: await record([RATES, KEPT, LEFT], (rate, kept, left) => ({ rate, kept: `${kept} s`, left })),
  permanent: await record([RATES, [0, 1], [0]], (rate, hasRandom) => ({
    ...{ rate, kept: '', left: 0, today: hasRandom ? 'random' : 'new' },
  })),
}
await stop()
await end()
const directory = join(import.meta.dirname, '../recorded')
mkdirSync(directory, { recursive: true })
const packed = gzipSync(JSON.stringify(grids), { level: 9 })
writeFileSync(join(directory, 'answers.bin'), packed)
const { smooth, way } = grids.deleted
console.log(
  `${way.length} answers, ${packed.length} bytes;`,
  smooth.map((one) => `${Math.round((100 * one.replaceAll('0', '').length) / one.length)} %`).join(', '),
  'smooth to the next one by rate, time and share',
)
