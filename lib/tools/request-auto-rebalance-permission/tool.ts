import { chainName } from '@/lib/chain/tokens/tokens'
import { tokenWord } from '../shared/token-words'
import type { Tool } from '../tool'
import type { PermissionDetails } from './details'
import { keptPermission } from './kept'
import { type Parameters, parametersSchema } from './parameters'
import { preparePermission } from './prepare'

/** Asks the person to let the agent propose moves between yield positions within bounds. Signs terms, sends nothing. */
export const requestAutoRebalancePermission: Tool<Parameters, PermissionDetails> = {
  name: 'request_auto_rebalance_permission',
  kind: 'permission',
  schema: parametersSchema,
  kept: keptPermission,
  headline: ({ chainId, tokenAddress }) =>
    `Let the agent propose moving your ${tokenWord({ chainId, address: tokenAddress })} between yield positions on ${chainName(chainId)}`,
  prepare: preparePermission,
}
