'use client'

import { useCallback, useState } from 'react'
import type { Config } from 'wagmi'
import { connect, disconnect, switchChain } from 'wagmi/actions'
import type { Chains } from '@/lib/chain/chains/chain'
import { toWalletError } from '@/lib/execution/signing/wallet'
import type { PublicConfig } from '@/lib/public-config'
import type { AccountActions } from './account-slot'
import type { AccountView } from './account-store'
import { demoConnectorId } from './demo/demo-connector'
import { usePlayMoney } from './demo/use-play-money'

export type WalletActions = ReturnType<typeof useWalletActions>

/** Actions of the page on the wallet itself: connect, disconnect, switch chain, get play money. */
export function useWalletActions(
  { wagmi, chains, settings }: { wagmi: Config; chains: Chains; settings: PublicConfig },
  account: AccountView,
) {
  const [connectOpen, setConnectOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const { money, ask } = usePlayMoney(chains, settings.devnet, account)
  const { address } = account

  const attempt = async (action: () => Promise<unknown>) => {
    setProblem(null)
    setBusy(true)
    try {
      await action()
    } catch (error) {
      const { code, message } = toWalletError(error)
      if (code !== 'rejected') setProblem(message)
    } finally {
      setBusy(false)
    }
  }
  const openConnect = () => setConnectOpen(true)
  const getPlayMoney = address && settings.devnet ? () => void ask(address) : undefined
  const actions: AccountActions = {
    connect: openConnect,
    disconnect: () => void attempt(() => disconnect(wagmi)),
    switchChain: (chainId) => void attempt(() => switchChain(wagmi, { chainId })),
    ...(getPlayMoney ? { playMoney: getPlayMoney } : {}),
  }
  return {
    actions,
    busy,
    /** Why the latest action failed, for the person. */
    problem,
    dismissProblem: () => setProblem(null),
    money,
    getPlayMoney,
    connectOpen,
    openConnect,
    closeConnect: useCallback(() => setConnectOpen(false), []),
    connectDemo: () => {
      const connector = wagmi.connectors.find(({ id }) => id === demoConnectorId)
      if (connector) void attempt(() => connect(wagmi, { connector }))
    },
  }
}
