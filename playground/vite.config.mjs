import { statSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vite'
import sql from './build/sql.mjs'

const pglite = join(import.meta.dirname, 'node_modules/@electric-sql/pglite/dist')
const size = (name) => statSync(join(pglite, name)).size

export default defineConfig({
  // Relative, so that the page works from any directory.
  base: './',
  plugins: [sql()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
  },
  worker: {
    format: 'es',
    plugins: () => [sql()],
    rolldownOptions: {
      // PGlite's own code evaluates nothing that this page reaches; the page's policy forbids it.
      checks: { eval: false },
      output: { codeSplitting: { groups: [{ name: 'pglite', test: /@electric-sql/ }] } },
    },
  },
  define: {
    POSTGRES_BYTES: size('pglite.wasm') + size('pglite.data') + size('initdb.wasm'),
  },
})
