import type { Address } from 'viem'
import type { FunctionCall } from '../../wire/parts'

/**
 * An amount as the person stated it. Numbers are decimal strings in whole tokens (or dollars), as exact as they were
 * typed. `bad` is something that looks like an amount but cannot be taken as one.
 */
export type Amount =
  | { kind: 'exact'; value: string }
  | { kind: 'usd'; value: string }
  /** A share of the balance, `part` of `whole`. */
  | { kind: 'share'; part: bigint; whole: bigint }
  | { kind: 'all' }
  | { kind: 'all-but'; value: string }
  /**
   * A share of what the step before brings; `by` is that step, once it is done. `isLoose`: "everything" or "half" alone,
   * which could be of all there is as well.
   */
  | { kind: 'brought'; part: bigint; whole: bigint; by?: Arrival; isLoose?: true }
  | { kind: 'bad'; text: string; why: string }

/** A call that was carried out, with its `functionReturn.result`. */
export type Arrival = { call: FunctionCall; result: Record<string, unknown> }

/** A token as it was named. Without `symbol` it is not in our lists. */
export type TokenMention = { text: string; symbol?: string }

/** A network as it was named. Without `id` it is not served here. */
export type ChainMention = { text: string; id?: number }

export type Recipient =
  | { kind: 'address'; address: Address }
  | { kind: 'name'; name: string }
  /** Looks like an address, but is none. `why` completes the sentence "That address ...". */
  | { kind: 'bad'; text: string; why: string }
  /** A person or thing without an address. */
  | { kind: 'nobody'; text: string }
