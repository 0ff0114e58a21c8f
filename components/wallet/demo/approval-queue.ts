import type { Address } from 'viem'
import { createStore } from '@/lib/store'
import type { SignatureRequest } from './signature-request'

/** A request of the Demo wallet that waits for the person. */
export type Ask = { id: number; account: Address; chainName: string; request: SignatureRequest }

/**
 * Shows the Demo wallet's requests to the person one at a time, in order. The queue outlives any component. A request
 * without an answer stays open, as in a real wallet.
 */
export type ApprovalQueue = {
  subscribe: (listener: () => void) => () => void
  /** The request to show now. */
  getSnapshot: () => Ask | null
  /** Resolves with the person's answer. */
  ask: (request: Omit<Ask, 'id'>) => Promise<boolean>
  /**
   * Answers the request with this id, once. Ignores other ids, so that a late click cannot approve the next request.
   */
  answer: (id: number, approved: boolean) => void
}

export function createApprovalQueue(): ApprovalQueue {
  const waiting = createStore<readonly { ask: Ask; resolve: (approved: boolean) => void }[]>([])
  let lastId = 0
  return {
    subscribe: waiting.subscribe,
    getSnapshot: () => waiting.getSnapshot()[0]?.ask ?? null,
    ask: (request) =>
      new Promise((resolve) => {
        lastId += 1
        waiting.set([...waiting.getSnapshot(), { ask: { ...request, id: lastId }, resolve }])
      }),
    answer: (id, approved) => {
      const [first, ...rest] = waiting.getSnapshot()
      if (!first || first.ask.id !== id) return
      waiting.set(rest)
      first.resolve(approved)
    },
  }
}
