'use client'

import { useCallback, useEffect, useState } from 'react'
import type { Address } from 'viem'
import type { Chains } from '@/lib/chain/chains/chain'
import type { AccountView } from '../account-store'
import { demoConnectorId } from './demo-connector'

/** `wanted` if the account has nothing and may ask. `here` lasts until the account changes. */
export type PlayMoney = { state: 'none' | 'wanted' | 'asking' | 'here' } | { state: 'failed'; problem: string }

/**
 * Gets play money for the connected account on local chains. The Demo wallet, which starts with nothing, gets it once
 * automatically; the person decides for any other wallet.
 */
export function usePlayMoney(chains: Chains, devnet: boolean, account: AccountView) {
  const [money, setMoney] = useState<PlayMoney>({ state: 'none' })
  const { address, connectorId } = account

  const ask = useCallback(async (to: Address) => {
    setMoney({ state: 'asking' })
    try {
      await requestPlayMoney(to)
      setMoney({ state: 'here' })
    } catch (error) {
      setMoney({ state: 'failed', problem: error instanceof Error ? error.message : 'The faucet failed.' })
    }
  }, [])

  useEffect(() => {
    setMoney({ state: 'none' })
    if (!devnet || !address) return
    let current = true
    needsPlayMoney(chains, address).then(
      (needed) => {
        if (!current || !needed) return
        if (connectorId === demoConnectorId) void ask(address)
        else setMoney({ state: 'wanted' })
      },
      // The local chains do not respond. The cards say so where it matters.
      () => setMoney({ state: 'none' }),
    )
    return () => {
      current = false
    }
  }, [chains, devnet, address, connectorId, ask])

  return { money, ask }
}

/** Thrown if the faucet gives no play money. Nothing of value is involved. */
class FaucetError extends Error {
  override readonly name = 'FaucetError'
  readonly code = 'faucet'
}

/** Asks the local faucet for play money on every local chain. Throws FaucetError. */
async function requestPlayMoney(address: Address): Promise<void> {
  const response = await fetch('/api/faucet', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ address }),
  }).catch((cause: unknown) => {
    throw new FaucetError('The faucet is not responding. Is the page still online?', { cause })
  })
  await response.body?.cancel()
  if (!response.ok)
    throw new FaucetError(`The faucet gave no play money (HTTP ${response.status}). Try again in a moment.`)
}

/** True if the account has no native coins on any local chain, and so could not pay a fee. */
async function needsPlayMoney(chains: Chains, address: Address): Promise<boolean> {
  const local = [...chains.values()].filter(({ isLocal }) => isLocal)
  const balances = await Promise.all(local.map(({ client }) => client.getBalance({ address })))
  return local.length > 0 && balances.every((balance) => balance === 0n)
}
