// Forms of which each field stands in the address under its name.
import * as address from './address'
import { make } from './dom'
import { readNumber } from './text'

export interface Field {
  name: string
  /** What stands before it, and what it is called where that alone does not say. */
  title: string
  label?: string
  hint?: string
  usual: string
  /** "decimal" is a number in a sentence; or the values and texts to choose from. */
  kind: 'number' | 'decimal' | 'text' | readonly (readonly [value: string, text: string])[]
  min?: string
  max?: string
  /** Whether it must be filled in. */
  needed?: boolean
}

type Input = HTMLInputElement | HTMLSelectElement

export class Fields {
  private readonly inputs = new Map<string, Input>()

  constructor(
    form: HTMLFormElement,
    private readonly prefix: string,
    private readonly fields: readonly Field[],
    changed: () => void,
  ) {
    const given = address.read()
    for (const field of fields) {
      const input = makeInput(field)
      this.inputs.set(field.name, input)
      // What is typed counts at once.
      for (const event of ['input', 'change'])
        input.addEventListener(event, () => {
          fit(input)
          this.keep()
          changed()
        })
      const hint = field.hint ? [make('span', { class: 'hint' }, field.hint)] : []
      form.append(make('label', {}, field.title, input, ...hint))
      this.set(field.name, given.get(prefix + field.name) ?? field.usual)
    }
    form.addEventListener('submit', (event) => event.preventDefault())
  }

  get(name: string): string {
    return this.inputs.get(name)!.value.trim()
  }

  number(name: string): number {
    return readNumber(this.get(name))
  }

  set(name: string, value: string): void {
    const input = this.inputs.get(name)!
    // A browser complains of what is no number in a field for one.
    if (input.type !== 'number' || value === '' || Number.isFinite(Number(value))) input.value = value
    // An address may have any value.
    if (input instanceof HTMLSelectElement && input.selectedIndex < 0)
      input.value = this.fields.find((field) => field.name === name)!.usual
    fit(input)
  }

  /** What is wrong with the first field that has no valid value, or "". */
  problem(): string {
    let problem = ''
    for (const field of this.fields) {
      const input = this.inputs.get(field.name)!
      const isShown = !input.closest('label')!.hidden
      const found = isShown ? (problemOf(field, input) ?? '') : ''
      input.setAttribute('aria-invalid', String(found !== ''))
      fit(input)
      if (found && !problem) problem = `${field.label ?? field.title}: ${found}`
    }
    return problem
  }

  show(name: string, isShown: boolean): void {
    this.label(name).hidden = !isShown
  }

  label(name: string): HTMLLabelElement {
    return this.inputs.get(name)!.closest('label')!
  }

  /** What differs from the usual, by name: so it stands in the address. */
  values(): Record<string, string> {
    const others = this.fields.filter(({ name, usual }) => this.get(name) !== usual)
    return Object.fromEntries(others.map(({ name }) => [name, this.get(name)]))
  }

  keep(): void {
    address.write(this.prefix, this.values())
  }
}

/** A field in a sentence is as wide as what it holds. */
function fit(input: Input): void {
  if (input instanceof HTMLInputElement && input.inputMode === 'decimal')
    input.style.width = `${Math.max(input.value.length, 1) + 2}ch`
}

function problemOf({ kind, min, max }: Field, input: Input): string | undefined {
  if (kind !== 'decimal') return input.validity.valid ? undefined : input.validationMessage
  const [value, lowest, highest] = [readNumber(input.value), Number(min), Number(max ?? Infinity)]
  if (Number.isNaN(value)) return 'write a number, such as 0.5, 20, 1,000 or 5k'
  if (value >= lowest && value <= highest) return undefined
  return max === undefined ? `${min} or more` : `from ${min} to ${max}`
}

function makeInput({ name, label, kind, min, max, needed }: Field): Input {
  const called = { name, ...(label === undefined ? {} : { 'aria-label': label }) }
  if (typeof kind !== 'string')
    return make('select', called, ...kind.map(([value, text]) => make('option', { value }, text)))
  const limits = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
  return make('input', {
    type: kind === 'decimal' ? 'text' : kind,
    ...called,
    autocomplete: 'off',
    ...(needed ? { required: '' } : {}),
    ...(kind === 'number' ? { step: 'any', ...limits } : {}),
    ...(kind === 'decimal' ? { inputmode: 'decimal' } : {}),
  })
}
