import type { Lexicon } from '../tagger/lexicon'
import { inOneWord } from '../tagger/verbs'
import { type Abstention, abstentionIn } from './abstain'
import { says } from './actions'
import { withoutPurpose } from './asides'
import { isAsked, isDoubted, isDoubtedIn, isPlainlyTold, mayAsk, ours, speaksAgainst } from './asked'
import { notOwn, reported, requests } from './core'
import { withoutOtherPlace } from './denied'
import { begun, frameOf } from './fill-slots'
import { done, isKept, isMeant, type Part, partsOf, urged } from './parts'
import type { PlanRequest } from './plan-request'
import { readRhythm } from './plan-words'
import { joined, type Money, names, type Place, type Slots } from './slots'
import { type Heard, refers } from './step-of-slots'
import type { Step } from './understanding'

/** What a message comes to by what it names. `isSure`: it is asked for in so many words, and nothing speaks against it. */
export type BySlots = { isSure: boolean } & ({ step: Step } | { plan: PlanRequest })

/** Words that give themselves out for somebody else's, or are to be passed on. */
const quoted =
  /(?:^|\n)\W*(?:system|admin|assistant|developer|root|tool|prompt)\b\W*[:>\]]|(?:^|\s)'\w[^']*\s[^']*'|\b(?:forward|reply|respond|write|tell|message|answer|say|type|repeat)\b[^.!?:]*:/im
/** What a loan is backed by is no token of it. */
const against =
  /\bagainst\s+(?:(?:the|my|all|our)\s+)*[a-z]+(?:\s+(?:that\s+)?(?:i|we)(?:'ve|\s+have)?\s+\w+)?(?:\s+(?:as|for)\s+(?:my\s+)?collateral)?/gi
/** "He asked for 20 USDC": what somebody needs. */
const neededBy = /\bask(?:s|ed)\s+(?:(?:me|us)\s+)?for\s+(?=\$?\.?\d)/gi
/** "Borrow 350 DAI till the end of the month": a loan has no term. */
const term = /\b(?:un)?til+\s+(?:(?:the|next|this|end|of|my|early|late|mid)\s+)*[a-z]+\b/gi

/** What only a part of a message may say. */
const ofParts: ReadonlySet<Abstention> = new Set([
  ...ours,
  'nft',
  'past',
  'negated',
  'hypothetical',
  'conditional',
  'scheduled',
])

/**
 * Reads a message by what it names, where words that nobody thought of stand around it: which sums, tokens, networks,
 * addresses and places there are, which action takes just these, and what the verbs allow. Null where none or more than one
 * action would do, where something named is left over, or where a word binds, denies or only tells it. `raw` still has
 * the courtesies of `said`.
 */
export function readBySlots(said: string, lexicon: Lexicon, raw: string): BySlots | null {
  const plain = withoutPurpose(inOneWord(withoutOtherPlace(said)), lexicon)
    .replace(against, ' ')
    .replace(neededBy, 'needs ')
    .replace(/\blet'?s\s+say\b/gi, "let's")
  const text = /\bborrow\b/i.test(plain) ? plain.replace(term, ' ') : plain
  if (quoted.test(raw) || notOwn.test(raw) || abstentionIn(text.toLowerCase(), true, ofParts)) return null
  const { rhythm, text: untimed } = readRhythm(text)
  if (rhythm.problem !== undefined) return null
  const isTimed = rhythm.every !== undefined
  const all = partsOf(isTimed ? untimed : text, lexicon)
  const kept = all.filter(isKept)
  const own = all.filter((part) => !kept.includes(part))
  const finished = done(own)
  const parts = urged(finished, raw)
  const isNamed = ({ slots }: Part) =>
    names(slots) &&
    (slots.unread.length === 0 ||
      slots.places.length + slots.recipients.length > 0 ||
      slots.money.some(({ amount }) => amount))
  const asking = parts.filter((part) => part.shape === 'asks' || (part.shape === 'names' && isNamed(part)))
  const telling = parts.filter((part) => !asking.includes(part))
  const heard = heardIn(asking, telling, kept)
  if (!heard || isReported(parts) || !mayAsk(heard, asking, isTimed, lexicon) || speaksAgainst(parts, telling))
    return null
  const frame = frameOf(heard, lexicon) ?? (isTimed ? null : begun(heard))
  if (!frame) return null
  const isSure =
    isAsked(
      frame,
      heard,
      asking,
      finished !== own || ((isTimed || isMeant(parts, raw)) && heard.slots.unread.length === 0),
    ) &&
    isPlainlyTold(parts, telling, heard) &&
    !/@/.test(raw) &&
    !isDoubtedIn(raw)
  if (!isTimed) return { isSure, step: frame.step }
  const order = frame.step.kind === 'request' && frame.step.draft.action === 'swap' ? frame.step.draft : null
  if (!order?.amount) return null
  return { isSure, plan: { do: 'create', order, rhythm, ...(isSure ? {} : { unsure: true as const }) } }
}

/** "He wrote: …": somebody else's words, unless the person asks for it. */
const isReported = (parts: readonly Part[]): boolean =>
  parts.some(({ text }) => reported.test(text)) &&
  !parts.some(({ text, shape }) => shape === 'asks' && requests.test(text.replace(/^(?:so|and|but|now)\s+/i, '')))

const textOf = (parts: readonly Part[]): string => parts.map(({ text }) => text).join(' ')

/** All that is named, with what "it", "him" and "there" mean, and "leave 500" for all but that. Null where that is not clear. */
function heardIn(asking: readonly Part[], telling: readonly Part[], kept: readonly Part[]): Heard | null {
  const text = textOf(asking)
  const slots = joined(asking.map((part) => part.slots))
  const beside = joined(telling.filter((part) => !spares.test(part.text)).map((part) => part.slots))
  const isIt =
    slots.money.length === 0 && (refers.test(text) || telling.some((part) => isSumOfIt.test(part.slots.outline)))
  const meant: Slots = {
    ...slots,
    money: isIt ? beside.money : withToldSum(slots.money, beside.money, text),
    recipients:
      slots.recipients.length === 0 && (says(slots, 'send') || /\b(?:him|her|them)\b/i.test(text))
        ? beside.recipients
        : slots.recipients,
  }
  const held = telling
    .filter((part) => part.slots.money.some(({ token }) => token))
    .flatMap((part) => part.slots.places)
  const placed = { ...meant, places: placesOf(meant, beside, held, text, isIt) }
  const whole = kept.length > 0 ? withKept(placed, kept) : placed
  const told = telling.filter((part) => !isDoubted(part.text))
  // "I'd like to settle up: could you send …": only one of the two is about something.
  const verbs = asking
    .filter((part) => names(part.slots))
    .flatMap(({ slots: { cues } }) => cues.flatMap(({ form, base }) => (form === 'base' ? [base] : [])))
  return whole && { slots: whole, text, verbs: new Set(verbs), beside, told: textOf(told) }
}

/** "I don't want to touch the WETH": not what is meant. */
const spares = /(?:n'?t|\bnot|\bnever)\s+(?:(?:want|wanna|like|going|to|you|have)\s+)*(?:touch|move|sell|mean|mess)\b/i
/** "It is for 310 DAI": how much what is asked for comes to. */
const isSumOfIt =
  /^(?:(?:it|that|this|the (?:total|amount|sum|price|bill|invoice)) )(?:is|was|comes|costs?|amounts|should be|for)(?: (?:is|was|to|for|about|exactly))* # \$(?: ,)*$/

/** "My share was $70, pay 0x… that in ETH": the sum that "that" stands for. */
function withToldSum(money: readonly Money[], told: readonly Money[], text: string): readonly Money[] {
  const [only, ...others] = told.filter(({ amount }) => amount)
  if (!only || others.length > 0 || money.some(({ amount }) => amount) || !/\b(?:that|it)\b/i.test(text)) return money
  return only.amount?.kind === 'usd' && !only.token ? [only, ...money] : money
}

/** `held`: where the money is that is told of. */
function placesOf(slots: Slots, beside: Slots, held: readonly Place[], text: string, isIt: boolean): readonly Place[] {
  const isThere = /\bthere\b/i.test(text)
  const at = (places: readonly Place[], way: Place['way']) => places.map((each) => ({ ...each, way }))
  if (slots.places.length === 0 && refers.test(text) && held.length > 0) return at(held, 'on')
  if (slots.places.length === 0) return (isThere || isIt) && slots.recipients.length > 0 ? at(beside.places, 'on') : []
  if (isThere && slots.places.every(({ way }) => way === null)) return at(slots.places, 'on')
  // "My game runs on Base, can you bridge it": to there.
  const isAlone = isIt && says(slots, 'bridge') && slots.places.every(({ way }) => way === 'on')
  return isAlone ? at(slots.places, null) : slots.places
}

/** All but what is to be left: null where it is not a part of all. */
function withKept(slots: Slots, kept: readonly Part[]): Slots | null {
  const [left, ...others] = kept.flatMap((part) => part.slots.money)
  if (left?.amount?.kind !== 'exact' || others.length > 0) return null
  const { value } = left.amount
  const sums = slots.money.filter(({ amount }) => amount)
  const [sum, ...more] = sums
  const isOfSame = !left.token || !sum?.token || left.token.symbol === sum.token.symbol
  if (sum?.amount?.kind !== 'all' || more.length > 0 || !isOfSame) return null
  const money = slots.money.map((each) =>
    each === sum ? { ...each, amount: { kind: 'all-but' as const, value } } : each,
  )
  return { ...slots, money }
}
