import { setImmediate } from 'node:timers/promises'
import type { Reader } from '@/lib/language/reader/reader'
import { droppedWords, kept, underWay as underWayWords } from './abilities/dialogue-words'
import { answerMove, answersMove } from './abilities/earning/move'
import { YieldsUnreadableError } from './abilities/earning/yield-words'
import { settledDeposit } from './abilities/earning/yields'
import type { Part } from './abilities/part'
import { ChainUnreadableError, type KeptScene, type Scene } from './abilities/reading'
import { type Reply, say, wholeText } from './abilities/reply'
import { answerResults } from './abilities/results'
import { leftOut, stepWords } from './abilities/steps'
import { askWhich, askWhichToChange } from './abilities/which-open'
import { speaksAgainst, type Witness, witnessesOf } from './abilities/witness'
import { act } from './act'
import { type AgentContext, AgentFailure, type AgentOutput, type AgentTurn } from './agent'
import { hasProposed, readTurn, type Turn, understoodIn } from './dialogue/turn'
import { withDraft } from './drafts/draft-reply'
import type { World } from './intake/intake'
import { isRequested, stepOf } from './meaning/step'
import type { Understanding } from './meaning/understanding'

/**
 * The built-in agent: the trained reader and fixed answers, no model, no key. The same history and the same chains give the same answer. Throws
 * the signal's reason when the turn is aborted.
 */
export async function* answerByReader(turn: AgentTurn, context: AgentContext, part: Part): AsyncGenerator<AgentOutput> {
  const { owner, signal } = turn
  signal.throwIfAborted()
  const world = { reader: await readerOf(context), chains: context.chains, here: owner.chainId }
  const scene = {
    ...context,
    account: owner.address,
    signedInOn: owner.chainId,
    signal,
    plans: turn.plans,
    portfolio: turn.portfolio,
  }
  const unproven = await readTurn(turn.history, world, signal)
  const read = withWitness(unproven, await witnessesOf(turn.history, scene))
  const underWay = (await turn.underWay?.()) ?? new Set<string>()
  await setImmediate()
  const reply = answersMove(turn.history)
    ? await replyToMove(turn, read, scene)
    : await replyTo({ ...read, underWay }, world, scene, part)
  for (const delta of deltas(wholeText(reply, hasProposed(turn.history)))) {
    yield { type: 'text', delta }
    await setImmediate()
    signal.throwIfAborted()
  }
  for (const call of reply.calls) {
    signal.throwIfAborted()
    yield { type: 'call', ...call }
  }
  if (reply.offer) yield { type: 'offer', offer: reply.offer }
  if (reply.draft) yield { type: 'draft', fields: reply.draft }
  if (reply.display) yield { type: 'display', display: reply.display }
  for (const callId of reply.withdraws ?? []) yield { type: 'withdraw', callId }
}

/** Returns the reader. Without it nothing can be understood, so a turn fails and can be repeated. */
const readerOf = ({ reader }: AgentContext): Promise<Reader> =>
  reader().catch((cause: unknown) => {
    throw new AgentFailure('reader_unavailable', 'I could not load what I read with. Try again in a moment.', { cause })
  })

/** Adds the chain's evidence to each reported success. Nothing follows from one that the chain contradicts. */
function withWitness(turn: Turn, witnesses: ReadonlyMap<string, Witness>): Turn {
  const results = turn.results.map((settled) => ({ ...settled, witness: witnesses.get(settled.returned.id) ?? null }))
  return { ...turn, results, next: turn.next && !results.some(({ witness }) => speaksAgainst(witness)) }
}

async function replyToMove({ history, permission }: AgentTurn, { results }: Turn, scene: Scene): Promise<Reply> {
  const told = answerResults(results)
  return answerMove(history, results, told, scene, permission).catch((error: unknown) => {
    if (!(error instanceof ChainUnreadableError || error instanceof YieldsUnreadableError)) throw error
    return say(
      `${told?.text ?? ''} I could not read what it brought just now, so I have not prepared the deposit. In a moment, say “stake it in the first” with the amount.`.trim(),
    )
  })
}

/** A turn, and the open calls that a wallet may be carrying out. */
type Seen = Turn & { underWay: ReadonlySet<string> }

async function replyTo(turn: Seen, world: World, scene: KeptScene, part: Part): Promise<Reply> {
  const { dialogue, text, results, next, dropped } = turn
  const settled = answerResults(results)?.text ?? ''
  const told = dropped.length > 0 ? `${settled} ${leftOut(dropped)}` : settled
  const step = next ? stepOf(dialogue) : null
  if (text === null && !step) return say(told)
  const understood = text === null && step ? { ...step, rest: dialogue.rest } : understoodIn(turn, world)
  if (changesUnderWay(understood, turn)) return say([told, underWayWords].filter(Boolean).join('\n\n'))
  const understanding = withUnderWay(understood, turn)
  const reply = await actOrDraft(understanding, text, scene, part).catch((error: unknown) => {
    if (error instanceof ChainUnreadableError) return say(unreadable(error))
    if (error instanceof YieldsUnreadableError) return say(yieldsUnreadable)
    throw error
  })
  const waits = step && text !== null && !isRequested(understanding) && understanding.kind !== 'cancel'
  const more = waits ? `Next comes: ${stepWords(step)}. Say “go on” when you want it.` : ''
  const settledReply = withReplacements(reply, understanding, turn)
  return { ...settledReply, text: [told, more, settledReply.text].filter(Boolean).join('\n\n') }
}

async function actOrDraft(
  understanding: Understanding,
  text: string | null,
  scene: KeptScene,
  part: Part,
): Promise<Reply> {
  const settled =
    understanding.kind === 'job'
      ? { ...understanding, job: await settledDeposit(understanding.job, scene) }
      : understanding
  const reply = await act(settled, scene, part)
  return text === null ? reply : withDraft(reply, settled, scene.chains, (step) => act(step, scene, part))
}

/** True for a change of what a wallet may be carrying out. */
const changesUnderWay = (understood: Understanding, { underWay }: Seen): boolean =>
  isRequested(understood) && understood.replaces !== undefined && underWay.has(understood.replaces)

/** A question about the outcome, with what the service knows of the call. */
const withUnderWay = (understood: Understanding, { dialogue, underWay }: Seen): Understanding =>
  understood.kind === 'outcome' && understood.of && dialogue.calls.some((id) => underWay.has(id))
    ? { ...understood, of: { ...understood.of, isUnderWay: true } }
    : understood

/** Adds to the reply which open call it replaces, or which ones it withdraws. */
function withReplacements(reply: Reply, understanding: Understanding, { dialogue, underWay, calls }: Seen): Reply {
  if (isRequested(understanding)) {
    const { replaces } = understanding
    const [first, ...others] = reply.calls
    return first && replaces !== undefined ? { ...reply, calls: [{ ...first, replaces }, ...others] } : reply
  }
  if (understanding.kind === 'which-open') return askWhich(understanding.of, dialogue, calls)
  if (understanding.kind === 'which-step') return askWhichToChange(understanding.around, dialogue, calls)
  if (understanding.kind === 'kept') return say(kept(dialogue.open.length))
  if (understanding.kind !== 'cancel' || understanding.withdraws.length === 0) return reply
  const { withdraws } = understanding
  const [count, held] = [withdraws.length, withdraws.filter((id) => underWay.has(id)).length]
  return { ...reply, text: droppedWords({ count, held, left: dialogue.open.length - count }), withdraws }
}

const unreadable = ({ chainName }: ChainUnreadableError): string =>
  `I could not read ${chainName} just now, so nothing has been prepared. Try again in a moment.`

const yieldsUnreadable =
  'I could not read all I need about yields just now, so nothing has been prepared. Try again in a moment.'

/** Words per delta: few enough to read as a stream, enough to keep events cheap. */
const wordsPerDelta = 3

/** Cuts a text into deltas of a few words. Joined, they give the text again. */
export function deltas(text: string): readonly string[] {
  return text.match(new RegExp(`(?:\\s*\\S+){1,${wordsPerDelta}}\\s*$|(?:\\s*\\S+){1,${wordsPerDelta}}`, 'gu')) ?? []
}
