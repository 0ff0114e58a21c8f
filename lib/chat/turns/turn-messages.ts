import { most, withinBounds } from '@/lib/wire/decode/bounds'
import type { DeltaEvent } from '@/lib/wire/decode/decode'
import type { ReadMessage, ReadPart } from '@/lib/wire/decode/decode-parts'
import type { ChatMessage } from '../store/chat'
import { localId, mergeHistory } from '../store/merge-history'
import { callsIn, type ProposedCall, proposedOf } from '../store/proposed-call'
import { type Break, createTranscript, type TranscriptPorts, textOf } from './transcript'
import type { TurnTask } from './turn-task'

type MessagePorts = TranscriptPorts & { onCalls: (calls: readonly ProposedCall[]) => void }

/**
 * Writes the messages of one answer into its conversation, each once, whatever pieces they come in. For `seed` see
 * `createTurn`.
 */
export function createTurnMessages(conversationId: string, task: TurnTask, ports: MessagePorts, seed?: string) {
  const { state } = ports
  const transcript = createTranscript(conversationId, ports)
  const limit = createTurnLimit()
  const ids = createReplyIds(conversationId, task, ports, seed)
  let hasAnswer = false
  /** Id of the draft of a service that does not name its replies. */
  let unnamed: string | null = null
  /** Messages that came while the agent was still working. The service may send them again with more in them. */
  const provisional = new Set<string>()
  const unreadable = new Map<string, ReadPart>()

  /**
   * Writes a message unless it is already there. `at` is when it was said, null if unknown; it defaults to now. Returns
   * true if the message was new.
   */
  const put = (id: string, message: ReadMessage, at?: number | null): boolean => {
    const known = state.message(id)
    if (message.role === 'agent') hasAnswer = true
    else transcript.markSent(id, task.id())
    if (known?.undated && message.at !== undefined) transcript.date(id, message.at)
    if (known && (known.role === 'user' || !(isUnfinished(known) || provisional.has(id)))) return false
    // The service has no more of it, and its record does not say that it broke off.
    if (known?.final) return false
    limit.take(message.parts, 'message')
    if (message.role === 'agent') transcript.forget(transcript.saidBy(message).filter((draft) => draft !== id))
    const stopped = known?.status === 'streaming' && task.isStopped()
    const status = message.role === 'user' ? 'sent' : stopped ? 'stopped' : 'complete'
    transcript.writeWhole(id, message, task.id(), status, at)
    return true
  }

  /** Writes a whole message, which replaces its draft. */
  const settle = (message: ReadMessage) => {
    const replaced = message.role === 'agent' ? transcript.saidBy(message) : []
    const named = localId(message, ids.place(), state.message)
    const id = named ?? (unnamed !== null && replaced.includes(unnamed) ? unnamed : ids.next())
    if (!put(id, message)) return
    if (task.isWorking()) provisional.add(id)
    propose(message.parts, task, ports)
  }

  return {
    settle,
    takeDelta: (event: DeltaEvent) => {
      if (event.messageId === null) unnamed ??= ids.next()
      const id = event.messageId === null ? unnamed : `${ids.place()}/${event.messageId}`
      if (id === null) return
      const known = state.message(id)
      const length = event.append ? (state.writer(id)?.text().length ?? 0) : 0
      if ((!known || isUnfinished(known)) && !isWithinBounds({ length, parts: known?.parts ?? [] }, event))
        return limit.close()
      if (!transcript.add(id, event, task.id())) return
      limit.take([{ type: 'text', text: event.text }, ...event.parts], 'piece')
      hasAnswer = true
      propose(event.parts, task, ports)
    },
    /** `lastAt` is when the last of them was said; see `put`. */
    takeHistory: (history: readonly ReadMessage[], isWhole: boolean, lastAt: number | null | undefined) => {
      if (history.length === 0) return
      const shown = state.messagesOf(conversationId)
      const { messageIds, placed } = mergeHistory(shown, history, { place: ids.place(), isWhole, newId: ids.fresh })
      state.patch(conversationId, { messageIds })
      const last = placed.at(-1)
      for (const each of placed) {
        const isDated = each === last || lastAt === undefined
        put(each.id, each.message, each.message.at ?? (isDated ? lastAt : null))
        if (each.message.resends) transcript.markResent(each.id, each.message.resends, ids.place())
      }
      transcript.forget(brokenOf(state.messagesOf(conversationId), history))
    },
    takeArtifact: (artifact: ReadMessage) => {
      const text = textOf(artifact.parts)
      const shown = state.messagesOf(conversationId)
      const isSaid = shown.some(({ role, parts }) => role === 'agent' && textOf(parts).includes(text))
      if (!isSaid || callsIn(artifact.parts).length > 0) settle(artifact)
    },
    takeUnreadable: (part: Extract<ReadPart, { type: 'unreadable' }>) => {
      if (!unreadable.has(part.reason)) limit.take([part], 'message')
      unreadable.set(part.reason, part)
    },
    hasAnswer: () => hasAnswer,
    isFull: limit.isFull,
    /** Ends what still streams. `broken` is null if the answer did not break off. */
    end: (broken: Break | null) => {
      const status = task.isStopped() ? 'stopped' : broken ? 'broken' : 'complete'
      const ended = transcript.endDrafts(status, broken, task.id())
      if (broken && ended === 0) transcript.addBroken(ids.fresh(), broken, task.id())
      const words = broken ? null : task.endWords()
      if (words) transcript.addEnded(ids.fresh(), { problem: words }, task.id())
      if (unreadable.size === 0) return
      const parts = withinBounds([...unreadable.values()])
      transcript.writeWhole(ids.fresh(), { messageId: null, role: 'agent', parts }, task.id(), 'complete')
    },
    save: transcript.save,
  }
}

/** Passes on the calls among the parts. */
function propose(parts: readonly ReadPart[], task: TurnTask, { onCalls }: MessagePorts): void {
  const taskId = task.id()
  if (taskId === null) return
  const calls = callsIn(parts).map((part) => ({ ...proposedOf(taskId, part), answered: null }))
  if (calls.length > 0) onCalls(calls)
}

/** Creates ids for messages without one from the service: the same in every tab and after every reload. */
function createReplyIds(conversationId: string, task: TurnTask, { state }: TranscriptPorts, seed?: string) {
  const answered = seed ?? state.messagesOf(conversationId).findLast(({ role }) => role === 'user')?.id ?? 'start'
  let count = 0
  const place = () => task.id() ?? conversationId
  const next = () => `${place()}/${answered}/${++count}`
  const fresh = (): string => {
    const id = next()
    return state.message(id) ? fresh() : id
  }
  return {
    /** The scope of the ids of the service's messages. */
    place,
    next,
    /** An id that no message has. */
    fresh,
  }
}

/** Returns the answers that broke off here and that the service has whole. */
function brokenOf(shown: readonly ChatMessage[], history: readonly ReadMessage[]): string[] {
  const words = history.filter(({ role }) => role === 'agent').map(({ parts }) => textOf(parts))
  const broken = shown.filter(({ status, role, parts, final }) => {
    if (status !== 'broken' || role !== 'agent' || final) return false
    const text = textOf(parts).trimEnd()
    return text === '' ? history.at(-1)?.role === 'agent' : words.some((whole) => whole.startsWith(text))
  })
  return broken.map(({ id }) => id)
}

export const isUnfinished = ({ status }: ChatMessage): boolean => status === 'streaming' || status === 'broken'

/** Most characters that one answer may bring: more than a task with its whole history takes in one frame. */
const mostCharacters = 10_000_000

/** Limits what one answer may bring. Single events are bounded in `lib/wire/decode/bounds.ts`; a stream is endless. */
function createTurnLimit() {
  const calls = new Set<string>()
  let messages = 0
  let characters = 0
  let isOver = false
  return {
    /** Counts parts that are taken in, as a message or as more of one. */
    take: (parts: readonly ReadPart[], as: 'message' | 'piece') => {
      if (as === 'message') messages += 1
      for (const part of parts) characters += JSON.stringify(part).length
      for (const { callId } of callsIn(parts)) calls.add(callId)
    },
    /** Refuses everything from now on. */
    close: () => {
      isOver = true
    },
    isFull: (): boolean =>
      isOver || messages > most.messages || calls.size > most.callsOnRecord || characters > mostCharacters,
  }
}

/** True if a draft with this much text and these parts has room for a piece: a message is bounded, however it comes. */
const isWithinBounds = (
  draft: { length: number; parts: readonly ReadPart[] },
  piece: { text: string; parts: readonly ReadPart[] },
): boolean =>
  draft.length + piece.text.length <= most.text &&
  draft.parts.length + piece.parts.length <= most.parts &&
  callsIn(draft.parts).length + callsIn(piece.parts).length <= most.calls
