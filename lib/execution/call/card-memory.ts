import type { CardRecord } from '../ledger/card-record'
import { type CardSnapshot, recordFor } from '../ledger/card-store'
import type { CallDeps } from './call-deps'
import type { CallState } from './call-state'

/** What a receipt shows is worth no more waiting than this before the wallet is asked. Milliseconds. */
const keepPatience = 1_500

/** Keeps what the card of one call shows, for its receipt, and brings it back once the call is no longer open. */
export function createCardMemory(entryKey: string, state: CallState, { cards, now, sleep }: CallDeps) {
  return {
    /** Keeps what the card shows now. It waits `keepPatience` at most, and its failure stops nothing. */
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
      kept.abort(new Error('It is kept'))
    },
    /** What the card showed, once it is no longer open: as after a reload, so before one. */
    recall: async (): Promise<void> => {
      const kept = await cards?.read(entryKey, state.read(state.entry()).tool)
      const record = kept ? recordFor(state.entry(), kept) : null
      if (record) state.set({ record })
    },
  }
}

export type CardMemory = ReturnType<typeof createCardMemory>
