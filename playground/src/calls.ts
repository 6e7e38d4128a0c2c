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

/** Labels are random, and one that everybody can read is none. */
export const withoutLabel = (call: string): string => call.replace(/(opaque_nextval\()'[^']*'/, "$1'…'")

export function kindOf(key: string): Kind | 'opaque' {
  if (key.startsWith('random')) return 'random'
  if (key.startsWith('UUIDv7')) return 'v7'
  return key.startsWith('opaque') ? 'opaque' : 'wrapping'
}
