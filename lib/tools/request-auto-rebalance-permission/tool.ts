import { chainName } from '@/lib/chain/tokens/tokens'
import { loadPart } from '../part'
import { exampleTokens } from '../shared/examples'
import { tokenWord } from '../shared/token-words'
import type { Tool } from '../tool'
import type { PermissionDetails } from './details'
import { keptPermission } from './kept'
import { type Parameters, parametersSchema } from './parameters'

/** Asks the person to let the agent propose moves between yield positions within bounds. Signs terms, sends nothing. */
export const requestAutoRebalancePermission: Tool<Parameters, PermissionDetails> = {
  name: 'request_auto_rebalance_permission',
  kind: 'permission',
  schema: parametersSchema,
  kept: keptPermission,
  label: 'Permission',
  actions: () => [],
  headline: ({ chainId, tokenAddress }) =>
    `Let the agent propose moving your ${tokenWord({ chainId, address: tokenAddress })} between yield positions on ${chainName(chainId)}`,
  done: () => null,
  moves: () => null,
  purpose:
    'Ask for permission to propose moves between yields when a better one appears. Percentages in percent points.',
  lie: null,
  examples: {
    least: { chainId: 31337, tokenAddress: exampleTokens.USDC, minYieldIncrease: 0.5, maxLockupDays: 30 },
    full: {
      chainId: 31337,
      tokenAddress: exampleTokens.USDC,
      currentPosition: { protocol: 'Local vaults', amount: '100', apy: 4.8 },
      minYieldIncrease: 0.5,
      maxLockupDays: 30,
    },
  },
  prepare: async (...asked) => (await loadPart(() => import('./prepare'))).preparePermission(...asked),
}
