// The page's state stands in its address, and nowhere else.

export const read = (): URLSearchParams => new URLSearchParams(location.search)

/** Replaces the parameters with a prefix ("" for those of the strips, which have none). */
export function write(prefix: string, values: Record<string, string>): void {
  const address = read()
  for (const name of [...address.keys()]) {
    const dot = name.indexOf('.')
    if (name.slice(0, dot + 1) === prefix) address.delete(name)
  }
  for (const [name, value] of Object.entries(values)) address.set(prefix + name, value)
  const query = address.toString()
  try {
    history.replaceState(null, '', `${location.pathname}${query && `?${query}`}${location.hash}`)
  } catch {
    // Some browsers allow only so many changes in half a minute; the next one will do.
  }
}
