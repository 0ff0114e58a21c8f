import type { Entity, Meaning, Span } from './entity'
import type { Action, Role } from './labels'
import type { Clause, Reading } from './reader/reader'

/** A text, and its reading. */
type ReadText = { text: string; reading: Reading }

/** One message of a person's. `agent` is the agent's message before it, read only if the person agrees to it. */
export type ReadMessage = ReadText & { agent?: { text: string; read: () => Reading } }

/** A piece of the words with its role, and how sure the reader is of that. */
type Piece = { span: Span; text: string; role: Role; meanings: readonly Meaning[]; group: number | null; p: number }

type Is<K extends Meaning['is']> = Extract<Meaning, { is: K }>

/** An amount: a figure, its dollars, a percentage or a share of what there is. */
export type Amount = Is<'number' | 'dollars' | 'percent' | 'share'>

/** An amount of something that is to leave, to arrive or to stay. Amount and token may each be unstated. */
export type Sum = {
  part: 'give' | 'get' | 'keep' | 'unsaid'
  amount: Amount | null
  what: Is<'token' | 'nft' | 'collection'> | null
  /** The words that said so. */
  text: string
  p: number
}

/** The stated receiver. */
export type Receiver = { meaning: Is<'address' | 'name' | 'contact' | 'pronoun'> | null; text: string; p: number }

export type RequestedChain = { end: 'on' | 'from' | 'to'; chain: Is<'chain'>; text: string; p: number }

/** A bound or a wish beside sums and chains, in the writer's words. */
export type Limit = { role: Role; meanings: readonly Meaning[]; text: string; p: number }

/** A person's request, as the reader understands it. */
export type Request = {
  action: Action
  /** The words of the request. Several if later words changed it. */
  texts: readonly string[]
  sums: readonly Sum[]
  receivers: readonly Receiver[]
  chains: readonly RequestedChain[]
  limits: readonly Limit[]
  /** Entities in the words that the reading does not explain. */
  unexplained: readonly string[]
  /** How sure the reader is of the clause as a whole: kind, action, edges and roles. */
  p: number
  /** Certainty that this is a request, and certainty of its action. */
  sure: { kind: number; action: number }
}

/** The current requests of a conversation. */
export type Requests = {
  /** Those of the last message that asked for anything, in order. */
  latest: readonly Request[]
  /** The person has only agreed to an agent's offer, without asking for it. */
  agreed: boolean
  /** The last message is in a language that the reader does not know. */
  unread: boolean
}

const sumRoles: readonly Role[] = ['give', 'get', 'amount', 'value', 'keep', 'nft', 'collection', 'about', 'reference']
const chainRoles: Partial<Record<Role, RequestedChain['end']>> = { chain: 'on', fromChain: 'from', toChain: 'to' }
const limitRoles: readonly Role[] = [
  ...(['protocol', 'slippage', 'rate', 'lockup', 'atMost', 'atLeast', 'limit', 'when', 'every', 'until'] as const),
  ...(['spender', 'contract', 'function', 'argument', 'excluded', 'count'] as const),
]
/** Actions that change a request rather than make one. */
const changing: readonly (Action | null)[] = ['revise', 'repeat', null]
/** Refusals of whatever was asked last. */
const takingBack: readonly Action[] = ['cancel', 'undo', 'revise', 'repeat']
const asksNothing: readonly (Action | null)[] = ['pause', 'resume', 'cancel', 'undo']

/** Highest certainty of a reading that something in the words contradicts. */
const unsure = 0.4
const lessSure = (request: Request): Request => ({
  ...request,
  p: Math.min(request.p, unsure),
  sure: { ...request.sure, kind: Math.min(request.sure.kind, unsure) },
})

/** True if a request tells on its own what is to be done. */
function isWhole({ action, sums, receivers, chains }: Request): boolean {
  switch (action) {
    case 'send':
    case 'sendNft':
      return receivers.length > 0 && sums.length > 0
    case 'swap':
      return sums.filter(({ what }) => what !== null).length > 1
    case 'bridge':
      return chains.length > 0 && sums.length > 0
    default:
      return sums.some(({ what }) => what !== null)
  }
}

/** Entities that no request leaves out by chance. */
const telling: ReadonlySet<Meaning['is']> = new Set([
  'token',
  'number',
  'dollars',
  'percent',
  'address',
  'name',
  'chain',
])

/** Returns what a message names or counts that its reading does not explain. */
const unexplainedIn = (text: string, { entities, unexplained }: Reading): string[] =>
  entities
    .filter(
      ({ is, maybe, start, end }) =>
        telling.has(is) && !maybe && unexplained.some((span) => span.start <= start && end <= span.end),
    )
    .map(({ start, end }) => text.slice(start, end))

/** Reads the requests in a person's messages, oldest first. */
export const requestsIn = (messages: readonly ReadMessage[]): Requests =>
  messages.reduce(afterMessage, { latest: [], agreed: false, unread: false })

function afterMessage(before: Requests, { text, reading, agent }: ReadMessage): Requests {
  let latest = before.latest
  const asked: Request[] = []
  for (const clause of reading.clauses) {
    const pieces = piecesOf(text, clause, reading)
    if (clause.kind === 'request' && !asksNothing.includes(clause.action)) {
      const own = pointed(requestOf(text, clause, reading, pieces), text, clause, reading, agent)
      const last = asked.at(-1) ?? latest.at(-1)
      // "How much?" "750 USDC": an incomplete request answers the question.
      const answers = !isWhole(own) && agent?.text.trimEnd().endsWith('?') === true
      if (last && (answers || changing.includes(clause.action))) {
        if (asked.at(-1) === last) asked.pop()
        asked.push(revised(last, inPlaceOf(own, last, pieces)))
      } else asked.push(answers ? lessSure(own) : own)
    } else if (clause.kind === 'condition') {
      const last = asked.pop()
      if (last) asked.push({ ...last, limits: [...last.limits, ...limitsIn(pieces)] })
    } else if (clause.kind === 'refusal' || clause.action === 'cancel' || clause.action === 'undo')
      latest = latest.flatMap((request) => afterRefusal(request, clause, reading))
  }
  const unexplained = unexplainedIn(text, reading)
  const own = asked.map((request) =>
    unexplained.length === 0
      ? request
      : lessSure({ ...request, unexplained: [...request.unexplained, ...unexplained] }),
  )
  const unread = !reading.english
  // An unexplained figure may change what was asked before.
  const stands = own.length > 0 ? own : unexplained.length > 0 ? latest.map(lessSure) : latest
  if (!reading.clauses.some(({ kind }) => kind === 'agreement'))
    return { latest: stands, agreed: own.length === 0 && before.agreed, unread }
  // "Yes, 500 is fine": the offer counts, with the changes of the answer.
  const offer = agent ? offerIn(agent.text, agent.read()) : null
  const last = stands.at(-1)
  const offered = offer && (last ? agreedTo(last, offer) : offer)
  const change = own.at(-1)
  return {
    latest: offered ? [...stands.slice(0, -1), change ? revised(offered, change) : offered] : stands,
    // An agent without a readable offer was agreed to in nothing.
    agreed: own.length === 0 && (!agent || offer !== null),
    unread,
  }
}

/**
 * Returns what a refusal leaves of a request. "No no, 0.5!!" withdraws a figure, but not the request; "stop" withdraws
 * all.
 */
function afterRefusal(request: Request, { action, start, end }: Clause, { entities }: Reading): Request[] {
  const named = entities.some((entity) => telling.has(entity.is) && entity.start >= start && entity.end <= end)
  if (named && action !== request.action && action !== null && !takingBack.includes(action)) return [request]
  return named ? [lessSure(request)] : []
}

/** Below this an agent's words are too unclear to say what was agreed to. */
const sureOfOffer = 0.5

/** Returns an agent's offer: the last of its words that name an action and its object. */
function offerIn(text: string, reading: Reading): Request | null {
  const offers = reading.clauses.flatMap((clause) => {
    if (!clause.action || asksNothing.includes(clause.action) || changing.includes(clause.action)) return []
    const pieces = piecesOf(text, clause, reading)
    const request = { ...requestOf(text, clause, reading, pieces), limits: limitsIn(pieces) }
    return request.sums.length > 0 || request.receivers.length > 0 || request.chains.length > 0 ? [request] : []
  })
  const offer = offers.at(-1) ?? null
  return offer && offer.p < sureOfOffer ? lessSure(offer) : offer
}

function requestOf(text: string, clause: Clause, reading: Reading, pieces: readonly Piece[]): Request {
  return {
    action: clause.action ?? 'revise',
    texts: [text.slice(clause.start, clause.end)],
    sums: sumsIn(text, pieces, entitiesIn(clause, reading, 'pronoun').filter(isThing)),
    receivers: pieces
      .filter(({ role }) => role === 'receiver')
      .map(({ meanings, text, p }) => ({
        meaning: among(meanings, ['address', 'name', 'contact', 'pronoun']),
        text,
        p,
      })),
    chains: pieces.flatMap(({ role, meanings, text, p }) => {
      const end = chainRoles[role]
      const chain = among(meanings, ['chain'])
      return end && chain ? [{ end, chain, text, p }] : []
    }),
    limits: [...limitsIn(pieces), ...placesIn(text, clause, reading)],
    unexplained: [],
    p: clause.p,
    sure: clause.sure,
  }
}

const limitsIn = (pieces: readonly Piece[]): Limit[] =>
  pieces
    .filter(({ role }) => limitRoles.includes(role))
    .map(({ role, meanings, text, p }) => ({ role, meanings, text, p }))

/** Returns the entities of one kind in a clause. */
const entitiesIn = <K extends Meaning['is']>({ start, end }: Span, { entities }: Reading, kind: K) =>
  entities.filter((entity) => entity.is === kind && entity.start >= start && entity.end <= end) as (Entity & Is<K>)[]

/** Returns the vaults and lending markets that a clause names, whatever their role. */
const placesIn = (text: string, clause: Clause, reading: Reading): Limit[] =>
  entitiesIn(clause, reading, 'position').map((place) => ({
    ...{ role: 'position' as const, meanings: [place], text: text.slice(place.start, place.end), p: 1 },
  }))

/** Certainty that a word refers to what the agent had just named. */
const pointing = 0.8

/** Adds to a request what its words refer to in the agent's message: "there", "the last one". */
function pointed(
  request: Request,
  text: string,
  clause: Clause,
  reading: Reading,
  agent: ReadMessage['agent'],
): Request {
  if (!agent) return request
  const [there] = request.chains.length === 0 ? entitiesIn(clause, reading, 'pronoun').filter(isPlace) : []
  const [place] =
    request.action === 'sendNft' && !request.sums.some(({ what }) => what) ? entitiesIn(clause, reading, 'ordinal') : []
  if (!there && !place) return request
  const { entities } = agent.read()
  const named = <K extends Meaning['is']>(kind: K) => entities.filter(({ is }) => is === kind) as (Entity & Is<K>)[]
  const chains = there ? named('chain') : []
  const [chain] = chains
  const isOne = chain && chains.every(({ chainId }) => chainId === chain.chainId)
  const nfts = place ? named('nft') : []
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
        sums: [...request.sums, { part: 'give', amount: null, what: nft, text: said(place), p: pointing }],
      }),
  }
}

const isPlace = (pronoun: Is<'pronoun'>): boolean => pronoun.for === 'place'
const isThing = (pronoun: Is<'pronoun'>): boolean => pronoun.for === 'thing'

/**
 * Gives the sums of a change the parts of those that they replace: "I meant dai, not usdc" names the other token, and
 * "make it 0.2 ETH" the same one, in a part that the request lacks.
 */
function inPlaceOf(change: Request, before: Request, pieces: readonly Piece[]): Request {
  const taken = pieces.flatMap(({ role, meanings }) =>
    role === 'discarded' || role === 'excluded' ? (among(meanings, ['token'])?.symbol ?? []) : [],
  )
  const replaced = ({ part, amount, what }: Sum): Sum | undefined => {
    if (part === 'keep') return undefined
    const other = before.sums.find((sum) => sum.what?.is === 'token' && taken.includes(sum.what.symbol))
    if (other && amount === null) return other
    if (what?.is !== 'token' || amount === null || before.sums.some((sum) => sum.part === part)) return undefined
    const same = before.sums.filter((sum) => sum.what?.is === 'token' && sum.what.symbol === what.symbol)
    return same.length === 1 ? same[0] : undefined
  }
  return { ...change, sums: change.sums.map((sum) => ({ ...sum, part: replaced(sum)?.part ?? sum.part })) }
}

/** Replaces parts of a request by the offer that the person agreed to. */
function agreedTo(before: Request, offer: Request): Request {
  const sums = offer.sums.some(({ amount }) => amount !== null) ? offer.sums : null
  return { ...revised(before, offer), ...(sums && { sums }) }
}

/** Replaces parts of a request by later words. */
function revised(before: Request, change: Request): Request {
  const { texts, sums, receivers, chains, limits, p, sure } = change
  const parts = new Set(sums.map(({ part }) => part))
  const main = before.sums.some(({ part }) => part === 'give') ? 'give' : (before.sums[0]?.part ?? 'give')
  const kept = before.sums.flatMap((sum): Sum[] => {
    const next = sums.find(({ part }) => part === sum.part || (part === 'unsaid' && sum.part === main))
    if (!next) return [sum]
    return [{ ...sum, ...next, part: sum.part, amount: next.amount ?? sum.amount, what: next.what ?? sum.what }]
  })
  const isKept = (part: Sum['part']) =>
    kept.some((sum) => sum.part === part || (part === 'unsaid' && sum.part === main))
  const ends = new Set(chains.map(({ end }) => end))
  const roles = new Set(limits.map(({ role }) => role))
  return {
    action: before.action,
    texts: [...before.texts, ...texts],
    sums: [...kept, ...sums.filter(({ part }) => parts.has(part) && !isKept(part))],
    receivers: receivers.length > 0 ? receivers : before.receivers,
    chains: [...before.chains.filter(({ end }) => !ends.has(end)), ...chains],
    limits: [...before.limits.filter(({ role }) => !roles.has(role)), ...limits],
    unexplained: [...before.unexplained, ...change.unexplained],
    p: Math.min(before.p, p),
    sure: { ...before.sure, kind: Math.min(before.sure.kind, sure.kind) },
  }
}

function piecesOf(text: string, clause: Clause, { entities }: Reading): Piece[] {
  return clause.parts.map(({ start, end, role, p, group, entities: inside }) => ({
    span: { start, end },
    text: text.slice(start, end),
    role,
    meanings: inside.flatMap((at): Meaning[] => {
      const entity = entities[at]
      return entity ? [entity, ...(entity.or ?? [])] : []
    }),
    group: group ?? null,
    p,
  }))
}

function among<K extends Meaning['is']>(meanings: readonly Meaning[], kinds: readonly K[]): Is<K> | null {
  const isOne = (meaning: Meaning): meaning is Is<K> => (kinds as readonly string[]).includes(meaning.is)
  return meanings.find(isOne) ?? null
}

/** Pairs each amount with the token that it counts: of its group, else the nearest unpaired one. */
function sumsIn(text: string, pieces: readonly Piece[], pronouns: readonly Span[]): Sum[] {
  const all = pieces.filter(({ role }) => sumRoles.includes(role))
  const isAmount = ({ role }: Piece) => role === 'amount' || role === 'value' || role === 'keep'
  const things = all.filter((piece) => !isAmount(piece) && piece.role !== 'reference')
  const references = [...all.filter(({ role }) => role === 'reference').map(({ span }) => span), ...pronouns]
  const amounts = all.filter(isAmount)
  const free = new Set(things)
  const sums: Sum[] = []
  for (const piece of amounts) {
    const amount = among(piece.meanings, ['number', 'dollars', 'percent', 'share'])
    // "5 USDC" may be one piece.
    const inside = among(piece.meanings, ['token', 'nft'])
    const thing = inside ? null : nearest(piece, [...free], references)
    if (thing) free.delete(thing)
    const part = piece.role === 'keep' ? 'keep' : thing ? partOf(thing) : 'unsaid'
    sums.push({
      part,
      amount,
      what: inside ?? (thing && whatOf(thing)),
      text: thing && thing.span.start > piece.span.start ? `${piece.text} ${thing.text}` : piece.text,
      p: Math.min(piece.p, thing?.p ?? 1, isRelative(text, piece) ? unsure : 1),
    })
  }
  for (const thing of free)
    sums.push({ part: partOf(thing), amount: null, what: whatOf(thing), text: thing.text, p: thing.p })
  return sums.filter(({ amount, what }) => amount !== null || what !== null)
}

/** True for "20 less" and "10 more", which refer to something said before and are not the amount itself. */
const isRelative = (text: string, { span }: Piece): boolean => /^\s*(?:less|more)\b/i.test(text.slice(span.end))

const partOf = ({ role }: Piece): Sum['part'] => (role === 'get' ? 'get' : role === 'about' ? 'unsaid' : 'give')
const whatOf = ({ meanings }: Piece): Sum['what'] => among(meanings, ['token', 'nft', 'collection'])

/** Returns the thing beside an amount: behind it ("5 USDC", "5 of my USDC") rather than before it ("USDC 5"). */
function nearest(amount: Piece, things: readonly Piece[], references: readonly Span[]): Piece | null {
  // “Three of them for USDC” counts what the pronoun stands for.
  const isCounted = ({ start }: Span) => start >= amount.span.end && start - amount.span.end <= mostBetween
  const reference = references.find(isCounted)
  const grouped =
    amount.group === null ? things : things.filter(({ group }) => group === null || group === amount.group)
  const gap = (thing: Piece) =>
    thing.span.start >= amount.span.end ? thing.span.start - amount.span.end : amount.span.start - thing.span.end + 4
  const [closest] = grouped.toSorted((a, b) => gap(a) - gap(b))
  if (!closest || gap(closest) > mostBetween) return null
  return reference && reference.start < closest.span.start ? null : closest
}

/** Most characters between an amount and what it counts: "half of all the ". */
const mostBetween = 20
