import { type Is, ofKind, type Span } from '../entity'
import { isDone } from '../labels'
import type { AgentText } from '../offer'
import { optionsIn } from '../options'
import type { Clause, Reading } from '../reader/reader'
import type { Mention, ReadMessage, Request, RequestedChain, Sum } from '../request'
import { adds, wordsIn } from '../words/comparing'
import { adding, affirmatives, besideAdding, thanks } from '../words/sets'
import { isChange, sureOfAction } from './clauses'
import { among } from './pieces'
import { entitiesIn } from './request-of'

/** Most certainty of an action that is the agent's word. */
const lent = 0.7

/** Gives an answer the action that the agent asks about ("How much should I deposit?"), if its own is unknown. */
export function withActionOf(agent: ReadMessage['agent'], request: Request): Request {
  if (!agent || (!isChange(request.action) && request.sure.action >= sureOfAction)) return request
  const asking = agent.read(agent.text).clauses.at(-1)
  if (!asking?.action || !isDone(asking.action) || asking.sure.action < sureOfAction) return request
  return { ...request, action: asking.action, sure: { ...request.sure, action: Math.min(asking.sure.action, lent) } }
}

/** Certainty that a word refers to what the agent had just named. */
const pointing = 0.8

/** Adds to a request what its words refer to in the agent's message: "there", "the last one". */
export function pointed(
  request: Request,
  text: string,
  clause: Clause,
  reading: Reading,
  agent: ReadMessage['agent'],
): Request {
  const near = placeBefore(request, text, clause, reading)
  if (near) return { ...request, chains: [near] }
  if (!agent) return request
  const [there] = request.chains.length === 0 ? entitiesIn(clause, reading, 'pronoun').filter(isPlace) : []
  const [place] =
    request.action === 'sendNft' && !request.sums.some(({ what }) => what) ? entitiesIn(clause, reading, 'ordinal') : []
  if (!there && !place) return request
  const { entities } = agent.read(agent.text)
  const chains = there ? ofKind(entities, 'chain') : []
  const [chain] = chains
  const isOne = chain && chains.every(({ chainId }) => chainId === chain.chainId)
  const nfts = place ? ofKind(entities, 'nft') : []
  const nft = place && (place.nth < 0 ? nfts.at(place.nth) : nfts[place.nth - 1])
  const said = ({ start, end }: Span) => text.slice(start, end)
  return {
    ...request,
    ...(there &&
      isOne && {
        chains: [{ end: request.action === 'bridge' ? 'to' : 'on', chain, text: said(there), p: pointing }],
      }),
    ...(place &&
      nft && {
        sums: [...request.sums, { part: 'give', amount: null, what: nft, text: said(place), said: 0, p: pointing }],
      }),
  }
}

/** Returns the network that "there" stands for, if the same message names one before it. A bridge has two ends. */
function placeBefore(
  { action, chains }: Request,
  text: string,
  clause: Clause,
  reading: Reading,
): RequestedChain | null {
  if (chains.length > 0 || action === 'bridge') return null
  const there = entitiesIn(clause, reading, 'pronoun').find(isPlace)
  const named = there && reading.entities.findLast(({ is, end }) => is === 'chain' && end <= there.start)
  if (!there || named?.is !== 'chain') return null
  return { end: 'on', chain: named, text: text.slice(there.start, there.end), p: pointing }
}

const isPlace = (pronoun: Is<'pronoun'>): boolean => pronoun.for === 'place'

/** True for a text that is nothing but a yes. */
export function isYes(text: string): boolean {
  const words = wordsIn(text)
  return (
    words.some((word) => affirmatives.has(word)) && words.every((word) => affirmatives.has(word) || thanks.has(word))
  )
}

/** True for words that only ask for the same once more: "another one please", "do that one more time". */
export const isOnceMore = (text: string): boolean =>
  adds(text) && wordsIn(text).every((word) => adding.has(word) || besideAdding.has(word))

/** True for an answer in the very words of the agent's question: "Continue?" "continue". */
export function isEcho(text: string, agent: AgentText | undefined): boolean {
  const question = agent && /[^.!?]*\?\s*$/.exec(agent.text)?.[0]
  const [words, asked] = [wordsIn(text), wordsIn(question ?? '')]
  return words.length > 0 && !asked.includes('or') && words.every((word) => asked.includes(word))
}

/** Words around the place of an option that add nothing to it. */
const aroundPlaces = new Set(['the', 'one', 'option', 'number', 'in'])

/**
 * Returns the one of the agent's numbered options that an answer picks by nothing but its name, as a click says it, or
 * its place: "the second one, please", "2". Null for other words. A bare number may as well be an amount, if none has
 * been said (`hasAmount`).
 */
export function pickedIn(text: string, reading: Reading, agent: AgentText | undefined, hasAmount: boolean) {
  if (!agent?.text.trimEnd().endsWith('?')) return null
  const options = optionsIn(agent.text)
  const named = options.find(({ name }) => name === text.trim())
  if (named) return named.name
  const nth = placeIn(text, reading, hasAmount)
  if (nth === null) return null
  const option = nth < 0 ? options.at(nth) : options.find(({ number }) => number === nth)
  return option?.name ?? null
}

/** Returns the place in a list that is all that words say; negative from its end. */
function placeIn(text: string, { entities }: Reading, hasAmount: boolean): number | null {
  const [place, ...others] = entities
  if (!place || others.length > 0) return null
  const rest = wordsIn(`${text.slice(0, place.start)} ${text.slice(place.end)}`)
  if (!rest.every((word) => aroundPlaces.has(word) || thanks.has(word))) return null
  if (place.is === 'ordinal') return place.nth
  if (!hasAmount) return null
  return place.is === 'number' ? Number(place.value) : place.is === 'nft' ? Number(place.id) : null
}

/** A request with the option that words pick for it: its name, and its network if the request says none. */
export function withPicked(request: Request, option: string, text: string, agent: AgentText): Request {
  const { entities } = agent.read(option)
  const [chain, ...others] = ofKind(entities, 'chain')
  const [nft] = request.action === 'sendNft' && !request.sums.some(({ what }) => what) ? ofKind(entities, 'nft') : []
  const texts = [...request.texts, text.trim()]
  const own: Sum[] = nft
    ? [{ part: 'give', amount: null, what: nft, text: text.trim(), said: texts.length - 1, p: pointing }]
    : []
  const picked = { ...request, picked: option, texts, sums: [...request.sums, ...own] }
  if (!chain || others.length > 0 || request.chains.length > 0) return picked
  return withChain(picked, { end: 'on', chain, text: chain.name, p: pointing })
}

/** Returns the network that an answer names, of those that the agent asks about. */
export function chainNamed(
  mentions: readonly Mention[],
  agent: AgentText,
): { mention: Mention; chain: RequestedChain } | null {
  const asked = agent.read(agent.text).entities.flatMap((each) => [each, ...(each.or ?? [])])
  for (const mention of mentions) {
    const chain = among(mention.meanings, ['chain'])
    const isAsked = chain !== null && asked.some((each) => each.is === 'chain' && each.chainId === chain.chainId)
    if (isAsked) return { mention, chain: { end: 'on', chain, text: mention.text, p: pointing } }
  }
  return null
}

/** A request with its network, if it says none. That of a bridge has two ends. */
export const withChain = (request: Request, chain: RequestedChain): Request =>
  request.action === 'bridge' ? request : { ...request, chains: [chain] }
