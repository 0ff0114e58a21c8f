import { encodeAbiParameters, type Hex, keccak256, stringToHex } from 'viem'
import type { Plan, Step } from '@/lib/tools/plan'
import type { Review } from '../review'
import { findingKeys } from './finding-keys'

const stepBytes = [
  { name: 'chainId', type: 'uint256' },
  { name: 'to', type: 'address' },
  { name: 'value', type: 'uint256' },
  { name: 'data', type: 'bytes' },
] as const

const planBytes = [
  { name: 'account', type: 'address' },
  { name: 'steps', type: 'tuple[]', components: stepBytes },
] as const

/** Hashes what the wallet signs for one step: keccak256 of the ABI encoding of (chain, to, value, data). */
export function bytesHash(step: Pick<Step, 'chainId' | 'to' | 'value' | 'data'>): Hex {
  return keccak256(encodeAbiParameters(stepBytes, [BigInt(step.chainId), step.to, step.value, step.data]))
}

/** Returns keccak256 of the ABI encoding of the account and each step's (chain, to, value, data), in order. */
export function planHash(plan: Pick<Plan, 'account' | 'steps'>): Hex {
  const steps = plan.steps.map(({ chainId, to, value, data }) => ({ chainId: BigInt(chainId), to, value, data }))
  return keccak256(encodeAbiParameters(planBytes, [plan.account, steps]))
}

/**
 * Returns the key that binds an acknowledgement to the plan's bytes and the rules and level of every finding. A changed
 * plan, set of findings or level gives another key, so an earlier acknowledgement no longer counts.
 */
export function acknowledgementKey(review: Pick<Review, 'planHash' | 'findings'>): Hex {
  const findings = review.findings.flatMap(findingKeys).sort()
  return keccak256(stringToHex(JSON.stringify([review.planHash, findings])))
}
