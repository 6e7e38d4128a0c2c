// The form that changes the load.
import { find, make } from './dom'
import { BOUNDS, bounded, UNITS, type Settings, type Unit } from './settings'

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
  ) {
    const form = find<HTMLFormElement>('#load form')
    for (const [name, title, hint] of FIELDS) {
      const [lowest, highest] = BOUNDS[name]
      const input = make('input', { type: 'number', min: String(lowest), max: String(highest), name })
      const label = make('label', {}, title, input, make('span', { class: 'hint' }, hint))
      form.append(name === 'interval' ? make('div', { class: 'pair' }, label, this.unit) : label)
      this.inputs.set(name, input)
    }
    form.addEventListener('submit', (event) => event.preventDefault())
    form.addEventListener('change', () => changed(this.read()))
    this.show(settings)
  }

  show(settings: Settings): void {
    this.settings = settings
    for (const [name, input] of this.inputs) input.value = String(Math.round(settings[name] * 1000) / 1000)
    this.unit.value = settings.unit
  }

  private read(): Settings {
    const settings: Settings = { ...this.settings, unit: this.unit.value as Unit }
    for (const [name, input] of this.inputs) settings[name] = bounded(name, input.value, settings[name])
    return settings
  }
}
