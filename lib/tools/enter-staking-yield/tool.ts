import { cleanChainString } from '@/lib/wire/text'
import type { StakingDetails } from '../staking/details'
import { tokenWord } from '../token-words'
import type { Tool } from '../tool'
import { type EnterParameters, enterSchema } from './parameters'
import { prepareEntry } from './prepare'

export const enterStakingYield: Tool<EnterParameters, StakingDetails> = {
  name: 'enter_staking_yield',
  kind: 'transaction',
  schema: enterSchema,
  headline: ({ amount, tokenSymbol, tokenAddress, chainId, protocol }) => {
    const claimed = cleanChainString(tokenSymbol ?? '', 16)
    const token =
      chainId && tokenAddress
        ? tokenWord({ chainId, address: tokenAddress, symbol: tokenSymbol })
        : claimed
          ? `“${claimed}”`
          : 'a token'
    const place = cleanChainString(protocol ?? '')
    return `Stake ${amount} of ${token}${place ? ` with “${place}”` : ''}`
  },
  prepare: prepareEntry,
}
