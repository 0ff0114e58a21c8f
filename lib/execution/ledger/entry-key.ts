import type { Address } from 'viem'

/** What tells a call from all others. Ids are the service's own: another account may be given the same ones. */
export type CallIdentity = {
  /** The account that was signed in when the agent proposed it. */
  owner: Address
  taskId: string
  callId: string
}

/**
 * The one name of a call: of its row in the ledger, of its lock, and between tabs. No two calls share one, whatever
 * their ids are made of; and none holds a colon, so that it is never a former key.
 */
export const entryKey = ({ owner, taskId, callId }: CallIdentity): string =>
  JSON.stringify([owner.toLowerCase(), taskId, callId]).replaceAll(':', '\\u003a')

/** The name that version 1 of the ledger gave a call, whoever's it was. */
export const formerKey = ({ taskId, callId }: Omit<CallIdentity, 'owner'>): string => `${taskId}:${callId}`
