import { type Address, getAddress, type Hex, isAddress, isHex } from 'viem'

/** Return decoded arguments by position, as their types say. A mismatch is our own bug and throws. */
export const addressAt = (values: readonly unknown[], index: number): Address => asAddress(values[index])
export const integerAt = (values: readonly unknown[], index: number): bigint => asInteger(values[index])
export const hexAt = (values: readonly unknown[], index: number): Hex => asHex(values[index])
export const listAt = (values: readonly unknown[], index: number): readonly unknown[] => asList(values[index])

export function asAddress(value: unknown): Address {
  if (typeof value === 'string' && isAddress(value, { strict: false })) return getAddress(value)
  throw new TypeError('not an address')
}

/** viem decodes integers of up to 48 bits as numbers, longer ones as bigints. */
export function asInteger(value: unknown): bigint {
  if (typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  throw new TypeError('not an integer')
}

export function asHex(value: unknown): Hex {
  if (isHex(value)) return value
  throw new TypeError('not bytes')
}

export function asList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  throw new TypeError('not a list')
}

/** Returns a member of a tuple by name. */
export function member(tuple: unknown, name: string): unknown {
  if (typeof tuple === 'object' && tuple !== null && Object.hasOwn(tuple, name))
    return (tuple as Readonly<Record<string, unknown>>)[name]
  throw new TypeError(`no ${name} in the tuple`)
}
