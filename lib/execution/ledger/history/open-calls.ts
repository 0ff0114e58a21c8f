import { type Address, isAddressEqual } from 'viem'
import { findTool } from '@/lib/tools/registry'
import type { LedgerEntry } from '../entry'
import { isInFlight, isOpen } from '../machine'

/** Lists every call of an account that has not ended, waiting for the person or under way. Newest first. */
export const openCalls = (entries: readonly LedgerEntry[], owner: Address): LedgerEntry[] =>
  entries
    .filter(
      ({ state, toolName, ...entry }) =>
        (isOpen(state) || isInFlight(state)) &&
        // A display has nothing to sign.
        findTool(toolName)?.kind !== 'display' &&
        isAddressEqual(entry.owner, owner),
    )
    .sort((a, b) => b.createdAt - a.createdAt)
