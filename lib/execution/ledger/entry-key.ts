import type { Address } from 'viem'

/** Identifies a call. Ids are the service's own: another account may be given the same ones. */
export type CallIdentity = {
  /** Account that was signed in when the agent proposed the call. */
  owner: Address
  taskId: string
  callId: string
}

/**
 * Returns the unique name of a call: the key of its ledger row, of its lock, and between tabs. No two calls share one,
 * whatever their ids consist of; and none contains a colon, so it never equals a former key.
 */
export const entryKey = ({ owner, taskId, callId }: CallIdentity): string =>
  JSON.stringify([owner.toLowerCase(), taskId, callId]).replaceAll(':', '\\u003a')

/** Returns the key that version 1 of the ledger gave a call, whatever its account. */
export const formerKey = ({ taskId, callId }: Omit<CallIdentity, 'owner'>): string => `${taskId}:${callId}`
