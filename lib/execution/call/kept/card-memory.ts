import type { CardRecord } from '../../ledger/cards/card-record'
import { type CardSnapshot, recordFor } from '../../ledger/cards/card-store'
import type { CallDeps } from '../call-deps'
import type { CallState } from '../call-state'

/** Longest time the wallet request waits for the receipt's data to be stored, in milliseconds. */
const keepPatience = 1_500

/** Stores what the card of one call shows, for its receipt, and restores it once the call is no longer open. */
export function createCardMemory(entryKey: string, state: CallState, { cards, now, sleep }: CallDeps) {
  return {
    /** Stores what the card shows now. Waits `keepPatience` at most; its failure stops nothing. */
    keep: async (moment: CardSnapshot): Promise<void> => {
      const entry = state.entry()
      const call = state.read(entry)
      if (!cards || call.tool?.kind === 'display') return
      const { prepared, review, problem } = state.local()
      const record: CardRecord = {
        at: now(),
        headline: call.readable ? call.tool.headline(call.parameters) : entry.toolName,
        problem: call.readable ? problem : call.problem,
        prepared,
        review,
      }
      const kept = new AbortController()
      const late = sleep(keepPatience, kept.signal).catch(() => undefined)
      await Promise.race([cards.keep(entryKey, moment, record, call.tool), late])
      kept.abort(new Error('The record is stored'))
    },
    /**
     * Restores what the card showed, once the call is no longer open, so that it looks the same before and after a
     * reload.
     */
    recall: async (): Promise<void> => {
      const kept = await cards?.read(entryKey, state.read(state.entry()).tool)
      const record = kept ? recordFor(state.entry(), kept) : null
      if (record) state.set({ record })
    },
  }
}

export type CardMemory = ReturnType<typeof createCardMemory>
