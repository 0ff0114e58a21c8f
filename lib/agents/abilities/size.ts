import { type ChainHandle, isNative, type Token } from '@/lib/chain/chains/chain'
import { readPrices } from '@/lib/chain/prices/prices'
import { formatAmount, parseAmount, type Way } from '@/lib/chain/tokens/amount'
import type { Amount } from '@/lib/language/steps/mention'
import { gasReserve } from './holdings/gas-reserve'
import { reading, type Scene } from './reading'

/** A token on a chain, and the account's balance of it there, in base units. */
export type Holding = { chain: ChainHandle; token: Token; balance: bigint }

/** An amount applied to a holding. `kept` stays behind for the network fee, in base units. */
export type Size =
  | { is: 'enough'; value: bigint; kept?: bigint }
  /** More than can be spent. `most` is what can be, network fee excluded. */
  | { is: 'short'; most: bigint }
  /** Not an amount of this token, whatever the balance. The text ends in a full stop. */
  | { is: 'impossible'; why: string }

/** Converts an amount to base units. Shares refer to the balance; dollars use the feed's price, rounded down. */
export async function sizeOf(amount: Amount, holding: Holding, use: 'send' | 'swap', scene: Scene): Promise<Size> {
  const { chain, token, balance } = holding
  const reserve = isNative(token.address) ? await gasReserve(chain, use, scene.signal) : 0n
  const most = balance > reserve ? balance - reserve : 0n
  const upTo = (value: bigint): Size => {
    if (balance === 0n) return { is: 'short', most }
    if (value === 0n) return { is: 'impossible', why: `That comes to no ${token.symbol} at all.` }
    return value > most ? { is: 'short', most } : { is: 'enough', value }
  }
  switch (amount.kind) {
    case 'exact': {
      const value = parseAmount(amount.value, token.decimals)
      return value === null ? { is: 'impossible', why: tooFine(amount.value, token) } : exactly(value, most, token)
    }
    case 'usd': {
      const value = await fromDollars(amount.value, holding, scene)
      if (value === null)
        return {
          is: 'impossible',
          why: `I have no price for ${token.symbol} on ${chain.name}, so I cannot work in dollars.`,
        }
      return exactly(value, most, token)
    }
    case 'share':
      if (amount.part === amount.whole) return all(most, reserve)
      return upTo((balance * amount.part) / amount.whole)
    case 'all':
      return all(most, reserve)
    case 'all-but': {
      const kept = parseAmount(amount.value, token.decimals)
      if (kept === null) return { is: 'impossible', why: tooFine(amount.value, token) }
      if (kept < reserve) return all(most, reserve)
      return kept >= balance ? { is: 'short', most } : { is: 'enough', value: balance - kept }
    }
    case 'brought':
      return { is: 'impossible', why: 'I cannot tell how much that is.' }
    case 'bad':
      return { is: 'impossible', why: `I cannot use “${amount.text}”: ${amount.why}.` }
  }
}

const all = (most: bigint, reserve: bigint): Size =>
  most === 0n ? { is: 'short', most } : { is: 'enough', value: most, ...(reserve > 0n ? { kept: reserve } : {}) }

function exactly(value: bigint, most: bigint, token: Token): Size {
  if (value === 0n) return { is: 'impossible', why: `That is an amount of 0 ${token.symbol}.` }
  return value > most ? { is: 'short', most } : { is: 'enough', value }
}

const tooFine = (value: string, token: Token): string =>
  value.split('.')[1]
    ? `${token.symbol} has ${token.decimals} decimals, so ${value} is too fine an amount.`
    : `${value} is not an amount of ${token.symbol}.`

/** Returns the base units of a sum in dollars; null without a price. */
async function fromDollars(dollars: string, { chain, token }: Holding, scene: Scene): Promise<bigint | null> {
  const usd = parseAmount(dollars, 8)
  const prices = await reading(chain, scene.signal, readPrices(chain, [token], scene.now()))
  const price = prices.get(token.address)
  return usd === null || !price ? null : legible((usd * 10n ** BigInt(token.decimals)) / price.usd, token)
}

/** Decimal places of a calculated amount. */
const places = 8

/**
 * Truncates an amount to eight places, so that the text and the call name the same one, and a person can read it.
 * Prices are no more exact than that. An amount that would change by a hundredth stays whole.
 */
function legible(value: bigint, { decimals }: Token): bigint {
  const unit = 10n ** BigInt(Math.max(decimals - places, 0))
  return value < unit * 100n ? value : value - (value % unit)
}

/**
 * Formats an amount as everywhere in the app: "0.5 ETH". `in` is for what is held or arrives. For text only: calls
 * carry base units.
 */
export const amountText = (value: bigint, token: Pick<Token, 'decimals' | 'symbol'>, way: Way = 'out'): string =>
  `${formatAmount(value, token.decimals, way)} ${token.symbol}`

/**
 * True if an amount exceeds a holding only by rounding. Vaults and markets round down: of 100 USDC put in, 99.999999
 * come back, and whoever asks for the 100 means all of it.
 */
export function isAllButRounding(amount: Amount, held: bigint, { decimals }: Token): boolean {
  if (amount.kind !== 'exact') return false
  const wanted = parseAmount(amount.value, decimals)
  return wanted !== null && wanted > held && (wanted - held) * 1_000_000n <= held
}
