import { type Chain, http } from 'viem'
import { type Config, createConfig } from 'wagmi'
import type { ChainInfo, Chains } from '@/lib/chain/chains/chain'
import { noLookups } from '@/lib/chain/chains/chain-client'
import type { ApprovalQueue } from './demo/approval-queue'
import { demoConnector } from './demo/demo-connector'
import { createDemoProvider } from './demo/demo-provider'

/**
 * Creates the wallets of this page. Extensions announce themselves (EIP-6963). No SDK is registered, because wagmi
 * would load it at startup. Local chains have the Demo wallet too. Call it once per browser, never on the server.
 */
export function createWalletConfig({
  chains,
  devnet,
  approvals,
}: {
  chains: Chains
  devnet: boolean
  approvals: ApprovalQueue
}): Config {
  const [first, ...rest] = chains.values()
  if (!first) throw new Error('At least one chain is needed')
  const local = [...chains.values()].filter(({ isLocal }) => isLocal)
  const demo = devnet && isNotEmpty(local) ? [demoConnector(demoProvider(local, approvals))] : []
  const viemChains: [Chain, ...Chain[]] = [first.viemChain, ...rest.map(({ viemChain }) => viemChain)]
  return createConfig({
    chains: viemChains,
    connectors: demo,
    transports: Object.fromEntries([...chains.values()].map(({ id, rpcUrl }) => [id, http(rpcUrl, { batch: true })])),
    ccipRead: noLookups,
  })
}

const isNotEmpty = (list: readonly ChainInfo[]): list is readonly [ChainInfo, ...ChainInfo[]] => list.length > 0

const demoProvider = (chains: readonly [ChainInfo, ...ChainInfo[]], approvals: ApprovalQueue) =>
  createDemoProvider({ chains, storage: localStorage, ask: approvals.ask })
