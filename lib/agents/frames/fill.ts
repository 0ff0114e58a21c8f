import type { ChainMention, Recipient, Verb } from '../tagger/item'
import { stableCoins } from './alike'
import type { Draft, Unclear } from './draft'
import type { Mention } from './mentions'

/** Slots found in one message, before it is known what kind of request they end up in. */
type Slots = {
  from?: Mention
  to?: Mention
  fromChain?: ChainMention
  toChain?: ChainMention
  /** Which token an amount belongs to can only be guessed. */
  unsure?: boolean
  /** Chains named with "on" or nothing, and the side that was named just before. */
  placed: { chain: ChainMention; side: 'from' | 'to' | null }[]
  recipient?: Recipient
  unclear?: Unclear
}

/** Puts what was mentioned into the slots of a request with this verb. */
export function fill(said: Verb, mentions: readonly Mention[]): Draft {
  // What moves to somebody is sent.
  const verb = said === 'move' && mentions.some(({ recipient }) => recipient) ? 'send' : said
  const slots: Slots = { placed: [] }
  let side: 'from' | 'to' | null = null
  for (const [index, mention] of mentions.entries()) {
    if (isPurpose(verb, mention, mentions)) continue
    // "From 0x…" is nobody to send to.
    if (mention.recipient && mention.link === 'from') {
      if (mentions.some((other) => other.recipient && other !== mention)) slots.unclear ??= { kind: 'two-recipients' }
      continue
    }
    const later = mentions.slice(index + 1)
    if (mention.recipient || isPerson(verb, mention, slots, later)) {
      // "Pay the invoice, 250 USDC to 0x…": the address says who that is.
      if (mention.unknown && mention.link === 'start' && later.some((other) => isAddressee(other))) continue
      const text = mention.unknown ?? mention.token?.text ?? ''
      addRecipient(slots, mention.recipient ?? { kind: 'nobody', text }, mention)
      continue
    }
    if (mention.chain && !isCoin(verb, mention, slots, mentions, index)) {
      const unsettled = mention.symbol && isAmbiguous(verb, mention, slots)
      if (unsettled)
        slots.unclear ??= { kind: 'coin-or-network', text: mention.chain.text, symbol: mention.symbol ?? '' }
      else addChain(slots, mention, mention.chain, side)
      continue
    }
    side = addToken(verb, slots, asToken(mention)) ?? side
  }
  return assemble(verb, slots)
}

const asToken = (mention: Mention): Mention => {
  if (mention.chain && mention.symbol)
    return { ...mention, token: { text: mention.chain.text, symbol: mention.symbol } }
  return mention.unknown === undefined ? mention : { ...mention, token: { text: mention.unknown } }
}

const isSwap = (verb: Verb): boolean => verb === 'swap' || verb === 'buy' || verb === 'sell'

/** A word where a recipient belongs: "send 1 ETH to Bob", "pay Alice 1 ETH". There are tokens called Bob and Alice. */
function isPerson(verb: Verb, mention: Mention, slots: Slots, later: readonly Mention[]): boolean {
  if (verb !== 'send' || mention.amount || !(mention.token || mention.unknown)) return false
  // "Send ETH, 0.3, to 0x…".
  if (mention.link === 'start' && mention.token?.symbol && later.every(({ token }) => !token)) return false
  return mention.link === 'to' || (mention.link === 'start' && !slots.from && later.some((other) => other.amount))
}

const isAddressee = ({ recipient, link }: Mention): boolean => recipient?.kind === 'address' && link === 'to'

/** "Send 1 ETH to 0x… for the rent": what it is for, where it is said whom it goes to. */
const isPurpose = (verb: Verb, { link, unknown }: Mention, all: readonly Mention[]): boolean =>
  verb === 'send' && link === 'for' && unknown !== undefined && all.some(({ recipient }) => recipient)

function addRecipient(slots: Slots, recipient: Recipient, { link, and, apposed }: Mention): void {
  // "To my friend 0x…", "to Bob, his address is 0x…": the address says who that is.
  const isExplained = slots.recipient?.kind === 'nobody' && (apposed || (link === 'start' && !and))
  const known = isExplained ? undefined : slots.recipient
  const same = known?.kind === 'address' && recipient.kind === 'address' && known.address === recipient.address
  if (known && !same) slots.unclear ??= { kind: 'two-recipients' }
  else slots.recipient = recipient
}

/** Whether a word that names a coin and a network ("ethereum") is the coin here. */
function isCoin(verb: Verb, mention: Mention, slots: Slots, all: readonly Mention[], index: number): boolean {
  if (!mention.symbol || mention.link === 'on') return false
  if (mention.link === 'start' || mention.link === 'with') return slots.from === undefined || verb === 'buy'
  if (mention.link === 'from') return isSwap(verb) && !slots.from
  const placedLater = all.slice(index + 1).some((other) => other.chain && other.link === 'on')
  return isSwap(verb) && !slots.to && (placedLater || slots.placed.length > 0 || isSymbol(mention))
}

/** "OP" is what the coin is called; "optimism" could be either. */
const isSymbol = ({ chain, symbol }: Mention): boolean => chain?.text.toLowerCase() === symbol?.toLowerCase()

const isAmbiguous = (verb: Verb, mention: Mention, slots: Slots): boolean =>
  isSwap(verb) && !slots.to && !slots.fromChain && (mention.link === 'to' || mention.link === 'for')

function addChain(slots: Slots, mention: Mention, chain: ChainMention, side: 'from' | 'to' | null): void {
  const slot =
    mention.link === 'from' ? 'fromChain' : mention.link === 'to' || mention.link === 'for' ? 'toChain' : null
  if (!slot) slots.placed.push({ chain, side })
  else if (slots[slot] && slots[slot].id !== chain.id) slots.unclear ??= { kind: 'too-many-chains' }
  else slots[slot] = chain
}

/** Returns the side that the mention went to. */
function addToken(verb: Verb, slots: Slots, mention: Mention): 'from' | 'to' | null {
  const side = sideOf(verb, mention, slots)
  if (mention.link === 'on' || mention.link === 'except' || !side) {
    // "on eth" with a coin where a network belongs, "on atlantis".
    if (mention.link === 'on' && mention.token && !mention.amount) {
      slots.placed.push({ chain: { text: mention.token.text }, side: null })
      return null
    }
    slots.unclear ??= { kind: mention.token ? 'too-many-tokens' : 'two-amounts' }
    return null
  }
  const held = slots[side]
  if (!held) slots[side] = mention
  else if (isSame(held, mention)) return side
  else if (joined(held, mention)) {
    // "USDC to ETH 400": of which of the two?
    if (!mention.token && slots.to?.token && slots.from?.token) slots.unsure = true
    slots[side] = { ...held, ...joined(held, mention) }
  } else if (
    mention.amount &&
    held.amount &&
    (!mention.token || !held.token || mention.token.symbol === held.token.symbol)
  )
    slots.unclear ??= { kind: 'two-amounts' }
  else slots.unclear ??= { kind: 'too-many-tokens' }
  return side
}

/** The same sum said twice, or the same token. */
const isSame = (held: Mention, { amount, token }: Mention): boolean =>
  (!token || token.symbol === held.token?.symbol) &&
  (!amount ||
    (amount.kind === 'all' && held.amount?.kind === 'all') ||
    (amount.kind === 'exact' && held.amount?.kind === 'exact' && Number(amount.value) === Number(held.amount.value)))

/** An amount and its token that were named apart: "USDC, 400", "400 from USDC". */
function joined(held: Mention, { amount, token, link }: Mention): Pick<Mention, 'amount' | 'token'> | null {
  if (amount && !held.amount && held.token && (!token || token.symbol === held.token.symbol)) return { amount }
  return token && !amount && !held.token && held.amount && (link === 'from' || link === 'in') ? { token } : null
}

function sideOf(verb: Verb, mention: Mention, slots: Slots): 'from' | 'to' | null {
  switch (mention.link) {
    case 'start':
      if (verb !== 'buy') return slots.from?.worth ? 'to' : 'from'
      // "buy 50 USDC worth of ETH": what was named first is what is paid.
      if (slots.to && !slots.from && slots.to.amount && slots.to.token && mention.token && !mention.amount) {
        slots.from = slots.to
        slots.to = undefined
      }
      return 'to'
    case 'to':
      return 'to'
    case 'in':
      return slots.from?.amount && !slots.from.token ? 'from' : 'to'
    case 'for':
      return verb === 'buy' ? 'from' : 'to'
    case 'from':
      return 'from'
    case 'with':
      return isSwap(verb) && verb !== 'buy' && slots.from ? 'to' : 'from'
    default:
      return null
  }
}

function assemble(verb: Verb, slots: Slots): Draft {
  const { fromChain, toChain } = placeChains(verb, slots)
  const { recipient } = slots
  const towardsChain = toChain && toChain.id !== fromChain?.id
  const action = actionOf(verb, { recipient, towardsChain: Boolean(towardsChain), into: Boolean(slots.to?.token) })
  const other = action === 'send' ? otherToken(slots) : null
  if (other) return { ...other, action, ...(recipient ? { recipient } : {}), ...(fromChain ? { fromChain } : {}) }
  const to = slots.to?.token ?? (action === 'bridge' ? slots.from?.token : undefined)
  const wished = slots.to?.amount
  // Dollars say how much is spent as well as how much is bought.
  const amount = slots.from?.amount ?? (wished?.kind === 'usd' ? wished : undefined)
  // "Bring 300 DAI in Base": from there or to there?
  const isThere = action === 'bridge' && fromChain !== undefined && !slots.fromChain && !toChain
  const unclear =
    slots.unclear ??
    (recipient && action !== 'send' ? { kind: 'foreign-recipient' as const } : undefined) ??
    (recipient && toChain && action === 'send' ? { kind: 'too-many-chains' as const } : undefined)
  return {
    action,
    ...(amount ? { amount } : {}),
    ...(slots.from?.token ? { from: slots.from.token } : {}),
    ...(to ? { to } : {}),
    ...(fromChain ? { fromChain } : {}),
    ...(toChain ? { toChain } : {}),
    ...(recipient ? { recipient } : {}),
    ...(wished && wished.kind !== 'usd' ? { receive: wished } : {}),
    ...(unclear ? { unclear } : {}),
    ...(slots.unsure || isThere ? { unsure: true } : {}),
  }
}

/** "Send 10 USDC in ETH": what is sent is not what was counted in. Null where one token is named. */
function otherToken({ from, to, unclear }: Slots): Omit<Draft, 'action'> | null {
  if (!from?.token || !to?.token || from.token.symbol === to.token.symbol) return null
  const isDollars = from.worth && from.amount?.kind === 'exact' && stableCoins.includes(from.token.symbol ?? '')
  // "10 USDC worth of ETH": about so many dollars of it.
  return isDollars && from.amount?.kind === 'exact' && !unclear
    ? { amount: { kind: 'usd', value: from.amount.value }, from: to.token, unsure: true }
    : { from: from.token, unclear: unclear ?? { kind: 'two-tokens', one: from.token, other: to.token } }
}

function actionOf(
  verb: Verb,
  found: { recipient: Recipient | undefined; towardsChain: boolean; into: boolean },
): Draft['action'] {
  if (isSwap(verb)) return found.towardsChain && !found.into ? 'bridge' : 'swap'
  if (verb === 'bridge') return 'bridge'
  if (found.recipient) return 'send'
  if (found.towardsChain) return 'bridge'
  return verb === 'move' ? (found.into ? 'swap' : 'bridge') : 'send'
}

function placeChains(verb: Verb, slots: Slots): Pick<Slots, 'fromChain' | 'toChain'> {
  let { fromChain, toChain } = slots
  const [first, second, third] = slots.placed
  if (third) slots.unclear ??= { kind: 'too-many-chains' }
  if (first && !second && !fromChain && !toChain && isSwap(verb)) {
    fromChain = first.chain
    toChain = first.chain
  } else {
    for (const { chain, side } of [first, second].filter((placed) => placed !== undefined)) {
      const toThere = side === 'to' && verb !== 'send'
      if (toThere && !toChain) toChain = chain
      else if (!toThere && !fromChain) fromChain = chain
      else slots.unclear ??= { kind: 'too-many-chains' }
    }
  }
  return { fromChain, toChain }
}
