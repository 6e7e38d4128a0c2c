// How the recorded chapters end, so that the page shows it before they are loaded: `import ends from 'ends'`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { endOf } from '../src/ending.ts'
import { FIRST_STORY, STORIES } from '../src/settings.ts'

const NAME = 'ends'

export default function ends() {
  return {
    name: NAME,
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined
      const found = [...STORIES.keys()]
        .filter((place) => place !== FIRST_STORY)
        .map((place) => {
          const file = join(import.meta.dirname, `../recorded/${place + 1}.bin`)
          this.addWatchFile(file)
          return [place + 1, Buffer.from(endOf(gunzipSync(readFileSync(file)))).toString('base64')]
        })
      return `export default ${JSON.stringify(Object.fromEntries(found))}`
    },
  }
}
