import { knownToken } from '@/lib/chain/tokens/tokens'
import { cleanChainString } from '@/lib/wire/text'
import type { StakingDetails } from '../staking/details'
import { keptStaking } from '../staking/kept'
import type { Tool } from '../tool'
import { type EnterParameters, enterSchema } from './parameters'
import { prepareEntry } from './prepare'

export const enterStakingYield: Tool<EnterParameters, StakingDetails> = {
  name: 'enter_staking_yield',
  kind: 'transaction',
  schema: enterSchema,
  kept: keptStaking,
  headline: ({ amount, tokenSymbol, tokenAddress, chainId, protocol }) => {
    const known = chainId && tokenAddress ? knownToken(chainId, tokenAddress) : null
    const claimed = cleanChainString(tokenSymbol ?? '', 16)
    const what = known ? `${amount} ${known.symbol}` : `${amount} of ${claimed ? `“${claimed}”` : 'a token'}`
    const place = cleanChainString(protocol ?? '')
    return `Stake ${what}${place ? ` with “${place}”` : ''}`
  },
  prepare: prepareEntry,
}
