import type { DeltaEvent } from '@/lib/wire/decode/decode'
import type { ReadMessage, ReadPart } from '@/lib/wire/decode/decode-parts'
import type { Resent } from '@/lib/wire/task'
import type { Timers } from '../page/timers'
import type { Typing } from '../page/typing'
import type { ChatMessage } from '../store/chat'
import type { ChatState } from '../store/chat-state'
import { callsIn } from '../store/proposed-call'
import { createStreamText } from './stream-text'

export type TranscriptPorts = { state: ChatState; timers: Timers; now: () => number; typing?: Typing | undefined }

export const textOf = (parts: readonly ReadPart[]): string =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('')

/** Why an answer broke off, and whether that is the service's last word on it. */
export type Break = Pick<ChatMessage, 'final'> & { problem: string }

/** Writes into one conversation while an answer comes in. `save` puts on disk what has settled since. */
export function createTranscript(conversationId: string, ports: TranscriptPorts) {
  const { state, now } = ports
  const page = createPage(conversationId, ports)
  const drafts = createDrafts(page, ports)

  /** Adds a note of ours in place of an answer; once, however often the service repeats the cause. */
  const addNote = (status: 'broken' | 'ended') => (id: string, why: Break, taskId: string | null) => {
    // What waits to be sent may stand below the last note.
    const last = state.messagesOf(conversationId).findLast((message) => !isUnsent(message))
    if (last?.problem === why.problem) return
    page.write({ id, role: 'agent', parts: [], at: now(), status, ...why }, taskId)
  }

  return {
    /** Adds a piece to a draft. Returns false if there is nothing to add to. */
    add: drafts.add,

    /**
     * Writes a whole message from the service, in place of a draft or an older form with the same id. The person's own
     * messages are already there and never written again. `said` is when it was said: null if unknown.
     */
    writeWhole: (
      id: string,
      { role, parts }: ReadMessage,
      taskId: string | null,
      status: ChatMessage['status'],
      said?: number | null,
    ) => {
      state.writer(id)?.flush()
      const known = state.message(id)
      const at = known?.at ?? said ?? now()
      const isUndated = known ? known.undated : said === null
      const about = {
        ...(role === 'user' ? { told: true as const } : {}),
        ...(isUndated ? { undated: true as const } : {}),
      }
      page.write({ id, role, parts, at, status, ...about }, taskId)
      state.setWriter(id, null)
      drafts.drop([id])
    },

    /** Sets a message's time, which the service now reports. */
    date: (id: string, at: number) => {
      const known = state.message(id)
      if (!known) return
      const { undated: _, ...message } = known
      page.write({ ...message, at }, known.taskId ?? null)
    },

    /** Marks the earlier message that this one replaces. Either may come from another browser. */
    markResent: (id: string, { messageId, how }: Resent, place: string) => {
      const ids = state.thread(conversationId)?.messageIds ?? []
      const before = ids.slice(0, ids.indexOf(id))
      const formerId = before.find((each) => each === messageId || each === `${place}/${messageId}`)
      const former = formerId === undefined ? null : state.message(formerId)
      if (former?.role === 'user' && former.resent !== how)
        page.write({ ...former, resent: how }, former.taskId ?? null)
    },

    /** Marks a message of the person's as received by the service. */
    markSent: (id: string, taskId: string | null) => {
      const known = state.message(id)
      if (known?.role !== 'user' || known.status === 'sent') return
      const { problem: _, unsure: __, ...message } = known
      page.write({ ...message, status: 'sent' }, taskId)
    },

    /** Returns the drafts that a whole message contains in full, so that they need not stand beside it. */
    saidBy: drafts.saidBy,

    forget: (ids: readonly string[]) => {
      drafts.drop(ids)
      page.forget(ids)
    },

    /** Ends what still streams. `why` is null unless the answer broke off. Returns the number of ended drafts. */
    endDrafts: drafts.end,

    /** Adds a note that an answer broke off before its first word. */
    addBroken: addNote('broken'),

    /** Adds a note that a task has ended without an answer. */
    addEnded: addNote('ended'),

    save: page.save,
  }
}

const isUnsent = ({ status }: ChatMessage): boolean => status === 'sending' || status === 'failed'

/** The messages of one conversation, tracking those that are not on disk yet. */
function createPage(conversationId: string, { state }: TranscriptPorts) {
  const changed = new Set<string>()
  const dropped = new Set<string>()
  let listed: { ids: readonly string[]; has: ReadonlySet<string> } = { ids: [], has: new Set() }
  /** Builds the set once while the order stays the same: a whole history is written at once. */
  const isListed = (ids: readonly string[], id: string) => {
    if (listed.ids !== ids) listed = { ids, has: new Set(ids) }
    return listed.has.has(id)
  }
  return {
    write: (message: ChatMessage, taskId: string | null) => {
      state.setMessage(taskId === null ? message : { ...message, taskId })
      const ids = state.thread(conversationId)?.messageIds ?? []
      if (!isListed(ids, message.id)) state.patch(conversationId, { messageIds: [...ids, message.id] })
      dropped.delete(message.id)
      if (message.status !== 'streaming') changed.add(message.id)
    },
    forget: (ids: readonly string[]) => {
      if (ids.length === 0) return
      const left = state.thread(conversationId)?.messageIds.filter((id) => !ids.includes(id)) ?? []
      state.patch(conversationId, { messageIds: left })
      state.forgetMessages(ids)
      for (const id of ids) {
        changed.delete(id)
        dropped.add(id)
      }
    },
    save: () => {
      const messages = [...changed].flatMap((id) => state.message(id) ?? [])
      state.save(conversationId, messages, [...dropped])
      changed.clear()
      dropped.clear()
    },
  }
}

/** Replies that stream in. */
function createDrafts({ write }: ReturnType<typeof createPage>, { state, timers, now, typing }: TranscriptPorts) {
  const drafts = new Set<string>()

  /** Returns the draft of that id, or creates one. Null if that message is already whole: a repeat. */
  const open = (id: string, taskId: string | null): ChatMessage | null => {
    const known = state.message(id)
    if (known && known.status !== 'streaming' && known.status !== 'broken') return null
    drafts.add(id)
    if (known?.status === 'streaming' && state.writer(id)) return known
    state.setWriter(id, createStreamText(timers, now, typing))
    const draft: ChatMessage = { id, role: 'agent', parts: [], at: known?.at ?? now(), status: 'streaming' }
    write(draft, taskId)
    return draft
  }

  /** Turns the text of a finished draft into a part before the others. */
  const wholeParts = (draft: ChatMessage): ReadPart[] => {
    const writer = state.writer(draft.id)
    writer?.flush()
    const text = writer?.text() ?? ''
    return text ? [{ type: 'text', text }, ...draft.parts] : [...draft.parts]
  }

  return {
    add: (id: string, event: DeltaEvent, taskId: string | null): boolean => {
      const draft = open(id, taskId)
      if (!draft) return false
      const writer = state.writer(id)
      if (event.append) writer?.push(event.text)
      else writer?.restart(event.text)
      if (event.parts.length > 0) {
        writer?.flush()
        write({ ...draft, parts: [...draft.parts, ...event.parts] }, taskId)
      }
      return true
    },
    saidBy: ({ parts }: ReadMessage): string[] => {
      const calls = new Set(callsIn(parts).map(({ callId }) => callId))
      const text = textOf(parts)
      return [...drafts].filter((id) => {
        const draft = state.message(id)
        const said = text.startsWith((state.writer(id)?.text() ?? '').trimEnd())
        return said && callsIn(draft?.parts ?? []).every(({ callId }) => calls.has(callId))
      })
    },
    /** Stops treating these as drafts. */
    drop: (ids: readonly string[]) => {
      for (const id of ids) drafts.delete(id)
    },
    end: (status: 'complete' | 'stopped' | 'broken', why: Break | null, taskId: string | null): number => {
      for (const id of drafts) {
        const draft = state.message(id)
        if (draft) {
          write({ ...draft, parts: wholeParts(draft), status, ...why }, taskId)
        }
        state.setWriter(id, null)
      }
      const ended = drafts.size
      drafts.clear()
      return ended
    },
  }
}
