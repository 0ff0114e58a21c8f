import type { Amount } from '../tagger/item'
import type { Lexicon } from '../tagger/lexicon'
import { type Action, isOfMarket, says } from './actions'
import type { Job } from './job'
import { due } from './parts'
import { distinct, isPlaced, onlyChain, onlyOf, onlyTokenIn, requested, sumIn } from './slot-values'
import type { Money, Place, Slots } from './slots'
import type { Step } from './understanding'

/**
 * What is heard: the slots and the text of what asks, and of what is only told beside it. `verbs`: those that ask for something
 * in parts that name what they are about, in their base form.
 */
export type Heard = { slots: Slots; text: string; verbs: ReadonlySet<string>; beside: Slots; told: string }

/** It stands for something that was named elsewhere. */
export const refers = /\b(?:it|them|that|those|these|this|mine)\b/i

/** The request of an action with what is heard in its places. Null where that does not fill it, or is more than it takes. */
export function stepFor(action: Action, heard: Heard, lexicon: Lexicon): Step | null {
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
  // "I need DAI, about 300 of it, use USDC": what is to come of it.
  const loose = slots.money.findIndex(({ amount, token }) => amount && !token)
  const named = slots.money.slice(0, Math.max(0, loose)).findLast(({ token }) => token)
  if (named && named.side > 0 && !slots.money[loose]?.isFor && /\bof\s+(?:it|that|them|those)\b/i.test(text))
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

/** "I need some gas money on Base, 0.1 ETH should do, can you move that over". */
const neededThere =
  /\b(?:need|want|could\s+use)\s+(?:some|more|an?|about|another|\.?\d[\d.,]*)\s+(?:(?!of\b|my\b|the\b)[\w.$]+\s+){0,4}on\b/i

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
      (says(slots, 'bridge', 'move') && neededThere.test(text)) ||
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
