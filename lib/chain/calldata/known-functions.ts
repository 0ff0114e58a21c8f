import { type AbiFunction, type Hex, parseAbi, toFunctionSelector, toFunctionSignature } from 'viem'
import { knownSignatures } from './known-signatures'

/** A function of the bundled table. Nothing in it comes from an agent or an API. */
export type KnownFunction = {
  abi: AbiFunction
  selector: Hex
  /** Name and types, as the selector is made of them: `transfer(address,uint256)`. */
  signature: string
  /** The standard or protocol that defines it. */
  standard: string
}

let table: ReadonlyMap<Hex, KnownFunction> | null = null

/** Made when a call is first read: hashing every signature takes a few milliseconds. */
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

/** The function that a selector of four bytes stands for by our own table; null where it is in none. */
export const knownFunction = (selector: Hex): KnownFunction | null =>
  bySelector().get(selector.toLowerCase() as Hex) ?? null

export const knownByName = (name: string): readonly KnownFunction[] =>
  [...bySelector().values()].filter(({ abi }) => abi.name === name)
