import type { Rhythm } from '../plans/rhythm'
import { howToOf } from '../replies/explain'
import type { Item, Verb } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { sentences } from '../tagger/sentences'
import { tag } from '../tagger/tag'
import { abstentionIn, isMusing, moodOf } from './abstain'
import type { Draft } from './draft'
import { fill } from './fill'
import { inInstalments, isInAllOrEach } from './instalments'
import { jobVerbs } from './job'
import { looseSwap } from './loose'
import { readMentions } from './mentions'
import { type PlanRequest, planSubjects } from './plan-request'
import { understandPlanTalk, whichIn } from './plan-talk'
import { readRhythm } from './plan-words'
import { revise } from './revise'
import type { Dialogue, Understanding } from './understanding'

const averaging = /\b(?:dca(?:ing)?|dollar[- ]cost[- ]averag(?:e|ing)|average(?=\s+(?:in|into)\b))\b/i
const planning =
  /\b(?:recurring|recurrent|repeating|repeated|scheduled|regular|automatic|automated)\b(?=(?:\s+\w+)?\s+(?:buys?|purchases?|orders?|plans?|investments?|swaps?|dca)\b)/i
/** "Set up a plan to buy ...": only what is bought says something. */
const setting =
  /\b(?:set(?:\s?up)?|create|make|start|open|begin|schedule|automate)\s+(?:me\s+)?(?:a|an|my|the)?\s*(?:new\s+)?(?:(?:savings|investment|purchase|buying|trading|dca)\s+)?(?:plan|order|purchase|buy|investment|dca|schedule)?(?:\s+(?:that|which|to|of|for))?\s*:?(?=[\s,])/i
/** How often is still to be asked. */
const again = /\b(?:regularly|repeatedly|periodically|over and over|again and again)\b/i
const automatically =
  /\b(?:automatically|auto[- ]?(?=buy|invest|swap)|regularly|repeatedly|periodically|(?:over and over|again and again))\b/i
/** Verbs of saving: what is bought stands after "in", "into" or "on". */
const investing = /\b(?:invest|put|spend|place|allocate|drip)\b/i
const beginning = /\b(?:start|begin|keep|repeat)\s+(buying|swapping|selling|investing|stacking)\b/i
const bases: Readonly<Record<string, string>> = {
  buying: 'buy',
  swapping: 'swap',
  selling: 'sell',
  investing: 'invest',
  stacking: 'stack',
}
const stacking = /\b(?:stack|accumulate|save)\b/i

/**
 * Reads what is said of plans. Null where the message is about something else. A sentence that says how often never
 * becomes a single swap: it is a plan, a question, or nothing.
 */
export function understandPlans(said: string, lexicon: Lexicon, dialogue: Dialogue): Understanding | null {
  const divided = inInstalments(said)
  const raw = divided ?? said
  const lower = raw.toLowerCase().replace(/\s+/g, ' ').trim()
  const managed = understandPlanTalk(lower, raw, lexicon, dialogue)
  if (managed) return managed
  const timed = readRhythm(raw)
  const named = averaging.test(raw) || planning.test(raw) || again.test(raw)
  const hasTime = timed.rhythm.every !== undefined || timed.rhythm.problem !== undefined
  if (!hasTime && !named && (timed.rhythm.end ?? { kind: 'until' }).kind === 'until')
    return revised(raw, lower, lexicon, dialogue)
  const text = asOrder(timed.text)
  const items = tag(text, lexicon)
  const verbs = items.flatMap((item) => (item.is === 'verb' && item.form === 'base' ? [item.verb] : []))
  const loose = !dialogue.plan && !items.some(({ is }) => is === 'verb') ? looseSwap(readMentions(items)) : null
  const same = hasTime ? sameAgain(raw, timed.text, dialogue) : null
  if (same) return { kind: 'plan', plan: { do: 'create', order: same, rhythm: timed.rhythm, unsure: true } }
  // A send that is to come once, later, is none: only one that says how often.
  const isPlan = verbs.some((verb) => tradeVerbs.has(verb) || (verb === 'send' && timed.rhythm.every !== undefined))
  if (!(loose || isPlan) || jobVerbs(items).length > 0) return revised(raw, lower, lexicon, dialogue)
  const moods = sentences(raw).map((each) => moodOf(each.text.toLowerCase(), each.question))
  if (moods.includes('question')) {
    const howTo = howToOf(lower)
    if (howTo) return { kind: 'explain', text: howTo }
    // "How much do I get for a year?"
    if (!hasTime && !named) return null
    return items.some(({ is }) => is === 'amount') ? { kind: 'abstain', topic: 'advice' } : null
  }
  const abstention = abstentionIn(text.toLowerCase(), true, planSubjects)
  if (abstention) return { kind: 'abstain', topic: abstention }
  if (loose) return { kind: 'plan', plan: { do: 'create', order: loose, rhythm: timed.rhythm, unsure: true } }
  const [verb, ...others] = verbs
  if (verb === undefined || others.length > 0) return { kind: 'several' }
  // What each time costs was worked out or may be meant otherwise, and not said.
  const isUnsure =
    divided !== null || isInAllOrEach(said) || moods.includes('permission') || habit.test(raw) || isMusing(raw)
  return { kind: 'plan', plan: created(verb, items, timed.rhythm, isUnsure) }
}

/** "Can you do that every week", after a swap: the swap. Null where more is said. */
function sameAgain(raw: string, rest: string, { draft, plan }: Dialogue): Draft | null {
  if (draft?.action !== 'swap' || plan || moodOf(raw.toLowerCase(), false) === 'question') return null
  const { unsure: _, unclear, ...order } = draft
  return unclear === undefined && thatAgain.test(rest.trim()) ? order : null
}

const thatAgain =
  /^(?:(?:please|ok|okay|great|and|now|can\s+you|could\s+you|i\s+want\s+(?:you\s+)?to|i'd\s+like\s+(?:you\s+)?to|let'?s|actually)[\s,]+)*(?:do|make|repeat|schedule|automate|run|set(?:\s+up)?|keep\s+doing|turn)\s+(?:(?:it|that|this|the\s+same)(?:\s+(?:swap|again|thing|too|up|happen))*)(?:\s+(?:in\s*to|as)\s+a\s+plan)?(?:[\s,]+(?:please|for\s+me|from\s+now\s+on|automatically|recurring|repeat))*\W*$/i

const tradeVerbs: ReadonlySet<Verb> = new Set(['swap', 'buy', 'sell'])

function created(verb: Verb, items: readonly Item[], rhythm: Rhythm, isUnsure: boolean): PlanRequest {
  const found = readMentions(items)
  const past = items.some((item) => item.is === 'verb' && item.form !== 'base')
  const unsure = found.unread.length > 0 || found.quoted || found.early || past || isUnsure
  const slippage = items.find((item) => item.is === 'slippage')
  const alternatives = found.unread.some((word) => word.toLowerCase() === 'or')
  const order: Draft = {
    ...fill(verb, found.all),
    ...(slippage?.is === 'slippage' ? { slippage: slippage.fraction } : {}),
    ...(alternatives ? { unclear: { kind: 'alternatives' } } : {}),
  }
  return { do: 'create', order, rhythm, ...(unsure ? { unsure: true as const } : {}) }
}

/** "I buy ETH every week" tells what one does anyway. */
const habit = /^\s*i\s+(?:buy|sell|swap|invest|dca|convert|purchase)\b/i

const each = String.raw`(?:at\s+a\s+time|each(?:\s+time)?|every\s+time|per\s+(?:purchase|buy|time)|apiece)`
const sum = String.raw`(\$?\.?\d[\d.,]*k?(?:\s+[a-z]+)?)`
const orders: readonly (readonly [RegExp, string])[] = [
  // "$25 buy of ETH", "buy ETH, 50 USDC at a time"
  [new RegExp(String.raw`${sum}\s+(?:buys?|purchases?)\s+of\s+`, 'i'), 'buy $1 of '],
  [new RegExp(String.raw`\s*,?\s*(?:for|with|at)?\s*${sum}\s+${each}\b`, 'i'), ' with $1'],
  [new RegExp(String.raw`(\b(?:buy|accumulate|stack|save)\s+(?:some\s+)?[a-z]+)\s*,\s*${sum}\s*$`, 'i'), '$1 with $2'],
  [new RegExp(String.raw`\b(?:save|stack|accumulate|put\s+aside)\s+${sum}\s+(?:in|into|on)\b`, 'i'), 'swap $1 to'],
]

/** "Invest $100 in ETH" as "swap $100 to ETH": words of saving in those of a swap. */
function asOrder(raw: string): string {
  const text = orders.reduce((said, [pattern, plain]) => said.replace(pattern, plain), raw.replace(/[\s,.]+$/, ''))
  const begun = text.replace(beginning, (_, verb: string) => bases[verb.toLowerCase()] ?? verb)
  const plain = begun.replace(planning, ' ').replace(setting, ' ').replace(automatically, ' ')
  const bare = plain.replace(averaging, ' ')
  if (/\b(?:buy|swap|sell|convert|exchange|trade|purchase)\b/i.test(bare)) return bare
  if (stacking.test(bare)) return bare.replace(stacking, 'buy')
  const verb = averaging.test(plain) ? averaging : investing
  const into = /\b(?:into|in|on|to|towards)\b/i
  // "I want to invest": what stands before the verb says nothing of where to.
  const at = plain.search(verb)
  if (at >= 0) return plain.slice(0, at) + plain.slice(at).replace(verb, 'swap').replace(into, 'to')
  const begins = begun.replace(planning, ' ').search(setting)
  if (begins < 0) return plain
  // "I'd like to set up a plan": what stands before it says nothing of where to either.
  const order = plain.slice(begins)
  return into.test(order) ? `swap ${order.replace(into, 'to')}` : `buy ${order}`
}

/** "Use DAI instead" */
const paysWith = /\b(?:use|spend|pay\s+(?:with|in))\s+(?=[a-z])/i

/** What a message without a verb adds to the plan that is being put together, or which plan was meant. */
function revised(raw: string, lower: string, lexicon: Lexicon, { plan, asked }: Dialogue): Understanding | null {
  if (!plan || abstentionIn(lower, false, planSubjects)) return null
  if (plan.do !== 'create') {
    const number = /^(?:the\s+)?(?:plan|number|no\.?|#)?\s*#?(\d{1,6})$/.exec(lower.replace(/[.!]$/, ''))?.[1]
    const items = tag(raw, lexicon)
    const which = number === undefined ? whichIn(lower, items) : { number: Number(number) }
    if (asked !== 'which-plan' || which === 'only' || items.length > 4) return null
    return { kind: 'plan', plan: { ...plan, which } }
  }
  const { rhythm, text } = readRhythm(
    asked === 'rhythm' ? raw.replace(/^\s*(?=(?:day|week|month)s?\b|\d)/i, 'every ') : raw,
  )
  const timed = Object.keys(rhythm).length > 0
  const { problem: _, ...kept } = plan.rhythm
  const next = { ...plan, rhythm: { ...kept, ...rhythm } }
  const items = tag(text.replace(paysWith, 'with '), lexicon)
  if (items.some(({ is }) => is === 'verb')) return null
  const slippage = items.find((item) => item.is === 'slippage')
  const mentions = readMentions(items)
  const [only, ...others] = mentions.all
  const named = only?.token ?? (only?.chain && only.symbol ? { text: only.chain.text, symbol: only.symbol } : undefined)
  // What is paid with need not be said, so that a name alone is what was asked for.
  const isAnswer = asked === 'to' && named && !only?.amount && others.length === 0 && mentions.unread.length === 0
  const order = isAnswer
    ? { ...plan.order, to: named }
    : revise(plan.order, asked, mentions, slippage?.is === 'slippage' ? slippage.fraction : undefined)
  if (order) return { kind: 'plan', plan: { ...next, order } }
  const isRest = mentions.all.length === 0 && mentions.unread.length === 0
  return timed && isRest ? { kind: 'plan', plan: next } : null
}
