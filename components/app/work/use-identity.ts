'use client'

import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Address } from 'viem'
import { ownerOf } from '@/components/wallet/session-owner'
import type { App } from '../app-context'
import { rememberReturning } from '../returning'

/** Returns the wallet's account, the session, and the account whose conversations may be shown. */
export function useIdentity({ account: accounts, session: sessions, chains }: App) {
  const account = useSyncExternalStore(accounts.subscribe, accounts.getSnapshot, accounts.getSnapshot)
  const session = useSyncExternalStore(sessions.subscribe, sessions.getSnapshot, sessions.getSnapshot)
  const [before, setBefore] = useState<Address | null>(null)
  const owner = ownerOf(session, before)
  if (owner !== before) setBefore(owner)

  const { address, chainId } = account
  const [firstChain] = chains.keys()
  const signIn = useCallback(() => {
    // The wallet may be on a chain that is not supported here. Its account is the same on every chain.
    const served = chainId !== null && chains.has(chainId) ? chainId : firstChain
    if (address && served !== undefined) void sessions.signIn(address, served)
  }, [sessions, chains, address, chainId, firstChain])

  // While the wallet switches accounts, neither is shown.
  const shown = owner !== null && owner === address ? owner : null
  const signedIn = session.status === 'signed-in' && shown !== null
  const pending = account.status === 'pending' || (session.status === 'unknown' && session.problem === null)
  useEffect(() => {
    if (!pending) rememberReturning(signedIn ? shown : null)
  }, [pending, signedIn, shown])
  return {
    account,
    session,
    /** Account whose conversations are on screen. */
    owner: shown,
    signedIn,
    /** True until it is known if a wallet reconnects, and if it is signed in. */
    pending,
    signIn,
    signOut: useCallback(() => void sessions.signOut(), [sessions]),
  }
}
