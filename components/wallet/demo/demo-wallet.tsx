import type { Chains } from '@/lib/chain/chains/chain'
import { createApprovalQueue } from './approval-queue'
import { demoConnector } from './demo-connector'
import { createDemoProvider } from './demo-provider'
import { DemoSheet } from './demo-sheet'

const approvals = createApprovalQueue()

/** The Demo wallet: its connector on the local ones of the app's chains, and its window. Only local chains load it. */
export const demoWallet = {
  connectors: (chains: Chains) => {
    const [first, ...rest] = [...chains.values()].filter(({ isLocal }) => isLocal)
    if (!first) return []
    return [demoConnector(createDemoProvider({ chains: [first, ...rest], storage: localStorage, ask: approvals.ask }))]
  },
  Sheet: ({ chains }: { chains: Chains }) => <DemoSheet approvals={approvals} chains={chains} />,
}

export type DemoWallet = typeof demoWallet
