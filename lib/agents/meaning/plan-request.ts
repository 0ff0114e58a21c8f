import type { Draft } from '@/lib/language/steps/draft'
import type { Rhythm } from '../plans/rhythm'

/** A request about recurring plans. Nothing in it has been checked against a chain or the plans there are. */
export type PlanRequest =
  /** `replaces` is the id of the open offer that it changes. */
  | { do: 'create'; order: Draft; rhythm: Rhythm; unsure?: true; replaces?: string }
  | {
      do: 'change'
      to: 'active' | 'paused' | 'canceled'
      which: WhichPlans
    }
  /** Another amount, token or rhythm; what is not named stays. */
  | { do: 'adjust'; which: WhichPlans; amount?: PlanAmount; token?: PlanToken; rhythm: Rhythm }

/** One plan by its number or its place in the list (-1 is the last), those of a token, or all; else the only one that it can be. */
export type WhichPlans = { number: number } | { place: number } | { symbol: string } | 'all' | 'only'

/** Another token to pay with or to buy, by its symbol, or in the place of another; else the side follows from what it is. */
export type PlanToken = { symbol: string; side?: 'sells' | 'buys'; insteadOf?: string }

/** `symbol` where the token was named; `share` of what it was before: 2/1 is twice as much. */
export type PlanAmount =
  | { kind: 'exact' | 'usd'; value: string; symbol?: string }
  | { kind: 'share'; part: bigint; whole: bigint }
