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

/** "Give her the other one", where it is spoken of NFTs. */
const otherToThem =
  /^(?:(?:ok|okay|and|now|then|please|no|oh|actually)\W+)*(?:send|give)\s+(?:(0x[0-9a-f]{40})\s+)?(the\s+other(?:\s+one)?)(?:\s+to\s+(0x[0-9a-f]{40}))?(\s+(?:too|as\s+well))?\W*$/i

/** As what is said of one that is open, or of another than the one that has gone. */
function otherOf(text: string, isDone: boolean): string {
  const [, before, other, after, too = isDone ? ' too' : ''] = otherToThem.exec(text) ?? []
  const who = before ?? after
  return who === undefined ? text : `${other} to ${who}${too}`
}

/** "Send the first one to 0x…", after a list of NFTs: with its name and number. The text as it is where none was listed. */
export function withListedNft(text: string, { offered, nft, standing }: Dialogue, lexicon: Lexicon): string {
  if (nft) return otherOf(text, standing === 'done')
  const names = offered.flatMap((label) => /^(.+ #\S+) on /.exec(label)?.[1] ?? [])
  if (names.length === 0 || names.length < offered.length || !sends.test(text)) return text
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
