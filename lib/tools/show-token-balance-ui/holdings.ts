import { type Address, isAddressEqual } from 'viem'
import { type ChainHandle, isNative, type Price } from '@/lib/chain/chains/chain'
import { readPrices, usdValue } from '@/lib/chain/prices/prices'
import { tryBalances } from '@/lib/chain/tokens/balances'
import { readTokenMetadata } from '@/lib/chain/tokens/token-contract'
import { findToken } from '@/lib/chain/tokens/tokens'

/** A listed token, or one that the agent named by address. Its symbol is sanitised. */
type HeldToken = {
  address: Address
  symbol: string
  name: string | null
  /** Null if the token does not tell: its amounts are then in base units, and have no value. */
  decimals: number | null
  listed: boolean
}

/** An account's balance of a token on a chain, as the chain says. */
export type Holding = {
  chainId: number
  chainName: string
  token: HeldToken
  /** Base units; null if the token did not answer. */
  amount: bigint | null
  price: Price | null
  /** USD with 8 decimals; null without an amount or a price. */
  value: bigint | null
}

/**
 * Reads every listed token, and the unlisted ones in `named`, on one chain in one round trip, including zero balances.
 * Throws viem's errors if the RPC does not answer.
 */
export async function readHoldings(
  chain: ChainHandle,
  account: Address,
  named: readonly Address[],
  now: number,
): Promise<readonly Holding[]> {
  const unlisted = named.filter((address) => !isNative(address) && !findToken(chain, address))
  const [, listedBalances, prices, unlistedFacts, unlistedBalances] = await Promise.all([
    // Fails if the RPC does not answer. The balance reads next to it would treat that as tokens that do not answer.
    chain.client.getBlockNumber({ cacheTime: 0 }),
    tryBalances(chain, account, chain.tokens),
    readPrices(chain, chain.tokens, now),
    Promise.all(unlisted.map((address) => readTokenMetadata(chain, address))),
    tryBalances(
      chain,
      account,
      unlisted.map((address) => ({ address })),
    ),
  ])
  const held = ({ address, symbol, name, decimals, listed }: HeldToken, amount: bigint | null): Holding => {
    const price = prices.get(address) ?? null
    const value = amount !== null && decimals !== null && price ? usdValue(amount, decimals, price) : null
    const token = { address, symbol, name, decimals, listed }
    return { chainId: chain.id, chainName: chain.name, token, amount, price, value }
  }
  return [
    ...chain.tokens.map((token, index) => held({ ...token, listed: true }, listedBalances[index] ?? null)),
    // A contract that gives neither decimals nor a balance is no token.
    ...unlistedFacts.flatMap((token, index) => {
      const amount = unlistedBalances[index] ?? null
      return token.decimals === null && amount === null ? [] : [held(token, amount)]
    }),
  ]
}

/** True if the claimed address is that of this holding; both forms of the native coin match. */
export const isHeldToken = (holding: Holding, address: Address): boolean =>
  isAddressEqual(holding.token.address, address) || (isNative(holding.token.address) && isNative(address))
