import type { Address } from 'viem'
import { delegateOf } from '@/lib/chain/accounts/delegation'
import { type ChainHandle, isNative, type Price, type Token } from '@/lib/chain/chains/chain'
import { readingFrom } from '@/lib/chain/chains/read-error'
import { poolPrice, readPoolQuote } from '@/lib/chain/prices/pool-prices'
import { readPrices } from '@/lib/chain/prices/prices'
import { tryBalances } from '@/lib/chain/tokens/balances'
import { readTokenFacts } from '@/lib/chain/tokens/token-contract'
import { findToken, nativeToken } from '@/lib/chain/tokens/tokens'
import { type CurrentAllowance, nothingAllowed, readAllowance } from '../shared/approval'
import type { SwapSide } from './details'

export type SwapFacts = {
  from: SwapSide | null
  to: SwapSide | null
  /** Current allowance of the diamond; zero for the native coin. */
  currentAllowance: CurrentAllowance
  /** Price of the source chain's coin. */
  nativePrice: Price | null
  /** Wei per gas. */
  gasPrice: bigint
  /**
   * True if the account is a contract on the source chain, and there is none at the same address on the destination
   * chain.
   */
  missingOnDestination: boolean
}

type Sources = {
  account: Address
  from: ChainHandle
  to: ChainHandle
  fromToken: Address
  toToken: Address
  fromAmount: bigint
  now: number
}

/** Reads everything that a swap's card needs from the chains, in one round trip to each. Throws ChainReadError. */
export async function readSwapFacts({
  account,
  from,
  to,
  fromToken,
  toToken,
  fromAmount,
  now,
}: Sources): Promise<SwapFacts> {
  const native = nativeToken(from)
  const [source, target, currentAllowance, nativePrices, gasPrice, sourceCode, targetCode] = await Promise.all([
    readingFrom(from, readSide(from, account, fromToken, now)),
    readingFrom(to, readSide(to, account, toToken, now)),
    readingFrom(from, readCurrentAllowance(from, account, fromToken, fromAmount)),
    readingFrom(from, readPrices(from, [native], now)),
    readingFrom(from, from.client.getGasPrice()),
    readingFrom(from, from.client.getCode({ address: account })),
    readingFrom(to, to.client.getCode({ address: account })),
  ])
  const isContract = sourceCode !== undefined && sourceCode !== '0x' && delegateOf(sourceCode) === null
  return {
    from: source,
    to: target,
    currentAllowance,
    nativePrice: nativePrices.get(native.address) ?? null,
    gasPrice,
    missingOnDestination: isContract && (targetCode === undefined || targetCode === '0x'),
  }
}

async function readSide(chain: ChainHandle, account: Address, address: Address, now: number): Promise<SwapSide | null> {
  const listed = findToken(chain, address)
  const native = nativeToken(chain)
  const anchor = chain.tokens.find(({ symbol }) => symbol === 'USDC') ?? null
  const priced: readonly Token[] = [listed, native, anchor].filter((token) => token !== null)
  const [token, [balance = null], prices, quote] = await Promise.all([
    readTokenFacts(chain, address),
    tryBalances(chain, account, [{ address }]),
    readPrices(chain, priced, now),
    // Nothing is known in advance of an unlisted token, not even its decimals.
    listed ? readPoolQuote(chain, listed) : null,
  ])
  if (!token) return null
  const priceOf = (of: Token | null) => (of && prices.get(of.address)) ?? null
  const pool = poolPrice(chain, quote, token, { native: priceOf(native), anchor: priceOf(anchor) })
  return { token, balance, price: priceOf(listed) ?? pool, poolPrice: pool }
}

async function readCurrentAllowance(
  chain: ChainHandle,
  account: Address,
  token: Address,
  amount: bigint,
): Promise<CurrentAllowance> {
  if (isNative(token) || !chain.diamond) return nothingAllowed
  return readAllowance(chain, account, token, { spender: chain.diamond, amount })
}
