import type { Address } from 'viem'
import { isHashSignedBy } from '@/lib/chain/accounts/hash-signature'
import type { Chains } from '@/lib/chain/chains/chain'
import {
  type GrantedResult,
  grantedResultSchema,
  longestPermissionDays,
  rebalanceDigest,
  rebalanceNonce,
} from '@/lib/wire/consent'

/** Values that a permission must match, besides its own signature. */
export type Expected = {
  /** The account of the session in which it arrived. */
  address: Address
  taskId: string
  callId: string
  agentId: number
}

export type VerifyOptions = {
  chains: Chains
  /** Milliseconds that a chain may take to check a contract wallet's signature. */
  signatureTimeoutMs: number
  /** Milliseconds since the epoch. */
  now: () => number
  /** The account that may redeem permissions on chain, if one is configured. */
  sessionAddress: Address | undefined
}

/** A verified permission, or the reason for its refusal: `code` for programs, `why` for the person. */
export type Verified = { ok: true; granted: GrantedResult } | { ok: false; code: string; why: string }

const refuse = (code: string, why: string): Verified => ({ ok: false, code, why })

/** Seconds that clocks of browsers may be ahead. */
const clockSkew = 10 * 60
const longest = longestPermissionDays * 86_400 + clockSkew

/**
 * Checks whether a call's result is a permission of this account for this agent and call, valid now. Throws
 * SignatureCheckError if a contract wallet's chain does not answer, since the result is then unknown.
 */
export async function verifyGrant(result: unknown, expected: Expected, options: VerifyOptions): Promise<Verified> {
  const parsed = grantedResultSchema.safeParse(result)
  if (!parsed.success) return refuse('permission-unreadable', 'The permission that came back cannot be read.')
  const granted = parsed.data
  const { permission, signature, digest } = granted
  const { chainId, owner, validAfter, validUntil } = permission
  if (rebalanceDigest(permission) !== digest || granted.validUntil !== validUntil)
    return refuse('permission-digest', 'The digest is not that of the terms.')
  if (owner !== expected.address) return refuse('permission-owner', 'The permission is for another account.')
  if (!options.chains.has(chainId)) return refuse('permission-chain', `Chain ${chainId} is not supported here.`)
  if (permission.agentId !== expected.agentId) return refuse('permission-agent', 'The permission is for another agent.')
  if (permission.nonce !== rebalanceNonce(expected.taskId, expected.callId))
    return refuse('permission-nonce', 'The permission was signed for another request.')
  const now = Math.floor(options.now() / 1000)
  if (validUntil <= now) return refuse('permission-expired', 'The permission has already expired.')
  if (validAfter > now + clockSkew) return refuse('permission-early', 'The permission starts in the future.')
  if (validUntil - validAfter > longest)
    return refuse('permission-too-long', `A permission may last ${longestPermissionDays} days at most.`)
  if (permission.maxAmountPerMove === '0') return refuse('permission-empty', 'The permission has a limit of zero.')
  if (permission.minYieldIncreaseBps < 1 || permission.maxLockupDays > 365)
    return refuse('permission-bounds', 'The permission has bounds that are not allowed here.')
  const signed = { address: owner, hash: digest, signature, chainId }
  const { chains, signatureTimeoutMs: timeoutMs } = options
  if (!(await isHashSignedBy(signed, { chains, timeoutMs })))
    return refuse('permission-signature', 'The signature is not this account’s over these terms.')
  return { ok: true, granted: asEnforced(granted, options.sessionAddress) }
}

/**
 * Counts enforcement on chain only if this service has an account to use it with; otherwise the signature is all there
 * is.
 */
function asEnforced(granted: GrantedResult, sessionAddress: Address | undefined): GrantedResult {
  const usable = granted.context && sessionAddress !== undefined && granted.sessionAddress === sessionAddress
  if (granted.enforcement === 'onchain' && usable) return granted
  const { context: _, delegationManager: __, sessionAddress: ___, ...rest } = granted
  return { ...rest, method: 'eip712', enforcement: 'advisory' }
}
