// The three kinds of keys, and the table of each.

export const KINDS = ['random', 'v7', 'wrapping'] as const
export type Kind = (typeof KINDS)[number]

export const TABLES: Record<Kind, string> = { random: 'random_keys', v7: 'uuidv7_keys', wrapping: 'wrapping_keys' }
export const NAMES: Record<Kind, string> = { random: 'Random keys', v7: 'UUIDv7', wrapping: 'Wrapping keys' }
/** Where there is little room. */
export const SHORT: Record<Kind, string> = { random: 'Random', v7: 'UUIDv7', wrapping: 'Wrapping' }
export const index = (kind: Kind): string => `${TABLES[kind]}_pkey`
