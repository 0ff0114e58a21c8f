import type { ExecutionContext } from '../context'
import type { WalletAnswer } from './ask'
import { type Locks, nonceLock } from './locks'
import { WalletError } from './wallet'

/** Maximum age, in milliseconds, of the check at the click when the wallet is asked. */
const freshFor = 60_000

type Turn = { key: string; chainId: number; account: string; locks: Locks; isMeant: () => boolean }

/** Throws WalletError `aged` if the person has changed something since the click. */
export function assertMeant(isMeant: () => boolean): void {
  if (!isMeant()) throw new WalletError('aged', 'You changed something after you clicked: review it, then countersign.')
}

/**
 * Asks the wallet when it is this call's turn: one request at a time per account and chain, because each needs the next
 * nonce. `ask` calls `assertFresh` right before it asks: after waiting in line, or for the person to switch chains, the
 * check may be outdated. That throws WalletError `aged`.
 */
export async function inTurn(
  { key, chainId, account, locks, isMeant }: Turn,
  { ledger, now, signal }: ExecutionContext,
  ask: (assertFresh: () => void) => Promise<WalletAnswer>,
): Promise<WalletAnswer> {
  const name = nonceLock(chainId, account)
  const since = now()
  const work = () =>
    ask(() => {
      assertMeant(isMeant)
      if (now() - since > freshFor) throw new WalletError('aged', aged)
    })
  const at = await locks.tryAcquire(name, work)
  if (at.acquired) return at.value
  await ledger.apply(key, { type: 'noted', note: inLine })
  return locks.hold(name, work, signal)
}

const inLine =
  'Your wallet is busy with another request for this account on the same chain. Answer that one first: this one is next.'
const aged =
  'Your wallet was busy until some time after the check, so it was not asked. Review the new figures, then countersign again.'
