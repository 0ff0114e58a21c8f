import { z } from 'zod'
import { chainName } from '@/lib/chain/tokens'
import { askedTool, chainRow, textRow, tokenRows, tokenWord } from '../asked'
import { address, chainId, days, decimal, optional, percent, words } from '../fields'

const schema = z.strictObject({
  chainId,
  tokenAddress: address,
  currentPosition: optional(
    z.strictObject({ protocol: optional(words), amount: optional(decimal), apy: optional(percent) }),
  ),
  minYieldIncrease: percent,
  maxLockupDays: days,
})

export const requestAutoRebalancePermission = askedTool<z.infer<typeof schema> & { walletAddress?: undefined }>({
  name: 'request_auto_rebalance_permission',
  kind: 'permission',
  schema,
  headline: ({ chainId, tokenAddress }) =>
    `Let the agent move your ${tokenWord({ chainId, address: tokenAddress })} between yield positions on ${chainName(chainId)}`,
  rows: ({ chainId, tokenAddress, currentPosition, minYieldIncrease, maxLockupDays }) => [
    ...tokenRows({ chainId, address: tokenAddress }),
    ...textRow('Current protocol, as the agent says', currentPosition?.protocol),
    ...textRow('Current amount, as the agent says', currentPosition?.amount),
    ...textRow('Current APY, as the agent says', currentPosition?.apy),
    ...textRow('Least increase of the yield', minYieldIncrease),
    ...textRow('Longest lock-up', `${maxLockupDays} ${maxLockupDays === 1 ? 'day' : 'days'}`),
    ...chainRow(chainId),
  ],
})
