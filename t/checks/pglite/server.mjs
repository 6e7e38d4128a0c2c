// PGlite behind a Unix socket, for psql: node server.mjs SOCKET EXTENSIONS
//
// EXTENSIONS is a tar.gz with files for PostgreSQL's directory of extensions.
//
// PGlite has a single session, whoever connects.  So each connection begins with the
// commands that reset a session.  Settings that a client requests when it connects are
// ignored, so those of pg_regress are configured here.
import { pathToFileURL } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { pgtap } from '@electric-sql/pglite-pgtap'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'

const [path, bundle] = process.argv.slice(2)
const sequential_uuids = {
  name: 'sequential_uuids',
  setup: async (_, emscriptenOpts) => ({ emscriptenOpts, bundlePath: pathToFileURL(bundle) }),
}
const db = await PGlite.create({
  extensions: { pgtap, sequential_uuids },
  postgresqlconf: ["timezone = 'PST8PDT'", "datestyle = 'Postgres, MDY'", "intervalstyle = 'postgres_verbose'"],
})

// COPY FROM STDIN cannot wait for its rows, so they are collected and passed with it.
const execute = db.execProtocolRawStream.bind(db)
const copyInResponse = Uint8Array.of(0x47, 0, 0, 0, 7, 0, 0, 0)
let copy = []
db.execProtocolRawStream = async (message, { onRawData }) => {
  const type = String.fromCharCode(message[0])
  if (type === 'Q' && /^\s*copy\s.*\sfrom\s+stdin\b/is.test(Buffer.from(message).toString('utf8', 5))) {
    copy = [message]
    return onRawData(copyInResponse)
  }
  let answered = onRawData
  if (copy.length > 0) {
    copy.push(message)
    if (type === 'd') return
    message = Buffer.concat(copy)
    copy = []
    // The response that was given already comes first, unless there is an error.
    answered = (data) => onRawData(data[0] === 0x47 ? data.subarray(1 + Buffer.from(data).readInt32BE(1)) : data)
  }
  await execute(message, { onRawData: answered }).catch(end)
}

// After a fatal error nothing would answer any more.
function end(error) {
  console.error(error)
  process.exit(1)
}

const server = new PGLiteSocketServer({ db, path, maxConnections: 100 })
server.addEventListener('connection', () => db.exec('ROLLBACK').then(() => db.exec('DISCARD ALL')).catch(end))
await server.start()
const { rows } = await db.query('SELECT version()')
console.log(rows[0].version)
