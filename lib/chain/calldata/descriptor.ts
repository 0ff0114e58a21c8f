import type { Address } from 'viem'

/**
 * How a function's arguments are to be read, after ERC-7730 v1 ("Structured Data Clear Signing Format"): an intent in
 * words, and for each argument a label and a format. Written by us and bundled; nothing is fetched.
 */
export type Descriptor = {
  context: {
    contract: {
      /** The contracts it is bound to. Absent: an interface that any contract may have, so it says what is asked only. */
      deployments?: readonly { chainId: number; address: Address }[]
    }
  }
  metadata: { owner: string }
  display: { formats: Readonly<Record<string, Format>> }
}

export type Format = { intent: string; fields: readonly Field[] }

/**
 * `path` names an argument, with members of tuples behind points. In `tokenPath` and `collectionPath` `@.to` is the
 * contract that is called.
 */
export type Field = { path: string; label: string } & FieldFormat

type FieldFormat =
  | { format: 'addressName' }
  | { format: 'raw' }
  /** Wei. */
  | { format: 'amount' }
  | { format: 'tokenAmount'; params: TokenOf & { message?: string } }
  | { format: 'nftName'; params: { collectionPath: string } }
  /** Unix seconds. `zero`: what none at all means, where that is no date. */
  | { format: 'date'; params: { encoding: 'timestamp'; zero?: string } }
  | { format: 'duration' }

/** Where the token of an amount is named. `asset` and `reserve` are ours: to be asked of the vault or the market. */
type TokenOf = { tokenPath: string } | { token: 'asset' } | { token: 'reserve'; reservePath: string }
