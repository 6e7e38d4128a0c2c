// The few things that all parts do with the document.

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

/** Shows what has gone wrong; "" when nothing has. */
export function showProblem(selector: string, message: string): void {
  const problem = find(selector)
  problem.hidden = message === ''
  problem.textContent = message
}

/** Statements that can be opened and copied. */
export function showStatements(where: Element, statements: readonly (readonly [what: string, sql: string])[]): void {
  where.replaceChildren(
    ...statements.map(([what, sql]) => {
      const button = make('button', { type: 'button', class: 'copy' }, 'Copy')
      button.setAttribute('aria-label', `Copy: ${what}`)
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

/** Says on the button whether it worked. */
export async function copy(text: string, button: HTMLButtonElement): Promise<void> {
  const before = button.textContent
  try {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  } catch {
    button.textContent = 'Your browser refuses; select the text'
  }
  setTimeout(() => (button.textContent = before), 2000)
}

export const prefersReducedMotion = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches
