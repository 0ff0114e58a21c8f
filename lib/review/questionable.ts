import { type Address, type Hex, isAddressEqual, slice } from 'viem'
import type { Plan } from '@/lib/tools/plan'
import type { Questionable } from './contract-facts'
import { unique } from './facts'
import type { KnownAddress } from './known-addresses'
import type { Subjects } from './subjects'

/**
 * The contracts that are called or given a permission, and that neither the app nor its operator vouches for: whose code
 * they run and how old they are has to be asked. What was pinned was looked at by whoever pinned it.
 */
export function questionableContracts(
  { steps }: Plan,
  { approvals, operators }: Subjects,
  known: readonly KnownAddress[],
): Questionable[] {
  const called = steps.filter(({ data }) => data !== '0x')
  const permitted = [
    ...approvals.filter(({ amount }) => amount > 0n).map(({ spender }) => spender),
    ...operators.filter(({ approved }) => approved).map(({ operator }) => operator),
  ]
  const isPinned = (address: Address) =>
    known.some((each) => each.source === 'pinned' && isAddressEqual(each.address, address))
  return unique([...called.map(({ to }) => to), ...permitted])
    .filter((address) => !isPinned(address))
    .map((address) => ({
      address,
      selectors: [
        ...new Set(called.filter(({ to }) => isAddressEqual(to, address)).flatMap(({ data }) => selectorOf(data))),
      ],
    }))
}

/** The function that calldata names: none where it is too short for one. */
export const selectorOf = (data: Hex): Hex[] => (data.length < 10 ? [] : [slice(data, 0, 4)])
