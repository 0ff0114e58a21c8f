import { type Address, isAddressEqual } from 'viem'
import { type ChainHandle, isNative, type Price } from '@/lib/chain/chains/chain'
import { readPrices, usdValue } from '@/lib/chain/prices/prices'
import { tryBalances } from '@/lib/chain/tokens/balances'
import { readTokenMetadata } from '@/lib/chain/tokens/token-contract'
import { findToken } from '@/lib/chain/tokens/tokens'

/** A token of the list, or one that the agent named by address. Its symbol is sanitised. */
type HeldToken = {
  address: Address
  symbol: string
  name: string | null
  /** Null where the token does not tell: its amounts are in base units, and have no value. */
  decimals: number | null
  listed: boolean
}

/** What an account holds of a token on a chain, as the chain says. */
export type Holding = {
  chainId: number
  chainName: string
  token: HeldToken
  /** Base units; null where the token did not answer. */
  amount: bigint | null
  price: Price | null
  /** USD in 8 decimals; null without an amount or a price. */
  value: bigint | null
}

/**
 * Everything of our list, and of `named` what is not in it, on one chain in one round trip. Zero balances are among
 * them. Throws viem's errors where the RPC does not answer.
 */
export async function readHoldings(
  chain: ChainHandle,
  account: Address,
  named: readonly Address[],
  now: number,
): Promise<readonly Holding[]> {
  const unlisted = named.filter((address) => !isNative(address) && !findToken(chain, address))
  const [, listedBalances, prices, unlistedFacts, unlistedBalances] = await Promise.all([
    // Fails where the RPC does not answer. The balances beside it take a failure for a token that does not answer.
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
    // What tells neither its decimals nor a balance is no token.
    ...unlistedFacts.flatMap((token, index) => {
      const amount = unlistedBalances[index] ?? null
      return token.decimals === null && amount === null ? [] : [held(token, amount)]
    }),
  ]
}

/** What of a chain the agent's claims could mean. */
export const isHeldToken = (holding: Holding, address: Address): boolean =>
  isAddressEqual(holding.token.address, address) || (isNative(holding.token.address) && isNative(address))
