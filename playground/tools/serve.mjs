// Serves dist/ on 127.0.0.1, and prints its address: node tools/serve.mjs [PORT]
import { createReadStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join, normalize, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

const dist = resolve(import.meta.dirname, '../dist')
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

/** Returns the address; the page is in a directory, as it may be anywhere. */
export function serve(port = 0, directory = '/playground/') {
  const server = createServer(async (request, response) => {
    try {
      const { pathname } = new URL(request.url, 'http://127.0.0.1')
      const file = join(
        dist,
        normalize(`/${pathname.slice(directory.length)}`),
        pathname.endsWith('/') ? 'index.html' : '',
      )
      if (!pathname.startsWith(directory) || !statSync(file).isFile()) throw new Error('no such file')
      const type = types[extname(file)]
      response.writeHead(200, {
        'content-type': type ?? 'application/octet-stream',
        ...(type && { 'content-encoding': 'gzip' }),
      })
      await (type
        ? pipeline(createReadStream(file), createGzip({ level: 4 }), response)
        : pipeline(createReadStream(file), response))
    } catch {
      // A page may also have gone before it had all.
      if (response.headersSent) response.destroy()
      else response.writeHead(404).end()
    }
  })
  return new Promise((done) =>
    server.listen(port, '127.0.0.1', () =>
      done({ server, address: `http://127.0.0.1:${server.address().port}${directory}` }),
    ),
  )
}

if (process.argv[1] === import.meta.filename) console.log((await serve(Number(process.argv[2] ?? 0), '/')).address)
