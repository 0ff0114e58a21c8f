import type { Address, Hex } from 'viem'

/** A place in a text: UTF-16 offsets, `end` not included. */
export type Span = { start: number; end: number }

/** A figure as a plain decimal ("1234.5"). Where its comma may be either, `either` has both readings, `value` the likelier. */
export type Figure = { value: string; either?: readonly [string, string] }

/** A day as it was named: `weekday` 0 is Sunday, `month` 0 is January; without `day`, the whole month. */
export type NamedDay =
  | { kind: 'now' | 'today' | 'tomorrow' | 'yesterday' }
  | { kind: 'weekday'; weekday: number; week?: 'next' | 'this' | 'last' }
  /** A period that is named by its place: "next week", "this month", "last year". */
  | { kind: 'next' | 'this' | 'last'; unit: 'week' | 'month' | 'quarter' | 'year' }
  /** `month` is absent in "the 15th", `day` in "March"; the next one where there is no year. */
  | { kind: 'date'; year?: number; month?: number; day?: number }
  | { kind: 'end'; unit: 'week' | 'month' | 'quarter' | 'year' }
  /** A day that moves from year to year. */
  | { kind: 'feast'; name: string }

/** A time of day. `zone` is an IANA name, or an offset as "+02:00"; absent where none was said. */
export type TimeOfDay = { hour: number; minute: number; zone?: string }

export type PartOfDay = 'morning' | 'afternoon' | 'evening' | 'night'

export type Edge = 'from' | 'until' | 'before' | 'after' | 'by'

export type TimeUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

/** How often: "every other Friday" is a weekday of every second week. */
export type Recurrence = {
  every: { unit: TimeUnit | 'weekday'; count: number }
  /** 0 is Sunday. */
  weekdays?: readonly number[]
  /** Of a month; 31 is the last one. */
  days?: readonly number[]
  /** How often within each of them: "twice a week". */
  times?: number
  part?: PartOfDay
  /** The words hold more than this can: "the last business day of every month". */
  more?: true
}

/** What a piece of a text means. */
export type Meaning =
  | ({ is: 'number' } & Figure)
  /** Figures and marks that make no number ("1,23.4", "1,2,3"): they are not to be guessed at. */
  | { is: 'badNumber' }
  | ({ is: 'dollars' } & Figure)
  /** Money that is no dollar, by its code: "EUR". */
  | ({ is: 'money'; currency: string } & Figure)
  /** In percent, basis points too: 10 bps is "0.1". `of`: the word stands beside it. */
  | ({ is: 'percent'; of?: 'slippage' } & Figure)
  /** In percent: a percentage that the text itself calls a yearly rate ("4 % APY"). */
  | ({ is: 'rate' } & Figure)
  /** The price of gas. */
  | ({ is: 'gwei' } & Figure)
  /** "3x", "x30", "twice". */
  | ({ is: 'times' } & Figure)
  /**
   * A part of what there is, as a fraction: half is [1, 2], all [1, 1], nothing [0, 1]. `but`: "all but …", "all except …";
   * `rest`: of what is left, "the rest".
   */
  | { is: 'share'; part: readonly [number, number]; but?: true; rest?: true }
  /** An amount that is not told: "some", "a bit". */
  | { is: 'some' }
  /** No bound at all: "unlimited". */
  | { is: 'unlimited' }
  /** `known` is false for one that the wallet's world has no entry for. */
  | { is: 'token'; symbol: string; known: boolean }
  /** `chainId` is null for one that the wallet does not have. */
  | { is: 'chain'; name: string; chainId: number | null }
  | { is: 'protocol'; id: string }
  /** Tokens by their class: "stables". */
  | { is: 'stablecoins' }
  /** Money without a figure, by its code: "in euros". */
  | { is: 'currency'; code: string }
  /** "every chain", "all networks". */
  | { is: 'chains' }
  /** What an account has in a protocol: "my loan", "the LP". */
  | { is: 'position'; kind?: 'loan' | 'collateral' | 'liquidity' | 'deposit' | 'vault' | 'market' }
  /** What is arranged for later dates: "the dca", "my plan". */
  | { is: 'plan' }
  /** `none`: "no lock-up", "without a lockup". */
  | { is: 'lockup'; none?: true }
  /** `checksum`: "none" where all letters have one case, so that a slip cannot be seen. */
  | { is: 'address'; address: Address; checksum: 'right' | 'none' | 'wrong'; chainId?: number; dictated?: true }
  /** Of an address only a piece ("0x12…ab"), or one of a wrong length: it names nobody. */
  | { is: 'badAddress' }
  /** An ENS name, as it is typed, in lower case. */
  | { is: 'name'; name: string; dictated?: true }
  /** Somebody among the contacts, by the name that they have there. */
  | { is: 'contact'; name: string; address: Address }
  | { is: 'hash'; hash: Hex }
  /** A number that names a thing rather than counts ("#42", "Punk 7804", "token number 417"). */
  | { is: 'nft'; id: string; collection?: string }
  | { is: 'collection'; id: string }
  /** A function of a contract, with the types that were written: "withdraw(uint256)". */
  | { is: 'function'; signature: string }
  /** `side`: whether it is counted from now ("in 3 days") or back from now ("an hour ago", "the last 30 days"). */
  | { is: 'duration'; count: string; unit: TimeUnit; side?: 'ahead' | 'back' }
  /** `edge`: what it bounds ("until March", "from October"). */
  | { is: 'date'; day?: NamedDay; time?: TimeOfDay; part?: PartOfDay; edge?: Edge }
  | ({ is: 'recurrence' } & Recurrence)
  /** A place in a row: "the first", "2nd"; the last is -1. */
  | { is: 'ordinal'; nth: number }
  /** A word that stands for something said before, or for a person by what he is to the writer ("my brother"). */
  | { is: 'pronoun'; for: 'thing' | 'person' | 'self' | 'place' }

/**
 * A piece of a text that names or counts something. `or`: what else the same piece may mean ("arb" is a token and a chain,
 * "aave" a protocol and a token); the part that it plays decides. `maybe`: the piece is an ordinary word too ("link").
 */
export type Entity = Span & Meaning & { or?: readonly Meaning[]; maybe?: true }

/** What the wallet's world knows by name. Build it once: an index is kept with the object. */
export type Names = {
  tokens: readonly {
    symbol: string
    name: string
    aliases?: readonly string[]
    /** By chain id. */
    addresses: Readonly<Record<number, Address>>
  }[]
  chains: readonly { id: number; name: string; aliases?: readonly string[] }[]
  protocols: readonly { id: string; name: string; aliases?: readonly string[] }[]
  collections?: readonly { id: string; name: string; aliases?: readonly string[] }[]
  contacts?: readonly { name: string; address: Address }[]
}
