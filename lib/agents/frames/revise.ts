import type { QuestionTopic } from '../replies/questions'
import type { Amount, TokenMention } from '../tagger/item'
import { areAlike, stableCoins } from './alike'
import { inPlaceOf } from './amount-changes'
import type { Draft } from './draft'
import { fill } from './fill'
import type { Mention, Mentions } from './mentions'

/**
 * The draft with what a message without a verb adds or changes: the answer to a question ("USDC"), or a correction
 * ("make it 200", "on base instead"). Null where the message is about something else.
 */
export function revise(
  draft: Draft,
  asked: QuestionTopic | null,
  mentions: Mentions,
  slippage: number | undefined,
): Draft | null {
  const next = revised(draft, asked, mentions, slippage)
  if (!next) return null
  // What is not settled yet is not settled by an answer to something else.
  if (draft.unclear?.kind === 'half-of-what' && next.amount === draft.amount) return { ...next, amount: undefined }
  if (draft.unclear?.kind === 'which-side' && next.from === draft.from && next.to === draft.to)
    return { ...next, unclear: draft.unclear }
  return next
}

function revised(
  draft: Draft,
  asked: QuestionTopic | null,
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
  // "All but $200": what is to be left is not what is spent.
  if (mentions.some(({ link, amount }) => link === 'except' && amount))
    return { ...next, unclear: { kind: 'two-amounts' } }
  // "Except the ETH": what is left out is not what is meant.
  if (mentions.some(({ link, token }) => link === 'except' && token))
    return { ...next, unclear: { kind: 'too-many-tokens' } }
  const [only, ...others] = mentions
  if (only && others.length === 0) return reviseOne(next, asked, only)
  const { action: _action, ...added } = fill(
    verbOf(draft),
    mentions.map((mention) => answering(mention, asked)),
  )
  // "Half to DAI": of what was said, or of all there is?
  if (isShareOfSum(added.amount, draft, asked) && !added.from) return { ...draft, unclear: { kind: 'half-of-what' } }
  const amount = added.amount && (added.from ? added.amount : inPlaceOf(draft.amount, added.amount))
  return {
    ...next,
    ...added,
    ...(amount ? { amount } : {}),
    ...(added.recipient && draft.action !== 'send' ? { unclear: foreign } : {}),
  }
}

/** What stands without a link is what was asked for. */
function answering(mention: Mention, asked: QuestionTopic | null): Mention {
  if (mention.link !== 'start') return mention
  const link = mention.chain && asked === 'to-chain' ? 'to' : mention.chain && asked === 'from-chain' ? 'from' : null
  return link ? { ...mention, link } : mention
}

const foreign = { kind: 'foreign-recipient' } as const

const verbOf = (draft: Draft) => (draft.action === 'bridge' || draft.action === 'send' ? draft.action : 'swap')

/** A single unknown word counts as an answer only where a name was asked for. */
function namedWord(asked: QuestionTopic | null, word: string): Mention | null {
  return asked === 'from' || asked === 'to' || asked === 'recipient' || asked === 'from-chain' || asked === 'to-chain'
    ? { link: 'start', unknown: word }
    : null
}

function reviseOne(draft: Draft, asked: QuestionTopic | null, mention: Mention): Draft | null {
  if (mention.recipient)
    return draft.action === 'send' ? { ...draft, recipient: mention.recipient } : { ...draft, unclear: foreign }
  if (mention.chain) return reviseChain(draft, asked, mention)
  if (mention.unknown !== undefined) return reviseUnknown(draft, asked, mention.unknown)
  if (mention.amount && !mention.token) {
    if (isShareOfSum(mention.amount, draft, asked)) return { ...draft, unclear: { kind: 'half-of-what' } }
    const { amount } = mention
    // "Max 2% slippage", and then "lower it to 0.3".
    const mayBeSlippage =
      draft.slippage !== undefined &&
      asked !== 'amount' &&
      amount.kind === 'exact' &&
      Number(amount.value) <= mostPercent
    return mayBeSlippage && isFarBelow(amount.value, draft.amount)
      ? { ...draft, unclear: { kind: 'amount-or-slippage', value: amount.value, symbol: draft.from?.symbol ?? '' } }
      : { ...draft, amount: inPlaceOf(draft.amount, amount) }
  }
  return mention.token ? reviseToken(draft, asked, mention) : null
}

const isShareOfSum = (said: Amount | undefined, { amount }: Draft, asked: QuestionTopic | null): boolean =>
  said?.kind === 'share' && asked !== 'amount' && (amount?.kind === 'exact' || amount?.kind === 'usd')

/** Who names a slippage names none above this. */
const mostPercent = 5

/** Another sum is of the same order, as a rule. */
const isFarBelow = (value: string, stands: Amount | undefined): boolean =>
  stands?.kind === 'exact' && Number(value) * 20 < Number(stands.value)

function reviseToken(draft: Draft, asked: QuestionTopic | null, { link, token, amount }: Mention): Draft | null {
  if (!token) return null
  if (draft.action === 'send' || link === 'with' || link === 'from') return payWith(draft, asked, token, amount)
  // "Buy ETH", and then "for 100 USDC": what is paid.
  if (link === 'for' && !draft.from && draft.to && draft.to.symbol !== token.symbol)
    return payWith(draft, 'from', token, amount)
  if (link === 'to' || link === 'for') return { ...draft, to: token, ...(amount ? { receive: amount } : {}) }
  if (asked === 'from' || !draft.from) return payWith(draft, 'from', token, amount)
  if (amount && draft.from.symbol === token.symbol) return { ...draft, amount }
  if (amount && draft.to?.symbol === token.symbol) return { ...draft, amount: undefined, receive: amount }
  if (amount && draft.action === 'bridge') return payWith(draft, asked, token, amount)
  if (amount && draft.to) return null
  if (asked === 'to' || !draft.to) return { ...draft, to: token, ...(amount ? { receive: amount } : {}) }
  if (draft.action === 'bridge' && draft.from.symbol === draft.to.symbol) return payWith(draft, asked, token, amount)
  const isStable = [draft.from, draft.to, token].map(({ symbol }) => stableCoins.includes(symbol ?? ''))
  // Of ETH for USDC, "no, DAI" can only be about what is received.
  if (isStable[0] !== isStable[2] && isStable[1] === isStable[2]) return { ...draft, to: token }
  return { ...draft, unclear: { kind: 'which-side', token } }
}

/** An amount said of one token is not taken over to one of other worth, unless the token was what had been asked for. */
function payWith(draft: Draft, asked: QuestionTopic | null, token: TokenMention, amount: Amount | undefined): Draft {
  // What is bridged arrives as the same token, unless another was named.
  const follows =
    draft.action === 'bridge' && (!draft.to || draft.to.symbol === draft.from?.symbol) ? { to: token } : {}
  if (amount) return { ...draft, from: token, amount, ...follows }
  const changed = draft.from && !areAlike(draft.from.symbol, token.symbol) && asked !== 'from'
  return {
    ...draft,
    from: token,
    ...follows,
    ...(changed && draft.amount?.kind === 'exact' ? { amount: undefined } : {}),
  }
}

function reviseUnknown(draft: Draft, asked: QuestionTopic | null, word: string): Draft | null {
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

function reviseChain(draft: Draft, asked: QuestionTopic | null, mention: Mention): Draft | null {
  const { chain, link, symbol } = mention
  if (!chain) return null
  if (symbol && link !== 'on' && (asked === 'from' || asked === 'to'))
    return { ...draft, [asked]: { text: chain.text, symbol } }
  if (draft.action === 'send') return { ...draft, fromChain: chain }
  if (link === 'from') return { ...draft, fromChain: chain }
  if (draft.action === 'bridge') {
    // A name alone takes the place of the one that was said.
    const isFrom =
      asked === 'from-chain' || (link === 'on' && asked !== 'to-chain' && draft.toChain && !draft.fromChain)
    const side = link !== 'to' && isFrom ? 'fromChain' : 'toChain'
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

const preface =
  /^(?:(?:i\s+(?:meant?|said|want(?:ed)?)|(?:i(?:'d|\s+would)\s+)?(?:rather|prefer\s+to|like\s+to)\s+pay(?=\s+(?:with|in|using)\b)|(?:can|could)\s+you\s+make\s+(?:it|that)|let'?s\s+(?:say|do|make\s+it|go\s+with)|maybe|perhaps|about|around|roughly|(?:how|what)\s+about|go\s+with|it'?s|(?:(?:it|that|this)\s+)?should\s+(?:be|(?:go|have\s+gone)\s+to)|(?:the\s+)?wrong\s+(?:address|person|recipient|one|token|amount|network|chain)|(?:increase|raise|reduce|lower|bump|set|change|update|correct)\s+(?:it|that|the\s+amount|this)\s+(?:up\s+|down\s+)?(?:to(?=\s+(?:[\d$.]|0x|half|all|max))|(?=to\b))|do\s+(?:it|that)(?=\s+(?:on|with|for|to|from)\b)|a\s+(?:bit|little)\s+(?:more|less))[\s,:]*)+(?=\S)/i

const forNow =
  /(?<!\b(?:the|my|your))\s+(?:first|for\s+now|to\s+(?:start|begin)\s+with)(?:\s*,?\s*(?:(?:just\s+)?to\s+(?:test|try|see|be\s+sure)|as\s+a\s+test)\b[\w\s]*)?[\s.!]*$/i
/** "150 is enough". */
export const suffices =
  /(?<!\b(?:everything|all|it|that|this|whole|thing))\s+(?:is|are|will\s+be|would\s+be|'s)\s+(?:enough|fine|ok(?:ay)?|plenty|sufficient|good|better)(?:\s+(?:for\s+(?:now|me)|actually|then|i\s+think))*(?=[\s.!]*$)/i

/** "I meant 2", "300, I meant", "wrong address, it's 0x…": what is meant stands beside it. */
export const withoutPreface = (text: string): string =>
  text
    .replace(preface, '')
    .replace(/(?<=\S)[\s,]+i\s+meant?[\s.!]*$/i, '')
    .replace(suffices, '')
    .replace(forNow, '')
