import { type Hex, hashTypedData, isHex, keccak256, size, stringToHex } from 'viem'
import { z } from 'zod'
import { addressSchema } from './address'

/**
 * The EIP-712 typed data that a person signs to let an agent rebalance a yield position (docs/protocol.md, "Permission
 * to rebalance"). It has no `verifyingContract`, because no contract reads it. For a plain account it is advisory: it
 * grants no power on chain.
 */
const types = {
  AutoRebalance: [
    { name: 'owner', type: 'address' },
    { name: 'agentId', type: 'uint256' },
    { name: 'token', type: 'address' },
    { name: 'protocol', type: 'string' },
    { name: 'maxAmountPerMove', type: 'uint256' },
    { name: 'minYieldIncreaseBps', type: 'uint32' },
    { name: 'maxLockupDays', type: 'uint32' },
    { name: 'validAfter', type: 'uint64' },
    { name: 'validUntil', type: 'uint64' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

const bytes32 = z.custom<Hex>((value) => typeof value === 'string' && isHex(value) && size(value) === 32)
const uint256 = z
  .string()
  .refine((text) => /^(0|[1-9]\d{0,77})$/.test(text) && BigInt(text) < 2n ** 256n, 'must be a whole number below 2^256')
const uint32 = z.int().min(0).max(0xffff_ffff)
/** Unix seconds. */
const seconds = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

/** The signed terms as JSON: the message of the typed data plus the chain of its domain. */
export const rebalancePermissionSchema = z.strictObject({
  chainId: z.int().positive(),
  owner: addressSchema,
  /** Number of the chat agent that asked. */
  agentId: z.int().nonnegative(),
  token: addressSchema,
  /** Current place of the position, in words; empty for any place. */
  protocol: z.string().max(200),
  /** Maximum for one move, in the token's base units. Moves do not use it up: each may take this much. */
  maxAmountPerMove: uint256,
  /** Hundredths of a percentage point. */
  minYieldIncreaseBps: uint32,
  maxLockupDays: uint32,
  validAfter: seconds,
  validUntil: seconds,
  nonce: bytes32,
})
export type RebalancePermission = z.infer<typeof rebalancePermissionSchema>

/** Returns the typed data for these terms, as passed to the wallet. */
export const rebalanceTypedData = ({ chainId, ...permission }: RebalancePermission) => ({
  domain: { name: 'Auto-rebalance permission', version: '1', chainId },
  types,
  primaryType: 'AutoRebalance' as const,
  message: {
    ...permission,
    agentId: BigInt(permission.agentId),
    maxAmountPerMove: BigInt(permission.maxAmountPerMove),
    validAfter: BigInt(permission.validAfter),
    validUntil: BigInt(permission.validUntil),
  },
})
export type RebalanceTypedData = ReturnType<typeof rebalanceTypedData>

const domainType = [
  { name: 'name', type: 'string' },
  { name: 'version', type: 'string' },
  { name: 'chainId', type: 'uint256' },
]

/** Serializes typed data for `eth_signTypedData_v4`. Numbers beyond the JSON range become strings. */
export const typedDataText = ({ types, ...rest }: RebalanceTypedData): string =>
  JSON.stringify({ types: { EIP712Domain: domainType, ...types }, ...rest }, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )

/** Returns the EIP-712 digest, exactly what the signature covers. */
export const rebalanceDigest = (permission: RebalancePermission): Hex => hashTypedData(rebalanceTypedData(permission))

/**
 * Returns the nonce of the permission that a call asks for. It is derived from the call, so a call yields one
 * permission at most, however often it is signed, and a signature fits no other call.
 */
export const rebalanceNonce = (taskId: string, callId: string): Hex =>
  keccak256(stringToHex(JSON.stringify(['auto-rebalance', taskId, callId])))

/** Maximum validity of a permission, in days. */
export const longestPermissionDays = 90

const hex = z.custom<Hex>((value) => typeof value === 'string' && isHex(value) && value.length <= 200_000)

/** `functionReturn.result` of a granted permission. */
export const grantedResultSchema = z.looseObject({
  status: z.literal('success'),
  granted: z.literal(true),
  /** `erc7715`: besides the signature, the wallet granted a permission that it enforces on chain. */
  method: z.enum(['eip712', 'erc7715']),
  enforcement: z.enum(['advisory', 'onchain']),
  permission: rebalancePermissionSchema,
  signature: hex,
  digest: bytes32,
  /** Unix seconds. */
  validUntil: seconds,
  /** ERC-7715: the context and contract with which the session account redeems the permission. */
  context: hex.optional(),
  delegationManager: addressSchema.optional(),
  sessionAddress: addressSchema.optional(),
})
export type GrantedResult = z.infer<typeof grantedResultSchema>

/** Fields added to every refusal of a permission. */
export const notGranted = { granted: false } as const
