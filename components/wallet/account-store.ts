import type { Address } from 'viem'
import type { Config } from 'wagmi'
import { getAccount, watchAccount } from 'wagmi/actions'
import { createStore } from '@/lib/store'

/** The wallet as the page shows it. `pending` until it is known if one reconnects after a reload. */
export type AccountView = {
  status: 'pending' | 'disconnected' | 'connected'
  address: Address | null
  /** The wallet's chain, supported here or not. */
  chainId: number | null
  connectorId: string | null
  connectorName: string | null
}

export type AccountStore = {
  subscribe: (listener: () => void) => () => void
  /** Keeps its identity between changes. */
  getSnapshot: () => AccountView
  /** Call once wagmi has tried to reconnect: before that, "disconnected" may be wrong. */
  settle: () => void
}

const pendingAccount: AccountView = {
  status: 'pending',
  address: null,
  chainId: null,
  connectorId: null,
  connectorName: null,
}

export function createAccountStore(config: Config): AccountStore {
  let settled = false
  const { subscribe, getSnapshot, set } = createStore(pendingAccount)
  const update = () => {
    const next = read(config, settled)
    const view = getSnapshot()
    if (Object.keys(next).every((key) => next[key as keyof AccountView] === view[key as keyof AccountView])) return
    set(next)
  }
  watchAccount(config, { onChange: update })
  update()
  return {
    subscribe,
    getSnapshot,
    settle: () => {
      settled = true
      update()
    },
  }
}

function read(config: Config, settled: boolean): AccountView {
  const { address, chainId, connector, isConnected } = getAccount(config)
  if (isConnected && address)
    return {
      status: 'connected',
      address,
      chainId: chainId ?? null,
      connectorId: connector?.id ?? null,
      connectorName: connector?.name ?? null,
    }
  return settled ? { ...pendingAccount, status: 'disconnected' } : pendingAccount
}
