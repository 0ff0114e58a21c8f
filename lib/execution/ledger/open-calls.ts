import { type Address, isAddressEqual } from 'viem'
import { findTool } from '@/lib/tools/registry'
import type { LedgerEntry } from './entry'
import { isInFlight, isOpen } from './machine'

/** What waits for the person, and what is under way: every call of an account that is not at its end. The newest first. */
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
