import type { Recipient } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'

/** A collection that is in no list of ours: by its contract's address, or by a name that says nothing to us. */
export type Unlisted = { contract: Recipient } | { named: string }

const hex = String.raw`(?:at\s+)?(0x[0-9a-fA-F]{40})\b(?:\s+nfts?\b)?`
const number = String.raw`(?:#|token\b|number\b|no\.|id\b)\s*#?\s*\d`
/** An address that says what is sent, and not to whom: "NFT 0x…", "0x… #3", "#3 of 0x…". */
const contracts = [
  new RegExp(String.raw`\b(?:nfts?|collection|contract)\s+${hex}`, 'i'),
  new RegExp(String.raw`(?<!\bto\s+)\b${hex}(?=\s*${number})`, 'i'),
  new RegExp(
    String.raw`(?<=(?:${number}\d*|\bnfts?)\s+(?:of|from|in)\s+(?:the\s+)?(?:collection\s+|contract\s+)?)${hex}`,
    'i',
  ),
]
/** "My Seal #3", "send Seal #3": what stands before a number of a kind that neither amounts nor recipients have. */
const name =
  /(?<=\b(?:my|the|our|send|transfer|give|move)\s+)(?!(?:my|the|our|an?|all)\b)([a-z][a-z’'-]*(?:\s+[a-z][a-z’'-]*){0,2}?)(?=\s*#\s*\d)/i

/**
 * The text with "nft" in place of such a collection, and which that is. Null where it names none. `isListed`: the text
 * names a collection of ours, or NFTs as such.
 */
export function withoutUnlisted(
  text: string,
  lexicon: Lexicon,
  isListed: boolean,
): { said: string; collection: Unlisted } | null {
  for (const pattern of contracts) {
    const found = pattern.exec(text)
    const [item] = found ? tag(found[1] ?? '', lexicon) : []
    if (found && item?.is === 'recipient')
      return { said: replaced(text, found), collection: { contract: item.recipient } }
  }
  const found = isListed ? null : name.exec(text)
  if (!found || !tag(found[0], lexicon).every(({ is }) => is === 'word')) return null
  return { said: replaced(text, found), collection: { named: found[0] } }
}

const replaced = (text: string, { index, 0: found }: RegExpExecArray): string =>
  `${text.slice(0, index)}nft${text.slice(index + found.length)}`
