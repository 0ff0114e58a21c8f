import type { Address } from 'viem'

/** What was typed and not sent, per account and conversation. `new` is the conversation that has not begun. */
const keyOf = (owner: Address | null, conversationId: string | null): string =>
  `countersign.draft.${owner ?? 'anyone'}.${conversationId ?? 'new'}`

export function readDraft(owner: Address | null, conversationId: string | null): string {
  try {
    return localStorage.getItem(keyOf(owner, conversationId)) ?? ''
  } catch {
    // Storage may be forbidden: drafts then live as long as the page.
    return ''
  }
}

export function saveDraft(owner: Address | null, conversationId: string | null, text: string): void {
  try {
    if (text) localStorage.setItem(keyOf(owner, conversationId), text)
    else localStorage.removeItem(keyOf(owner, conversationId))
  } catch {
    // As above. Nothing depends on a draft.
  }
}
