import type { QuestionTopic } from '../replies/questions'
import type { ChainMention, TokenMention } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { sentences } from '../tagger/sentences'
import { tag } from '../tagger/tag'
import { type Abstention, abstentionIn, moodOf } from './abstain'
import { jobVerbs } from './job'
import { readMentions } from './mentions'
import { readPlace } from './place-words'
import { type Bounds, readBounds } from './rebalance-bounds'
import { isUnread } from './said-words'
import { revised } from './step'
import type { Dialogue, Understanding } from './understanding'

/** A wish to have a yield position watched, and moves proposed. Nothing in it has been checked against a chain. */
export type RebalanceWish = {
  token?: TokenMention
  chain?: ChainMention
  /** Where the position is, by a protocol's name in lower case. */
  protocol?: string
  /** Percentage points, as exact as they were typed. */
  minIncrease?: string
  maxLockupDays?: number
  /** The name of a position as the agent listed it; null where none of that number was listed. */
  pick?: string | null
  unclear?: 'increase' | 'lockup' | 'too-many-tokens' | 'too-many-chains'
  unsure?: true
}

const rebalances = /\b(?:auto-?)?re-?balanc(?:e|es|ed|ing)\b|\bauto-?pilot\b/i
const byItself =
  /\bauto(?:matic(?:ally)?)?\b|\bauto-?(?:re-?balanc|pilot)|\b(?:by|on) (?:its|it's|your|ur|their) own\b|\bby (?:itself|yourself|themselves)\b|\balways\b|\b(?:start|begin|keep(?:\s+on)?)\s+(?:auto-?)?re-?balancing\b|\b(?:let(?!'?s\b| me\b| us\b)|allow|enable|permit|permission|whenever|watch|monitor|keep an eye on|look after|take care of|automate|chase|grant|request|activate)\b|\bkeep\b.*\b(?:best|most|highest|better)\b/i
const once = /\b(?:if|now|once|today)\b/i
/** "Move my USDC to better yields automatically": the same without the word. */
const moves =
  /\b(?:auto-?)?(?:move|moves|go|keep|switch|shift|put|look after|take care of|manage|automate|chase|optimi[sz]e|maximi[sz]e)\b/i
const better =
  /\b(?:better|best|higher|highest)\b.*\b(?:yields?|rates?|apys?|vaults?|places?|returns?)\b|\b(?:something|anything|some\s?where|any\s?where)\s+(?:\w+\s+)?better\b|\b(?:yields?|rates?|apys?|earns?|pays?)\b.*\b(?:better|higher|most|more)\b|\b(?:manage|automate|optimi[sz]e|maximi[sz]e)\b.*\b(?:yields?|vaults?|positions?|staked|earnings?)\b|\d\s*(?:%|per ?cent|points?|bps).*\b(?:better|more|higher|gain)\b|\b(?:better|more|higher|gain)\b.*\d\s*(?:%|per ?cent|points?|bps)/i
const otherThings = /\b(?:portfolio|allocation|holdings|wallet|liquidity|lp)\b/i
/** "Stop watching my positions", "I take back the permission that I gave you": the same without the word. */
const endsWatch =
  /^(?:(?:please|pls|ok|okay|can\s+you|could\s+you|now|i\s+want\s+(?:you\s+)?to|i'd\s+like\s+(?:you\s+)?to)[\s,]+)*(?:stop|quit|end)\s+(?:watching|monitoring|looking\s+after|keeping\s+an\s+eye\s+on|moving)\s+(?:(?:all|any|over)\s+(?:of\s+)?)?(?:my|the)\s+(?:\w+\s+)?(?:positions?|vaults?|stakes?|yields?|deposits?|money|funds)\b|\b(?:revoke|cancel|withdraw|remove|take\s+(?:back|away)|undo|end)\s+(?:(?:all|any)\s+(?:of\s+)?)?(?:the|my|your|that|this)\s+(?:\w+\s+)?permissions?\b|\b(?:don['’]?t|do\s+not)\s+want\s+my\s+\w+\s+(?:(?:to\s+be|being)\s+)?(?:moved|watched)\s+(?:any\s?more|automatically|by\s+itself)\b|\b(?:don['’]?t|do\s+not)\s+(?:move|watch)\s+my\s+\w+\s+(?:any\s?more|automatically|by\s+yourself)\b/i
const ends =
  /\b(?:stop|end|(?:turn|switch)(?: [\w-]+){0,5} off|disable|revoke|cancel|pause|quit|withdraw|remove|drop|take back|undo|no longer|not any ?more)\b/i

/** "Lock-up? A week at most.": no question. */
const heading =
  /\b(lock(?:ing)?(?:[- ]?(?:up|in)s?)?|gain|increase|difference|threshold|minimum|maximum)\?\s+(?=[a-z\d])/gi

/** "You may move my USDC by yourself when …" gives the permission in so many words. */
const granting = /^\W*(?:(?:ok|okay|yes|sure|fine|and|so)[\s,]+)*you\s+(?:may|can)\s+(?!\S+\s*\?)/i

/** "I never have time to watch the rates." */
const noTime =
  /^\W*(?:i|we)\s+(?:never|don['’]?t|do\s+not|can['’]?t|cannot|rarely|hardly)\b[^.!?\d]*\b(?:time|watch|check|follow)\b[^.!?\d]*[.!]\s*/i
const nothingLocked = /\bnothing\s+(?:that(?:'?s|\s+is|\s+gets)\s+)?locked(?:\s+up)?\b/gi

/** "Can you move my money without asking me?" */
const ofPower = /^(?:can|could|do|does|will|would)\b.*\bwithout (?:asking|telling|my|me)\b/

/** Whether a text is about moving a position to better places automatically. */
export const isRebalancing = (raw: string): boolean =>
  (rebalances.test(raw) && !otherThings.test(raw)) || (byItself.test(raw) && moves.test(raw) && better.test(raw))

/** Conditions and places in time are what such a wish is made of. */
const ours: ReadonlySet<Abstention> = new Set(['lending', 'staking', 'conditional', 'scheduled'])

/** Reads what is said of moving a position automatically. Null where the message is about something else. */
export function understandRebalance(said: string, lexicon: Lexicon, dialogue: Dialogue): Understanding | null {
  const raw = said
    .replace(heading, '$1: ')
    .replace(granting, '')
    .replace(noTime, '')
    .replace(nothingLocked, 'no lock-up')
  if (endsWatch.test(raw)) return ofEnd(raw)
  if (!isRebalancing(raw)) return corrected(raw, lexicon, dialogue)
  const { text, found } = readBounds(raw)
  const lower = text.toLowerCase().replace(/\s+/g, ' ').trim()
  if (ofPower.test(lower)) return { kind: 'talk', topic: 'rebalance' }
  if (ends.test(lower)) return ofEnd(lower)
  const abstention = abstentionIn(lower, true, ours)
  if (abstention) return { kind: 'abstain', topic: abstention }
  const moods = sentences(raw).map((sentence) => moodOf(sentence.text.toLowerCase(), sentence.question))
  if (moods.includes('question')) return { kind: 'talk', topic: 'rebalance' }
  const wish = readWish(text, found, dialogue.offered, lexicon)
  if (!wish) return { kind: 'several' }
  // Bounds are for what is to come: whoever names both means more than once, unless it hangs on an "if".
  const isStanding = wish.minIncrease !== undefined && wish.maxLockupDays !== undefined && !once.test(raw)
  const isSure = (byItself.test(raw) || isStanding) && !moods.includes('permission')
  return { kind: 'rebalance', wish: isSure ? wish : { ...wish, unsure: true } }
}

/** "Don't take away the permission" does not ask how to. */
const staysOn =
  /\b(?:don['’]?t|do\s+not|never|not\s+to|without)\s+(?:(?:want|need|ever|you|to|dare|please|just)\s+)*(?:stop|end|turn|switch|disabl|revok|cancel|paus|quit|withdraw|remov|drop|tak|undo)/i
const ofEnd = (text: string): Understanding =>
  staysOn.test(text) ? { kind: 'abstain', topic: 'negated' } : { kind: 'talk', topic: 'rebalance-end' }

function corrected(raw: string, lexicon: Lexicon, dialogue: Dialogue): Understanding | null {
  const { rebalance, asked, offered } = dialogue
  if (!rebalance || abstentionIn(raw.toLowerCase(), false, ours)) return null
  const wish = reviseWish(rebalance, asked, raw, offered, lexicon)
  return wish ? revised({ kind: 'rebalance', wish }, dialogue) : null
}

/** Words that such a wish is made of, beside those that the tagger passes over anyway. */
const known: ReadonlySet<string> = new Set(
  `rebalance rebalancing auto-rebalance autorebalance auto-rebalancing auto automatic automatically yield yields vault
  vaults position positions staked supplied lent deposit deposits stake pool rate rates apy apr return returns interest
  earn earns earning pays paying paid pay place places better best higher highest more extra least most if when whenever
  as long there there's another one other elsewhere anywhere somewhere something than current now gain gains increase
  improvement minimum min maximum max ask points point permission permit may watch watching watched keep start set enable activate allow
  always enough time times every offers offer available appears found find only provided where which has have having gives give
  difference points point percentage by also no not nothing days day each whole at least agent service grant enabled they them their mine ones longest most
  countersign own ur yourself itself accept accepted acceptable fine okay ok willing happy would wherever anything everything threshold limit lock locked
  lockup lockups improvement higher longer only allowed tolerate want wants worth is be its then same
  rebalanced authorise authorize authorised authorized request eye monitor track theres finds gets becomes autopilot auto-pilot vs thing again mode feature`.split(
    /\s+/,
  ),
)

/** Null where something else is asked for with it. */
function readWish(text: string, found: Bounds, offered: readonly string[], lexicon: Lexicon): RebalanceWish | null {
  const bare = text
    .replace(/[=;]/g, ' ')
    .replace(/\bor (?:more|better|higher|above|less|shorter)\b/gi, ' ')
    .replace(/\b(?:turn|switch) on\b/gi, ' ')
    .replace(new RegExp(moves, 'gi'), ' ')
  const placed = readPlace(bare)
  const items = tag(placed.text, lexicon)
  const verbs = items.filter((item) => item.is === 'verb' && item.form === 'base' && !known.has(item.text))
  if (verbs.length > 0 || jobVerbs(items).some((verb) => !known.has(verb))) return null
  const wish: RebalanceWish = { ...found }
  if (placed.hint.protocol) wish.protocol = placed.hint.protocol
  if (placed.picked !== null) wish.pick = offered[placed.picked - 1] ?? null
  const mentions = readMentions(
    items.filter((item) => item.is !== 'verb' && !(item.is === 'word' && known.has(item.text.toLowerCase()))),
  )
  for (const { token, chain, symbol, link, amount, recipient } of mentions.all) {
    const coin = token ?? (chain && symbol && link !== 'on' ? { text: chain.text, symbol } : undefined)
    // What is left out is not what is meant.
    if (coin && link === 'except') wish.unclear ??= 'too-many-tokens'
    else if (coin) {
      if (wish.token && wish.token.symbol !== coin.symbol) wish.unclear ??= 'too-many-tokens'
      else wish.token = coin
    } else if (chain) {
      if (wish.chain && wish.chain.id !== chain.id) wish.unclear ??= 'too-many-chains'
      else wish.chain = chain
    }
    // How much may be moved is set on the card.
    if ((amount && amount.kind !== 'all') || recipient) wish.unsure = true
  }
  const unknown = mentions.all.flatMap(({ unknown: word }) => (word === undefined ? [] : [word]))
  const [word, ...more] = [...mentions.unread, ...unknown].filter((each) => isUnread(each.toLowerCase()))
  // "Auto-rebalance my PEPE": a token that is not known must not be passed over as if none had been named.
  if (word !== undefined && more.length === 0 && !wish.token) wish.token = { text: word }
  else if (word !== undefined || mentions.quoted) wish.unsure = true
  return wish
}

/** The wish with what a message adds that names no rebalancing: a bound, a token, a network, or one of those listed. */
function reviseWish(
  wish: RebalanceWish,
  asked: QuestionTopic | null,
  raw: string,
  offered: readonly string[],
  lexicon: Lexicon,
): RebalanceWish | null {
  const { unclear: _, ...kept } = wish
  const number = asked === 'which' ? /^\s*#?(\d{1,2})\s*[.!]?\s*$/.exec(raw) : null
  if (number) return { ...kept, pick: offered[Number(number[1]) - 1] ?? null }
  // "The same for my WETH", and a bound of the kind that is there already.
  const said = raw
    .replace(/[\s,]+(?:and\s+)?(?:not|instead\s+of|rather\s+than)\s+(?:my\s+|the\s+)?[a-z]+[\s.!]*$/i, '')
    .replace(/^\s*(?:and\s+|now\s+)?(?:do\s+)?(?:the\s+)?same(?:\s+(?:thing|again))?\s+(?:for|with)\s+/i, '')
  const { text, found } = readBounds(withPercent(said, wish), asked ?? boundIn(said))
  const more = readWish(text, found, offered, lexicon)
  if (!more || more.unsure || Object.keys(more).length === 0) return null
  const moved = more.token || more.chain || more.protocol
  const { pick: __, ...unpicked } = kept
  return { ...(moved ? unpicked : kept), ...more }
}

/** "3, and up to 30 days", where a gain is known already: that many per cent. */
const withPercent = (text: string, { minIncrease }: RebalanceWish): string =>
  minIncrease === undefined
    ? text
    : text.replace(
        /^(\W*(?:(?:make|set|let)\s+(?:it|that)\s+(?:be\s+|to\s+)?)?\d+(?:\.\d+)?)(?=\s*(?:,\s*)?(?:and|but|with)\b.*\d\s*-?(?:day|week|month))/i,
        '$1 %',
      )

/** Which bound a correction is about, where it names none: percent are of the gain, days of the lock-up. */
function boundIn(text: string): QuestionTopic | null {
  const isGain = /%|\b(?:per ?cent|points?|pp|bps)\b/i.test(text)
  const isSpan = /\d\s*-?(?:days?|weeks?|months?|d|w)\b|\b[a-z]+[\s-](?:days?|weeks?|months?)\b/i.test(text)
  return isGain === isSpan ? null : isGain ? 'increase' : 'lockup'
}
