import type { Asked } from '../replies/questions'
import type { Amount, TokenMention } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import type { Draft } from './draft'
import { fill } from './fill'
import type { Mention, Mentions } from './mentions'

/** Something named with no word on what to do with it. */
export type Bare = { text: string; what: 'token' | 'amount' | 'address' | 'network' }

/**
 * The draft with what a message without a verb adds or changes: the answer to a question ("USDC"), or a correction
 * ("make it 200", "on base instead"). Null where the message is about something else.
 */
export function revise(
  draft: Draft,
  asked: Asked | null,
  { all, unread, quoted }: Mentions,
  slippage: number | undefined,
): Draft | null {
  if (quoted) return null
  const guess = all.length === 0 && unread.length === 1 ? namedWord(asked, unread[0] ?? '') : null
  if (unread.length > 0 && !guess) return null
  const mentions = guess ? [guess] : all
  if (mentions.length === 0 && slippage === undefined) return null
  const { unclear: _, receive: wished, ...kept } = draft
  const next: Draft = { ...kept, ...(slippage === undefined ? {} : { slippage }) }
  if (wished && asked !== 'amount') next.receive = wished
  const [only, ...others] = mentions
  if (only && others.length === 0) return reviseOne(next, asked, only)
  const { action: _action, ...added } = fill(verbOf(draft), mentions)
  return { ...next, ...added, ...(added.recipient && draft.action !== 'send' ? { unclear: foreign } : {}) }
}

const foreign = { kind: 'foreign-recipient' } as const

const verbOf = (draft: Draft) => (draft.action === 'bridge' || draft.action === 'send' ? draft.action : 'swap')

/** A single unknown word counts as an answer only where a name was asked for. */
function namedWord(asked: Asked | null, word: string): Mention | null {
  return asked === 'from' || asked === 'to' || asked === 'recipient' || asked === 'from-chain' || asked === 'to-chain'
    ? { link: 'start', unknown: word }
    : null
}

function reviseOne(draft: Draft, asked: Asked | null, mention: Mention): Draft | null {
  if (mention.recipient)
    return draft.action === 'send' ? { ...draft, recipient: mention.recipient } : { ...draft, unclear: foreign }
  if (mention.chain) return reviseChain(draft, asked, mention)
  if (mention.unknown !== undefined) return reviseUnknown(draft, asked, mention.unknown)
  if (mention.amount && !mention.token) {
    const isUnclear = mention.amount.kind === 'share' && asked !== 'amount' && draft.amount?.kind === 'exact'
    return isUnclear ? { ...draft, unclear: { kind: 'half-of-what' } } : { ...draft, amount: mention.amount }
  }
  return mention.token ? reviseToken(draft, asked, mention) : null
}

function reviseToken(draft: Draft, asked: Asked | null, { link, token, amount }: Mention): Draft | null {
  if (!token) return null
  if (draft.action === 'send' || link === 'with' || link === 'from') return payWith(draft, asked, token, amount)
  if (link === 'to' || link === 'for') return { ...draft, to: token, ...(amount ? { receive: amount } : {}) }
  if (asked === 'from' || !draft.from) return payWith(draft, 'from', token, amount)
  if (amount && draft.from.symbol === token.symbol) return { ...draft, amount }
  if (amount && draft.to?.symbol === token.symbol) return { ...draft, amount: undefined, receive: amount }
  if (amount && draft.action === 'bridge') return payWith(draft, asked, token, amount)
  if (amount && draft.to) return null
  if (asked === 'to' || !draft.to) return { ...draft, to: token, ...(amount ? { receive: amount } : {}) }
  return { ...draft, unclear: { kind: 'which-side', token } }
}

/** An amount said of one token is not taken over to another, unless the token was what had been asked for. */
function payWith(draft: Draft, asked: Asked | null, token: TokenMention, amount: Amount | undefined): Draft {
  // What is bridged arrives as the same token, unless another was named.
  const follows =
    draft.action === 'bridge' && (!draft.to || draft.to.symbol === draft.from?.symbol) ? { to: token } : {}
  if (amount) return { ...draft, from: token, amount, ...follows }
  const changed = draft.from && draft.from.symbol !== token.symbol && asked !== 'from'
  return {
    ...draft,
    from: token,
    ...follows,
    ...(changed && draft.amount?.kind === 'exact' ? { amount: undefined } : {}),
  }
}

function reviseUnknown(draft: Draft, asked: Asked | null, word: string): Draft | null {
  switch (asked) {
    case 'recipient':
      return { ...draft, recipient: { kind: 'nobody', text: word } }
    case 'from':
    case 'to':
      return { ...draft, [asked]: { text: word } }
    case 'from-chain':
      return { ...draft, fromChain: { text: word } }
    case 'to-chain':
      return { ...draft, toChain: { text: word } }
    default:
      return null
  }
}

function reviseChain(draft: Draft, asked: Asked | null, mention: Mention): Draft | null {
  const { chain, link, symbol } = mention
  if (!chain) return null
  if (symbol && link !== 'on' && (asked === 'from' || asked === 'to'))
    return { ...draft, [asked]: { text: chain.text, symbol } }
  if (draft.action === 'send') return { ...draft, fromChain: chain }
  if (link === 'from') return { ...draft, fromChain: chain }
  if (draft.action === 'bridge') {
    const side =
      link !== 'to' && (asked === 'from-chain' || (draft.toChain && !draft.fromChain)) ? 'fromChain' : 'toChain'
    return { ...draft, [side]: chain }
  }
  const together = draft.fromChain?.text === draft.toChain?.text
  if (asked === 'from-chain' && !together) return { ...draft, fromChain: chain }
  if (
    (asked === 'to-chain' && !together) ||
    (draft.fromChain && draft.toChain && draft.fromChain.id !== draft.toChain.id)
  )
    return { ...draft, toChain: chain }
  return { ...draft, fromChain: chain, toChain: chain }
}

const times: readonly (readonly [pattern: RegExp, factor: bigint])[] = [
  [
    /^(?:please )?(?:double (?:it|that|the amount)|make (?:it|that) (?:double|twice as (?:much|many))|twice (?:that|as (?:much|many)))$/,
    2n,
  ],
  [/^(?:please )?(?:triple (?:it|that|the amount)|make (?:it|that) triple|three times (?:that|as (?:much|many)))$/, 3n],
]

/** "Double it": the sum that stands, so many times. Null where it is something else, or no sum stands. */
export function multiplied(amount: Amount | undefined, text: string): Amount | null {
  const factor = times.find(([pattern]) => pattern.test(text.replace(/[\s.!]+$/, '')))?.[1]
  if (factor === undefined || !(amount?.kind === 'exact' || amount?.kind === 'usd')) return null
  const [whole = '0', fraction = ''] = amount.value.split('.')
  const digits = (BigInt(whole + fraction) * factor).toString().padStart(fraction.length + 1, '0')
  const cut = digits.length - fraction.length
  return { ...amount, value: fraction ? `${digits.slice(0, cut)}.${digits.slice(cut)}` : digits }
}

/** "The same to 0x…", "same again on Base": what was done before, with what follows. Null where it is something else. */
export function sameAs(text: string): string | null {
  const found =
    /^(?:(?:and|now|then|please|ok|okay)[\s,]+)*(?:do\s+)?(?:the\s+)?same(?:\s+(?:again|thing|amount))?(?:\s+but)?\s+((?:to|on|with|for|from)\b.*)$/i.exec(
      text.trim(),
    )
  return found?.[1] ?? null
}

const preface =
  /^(?:(?:i\s+(?:meant?|said|want(?:ed)?)|let'?s\s+(?:say|do|make\s+it|go\s+with)|maybe|perhaps|about|around|roughly|(?:how|what)\s+about|go\s+with|it'?s|it\s+should\s+(?:be|go\s+to)|(?:that|this)\s+should\s+be|wrong\s+(?:address|token|amount|network|chain)|(?:increase|raise|reduce|lower|bump|set|change|update|correct)\s+(?:it|that|the\s+amount|this)\s+(?:up\s+|down\s+)?(?:to(?=\s+(?:[\d$.]|0x|half|all|max))|(?=to\b))|do\s+(?:it|that)(?=\s+(?:on|with|for|to|from)\b)|a\s+(?:bit|little)\s+(?:more|less))[\s,:]*)+(?=\S)/i

/** "I meant 2", "wrong address, it's 0x…": what is meant comes after it. */
export const withoutPreface = (text: string): string => text.replace(preface, '')

/** "0.1 ETH to 0x…" without a verb: probably a send, so it is asked. */
export function looseSend({ all, unread }: Mentions): Draft | null {
  const draft = fill('send', all)
  const isWhole = draft.amount && draft.from?.symbol && draft.recipient?.kind === 'address' && !draft.unclear
  const isTo = all.some(({ recipient, link }) => recipient && link === 'to')
  return isWhole && isTo && unread.length === 0 ? { ...draft, unsure: true } : null
}

/** "1 ETH to USDC" without a verb that is known: probably a swap, so it is asked. */
export function looseSwap({ all }: Mentions): Draft | null {
  const [given, wanted] = all
  if (!given?.token?.symbol || given.link !== 'start') return null
  if (!(wanted?.link === 'to' || wanted?.link === 'for') || !wanted.token?.symbol) return null
  return { ...fill('swap', all), unsure: true }
}

/** A token, amount, network or address alone. */
export function bareMention({ all, unread }: Mentions, lexicon: Lexicon): Bare | null {
  const [only, ...others] = all
  if (!only || others.length > 0 || unread.length > 0) return null
  if (only.recipient) return { text: textOf(only), what: 'address' }
  if (only.chain) return { text: only.chain.text, what: 'network' }
  if (only.token)
    return lexicon.tokens.has(only.token.text.toLowerCase()) ? { text: only.token.text, what: 'token' } : null
  return only.amount ? { text: textOf(only), what: 'amount' } : null
}

function textOf({ recipient, amount }: Mention): string {
  if (recipient?.kind === 'address') return recipient.address
  if (recipient?.kind === 'name') return recipient.name
  if (recipient) return recipient.text
  return amount && 'value' in amount ? amount.value : 'that'
}
