// Figures as people read them.

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const fine = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 })

export const count = (value: number): string => whole.format(value)
/** Two digits below ten. */
export const rate = (value: number): string => (Math.abs(value) < 10 ? fine : whole).format(value)
export const percent = (value: number): string => `${whole.format(value)} %`

/** A length of time, in one unit. */
export function span(seconds: number): string {
  const unit = ([[86400, 'days'], [3600, 'hours'], [60, 'minutes']] as const).find(([of]) => seconds >= 2 * of)
  const [of, name] = unit ?? [1, 'seconds']
  return `${whole.format(seconds / of)} ${name}`
}

export function size(bytes: number): string {
  if (bytes < 1024 * 1024) return `${whole.format(bytes / 1024)} kB`
  return bytes < 1024 ** 3 ? `${rate(bytes / 1024 ** 2)} MB` : `${rate(bytes / 1024 ** 3)} GB`
}
