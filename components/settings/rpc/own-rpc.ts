import { z } from 'zod'
import type { ChainEntry } from '@/lib/chain/chains/chains'
import { type StorageEvents, storedValue, type TextStorage } from '@/lib/execution/call/kept/stored-value'
import { isAllowed } from './rpc-origins'

/** Nodes of a person's own, by chain id. */
export type OwnRpcUrls = Readonly<Record<string, string>>

const urlSchema = z
  .string()
  .max(500)
  .refine((text) => 'url' in readRpcUrl(text))
export const ownRpcSchema = z.record(z.string().regex(/^[1-9]\d{0,9}$/), urlSchema)

/** Creates the store of a person's own nodes, which hold for every account in this browser. */
export function createOwnRpc(storage: TextStorage, events: StorageEvents) {
  const { read, write, subscribe } = storedValue<OwnRpcUrls>('countersign-rpc', {
    storage,
    events,
    parse: (text) => ownRpcSchema.parse(JSON.parse(text ?? '{}')),
    failed: {},
  })
  return { read, write: (urls: OwnRpcUrls) => write(JSON.stringify(ownRpcSchema.parse(urls))), subscribe }
}

export type OwnRpc = ReturnType<typeof createOwnRpc>

/**
 * Returns the chains with the person's own nodes in place of the app's, as far as the page may connect to them: without
 * its cookie it may not until the next load.
 */
export const withOwnRpc = (
  chains: readonly ChainEntry[],
  own: OwnRpcUrls,
  reachable: readonly string[],
): ChainEntry[] =>
  chains.map(({ id, rpcUrl }) => {
    const mine = own[id]
    return { id, rpcUrl: mine !== undefined && reachable.includes(new URL(mine).origin) ? mine : rpcUrl }
  })

/** Reads the address of a node as people paste it. */
export function readRpcUrl(text: string): { url: string } | { problem: string } {
  const url = URL.parse(text.trim())
  if (!url) return { problem: 'Enter the whole address of the node, such as https://rpc.example.org.' }
  if (url.username || url.password)
    return { problem: 'Browsers do not send a user name or password in an address. Use a node with a key in its path.' }
  if (!isAllowed(url)) return { problem: 'The address must begin with https://, unless the node is on this computer.' }
  url.hash = ''
  return { url: url.href }
}
