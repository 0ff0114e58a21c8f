import { type Address, isAddressEqual } from 'viem'
import type { PastCall } from '@/lib/tools/tool'
import { canonicalToolName } from '@/lib/wire/tool-names'
import type { LedgerEntry } from './entry'

/**
 * What an account has carried out, newest first: confirmed calls whose every transaction was mined as it was reviewed.
 * Calls of tools that nobody here knows, and of other accounts, are left out.
 */
export const pastCalls = (entries: readonly LedgerEntry[], account: Address): PastCall[] =>
  entries
    .filter(({ state, owner }) => state === 'confirmed' && isAddressEqual(owner, account))
    .flatMap(({ toolName, parameters, steps, updatedAt }): PastCall[] => {
      const tool = canonicalToolName(toolName)
      if (!tool || steps.some(({ outcome, altered }) => outcome !== 'success' || altered)) return []
      const sent = steps.map(({ chainId, to, data, value }) => ({ chainId, to, data, value: BigInt(value) }))
      return [{ tool, parameters, steps: sent, at: updatedAt }]
    })
    .toSorted((a, b) => b.at - a.at)
