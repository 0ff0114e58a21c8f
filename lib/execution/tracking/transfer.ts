import type { TransferStatus } from '@/lib/chain/routing/routing'
import type { ExecutionContext } from '../context'
import { isSettled } from '../ledger/entry'
import { minedHash } from '../ledger/outcome'

/**
 * Follows a bridge's transfer to its destination, as reported by the router. Ends with the call settled; rejects only
 * when the context's signal aborts. `tell` receives each stage in words.
 */
export async function followTransfer(
  key: string,
  context: ExecutionContext,
  tell: (stage: string) => void,
): Promise<void> {
  const { ledger, routing, signal, sleep, transferDelay } = context
  for (let looks = 0; ; looks += 1) {
    signal.throwIfAborted()
    const entry = ledger.get(key)
    const last = entry?.steps.at(-1)
    const hash = last && minedHash(last)
    if (!entry?.transfer || !hash || isSettled(entry.state)) return
    let status: TransferStatus | null = null
    try {
      status = await routing.status({ ...entry.transfer, hash }, signal)
    } catch {
      // The router's silence says nothing about the money: ask again later.
    }
    signal.throwIfAborted()
    switch (status?.state) {
      case 'done': {
        const { destinationHash } = status
        await ledger.apply(key, { type: 'completed', ...(destinationHash ? { destinationHash } : {}) })
        return
      }
      case 'partial':
      case 'refunded':
      case 'failed': {
        const { state, message, destinationHash } = status
        await ledger.apply(key, {
          type: 'transfer-ended',
          as: state,
          message,
          ...(destinationHash ? { destinationHash } : {}),
        })
        return
      }
      case 'pending':
        tell(status.message)
        break
      case 'not-found':
        tell('The bridge has not seen the transaction yet.')
        break
      default:
        tell('The routing service is not responding. The transfer continues without it.')
    }
    await sleep(transferDelay(looks), signal)
  }
}
