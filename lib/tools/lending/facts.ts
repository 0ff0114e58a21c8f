import type { Address } from 'viem'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { readingFrom } from '@/lib/chain/chains/read-error'
import { type MarketReading, readMarket } from '@/lib/chain/lending/read-market'
import { tryBalances } from '@/lib/chain/tokens/balances'
import { readTokenFacts, type TokenFacts } from '@/lib/chain/tokens/token-contract'
import { type CurrentAllowance, nothingAllowed, readAllowance } from '../shared/approval'

export type LendingFacts = {
  market: MarketReading
  token: TokenFacts | null
  balance: bigint | null
  /** Current allowance of the market. */
  currentAllowance: CurrentAllowance
}

/** Reads everything that the four actions need from the chain, in one round trip. Throws ChainReadError. */
export async function readLendingFacts(
  chain: ChainHandle,
  account: Address,
  market: Address,
  token: Address,
  /** The amount that the market takes; zero for an action that only gives. */
  amount: bigint,
): Promise<LendingFacts> {
  const [reading, facts, [balance = null], currentAllowance] = await Promise.all([
    readMarket(chain, market, account, token),
    readingFrom(chain, readTokenFacts(chain, token)),
    readingFrom(chain, tryBalances(chain, account, [{ address: token }])),
    amount === 0n
      ? nothingAllowed
      : readingFrom(chain, readAllowance(chain, account, token, { spender: market, amount })),
  ])
  return { market: reading, token: facts, balance, currentAllowance }
}
