import { createTestClient, http, publicActions, walletActions } from 'viem'
import type { ChainInfo } from '@/lib/chain/chains/chain'
import { chainInfo } from '@/lib/chain/chains/chains'

function openClient(info: ChainInfo) {
  return createTestClient({
    chain: info.viemChain,
    mode: 'anvil',
    transport: http(info.rpcUrl, { batch: true, retryCount: 0 }),
    pollingInterval: 50,
  })
    .extend(publicActions)
    .extend(walletActions)
}

/** A local chain, with a client that has every power over it. */
export type DevnetChain = { info: ChainInfo; client: ReturnType<typeof openClient> }

export function openChain(entry: { id: number; rpcUrl: string }): DevnetChain {
  const info = chainInfo(entry)
  return { info, client: openClient(info) }
}
