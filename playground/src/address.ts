// The page's state stands in its address, and nowhere else.

export const read = (): URLSearchParams => new URLSearchParams(location.search)

let known = location.search
/** Whether it has other parameters than when it was last asked or written: a link within the page has the same. */
export function isOther(): boolean {
  const before = known
  known = location.search
  return known !== before
}

/** The address with other parameters of a prefix ("" for those of the run, which have none). */
function changed(prefix: string, values: Record<string, string>): string {
  const address = read()
  for (const name of [...address.keys()]) {
    const dot = name.indexOf('.')
    if (name.slice(0, dot + 1) === prefix) address.delete(name)
  }
  for (const [name, value] of Object.entries(values)) address.set(prefix + name, value)
  const query = address.toString()
  return `${location.pathname}${query && `?${query}`}${location.hash}`
}

export function write(prefix: string, values: Record<string, string>): void {
  try {
    history.replaceState(null, '', changed(prefix, values))
    known = location.search
  } catch {
    // Some browsers allow only so many changes in half a minute; the next one will do.
  }
}

/** As write(), but the button to go back leads here again. */
export function push(prefix: string, values: Record<string, string>): void {
  try {
    history.pushState(null, '', changed(prefix, values))
    known = location.search
  } catch {
    // As above.
  }
}
