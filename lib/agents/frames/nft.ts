import { pinnedCollections } from '@/lib/chain/nft/collections'
import type { ChainMention, Item, Recipient } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { readMentions } from './mentions'

/** An NFT to be sent, as far as it was said. Nothing in it has been checked against a chain. */
export type NftSend = {
  /** The collection by its name in our list; null where none was named. */
  collection: string | null
  tokenId?: bigint
  /** Pieces, of an ERC-1155. */
  amount?: bigint
  recipient?: Recipient
  chain?: ChainMention
  pick?: string | null
  unclear?: 'recipients' | 'words'
}

/** Last words of names that mean other things as well. */
const common: ReadonlySet<string> = new Set(['names', 'positions', 'tokens'])

type Alias = { words: string; collection: string }

/** How people say the collections of the served networks, the longest first. */
function aliases({ chains }: Lexicon): readonly Alias[] {
  const ids = [...new Set(chains.values())].filter((id) => id !== null)
  const names = [...new Set(ids.flatMap((id) => pinnedCollections(id)).map(({ name }) => name))]
  return names
    .flatMap((collection) => {
      const words = collection.toLowerCase().replace(/\s*\(.*\)/, '')
      const last = words.split(' ').at(-1) ?? words
      const spoken = common.has(last) ? [words] : [words, last]
      return spoken.flatMap((each) => [each, each.replace(/s$/, '')]).map((each) => ({ words: each, collection }))
    })
    .toSorted((a, b) => b.words.length - a.words.length)
}

const anyNft = 'nfts?|collectibles?'
const id = String.raw`(?:(?:number|no\.?|id|#)\s*)?#?(\d{1,78})`

/** The collections that a text names, with its own rest; null where it is about no NFT. */
function aboutNft(text: string, lexicon: Lexicon): { collection: string | null; words: string } | null {
  const lower = text.toLowerCase()
  const named = aliases(lexicon).find(({ words }) => new RegExp(`\\b${words}\\b`).test(lower))
  if (named) return { collection: named.collection, words: named.words }
  return new RegExp(`\\b(?:${anyNft})\\b`).test(lower) ? { collection: null, words: anyNft } : null
}

/** "four badges", "a badge", "#1 x4", "nft #1 of countersign postcards" in digits, and in the usual order. */
const numbered = (raw: string): string =>
  raw
    .replace(
      /\bnfts?\s+(#?\d{1,78})\s+(?:of|from|in)\s+(?:the\s+)?([a-z][a-z ]*?)(?=\s+(?:to|collection)\b|$)/i,
      '$2 $1',
    )
    .replace(/\b(?:x\s?(\d{1,9})|(\d{1,9})\s?x)\b/i, (_, after: string, before: string) => `${after ?? before} pieces`)
    .replace(/\b(one|two|three|four|five|six|seven|eight|nine|ten)\b(?=\s+(?:of\s+)?(?:my\s+)?[a-z]+s?\b)/i, (word) =>
      String(
        ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'].indexOf(word.toLowerCase()) + 1,
      ),
    )

/** "Send my Postcard #3 to 0x…", "transfer badge 2, 5 pieces, to 0x…". Null where no NFT is to be sent. */
export function readNftSend(raw: string, lexicon: Lexicon): NftSend | null {
  const about = aboutNft(raw, lexicon)
  if (!about) return null
  const verbs = tag(raw, lexicon).filter((item) => item.is === 'verb' && item.form === 'base')
  const [verb, ...others] = verbs
  if (verb?.is !== 'verb' || !(verb.verb === 'send' || verb.verb === 'move') || others.length > 0) return null
  const sent: NftSend = { collection: about.collection }
  let text = numbered(raw)
  const take = (pattern: string, use: (found: RegExpExecArray) => void) => {
    const found = new RegExp(pattern, 'i').exec(text)
    if (!found) return
    use(found)
    text = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
  }
  take(String.raw`\b(\d{1,30})\s+(?:pieces?|copies|units)\b(?:\s+of\b)?`, ([, count = '']) => {
    sent.amount = BigInt(count)
  })
  take(String.raw`\b(\d{1,30})\s+(?:of\s+)?(?:my\s+)?(?=(?:${about.words})\b)`, ([, count = '']) => {
    if (sent.amount === undefined) sent.amount = BigInt(count)
    else sent.unclear = 'words'
  })
  take(
    String.raw`\b(?:${about.words})\b(?:\s+(?:nft|collection|badge|postcard))?\s*${id}(?![\w.])`,
    ([, digits = '']) => {
      sent.tokenId = BigInt(digits)
    },
  )
  take(String.raw`(?:\b(?:number|no\.?|id)\s*|#)#?(\d{1,78})\b`, ([, digits = '']) => {
    if (sent.tokenId === undefined) sent.tokenId = BigInt(digits)
    else sent.unclear = 'words'
  })
  take(String.raw`\b(?:${about.words})\b(?:\s+nfts?\b)?`, () => undefined)
  return withRest(sent, tag(text, lexicon))
}

/** Adds whom it goes to and where it is; what is left over makes it unclear. */
function withRest(sent: NftSend, items: readonly Item[]): NftSend {
  const { all, unread, quoted, early } = readMentions(items)
  const next: NftSend = { ...sent }
  if (unread.length > 0 || quoted || early) next.unclear = 'words'
  for (const { recipient, chain, token, amount, unknown, link } of all) {
    const who: Recipient | undefined =
      recipient ?? (unknown && link === 'to' ? { kind: 'nobody', text: unknown } : undefined)
    if (who && next.recipient) next.unclear = 'recipients'
    else if (who) next.recipient = who
    else if (chain && !next.chain) next.chain = chain
    else if (token || amount || chain || unknown !== undefined) next.unclear = 'words'
  }
  return next
}

/** The request with an answer to what was asked: an address, a number, or which of those listed. */
export function reviseNft(
  before: NftSend,
  asked: string | null,
  text: string,
  offered: readonly string[],
  lexicon: Lexicon,
): NftSend | null {
  const number = /^\s*(?:the\s+|number\s+)?#?(\d{1,30})(?:\s+(?:pieces?|copies|of them))?\s*$/i.exec(text)?.[1]
  if (number !== undefined) {
    if (asked === 'which') return { ...before, pick: offered[Number(number) - 1] ?? null }
    return asked === 'amount' ? { ...before, amount: BigInt(number) } : null
  }
  const order = /^\s*the (first|second|third|fourth|fifth)(?: one)?\s*$/i.exec(text)?.[1]?.toLowerCase()
  if (order !== undefined && asked === 'which')
    return { ...before, pick: offered[['first', 'second', 'third', 'fourth', 'fifth'].indexOf(order)] ?? null }
  const { all, unread, quoted } = readMentions(tag(text, lexicon))
  const [only, ...more] = all
  if (!only?.recipient || more.length > 0 || unread.length > 0 || quoted) return null
  return { ...before, recipient: only.recipient, unclear: undefined }
}

/** Whether the person wants to see their NFTs. `text` is in lower case. */
export const asksForNfts = (text: string, lexicon: Lexicon): boolean =>
  aboutNft(text, lexicon) !== null &&
  /\b(?:which|what|show|list|see|any|do i|have|my|mine|own|how many|got)\b/.test(text) &&
  !/\b(?:mint\w*|sale|floor|worth|price|what (?:is|are) an? )\b/.test(text)
