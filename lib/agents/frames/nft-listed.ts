import type { Dialogue } from './understanding'

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']
const sends = /\b(?:send|give|transfer|gift|move)\b/i
const place =
  /\b(?:the\s+)?(first|second|third|fourth|fifth|last)(?:\s+(?:one|nft|of\s+(?:them|those|these)))?(?=\s+(?:to|over)\b|\s+0x|\W*$)/i

/** "Send the first one to 0x…", after a list of NFTs: with its name and number. The text as it is where none was listed. */
export function withListedNft(text: string, { offered, nft }: Dialogue): string {
  const names = offered.flatMap((label) => /^(.+ #\S+) on /.exec(label)?.[1] ?? [])
  if (nft || names.length === 0 || names.length < offered.length || !sends.test(text)) return text
  return text.replace(place, (whole, word: string) => {
    const at = /last/i.test(word) ? names.length - 1 : ordinals.indexOf(word.toLowerCase())
    return names[at] ?? whole
  })
}
