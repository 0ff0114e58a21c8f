import { withPlainNumbers } from '@/lib/language/numbers'

/** What is odd about a text, in a way that a reader could not see. Nothing is proposed from such a text. */
export type Oddity =
  | { kind: 'hidden' }
  /** Longer than any request: pasted, most likely. */
  | { kind: 'long' }
  /** More words and signs than any request. */
  | { kind: 'crowded' }
  /** Words with letters or digits outside ASCII: look-alikes, or another language. */
  | { kind: 'foreign'; words: readonly string[] }
  /** A number that may be two, by whether its mark sets thousands apart. */
  | { kind: 'unclear'; number: string }

/** In UTF-16 units. It also bounds the work that a message can cause. */
export const longestMessage = 1000

/** A thousand characters of prose have some two hundred. It bounds what is looked at piece by piece. */
export const mostPieces = 250
const piece = /[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu

export type Cleaned = { text: string; oddity: Oddity | null }

const typographic: readonly (readonly [RegExp, string])[] = [
  [/[\u2018\u2019\u02bc\u00b4`]/gu, "'"],
  [/[\u201c\u201d\u201e\u00ab\u00bb]/gu, '"'],
  [/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/gu, ' '],
  [/\u2026/gu, '...'],
  [/[\u2192\u21d2\u27a1\u2794]/gu, ' -> '],
  [/[\u2010-\u2015\u2212]/gu, '-'],
  [/\u2248/gu, '~'],
  // "1'000"
  [/(?<=\d)'(?=\d{3}(?!\d))/gu, ','],
  [/\u00bd/gu, ' 1/2 '],
  [/\u00bc/gu, ' 1/4 '],
  [/\u00be/gu, ' 3/4 '],
]

const joinedEmoji = /(?<=\p{Extended_Pictographic}|\ufe0f|\p{Emoji_Modifier})\u200d(?=\p{Extended_Pictographic})/gu
const emoji = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\ufe0f/gu
/** What an emoji says that stands alone. */
const gestures: readonly (readonly [RegExp, string])[] = [
  [/^\s*(?:👍|👌|✅|🆗|☑️?|✔️?)/u, 'ok'],
  [/^\s*(?:👎|❌|🚫|⛔|🛑|🙅)/u, 'no'],
  [/^\s*👋/u, 'hello'],
  [/^\s*(?:🙏|❤️?|🙌|🫶)/u, 'thanks'],
  [/^\s*(?:❓|❔|🤔|🤷)/u, 'help'],
]

// Format (bidi, zero-width, tags), control, private and unassigned characters: none of them can be seen.
const hidden = /[\p{Cf}\p{Cc}\p{Co}\p{Cn}\p{Cs}]/u
const beyondAscii = /[\u0080-\u{10ffff}]/u

/** Whether a message is more than is read, before anything else of it is looked at. */
export function excessOf(raw: string): Oddity | null {
  if (raw.length > longestMessage) return { kind: 'long' }
  return (raw.match(piece)?.length ?? 0) > mostPieces ? { kind: 'crowded' } : null
}

/**
 * Brings typographic punctuation to ASCII, numbers to plain decimals, and takes emoji out. Letters and digits are never folded to their
 * look-alikes: what is not ASCII is reported instead.
 */
export function clean(raw: string): Cleaned {
  const excess = excessOf(raw)
  if (excess) return { text: raw.slice(0, longestMessage), oddity: excess }
  let text = raw.replace(/\r\n?|\t/g, (found) => (found === '\t' ? ' ' : '\n'))
  for (const [pattern, replacement] of typographic) text = text.replace(pattern, replacement)
  const isGesture = !/[\p{L}\p{N}]/u.test(text)
  const gesture = isGesture ? gestures.find(([shown]) => shown.test(text))?.[1] : undefined
  if (gesture) return { text: gesture, oddity: null }
  text = text.replace(joinedEmoji, '').replace(emoji, ' ')
  if (hidden.test(text.replaceAll('\n', ' '))) return { text, oddity: { kind: 'hidden' } }
  const words = text.split(/\s+/).filter((word) => beyondAscii.test(word))
  if (words.length > 0) return { text, oddity: { kind: 'foreign', words } }
  const { text: plain, unclear } = withPlainNumbers(text)
  const [number] = unclear
  return { text: plain, oddity: number === undefined ? null : { kind: 'unclear', number } }
}
