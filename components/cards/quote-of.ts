import { revealInvisible } from '@/lib/wire/text'

/** Quotes somebody's words on a card: makes invisible characters visible, and cuts after `most` characters. */
export function quoteOf(text: string, most: number): string {
  const shown = revealInvisible(text)
  return shown.length > most ? `${shown.slice(0, most)}…` : shown
}
