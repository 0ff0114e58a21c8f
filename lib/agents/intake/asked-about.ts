import type { Entity, Span } from '@/lib/language/entity'
import type { Clause } from '@/lib/language/reader/reader'
import type { Amount, ChainMention, TokenMention } from '../meaning/mention'
import type { PriceQuery } from '../meaning/queries'
import type { Dialogue, Understanding } from '../meaning/understanding'
import { explanationOf, howToOf } from '../replies/explain'
import { amountOf, mentionOf } from './amounts'
import { approvalsIn } from './approvals'
import { partsOf } from './clauses'

/** A clause that asks: its words, and what they name. */
export type Question = {
  clause: Clause
  text: string
  entities: readonly Entity[]
  collections: ReadonlyMap<string, string>
}

const textOf = (text: string, { start, end }: Span): string => text.slice(start, end)

/** Returns what a question is about, for the ability that answers it. */
export function questionOf({ clause, text, entities, collections }: Question, dialogue: Dialogue): Understanding {
  const tokens = tokensIn(entities)
  const [token, ...others] = tokens
  const chains = entities.flatMap((each): ChainMention[] =>
    each.is === 'chain' ? [each.chainId === null ? { text: each.name } : { text: each.name, id: each.chainId }] : [],
  )
  const of = (...kinds: Entity['is'][]) => entities.find(({ is }) => kinds.includes(is))
  const position = entities.find((each) => each.is === 'position')
  const kind = position?.is === 'position' ? position.kind : undefined
  const place = { ...(token && others.length === 0 && { token }), ...(chains[0] && { chain: chains[0] }) }
  const said = textOf(text, clause).toLowerCase()
  const isOfPlan = of('plan') || partsOf(clause, 'plan').length > 0
  const about = isOfPlan && clause.action === 'explain' ? (howToOf(said) ?? explanationOf(said, 'plainly')) : null
  if (about !== null) return { kind: 'explain', text: about }
  if (isOfPlan || (dialogue.planTold !== null && clause.action === 'history'))
    return { kind: 'plans', ...(clause.action === 'history' && { about: 'bought' as const }) }
  const words = said.split(/\W+/)
  const isShown = clause.action === 'balances' || clause.action === 'positions'
  if (isShown && (of('nft', 'collection') || words.some((word) => collectibles.has(word)))) {
    const collection = entities.flatMap((each) => (each.is === 'collection' ? [collections.get(each.id)] : []))[0]
    return { kind: 'insight', insight: { of: 'nfts', ...(collection !== undefined && { collection }) } }
  }
  switch (clause.action) {
    case 'balances':
      if (tokens.length > 0 && of('dollars')) return { kind: 'price', query: priceOf(tokens, entities, dialogue) }
      if (clause.sure.action < sureOfBalances) break
      if (kind)
        return { kind: 'insight', insight: { of: kind === 'loan' || kind === 'collateral' ? 'loan' : 'positions' } }
      return {
        kind: 'balances',
        query: {
          symbols: tokens.flatMap(({ symbol }) => symbol ?? []),
          chainIds: chains.flatMap(({ id }) => id ?? []),
        },
      }
    case 'allowances':
      return approvalsIn('allowances', entities)
    case 'price':
      return { kind: 'price', query: priceOf(tokens, entities, dialogue) }
    case 'yields':
      return { kind: 'insight', insight: { of: 'yields', ...place } }
    case 'markets':
      return {
        kind: 'insight',
        insight: kind === 'loan' ? { of: 'borrow-rates', ...place } : { of: 'yields', ...place },
      }
    case 'positions':
      return { kind: 'insight', insight: { of: kind === 'loan' || kind === 'collateral' ? 'loan' : 'positions' } }
    case 'history':
      return { kind: 'outcome', of: dialogue.calls.length > 0 ? dialogue : null }
    case 'fees':
      return { kind: 'insight', insight: { of: 'gas' } }
    default:
      break
  }
  const answer = explained(said, text.toLowerCase(), tokens, entities)
  if (answer.kind !== 'talk') return answer
  // "When does it end?", of a plan that was just spoken of; "can I buy ETH every week?", of plans in general.
  if (dialogue.planTold !== null) return { kind: 'plans' }
  const plans = of('recurrence') ? explanationOf('what is a plan', 'plainly') : null
  return plans === null ? answer : { kind: 'explain', text: plans }
}

/** The class that collections belong to, by its names. */
const collectibles = new Set(['nft', 'nfts', 'collectible', 'collectibles'])

/** A card of balances that nobody asked for is a wrong answer. */
const sureOfBalances = 0.6

function tokensIn(entities: readonly Entity[]): TokenMention[] {
  const found = new Map<string, TokenMention>()
  for (const each of entities)
    if (each.is === 'token' && (each.known || !each.maybe)) found.set(each.symbol, mentionOf(each))
  return [...found.values()]
}

const sumIn = (entities: readonly Entity[]): Amount | undefined => {
  const sum = entities.find((each) => each.is === 'number' || each.is === 'dollars')
  return sum?.is === 'number' || sum?.is === 'dollars' ? amountOf(sum) : undefined
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

/** Returns the explanation of what a question names; a rate where it is about an amount of one token in another. */
function explained(
  clause: string,
  text: string,
  tokens: readonly TokenMention[],
  entities: readonly Entity[],
): Understanding {
  const words = howToOf(clause) ?? explanationOf(clause, 'loosely') ?? explanationOf(text, 'loosely')
  const amount = sumIn(entities)
  if (amount?.kind === 'exact' && tokens.length === 2) {
    const [given, into] = tokens
    if (given && into) return { kind: 'price', query: { tokens: [given], into, amount } }
  }
  const [about, ...others] = tokens
  const subject = about && others.length === 0 ? { about } : {}
  return words === null ? { kind: 'talk', topic: 'unknown' } : { kind: 'explain', text: words, ...subject }
}
