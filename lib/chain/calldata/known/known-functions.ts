import { type AbiFunction, type Hex, parseAbi, toFunctionSelector, toFunctionSignature } from 'viem'
import { knownSignatures } from './known-signatures'

/** A function of the bundled table. Nothing in it comes from an agent or an API. */
export type KnownFunction = {
  abi: AbiFunction
  selector: Hex
  /** Name and types, from which the selector is computed: `transfer(address,uint256)`. */
  signature: string
  /** The standard or protocol that defines it. */
  standard: string
}

let table: ReadonlyMap<Hex, KnownFunction> | null = null

/** Built when a call is first read: hashing every signature takes a few milliseconds. */
function bySelector(): ReadonlyMap<Hex, KnownFunction> {
  table ??= new Map(
    Object.entries(knownSignatures).flatMap(([standard, signatures]) =>
      functionsOf(parseAbi(signatures)).map((abi): [Hex, KnownFunction] => {
        const selector = toFunctionSelector(abi)
        return [selector, { abi, selector, signature: toFunctionSignature(abi), standard }]
      }),
    ),
  )
  return table
}

const functionsOf = (abi: readonly unknown[]): AbiFunction[] =>
  abi.filter(
    (item): item is AbiFunction => typeof item === 'object' && item !== null && 'inputs' in item && 'name' in item,
  )

/** Returns the function with a four-byte selector from our own table; null if it has none. */
export const knownFunction = (selector: Hex): KnownFunction | null =>
  bySelector().get(selector.toLowerCase() as Hex) ?? null

export const knownByName = (name: string): readonly KnownFunction[] =>
  [...bySelector().values()].filter(({ abi }) => abi.name === name)
