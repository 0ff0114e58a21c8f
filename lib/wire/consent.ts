import { type Address, getAddress, type Hex, hashTypedData, isAddress, isHex, keccak256, size, stringToHex } from 'viem'
import { z } from 'zod'

/**
 * What a person signs to let an agent rebalance a yield position (docs/protocol.md, "Permission to rebalance"): EIP-712
 * typed data without a `verifyingContract`, because no contract reads it. For a plain account it is advisory: it gives
 * no power on chain.
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

const address = z
  .string()
  .refine((text) => isAddress(text, { strict: false }), 'must be an address')
  .transform((text): Address => getAddress(text))
const bytes32 = z.custom<Hex>((value) => typeof value === 'string' && isHex(value) && size(value) === 32)
const uint256 = z
  .string()
  .refine((text) => /^(0|[1-9]\d{0,77})$/.test(text) && BigInt(text) < 2n ** 256n, 'must be a whole number below 2^256')
const uint32 = z.int().min(0).max(0xffff_ffff)
/** Unix seconds. */
const seconds = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

/** The signed terms as JSON: the message of the typed data, and the chain of its domain. */
export const rebalancePermissionSchema = z.strictObject({
  chainId: z.int().positive(),
  owner: address,
  /** Number of the chat agent that asked. */
  agentId: z.int().nonnegative(),
  token: address,
  /** Where the position is now, in words; empty for wherever it is. */
  protocol: z.string().max(200),
  /** The most that one move may take, in the token's base units. It is not used up: each move may take as much. */
  maxAmountPerMove: uint256,
  /** Hundredths of a percentage point. */
  minYieldIncreaseBps: uint32,
  maxLockupDays: uint32,
  validAfter: seconds,
  validUntil: seconds,
  nonce: bytes32,
})
export type RebalancePermission = z.infer<typeof rebalancePermissionSchema>

/** The typed data that a wallet is asked to sign for these terms. */
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

/** The text that `eth_signTypedData_v4` takes: figures beyond what JSON numbers hold are strings in it. */
export const typedDataText = ({ types, ...rest }: RebalanceTypedData): string =>
  JSON.stringify({ types: { EIP712Domain: domainType, ...types }, ...rest }, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  )

/** The EIP-712 digest: exactly what the signature is over. */
export const rebalanceDigest = (permission: RebalancePermission): Hex => hashTypedData(rebalanceTypedData(permission))

/**
 * The nonce of the permission that a call asks for. Made from the call, so that a call gives one permission at most,
 * however often it is signed, and a signature fits no other call.
 */
export const rebalanceNonce = (taskId: string, callId: string): Hex =>
  keccak256(stringToHex(JSON.stringify(['auto-rebalance', taskId, callId])))

/** The longest that a permission may be valid, in days. */
export const longestPermissionDays = 90

const hex = z.custom<Hex>((value) => typeof value === 'string' && isHex(value) && value.length <= 200_000)

/** `functionReturn.result` of a permission that was granted. */
export const grantedResultSchema = z.looseObject({
  status: z.literal('success'),
  granted: z.literal(true),
  /** `erc7715`: the wallet has granted a permission that it enforces on chain, in addition to the signature. */
  method: z.enum(['eip712', 'erc7715']),
  enforcement: z.enum(['advisory', 'onchain']),
  permission: rebalancePermissionSchema,
  signature: hex,
  digest: bytes32,
  /** Unix seconds. */
  validUntil: seconds,
  /** ERC-7715: what the session account redeems the permission with, and where. */
  context: hex.optional(),
  delegationManager: address.optional(),
  sessionAddress: address.optional(),
})
export type GrantedResult = z.infer<typeof grantedResultSchema>

/** What every refusal of a permission says beside its own words. */
export const notGranted = { granted: false } as const
