import { type Entity, type Meaning, ofKind } from '@/lib/language/entity'
import type { Clause } from '@/lib/language/reader/reader'
import { mentionOf, placeOf } from '@/lib/language/steps/amounts'
import type { ChainMention, TokenMention } from '@/lib/language/steps/mention'
import type { ApprovalsQuery, BalancesQuery, PriceQuery } from '../meaning/queries'
import type { Dialogue, Understanding } from '../meaning/understanding'
import { dollarsOnly, isSmall, textOf } from '../replies/texts'
import { type Least, topicOf, type Words } from '../replies/topic-of'
import type { Topic } from '../replies/topics'
import { collectibles } from './asked-for'
import { partsOf } from './clauses/clause'
import { earningsOf, furtherYields, isOfDeposit, type Place, spanIn, sumIn, yieldsOf } from './yields-asked'

/** A clause that asks: its words, and what they name. */
export type Question = {
  clause: Clause
  text: string
  entities: readonly Entity[]
  collections: ReadonlyMap<string, string>
}

/** Returns what a question is about, for the ability that answers it. */
export function questionOf(question: Question, dialogue: Dialogue): Understanding {
  const is = answerTo(question, dialogue)
  const currency = otherCurrencyIn(question.entities)
  if (!currency) return is
  if (is.kind === 'talk' && is.topic === 'unknown') return { kind: 'explain', text: dollarsOnly(currency) }
  return is.kind === 'balances' || is.kind === 'price' || is.kind === 'insight' ? { ...is, currency } : is
}

/** Returns the code of a currency that the words name, if it is not the dollar. */
const otherCurrencyIn = (entities: readonly Entity[]): string | undefined =>
  entities
    .flatMap((each) => (each.is === 'currency' ? [each.code] : each.is === 'money' ? [each.currency] : []))
    .find((code) => code !== 'USD')

function answerTo(question: Question, dialogue: Dialogue): Understanding {
  const { clause, text, entities, collections } = question
  const tokens = tokensIn(entities)
  const [token, ...others] = tokens
  const chains = entities.flatMap((each): ChainMention[] => (each.is === 'chain' ? [placeOf({ chain: each })] : []))
  const of = (...kinds: Entity['is'][]) => entities.find(({ is }) => kinds.includes(is))
  const position = entities.find((each) => each.is === 'position')
  const kind = position?.is === 'position' ? position.kind : undefined
  const place = { ...(token && others.length === 0 && { token }), ...(chains[0] && { chain: chains[0] }) }
  const said = text.slice(clause.start, clause.end).toLowerCase()
  const isOfPlan = of('plan') || partsOf(clause, 'plan').length > 0
  const words = said.split(/\W+/)
  const asked = topicOf({ text, entities, part: clause }, 'question')
  const isOfLoan = kind === 'loan' || words.some((word) => loans.has(word))
  const isInGeneral = clause.action === 'explain' && !words.some((word) => owns.has(word))
  const about = isOfPlan && isInGeneral ? toldOf(asked, entities) : null
  if (about) return about
  if (isOfPlan || (dialogue.planTold !== null && clause.action === 'history'))
    return { kind: 'plans', ...(clause.action === 'history' && { about: 'bought' as const }) }
  const isShown = clause.action === 'balances' || clause.action === 'positions'
  if (isShown && (of('nft', 'collection') || words.some((word) => collectibles.has(word)))) {
    const collection = entities.flatMap((each) => (each.is === 'collection' ? [collections.get(each.id)] : []))[0]
    return { kind: 'insight', insight: { of: 'nfts', ...(collection !== undefined && { collection }) } }
  }
  const further = furtherYields(question, place, dialogue)
  if (further) return { kind: 'insight', insight: further }
  const shown = lookedUp(question, tokens, chains, dialogue)
  if (shown) return shown
  const over = spanIn(question)
  const yields = { kind: 'insight', insight: yieldsOf(question, place) } as const
  const earnings = earningsOf(question, place, dialogue)
  const estimate = earnings && ({ kind: 'insight', insight: earnings } as const)
  const isOfEarning = earning.has(clause.action) && !token
  if (estimate && (isOfEarning || clause.sure.action < doubtful)) return estimate
  if (isOfDeposit(clause) && token && over) return yields
  // "What is Uniswap?" is hardly about rates.
  const instead =
    clause.sure.action < sureOfTable
      ? otherwise({ text, entities, part: clause }, clause.sure.action < doubtful ? 'other' : 'sure')
      : null
  if (instead) return instead
  switch (clause.action) {
    case 'balances':
      if (tokens.length > 0 && of('dollars')) return { kind: 'price', query: priceOf(tokens, entities, dialogue) }
      if (clause.sure.action < sureOfAnswer) break
      if (kind)
        return { kind: 'insight', insight: { of: kind === 'loan' || kind === 'collateral' ? 'loan' : 'positions' } }
      return { kind: 'balances', query: balancesOf(tokens, chains) }
    case 'allowances':
      // "How much can I still borrow?"
      if (clause.sure.action < sureOfAnswer && isOfLoan) return { kind: 'insight', insight: { of: 'loan' } }
      if (clause.sure.action < sureOfAnswer) break
      return approvalsIn('allowances', entities)
    case 'price':
      return { kind: 'price', query: priceOf(tokens, entities, dialogue) }
    case 'yields':
    case 'markets':
      if (over && tokens.length === 0 && !of('number', 'dollars'))
        return { kind: 'insight', insight: { of: 'earnings', over } }
      if (rates.has(asked)) return ratesOf(asked, place)
      if (isOfLoan) return ratesOf('borrow-rates', place)
      return yields
    case 'positions': {
      // "Lending markets": of what there is, not of what is in them.
      if (rates.has(asked)) return ratesOf(asked, place)
      if (isOfLoan || kind === 'collateral') return { kind: 'insight', insight: { of: 'loan' } }
      // "How much does the vault pay", "how much would I make on 1,000 USDC": of what there is, not of what is there.
      const isOwn = words.some((word) => selves.has(word))
      if ((kind === 'vault' && !isOwn) || (token && of('number', 'dollars'))) return yields
      if (words.some((word) => past.has(word))) return { kind: 'insight', insight: { of: 'earned' } }
      return { kind: 'insight', insight: over ? { of: 'earnings', over, ...place } : { of: 'positions' } }
    }
    case 'history':
      if (words.some((word) => earned.has(word))) return { kind: 'insight', insight: { of: 'earned' } }
      return dialogue.calls.length === 0 ? (toldOf(asked, entities) ?? outcomeOf(dialogue)) : outcomeOf(dialogue)
    case 'undo':
      return { kind: 'talk', topic: 'final' }
    case 'fees':
      return { kind: 'insight', insight: { of: 'gas' } }
    default:
      break
  }
  const amount = sumIn(entities)
  const [given, into] = tokens
  // "What would 100 DAI be in ETH?"
  if (amount?.kind === 'exact' && given && into && tokens.length === 2)
    return { kind: 'price', query: { tokens: [given], into, amount } }
  if (rates.has(asked)) return ratesOf(asked, place)
  const told = toldOf(asked, entities) ?? toldOf(topicOf({ text, entities }, 'question'), entities)
  if (told) return told
  if (estimate) return estimate
  if (isOfDeposit(clause) && token) return yields
  // "When does it end?", of a plan that was just spoken of; "can I buy ETH every week?", of plans in general.
  if (dialogue.planTold !== null) return { kind: 'plans' }
  return (of('recurrence') && toldOf('plans', entities)) || { kind: 'talk', topic: 'unknown' }
}

const outcomeOf = (dialogue: Dialogue): Understanding => ({
  kind: 'outcome',
  of: dialogue.calls.length > 0 ? dialogue : null,
})

/** Returns what a question asks for that is looked up, by its topic; null if its action tells better what it is about. */
function lookedUp(
  { clause, text, entities }: Question,
  tokens: readonly TokenMention[],
  chains: readonly ChainMention[],
  dialogue: Dialogue,
): Understanding | null {
  const topic = topicOf({ text, entities, part: clause }, 'other')
  const isOfLoan = topic === 'loan' && clause.action === 'positions'
  if (clause.action !== 'explain' && clause.sure.action >= sureOfTable && !isOfLoan) return null
  switch (topic) {
    case 'holdings':
      return { kind: 'balances', query: balancesOf(tokens, chains) }
    case 'loan':
      return { kind: 'insight', insight: { of: 'loan' } }
    case 'outcome':
      return outcomeOf(dialogue)
    default:
      return null
  }
}

const balancesOf = (tokens: readonly TokenMention[], chains: readonly ChainMention[]): BalancesQuery => ({
  symbols: tokens.flatMap(({ symbol }) => symbol ?? []),
  chainIds: chains.flatMap(({ id }) => id ?? []),
})

/** Topics that a table of current rates answers. */
const rates: ReadonlySet<Topic> = new Set(['markets', 'borrow-rates'])

const ratesOf = (asked: Topic, place: Place): Understanding => ({
  kind: 'insight',
  insight: { of: 'borrow-rates', ...place, ...(asked === 'markets' && { isOfBoth: true as const }) },
})

/** Returns what the agent says of a topic; null if it says nothing, or has to look something up. */
function toldOf(topic: Topic, entities: readonly Entity[]): Understanding | null {
  if (isSmall(topic)) return { kind: 'talk', topic }
  const text = textOf(topic, entities)
  const [about, ...others] = tokensIn(entities)
  if (text === null) return null
  return {
    kind: 'explain',
    text,
    ...(about && others.length === 0 && { about }),
    ...(topic === 'activity' && { shows: topic }),
  }
}

/** Returns the answer to words that may be about something else, if their topic is sure enough. */
export const otherwise = (words: Words, least: Least = 'other'): Understanding | null =>
  toldOf(topicOf(words, least), words.entities)

/** Actions of questions about what money brings. */
const earning: ReadonlySet<Clause['action']> = new Set(['yields', 'markets', 'positions'])

/** Words for one thing that is known already, rather than for a class. */
const owns = new Set(['my', 'our', 'the', 'this', 'that', 'it', 'have'])
/** Words for the person, and for what is theirs. */
const selves = new Set(['i', 'me', 'my', 'mine', 'we', 'us', 'our', 'ours', 'im', 'ive'])
/** Forms of the words for having or taking a loan. */
const loans = new Set(['borrow', 'borrows', 'borrowing', 'borrowed', 'owe', 'owes', 'owed', 'owing'])
/** Forms of the words for what money brings; in the past, or with "did". */
const earned = new Set(['earn', 'earned', 'accrued', 'gained'])
const past = new Set(['did', 'earned', 'accrued', 'gained'])
/** Least certainty for a card of balances or a list of approvals: one that nobody asked for is a wrong answer. */
const sureOfAnswer = 0.4
/**
 * Below these a question may be about a topic, or is hardly about anything else than a topic that is sure, rather than
 * about what its action shows.
 */
const [doubtful, sureOfTable] = [0.5, 0.75]

function tokensIn(entities: readonly Entity[]): TokenMention[] {
  const found = new Map<string, TokenMention>()
  for (const each of entities)
    if (each.is === 'token' && (each.known || !each.maybe)) found.set(each.symbol, mentionOf(each))
  return [...found.values()]
}

/** "What is 2 ETH in USDC": the token right after the figure is given, the other is what it comes to. */
function priceOf(tokens: readonly TokenMention[], entities: readonly Entity[], dialogue: Dialogue): PriceQuery {
  const amount = sumIn(entities)
  const when = entities.some(
    (each) => each.is === 'date' && each.day && each.day.kind !== 'now' && each.day.kind !== 'today',
  )
  const other = when ? { isOfAnotherTime: true as const } : {}
  const [first, second, ...more] = tokens
  if (!first) {
    const about = dialogue.about ?? dialogue.draft?.from
    return about ? { tokens: [about], ...(amount && { amount }), ...other } : { tokens: [], isGeneral: true, ...other }
  }
  if (!second || more.length > 0 || amount?.kind !== 'exact') return { tokens, ...(amount && { amount }), ...other }
  const figure = entities.findIndex(({ is }) => is === 'number')
  const counted = entities.slice(figure + 1).find(({ is }) => is === 'token')
  const given = counted?.is === 'token' && counted.symbol === second.symbol ? second : first
  return { tokens: [given], into: given === first ? second : first, amount }
}

/** Returns what a question about approvals, or a request to take one back, comes to. */
export function approvalsIn(action: 'allowances' | 'revoke', entities: readonly Meaning[]): Understanding {
  const query = namedIn(entities)
  const isRevoke = action === 'revoke' && (query?.spender !== undefined || query?.symbol !== undefined)
  // What names two things is answered with a list of all: nothing is taken back by a guess.
  return { kind: 'approvals', query: { do: isRevoke ? 'revoke' : 'list', ...query } }
}

/** Returns what the words name; null if they name two things of a kind. */
function namedIn(entities: readonly Meaning[]): Omit<ApprovalsQuery, 'do'> | null {
  const kinds = ['token', 'collection', 'address', 'chain'] as const
  if (kinds.some((kind) => ofKind(entities, kind).length > 1)) return null
  const [token, collection] = [ofKind(entities, 'token')[0], ofKind(entities, 'collection')[0]]
  const [spender, chain] = [ofKind(entities, 'address')[0], ofKind(entities, 'chain')[0]]
  return {
    ...(token && { symbol: token.symbol }),
    ...(collection && { collection: collection.id }),
    ...(spender && { spender: spender.address }),
    ...(chain?.chainId && { chainId: chain.chainId }),
  }
}
