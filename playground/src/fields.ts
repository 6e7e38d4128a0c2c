// Forms of which each field stands in the address under its name.
import * as address from './address'
import { make } from './dom'

export interface Field {
  name: string
  /** What stands before it, and what it is called where that alone does not say. */
  title: string
  label?: string
  hint?: string
  usual: string
  /** "number", "decimal" (in a sentence), "text", "checkbox", or the values and texts to choose from. */
  kind: 'number' | 'decimal' | 'text' | 'checkbox' | readonly (readonly [value: string, text: string])[]
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
    changed: (name: string) => void,
  ) {
    const given = address.read()
    for (const field of fields) {
      const input = makeInput(field)
      this.inputs.set(field.name, input)
      input.addEventListener('change', () => {
        this.keep()
        changed(field.name)
      })
      const hint = field.hint ? [make('span', { class: 'hint' }, field.hint)] : []
      form.append(
        make(
          'label',
          field.kind === 'checkbox' ? { class: 'check' } : {},
          ...(field.kind === 'checkbox' ? [input, ' ', field.title] : [field.title, input, ...hint]),
        ),
      )
      this.set(field.name, given.get(prefix + field.name) ?? field.usual)
    }
    form.addEventListener('submit', (event) => event.preventDefault())
  }

  get(name: string): string {
    const input = this.inputs.get(name)!
    return input instanceof HTMLInputElement && input.type === 'checkbox' ? String(input.checked) : input.value.trim()
  }

  set(name: string, value: string): void {
    const input = this.inputs.get(name)!
    if (input instanceof HTMLInputElement && input.type === 'checkbox') input.checked = value === 'true'
    // A browser complains of what is no number in a field for one.
    else if (input.type !== 'number' || value === '' || Number.isFinite(Number(value))) input.value = value
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

  keep(): void {
    const others = this.fields.filter(({ name, usual }) => this.get(name) !== usual)
    address.write(this.prefix, Object.fromEntries(others.map(({ name }) => [name, this.get(name)])))
  }
}

/** A field in a sentence is as wide as what it holds. */
function fit(input: Input): void {
  if (input instanceof HTMLInputElement && input.inputMode === 'decimal')
    input.style.width = `${Math.max(input.value.length, 1) + 2}ch`
}

function problemOf({ kind, min, max }: Field, input: Input): string | undefined {
  if (kind !== 'decimal') return input.validity.valid ? undefined : input.validationMessage
  const text = input.value.trim()
  const [value, lowest, highest] = [Number(text), Number(min), Number(max)]
  if (text === '' || !/^\d*\.?\d*$/.test(text)) return 'write a number, such as 20 or 0.5'
  return value < lowest || value > highest ? `from ${min} to ${max}` : undefined
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
