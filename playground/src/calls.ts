// Column defaults, as one pastes them.
import type { Kind } from './keys'

export interface Call {
  name: string
  /** As written between the brackets. */
  given: string
}

/** A call with or without a schema. */
export function parse(call: string): Call {
  const found = /^(?:(?:\w+|"[^"]+")\.)?(\w+)\((.*)\)$/s.exec(call)
  return found ? { name: found[1]!, given: found[2]! } : { name: '', given: '' }
}

export function kindOf(key: string): Kind | 'opaque' {
  if (key.startsWith('random')) return 'random'
  if (key.startsWith('UUIDv7')) return 'v7'
  return key.startsWith('opaque') ? 'opaque' : 'wrapping'
}

/** The expression that gives the same keys by what every PostgreSQL has, if there is one. */
export function expression(seconds: number, count: number): string | undefined {
  // Four hexadecimal digits have room for these, and fewer would leave a bit of the prefix unused.
  if (!Number.isInteger(seconds) || count <= 32768 || count > 65536) return undefined
  return (
    `(lpad(to_hex(floor(extract(epoch FROM clock_timestamp()) / ${seconds})::bigint % ${count}), 4, '0')` +
    ' || substr(gen_random_uuid()::text, 5))::uuid'
  )
}
