import type { Address } from 'viem'
import { createStore } from '@/lib/store'
import type { SignatureRequest } from './signature-request'

/** One thing that the Demo wallet is asked to sign, waiting for the person. */
export type Ask = { id: number; account: Address; chainName: string; request: SignatureRequest }

/**
 * Where the Demo wallet lays its requests before the person: one at a time, in order. The queue outlives any component;
 * a request that nobody answers stays open, as in a real wallet.
 */
export type ApprovalQueue = {
  subscribe: (listener: () => void) => () => void
  /** The request to show now. */
  getSnapshot: () => Ask | null
  /** Resolves with the person's answer. */
  ask: (request: Omit<Ask, 'id'>) => Promise<boolean>
  /** Answers the request with this id, once; other ids are ignored, so that a late click cannot approve the next one. */
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
