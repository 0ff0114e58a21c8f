import type { ChainMention, Item, Recipient } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { tag } from '../tagger/tag'
import { readMentions } from './mentions'
import { type Unlisted, withoutUnlisted } from './nft-unlisted'
import { type AboutNft, aboutNft, anyNft, numbered, withNames } from './nft-words'

/** An NFT to be sent, as far as it was said. Nothing in it has been checked against a chain. */
export type NftSend = {
  /** The collection by its name in our list; null where none was named. */
  collection: string | null
  /** One that is in no list of ours. */
  unlisted?: Unlisted
  tokenId?: bigint
  /** How many: pieces of an ERC-1155, or tokens. */
  amount?: bigint | 'all' | 'both' | { but: bigint }
  /** The number of one that is not meant. */
  not?: bigint
  recipient?: Recipient
  chain?: ChainMention
  pick?: string | null
  /** The one with the lowest or the highest number of those that fit. */
  extreme?: 'low' | 'high'
  /** Whichever of those that fit. */
  any?: true
  unclear?: 'recipients' | 'words'
  /** Words were left over, or it was put as a question. */
  unsure?: true
}

const id = String.raw`(?:(?:number|no\.?|id|#)\s*)?#?(\d{1,78})`

/** "Send my Postcard #3 to 0x…", "transfer badge 2, 5 pieces, to 0x…". Null where no NFT is to be sent. */
export function readNftSend(raw: string, lexicon: Lexicon): NftSend | null {
  const named = withNames(raw, lexicon)
  const unlisted = withoutUnlisted(named, lexicon, aboutNft(named, lexicon) !== null)
  const said = numbered(unlisted?.said ?? named)
  const about = aboutNft(said, lexicon)
  if (!about) return null
  const items = tag(said, lexicon)
  const [verb, ...others] = items.filter((item) => item.is === 'verb' && item.form === 'base')
  // "My postcard to 0x…", without a verb and a please: to be confirmed.
  if (!verb && !items.some(({ is }) => is === 'recipient')) return null
  if (verb && (verb.is !== 'verb' || !(verb.verb === 'send' || verb.verb === 'move') || others.length > 0)) return null
  const { sent, rest } = readNft(said, about)
  const read = { ...withRest(sent, tag(rest, lexicon)), ...(unlisted ? { unlisted: unlisted.collection } : {}) }
  const isAsked = /\b(?:please|pls|plz|kindly)\b/i.test(raw) && !raw.includes('?')
  return verb || isAsked ? read : { ...read, unsure: true }
}

/** Which NFT is meant and how many, and what else the text says. */
function readNft(said: string, about: AboutNft): { sent: NftSend; rest: string } {
  const sent: NftSend = { collection: about.collection }
  let text = said
  const take = (pattern: string, use: (found: RegExpExecArray) => void) => {
    const found = new RegExp(pattern, 'i').exec(text)
    if (!found) return
    use(found)
    text = `${text.slice(0, found.index)} ${text.slice(found.index + found[0].length)}`
  }
  const butSome = ([, count = '']: RegExpExecArray) => {
    sent.amount = { but: count === 'one' ? 1n : BigInt(count) }
  }
  const own = String.raw`(?:of\s+)?(?:(?:my|the|these|those)\s+)*`
  take(String.raw`\b(\d{1,30})\s+(?:pieces?|copies|units)\b(?:\s+of\b)?`, ([, count = '']) => {
    sent.amount = BigInt(count)
  })
  take(
    String.raw`\b(?:all|every)\s+${own}(?:but|except(?:\s+for)?)\s+(\d{1,30})\s+${own}(?=(?:${about.words})\b)`,
    butSome,
  )
  take(
    String.raw`\b(?:except|but|apart\s+from|other\s+than|excluding)\s+(?:for\s+)?(?:(?:my|the)\s+)*(?:(?:${about.words})\s+)?#(\d{1,78})`,
    ([, digits = '']) => {
      sent.not = BigInt(digits)
    },
  )
  take(String.raw`(?<=\b(?:${about.words})\s+)(?:but|except(?:\s+for)?|minus)\s+(\d{1,30}|one)\b`, butSome)
  take(
    String.raw`\b(?:all\s+(?:\d{1,9}\s+)?${own}(?:\d{1,9}\s+)?|every\s+(?:single\s+)?|each\s+of\s+my\s+)(?=(?:${about.words})\b)`,
    () => {
      sent.amount ??= 'all'
    },
  )
  take(
    String.raw`,?\s*\ball(?:\s+(?:of\s+(?:them|it)|\d{1,9}|two|three|four|five))?(?=\s*(?:please|pls)?[\s.!]*$)`,
    () => {
      sent.amount ??= 'all'
    },
  )
  take(String.raw`\bboth\s+${own}(?=(?:${about.words})\b)`, () => {
    sent.amount ??= 'both'
  })
  take(String.raw`\b(?:either|any|whichever)\s+(?:one\s+)?${own}(?=(?:${about.words})\b)`, () => {
    sent.any = true
  })
  const ofNumber = (word: string) => {
    sent.extreme = /^(?:low|small|old|first|earl)/i.test(word) ? 'low' : 'high'
  }
  take(
    String.raw`\b(?:with|of|that\s+has)\s+the\s+(low|high|small|larg|bigg|great)(?:er|est)\s+(?:number|id|no\.?)\b`,
    ([, word = '']) => ofNumber(word),
  )
  take(
    String.raw`\b(oldest|newest|latest|(?:low|high)est(?:[\s-]+number(?:ed)?)?)\s+(?=(?:${about.words})\b)`,
    ([, word = '']) => ofNumber(word),
  )
  // How many that is takes a look at what there is: it is asked.
  take(String.raw`\b(?:half|most)\s+${own}(?=(?:${about.words})\b)`, () => undefined)
  take(String.raw`\b(\d{1,30})\s+${own}(?=(?:${about.words})\b)`, ([, count = '']) => {
    if (sent.amount === undefined) sent.amount = BigInt(count)
    else sent.unclear = 'words'
  })
  take(String.raw`\ban?\s+(?:single\s+)?(?=(?:${about.words})\b)`, () => {
    if (!/s$/.test(about.words) || about.words === anyNft) sent.amount ??= 1n
  })
  take(
    String.raw`\b(?:${about.words})\b(?:\s+(?:nft|collection|badge|postcard|token))?\s*${id}(?![\w.])`,
    ([, digits = '']) => {
      sent.tokenId = BigInt(digits)
    },
  )
  take(String.raw`#(\d{1,78})\b(?:\s+(?:of|from)\b)?`, ([, digits = '']) => {
    if (sent.tokenId === undefined) sent.tokenId = BigInt(digits)
    else sent.unclear = 'words'
  })
  take(String.raw`\b(?:${about.words})\b(?:\s+nfts?\b)?`, () => undefined)
  // "The badges, 2 of them", "the badge, just 1".
  take(
    String.raw`,\s*(?:(?:(\d{1,30})\s+of\s+(?:them|those|these|it))|(?:just|only)\s+(\d{1,30}|one))(?=\s*(?:$|[,.!]|to\b|please|pls))`,
    ([, some, only]) => {
      sent.amount ??= only === 'one' ? 1n : BigInt(some ?? only ?? 1)
    },
  )
  return { sent, rest: text }
}

/** Adds whom it goes to and where it is; what is left over makes it unclear. */
function withRest(sent: NftSend, items: readonly Item[]): NftSend {
  const { all, unread, quoted, early } = readMentions(items)
  const next: NftSend = { ...sent }
  if (unread.length > 0 || quoted || early) next.unsure = true
  for (const { recipient, chain, token, amount, unknown, link } of all) {
    const who: Recipient | undefined =
      recipient ?? (unknown && (link === 'to' || link === 'for') ? { kind: 'nobody', text: unknown } : undefined)
    // "To my colleague at 0x…": the address says who that is.
    if (who && (!next.recipient || next.recipient.kind === 'nobody')) next.recipient = who
    else if (who) next.unclear = 'recipients'
    else if (chain && !next.chain) next.chain = chain
    else if (token || amount || chain || unknown !== undefined) next.unclear = 'words'
  }
  return next
}

/** It is left to the agent. */
const whichever =
  /^(?:(?:either|any|whichever|whatever)(?:\s+(?:of\s+(?:them|those|these)|one))*(?:\s+(?:is|will\s+be)\s+(?:fine|ok(?:ay)?|good))?|i\s+(?:don['’]?t|do\s+not)\s+(?:care|mind)(?:\s+which(?:\s+one)?)?|(?:it\s+)?(?:doesn['’]?t|does\s+not)\s+matter|you\s+(?:choose|pick|decide))$/i

const orders = ['first', 'second', 'third', 'fourth', 'fifth']
const politely =
  /^\s*(?:(?:just|only|ok|okay|please|pls|send|make (?:it|that)|the|(?:the )?one(?: with)?(?= (?:the )?(?:number|#))|take|use|that'?s?|let'?s say|hmm|uh|i want|i mean|no|actually)[\s,]+)*|(?:[\s,]+(?:please|pls|thanks|instead|then|one|of them|pieces?|copies))*[\s.!]*$/gi

/** The request with an answer to what was asked, or a change: an address, a number, or which of those listed. */
export function reviseNft(
  before: NftSend,
  asked: string | null,
  text: string,
  offered: readonly string[],
  lexicon: Lexicon,
): NftSend | null {
  const bare = numbered(text.replace(politely, '')).replace(politely, '').trim()
  if (/^(?:the\s+)?other(?:\s+(?:one|1))?(?:\s+to\s+0x\w+)?$/i.test(bare)) {
    const to = tag(bare, lexicon).find((item) => item.is === 'recipient')
    return theOther(to?.is === 'recipient' ? { ...before, recipient: to.recipient } : before, offered)
  }
  if (asked === 'which' && /^both(?:\s+of\s+them)?$/i.test(bare)) return { ...before, amount: 'both' }
  if (asked === 'which' && whichever.test(bare)) return { ...before, pick: offered[0] ?? null }
  const order = /^(?:last|latter)$/i.test(bare)
    ? offered.length - 1
    : orders.indexOf(bare.toLowerCase().replace('former', 'first'))
  if (order >= 0 && asked === 'which') return { ...before, pick: offered[order] ?? null }
  const extreme = /\b(?:(low|small|old)(?:er|est)|(high|larg|bigg|new)(?:er|est))\s+(?:number|id|one)\b/i.exec(text)
  if (extreme && asked === 'which') {
    const idOf = (label: string) => Number(/ #(\d{1,15}) /.exec(label)?.[1] ?? Number.NaN)
    const sorted = offered.toSorted((a, b) => idOf(a) - idOf(b))
    return { ...before, pick: (extreme[1] ? sorted[0] : sorted.at(-1)) ?? null }
  }
  const number = /^(#)?(\d{1,30})$/.exec(spelled(bare))
  if (number) {
    const [, mark, digits = ''] = number
    if (asked === 'which') return { ...before, pick: pickOf(digits, mark !== undefined, offered) }
    if (mark) return { ...before, tokenId: BigInt(digits), pick: undefined }
    // "No, 3": of one that was named by its number.
    if (asked !== 'amount' && before.amount === undefined && before.tokenId !== undefined)
      return { ...before, tokenId: BigInt(digits), pick: undefined }
    return asked === 'amount' || before.amount !== undefined ? { ...before, amount: BigInt(digits) } : null
  }
  if (/^(?:all(?: of)?(?: them| it| \d{1,9})?|everything|the lot)$/i.test(spelledAll(bare)))
    return { ...before, amount: 'all' }
  const about = aboutNft(bare, lexicon)
  const items = tag(bare, lexicon)
  if (about && items.every(({ is }) => is === 'word' || is === 'amount' || is === 'link')) {
    const { sent, rest } = readNft(numbered(bare), about)
    const isWhole = !sent.unclear && readMentions(tag(rest, lexicon)).all.length === 0 && !/[a-z]{3,}/i.test(rest)
    return isWhole ? { ...before, ...sent, pick: undefined } : null
  }
  // "#3 to 0x…": another one, to somebody else.
  const marked = before.tokenId === undefined && before.not === undefined ? null : /#(\d{1,78})\b/.exec(bare)
  const { all, unread, quoted } = readMentions(tag(marked ? bare.replace(marked[0], ' ') : text, lexicon))
  const [only, ...more] = all.filter(({ recipient }) => recipient)
  const counts = all.filter((mention) => !mention.recipient)
  if (!only?.recipient || more.length > 0 || unread.length > 0 || quoted || counts.length > 1) return null
  if (asked === 'collection') return { ...before, unlisted: { contract: only.recipient } }
  const addressed: NftSend = { ...before, recipient: only.recipient, unclear: undefined }
  const [count] = counts
  if (marked) return count ? null : { ...addressed, tokenId: BigInt(marked[1] ?? ''), pick: undefined }
  if (!count) return addressed
  const { amount, token } = count
  const isCount = amount?.kind === 'exact' && /^\d{1,30}$/.test(amount.value) && !token && before.amount !== undefined
  return isCount ? { ...addressed, amount: BigInt(amount.value) } : null
}

/** Which of those listed a number means: the one with that number, or the one in that place. Null where it is not one. */
function pickOf(digits: string, isMarked: boolean, offered: readonly string[]): string | null {
  const numbered = offered.filter((label) => label.includes(` #${digits} `))
  const placed = offered[Number(digits) - 1]
  const [only, ...others] = new Set(isMarked || placed === undefined ? numbered : [...numbered, placed])
  return only !== undefined && others.length === 0 ? only : null
}

/** Not the one that was named or picked: another of the same kind, which shows when it is looked for. */
function theOther({ tokenId, pick, ...kept }: NftSend, offered: readonly string[]): NftSend | null {
  if (tokenId !== undefined) return { ...kept, not: tokenId }
  const [other, ...more] = offered.filter((label) => label !== pick)
  return pick && other && more.length === 0 ? { ...kept, pick: other } : null
}

/** "All five" in digits. */
const spelledAll = (text: string): string =>
  text.replace(/^(all )(\w+)$/i, (_, all: string, count: string) => `${all}${spelled(count)}`)

const words = 'zero one two three four five six seven eight nine ten'.split(' ')
const spelled = (text: string): string => {
  const at = words.indexOf(text.toLowerCase())
  return at < 0 ? text : String(at)
}
