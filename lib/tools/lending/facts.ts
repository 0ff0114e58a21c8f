import { type Address, erc20Abi } from 'viem'
import { tryBalances } from '@/lib/chain/balances'
import type { ChainHandle } from '@/lib/chain/chain'
import { type MarketReading, readMarket } from '@/lib/chain/lending/read-market'
import { readingFrom, unlessRefused } from '@/lib/chain/read-error'
import { readTokenFacts, type TokenFacts } from '@/lib/chain/token-contract'

export type LendingFacts = {
  market: MarketReading
  token: TokenFacts | null
  balance: bigint | null
  /** What the market may take already. */
  allowance: bigint
}

/** All that the four actions need of the chain, in one round trip. Throws ChainReadError. */
export async function readLendingFacts(
  chain: ChainHandle,
  account: Address,
  market: Address,
  token: Address,
): Promise<LendingFacts> {
  const args = [account, market] as const
  const [reading, facts, [balance = null], allowance] = await Promise.all([
    readMarket(chain, market, account, token),
    readingFrom(chain, readTokenFacts(chain, token)),
    readingFrom(chain, tryBalances(chain, account, [{ address: token }])),
    readingFrom(
      chain,
      unlessRefused(chain.client.readContract({ address: token, abi: erc20Abi, functionName: 'allowance', args })),
    ),
  ])
  return { market: reading, token: facts, balance, allowance: allowance ?? 0n }
}
