// PostgreSQL in a worker: runs a load as far as the page wants it, and answers queries in between.
import type { PGlite } from '@electric-sql/pglite'
import { Load } from './load'
import type { Answer, Request } from './messages'
import { start } from './postgres'

const send = (answer: Answer): void => postMessage(answer)
const message = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** One thing after another: what a query writes must not count as WAL of a frame. */
let turn: Promise<unknown> = Promise.resolve()
function alone<T>(doing: () => Promise<T>): Promise<T> {
  const done = turn.then(doing)
  turn = done.catch(() => {})
  return done
}

let run = 0
let wanted = 0
let wake = (): void => {}

async function frames(db: PGlite, request: Extract<Request, { type: 'run' }>): Promise<void> {
  const load = new Load(db, request.settings)
  await alone(() => load.begin())
  for (let made = 0; made < request.settings.frames && run === request.run; made += 1) {
    if (made >= wanted) await new Promise<void>((resolve) => (wake = resolve))
    if (run !== request.run) return
    const frame = await alone(() => load.step())
    if (run === request.run) send({ type: 'frame', run, frame })
    // Lets messages in.
    await new Promise((resolve) => setTimeout(resolve))
  }
}

let working: Promise<void> = Promise.resolve()
const started = start((share, doing) => send({ type: 'progress', share, doing }))
started.then(
  async (db) =>
    send({
      type: 'started',
      version: (await db.query<{ v: string }>("SELECT current_setting('server_version') AS v")).rows[0]!.v,
    }),
  (error: unknown) => send({ type: 'failed', message: message(error) }),
)

onmessage = async ({ data }: MessageEvent<Request>) => {
  const db = await started.catch(() => undefined)
  if (!db) return
  if (data.type === 'run') {
    run = data.run
    wanted = data.wanted
    wake()
    // After the frame that may be under way.
    working = working
      .then(() => frames(db, data))
      .catch((error: unknown) => send({ type: 'stopped', run: data.run, message: message(error) }))
  } else if (data.type === 'want') {
    wanted = data.wanted
    wake()
  } else {
    try {
      send({ type: 'rows', id: data.id, rows: (await alone(() => db.query<Record<string, unknown>>(data.sql))).rows })
    } catch (error) {
      send({ type: 'refused', id: data.id, message: message(error) })
    }
  }
}
