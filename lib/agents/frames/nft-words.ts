import { isAddressEqual } from 'viem'
import { pinnedCollections } from '@/lib/chain/nft/collections'
import type { Lexicon } from '../tagger/lexicon'
import { isOneSlip } from '../tagger/vocabulary'
import type { Insight } from './insights'

/** Last words of names that mean other things as well. */
const common: ReadonlySet<string> = new Set(['names', 'positions', 'tokens'])

export const anyNft = 'nfts?|collectibles?'

/** What a text says of NFTs: a collection by its name in our list, and the words that it goes by there. */
export type AboutNft = { collection: string | null; words: string }

const served = ({ chains }: Lexicon) =>
  [...new Set(chains.values())].flatMap((id) => (id === null ? [] : pinnedCollections(id)))

/** How people say the collections of the served networks, the longest first. */
function aliases(lexicon: Lexicon): readonly { words: string; collection: string }[] {
  return [...new Set(served(lexicon).map(({ name }) => name))]
    .flatMap((collection) => {
      const words = collection.toLowerCase().replace(/\s*\(.*\)/, '')
      const last = words.split(' ').at(-1) ?? words
      const spoken = common.has(last) ? [words] : [words, last]
      return spoken.flatMap((each) => [each, each.replace(/s$/, '')]).map((each) => ({ words: each, collection }))
    })
    .toSorted((a, b) => b.words.length - a.words.length)
}

/** The collection that a text names, with its own rest; null where it is about no NFT. */
export function aboutNft(text: string, lexicon: Lexicon): AboutNft | null {
  const lower = text.toLowerCase()
  const all = aliases(lexicon)
  const named = all.find(({ words }) => new RegExp(`\\b${words}\\b`).test(lower))
  if (named) return named
  if (new RegExp(`\\b(?:${anyNft})\\b`).test(lower)) return { collection: null, words: anyNft }
  const typed = lower.split(/[^a-z]+/)
  const near = all.find(({ words }) => words.length > 6 && typed.some((word) => isOneSlip(word, words)))
  const slip = near && typed.find((word) => isOneSlip(word, near.words))
  return near && slip ? { collection: near.collection, words: slip } : null
}

/** "My postcard and …": an NFT stands at the head of the text. */
export function startsWithNft(text: string, lexicon: Lexicon): boolean {
  const about = aboutNft(text, lexicon)
  return (
    about !== null &&
    new RegExp(String.raw`^\s*(?:(?:my|the|a|an|one|also|please)\s+)*(?:${about.words})\b`, 'i').test(text)
  )
}

/** "0.2 ETH to 0x…" */
const startsWithSum =
  /^\W*(?:(?:please|pls|plz|hey|hi|ok|okay|so)\W+)*\$?\.?\d[\d.,]*k?\s*[a-z]+\s+(?:over\s+)?to\s+0x/i

/** "One badge for 0x… please, and one for 0x…": a request though it has no verb. */
export const withSend = (text: string, lexicon: Lexicon): string =>
  /\b(?:please|pls|plz|thanks|thank you|thx|asap)\b/i.test(text) &&
  (text.match(/\b0x[0-9a-fA-F]{40}\b/g) ?? []).length > 1 &&
  (startsWithNft(text, lexicon) || startsWithSum.test(text))
    ? `send ${text}`
    : text

const spokenName = (name: string): string => name.replace(/\s*\(.*\)/, '')

/** The text with the names of collections that are given by their address or by their symbol: "CARD", "card #1". */
export function withNames(text: string, lexicon: Lexicon): string {
  const all = served(lexicon)
  const spoken = new Set(aliases(lexicon).map(({ words }) => words))
  const named = all.reduce((said, { symbol, name }) => {
    if (symbol === undefined || spoken.has(symbol.toLowerCase())) return said
    const short = new RegExp(String.raw`\b${symbol}s?\b(?=(\s*#\s*\d)?)`, 'gi')
    // In lower case it may be any card.
    return said.replace(short, (typed, mark?: string) =>
      mark !== undefined || typed.startsWith(symbol) ? spokenName(name) : typed,
    )
  }, text)
  return named.replace(
    /\b(?:nfts?\s+|collection\s+|contract\s+)?(0x[0-9a-fA-F]{40})\b(\s+nfts?\b)?/gi,
    (whole, hex: string) => {
      const known = all.find(({ address }) => isAddressEqual(address, `0x${hex.slice(2)}`))
      return known ? spokenName(known.name) : whole
    },
  )
}

const counts = 'one two three four five six seven eight nine ten'.split(' ')
const counted = new RegExp(
  String.raw`\b(${counts.join('|')})\b(?=\s+(?:of\s+)?(?:my\s+|the\s+|your\s+)*[a-z]+s?\b)`,
  'gi',
)

const numberWord = new RegExp(String.raw`\b((?:number|no\.?|quantity|amount)\s+)(${counts.join('|')})\b`, 'gi')

/** "four badges", "no. 1", "#1 x4", "nft #1 of countersign postcards" in digits, and in the usual order. */
export const numbered = (text: string): string =>
  text
    .replace(/#\s+(?=\d)/g, '#')
    .replace(
      /\b(\w+)\s+of\s+(?:my|the)\s+(?:\d{1,9}|two|three|four|five|six|seven|eight|nine|ten)\s+(?=[a-z])/gi,
      '$1 of my ',
    )
    .replace(/\b(?:my\s+)?(?:whole|entire|full)\s+(\w+)\s+collection\b/gi, 'all my $1')
    .replace(numberWord, (_, before: string, word: string) => `${before}${counts.indexOf(word.toLowerCase()) + 1}`)
    .replace(/\b(?:with\s+)?(?:the\s+)?(?:token[-\s]?)?(?:number|no\.?|nr\.?|id)\s*[:#]?\s*(?=\d)/gi, '#')
    .replace(/\btoken\s+#?(?=\d)/gi, '#')
    .replace(/[()]/g, ' ')
    .replace(
      /(?:\bnfts?\s+)?(#\d{1,78})\s+(?:of|from|in)\s+(?:the\s+)?([a-z][a-z ]*?)(?:\s+collection)?(?=\s+to\b|$)/i,
      '$2 $1',
    )
    .replace(
      /\bnfts?\s+(\d{1,78})\s+(?:of|from|in)\s+(?:the\s+)?([a-z][a-z ]*?)(?=\s+(?:to|collection)\b|$)/i,
      '$2 #$1',
    )
    .replace(
      /\b(?:x\s?(\d{1,9})|(\d{1,9})\s?x)(?![\w.])/i,
      (_, after: string, before: string) => `${after ?? before} pieces `,
    )
    .replace(/\b(?:amount|quantity|qty|count)[\s:=]+(\d{1,9})\b/i, '$1 pieces')
    .replace(/\berc-?(?:721|1155)\b|\b(?:the\s+)?ownership\s+of\b/gi, ' ')
    .replace(/\bnfts?\s+(?=(?!(?:to|for|from|of|in|on)\b)[a-z]+\s+#?\d+\b)/gi, ' ')
    .replace(counted, (word) => String(counts.indexOf(word.toLowerCase()) + 1))

/** Whether the person wants to see their NFTs. `text` is in lower case. */
export const asksForNfts = (text: string, lexicon: Lexicon): boolean =>
  aboutNft(text, lexicon) !== null &&
  (/\b(?:which|what|show|list|see|any|do i|have|my|mine|own|how many|got)\b/.test(text) ||
    new RegExp(`^(?:${anyNft})\\W*$`).test(text)) &&
  !/\b(?:mint\w*|burn\w*|destroy|sale|floor|worth|value|price|what (?:is|are) an? |should|go(?:es)? to)\b/.test(text)

/** Those that are asked for: of one collection where no other is named and nothing says all. */
export function nftsOf(text: string, lexicon: Lexicon): Extract<Insight, { of: 'nfts' }> {
  const collection = aboutNft(text, lexicon)?.collection
  const isAll = new RegExp(`\\b(?:${anyNft}|everything)\\b`).test(text)
  const named = new Set(
    aliases(lexicon).flatMap((each) => (new RegExp(`\\b${each.words}\\b`).test(text) ? [each.collection] : [])),
  )
  return { of: 'nfts', ...(collection && !isAll && named.size < 2 ? { collection } : {}) }
}

/** What is asked about NFTs that nobody here does or knows. `text` is in lower case. */
export const asksTooMuch = (text: string): boolean =>
  !/\b(?:portfolio|tokens?|coins?|everything|wallet|assets|holdings|including|analy[sz]e)\b/.test(text) &&
  /\b(?:mint|burn|destroy|sell|buy|purchase|trade|swap|exchange|convert|bridge|stake|auction|fractionali[sz]e|for sale|floor|worth|value|price)\b/.test(
    text,
  )
