import { keccak256 } from 'viem'
import type { ContractState } from '../review'
import { type DecodedPlan, empoweredBy } from './decoded-plan'
import { type Facts, unique } from './facts'

/**
 * Returns the code hashes of every contract that is called or given a permission or power, and of the contracts they
 * delegate to, for comparison at the click (G16). Omits unreadable contracts, which are UNVERIFIED elsewhere.
 */
export function contractStates(facts: Facts, decoded: DecodedPlan): ContractState[] {
  const { targets, approvals, operators } = decoded
  const named = unique([
    ...targets,
    ...approvals.map(({ spender }) => spender),
    ...operators.map(({ operator }) => operator),
    ...empoweredBy(decoded),
  ])
  return named.flatMap((address): ContractState[] => {
    const code = facts.code.get(address)
    const runs = facts.contracts.get(address)?.runs
    if (!code?.ok || (runs && !runs.ok)) return []
    const implementations = runs?.value ?? []
    return [
      {
        address,
        codeHash: keccak256(code.value),
        runs: implementations.map((each) => ({ address: each.address, codeHash: keccak256(each.code) })),
      },
    ]
  })
}
