import type { Span } from '../entity'

/** A word, a run of digits, or one other character. */
export type Piece = Span & {
  kind: 'word' | 'digits' | 'mark'
  /** In lower case and in plain characters ("５" is "5"). */
  text: string
  /** As written, in plain characters. */
  raw: string
  /** True if nothing stands between it and the piece before. */
  glued: boolean
}

const spaces = /\s/u
const letters = /[\p{L}\p{M}]/u

const isDigit = (char: string): boolean => char >= '0' && char <= '9'
const isLetter = (char: string): boolean =>
  (char >= 'a' && char <= 'z') || (char >= 'A' && char <= 'Z') || (char > '\x7f' && letters.test(char))

/** Replaces wide and other odd forms of characters by plain ones, one by one, so that no offset moves. */
function plain(text: string): string {
  let result = ''
  for (const char of text.split('')) {
    const normal = char > '\x7f' ? char.normalize('NFKC') : char
    result += char === '’' || char === '‘' ? "'" : normal.length === 1 ? normal : char
  }
  return result
}

/**
 * Splits a text. A word begins with a letter and may continue with digits ("univ3"). An apostrophe belongs to no word.
 */
export function piecesOf(text: string): Piece[] {
  const all = plain(text)
  const pieces: Piece[] = []
  let glued = false
  for (let at = 0; at < all.length; ) {
    const start = at
    const first = all.charAt(at)
    at++
    if (spaces.test(first)) {
      glued = false
      continue
    }
    const kind = isDigit(first) ? 'digits' : isLetter(first) ? 'word' : 'mark'
    if (kind === 'digits') while (isDigit(all.charAt(at))) at++
    if (kind === 'word') while (isLetter(all.charAt(at)) || isDigit(all.charAt(at))) at++
    const raw = all.slice(start, at)
    pieces.push({ kind, start, end: at, raw, text: raw.toLowerCase(), glued })
    glued = true
  }
  return pieces
}

/** The meaning found at a piece, and the number of pieces that it takes. */
export type Found<T> = { meaning: T; count: number }

export type Pieces = readonly Piece[]

export const textAt = (pieces: Pieces, at: number): string => pieces[at]?.text ?? ''
export const isDigits = (piece: Piece | undefined): piece is Piece => piece?.kind === 'digits'
