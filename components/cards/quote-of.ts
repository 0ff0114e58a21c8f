import { revealInvisible } from '@/lib/wire/text'

/** Somebody's words as a card quotes them: what cannot be seen made visible, and so many characters at most. */
export function quoteOf(text: string, most: number): string {
  const shown = revealInvisible(text)
  return shown.length > most ? `${shown.slice(0, most)}…` : shown
}
