// The form that changes the load.
import { find, make, showProblem } from './dom'
import { BOUNDS, mostIntervals, UNITS, type Settings, type Unit } from './settings'

type Field = keyof typeof BOUNDS
const FIELDS: readonly (readonly [Field, string, string])[] = [
  ['rows', 'Rows per interval', 'the rows of a block'],
  ['interval', 'Interval', 'how long wrapping keys share a prefix'],
  ['cycle', 'Cycle, in intervals', 'until the prefix starts over'],
  ['kept', 'Kept for, in intervals', '0: for good'],
  ['left', 'Share left behind, in %', 'never deleted'],
  ['checkpoint', 'Rows between checkpoints', 'the first change of a page after one writes it whole'],
  ['before', 'Random keys before', 'rows already in the table'],
]

const rounded = (value: number): string => String(Math.round(value * 1000) / 1000)
/** A share stands in the form in percent. */
const PERCENT = 100
const factor = (name: Field): number => (name === 'left' ? PERCENT : 1)

export class LoadForm {
  private readonly inputs = new Map<Field, HTMLInputElement>()
  private readonly unit = make(
    'select',
    { 'aria-label': 'Unit of the interval' },
    ...UNITS.map((unit) => make('option', { value: unit }, `${unit}s`)),
  )

  constructor(
    private settings: Settings,
    changed: (settings: Settings) => void,
    invalid: () => void,
  ) {
    const form = find<HTMLFormElement>('#load form')
    for (const [name, title, hint] of FIELDS) {
      const [lowest, highest] = BOUNDS[name]
      const step = ['rows', 'kept', 'left'].includes(name) ? 'any' : '1'
      const input = make('input', {
        type: 'number',
        min: String(lowest * factor(name)),
        max: String(highest * factor(name)),
        step,
        required: '',
        name,
      })
      const label = make('label', {}, title, input, make('span', { class: 'hint' }, hint))
      form.append(name === 'interval' ? make('div', { class: 'pair' }, label, this.unit) : label)
      this.inputs.set(name, input)
    }
    form.addEventListener('submit', (event) => event.preventDefault())
    form.addEventListener('change', () => {
      const settings = this.read()
      const problem = this.problem(settings)
      showProblem('#load-problem', problem)
      if (problem) invalid()
      else changed(settings)
    })
    this.show(settings)
  }

  show(settings: Settings): void {
    this.settings = settings
    for (const [name, input] of this.inputs) input.value = rounded(settings[name] * factor(name))
    this.unit.value = settings.unit
    showProblem('#load-problem', this.problem(settings))
  }

  private read(): Settings {
    const settings: Settings = { ...this.settings, unit: this.unit.value as Unit }
    // A value that is shown rounded stays as it is until it is changed.
    for (const [name, input] of this.inputs)
      if (input.value !== rounded(this.settings[name] * factor(name)))
        settings[name] = input.valueAsNumber / factor(name)
    return settings
  }

  /** What is wrong with the first field that has no valid value, or "". */
  private problem(settings: Settings): string {
    const most = mostIntervals(settings)
    this.inputs.get('cycle')!.max = String(most)
    let problem = ''
    for (const [name, title] of FIELDS) {
      const input = this.inputs.get(name)!
      const isInvalid = !input.validity.valid
      input.setAttribute('aria-invalid', String(isInvalid))
      if (isInvalid && !problem) problem = `${title}: ${input.validationMessage}`
    }
    return problem
  }
}
