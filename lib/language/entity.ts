import type { Address, Hex } from 'viem'

/** A range of a text in UTF-16 offsets, `end` excluded. */
export type Span = { start: number; end: number }

/**
 * A figure as a plain decimal ("1234.5"). If its comma is ambiguous, `either` has both readings and `value` the
 * likelier one.
 */
export type Figure = { value: string; either?: readonly [string, string] }

/** A day as it was named: `weekday` 0 is Sunday, `month` 0 is January. Without `day`, the whole month. */
export type NamedDay =
  | { kind: 'now' | 'today' | 'tomorrow' | 'yesterday' }
  | { kind: 'weekday'; weekday: number; week?: 'next' | 'this' | 'last' }
  /** A period named by its position: "next week", "this month", "last year". */
  | { kind: 'next' | 'this' | 'last'; unit: 'week' | 'month' | 'quarter' | 'year' }
  /** `month` is absent in "the 15th", `day` in "March". Without a year, the next one. */
  | { kind: 'date'; year?: number; month?: number; day?: number }
  | { kind: 'end'; unit: 'week' | 'month' | 'quarter' | 'year' }
  /** A day that moves from year to year. */
  | { kind: 'feast'; name: string }

/** A time of day. `zone` is an IANA name, or an offset as "+02:00"; absent if none was given. */
export type TimeOfDay = { hour: number; minute: number; zone?: string }

export type PartOfDay = 'morning' | 'afternoon' | 'evening' | 'night'

export type Edge = 'from' | 'until' | 'before' | 'after' | 'by'

export type TimeUnit = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

/** A frequency: "every other Friday" is a weekday of every second week. */
export type Recurrence = {
  every: { unit: TimeUnit | 'weekday'; count: number }
  /** 0 is Sunday. */
  weekdays?: readonly number[]
  /** Days of a month; 31 is the last one. */
  days?: readonly number[]
  /** Number of times within each unit: "twice a week". */
  times?: number
  part?: PartOfDay
  /** The words say more than this type can hold: "the last business day of every month". */
  more?: true
}

/** The meaning of a piece of a text. */
export type Meaning =
  | ({ is: 'number' } & Figure)
  /** Figures and marks that make no number ("1,23.4", "1,2,3"). Not to be guessed at. */
  | { is: 'badNumber' }
  | ({ is: 'dollars' } & Figure)
  /** Money other than dollars, by its code: "EUR". */
  | ({ is: 'money'; currency: string } & Figure)
  /** In percent, with basis points converted: 10 bps is "0.1". `of` is set if that word stands beside it. */
  | ({ is: 'percent'; of?: 'slippage' } & Figure)
  /** In percent: a percentage that the text calls a yearly rate ("4 % APY"). */
  | ({ is: 'rate' } & Figure)
  /** The price of gas. */
  | ({ is: 'gwei' } & Figure)
  /** "3x", "x30", "twice". */
  | ({ is: 'times' } & Figure)
  /**
   * A share of what there is, as a fraction: half is [1, 2], all [1, 1], nothing [0, 1]. `but`: "all but …", "all
   * except …". `rest`: a share of what is left, "the rest".
   */
  | { is: 'share'; part: readonly [number, number]; but?: true; rest?: true }
  /** An unstated amount: "some", "a bit". `needed`: as much as something takes, "enough". */
  | { is: 'some'; needed?: true }
  /** No bound at all: "unlimited". */
  | { is: 'unlimited' }
  /** `known` is false if the wallet's names have no entry for it. */
  | { is: 'token'; symbol: string; known: boolean }
  /** `chainId` is null if the wallet does not have it. */
  | { is: 'chain'; name: string; chainId: number | null }
  | { is: 'protocol'; id: string }
  /** Tokens by their class: "stables". */
  | { is: 'stablecoins' }
  /** Money without a figure, by its code: "in euros". */
  | { is: 'currency'; code: string }
  /** "every chain", "all networks". */
  | { is: 'chains' }
  /** The account's position in a protocol: "my loan", "the LP". */
  | { is: 'position'; kind?: 'loan' | 'collateral' | 'liquidity' | 'deposit' | 'vault' | 'market' }
  /** Something arranged for later dates: "the dca", "my plan". */
  | { is: 'plan' }
  /** `none`: "no lock-up", "without a lockup". */
  | { is: 'lockup'; none?: true }
  /** `checksum` is "none" if all letters have the same case, so that a typo cannot be detected. */
  | { is: 'address'; address: Address; checksum: 'right' | 'none' | 'wrong'; chainId?: number; dictated?: true }
  /** An incomplete address ("0x12…ab"), or one of a wrong length. It identifies nobody. */
  | { is: 'badAddress' }
  /** An ENS name as typed, in lower case. */
  | { is: 'name'; name: string; dictated?: true }
  /** A contact, by the name in the contacts. */
  | { is: 'contact'; name: string; address: Address }
  | { is: 'hash'; hash: Hex }
  /** A number that names a thing rather than counting ("#42", "Punk 7804", "token number 417"). */
  | { is: 'nft'; id: string; collection?: string }
  | { is: 'collection'; id: string }
  /** A function of a contract, with the types that were written: "withdraw(uint256)". */
  | { is: 'function'; signature: string }
  /** `side`: counted ahead from now ("in 3 days") or back from now ("an hour ago", "the last 30 days"). */
  | { is: 'duration'; count: string; unit: TimeUnit; side?: 'ahead' | 'back' }
  /** `edge`: what the date bounds ("until March", "from October"). */
  | { is: 'date'; day?: NamedDay; time?: TimeOfDay; part?: PartOfDay; edge?: Edge }
  | ({ is: 'recurrence' } & Recurrence)
  /** A position in a row: "the first", "2nd"; the last is -1. */
  | { is: 'ordinal'; nth: number }
  /** A word that refers to something said before, or to a person by their relation to the writer ("my brother"). */
  | { is: 'pronoun'; for: 'thing' | 'person' | 'self' | 'place' }

/** The meanings of one kind. */
export type Is<K extends Meaning['is']> = Extract<Meaning, { is: K }>

/** Returns those of one kind. */
export const ofKind = <Each extends Meaning, K extends Meaning['is']>(all: readonly Each[], kind: K) =>
  all.filter((each): each is Each & Is<K> => each.is === kind)

/**
 * A piece of a text that names or counts something. `or`: other meanings of the same piece ("arb" is a token and a
 * chain, "aave" a protocol and a token); its role decides. `maybe`: the piece is an ordinary word too ("link").
 */
export type Entity = Span & Meaning & { or?: readonly Meaning[]; maybe?: true }

/** The names that a wallet knows. Build the object once: an index is cached with it. */
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
