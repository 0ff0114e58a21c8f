import type { Way } from '@/lib/chain/tokens/amount'

/** Format of a figure. Money stays in base units until formatted. */
export type Quantity =
  /** `symbol` is from our own lists, or an address. `way` is `out` for what is owed; absent means it is held. */
  | { kind: 'token'; amount: bigint; decimals: number; symbol: string; way?: Way }
  /** USD in base units of `decimals`. */
  | { kind: 'usd'; amount: bigint; decimals: number }
  /** A fraction of one: 0.05 is 5%. */
  | { kind: 'percent'; share: number }
  /** A health factor in WAD (18 decimals); null without debt. */
  | { kind: 'health'; wad: bigint | null }
  | { kind: 'text'; text: string }

/** A figure of the account's position before and after the plan, by simulation. */
export type Figure = {
  /** Unique within a review: `health-factor`, `debt`, ... */
  id: string
  label: string
  /** Null if there is nothing to compare with. */
  before: Quantity | null
  after: Quantity
  /** Level of concern about the later figure. Absent: none. */
  level?: 'WARN' | 'DANGER'
  /** The card’s body already shows it next to something else, so it is not listed again. */
  inBody?: true
}
