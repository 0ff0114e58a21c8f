import type { Rhythm } from '../plans/rhythm'
import type { Item, Verb } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { sentences } from '../tagger/sentences'
import { tag } from '../tagger/tag'
import { type Abstention, abstentionIn, moodOf } from './abstain'
import type { Draft } from './draft'
import { fill } from './fill'
import { jobVerbs } from './job'
import { looseSwap } from './loose'
import { readMentions } from './mentions'
import { readRhythm } from './plan-words'
import { revise } from './revise'
import type { Dialogue, Understanding } from './understanding'

/** What the person wants of their plans. Nothing in it has been checked against a chain or the plans there are. */
export type PlanRequest =
  | { do: 'create'; order: Draft; rhythm: Rhythm; unsure?: true }
  | {
      do: 'change'
      to: 'active' | 'paused' | 'canceled'
      /** One plan by its number, those of a token, or all; else the only one that it can be. */
      which: { number: number } | { symbol: string } | 'all' | 'only'
    }

/** Time is what a plan is about. */
const ours: ReadonlySet<Abstention> = new Set(['scheduled'])

const averaging = /\b(?:dca(?:ing)?|dollar[- ]cost[- ]averag(?:e|ing))\b/i
const planning =
  /\b(?:recurring|recurrent|repeating|repeated|scheduled|regular|automatic|automated)\b(?=(?:\s+\w+)?\s+(?:buys?|purchases?|orders?|plans?|investments?|swaps?|dca)\b)/i
/** "Set up a plan to buy ...": only what is bought says something. */
const setting =
  /\b(?:set(?:\s?up)?|create|make|start|open|begin|schedule|automate)\s+(?:me\s+)?(?:a|an|my|the)?\s*(?:new\s+)?(?:(?:savings|investment|purchase|buying|trading|dca)\s+)?(?:plan|order|purchase|buy|investment|dca|schedule)?(?:\s+(?:that|which|to|of|for))?(?=\s)/i
const automatically = /\b(?:automatically|auto[- ]?(?=buy|invest|swap)|regularly)\b/i
/** Verbs of saving: what is bought stands after "in", "into" or "on". */
const investing = /\b(?:invest|put|spend|place|allocate|drip)\b/i
const beginning = /\b(?:start|begin|keep)\s+(buying|swapping|selling|investing|stacking)\b/i
const bases: Readonly<Record<string, string>> = {
  buying: 'buy',
  swapping: 'swap',
  selling: 'sell',
  investing: 'invest',
  stacking: 'stack',
}
const stacking = /\b(?:stack|accumulate|save)\b/i

const aboutPlans =
  /\bmy (?:(?:active|paused|current|recurring|dca|savings|scheduled) )*(?:plans?|dcas?|schedules?|recurring (?:buys|purchases|orders|swaps))\b|\b(?:list|show|see|view|which|what|any|all)\b.*\b(?:plans|recurring|dcas?)\b|\bwhen\b.*\bnext (?:purchase|buy|swap|date|dca)\b|\bnext (?:purchases?|buys?|dates?|dca)\b|^(?:plans|dcas?)$|\bdo i have (?:any|a) (?:plans?|dcas?)\b/
const naming = String.raw`\b(?:plans?|dcas?|recurring|schedules?|purchases|buys)\b`
const changes: readonly (readonly [Extract<PlanRequest, { do: 'change' }>['to'], RegExp])[] = [
  ['active', new RegExp(String.raw`\b(?:resume|unpause|continue|restart|reactivate|re-?enable)\b.*${naming}`)],
  // "Stop" may be either: what can be taken back is done.
  ['paused', new RegExp(String.raw`\b(?:pause|halt|suspend|hold|stop|disable)\b.*${naming}`)],
  ['canceled', new RegExp(String.raw`\b(?:cancel|delete|end|remove|drop|kill|terminate)\b.*${naming}`)],
]

/**
 * Reads what is said of plans. Null where the message is about something else. A sentence that says how often never
 * becomes a single swap: it is a plan, a question, or nothing.
 */
export function understandPlans(raw: string, lexicon: Lexicon, dialogue: Dialogue): Understanding | null {
  const lower = raw.toLowerCase().replace(/\s+/g, ' ').trim()
  const managed = readChange(lower, raw, lexicon, dialogue.planTold)
  if (managed) return managed
  const timed = readRhythm(raw)
  const named = averaging.test(raw) || planning.test(raw)
  const hasTime = timed.rhythm.every !== undefined || timed.rhythm.problem !== undefined
  if (!hasTime && !named && (timed.rhythm.end ?? { kind: 'until' }).kind === 'until')
    return revised(raw, lower, lexicon, dialogue)
  const text = asOrder(timed.text)
  const items = tag(text, lexicon)
  const verbs = items.flatMap((item) => (item.is === 'verb' && item.form === 'base' ? [item.verb] : []))
  const loose = !dialogue.plan && !items.some(({ is }) => is === 'verb') ? looseSwap(readMentions(items)) : null
  if ((!loose && !verbs.some((verb) => tradeVerbs.has(verb))) || jobVerbs(items).length > 0)
    return revised(raw, lower, lexicon, dialogue)
  const abstention = abstentionIn(text.toLowerCase(), true, ours)
  if (abstention) return { kind: 'abstain', topic: abstention }
  const moods = sentences(raw).map((said) => moodOf(said.text.toLowerCase(), said.question))
  if (moods.includes('question')) return { kind: 'abstain', topic: 'advice' }
  if (loose) return { kind: 'plan', plan: { do: 'create', order: loose, rhythm: timed.rhythm, unsure: true } }
  const [verb, ...others] = verbs
  if (verb === undefined || others.length > 0) return { kind: 'several' }
  return { kind: 'plan', plan: created(verb, items, timed.rhythm, moods.includes('permission')) }
}

const tradeVerbs: ReadonlySet<Verb> = new Set(['swap', 'buy', 'sell'])

function created(verb: Verb, items: readonly Item[], rhythm: Rhythm, isPermission: boolean): PlanRequest {
  const found = readMentions(items)
  const past = items.some((item) => item.is === 'verb' && item.form !== 'base')
  const unsure = found.unread.length > 0 || found.quoted || found.early || past || isPermission
  const slippage = items.find((item) => item.is === 'slippage')
  const alternatives = found.unread.some((word) => word.toLowerCase() === 'or')
  const order: Draft = {
    ...fill(verb, found.all),
    ...(slippage?.is === 'slippage' ? { slippage: slippage.fraction } : {}),
    ...(alternatives ? { unclear: { kind: 'alternatives' } } : {}),
  }
  return { do: 'create', order, rhythm, ...(unsure ? { unsure: true as const } : {}) }
}

/** "Invest $100 in ETH" as "swap $100 to ETH": words of saving in those of a swap. */
function asOrder(text: string): string {
  const begun = text.replace(beginning, (_, verb: string) => bases[verb.toLowerCase()] ?? verb)
  const plain = begun.replace(planning, ' ').replace(setting, ' ').replace(automatically, ' ')
  const bare = plain.replace(averaging, ' ')
  if (/\b(?:buy|swap|sell|convert|exchange|trade|purchase)\b/i.test(bare)) return bare
  if (stacking.test(bare)) return bare.replace(stacking, 'buy')
  const verb = averaging.test(plain) ? averaging : investing
  const into = /\b(?:into|in|on|to|towards)\b/i
  if (verb.test(plain)) return plain.replace(verb, 'swap').replace(into, 'to')
  if (!setting.test(begun.replace(planning, ' '))) return plain
  return into.test(plain) ? `swap ${plain.replace(into, 'to')}` : `buy ${plain}`
}

/** Words of trading that only name a plan or what it does. */
const nouns =
  /\b(?:next|recurring|scheduled)\s+(?:purchase|buy|swap)s?\b|\b(?:buy|purchase|swap|trade)\s+(?=plans?\b)/gi

function readChange(lower: string, raw: string, lexicon: Lexicon, told: number | null): Understanding | null {
  const again =
    told === null ? null : /^(pause|resume|unpause|continue)(?: (?:it|that|this))?(?: please)?[.!]?$/.exec(lower)
  if (told !== null && again)
    return {
      kind: 'plan',
      plan: { do: 'change', to: again[1] === 'pause' ? 'paused' : 'active', which: { number: told } },
    }
  const items = tag(raw.replace(nouns, ' '), lexicon)
  const trades = items.some((item) => item.is === 'verb' && item.form === 'base')
  const change = changes.find(([, pattern]) => pattern.test(lower))
  if (change && moodOf(lower, raw.includes('?')) === 'command') {
    const abstention = abstentionIn(lower.replace(/\bstop\b|\bno\.?\s*(?=\d)/g, ' '), true, ours)
    if (abstention) return { kind: 'abstain', topic: abstention }
    if (trades) return { kind: 'several' }
    return { kind: 'plan', plan: { do: 'change', to: change[0], which: whichIn(lower, items) } }
  }
  if (trades || !(change || aboutPlans.test(lower))) return null
  const abstention = abstentionIn(lower, false, ours)
  return abstention ? { kind: 'abstain', topic: abstention } : { kind: 'plans' }
}

const numbered = /(?:\bplans?\s*(?:number|no\.?|#)?\s*|#\s?|\bnumber\s+)(\d{1,6})\b/

function whichIn(lower: string, items: readonly Item[]): Extract<PlanRequest, { do: 'change' }>['which'] {
  const number = numbered.exec(lower)?.[1]
  if (number !== undefined) return { number: Number(number) }
  for (const item of items) {
    if (item.is === 'token' && item.token.symbol) return { symbol: item.token.symbol }
    if (item.is === 'chain' && item.symbol) return { symbol: item.symbol }
  }
  return /\b(?:all|every|everything)\b/.test(lower) ? 'all' : 'only'
}

/** What a message without a verb adds to the plan that is being put together, or which plan was meant. */
function revised(raw: string, lower: string, lexicon: Lexicon, { plan, asked }: Dialogue): Understanding | null {
  if (!plan || abstentionIn(lower, false, ours)) return null
  if (plan.do === 'change') {
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
  const items = tag(text, lexicon)
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
