import type { AbiParameter, Address } from 'viem'
import { asAddress } from './arguments'
import type { DecodedCall } from './decode-call'

/** One argument, or one member of a tuple: as deep as a value goes without being a list. */
export type Leaf = {
  /**
   * Names from the outside in, joined by dots: `permitSingle.details.token`. An empty name becomes a position, from 1.
   */
  path: string
  parameter: AbiParameter
  value: unknown
}

/** Flattens the tuples among a call's arguments, in order. Lists stay whole. */
export const leavesOf = (parameters: readonly AbiParameter[], values: readonly unknown[], prefix = ''): Leaf[] =>
  parameters.flatMap((parameter, index) => {
    const path = `${prefix}${parameter.name || `${index + 1}`}`
    const value = values[index]
    if (parameter.type !== 'tuple' || !('components' in parameter)) return [{ path, parameter, value }]
    return leavesOf(parameter.components, membersOf(parameter.components, value), `${path}.`)
  })

/** Returns the members of a decoded tuple, which is a list, or an object if all its members are named. */
export function membersOf(components: readonly AbiParameter[], value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  const byName = new Map<string, unknown>(typeof value === 'object' && value !== null ? Object.entries(value) : [])
  return components.map(({ name }, index) => byName.get(name || `${index}`))
}

/** Resolves a descriptor's path to an address; null if it leads to none. */
export function addressOnPath(path: string, call: Pick<DecodedCall, 'to'>, leaves: readonly Leaf[]): Address | null {
  if (path === '@.to') return call.to
  const leaf = leaves.find((each) => each.path === path)
  return leaf?.parameter.type === 'address' ? asAddress(leaf.value) : null
}
