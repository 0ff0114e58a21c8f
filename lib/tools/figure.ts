import type { Way } from '@/lib/chain/tokens/amount'

/** How a figure is to be written. Money is in base units until it is. */
export type Quantity =
  /** `symbol` is one of our own lists, or an address. `way` is `out` for what is owed; absent: it is held. */
  | { kind: 'token'; amount: bigint; decimals: number; symbol: string; way?: Way }
  /** USD in base units of `decimals`. */
  | { kind: 'usd'; amount: bigint; decimals: number }
  /** A share of one: 0.05 is 5%. */
  | { kind: 'percent'; share: number }
  /** A health factor in WAD (18 decimals); null without debt. */
  | { kind: 'health'; wad: bigint | null }
  | { kind: 'text'; text: string }

/** A figure of the account's position, before and after the plan, by simulation. */
export type Figure = {
  /** Unique within a review: `health-factor`, `debt`, ... */
  id: string
  label: string
  /** Null where there is nothing to compare with. */
  before: Quantity | null
  after: Quantity
  /** How worrying the figure after is. Absent: not at all. */
  level?: 'WARN' | 'DANGER'
  /** The card’s body says it beside something else: it is not listed once more. */
  inBody?: true
}
