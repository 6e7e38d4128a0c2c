// Forms of which each field stands in the address under its name.
import * as address from './address'
import { make } from './dom'

export interface Field {
  name: string
  title: string
  hint?: string
  usual: string
  /** "number", "text", "checkbox", or the values and texts to choose from. */
  kind: 'number' | 'text' | 'checkbox' | readonly (readonly [value: string, text: string])[]
  min?: string
  max?: string
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
          field.kind === 'checkbox' ? { class: 'check' } : {},
          ...(field.kind === 'checkbox' ? [input, ' ', field.title] : [field.title, input, ...hint]),
        ),
      )
      this.set(field.name, given.get(prefix + field.name) ?? field.usual)
    }
    form.addEventListener('submit', (event) => event.preventDefault())
    form.addEventListener('change', () => {
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
  }

  show(name: string, isShown: boolean): void {
    this.inputs.get(name)!.closest('label')!.hidden = !isShown
  }

  keep(): void {
    const others = this.fields.filter(({ name, usual }) => this.get(name) !== usual)
    address.write(this.prefix, Object.fromEntries(others.map(({ name }) => [name, this.get(name)])))
  }
}

function makeInput({ name, kind, min, max }: Field): Input {
  if (typeof kind !== 'string')
    return make('select', { name }, ...kind.map(([value, text]) => make('option', { value }, text)))
  const limits = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }
  return make('input', {
    type: kind,
    name,
    autocomplete: 'off',
    ...(kind === 'number' ? { step: 'any', ...limits } : {}),
  })
}

export const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`
