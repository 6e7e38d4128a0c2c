// The few things that all parts do with the document.

// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as querySelector has it
export function find<T extends Element = HTMLElement>(selector: string, within: ParentNode = document): T {
  const found = within.querySelector<T>(selector)
  if (!found) throw new Error(`the page has no ${selector}`)
  return found
}

type Children = (Node | string)[]

export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Record<string, string> = {},
  ...children: Children
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children)
  return element
}

/** A text that is set again, even to the same, has the browser lay out the page again. */
export function setText(element: Node, text: string): void {
  if (element.textContent !== text) element.textContent = text
}

const WORDS: Record<string, string> = {
  page:
    'PostgreSQL stores tables and indexes in pages of 8 kB. A new key goes to the page where its neighbours are,' +
    ' and a full page splits into two.',
  wal: 'The write-ahead log: every change is written there first, and standby servers and backups copy it.',
  image:
    'The first change of a page after a checkpoint writes the whole page to the WAL, for the few bytes that changed.',
  random: 'gen_random_uuid(): random bits. Neighbours have nothing in common.',
  v7: 'It begins with the time in milliseconds, so new keys are always the largest.',
  wrapping:
    'It begins with the number of the current interval of time, say five minutes; after a cycle of some weeks' +
    ' the number starts over. All other bits are random.',
  checkpoint: 'The moment when all changed pages are on disk, so that older WAL is no longer needed after a crash.',
}

/** Lets words say what they mean where they stand, when one hovers, focuses or taps: <dfn data-word="wal">WAL</dfn>. */
export function explainWords(): void {
  for (const [place, word] of document.querySelectorAll<HTMLElement>('dfn[data-word]').entries()) {
    const meaning = make('span', { role: 'tooltip', id: `word-${place}` }, WORDS[word.dataset.word!]!)
    const button = make('button', { type: 'button', 'aria-describedby': meaning.id }, ...word.childNodes)
    button.addEventListener('keydown', ({ key }) => key === 'Escape' && button.blur())
    word.replaceChildren(button, meaning)
    for (const event of ['pointerenter', 'focusin']) word.addEventListener(event, () => keepWithin(meaning))
  }
}

/** Moves what stands out at the right to the left, as far as it stands out: the page must not scroll sideways. */
function keepWithin(element: HTMLElement): void {
  element.style.translate = ''
  const { right } = element.getBoundingClientRect()
  element.style.translate = `${Math.min(document.documentElement.clientWidth - right - 8, 0)}px`
}

/** Shows what has gone wrong; "" when nothing has. */
export function showProblem(where: string | HTMLElement, message: string): void {
  const problem = typeof where === 'string' ? find(where) : where
  problem.hidden = message === ''
  problem.textContent = message
}

/** Statements that can be opened and copied. */
export function showStatements(where: Element, statements: readonly (readonly [what: string, sql: string])[]): void {
  where.replaceChildren(
    ...statements.map(([what, sql]) => {
      const name = make('span', { class: 'unseen' }, `: ${what}`)
      const button = make('button', { type: 'button', class: 'copy', 'aria-live': 'polite' }, 'Copy', name)
      button.addEventListener('click', () => void copy(sql, button))
      return make(
        'div',
        { class: 'statement' },
        make('p', {}, what),
        make('pre', { tabindex: '0' }, make('code', {}, sql)),
        button,
      )
    }),
  )
}

/** What stands on buttons that say something else for a moment. */
const usual = new Map<HTMLButtonElement, Node[]>()

/** What there is to do about a link that cannot be copied. */
export const COPY_ADDRESS = "copy this page's address"

/** Says on the button whether it worked, or what to do instead. */
export async function copy(text: string, button: HTMLButtonElement, instead = 'select the text'): Promise<void> {
  const before = usual.get(button) ?? [...button.childNodes]
  usual.set(button, before)
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  } catch {
    button.textContent = `Your browser refuses; ${instead}`
  }
  setTimeout(() => {
    button.replaceChildren(...before)
    usual.delete(button)
  }, 2000)
}

export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
