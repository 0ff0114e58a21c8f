import { keccak256 } from 'viem'
import type { ContractState } from '../review'
import { type DecodedPlan, empoweredBy } from './decoded-plan'
import { type Facts, unique } from './facts'

/**
 * What code would run, to be held against what runs at the click (G16): of every contract that is called or given a
 * permission or a power, and of those whose code they run. What could not be read is missing; that is UNVERIFIED elsewhere.
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
