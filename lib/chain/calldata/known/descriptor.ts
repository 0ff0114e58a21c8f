import type { Address } from 'viem'

/**
 * Describes how to display a function's arguments, after ERC-7730 v1 ("Structured Data Clear Signing Format"): an
 * intent in words, and a label and format per argument. Written by us and bundled; nothing is fetched.
 */
export type Descriptor = {
  context: {
    contract: {
      /**
       * The contracts that it is bound to. Absent: an interface that any contract may implement, so it only says what
       * is requested.
       */
      deployments?: readonly { chainId: number; address: Address }[]
    }
  }
  metadata: { owner: string }
  display: { formats: Readonly<Record<string, Format>> }
}

export type Format = { intent: string; fields: readonly Field[] }

/**
 * `path` names an argument, with tuple members after dots. In `tokenPath` and `collectionPath`, `@.to` is the called
 * contract.
 */
export type Field = { path: string; label: string } & FieldFormat

type FieldFormat =
  | { format: 'addressName' }
  | { format: 'raw' }
  /** Wei. */
  | { format: 'amount' }
  | { format: 'tokenAmount'; params: TokenOf & { message?: string } }
  | { format: 'nftName'; params: { collectionPath: string } }
  /** Unix seconds. `zero`: the meaning of 0 if it is no date. */
  | { format: 'date'; params: { encoding: 'timestamp'; zero?: string } }
  | { format: 'duration' }

/** Finds the token of an amount. `asset` and `reserve` are our additions: asked of the vault or the market. */
type TokenOf = { tokenPath: string } | { token: 'asset' } | { token: 'reserve'; reservePath: string }
