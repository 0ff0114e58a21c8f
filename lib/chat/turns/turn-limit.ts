import { most } from '@/lib/wire/bounds'
import type { ReadPart } from '@/lib/wire/decode-parts'
import { callsIn } from '../store/proposed-call'

/** Characters of all that one answer may bring: more than a task with its whole history has in one frame. */
const mostCharacters = 10_000_000

/** How much one answer may still bring. Each of its events is bounded by itself (`lib/wire/bounds.ts`); a stream has no end. */
export function createTurnLimit() {
  const calls = new Set<string>()
  let messages = 0
  let characters = 0
  let isOver = false
  return {
    /** Makes a note of parts that are taken in: as a message, or as more of one. */
    take: (parts: readonly ReadPart[], as: 'message' | 'piece') => {
      if (as === 'message') messages += 1
      for (const part of parts) characters += JSON.stringify(part).length
      for (const { callId } of callsIn(parts)) calls.add(callId)
    },
    /** Nothing more is to be taken in. */
    close: () => {
      isOver = true
    },
    isFull: (): boolean =>
      isOver || messages > most.messages || calls.size > most.callsOnRecord || characters > mostCharacters,
  }
}

/** Whether a draft of so much text and these parts has room for a piece: one message has bounds, however it comes. */
export const isWithinBounds = (
  draft: { length: number; parts: readonly ReadPart[] },
  piece: { text: string; parts: readonly ReadPart[] },
): boolean =>
  draft.length + piece.text.length <= most.text &&
  draft.parts.length + piece.parts.length <= most.parts &&
  callsIn(draft.parts).length + callsIn(piece.parts).length <= most.calls
