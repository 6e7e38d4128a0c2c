import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { defineConfig } from 'vite'
import firstAnswer from './tools/answer.mjs'
import ends from './tools/ends.mjs'
import sql from './tools/sql.mjs'

const pglite = join(import.meta.dirname, 'node_modules/@electric-sql/pglite/dist')
const packed = join(import.meta.dirname, 'node_modules/.packed')
const FILES = ['pglite.wasm', 'pglite.data', 'initdb.wasm']
const compressed = (file) => gzipSync(readFileSync(file), { level: 9 })

// PostgreSQL's files travel compressed from any server, also from one that compresses nothing.
mkdirSync(packed, { recursive: true })
for (const name of FILES) writeFileSync(join(packed, `${name}.bin`), compressed(join(pglite, name)))
const size = (name) => statSync(join(packed, `${name}.bin`)).size

// As in META.json; of a page on GitHub, the address that the workflow publishes it under.
const repository = JSON.parse(readFileSync(join(import.meta.dirname, '../META.json'), 'utf8')).resources.homepage
const published = repository.replace(/^https:\/\/github\.com\/([^/]+)\/([^/]+)$/, 'https://$1.github.io/$2/')
const page = published === repository ? './' : published

const links = {
  name: 'links',
  transformIndexHtml: (html) => html.replaceAll('REPOSITORY', repository).replaceAll('PAGE_ADDRESS', page),
}

/** Leaves out the files that are there compressed, and says in the page how many megabytes PostgreSQL has. */
const weigh = {
  name: 'weigh',
  generateBundle(_, bundle) {
    for (const name of Object.keys(bundle))
      if (/(pglite|initdb)-[^.]*\.(wasm|data)$/.test(name)) Reflect.deleteProperty(bundle, name)
  },
  closeBundle() {
    const dist = join(import.meta.dirname, 'dist')
    const bytes = readdirSync(join(dist, 'assets'))
      .filter((name) => /^(pglite|initdb|pageinspect|pg_walinspect|worker)/.test(name))
      .map((name) => join(dist, 'assets', name))
      .map((file) => (file.endsWith('.js') ? compressed(file).length : statSync(file).size))
      .reduce((sum, one) => sum + one, 0)
    const page = join(dist, 'index.html')
    writeFileSync(page, readFileSync(page, 'utf8').replaceAll('MEGABYTES', (bytes / 1e6).toFixed(1)))
  },
}

export default defineConfig({
  // Relative, so that the page works from any directory.
  base: './',
  plugins: [sql(), firstAnswer(), ends(), links, weigh],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    reportCompressedSize: false,
  },
  worker: {
    format: 'es',
    plugins: () => [sql(), { ...weigh, closeBundle: undefined }],
    rolldownOptions: {
      // PGlite's own code evaluates nothing that this page reaches; the page's policy forbids it.
      checks: { eval: false },
      output: { codeSplitting: { groups: [{ name: 'pglite', test: /@electric-sql/ }] } },
    },
  },
  define: {
    POSTGRES_BYTES: FILES.map(size).reduce((sum, one) => sum + one, 0),
  },
})
