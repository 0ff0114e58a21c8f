import { getAccount, reconnect, signMessage } from 'wagmi/actions'
import { createNotifySettings } from '@/components/notifications/notify-settings'
import { createQuietMode } from '@/components/settings/quiet-mode'
import { createOwnRpc, withOwnRpc } from '@/components/settings/rpc/own-rpc'
import { allowedRpcOrigins, allowRpc } from '@/components/settings/rpc/rpc-origins'
import { createAccountStore } from '@/components/wallet/account-store'
import { createApprovalQueue } from '@/components/wallet/demo/approval-queue'
import { createWalletConfig } from '@/components/wallet/wagmi-config'
import { createWalletPort } from '@/components/wallet/wallet-port'
import { buildChains } from '@/lib/chain/chains/chains'
import { createReading, readBy } from '@/lib/chat/page/reading'
import { createSession } from '@/lib/chat/service/session'
import type { PublicConfig } from '@/lib/public-config'
import type { AgentInfo } from './agent-info'
import type { App } from './app-context'
import { sessionFetch } from './first-session'

let app: App | null = null

/** Returns the app of this browser, created by the first call with its settings. Never called on the server. */
export function appOf(settings: PublicConfig, agents: readonly AgentInfo[]): App {
  app ??= createApp(settings, agents)
  return app
}

function createApp(settings: PublicConfig, agents: readonly AgentInfo[]): App {
  const ownRpc = createOwnRpc(() => localStorage, window)
  const usual = settings.chains.map(({ rpcUrl }) => new URL(rpcUrl).origin)
  const reachable = [...usual, ...allowedRpcOrigins()]
  allowRpc(Object.values(ownRpc.read()))
  const chains = buildChains(withOwnRpc(settings.chains, ownRpc.read(), reachable))
  const approvals = createApprovalQueue()
  const wagmi = createWalletConfig({ chains, devnet: settings.devnet, approvals })
  const account = createAccountStore(wagmi)
  const tabs = new BroadcastChannel('countersign-session')
  const session = createSession({
    fetch: sessionFetch,
    now: () => Date.now(),
    config: settings.siwe,
    signMessage: (address, message) => signMessage(wagmi, { account: address, message }),
    tellTabs: () => tabs.postMessage(null),
  })
  // Another tab may have signed in with another wallet, and requests from this tab would then go to that account.
  tabs.onmessage = () => void session.check()

  void session.check()
  let shown = getAccount(wagmi).address ?? null
  account.subscribe(() => {
    const { address, status } = account.getSnapshot()
    if (status === 'pending' || address === shown) return
    shown = address
    void session.accountChanged(address)
  })
  const quiet = createQuietMode(() => localStorage, window)
  void bringBack(wagmi, quiet.read() ? null : settings.walletConnectProjectId).finally(account.settle)

  const reading = createReading(() => localStorage, window)
  readBy(reading)
  const notify = createNotifySettings(() => localStorage, window)
  return {
    settings,
    agents,
    chains,
    notify,
    reading,
    quiet,
    ownRpc,
    reachable,
    wagmi,
    account,
    wallet: createWalletPort(wagmi),
    approvals,
    session,
  }
}

/** Reconnects the wallet of the last visit. Loads WalletConnect's SDK only if that wallet used it, and never in quiet mode. */
async function bringBack(wagmi: App['wagmi'], projectId: string | null): Promise<void> {
  const recent = await wagmi.storage?.getItem('recentConnectorId')
  if (recent === 'walletConnect' && projectId) {
    const { installWalletConnect } = await import('@/components/wallet/install-wallet-connect')
    installWalletConnect(wagmi, projectId)
  }
  await reconnect(wagmi)
}
