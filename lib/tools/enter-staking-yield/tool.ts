import { z } from 'zod'
import { cleanChainString } from '@/lib/wire/text'
import { addressRow, askedTool, chainRow, textRow, tokenWord } from '../asked'
import { address, chainId, decimal, identifier, optional, percent, words } from '../fields'

const schema = z.strictObject({
  yieldId: identifier,
  amount: decimal,
  walletAddress: optional(address),
  tokenSymbol: optional(words),
  tokenAddress: optional(address),
  chainId: optional(chainId),
  network: optional(words),
  protocol: optional(words),
  poolName: optional(words),
  apy: optional(percent),
  lockupPeriod: optional(words),
  rewardTokenSymbols: optional(z.array(words).max(20)),
})

export const enterStakingYield = askedTool({
  name: 'enter_staking_yield',
  kind: 'transaction',
  schema,
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
  // The interface does not say in which unit the amount is: it is shown as given.
  rows: (asked) => [
    { label: 'Amount, as given', value: asked.amount, kind: 'amount' },
    ...textRow('Token, as the agent says', asked.tokenSymbol),
    ...addressRow('Token contract', asked.tokenAddress),
    ...textRow('Protocol, as the agent says', asked.protocol),
    ...textRow('Pool, as the agent says', asked.poolName),
    ...textRow('APY, as the agent says', asked.apy),
    ...textRow('Lock-up, as the agent says', asked.lockupPeriod),
    ...textRow('Rewards, as the agent says', asked.rewardTokenSymbols?.join(', ')),
    ...textRow('Yield id', asked.yieldId),
    ...addressRow('Wallet', asked.walletAddress),
    ...textRow('Network, as the agent says', asked.network),
    ...chainRow(asked.chainId),
  ],
})
