// Loads modules of the page in Node.js, for tests that need no browser.
import { join } from 'node:path'
import { createServer } from 'vite'

/** Returns a function that loads a module of src/ by its name, and one that ends it. */
export async function modules() {
  const root = join(import.meta.dirname, '..')
  const vite = await createServer({
    root,
    configFile: false,
    server: { middlewareMode: true, ws: false },
    appType: 'custom',
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
  })
  return { load: (name) => vite.ssrLoadModule(`/src/${name}.ts`), end: () => vite.close() }
}
