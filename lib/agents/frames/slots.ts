import type { Amount, ChainMention, Recipient, TokenMention } from '../tagger/item'
import type { Cue } from '../tagger/verbs'
import type { PlaceHint } from './place-words'

/** A sum, a token or both, and what the words before it make of it: over 0 it is gained, under 0 it is given. */
export type Money = { amount?: Amount; token?: TokenMention; side: number; isFor?: boolean }

/** A network, and what the words before it make of it. */
export type Place = { chain: ChainMention; symbol?: string; way: 'to' | 'from' | 'on' | null }

/** A verb, and whether somebody stands before it who does it: "she swapped". */
type Said = Cue & { isBySomebody: boolean }

/** What is named in a text, whatever its order and whatever stands between. */
export type Slots = {
  money: readonly Money[]
  places: readonly Place[]
  recipients: readonly Recipient[]
  cues: readonly Said[]
  /** Something is left out: "all but". */
  excepts: boolean
  /** A sum or an aim of something that is not known: "100 pepe". */
  isUnknown: boolean
  slippage?: number
  hint: PlaceHint
  picked: number | null
  /** Words that name nothing, are no verbs and tie nothing together. */
  unread: readonly string[]
  /** A thing that is not known is what something is done to: "withdraw your offer of 100 USDC". */
  isOfOther: boolean
  /** The same of where to: "lend 100 USDC to a friend". */
  aim?: string
  /** The text without what says which place is meant. */
  rest: string
  /** The same with a mark in the place of all that it names: "# $ should go to @". */
  outline: string
}

/** Whether a part names anything that a request is made of. */
export const names = ({ money, places, recipients, hint, slippage }: Slots): boolean =>
  slippage !== undefined ||
  money.length > 0 ||
  places.length > 0 ||
  recipients.length > 0 ||
  Object.keys(hint).length > 0

/** All that several parts name. */
export const joined = (all: readonly Slots[]): Slots => ({
  money: all.flatMap(({ money }) => money),
  places: all.flatMap(({ places }) => places),
  recipients: all.flatMap(({ recipients }) => recipients),
  cues: all.flatMap(({ cues }) => cues),
  rest: all.map(({ rest }) => rest).join(' '),
  outline: all.map(({ outline }) => outline).join(' , '),
  excepts: all.some(({ excepts }) => excepts),
  unread: all.flatMap(({ unread }) => unread),
  isOfOther: all.some(({ isOfOther }) => isOfOther),
  ...all.reduce<Pick<Slots, 'aim'>>(
    (found, { aim }) => (aim === undefined || found.aim !== undefined ? found : { aim }),
    {},
  ),
  isUnknown: all.some(({ isUnknown }) => isUnknown),
  hint: Object.assign({}, ...all.map(({ hint }) => hint)),
  picked: all.find(({ picked }) => picked !== null)?.picked ?? null,
  ...all.reduce<Pick<Slots, 'slippage'>>((found, { slippage }) => (slippage === undefined ? found : { slippage }), {}),
})
