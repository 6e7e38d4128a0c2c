// Forms of which each field stands in the address under its name.
import * as address from './address'
import { make } from './dom'

export interface Field {
  name: string
  title: string
  hint?: string
  usual: string
  /** "number", "text", "checkbox", "hidden", or the values and texts to choose from. */
  kind: 'number' | 'text' | 'checkbox' | 'hidden' | readonly (readonly [value: string, text: string])[]
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
      const hint = field.hint ? [make('span', { class: 'hint' }, field.hint)] : []
      form.append(
        make(
          'label',
          field.kind === 'checkbox' ? { class: 'check' } : field.kind === 'hidden' ? { hidden: '' } : {},
          ...(field.kind === 'checkbox' ? [input, ' ', field.title] : [field.title, input, ...hint]),
        ),
      )
      this.set(field.name, given.get(prefix + field.name) ?? field.usual)
    }
    form.addEventListener('submit', (event) => event.preventDefault())
    form.addEventListener('change', () => {
      // What was pasted is no longer so.
      for (const { name, kind } of fields) if (kind === 'hidden') this.set(name, '')
      this.keep()
      changed()
    })
  }

  get(name: string): string {
    const input = this.inputs.get(name)!
    return input instanceof HTMLInputElement && input.type === 'checkbox' ? String(input.checked) : input.value.trim()
  }

  set(name: string, value: string): void {
    const input = this.inputs.get(name)!
    if (input instanceof HTMLInputElement && input.type === 'checkbox') input.checked = value === 'true'
    else input.value = value
    // An address may have any value.
    if (input instanceof HTMLSelectElement && input.selectedIndex < 0)
      input.value = this.fields.find((field) => field.name === name)!.usual
  }

  /** What is wrong with the first field that has no valid value, or "". */
  problem(): string {
    let problem = ''
    for (const { name, title } of this.fields) {
      const input = this.inputs.get(name)!
      input.setAttribute('aria-invalid', String(!input.validity.valid))
      if (!input.validity.valid && !problem) problem = `${title}: ${input.validationMessage}`
    }
    return problem
  }

  show(name: string, isShown: boolean): void {
    this.inputs.get(name)!.closest('label')!.hidden = !isShown
  }

  keep(): void {
    const others = this.fields.filter(({ name, usual }) => this.get(name) !== usual)
    address.write(this.prefix, Object.fromEntries(others.map(({ name }) => [name, this.get(name)])))
  }
}

function makeInput({ name, kind, min, max, needed }: Field): Input {
  if (typeof kind !== 'string')
    return make('select', { name }, ...kind.map(([value, text]) => make('option', { value }, text)))
  const limits = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
  return make('input', {
    type: kind,
    name,
    autocomplete: 'off',
    ...(needed ? { required: '' } : {}),
    ...(kind === 'number' ? { step: 'any', ...limits } : {}),
  })
}

export const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`
