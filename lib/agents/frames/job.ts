import type { Amount, ChainMention, Item, TokenMention } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { type LendingVerb, verbsOfLending } from '../tagger/verbs'
import { areAlike } from './alike'
import { inPlaceOf } from './amount-changes'
import { readMentions } from './mentions'
import { type Placed, type PlaceHint, readPlace } from './place-words'

type JobAct = Exclude<LendingVerb, 'put' | 'take' | 'close'>

/** A request at a lending market or a vault. Nothing in it has been checked against a chain. */
export type Job = {
  act: JobAct
  amount?: Amount
  token?: TokenMention
  chain?: ChainMention
  hint?: PlaceHint
  /** The name of a place as the agent listed it; null where the person picked from no list. */
  pick?: string | null
  /** The best place of these is meant, and none need be picked. */
  best?: { maxLockupDays?: number; isCautious?: true }
  unclear?:
    | 'two-amounts'
    | 'too-many-tokens'
    | 'too-many-chains'
    | 'recipient'
    | 'deposit'
    | 'alternatives'
    | 'share-of-what'
  unsure?: true
  /** The symbol of a token that is to stay where it is: "unstake everything except the WETH". */
  except?: string
  /** A deposit that was said to go to what the person has already. */
  isMine?: true
  /** A deposit after a list of places, in whichever of them takes it: a vault or a market. */
  isPut?: true
  /** A withdrawal that was said to be from a market, and not just "withdraw". */
  isAtMarket?: true
}

/** Words that name the place or what is there, and add nothing to the request. */
export const nouns: ReadonlySet<string> = new Set(
  `vault vaults pool yield yields staking staked stake stakes lending market markets supplied borrowed loan loans debt debts
  collateral position positions deposit deposits deposited interest as work idle money fully shares share funds best
  highest higher better top safest rate rates apy apr return returns earns earn pays paying most where place one`.split(
    /\s+/,
  ),
)

export const ofVaults = /\b(vaults?|stak(?:e|ed|ing))\b/i
/** What may as well be said of lending. */
const ofYields = /\b(yields?|pool|earns?|pays|work|apy|apr)\b/i
export const ofLending = /\b(lending|markets?|collateral|loan|supplied|aave|compound)\b/i

/** The verbs of this kind that a text has, each once. */
export function jobVerbs(items: readonly Item[]): readonly string[] {
  const found = items.flatMap((item, index) => {
    if (item.is !== 'word' || !verbsOfLending.has(item.text)) return []
    const before = items.slice(0, index).findLast((other) => other.is === 'word' || other.is === 'verb')
    const isNoun =
      (item.text === 'stake' || item.text === 'deposit' || item.text === 'supply') &&
      before?.is === 'word' &&
      /^(my|the|a|your|this|that)$/.test(before.text)
    const next = items[index + 1]
    // "Supply rate", "borrow limit".
    const isNamed = next?.is === 'word' && /^(?:rates?|apys?|aprs?|fees?|costs?|caps?|limits?|side)$/.test(next.text)
    // "Leave the 500 USDC where they are"
    const isKept = item.text === 'leave' && items.slice(index + 1, index + 3).some(({ is }) => is === 'amount')
    return isNoun || isNamed || isKept ? [] : [item.text]
  })
  return [...new Set(found)]
}

/** Reads a request of one verb; `raw` still has its place words. Null where the verb alone says too little. */
export function readJob(
  verb: string,
  { text, hint, picked }: Placed,
  raw: string,
  offered: readonly string[],
  lexicon: Lexicon,
): Job | null {
  const kind = verbsOfLending.get(verb)
  if (!kind) return null
  const rest = raw.replace(new RegExp(`\\b${verb}\\b`, 'i'), ' ')
  // A place of the list that was shown takes what it takes: a vault or a market.
  const isPlaced =
    hint.lockDays !== undefined || (kind === 'put' && picked !== null && offered[picked - 1] !== undefined)
  const act = isPlaced ? actOf(kind, `${rest} vault`) : actOf(kind, rest)
  if (act === null) return null
  const kept = tag(text, lexicon).filter(
    (item) => !(item.is === 'word' && (item.text === verb || nouns.has(item.text))),
  )
  const { all, unread, quoted, early } = readMentions([{ is: 'verb', verb: 'send', text: verb, form: 'base' }, ...kept])
  const job: Job = { act: act === 'deposit' ? 'supply' : act, ...(act === 'deposit' ? { unclear: 'deposit' } : {}) }
  if (Object.keys(hint).length > 0) job.hint = hint
  if (picked !== null) job.pick = offered[picked - 1] ?? null
  for (const mention of all) {
    if (mention.recipient) job.unclear ??= 'recipient'
    if (mention.amount) {
      // What is to be left of all is no sum of its own.
      if (mention.link === 'except' || (job.amount && !isSameSum(job.amount, mention.amount)))
        job.unclear ??= 'two-amounts'
      else job.amount = mention.amount
    }
    const token =
      mention.token ??
      (mention.chain && mention.symbol && mention.link !== 'on'
        ? { text: mention.chain.text, symbol: mention.symbol }
        : undefined)
    // What is left out is not what is meant.
    if (token && mention.link === 'except') {
      if (act === 'unstake' && token.symbol && !mention.amount && !job.except) job.except = token.symbol
      else job.unclear ??= 'too-many-tokens'
    } else if (token) {
      if (job.token && job.token.symbol !== token.symbol) job.unclear ??= 'too-many-tokens'
      else job.token = token
    } else if (mention.chain) {
      if (job.chain && job.chain.id !== mention.chain.id) job.unclear ??= 'too-many-chains'
      else job.chain = mention.chain
    }
  }
  const unknown = all.flatMap(({ unknown: word }) =>
    word === undefined || nouns.has(word.toLowerCase()) ? [] : [word],
  )
  const left = [...unread, ...unknown]
  if (left.some((word) => word.toLowerCase() === 'or')) job.unclear ??= 'alternatives'
  if (job.except && (job.token || job.amount?.kind !== 'all')) job.unclear ??= 'too-many-tokens'
  const isWhole = kind === 'close' || /\bmy (supplied|staked|deposited|borrowed)\b/i.test(raw)
  if (!job.amount && isWhole && act !== 'borrow' && act !== 'supply') job.amount = { kind: 'all' }
  // Only vaults are looked for by their rate.
  const isRated = hint.rate !== undefined && act !== 'stake' && act !== 'unstake'
  // A market lends and borrows without an end.
  const isTermed = Boolean(hint.lockDays) && (act === 'supply' || act === 'borrow' || act === 'repay')
  if (left.length > 0 || quoted || early || isRated || isTermed) job.unsure = true
  if (act === 'stake' && intoMine.test(raw)) job.isMine = true
  if (act === 'withdraw' && (ofLending.test(raw) || hint.protocol)) job.isAtMarket = true
  return job
}

/** "All of it, every last cent": the same once more. */
const isSameSum = (one: Amount, other: Amount): boolean =>
  (one.kind === 'all' && other.kind === 'all') ||
  (one.kind === 'exact' && other.kind === 'exact' && one.value === other.value)

const intoMine =
  /\b(?:to|in|into|onto)\s+my\s+(?:existing\s+|current\s+)?(?:[a-z]+\s+)?(?:vaults?|stakes?|positions?)\b/i

/** "The lending pool", "to earn in the lending market" are none. */
const isOfVaults = (text: string): boolean => ofVaults.test(text) || (ofYields.test(text) && !ofLending.test(text))

function actOf(kind: LendingVerb, rest: string): JobAct | 'deposit' | null {
  switch (kind) {
    case 'put':
      return isOfVaults(rest) ? 'stake' : ofLending.test(rest) ? 'supply' : 'deposit'
    case 'close':
      return isOfVaults(rest)
        ? 'unstake'
        : ofLending.test(rest) || /\b(?:everything|positions?)\b/i.test(rest)
          ? 'withdraw'
          : null
    case 'take':
    case 'withdraw':
      return isOfVaults(rest) ? 'unstake' : 'withdraw'
    default:
      return kind
  }
}

/** "The one with the better rate". */
const ofBestRate =
  /^\W*(?:(?:please|ok|okay|then|take|use|go with|in|into|to)\s+)*(?:the|whichever|whatever)\s+(?:one\s+)?(?:(?:with|that (?:has|pays|earns)|which (?:has|pays|earns)|has|pays|earns)\s+)?(?:the\s+)?(?:best|better|high(?:est|er)|most|more)(?:\s+(?:paying|yielding))?(?:\s+(?:one|rate|apy|apr|yield|return|interest|vault))?(?:\s+(?:please|then|pays|one))*\W*$/i

/** The job with what a message without a verb adds: an amount, a token, a network, or which of those listed. */
export function reviseJob(
  job: Job,
  asked: string | null,
  raw: string,
  offered: readonly string[],
  lexicon: Lexicon,
): Job | null {
  const { text, hint, picked } = readPlace(raw)
  const { unclear, ...kept } = job
  // Whose share it is, and where a deposit goes, stays unsettled by an answer to something else.
  const next: Job =
    unclear === 'share-of-what'
      ? { ...kept, amount: undefined }
      : { ...kept, ...(unclear === 'deposit' ? { unclear } : {}) }
  if (asked === 'which') {
    const number = /^\s*#?(\d{1,2})\s*$/.exec(text)
    if (number) return { ...next, pick: offered[Number(number[1]) - 1] ?? null, best: undefined }
    // Vaults are listed by their rates.
    if (job.act === 'stake' && offered[0] !== undefined && ofBestRate.test(raw))
      return { ...next, pick: offered[0], best: undefined }
  }
  const { all, unread, quoted } = readMentions(
    tag(text, lexicon).filter((item) => !(item.is === 'word' && (nouns.has(item.text) || item.text === 'one'))),
  )
  const counted =
    picked !== null
      ? all.filter(({ amount, token }) => !(amount?.kind === 'exact' && amount.value === '1' && !token))
      : all
  // "Hm ok, I can live with a week", in answer to which place.
  const isPlace =
    asked === 'which' &&
    Object.keys(hint).length > 0 &&
    all.length === 0 &&
    !/\b(?:not|no|never|or)\b|n't\b|\?/i.test(text)
  if (
    quoted ||
    (unread.length > 0 && !isPlace) ||
    counted.some(({ recipient, unknown }) => recipient || unknown !== undefined)
  )
    return null
  if (counted.length === 0 && picked === null && Object.keys(hint).length === 0) return null
  if (unclear === 'deposit' && ((picked !== null && offered[picked - 1]) || hint.lockDays !== undefined)) {
    next.act = 'stake'
    delete next.unclear
  }
  if (picked !== null) {
    next.pick = offered[picked - 1] ?? null
    delete next.best
  }
  if (Object.keys(hint).length > 0) {
    next.hint = { ...next.hint, ...hint }
    if (picked === null) delete next.pick
  }
  const amounts = counted.filter(({ amount }) => amount)
  if (amounts.length > 1 || amounts.some(({ link }) => link === 'except')) return { ...next, unclear: 'two-amounts' }
  if (counted.some(({ link, token }) => link === 'except' && token)) return { ...next, unclear: 'too-many-tokens' }
  for (const { amount, token, chain } of counted) {
    if (token && next.token && next.token.symbol !== token.symbol) {
      if (next.amount?.kind === 'exact' && !amount && !areAlike(next.token.symbol, token.symbol)) delete next.amount
      next.token = token
    } else if (token) next.token = token
    if (amount) next.amount = token ? amount : inPlaceOf(job.amount, amount)
    if (chain && !token) {
      next.chain = chain
      delete next.pick
    }
  }
  return next
}
