import type { Asked } from '../replies/questions'
import { clean, type Oddity } from '../tagger/clean'
import type { Item, Verb } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { sentences } from '../tagger/sentences'
import { tag } from '../tagger/tag'
import { type Abstention, abstentionIn, type Mood, moodOf } from './abstain'
import { answerIn } from './answers'
import { type Contacts, contactsIn, withAddresses } from './contacts'
import type { Draft } from './draft'
import { fill } from './fill'
import { understandFinance } from './finance'
import { type Bare, bareMention, looseSend, looseSwap, multiplied, revise, sameAs, withoutPreface } from './follow-up'
import { plainly } from './idioms'
import { understandInquiry } from './inquiry'
import type { Insight } from './insights'
import type { Job } from './job'
import { readMentions } from './mentions'
import type { NftSend } from './nft'
import { type PlanRequest, understandPlans } from './plan'
import {
  type BalancesQuery,
  balancesOf,
  balancesQuery,
  type PriceQuery,
  priceQuery,
  rateQuery,
  type SmallTalk,
  smallTalkIn,
} from './reads'
import type { RebalanceWish } from './rebalance'
import { isRequested, newDialogue, revised, stepOf, sure } from './step'
import { readSteps } from './steps'

/** What the conversation has come to. Worked out anew from the history at every turn. */
export type Dialogue = {
  /** The request that is being put together, or the last one. */
  draft: Draft | null
  /** The same for a lending market or a vault; then `draft` is null. */
  job: Job | null
  /** The same for an NFT; then the others are null. */
  nft: NftSend | null
  /** The same for a position that is to be watched; then the others are null. */
  rebalance: RebalanceWish | null
  /** The same for a plan; then the others are null. */
  plan: PlanRequest | null
  /** The number of the plan that the agent spoke of last: "cancel it" means that. */
  planTold: number | null
  /** The places that the agent listed last, by their names. */
  offered: readonly string[]
  /** Whom the person named with an address so far. */
  contacts: Contacts
  /** The last question that has not been answered. */
  asked: Asked | null
  /** How far it has come. `declined`: nothing was moved. `uncertain`: it failed in a way that may have moved money. */
  standing: 'open' | 'proposed' | 'declined' | 'done' | 'uncertain'
  /** What was asked for in the same message, to be done after that, in order. */
  rest: readonly Step[]
  /** The calls that were proposed last. More than one were proposed together, `rest` included. */
  calls: readonly string[]
  topic: 'price' | 'balances' | null
}

/** One thing to be done, as far as it was said. */
export type Step =
  | { kind: 'request'; draft: Draft }
  | { kind: 'job'; job: Job }
  | { kind: 'nft'; nft: NftSend }
  | { kind: 'rebalance'; wish: RebalanceWish }

/** `again`: said again by a "yes". `replaces`: a proposal is open, which this message voids. */
export type Requested = Step & { rest?: readonly Step[]; again?: true; replaces?: true }

/** What one message of the person comes to. Pure: no balance, price or route has been looked at. */
export type Understanding =
  | Requested
  | { kind: 'plan'; plan: PlanRequest }
  | { kind: 'plans' }
  | { kind: 'insight'; insight: Insight }
  | { kind: 'abstain'; topic: Abstention }
  | { kind: 'balances'; query: BalancesQuery }
  | { kind: 'price'; query: PriceQuery }
  | { kind: 'talk'; topic: SmallTalk | 'unclear' | 'nothing-open' | 'rebalance' | 'rebalance-end' }
  | { kind: 'explain'; text: string }
  /** Nothing but who has which address. */
  | { kind: 'contacts'; found: Contacts }
  | { kind: 'cancel'; had: boolean }
  | { kind: 'several' }
  /** A correction after several proposals at once. */
  | { kind: 'which-step' }
  | { kind: 'settled' }
  | { kind: 'bare'; mention: Bare }
  | { kind: 'odd'; oddity: Oddity }

type Tagged = { mood: Mood; question: boolean; items: readonly Item[] }

/** Reads one message in the light of what was said before. */
export function understand(raw: string, lexicon: Lexicon, dialogue: Dialogue): Understanding {
  const understood = read(raw, lexicon, dialogue)
  return isRequested(understood) && dialogue.standing === 'proposed' ? { ...understood, replaces: true } : understood
}

/** "No, make it 2", "no 300", "wait, to 0x…": what follows is a correction. */
const retraction =
  /^\s*(?:(?:no+|nope|nah|wait|hold on|sorry|oops|hmm+|oh)\s*[,.!]+\s*|(?:no|nope|wait|sorry)\s+(?=[\d$.]|0x|(?:to|on|make|with|from|all|half|i meant?|actually|only|just)\b))+(?=\S)/i

function read(raw: string, lexicon: Lexicon, dialogue: Dialogue): Understanding {
  const { text: cleaned, oddity } = clean(raw)
  // "No, make it 2": the "no" is about what was proposed before.
  const open = dialogue.draft?.action === 'send' || dialogue.nft ? (dialogue.draft ?? dialogue.nft) : null
  const { found, rest } = contactsIn(cleaned, lexicon)
  if (!oddity && found.size > 0 && rest === '' && !(open && open.recipient?.kind !== 'address'))
    return { kind: 'contacts', found }
  // "Bob is 0x…" in answer to whom it should go to is that address.
  const addressed =
    rest === ''
      ? [...found.values()].join(' ') || cleaned
      : withAddresses(rest, new Map([...dialogue.contacts, ...found]), found)
  const text = plainly(stepOf(dialogue) ? withoutPreface(addressed.replace(retraction, '')) : addressed, lexicon)
  const lower = text.toLowerCase().trim()
  if (oddity) return { kind: 'odd', oddity }
  if (lower === '') return { kind: 'talk', topic: 'unclear' }
  const said = sentences(text)
  const tagged = said.map(
    (sentence): Tagged => ({
      question: sentence.question,
      mood: moodOf(sentence.text.toLowerCase(), sentence.question),
      items: tag(sentence.text, lexicon),
    }),
  )
  const items = tagged.flatMap((sentence) => sentence.items)
  // "Swap 1 ETH. No, wait, cancel that.": the last word counts.
  const answer = answerIn(lower) ?? (answerIn(said.at(-1)?.text.toLowerCase() ?? '') === 'cancel' ? 'cancel' : null)
  if (answer === 'cancel' && dialogue.planTold !== null)
    return { kind: 'plan', plan: { do: 'change', to: 'canceled', which: { number: dialogue.planTold } } }
  if (answer === 'cancel')
    return {
      kind: 'cancel',
      had: (stepOf(dialogue) ?? dialogue.plan) !== null && dialogue.standing !== 'done',
    }
  if (answer) return answered(answer, dialogue)
  const plans = understandPlans(text, lexicon, dialogue)
  if (plans) return plans
  const inquiry = understandInquiry(text, lexicon, dialogue)
  if (inquiry) return inquiry
  const steps = readSteps(text, lexicon, (part) => read(part, lexicon, { ...newDialogue, offered: dialogue.offered }))
  if (steps) return { ...steps[0], rest: steps.slice(1) }
  const again = saidAgain(text, lexicon, dialogue)
  if (again) return again
  const finance = understandFinance(text, lexicon, dialogue)
  if (finance) return finance
  const verbs = items.flatMap((item) => (item.is === 'verb' && item.form === 'base' ? [item] : []))
  const revising = verbs.length === 1 && dialogue.draft !== null && /^(actually |please |ok )*change\b/.test(lower)
  if (verbs.length === 0 || revising) return withoutVerb(lower, tagged, items, lexicon, dialogue)
  return withVerb(lower, tagged, verbs, dialogue)
}

function answered(answer: 'confirm' | 'again', dialogue: Dialogue): Understanding {
  const { plan, standing, asked, rest } = dialogue
  if (plan) {
    if (plan.do === 'change' || answer !== 'confirm' || asked !== 'confirm') return { kind: 'plan', plan }
    const { unsure: _, ...sure } = plan
    return { kind: 'plan', plan: sure }
  }
  const step = stepOf(dialogue)
  if (!step) return { kind: 'talk', topic: 'nothing-open' }
  if (standing === 'done' || standing === 'uncertain') return { kind: 'settled' }
  // Whoever declined and then says "ok" takes note of it.
  if (standing === 'declined' && answer === 'confirm') return { kind: 'talk', topic: 'nothing-open' }
  const meant = answer === 'confirm' && asked === 'confirm' ? sure(step) : step
  return { ...meant, rest, ...(standing === 'proposed' ? { again: true as const } : {}) }
}

function withVerb(
  lower: string,
  tagged: readonly Tagged[],
  verbs: readonly { verb: Verb; text: string }[],
  dialogue: Dialogue,
): Understanding {
  const draft = dialogue.standing === 'open' ? dialogue.draft : null
  const abstention = abstentionIn(lower, true)
  if (abstention) return { kind: 'abstain', topic: abstention }
  const commands = tagged.filter((sentence) => sentence.items.some(isCommand))
  const items = tagged.flatMap((sentence) => sentence.items)
  if (commands.some((sentence) => sentence.mood === 'question')) {
    const rate = rateQuery(lower, items)
    if (rate) return { kind: 'price', query: rate }
    const price = priceQuery(lower, items, false)
    if (price?.tokens.some((token) => token.symbol)) return { kind: 'price', query: price }
    return { kind: 'abstain', topic: 'advice' }
  }
  const [first, ...others] = verbs
  if (!first || others.length > 0) return { kind: 'several' }
  // Questions beside the request ("can you guide me?") add nothing to it; statements might.
  const spoken = tagged.filter(
    (sentence) => commands.includes(sentence) || !(sentence.question || sentence.mood === 'question'),
  )
  const found = readMentions(spoken.flatMap((sentence) => sentence.items))
  const next = fill(first.verb, found.all)
  const past = items.some((item) => item.is === 'verb' && item.form !== 'base')
  const unsure =
    found.unread.length > 0 ||
    found.quoted ||
    past ||
    found.early ||
    commands.some((sentence) => sentence.mood === 'permission')
  const alternatives = found.unread.some((word) => word.toLowerCase() === 'or')
  // Dollars are no token here: converting to them asks what something is worth.
  if (first.text === 'convert' && next.from?.symbol && /^(?:usd|dollars?|bucks)$/i.test(next.to?.text ?? ''))
    return { kind: 'price', query: { tokens: [next.from], ...(next.amount ? { amount: next.amount } : {}) } }
  const slippage = slippageIn(items)
  const whole: Draft = {
    ...next,
    ...(slippage === undefined ? {} : { slippage }),
    ...(unsure ? { unsure } : {}),
    ...(alternatives ? { unclear: { kind: 'alternatives' } } : {}),
  }
  // "send it to 0x...": the verb again, and only what was missing.
  if (draft && draft.action === whole.action && !whole.from && !whole.amount && found.all.length > 0)
    return {
      kind: 'request',
      draft: { ...draft, ...whole, ...(draft.unsure ? { unsure: true } : {}) },
      rest: dialogue.rest,
    }
  return { kind: 'request', draft: whole }
}

/** "Double it", and "the same to 0x…", which asks for another even where the first has been carried out. */
function saidAgain(text: string, lexicon: Lexicon, dialogue: Dialogue): Understanding | null {
  const { draft, job, standing } = dialogue
  const amount = multiplied((draft ?? job)?.amount, text.toLowerCase())
  if (amount && draft) return revised({ kind: 'request', draft: { ...draft, amount } }, dialogue)
  if (amount && job) return revised({ kind: 'job', job: { ...job, amount } }, dialogue)
  const other = draft && standing !== 'uncertain' && dialogue.calls.length <= 1 ? sameAs(text) : null
  if (other === null || !draft || abstentionIn(text.toLowerCase(), true)) return null
  const next = revise(draft, null, readMentions(tag(other, lexicon)), undefined)
  return next ? { kind: 'request', draft: next } : null
}

const isCommand = (item: Item): boolean => item.is === 'verb' && item.form === 'base'

function slippageIn(items: readonly Item[]): number | undefined {
  const found = items.find((item) => item.is === 'slippage')
  return found?.is === 'slippage' ? found.fraction : undefined
}

function withoutVerb(
  lower: string,
  tagged: readonly Tagged[],
  items: readonly Item[],
  lexicon: Lexicon,
  dialogue: Dialogue,
): Understanding {
  const abstention = abstentionIn(lower, false)
  if (abstention) return { kind: 'abstain', topic: abstention }
  const past = items.find((item) => item.is === 'verb' && item.form !== 'base')
  if (past?.is === 'verb') return { kind: 'abstain', topic: past.form === 'past' ? 'past' : 'hypothetical' }
  const balances = balancesQuery(lower, items)
  if (balances) return { kind: 'balances', query: balances }
  // "And DAI?", after what is held.
  if (
    dialogue.topic === 'balances' &&
    /^(?:and|what about|how about)\b/.test(lower) &&
    items.some(({ is }) => is === 'token' || is === 'chain')
  )
    return { kind: 'balances', query: balancesOf(items) }
  const price = rateQuery(lower, items) ?? priceQuery(lower, items, dialogue.topic === 'price')
  if (price) return { kind: 'price', query: price }
  const mentions = readMentions(items)
  const asking = tagged.some((sentence) => sentence.mood === 'question')
  if (dialogue.draft && !asking) {
    const next = revise(dialogue.draft, dialogue.asked, mentions, slippageIn(items))
    if (next) return revised({ kind: 'request', draft: next }, dialogue)
  }
  const talk = smallTalkIn(lower)
  if (talk) return { kind: 'talk', topic: talk }
  if (asking) return { kind: 'talk', topic: 'unclear' }
  const loose = looseSwap(mentions) ?? looseSend(mentions)
  if (loose) return { kind: 'request', draft: loose }
  const mention = bareMention(mentions, lexicon)
  return mention ? { kind: 'bare', mention } : { kind: 'talk', topic: 'unclear' }
}
