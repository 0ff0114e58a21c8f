import { type Address, getAddress, isAddressEqual } from 'viem'
import type { KnownAddress } from '@/lib/review/known-addresses'
import type { LedgerEntry } from './entry'

/**
 * Whom an account has sent the native coin of a chain to, by the ledger: plain sends that were mined as they were
 * reviewed. Each address once. Other chains do not count, for a contract may be somebody else's there.
 */
export function usedRecipients(entries: readonly LedgerEntry[], account: Address, chainId: number): KnownAddress[] {
  const sends = entries
    .filter(({ state, owner }) => state === 'confirmed' && isAddressEqual(owner, account))
    .flatMap(({ steps }) => steps)
    .filter((step) => step.chainId === chainId && step.outcome === 'success' && !step.altered)
    .filter(({ data, value }) => data === '0x' && value !== '0')
  return [...new Set(sends.map(({ to }) => getAddress(to)))].map((address) => ({
    address,
    source: 'used',
    label: 'an address that you have sent to before',
  }))
}
