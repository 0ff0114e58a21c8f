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
/** Permission types, each with the chains it applies to and the rules that can be set. */
const answerSchema = z.union([
  z.record(
    z.string(),
    z.looseObject({ chainIds: z.array(chainId).optional(), ruleTypes: z.array(z.string()).optional() }),
  ),
  z.null(),
])

/**
 * Returns the permission types that the wallet says it enforces on this chain and lets expire (ERC-7715,
 * `wallet_getSupportedExecutionPermissions`). Empty if it does not know the method or its answer is unreadable.
 */
export async function permissionTypes(wallet: Wallet, id: number): Promise<readonly string[]> {
  if (!wallet.supportedExecutionPermissions) return []
  const answer = answerSchema.safeParse(await wallet.supportedExecutionPermissions().catch(() => null))
  return Object.entries(answer.data ?? {})
    .filter(([, { chainIds, ruleTypes }]) => chainIds?.includes(id) && ruleTypes?.includes('expiry'))
    .map(([type]) => type)
}

/**
 * Builds one request of `wallet_requestExecutionPermissions` (ERC-7715). The wallet may not let it be widened. If it
 * supports only amounts per period, one period spans the whole time, so the amount is the overall maximum.
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
