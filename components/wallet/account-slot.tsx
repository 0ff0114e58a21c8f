'use client'

import type { Chains } from '@/lib/chain/chains/chain'
import { AccountMenu } from './account-menu'
import { AccountPlaceholder, ConnectButton } from './account-placeholder'
import type { AccountView } from './account-store'

/** Actions on the account. Absent ones are not offered. */
export type AccountActions = {
  connect: () => void
  disconnect: () => void
  switchChain: (chainId: number) => void
  signIn?: () => void
  signOut?: () => void
  playMoney?: () => void
  permissions?: () => void
  plans?: () => void
  portfolio?: () => void
  activity?: () => void
  settings?: () => void
}

/** The account in the header. The same size in every state, so that nothing moves when the wallet reconnects. */
export function AccountSlot({
  account,
  chains,
  signedIn,
  actions,
}: {
  account: AccountView
  chains: Chains
  signedIn: boolean
  actions: AccountActions
}) {
  const { address } = account
  if (account.status === 'pending') return <AccountPlaceholder />
  if (!address) return <ConnectButton onClick={actions.connect} />
  return <AccountMenu address={address} account={account} chains={chains} signedIn={signedIn} actions={actions} />
}
