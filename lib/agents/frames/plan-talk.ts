import type { Item } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { abstentionIn, moodOf } from './abstain'
import { readMentions } from './mentions'
import { type PlanAmount, type PlanRequest, type PlanToken, planSubjects, type WhichPlans } from './plan-request'
import { readRhythm } from './plan-words'
import { isRebalancing } from './rebalance'
import { suffices } from './revise'
import type { Dialogue, Understanding } from './understanding'

type Change = Extract<PlanRequest, { do: 'change' }>['to']

const aboutPlans =
  /\bmy (?:(?:active|paused|current|recurring|dca|savings|scheduled) )*(?:plans?|dcas?|schedules?|recurring (?:buys|purchases|orders|swaps))\b|\b(?:list|show|see|view|which|what|any|all)\b.*\b(?:plans|recurring|dcas?|scheduled)\b|\bwhen\b.*\bnext (?:purchase|buy|swap|date|dca)\b|\bnext (?:purchases?|buys?|dates?|dca)\b|^(?:plans|dcas?)$|\bdo i have (?:any|a) (?:plans?|dcas?)\b/
/** "What is DCA" wants an explanation. */
const ofMeaning =
  /^(?:what(?:'s|s| is| are| does)|explain|define)(?: an?| the)? (?:dca|plans?|dollar[- ]cost\b.*|recurring \w+)(?: mean)?\W*$/
/** Of the plan that was talked of. */
const aboutIt =
  /^(?:and )?(?:when(?:'s|s| is| does| will| do)|how (?:many|long|often)|what(?:'s|s| is| are| did| have)|is|does|show|which)\b.*\b(?:next|end|ends|start|starts|stop|left|remain(?:s|ing)?|set ?up|made|active|running|paused|last|it|them|dates?)\b/
const bought =
  /\bhow (?:much|many)\b.*\b(?:bought|buy|spent|spend|invested|accumulated|stacked|put in|dca(?:'d|ed)?)\b.*\b(?:so far|plans?|dca|until now|already|to date|on it|with it)\b/
const boughtBefore = /\bhow (?:much|many)\b.*\b(?:bought|did i buy|have i (?:spent|invested)|did i spend)\b/
const skips = /^(?:(?:please|can you|could you|let's|i want to|i'd like to) )*skip\b/

const named = String.raw`\b(?:plans?|dcas?|recurring|schedules?|purchases|buys|(?:weekly|daily|monthly|biweekly|fortnightly|automatic|automated|auto|regular|scheduled|standing)(?:\s+\w+)?\s+(?:buy|purchase|order|investment|swap|thing)s?)\b`
/** "The BTC thing", where plans are talked of. */
const thing = String.raw`\b(?:the|my|that)\s+[a-z]{3,5}\s+(?:thing|stuff|one)\b`
const changes: readonly (readonly [Change, string])[] = [
  ['active', '(?:resume|unpause|continue|restart|reactivate|re-?enable)'],
  // "Stop" may be either: what can be taken back is done.
  ['paused', '(?:pause|halt|suspend|hold|stop|disable)'],
  ['canceled', '(?:cancel|delete|end|remove|drop|kill|terminate)'],
]

const plain: readonly (readonly [RegExp, string])[] = [
  [/\b(?:carry|go|keep) on with\b/, 'resume'],
  [/\bput (.+?) on (?:hold|pause|ice)\b/, 'pause $1'],
  [/\b(?:turn|switch) off (?=.)/, 'pause '],
  [/\b(?:turn|switch) (.+?) off\b/, 'pause $1'],
  [/\b(?:turn|switch) (?:back )?on (?=.)/, 'resume '],
  [/\b(?:turn|switch) (.+?) (?:back )?on\b/, 'resume $1'],
  [/\bstart (.+?) (?:again|back up)\b/, 'resume $1'],
  [/\b(?:get rid of|call off|scrap)\b/, 'cancel'],
  [/\bforget (?:about )?(?=(?:the|my|that|this) (?:\w+ )?(?:plan|dca)\b)/, 'cancel '],
  [
    /\b(?:stop|quit) (?:buying|investing in|investing|dca'?ing into|dca'?ing|stacking|swapping into)\b(?: (?:any )?more)?(.*)$/,
    'pause my$1 buys',
  ],
]

const polite = String.raw`(?:(?:please|pls|ok|okay|actually|no|and|but|now|can you|could you|you can|you may|i want to|i'd like to|let's|just)[\s,]+)*`
const it = String.raw`(?:(?:them|these|those)\s+all|both(?:\s+of\s+them)?|it|that|this|them|(?:(?:the|that|this|my)\s+)?(?:[a-z]+\s+)?(?:one|plan|dca)|everything|all(?:\s+(?:of\s+)?(?:it|them|these|those|(?:my\s+)?plans))?)`
/** Why, which changes nothing. */
const reason = String.raw`\s*[,.;!]\s*(?:i|we)\s*(?:don'?t|do not|no longer|changed|can'?t|cannot|am|'m|need|have)\b(?!.*\b(?:instead|rather|but|and)\b)[\w\s']*`
/** The same before it. */
const first = String.raw`(?:i|i'?m|we|we'?re|i'?ve|my|the|it'?s)\b(?!.*\b(?:instead|rather|but|if|when|not)\b|.*n't\b)[\w\s']*[,.;!]\s*(?:(?:so|you\s+can|you\s+may)\s+)*`
/** With words on how long, which a person has to keep in mind. */
const alone = (verb: string): RegExp =>
  new RegExp(
    String.raw`^${polite}(?:${first}${polite})?${verb}(?:\s+${it})?(?:${reason})?(?:\s+(?:please|again|now|for\s+(?:now|a|the|\d+)\b.*|until\b.*|till\b.*|while\s+(?:i'?m|i\s+am|we'?re|we\s+are)\b.*))?[.!]*$`,
  )

/** Reads what is to become of plans, and what is asked of them. Null where it is about something else. */
export function understandPlanTalk(
  said: string,
  raw: string,
  lexicon: Lexicon,
  dialogue: Dialogue,
): Understanding | null {
  const { planTold, topic } = dialogue
  // A permission is no plan.
  if (isRebalancing(said)) return null
  // One that is being put together is no plan yet.
  const isTalked = dialogue.plan === null && (planTold !== null || topic === 'plans')
  const lower = plain.reduce((text, [pattern, words]) => text.replace(pattern, words), said)
  const items = tag(raw.replace(nouns, ' '), lexicon)
  const mood = moodOf(said, raw.includes('?'))
  const which = whichOf(lower, items, planTold)
  const isAlone = isTalked ? changes.find(([, verb]) => alone(verb).test(lower)) : undefined
  if (isAlone) return { kind: 'plan', plan: { do: 'change', to: isAlone[0], which } }
  const adjusted = mood === 'command' ? adjustment(said, lexicon, isTalked) : null
  // A token that takes the place of another does not say which plan is meant.
  const meant = adjusted?.token ? whichOf(lower, [], planTold) : which
  if (adjusted) return { kind: 'plan', plan: { do: 'adjust', which: meant, ...adjusted } }
  const trades = items.some((item) => item.is === 'verb' && item.form === 'base')
  const meantBy = isTalked ? `(?:${named}|${thing})` : named
  const change = changes.find(([, verb]) => new RegExp(String.raw`\b${verb}\b.*${meantBy}`).test(lower))
  if (change && mood === 'command') {
    const abstention = abstentionIn(lower.replace(/\bstop\b|\bno\.?\s*(?=\d)/g, ' '), true, planSubjects)
    if (abstention) return { kind: 'abstain', topic: abstention }
    if (trades && lower === said) return { kind: 'several' }
    return { kind: 'plan', plan: { do: 'change', to: change[0], which } }
  }
  if (bought.test(said) || (isTalked && boughtBefore.test(said))) return { kind: 'plans', about: 'bought' }
  if (skips.test(said) && (isTalked || new RegExp(named).test(said))) return { kind: 'plans', about: 'skip' }
  if (trades || ofMeaning.test(said)) return null
  if (!(change || aboutPlans.test(lower) || (isTalked && aboutIt.test(said)))) return null
  const abstention = abstentionIn(lower, false, planSubjects)
  return abstention ? { kind: 'abstain', topic: abstention } : { kind: 'plans' }
}

/** Words of trading that only name a plan or what it does. */
const nouns =
  /\b(?:next|recurring|scheduled|weekly|daily|monthly|regular|automatic)\s+(?:\w+\s+)?(?:purchase|buy|swap)s?\b|\b(?:buy|purchase|swap|trade)\s+(?=plans?\b)/gi

const numbered = /(?:\bplans?\s*(?:number|no\.?|#)?\s*|#\s?|\bnumber\s+)(\d{1,6})\b/

/** The plans that a text names. */
export function whichIn(lower: string, items: readonly Item[]): WhichPlans {
  const number = numbered.exec(lower)?.[1]
  if (number !== undefined) return { number: Number(number) }
  // "The first one", of those that are listed.
  const place = /\bthe (first|second|third|fourth|fifth|last)(?: (?:one|plan|dca))?(?=\W*$)/.exec(lower)?.[1]
  if (place !== undefined) return { place: ['last', 'first', 'second', 'third', 'fourth', 'fifth'].indexOf(place) - 1 }
  for (const item of items) {
    if (item.is === 'token' && item.token.symbol) return { symbol: item.token.symbol }
    if (item.is === 'chain' && item.symbol) return { symbol: item.symbol }
  }
  return /\b(?:all|every (?:one|single|plan|dca|last)|everything|them)\b/.test(lower) ? 'all' : 'only'
}

/** The same; where none is named, the one that was talked of. */
function whichOf(lower: string, items: readonly Item[], told: number | null): WhichPlans {
  const isNamed = /\bplans?\b|\bdcas?\b|\bone\b|\bbuys?\b/.test(lower)
  const named = whichIn(lower, isNamed ? items : [])
  const isMine = /\bmy (?:\w+ )?(?:plans?|dcas?|buys?|purchases?)\b/.test(lower)
  return named === 'only' && told !== null && !isMine ? { number: told } : named
}

const plan = String.raw`(?:(?:the|my|that)\s+)?(?:[a-z]+\s+)?(?:plan|dca|one)(?:\s*(?:number|no\.?|#)?\s*\d+)?`
const verbs =
  '(?:make|change|set|switch|turn|update|edit|modify|adjust|move|shift|increase|raise|bump|lower|reduce|decrease|cut|run|repeat|do|end|stop|finish|limit|cap)'
const target = String.raw`(?:it|that|this|(?:the\s+)?(?:amount|frequency|schedule)(?:\s+(?:of|for|in)\s+${plan})?|${plan}(?:'s\s+amount)?)`
const leads = new RegExp(
  String.raw`^${polite}${verbs}\s+(${target})(?:\s+(?:up|down))?(?:\s+(?:to|at|into|be|run))?\s+(?=\S)`,
)
const doubled = new RegExp(String.raw`^${polite}(double|triple|halve)\s+(?:it|that|the\s+amount|${plan})[.!]*$`)
const name = String.raw`(?:(?:my|some|the)\s+)?([a-z]+)`
const tokenSaid = new RegExp(
  String.raw`^${polite}(?:(use|pay\s+(?:with|in)|spend|sell)|(buy|get(?:\s+me)?)|(?:make|change|switch|turn)\s+(?:${target})(?:\s+(?:in)?to)?)?\s*${name}(?:\s+(?:for\s+(?:it|that)|with\s+it))?(\s+instead)?(?:\s*,?\s+(?:instead\s+of|rather\s+than|not)\s+${name})?(?:\s+(?:please|from\s+now\s+on))*[.!]*$`,
)
/** "Use DAI instead", "buy WBTC instead of ETH": another token than the plan has. Null for anything else. */
function tokenIn(said: string, lexicon: Lexicon): PlanToken | null {
  const [, pays, buys, named = '', instead, other] = tokenSaid.exec(said) ?? []
  const symbolOf = (text: string) => lexicon.tokens.get(text)
  const symbol = symbolOf(named)
  const insteadOf = other === undefined ? undefined : symbolOf(other)
  if (symbol === undefined || (other !== undefined && insteadOf === undefined)) return null
  // "Buy ETH" alone is a request of its own.
  if (!instead && other === undefined && (buys !== undefined || /^[a-z]+[.!]*$/.test(said))) return null
  const side = pays === undefined ? (buys === undefined ? undefined : ('buys' as const)) : ('sells' as const)
  return { symbol, ...(side ? { side } : {}), ...(insteadOf ? { insteadOf } : {}) }
}

/** "75 instead of 50": what it was. */
const insteadOfSum = /\b(?:instead of|rather than|not)\s+\$?\d[\d.,]*(?:\s+(?:dollars|bucks|usd))?(?=\W*$)/
/** "Tuesdays", "the 15th", where a plan is to be changed to it. */
const dayAlone = /^\s*(?:on\s+)?((?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)s?\s*$/
const dateAlone = /^\s*(?:on\s+)?(?:the\s+)?(\d{1,2}(?:st|nd|rd|th))\s*$/
/** "Actually Tuesdays" */
const turned =
  /^(?:(?:no|oh|sorry|ok|okay|wait|hm+|actually|i\s+meant?|rather|make\s+(?:it|that)|better|on\s+second\s+thoughts?)[\s,]+)+(?:on\s+)?(?=\S)/
const only = new RegExp(String.raw`^${polite}(?:only|just)\s+`)

/** "Make it $30 instead", "on Mondays instead", "end it after 10 weeks": what is to be another. Null for anything else. */
function adjustment(
  said: string,
  lexicon: Lexicon,
  isTalked: boolean,
): { amount?: PlanAmount; token?: PlanToken; rhythm: ReturnType<typeof readRhythm>['rhythm'] } | null {
  const times = isTalked ? doubled.exec(said)?.[1] : undefined
  if (times === 'double' || times === 'triple')
    return { amount: { kind: 'times', times: times === 'double' ? 2n : 3n }, rhythm: {} }
  const lead = leads.exec(said)
  const isNamed = lead !== null && /\b(?:plan|dca)\b/.test(lead[1] ?? '')
  if (!isTalked && !isNamed) return null
  const token = tokenIn(said, lexicon)
  if (token) return { token, rhythm: {} }
  const isInstead = /\b(?:instead|rather)\b/.test(said) || lead !== null
  const rest = said
    .replace(lead ? leads : only, '')
    .replace(suffices, '')
    .replace(insteadOfSum, ' ')
    .replace(/\b(?:instead|please|pls|plz|from now on|each time|every time|per (?:purchase|buy)|at a time)\b/g, ' ')
    .replace(/\bafter (?=(?:\d+|[a-z]+) (?:days|weeks|months|times|purchases|buys)\b)/, 'for ')
    .replace(turned, '')
    .replace(dayAlone, lead || turned.test(said) ? 'every $1' : '$&')
    .replace(dateAlone, lead ? 'every month on the $1' : '$&')
  const { rhythm, text } = readRhythm(rest)
  const items = tag(text, lexicon)
  if (items.some(({ is }) => is === 'verb')) return null
  const { all, unread } = readMentions(items)
  const [mention, ...others] = all
  const isTimed = Object.keys(rhythm).length > 0
  if (unread.length > 0 || others.length > 0 || !(isTimed || (mention && isInstead))) return null
  if (!mention) return { rhythm }
  const { amount, token: ofSum, chain, recipient, unknown } = mention
  if (!(amount?.kind === 'exact' || amount?.kind === 'usd') || chain || recipient || unknown !== undefined) return null
  if (ofSum && ofSum.symbol === undefined) return null
  return {
    amount: { kind: amount.kind, value: amount.value, ...(ofSum?.symbol ? { symbol: ofSum.symbol } : {}) },
    rhythm,
  }
}
