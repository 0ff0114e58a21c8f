import { type Address, parseUnits, zeroHash } from 'viem'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { type RebalancePermission, rebalanceDigest } from '@/lib/wire/consent'
import type { Query } from '../../database/database'
import { keepPermission, listPermissions } from '../../permissions/store'

let nonces = 0

/** Stores a permission as the service does after verifying it, valid for 30 days from `now`. Returns its id. */
export async function permit(
  query: Query,
  { address, userId }: { address: Address; userId: string },
  now: number,
  change: Partial<RebalancePermission> = {},
): Promise<string> {
  const seconds = Math.floor(now / 1000)
  const permission: RebalancePermission = {
    chainId: 31337,
    owner: address,
    agentId: 1,
    token: devnetAddresses.tokens.USDC,
    protocol: 'Countersign vaults, Flexible USDC',
    maxAmountPerMove: parseUnits('1000', 6).toString(),
    minYieldIncreaseBps: 100,
    maxLockupDays: 7,
    validAfter: seconds,
    validUntil: seconds + 30 * 86_400,
    nonce: `0x${(++nonces).toString(16).padStart(64, '0')}`,
    ...change,
  }
  const granted = {
    status: 'success',
    granted: true,
    method: 'eip712',
    enforcement: 'advisory',
    permission,
    signature: zeroHash,
    digest: rebalanceDigest(permission),
    validUntil: permission.validUntil,
  } as const
  await keepPermission(query, { owner: userId, taskId: 't', callId: `c${nonces}`, granted }, now)
  const kept = (await listPermissions(query, userId)).find((each) => each.permission.nonce === permission.nonce)
  if (!kept) throw new Error('The permission was not stored.')
  return kept.id
}
