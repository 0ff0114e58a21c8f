import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Chains } from '@/lib/chain/chains/chain'
import type { Draft } from '@/lib/language/steps/draft'
import { fieldsOfStep, stepOfFields } from '@/lib/language/steps/fields'
import type { Job } from '@/lib/language/steps/job'
import type { ChainMention, TokenMention } from '@/lib/language/steps/mention'
import { draftsIn, planOffersIn, readProposeAgain, readRequest } from '@/lib/wire/data-parts'
import { draftFields, type RequestFields } from '@/lib/wire/draft'
import type { FunctionCall, FunctionReturn, Part } from '@/lib/wire/parts'
import { withoutQuotes } from '@/lib/wire/quotes'
import { isVoid, readToolResult, type ToolResult } from '@/lib/wire/result'
import type { Message } from '@/lib/wire/task'
import { asNumber, offeredIn } from './abilities/options'
import { planIn } from './abilities/plans/plan-text'
import { proposes } from './abilities/reply'
import type { Settled } from './abilities/results'
import { contextAfter, textOf } from './intake/context'
import { mayObject, namedIn, type Said, understand, type World } from './intake/intake'
import { longestMessage } from './intake/oddity'
import type { PlanRequest } from './meaning/plan-request'
import type { PriceQuery } from './meaning/queries'
import {
  atCall,
  dialogueAt,
  doubted,
  inPlace,
  isDoubted,
  isRequested,
  newDialogue,
  receiverOf,
  replacedBy,
  stepOf,
  told,
} from './meaning/step'
import type { Dialogue, Requested, Step, Understanding } from './meaning/understanding'
import { Readings } from './readings'
import { askedIn, type QuestionTopic } from './replies/questions'

/** The turn to answer: the last message, and the state of the conversation before it. */
export type Turn = {
  dialogue: Dialogue
  /** Stands for everything that the reading of `text` depends on. */
  key: string
  /** The person's last words; null if only results came. */
  text: string | null
  /** The conversation up to these words. */
  before: Said['before']
  /** The request by the fields of a draft. It holds even if the words beside the fields say something else. */
  requested: Requested | null
  /** Results that came with the last message, each with the call that it answers, if that is on record. */
  results: readonly Settled[]
  /** True if a result has cleared the way for the next step of the dialogue. */
  next: boolean
  /** Steps that were to follow one that was not carried out. */
  dropped: readonly Step[]
  /** Every call of the conversation, by its id. */
  calls: Calls
}

/** The readings of messages, and the state of the conversation after each. */
type Kept = { understood: Readings<Understanding>; dialogues: Readings<Dialogue> }

const keptBy = new WeakMap<Chains, Kept>()

/** Returns the readings by the names of these chains. */
export function keptOf({ chains }: Pick<World, 'chains'>): Kept {
  const kept = keptBy.get(chains) ?? { understood: new Readings<Understanding>(), dialogues: new Readings<Dialogue>() }
  keptBy.set(chains, kept)
  return kept
}

/**
 * Reads the history. The same history always gives the same turn: the kept readings only save time. Yields between two
 * messages that have to be read, so that no history blocks the thread for longer than one message takes.
 */
export async function readTurn(history: readonly Message[], world: World, signal?: AbortSignal): Promise<Turn> {
  const answered = history.findLastIndex((message) => message.role === 'agent')
  const { dialogues } = keptOf(world)
  const calls = new Map<string, FunctionCall>()
  let dialogue = newDialogue
  let key = `${world.reader.version} ${world.here}`
  /** The dialogue after the last message of the agent, and the messages since then. */
  let stood = dialogue
  let since: Message[] = []
  for (const [index, message] of history.slice(0, answered + 1).entries()) {
    for (const call of callsOf(message.parts)) calls.set(call.id, call)
    const before = dialogue
    const here = keyAfter(key, message)
    if (message.role === 'user' && !dialogues.find(here)) await setImmediate()
    signal?.throwIfAborted()
    const unchanged = () => since.reduce((next, { parts }) => afterReturns(next, parts, calls), stood)
    const room = { world, calls, context: () => contextAfter(history.slice(0, index)), unchanged }
    dialogue = dialogues.of(here, sizeOf(message), () => afterMessage(before, message, here, room))
    key = here
    if (message.role === 'user') since.push(message)
    else [stood, since] = [dialogue, []]
  }
  const last = history.slice(answered + 1)
  const returns = last.flatMap((message) => returnsOf(message.parts))
  dialogue = withClosed(dialogue, returns)
  const results = returns.filter(({ result }) => !isVoid(result))
  let next = false
  let dropped: readonly Step[] = []
  for (const returned of results) {
    const after = afterReturn(dialogue, returned, calls)
    next ||= after.next
    dropped = [...dropped, ...after.dropped]
    dialogue = after.dialogue
  }
  const text = heard(last.map(textOf).filter(Boolean).join('\n'))
  const words = last.some((message) => message.parts.some((part) => part.type === 'text'))
  const whole = last.reduce(keyAfter, key)
  return {
    dialogue,
    key: last.length === 1 ? whole : `${whole} joined`,
    text: words || results.length === 0 ? text : null,
    before: contextAfter(history.slice(0, answered + 1)),
    requested: last.length === 1 && last[0] ? requestedIn(last[0], dialogue, world) : null,
    results: results.map((returned) => ({ returned, call: calls.get(returned.id) ?? null })),
    next,
    dropped,
    calls,
  }
}

/** True if a card came in this conversation before. */
export const hasProposed = (history: readonly Message[]): boolean =>
  history.some(({ parts }) => callsOf(parts).some(({ name }) => proposes(name)))

/** Returns the meaning of a turn's words. */
export const understoodIn = ({ text, before, requested, key, dialogue }: Turn, world: World): Understanding =>
  requested ?? understandOnce({ text: text ?? '', before }, key, dialogue, world)

const understandOnce = ({ text, before }: Said, key: string, dialogue: Dialogue, world: World): Understanding =>
  keptOf(world).understood.of(key, text.length, () => {
    const said = dialogue.asked === 'which' ? asNumber(text, dialogue.offered) : text
    return understand({ text: said, before }, world, dialogue)
  })

/** Identifies a history that continues with this message, by its whole content and everything before. */
const keyAfter = (before: string, { role, parts }: Message): string =>
  createHash('sha256')
    .update(before)
    .update(JSON.stringify([role, parts]))
    .digest('base64url')

const sizeOf = ({ parts }: Message): number => JSON.stringify(parts).length

/**
 * Input for reading a message. `context` returns the conversation up to it, `unchanged` the dialogue without the words
 * since the agent's last message.
 */
type Room = { world: World; calls: Calls; context: () => Said['before']; unchanged: () => Dialogue }

/** True if the words ask for what is already on a card. */
export const isOnCard = (understood: Understanding): boolean =>
  isRequested(understood) && understood.again === true && !isDoubted(understood)

/** Returns the dialogue after the person's message. */
function advance(dialogue: Dialogue, understanding: Understanding, world: World): Dialogue {
  // A "yes" to an open card changes nothing: it is answered on the card.
  if (isOnCard(understanding)) return { ...dialogue, topic: null }
  const revises = (isRequested(understanding) && understanding.replaces) || null
  switch (understanding.kind) {
    case 'request':
      return { ...dialogueAt(understanding), rest: understanding.rest ?? [], revises }
    case 'job':
    case 'nft':
    case 'rebalance':
      return { ...dialogueAt(understanding), rest: understanding.rest ?? [], revises, offered: dialogue.offered }
    case 'plan':
      return { ...newDialogue, plan: understanding.plan, topic: 'plans' }
    case 'plans':
      return { ...dialogue, topic: 'plans' }
    case 'insight': {
      const { insight } = understanding
      if (insight.of !== 'yields') return { ...dialogue, topic: null }
      // "Stake 100 in the first" takes the token from the question before.
      const { token, chain, hint, isIdle, isCautious, amount } = insight
      const place = { ...(token ? { token } : {}), ...(chain ? { chain } : {}) }
      if (!isIdle || !token)
        return {
          ...newDialogue,
          job: { act: 'stake', ...place, ...(hint ? { hint } : {}), ...(amount ? { amount } : sumOf(dialogue, token)) },
          topic: 'yields',
        }
      return {
        ...newDialogue,
        job: {
          act: 'stake',
          ...place,
          ...(hint ? { hint } : {}),
          amount: { kind: 'all' },
          best: isCautious ? { isCautious } : {},
        },
        topic: 'yields',
      }
    }
    case 'cancel':
      return afterCancel(dialogue, understanding)
    case 'several':
    case 'which-step':
      return newDialogue
    case 'abstain':
      // A request that was withdrawn or cannot be done must not live on in a later "yes".
      return newDialogue
    case 'price':
      if (!stepOf(dialogue) && asSwap(understanding.query))
        return { ...newDialogue, draft: asSwap(understanding.query), topic: 'price' }
      return {
        ...dialogue,
        topic: 'price',
        about: onlyOne(understanding.query.tokens.map(({ symbol }) => symbol)),
        aboutOn: null,
      }
    case 'balances':
      return {
        ...dialogue,
        topic: 'balances',
        about: onlyOne(understanding.query.symbols),
        aboutOn: placeOf(understanding.query.chainIds, world),
      }
    case 'explain':
      return { ...dialogue, topic: null, about: understanding.about ?? dialogue.about }
    default:
      return { ...dialogue, topic: null }
  }
}

/** What is left after words that drop something: the call that was proposed last, or the only one. */
function afterCancel(dialogue: Dialogue, { was, withdraws }: Extract<Understanding, { kind: 'cancel' }>): Dialogue {
  const { standing, calls, open } = dialogue
  const isElse = standing === 'proposed' && calls.every((id) => !withdraws.includes(id))
  if (was === 'done' || was === 'uncertain' || isElse) return { ...dialogue, topic: null }
  const [left, ...others] = open.filter(({ id }) => !withdraws.includes(id))
  return left && others.length === 0 ? atCall(left, dialogue) : newDialogue
}

/** Returns the amount of a deposit, if it was given before its place. */
function sumOf({ job, standing }: Dialogue, token: TokenMention | undefined): Pick<Job, 'amount'> {
  const isDeposit = standing === 'open' && (job?.act === 'stake' || job?.act === 'supply')
  return isDeposit && job.amount && token?.symbol === job.token?.symbol ? { amount: job.amount } : {}
}

/** "What is 2 ETH in USDC?": returns the swap that a following "do it" asks for, to be confirmed. */
function asSwap({ tokens, amount, into }: PriceQuery): Draft | null {
  const [from, ...others] = tokens
  return from && amount && into && others.length === 0 ? { action: 'swap', amount, from, to: into, unsure: true } : null
}

/** Returns the token that was mentioned, if it was a single one. */
function onlyOne([symbol, ...others]: readonly (string | undefined)[]): TokenMention | null {
  return symbol !== undefined && others.length === 0 ? { text: symbol, symbol } : null
}

/** The steps that so many calls of one message were proposed for. */
function stepsOf(dialogue: Dialogue, count: number): readonly Step[] {
  const step = stepOf(dialogue)
  const steps = step ? [step, ...dialogue.rest] : []
  return count === 1 ? steps.slice(0, 1) : steps.length === count ? steps : []
}

const isMissed = (understood: Understanding): boolean =>
  understood.kind === 'talk' && ['unclear', 'unknown', 'language'].includes(understood.topic)

type Calls = ReadonlyMap<string, FunctionCall>

function afterMessage(before: Dialogue, message: Message, key: string, room: Room): Dialogue {
  const { world, calls, context } = room
  if (message.role === 'agent') {
    const asked = askedIn(textOf(message))
    const proposed = callsOf(message.parts).filter(({ name }) => proposes(name))
    const listed = offeredIn(textOf(message))
    const [draft] = draftsIn(message.parts)
    const unchanged = room.unchanged()
    // A change of an open call that led to nothing has changed nothing: a wallet had the call.
    const isInVain =
      before.revises !== null && unchanged.standing === 'proposed' && !proposed.length && !draft && !asked
    const dialogue = isInVain ? unchanged : before
    return {
      ...(draft ? afterDraft(dialogue, draft.fields, world) : dialogue),
      plan: planAfter(dialogue.plan, asked, message),
      planTold: planIn(textOf(message)) ?? (dialogue.missed ? dialogue.planTold : null),
      asked: asked ?? dialogue.asked,
      offered: listed.length > 0 ? listed : dialogue.offered,
      ...(proposed.length > 0 ? { standing: 'proposed', calls: proposed.map(({ id }) => id), revises: null } : {}),
      open: [
        ...dialogue.open,
        ...proposed.map(({ id }, at) => ({ id, step: stepsOf(dialogue, proposed.length)[at] ?? null })),
      ],
    }
  }
  const next = afterReturns(before, message.parts, calls)
  if (!message.parts.some((part) => part.type === 'text')) return next
  const again = againIn(message)
  // A repeated proposal is the previous request, if it was the last one.
  if (again !== null) return next.calls.includes(again) ? next : { ...newDialogue, open: next.open }
  const said = { text: heardOf(message), before: context() }
  const understood = requestedIn(message, next, world) ?? understandOnce(said, key, next, world)
  const missed = isMissed(understood)
  return {
    ...withNamed(advance(next, understood, world), next, understood, said, world),
    ...(next.asked === 'which-open' && understood.kind !== 'which-open' && { asked: null }),
    missed,
    objected: missed && mayObject(said, world),
    open: next.open,
  }
}

/** Returns the dialogue after the results in a message. */
function afterReturns(dialogue: Dialogue, parts: readonly Part[], calls: Calls): Dialogue {
  const returns = returnsOf(parts)
  return returns
    .filter(({ result }) => !isVoid(result))
    .reduce((next, returned) => afterReturn(next, returned, calls).dialogue, withClosed(dialogue, returns))
}

/** The dialogue without these calls among the open ones. */
const withClosed = (dialogue: Dialogue, returns: readonly FunctionReturn[]): Dialogue => ({
  ...dialogue,
  open: dialogue.open.filter(({ id }) => returns.every((returned) => returned.id !== id)),
})

/** Adds what the message names, for the next one that leaves it out. */
function withNamed(after: Dialogue, before: Dialogue, understood: Understanding, said: Said, world: World): Dialogue {
  if (isRequested(understood)) {
    const receiver = receiverOf(understood)
    return { ...after, told: receiver?.kind === 'address' || receiver?.kind === 'name' ? receiver : before.told }
  }
  const { token, chain, person } = namedIn(said, world)
  return {
    ...after,
    about: token ?? after.about,
    aboutOn: chain ?? after.aboutOn,
    told: person ?? before.told,
  }
}

/**
 * Reads the request that a message makes by the fields of a draft. It replaces the same call as the draft would have.
 */
function requestedIn({ role, parts }: Message, dialogue: Dialogue, world: World): Requested | null {
  const request = role === 'user' ? readRequest(parts) : null
  if (!request) return null
  const replaced = dialogue.standing === 'open' ? replacedBy(dialogue) : null
  return { ...stepOfFields(request.fields, nameOf(world)), rest: dialogue.rest, ...inPlace(replaced) }
}

/** A draft stands as what was asked for, to be confirmed: in words, too. */
function afterDraft(dialogue: Dialogue, fields: RequestFields, world: World): Dialogue {
  const step = stepOf(dialogue)
  const before = step && fieldsOfStep(step)
  const isSame = (['action', ...draftFields] as const).every(
    (field) => JSON.stringify(before?.[field]) === JSON.stringify(fields[field]),
  )
  if (isSame) return dialogue
  const { offered, revises } = dialogue
  return { ...dialogueAt(doubted(stepOfFields(fields, nameOf(world)))), offered, revises, open: dialogue.open }
}

const nameOf =
  ({ chains }: World) =>
  (chainId: number): string | undefined =>
    chains.get(chainId)?.name

/**
 * Returns the plan that is being put together, after a message of the agent. An offered plan can be changed as long as
 * nothing else is asked for; one that was set up, changed or refused is finished.
 */
function planAfter(plan: PlanRequest | null, asked: QuestionTopic | null, { parts }: Message): PlanRequest | null {
  const [offer] = planOffersIn(parts)
  if (offer && plan?.do === 'create')
    return offer.number === undefined && !offer.changes ? { ...plan, replaces: offer.id } : null
  return asked ? plan : null
}

/** Returns the call that a message asks to be proposed again. The service does that. */
function againIn({ parts }: Message): string | null {
  try {
    return readProposeAgain(parts)?.callId ?? null
  } catch {
    return null
  }
}

/** Returns the network that was named, if it was a single one. */
function placeOf([wanted, ...others]: readonly number[], { chains }: World): ChainMention | null {
  const chain = wanted === undefined ? undefined : chains.get(wanted)
  return chain && others.length === 0 ? { text: chain.name, id: chain.id } : null
}

type After = Pick<Turn, 'dialogue' | 'next' | 'dropped'>

function afterReturn(before: Dialogue, returned: FunctionReturn, calls: Calls): After {
  const dialogue = before.revises === returned.id ? { ...before, revises: null } : before
  const same = { dialogue, next: false, dropped: [] }
  if (dialogue.standing !== 'proposed' || !proposes(returned.name)) return same
  const result = readToolResult(returned.result)
  const isTogether = dialogue.calls.length > 1
  // The result of a call before the last request leads to nothing.
  const call = dialogue.calls.includes(returned.id) ? calls.get(returned.id) : undefined
  const [step, ...rest] = dialogue.rest
  if (result?.status === 'success' && step && call && !isTogether) {
    const next = dialogueAt(told(step, { call, result: returned.result }))
    return { ...same, dialogue: { ...next, rest, open: dialogue.open }, next: true }
  }
  const arrival = result?.status === 'success' && call && !isTogether ? { call, result: returned.result } : null
  const ended = call && !isTogether ? { call, result: returned.result } : null
  const next = { ...dialogue, ...standingAfter(result, dialogue), arrival, ended }
  return isTogether ? { ...same, dialogue: next } : { ...same, dialogue: { ...next, rest: [] }, dropped: dialogue.rest }
}

function standingAfter(result: ToolResult | null, { calls }: Dialogue): Partial<Dialogue> {
  if (result?.status === 'success') return { standing: 'done' }
  // A revert moves nothing but the fee, and what was never sent moves nothing at all.
  const untouched =
    result?.status === 'rejected' ||
    (result?.status === 'error' && (result.txHash === undefined || result.code === 'reverted'))
  if (!untouched) return { standing: 'uncertain' }
  // Another of several proposals may have been carried out, so they stay as they are.
  return calls.length > 1 ? {} : { standing: 'declined', asked: null }
}

/**
 * Returns as much of a text as shows that it is too long, since the cost of reading depends on the length. Quotations
 * are left out: somebody else said them, and they ask for nothing.
 */
const heard = (text: string): string => (withoutQuotes(text) || text).slice(0, longestMessage + 1)
const heardOf = (message: Message): string => heard(textOf(message))

const callsOf = (parts: readonly Part[]): readonly FunctionCall[] =>
  parts.flatMap((part) => (part.type === 'functionCall' ? [part] : []))

const returnsOf = (parts: readonly Part[]): readonly FunctionReturn[] =>
  parts.flatMap((part) => (part.type === 'functionReturn' ? [part] : []))
