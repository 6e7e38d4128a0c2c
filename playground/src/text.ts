// Figures as people read them.
import { SECONDS } from './settings'

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const fine = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 })

export const count = (value: number): string => whole.format(value)
/** Two digits below ten. */
export const rate = (value: number): string => (Math.abs(value) < 10 ? fine : whole).format(value)
export const percent = (value: number): string => `${whole.format(value)} %`

/** A length of time, in one unit. */
export function span(seconds: number): string {
  const unit = (
    [
      [SECONDS.day, 'days'],
      [SECONDS.hour, 'hours'],
      [SECONDS.min, 'minutes'],
    ] as const
  ).find(([of]) => seconds >= 2 * of)
  const [of, name] = unit ?? [1, 'seconds']
  return `${whole.format(seconds / of)} ${name}`
}

/** Digits and a fraction, as people write them; the first that fits. A keyboard may have a comma and no point. */
const WRITTEN = [
  /^([1-9]\d{0,2}(?:,\d{3})+)(\.\d+)?$/,
  /^([1-9]\d{0,2}(?:\.\d{3})+)(,\d+)?$/,
  /^(\d{1,3}(?:[ \u00a0\u202f]\d{3})+)([.,]\d+)?$/,
  /^(\d*)(\.\d+)?$/,
  /^(0?)(,\d+)$/,
  /^(\d+)(,\d\d?)$/,
]

/** A number such as 1,000, 10 000, 0,5 or 5k; NaN if it is none, or, as 1.000, a thousand times another. */
export function readNumber(text: string): number {
  const [, digits = '', factor = ''] = /^(.*?)\s?([km]?)$/i.exec(text.trim()) ?? []
  const isEither = /^[1-9]\d{0,2}\.\d{3}$/.test(digits)
  const [, whole = '', part = ''] = (!isEither && WRITTEN.map((form) => form.exec(digits)).find(Boolean)) || []
  if (whole + part === '') return Number.NaN
  const number = Number(whole.replaceAll(/\D/g, '') + part.replace(',', '.'))
  return number * ({ k: 1e3, m: 1e6 }[factor.toLowerCase()] ?? 1)
}

const UNITS = ['kB', 'MB', 'GB', 'TB'] as const

/** Bytes in decimal units, each of a thousand of the one before. */
export function size(bytes: number): string {
  // What would be shown as 1000 of a unit is 1 of the next.
  const fits = UNITS.findIndex((_, at) => bytes < 999.5 * 1000 ** (at + 1))
  const place = fits < 0 ? UNITS.length - 1 : fits
  return `${rate(bytes / 1000 ** (place + 1))} ${UNITS[place]}`
}

export const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** From one size to another; the unit stands once where it is the same. */
export function change(from: number, to: number): string {
  const [before, after] = [size(from), size(to)]
  const unit = after.slice(after.indexOf(' '))
  return `${before.endsWith(unit) ? before.slice(0, -unit.length) : before} → ${after}`
}
