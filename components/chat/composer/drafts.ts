import type { Address } from 'viem'
import { z } from 'zod'

/** Text put into the composer by somebody else, with its source. */
export type Given = { text: string; from: 'link' | 'suggestion' | 'table' }

/** Unsent text in the composer. `given` is the text that was put there, until it is sent. */
export type Draft = { text: string; given: Given | null }

const givenSchema = z.object({ text: z.string(), from: z.enum(['link', 'suggestion', 'table']) })

/** Key of a draft by account and conversation. `new` is the conversation that has not started. */
const keyOf = (owner: Address | null, conversationId: string | null): string =>
  `countersign.draft.${owner ?? 'anyone'}.${conversationId ?? 'new'}`
const givenKeyOf = (owner: Address | null, conversationId: string | null): string =>
  `${keyOf(owner, conversationId)}.given`

export function readDraft(owner: Address | null, conversationId: string | null): Draft {
  try {
    const given = givenSchema.safeParse(JSON.parse(localStorage.getItem(givenKeyOf(owner, conversationId)) ?? 'null'))
    return { text: localStorage.getItem(keyOf(owner, conversationId)) ?? '', given: given.data ?? null }
  } catch {
    // Storage may be forbidden: drafts then live as long as the page.
    return { text: '', given: null }
  }
}

export function saveDraft(owner: Address | null, conversationId: string | null, { text, given }: Draft): void {
  const keep = (key: string, value: string) => (value ? localStorage.setItem(key, value) : localStorage.removeItem(key))
  try {
    // Writes the mark first: a text without it would count as the person's own.
    keep(givenKeyOf(owner, conversationId), text && given ? JSON.stringify(given) : '')
    keep(keyOf(owner, conversationId), text)
  } catch {
    // Storage may be forbidden, as above. Nothing depends on a draft.
  }
}
