import { type Address, fromHex, isHex, numberToHex } from 'viem'
import { z } from 'zod'
import type { ExecutionPermission } from '@/lib/tools/tool'
import type { Wallet } from './wallet'

const chainId = z.union([
  z.int(),
  z
    .string()
    .refine((text) => isHex(text))
    .transform((text) => fromHex(text, 'number')),
])
/** By type, with the chains that it is for and the rules that can be set. */
const answerSchema = z.union([
  z.record(
    z.string(),
    z.looseObject({ chainIds: z.array(chainId).optional(), ruleTypes: z.array(z.string()).optional() }),
  ),
  z.null(),
])

/**
 * The kinds of permission that a wallet says it enforces on this chain and lets expire (ERC-7715,
 * `wallet_getSupportedExecutionPermissions`). None where it does not know the method or says nothing readable.
 */
export async function permissionTypes(wallet: Wallet, id: number): Promise<readonly string[]> {
  if (!wallet.supportedExecutionPermissions) return []
  const answer = answerSchema.safeParse(await wallet.supportedExecutionPermissions().catch(() => null))
  return Object.entries(answer.data ?? {})
    .filter(([, { chainIds, ruleTypes }]) => chainIds?.includes(id) && ruleTypes?.includes('expiry'))
    .map(([type]) => type)
}

/**
 * One request of `wallet_requestExecutionPermissions` (ERC-7715). The wallet may not let it be widened; where it
 * knows only amounts a period, the one period is the whole time, so that the amount is the most in all.
 */
export function executionPermissionParameters(permission: ExecutionPermission, account: Address) {
  const { chainId, to, token, amount, from, until, type } = permission
  const limit =
    type === 'erc20-token-allowance'
      ? { allowanceAmount: numberToHex(amount) }
      : { periodAmount: numberToHex(amount), periodDuration: until - from }
  return {
    chainId: numberToHex(chainId),
    from: account,
    to,
    permission: {
      type,
      isAdjustmentAllowed: false,
      data: {
        tokenAddress: token,
        ...limit,
        startTime: from,
        justification: 'Lets the agent rebalance your yield position within this limit.',
      },
    },
    rules: [{ type: 'expiry', data: { timestamp: until } }],
  }
}
