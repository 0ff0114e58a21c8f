'use client'

import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Address } from 'viem'
import type { SessionState } from '@/lib/chat/service/session'
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

/**
 * Returns the account whose conversations the page shows. They stay after the session expires, and while the same
 * account signs in again, but go if it signs out or another account signs in. `before` is the owner so far.
 */
export function ownerOf(session: SessionState, before: Address | null): Address | null {
  switch (session.status) {
    case 'signed-in':
    case 'expired':
      return session.address
    case 'signing-in':
      return session.address === before ? before : null
    case 'unknown':
      return before
    case 'signed-out':
    case 'other-account':
      return null
  }
}
