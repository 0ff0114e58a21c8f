import type { Address } from 'viem'
import type { Allowance } from '@/lib/chain/allowances/allowances'
import type { ChainInfo } from '@/lib/chain/chains/chain'
import { findCollection } from '@/lib/chain/nft/collections'
import { findToken } from '@/lib/chain/tokens/tokens'
import type { AllowanceRow } from '@/lib/wire/display'

export type AllowanceView = {
  /** From the app's own lists; null for a contract on none of them, which may call itself anything. */
  name: string | null
  /**
   * Sentence that the row's button puts into the composer. Null for a contract on no list: its author may want it to be
   * called.
   */
  sentence: string | null
}

/** Returns what a row is called by the app's own lists, and what asks for its end. */
export function allowanceView(
  { chainId, kind, contract, spender }: Omit<AllowanceRow, 'since'>,
  chain: ChainInfo | undefined,
): AllowanceView {
  const name =
    kind === 'token'
      ? ((chain && findToken(chain, contract)?.symbol) ?? null)
      : (findCollection(chainId, contract)?.name ?? null)
  return { name, sentence: name === null || !chain ? null : revokeSentence(kind, name, spender, chain.name) }
}

const revokeSentence = (kind: AllowanceRow['kind'], name: string, spender: Address, chainName: string): string =>
  `Revoke the ${name} ${kind === 'token' ? 'allowance' : 'approval'} of ${spender} on ${chainName}`

/** Returns a row's identity, which is the same for what was read of it. */
export const keyOf = (chainId: number, { kind, contract, spender }: Pick<Allowance, 'kind' | 'contract' | 'spender'>) =>
  `${chainId}:${kind}:${contract}:${spender}`
