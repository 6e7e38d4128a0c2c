// The page's state stands in its address, and nowhere else.

export const read = (): URLSearchParams => new URLSearchParams(location.search)

/** The address with other parameters of a prefix ("" for those of the run, which have none). */
export function changed(prefix: string, values: Record<string, string>): string {
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
  } catch {
    // Some browsers allow only so many changes in half a minute; the next one will do.
  }
}

/** As write(), but the button to go back leads here again. */
export function push(prefix: string, values: Record<string, string>): void {
  try {
    history.pushState(null, '', changed(prefix, values))
  } catch {
    // As above.
  }
}
