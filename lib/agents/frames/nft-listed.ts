import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { aboutNft } from './nft-words'
import type { Dialogue } from './understanding'

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']
const sends = /\b(?:send|give|transfer|gift|move)\b/i
const place =
  /\b(?:the\s+)?(first|second|third|fourth|fifth|last)(?:\s+(?:one|nft|of\s+(?:them|those|these)))?(?=\s+(?:to|over)\b|\s+0x|\W*$)/i
const several = /\b(both|all)(?:\s+(?:of\s+)?(?:them|those|these))?(?=\s+(?:to|over)\b|\s+0x|\W*$)/i
const number = /(?:#\s?|\b(?:number|no\.?|nr\.?)\s+#?)(\d{1,30})\b/i

/** "Send the first one to 0x…", after a list of NFTs: with its name and number. The text as it is where none was listed. */
export function withListedNft(text: string, { offered, nft }: Dialogue, lexicon: Lexicon): string {
  const names = offered.flatMap((label) => /^(.+ #\S+) on /.exec(label)?.[1] ?? [])
  if (nft || names.length === 0 || names.length < offered.length || !sends.test(text)) return text
  if (tag(text, lexicon).some(({ is }) => is === 'token')) return text
  const [collection, ...others] = new Set(names.map((name) => name.replace(/ #\S+$/, '')))
  return text
    .replace(place, (whole, word: string) => {
      const at = /last/i.test(word) ? names.length - 1 : ordinals.indexOf(word.toLowerCase())
      return names[at] ?? whole
    })
    .replace(several, (whole, word: string) =>
      collection !== undefined && others.length === 0 ? `${word} my ${collection}` : whole,
    )
    .replace(number, (whole, digits: string) => {
      // "My postcard #3" says it all.
      if (aboutNft(text, lexicon)?.collection) return whole
      const placed = whole.includes('#') ? undefined : names[Number(digits) - 1]
      const meant = new Set(names.filter((name) => name.endsWith(` #${digits}`) || name === placed))
      const [only, ...more] = meant
      return only !== undefined && more.length === 0 ? only : whole
    })
}
