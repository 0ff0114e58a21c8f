import type { FunctionCall, FunctionReturn, Part } from '@/lib/wire/parts'
import { readToolResult, supersededResult } from '@/lib/wire/result'
import type { Message } from '@/lib/wire/task'
import { offeredIn } from './abilities/options'
import { type Dialogue, type Understanding, understand } from './frames/understand'
import { askedIn } from './replies/questions'
import type { Lexicon } from './tagger/lexicon'

export const newDialogue: Dialogue = {
  draft: null,
  job: null,
  nft: null,
  rebalance: null,
  offered: [],
  asked: null,
  standing: 'open',
  topic: null,
}

/** The turn to answer: what was said last, and what the conversation had come to before. */
export type Turn = {
  dialogue: Dialogue
  /** The person's last words; null where only results came. */
  text: string | null
  /** Results that came with the last message, each with the call that it answers, where that is on record. */
  results: readonly { returned: FunctionReturn; call: FunctionCall | null }[]
}

/** Reads the whole history. The same history always gives the same turn: nothing else is remembered. */
export function readTurn(history: readonly Message[], lexicon: Lexicon): Turn {
  const answered = history.findLastIndex((message) => message.role === 'agent')
  const calls = new Map(history.flatMap((message) => callsOf(message.parts)).map((call) => [call.id, call]))
  let dialogue = newDialogue
  for (const message of history.slice(0, answered + 1)) dialogue = afterMessage(dialogue, message, lexicon)
  const last = history.slice(answered + 1)
  const results = last.flatMap((message) => returnsOf(message.parts)).filter((returned) => !isSuperseded(returned))
  for (const returned of results) dialogue = afterReturn(dialogue, returned)
  const text = last.map(textOf).filter(Boolean).join('\n')
  const words = last.some((message) => message.parts.some((part) => part.type === 'text'))
  return {
    dialogue,
    text: words || results.length === 0 ? text : null,
    results: results.map((returned) => ({ returned, call: calls.get(returned.id) ?? null })),
  }
}

/** The dialogue once the person's message has been taken in. */
function advance(dialogue: Dialogue, understanding: Understanding): Dialogue {
  switch (understanding.kind) {
    case 'request':
      return { ...newDialogue, draft: understanding.draft }
    case 'job':
      return { ...newDialogue, job: understanding.job, offered: dialogue.offered }
    case 'nft':
      return { ...newDialogue, nft: understanding.nft, offered: dialogue.offered }
    case 'rebalance':
      return { ...newDialogue, rebalance: understanding.wish, offered: dialogue.offered }
    case 'insight': {
      const { insight } = understanding
      if (insight.of !== 'yields') return { ...dialogue, topic: null }
      // "Stake 100 in the first" takes the token from the question before.
      const { token, chain, hint, isIdle, maxLockupDays, isCautious } = insight
      const place = { ...(token ? { token } : {}), ...(chain ? { chain } : {}) }
      if (!isIdle || !token) return { ...newDialogue, job: { act: 'stake', ...place } }
      const best = { ...(maxLockupDays === undefined ? {} : { maxLockupDays }), ...(isCautious ? { isCautious } : {}) }
      return {
        ...newDialogue,
        job: { act: 'stake', ...place, ...(hint ? { hint } : {}), amount: { kind: 'all' }, best },
      }
    }
    case 'cancel':
    case 'several':
      return newDialogue
    case 'abstain':
      // A request that was taken back or cannot be done must not live on in a later "yes".
      return newDialogue
    case 'price':
      return { ...dialogue, topic: 'price' }
    default:
      return { ...dialogue, topic: null }
  }
}

function afterMessage(dialogue: Dialogue, message: Message, lexicon: Lexicon): Dialogue {
  if (message.role === 'agent') {
    const asked = askedIn(textOf(message))
    const proposed = callsOf(message.parts).some((call) => call.name !== 'show_token_balance_ui')
    const listed = offeredIn(textOf(message))
    return {
      ...dialogue,
      asked: asked ?? dialogue.asked,
      offered: listed.length > 0 ? listed : dialogue.offered,
      standing: proposed ? 'proposed' : dialogue.standing,
    }
  }
  let next = dialogue
  for (const returned of returnsOf(message.parts)) if (!isSuperseded(returned)) next = afterReturn(next, returned)
  if (!message.parts.some((part) => part.type === 'text')) return next
  return advance(next, understand(textOf(message), lexicon, next))
}

function afterReturn(dialogue: Dialogue, returned: FunctionReturn): Dialogue {
  if (dialogue.standing !== 'proposed' || returned.name === 'show_token_balance_ui') return dialogue
  const result = readToolResult(returned.result)
  if (result?.status === 'success') return { ...dialogue, standing: 'done' }
  if (result?.status === 'rejected') return dialogue
  // A revert moves nothing but the fee, and what was never sent moves nothing at all.
  const untouched = result?.status === 'error' && (result.txHash === undefined || result.code === 'reverted')
  return untouched ? dialogue : { ...dialogue, standing: 'uncertain' }
}

const isSuperseded = ({ result }: FunctionReturn): boolean =>
  supersededResult.status === 'rejected' && result.status === 'rejected' && result.error === supersededResult.error

const textOf = (message: Message): string =>
  message.parts
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n')
    .trim()

const callsOf = (parts: readonly Part[]): readonly FunctionCall[] =>
  parts.flatMap((part) => (part.type === 'functionCall' ? [part] : []))

const returnsOf = (parts: readonly Part[]): readonly FunctionReturn[] =>
  parts.flatMap((part) => (part.type === 'functionReturn' ? [part] : []))
