import { type Address, getAddress, isAddressEqual } from 'viem'
import { decodeCall } from '@/lib/chain/calldata/decode-call'
import { meaningsOf } from '@/lib/chain/calldata/meaning'
import type { KnownAddress } from '@/lib/review/facts/known-addresses'
import type { AssetAmount } from '@/lib/tools/plan'
import type { LedgerEntry, StepRecord } from '../entry'

/**
 * Lists each address that an account has sent coins or tokens of a chain to, by the ledger, and how much: plain sends
 * that were mined as reviewed, whatever became of the rest of their call. Other chains do not count, as a contract may
 * belong to somebody else there.
 */
export function usedRecipients(entries: readonly LedgerEntry[], account: Address, chainId: number): KnownAddress[] {
  const sent = new Map<Address, AssetAmount[]>()
  const steps = entries
    .filter(({ owner }) => isAddressEqual(owner, account))
    .flatMap(({ steps }) => steps)
    .filter((step) => step.chainId === chainId && step.outcome === 'success' && !step.altered)
  for (const { to, ...amount } of steps.flatMap((step) => sendOf(step, account)))
    sent.set(to, [...(sent.get(to) ?? []), amount])
  return [...sent].map(([address, sent]) => ({
    address,
    source: 'used',
    label: 'an address you have sent to before',
    sent,
  }))
}

/** Decodes a step that is one plain send of coins or of an ERC-20 token; empty for anything else. */
export function sendOf(
  { chainId, to, data, value }: Pick<StepRecord, 'chainId' | 'to' | 'data' | 'value'>,
  account: Address,
): (AssetAmount & { to: Address })[] {
  const wei = BigInt(value)
  if (data === '0x') return wei > 0n ? [{ to: getAddress(to), asset: { kind: 'native', chainId }, amount: wei }] : []
  const [meaning] = meaningsOf(decodeCall({ caller: account, to, value: wei, data, delegate: false }))
  if (meaning?.kind !== 'transfer' || meaning.form !== 'erc20' || meaning.amount === 0n) return []
  if (!isAddressEqual(meaning.from, account)) return []
  return [{ to: meaning.to, asset: { kind: 'erc20', chainId, address: meaning.token }, amount: meaning.amount }]
}
