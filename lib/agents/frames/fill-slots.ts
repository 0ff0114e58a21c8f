import type { Amount, ChainMention, TokenMention } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { type Action, actionsOf, fitsAll, isOfMarket, says } from './actions'
import type { Draft } from './draft'
import type { Job } from './job'
import { readNftSend } from './nft'
import { aboutNft } from './nft-words'
import { due, owed } from './parts'
import type { Money, Place, Slots } from './slots'
import type { Step } from './understanding'

/**
 * What is heard: the slots and the text of what asks, and of what is only told beside it. `verbs`: those that ask for something
 * in parts that name what they are about, in their base form.
 */
export type Heard = { slots: Slots; text: string; verbs: ReadonlySet<string>; beside: Slots; told: string }

/** A request with its slots filled. `isFirm`: by a verb that is known, of which nothing else is the object. */
export type Frame = { step: Step; isFirm: boolean }

/** It stands for something that was named elsewhere. */
export const refers = /\b(?:it|them|that|those|these|this|mine)\b/i

/**
 * The one request whose slots are all filled by what is heard, with nothing left over. Null where there is none, or more than
 * one.
 */
export function frameOf(heard: Heard, lexicon: Lexicon): Frame | null {
  const nft = nftOf(heard, lexicon)
  if (nft) return nft
  const [only, ...others] = framesBy(heard.text, heard, lexicon)
  if (only) return others.length === 0 ? only : null
  // "I lent out some WETH, I want all of it back": what "it" is says what is done with it.
  const [meant, ...more] = refers.test(heard.text) ? framesBy(`${heard.told} ${heard.text}`, heard, lexicon) : []
  return meant && more.length === 0 ? meant : null
}

const framesBy = (text: string, heard: Heard, lexicon: Lexicon): readonly Frame[] =>
  actionsOf(heard.slots, text, lexicon).flatMap((action) => filled(action, { ...heard, text }, lexicon) ?? [])

/** Asked for without a verb: "I need 400 USDC on Base". */
const plainWish =
  /\b(?:need|want|like|gimme)\s+(?!to\b)|\b(?:(?:can|could|may)\s+i|let\s+me|i'll)\s+(?:have|get|take)\b/i
const isWished = ({ outline }: Slots, text: string): boolean =>
  plainWish.test(text) || due.test(outline) || owed.test(outline)

function filled(action: Action, heard: Heard, lexicon: Lexicon): Frame | null {
  const { slots, text, verbs } = heard
  if (!fitsAll(action, slots)) return null
  const step = stepOf(action, heard, lexicon)
  // Whose an address is may be said beside it.
  // "Pay the invoice to 0x…": what for.
  const isPaid = action === 'send' && slots.cues.every(({ base }) => base === 'pay')
  const isOfOther = (slots.isOfOther && !isPaid) || (slots.aim !== undefined && action !== 'send')
  // "Take 100 USDC and buy ETH" may be two things.
  const isOne = verbs.size < 2 || refers.test(text)
  const isAsked = slots.cues.length > 0 || (slots.unread.length === 0 && isWished(slots, text))
  return step && { step, isFirm: isAsked && isOne && !isOfOther && !(action === 'swap' && isOfEither(slots)) }
}

/** "USDC to ETH 400": of which of the two? */
const isOfEither = ({ money }: Slots): boolean => {
  const at = money.findIndex(({ amount, token, side }) => amount && !token && side >= 0)
  return at >= 0 && money.slice(0, at).filter(({ token }) => token).length > 1
}

function stepOf(action: Action, heard: Heard, lexicon: Lexicon): Step | null {
  switch (action) {
    case 'send':
      return sent(heard)
    case 'swap':
      return swapped(heard)
    case 'bridge':
      return bridged(heard, lexicon)
    default:
      return worked(action, heard)
  }
}

/**
 * A payment of which something is still to be said: "send 15 USDC to my mum", "25 to 0x…". Null where it is no payment, or more is
 * named than that.
 */
export function begun({ slots, text }: Heard): Frame | null {
  const [money, ...others] = slots.money
  const [recipient, ...more] = slots.recipients
  const isSend =
    slots.cues.every(({ kind }) => kind === 'send') && (slots.cues.length > 0 || slots.aim !== undefined || recipient)
  if (!isSend || slots.isOfOther || others.length > 0 || more.length > 0 || slots.places.length > 0 || isPlaced(slots))
    return null
  if (money?.amount?.kind === 'bad' || (money?.token && !money.token.symbol)) return null
  const named = { ...(money?.amount ? { amount: money.amount } : {}), ...(money?.token ? { from: money.token } : {}) }
  if (recipient)
    return recipient.kind === 'address' &&
      (money || isWished(slots, text) || /\b(?:money|funds|cash|coins?|tokens?)\b/i.test(text))
      ? { step: requested({ action: 'send', ...named, recipient }, slots), isFirm: true }
      : null
  if (!money?.token || !money.amount) return null
  const whom = slots.aim === undefined ? {} : { recipient: { kind: 'nobody' as const, text: slots.aim } }
  return { step: requested({ action: 'send', ...named, ...whom }, slots), isFirm: true }
}

/** Words that say which NFT and how many. */
const ofNft =
  /^(?:pieces?|copies|copy|units?|both|either|any|oldest|newest|latest|lowest|highest|number|id|one|two|three|four|five|six|all|every|each|half|my|the|an?|of|on|but|to|and)$/

/** An NFT that goes to the one address that is named. */
function nftOf({ slots, beside, text, told }: Heard, lexicon: Lexicon): Frame | null {
  const isTold = refers.test(text) && !aboutNft(text, lexicon)
  const said = isTold ? `${text} ${told}` : text
  const about = aboutNft(said, lexicon)
  const [recipient, ...others] = distinct([...slots.recipients, ...beside.recipients])
  if (!about || recipient?.kind !== 'address' || others.length > 0 || !fitsAll('send', slots)) return null
  const names = new Set(about.words.split(/[^a-z]+/))
  const bare = said
    .split(/\s+/)
    .filter((typed) => {
      const word = typed.toLowerCase().replace(/[^a-z']/g, '')
      const isName = names.has(word) || names.has(word.replace(/s$/, '')) || lexicon.chains.has(word)
      return /\d/.test(typed) || isName || ofNft.test(word)
    })
    .join(' ')
  const nft = readNftSend(
    `send ${bare.includes(recipient.address) ? bare : `${bare} to ${recipient.address}`}`,
    lexicon,
  )
  if (!nft || nft.unclear || nft.recipient?.kind !== 'address') return null
  const { unsure: _, ...whole } = nft
  return {
    step: { kind: 'nft', nft: whole },
    isFirm: (slots.cues.length > 0 || isWished(slots, text)) && !slots.isOfOther,
  }
}

function sent({ slots, beside }: Heard): Step | null {
  const [recipient, ...others] = distinct([...slots.recipients, ...beside.recipients])
  const sum = sumIn(slots.money)
  const chain = onlyChain(slots.places, ['on', 'from'])
  if (!recipient || others.length > 0 || !sum || chain === null || isPlaced(slots)) return null
  const [one, ...more] = sum.tokens
  const token = one?.token ?? onlyTokenIn(beside)
  const amount = sum.amount ?? (says(slots, 'close') ? all : undefined)
  if (more.length > 0 || !token?.symbol || !amount) return null
  return requested({ action: 'send', amount, from: token, recipient, ...(chain ? { fromChain: chain } : {}) }, slots)
}

/** Verbs beside which a word that names a coin and a network is the coin. */
const trading = ['swap', 'buy', 'sell'] as const

function swapped({ slots, beside, text }: Heard): Step | null {
  const isCoin = ({ symbol, way }: Place) => symbol !== undefined && way !== 'on' && says(slots, ...trading)
  const coins = slots.places.flatMap((place): Money[] =>
    isCoin(place) && place.symbol
      ? [
          {
            token: { text: place.chain.text, symbol: place.symbol },
            side: place.way === 'to' ? 3 : place.way === 'from' ? -3 : 0,
          },
        ]
      : [],
  )
  // "To ethereum": the coin or the network?
  if (
    slots.places.some(
      (each) => isCoin(each) && each.way === 'to' && each.chain.text.toLowerCase() !== each.symbol?.toLowerCase(),
    )
  )
    return null
  const sum = sumIn([...slots.money, ...coins])
  const chain = onlyChain(
    slots.places.filter((each) => !isCoin(each)),
    ['on', 'from'],
  )
  if (!sum || chain === null || isPlaced(slots)) return null
  const there = chain ? { fromChain: chain, toChain: chain } : {}
  const wrapped = says(slots, 'wrap') ? ['ETH', 'WETH'] : says(slots, 'unwrap') ? ['WETH', 'ETH'] : null
  if (wrapped) {
    const [from = '', to = ''] = wrapped
    if (sum.tokens.some(({ token }) => !wrapped.includes(token.symbol ?? ''))) return null
    const sides = { from: { text: from, symbol: from }, to: { text: to, symbol: to } }
    return requested({ action: 'swap', ...(sum.amount ? { amount: sum.amount } : {}), ...sides, ...there }, slots)
  }
  // "I'm done with DAI, make it all USDC"
  const [first] = sum.tokens
  const meant = sum.tokens.length === 1 && refers.test(text) ? onlyTokenIn(beside) : undefined
  const isMeant = meant?.symbol !== undefined && meant.symbol !== first?.token.symbol
  const [one, other, ...more] = isMeant ? [{ token: meant, side: -1 }, ...sum.tokens] : sum.tokens
  if (!one || !other || more.length > 0) return null
  const [mine, its] = [sideOf(one, other), sideOf(other, one)]
  if (mine === its && mine !== 0) return null
  const [given, gained] = mine > its ? [other, one] : [one, other]
  const isReceived = gained.amount !== undefined && gained.amount.kind !== 'usd'
  return requested(
    {
      action: 'swap',
      ...(sum.amount && !isReceived ? { amount: sum.amount } : {}),
      from: given.token,
      to: gained.token,
      ...(isReceived ? { receive: gained.amount } : {}),
      ...there,
    },
    slots,
  )
}

/** "For" stands before what is gained, unless the other is what is bought. */
const sideOf = ({ side, isFor }: Money, other: Money): number => (isFor ? (other.side > 0 ? -2 : 2) : side)

/** Where what is moved is now. */
const heldThere =
  /\b(?:(?:i|we)(?:'ve)?\s+(?:have|got|hold|own|keep|put|left|parked)|(?:that|which)(?:'s|\s+is|\s+are)|sitting|lying|from\s+before)\s+(?:(?:all|still|now|over|there|it)\s+)*(?:on|in|at)\b/i

function bridged({ slots, beside, text }: Heard, { here }: Lexicon): Step | null {
  const sum = sumIn(slots.money)
  const [one, other, ...more] = sum?.tokens ?? []
  const token = one?.token ?? onlyTokenIn(beside)
  // "Bridge it, and I want it to arrive as USDC"
  const arriving = other && other.side > 0 && !other.amount ? other.token : undefined
  if (!sum || more.length > 0 || Boolean(other) !== Boolean(arriving) || !token?.symbol || isPlaced(slots)) return null
  const ofWay = (...ways: readonly Place['way'][]) =>
    distinct(slots.places.flatMap(({ way, chain }) => (ways.includes(way) ? [chain] : [])))
  const [[to, ...tos], [from, ...froms], [loose, ...looses]] = [ofWay('to'), ofWay('from'), ofWay('on', null)]
  if (tos.length > 0 || froms.length > 0 || looses.length > 0) return null
  // "Put 600 DAI on Base", and not "bring the 600 that I have on Base"
  const isPut =
    !heldThere.test(text) &&
    (says(slots, 'put') ||
      slots.cues.some(({ base }) => base === 'get' || base === 'land' || base === 'bring') ||
      (slots.cues.length === 0 && (/\b(?:need|want)\b/i.test(text) || due.test(slots.outline))) ||
      (says(slots, 'bridge') && (ofWay(null).length > 0 || /\b(?:need|want)\b/i.test(text))))
  const isThere = /\b(?:there|across)\b/i.test(text) || (refers.test(text) && says(slots, 'bridge'))
  const there = isThere ? onlyOf(beside.places.flatMap(({ chain }) => (chain.id === here ? [] : [chain]))) : undefined
  // "Bring all that I hold on Base back here"
  const isHere = /\b(?:here|home)\b/i.test(text)
  const toChain = to ?? (loose && (from || (isPut && !isHere)) ? loose : undefined) ?? there
  const told = refers.test(text)
    ? onlyOf(beside.places.flatMap(({ chain }) => (chain.id === toChain?.id ? [] : [chain])))
    : undefined
  const fromChain = from ?? (loose && loose !== toChain ? loose : isThere ? undefined : told)
  const isHome = fromChain && (isHere || /\b(?:back|off)\b/i.test(text) || says(slots, 'take'))
  if (!(toChain || isHome) || toChain?.id === fromChain?.id) return null
  return requested(
    {
      action: 'bridge',
      ...(sum.amount ? { amount: sum.amount } : {}),
      from: token,
      to: arriving ?? token,
      ...(fromChain ? { fromChain } : {}),
      ...(toChain ? { toChain } : {}),
    },
    slots,
  )
}

const closing =
  /\b(?:what'?s\s+in|whatever|all|everything|whole|entire(?:ly)?|complete(?:ly)?|full|fully|entirety|lot|done\s+with|debt[\s-]free)\b/i
/** What is out there already: as much as there is may be meant. */
const ending: ReadonlySet<Job['act']> = new Set(['repay', 'withdraw', 'unstake'])
/** Markets lend and borrow without an end. */
const endless: ReadonlySet<Job['act']> = new Set(['repay', 'supply', 'borrow'])

function worked(act: Job['act'], { slots, beside, text }: Heard): Step | null {
  const sum = sumIn(slots.money)
  const chain = onlyChain(slots.places, ending.has(act) ? ['on', 'from'] : ['on', 'from', 'to'])
  const [one, ...more] = sum?.tokens ?? []
  if (!sum || more.length > 0 || chain === null || slots.slippage !== undefined) return null
  if (slots.hint.lockDays && endless.has(act)) return null
  const token = one?.token ?? onlyTokenIn(beside)
  const isAll = ending.has(act) && (closing.test(text) || says(slots, 'close'))
  const amount =
    act === 'repay' && /\bdown\s+to\b/i.test(text) ? rest(sum.amount) : (sum.amount ?? (isAll ? all : undefined))
  if (amount === null || !(amount || token)) return null
  return {
    kind: 'job',
    job: {
      act,
      ...(amount ? { amount } : {}),
      ...(token ? { token } : {}),
      ...(chain ? { chain } : {}),
      ...(isPlaced(slots) ? { hint: slots.hint } : {}),
      ...(act === 'withdraw' && isOfMarket(text) ? { isAtMarket: true as const } : {}),
    },
  }
}

const all: Amount = { kind: 'all' }
/** "Down to 200": all but that. */
const rest = (amount: Amount | undefined): Amount | null =>
  amount?.kind === 'exact' ? { kind: 'all-but', value: amount.value } : null

const isPlaced = ({ hint }: Slots): boolean => Object.keys(hint).length > 0

const requested = (draft: Draft, { slippage }: Slots): Step => ({
  kind: 'request',
  draft: { ...draft, ...(slippage === undefined ? {} : { slippage }) },
})

/** The network that is named; undefined where there is none, null where there are more, or it stands elsewhere. */
function onlyChain(places: readonly Place[], ways: readonly Place['way'][]): ChainMention | undefined | null {
  const [first, ...others] = places
  if (!first) return undefined
  if (others.some(({ chain }) => chain.id !== first.chain.id) || !ways.includes(first.way)) return null
  return first.chain
}

type Sum = { amount?: Amount; tokens: readonly (Money & { token: TokenMention })[] }

/** The one sum, and each token once with all that is said of it. Null for two sums, and for tokens that are not known. */
function sumIn(money: readonly Money[]): Sum | null {
  const amounts = money.flatMap(({ amount }) => (amount ? [amount] : []))
  // A share of a share is two.
  const [amount, ...others] = amounts.every(({ kind }) => kind === 'share') ? amounts : distinct(amounts)
  if (others.length > 0 || amount?.kind === 'bad') return null
  const tokens: (Money & { token: TokenMention })[] = []
  for (const { token, ...said } of money) {
    if (!token) continue
    if (!token.symbol) return null
    const known = tokens.find((each) => each.token.symbol === token.symbol)
    if (!known) tokens.push({ token, ...said })
    else {
      known.amount ??= said.amount
      if (Math.abs(said.side) > Math.abs(known.side)) known.side = said.side
    }
  }
  return { tokens, ...(amount ? { amount } : {}) }
}

const inDigits = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)
const key = (value: unknown): string => JSON.stringify(value, inDigits)
const distinct = <T>(values: readonly T[]): readonly T[] => [
  ...new Map(values.map((each) => [key(each), each])).values(),
]

/** The one value of a slot that is told beside what is asked. */
const onlyOf = <T>(values: readonly T[]): T | undefined => {
  const [only, ...others] = distinct(values)
  return others.length === 0 ? only : undefined
}
const onlyTokenIn = ({ money }: Slots): TokenMention | undefined => onlyOf(money.flatMap(({ token }) => token ?? []))
