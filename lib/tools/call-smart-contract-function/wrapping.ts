import { isAddressEqual } from 'viem'
import { chainFacts } from '@/lib/chain/chains/chain-facts'
import { formatAmount } from '@/lib/chain/tokens/amount'
import { chainName } from '@/lib/chain/tokens/tokens'
import { uint } from '../shared/fields'
import type { CallParameters } from './parameters'

/** "Wrapped 1 ETH on Ethereum": of the wrapped coin's own `deposit` and `withdraw` (WETH9). Null for any other call. */
export function wrappingDone({ to, functionName, args = [], chainId, value }: CallParameters): string | null {
  const facts = chainFacts.get(chainId)
  if (!facts || !isAddressEqual(to, facts.wrappedNative)) return null
  const { symbol, decimals } = facts.chain.nativeCurrency
  const words = (verb: string, amount: bigint) =>
    `${verb} ${formatAmount(amount, decimals)} ${symbol} on ${chainName(chainId)}`
  if (/^deposit(\(\))?$/.test(functionName)) return value === undefined ? null : words('Wrapped', value)
  const { data: withdrawn } = uint.safeParse(args[0])
  const isWithdrawal = /^withdraw(\(uint256\))?$/.test(functionName) && args.length === 1
  return isWithdrawal && withdrawn !== undefined ? words('Unwrapped', withdrawn) : null
}
