import { type Address, isAddressEqual } from 'viem'
import { listedContract } from '@/lib/chain/accounts/listed-contracts'
import { matchingEnds } from '@/lib/chain/accounts/matching-ends'
import type { Chains } from '@/lib/chain/chains/chain'
import { nativeAddress } from '@/lib/chain/chains/chain'
import type { Contact } from '@/lib/execution/call/kept/address-book'
import { usedRecipients } from '@/lib/execution/ledger/history/used-recipients'
import type { Ledger } from '@/lib/execution/ledger/ledger'

/** The app's knowledge of an address in a text. `like` is the address that it imitates. */
export type Known = { label: string | null; like: { address: Address; label: string } | null }

type Familiar = { address: Address; label: string }

/** Returns the addresses that the account knows: its own, its contacts, earlier recipients, those in the app's lists. */
export function familiarTo(
  owner: Address,
  contacts: readonly Contact[],
  ledger: Pick<Ledger, 'all'>,
  chains: Chains,
): Familiar[] {
  const used = [...chains.keys()].flatMap((chainId) => usedRecipients(ledger.all(), owner, chainId))
  const listed = [...chains.values()].flatMap((chain) => {
    const tokens = chain.tokens.filter(({ address }) => address !== nativeAddress).map(({ address }) => address)
    return [...tokens, ...(chain.diamond ? [chain.diamond] : [])].flatMap((address) => {
      const label = listedContract(chain, address)
      return label ? [{ address, label }] : []
    })
  })
  return [
    { address: owner, label: 'your account' },
    ...contacts.map(({ address, name }) => ({ address, label: name })),
    ...used.map(({ address }) => ({ address, label: 'sent to before' })),
    ...listed,
  ]
}

/** Returns what is known of an address. */
export function knownOf(address: Address, familiar: readonly Familiar[]): Known {
  const same = familiar.find((each) => isAddressEqual(each.address, address))
  if (same) return { label: same.label, like: null }
  return { label: null, like: imitatedBy(address, familiar) }
}

/** Returns the known address that another one, known or not, may be taken for. */
export const imitatedBy = (address: Address, familiar: readonly Familiar[]): Familiar | null =>
  familiar.find((each) => !isAddressEqual(each.address, address) && matchingEnds(each.address, address) === 2) ?? null
