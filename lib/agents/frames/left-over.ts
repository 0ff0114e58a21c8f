import type { Item } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { cueOf } from '../tagger/verbs'
import { links } from '../tagger/vocabulary'
import { withoutThanks } from './asides'
import { correction, turnsAround } from './corrections'
import { jobVerbs } from './job'
import { isLabel, isUnread, outlineOf, wordOf } from './said-words'
import { slangPlainly } from './slang'
import { stepOf, written } from './step'
import { commandsIn } from './tagged'
import type { Dialogue, Requested, Step } from './understanding'

const day = '(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?)'
const month = '(?:january|february|march|april|may|june|july|august|september|october|november|december)'
const time = `(?:${day}|${month}|christmas|easter|halloween|payday|birthday|noon|midnight|evening|morning|afternoon|night|hours?|minutes?|weeks?|months?|years?|quarter|while)`

/** Words that bind, defer, repeat or part what is asked for, or ask for what no card does. No request takes them up. */
const unheard: readonly RegExp[] = [
  // "On condition that he ships", "should he ask", "the moment she lands"
  /\b(?:condition(?:s|al\w*)?|pending|subject\s+to|in\s+the\s+event|(?:as|so)\s+long\s+as|assuming|contingent|depend\w*|upon)\b|\bgiven\s+(?:that|he|she|they|it|i|we)\b|\bshould\s+(?:he|she|they)\s+\w+|\bthe\s+(?:moment|minute|second|instant)\s+(?:he|she|they|it|i|we|the|my|that)\b|\bby\s+the\s+time\b/i,
  // "At christmas", "this evening", "end of the month"
  new RegExp(
    String.raw`(?<!\b(?:until|till)\s+(?:the\s+)?)\b(?:on|at|in|by|before|after|come|this(?!\s+(?:week|month|year)\b)|next|end\s+of|first\s+thing)\s+(?:(?:the|an?|her|his|my|their|end|of|next|early|late|mid)\s+)*${time}\b`,
    'i',
  ),
  /\b(?:overnight|someday|eventually|regularly|periodically|yearly|annually|(?:mon|tues|wednes|thurs|fri|satur|sun)days|from\s+(?:now|then)\s+on|going\s+forward)\b/i,
  // "2 USDC per guest"
  /(?<!\bas\s)\bper\s+(?!cent\b|usual\b)[a-z]+|\bfor\s+(?:each|every)\s+(?!one\b)[a-z]+/i,
  // "Nearly all", "just under half"
  /\b(?:nearly|almost|practically|virtually|just\s+(?:under|over|about))\s+(?:all|half|everything)\b/i,
  /\b(?:beyond|in\s+excess\s+of|exceeding|surplus)\b/i,
  /\b(?:dito|ditto|likewise|over\s+and\s+over|again\s+and\s+again)\b/i,
  /\b(?:prank|simulat\w+|(?:just|only)\s+(?:a\s+)?test\w*|testing\s+(?:you|this|it))\b/i,
  // "At the dip"
  /\bat\s+(?:the\s+)?(?:open|close|dip|top|bottom|low|high|peak)\b/i,
  /\bvaults?\s+(?:and|&)\s+(?:(?:the|my)\s+)?(?:lending|market)\b|\bmarket\s+(?:and|&)\s+(?:(?:the|my)\s+)?(?:\w+\s+)?vault\b/i,
  /\bslippage\s+(?:as|very|really|really|low|small|tight|minimal)\b|\b(?:low|little|less|minimal|no|without|small|tight)\s+slippage\b/i,
  // What is paid for is told nobody.
  /\b(?:memo|reference|note|message|comment|description)\b|\b(?:anonymous|untraceabl|secretl|privatel)\w*/i,
  /(?<!\b(?:give|more)\s)\bor\b(?!\s+(?:so(?!\s+(?:much|many)\b)|thereabouts|rather|actually)\b)/i,
  /\b(?:bitcoin|btc|eth|ether|ethereum)\s+(?:cash|gold|classic|sv|pow)\b/i,
  /\b0x[0-9a-f]{40}'s\b/i,
  /\band\s+(?:then\s+)?(?:pause|cancel|stop|resume|end)\s+(?:my|the|that)\b/i,
  // "1_000", "2 * 100"
  /\d_\d|\d\s?[*^]\s?\d/,
]

/** The same of what is named, with a mark in the place of each name: "# $ to @". */
const unplaced: readonly RegExp[] = [
  // "My share of the 90 USDC bill"
  /\b(?:share|part|portion|cut) of (?:(?!was|is|comes|costs?)\w+ )*#/,
  // "200 DAI minus what I owe"
  /[#$&] (?:minus|less|net|plus)\b(?! #)|\b(?!(?:today|let|it|that|here|what|there|who)'s)[a-z]+'s [#$]/,
  // "Top up my ETH to 11"
  /\bmy \$ (?:up )?to #/,
  // Whoever has to do with an address, and not the address
  /\b(?:owner|sender|friend|wife|husband|brother|sister|neighbour|whoever|wallet) (?:of|owns|behind|that \w+(?: \w+)*?|who \w+(?: \w+)*?) (?:to )?@|\b(?:through|near|via|behind|owns) @|\bfor @ to\b/,
  /\bvia (?!&|@|the\b|your\b|a\b)\w+/,
  /[$@] (?:twice|thrice)\b|\b(?:twice|thrice) #/,
  // "Send 10 USDC to 0x… was what she told me"
  /(?:^|, |\b(?:please|pls|and) )(?:send|pay|transfer|give|wire|swap|convert|bridge|move|sell|buy|exchange) [^,]*# [^,]*[@$] (?:is|was|were|went|failed|fails|costs?|sounds?|seems?|looks?|has|had|(?:would|could|should|may|might) (?!be (?:great|nice|good|lovely|cool|awesome|perfect)))/,
]
/** Whoever or whatever else is to get or be a part of it, where a word stands for that: "to 0x… and Bob". */
const others: readonly RegExp[] = [
  /@ (?:, )?(?:and|&|plus|also)(?: also| then)*(?: to| for)?(?: my| an?| the| his| her| their)* ([a-z'-]+)/g,
  /\$ (?:and|plus|\/|,|&)(?: some| an?| the| my)* ([a-z'-]+)(?= ?(?:$|,|(?:to|into|for|from)\b))/g,
  // "ETH classic", "an ETH ETF": something else than the token of that name.
  /\$ ([a-z][\w'.-]*)(?= ?(?:$|,|@|(?:to|into|for|from|with|on|and)\b))/g,
]
const harmless =
  /^(?:each|anymore|apiece|same|other|after|afterwards|tell|show|thank\w*|let|keep|leave|hold|lovely|whenever|asap|yet|pretty|stat|somewhere|min|max|minimum|maximum|no|nope|nah|wait|stack|stash|bags?|pile|pot|holdings?|savings?)$/
/** What is somewhere else than in the wallet. */
const elsewhere =
  /\b(?:from|out of|off) (?:(?:the|my|a) )*(?:\w+ )?(?:vaults?|markets?|stakes?|staking|lending|collateral)\b|\$ (?:shares?|deposits?|stakes?|loans?|debts?|collateral|position)\b/

/**
 * Whether something stands in a message that is in no part of what was understood of it, and may change that: a condition, a
 * time, a second sum, token, network or address, another name. Such a request is asked for once more. `said` has addresses in the place
 * of names.
 */
export function leavesOver(understood: Requested, said: string, lexicon: Lexicon, dialogue: Dialogue): boolean {
  if (understood.kind === 'rebalance') return false
  const { rest = [], ...first } = understood
  const steps = [first, ...rest]
  const text = slangPlainly(withoutThanks(said, lexicon))
  const items = tag(text, lexicon)
  const outline = outlineOf(items)
  return (
    steps.some(isTermed) ||
    (/\bof\s+my\s+collateral\b/i.test(text) &&
      steps.some((step) => step.kind === 'job' && step.job.act === 'borrow')) ||
    isBesides(text, rest, dialogue) ||
    (rest.length === 0 && stepOf(dialogue) === null && andBack.test(text)) ||
    unheard.some((each) => each.test(text)) ||
    unplaced.some((each) => each.test(outline)) ||
    (steps.every(({ kind }) => kind === 'request') && elsewhere.test(outline)) ||
    (steps.every(({ kind }) => kind === 'request') && others.some((each) => namesOther(each, outline))) ||
    rest.some(isOfUnknown) ||
    (!isCorrected(text) &&
      !isOfBefore(items, outline, dialogue) &&
      items.some((item, index) => isLeft(item, index, items, steps)))
  )
}

/** "I'm done with Bitcoin, swap 1 ETH": what is named before the request may be why. */
const isBefore = (items: readonly Item[], index: number): boolean =>
  items.slice(0, index).every((item) => !(item.is === 'verb' && item.form === 'base')) &&
  items.slice(index).some((item) => item.is === 'comma')

/** A market lends and borrows without an end, and at a rate that nobody chooses. */
const isTermed = (step: Step): boolean =>
  step.kind === 'job' &&
  (Boolean(step.job.hint?.lockDays) || step.job.hint?.rate !== undefined) &&
  !ofVaults.has(step.job.act)
const ofVaults: ReadonlySet<string> = new Set(['stake', 'unstake', 'withdraw'])

/** "To 0x… too", "and 50 to WBTC", after a proposal: that, or both? */
const isBesides = (text: string, rest: readonly Step[], dialogue: Dialogue): boolean =>
  rest.length === 0 &&
  dialogue.standing === 'proposed' &&
  dialogue.draft !== null &&
  !/\b(?:rather|instead)\b/i.test(text) &&
  (/^\W*and\s+(?!(?:now|then|make|change|please|actually|not|use|do|instead|send|swap|on|in|with|put|keep)\b)/i.test(
    text,
  ) ||
    /\s(?:too|as\s+well|also)\W*$/i.test(text))

const isCorrected = (text: string): boolean => text.search(correction) >= 0 || text.search(turnsAround) >= 0

/** "Bridge 100 USDC to Base and back" is two. */
const andBack = /\band\s+(?:then\s+)?(?:straight\s+)?back(?:\s+again)?\W*$/i

/** It changes what was said before, or goes by it. */
const isOfBefore = (items: readonly Item[], outline: string, dialogue: Dialogue): boolean =>
  stepOf(dialogue) !== null &&
  (/\b(?:it|that|them|those|same)\b/.test(outline) || (commandsIn(items).length === 0 && jobVerbs(items).length === 0))

const namesOther = (pattern: RegExp, outline: string): boolean =>
  [...outline.matchAll(pattern)].some(
    ([, word = '']) => isUnread(word) && !links.has(word) && !cueOf(word) && !harmless.test(word),
  )

const isOfUnknown = (step: Step): boolean =>
  step.kind === 'request' && step.draft.amount !== undefined && step.draft.from !== undefined && !step.draft.from.symbol

/** Whether what a piece names is in none of the steps. */
function isLeft(item: Item, index: number, items: readonly Item[], steps: readonly Step[]): boolean {
  const heard = written(steps)
  const has = (key: string, value: string | number) => heard.includes(`"${key}":${JSON.stringify(value)}`)
  switch (item.is) {
    case 'token':
      return (
        item.token.symbol !== undefined &&
        !isBefore(items, index) &&
        !has('symbol', item.token.symbol) &&
        steps.every((step) => step.kind === 'request' || (step.kind === 'job' && !ofOther.has(step.job.act)))
      )
    case 'chain':
      return (
        item.chain.id !== undefined &&
        !isBefore(items, index) &&
        !has('id', item.chain.id) &&
        !(item.symbol && has('symbol', item.symbol)) &&
        !steps.some((step) => step.kind === 'request' && step.draft.action === 'bridge')
      )
    case 'recipient':
      return (
        item.recipient.kind === 'address' &&
        !has('address', item.recipient.address) &&
        steps.every(({ kind }) => kind === 'request')
      )
    case 'amount':
      return isLeftSum(item, index, items, steps, has)
    default:
      return false
  }
}

/** What is borrowed stands beside what it is borrowed against, and a debt beside what it is paid with. */
const ofOther: ReadonlySet<string> = new Set(['borrow', 'repay'])
const held = /^(?:have|got|had|hold|own|like|i've)$/
const ofPlace = /^(?:-|-days?|days?|weeks?|months?|hours?|years?|day|things?|vaults?|with|where|without|that|i|of|can)$/

/** "(≈ $350)": what it is worth. */
const isAside = (items: readonly Item[], index: number): boolean =>
  items.slice(Math.max(0, index - 3), index).some((item) => wordOf(item) === '(')

function isLeftSum(
  { amount, text }: Extract<Item, { is: 'amount' }>,
  index: number,
  items: readonly Item[],
  steps: readonly Step[],
  has: (key: string, value: string) => boolean,
): boolean {
  const [before, last] = [wordOf(items[index - 2]), wordOf(items[index - 1])]
  const next = items[index + 1]
  if (steps.some(({ kind }) => kind === 'nft') || isLabel(items, index)) return false
  const isRate = steps.some((step) => step.kind === 'job' && step.job.hint?.rate !== undefined)
  if (amount.kind === 'share')
    return !isRate && !has('part', amount.part.toString()) && !has('whole', amount.whole.toString())
  if (amount.kind !== 'exact' && amount.kind !== 'usd') return false
  const isOne = /^one\b/i.test(text)
  const isDivided = steps.length > 1
  const isOfPlace = ofPlace.test(wordOf(next) ?? '') && (isOne || steps.some(({ kind }) => kind === 'job'))
  return (
    !has('value', amount.value) &&
    !isDivided &&
    !isOne &&
    !isOfPlace &&
    !isAside(items, index) &&
    !held.test(last ?? '') &&
    !held.test(before ?? '') &&
    next?.is !== 'recipient' &&
    next?.is !== 'chain'
  )
}
