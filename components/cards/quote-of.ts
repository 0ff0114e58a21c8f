import { shortHex } from '@/lib/chain/tokens/amount'
import { revealInvisible } from '@/lib/wire/text'

/** Quotes somebody's words on a card: makes invisible characters visible, and cuts after `most` characters. */
export function quoteOf(text: string, most: number): string {
  const shown = revealInvisible(text)
  return shown.length > most ? `${shown.slice(0, most)}…` : shown
}

/** Shortens whole addresses in words that have been compared with the call already. */
export const withShortAddresses = (text: string): string =>
  text.replace(/0x[0-9a-fA-F]{40}(?![0-9a-fA-F])/g, (address) => shortHex(address))
