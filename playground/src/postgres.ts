// Starts PostgreSQL, and reports how far it is.  In the worker.
import { PGlite } from '@electric-sql/pglite'
import { pageinspect } from '@electric-sql/pglite/contrib/pageinspect'
import { pg_walinspect } from '@electric-sql/pglite/contrib/pg_walinspect'
import dataAddress from '../node_modules/.packed/pglite.data.bin?url'
import initdbAddress from '../node_modules/.packed/initdb.wasm.bin?url'
import wasmAddress from '../node_modules/.packed/pglite.wasm.bin?url'
import advice from 'advice.sql?script'
import edition from 'edition.sql?script'
import { prepare } from './prepare'

/** Of the time until it has started, the download is about half. */
const DOWNLOAD = 0.5

export async function start(progress: (share: number, doing: string) => void): Promise<PGlite> {
  let loaded = 0
  const load = async (address: string): Promise<Blob> => {
    const response = await fetch(new URL(address, import.meta.url))
    if (!response.ok || !response.body) throw new Error(`${address}: ${response.status} ${response.statusText}`)
    const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        loaded += chunk.length
        progress((DOWNLOAD * loaded) / POSTGRES_BYTES, 'loading PostgreSQL')
        controller.enqueue(chunk)
      },
    })
    return new Response(response.body.pipeThrough(count).pipeThrough(new DecompressionStream('gzip'))).blob()
  }
  const compile = async (address: string): Promise<WebAssembly.Module> =>
    WebAssembly.compile(await (await load(address)).arrayBuffer())
  const [pgliteWasmModule, initdbWasmModule, fsBundle] = await Promise.all([
    compile(wasmAddress),
    compile(initdbAddress),
    load(dataAddress),
  ])
  progress(0.6, 'creating a database')
  const db = await PGlite.create({
    pgliteWasmModule,
    initdbWasmModule,
    fsBundle,
    // As in README's examples: with checksums, the first reader of a deleted row also writes its page.
    initDbStartParams: ['--no-data-checksums'],
    extensions: { pageinspect, pg_walinspect },
  })
  progress(0.9, 'creating functions')
  await db.exec('CREATE EXTENSION pageinspect; CREATE EXTENSION pg_walinspect')
  await prepare(db, edition, advice)
  return db
}
