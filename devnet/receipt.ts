import { setTimeout as pause } from 'node:timers/promises'
import { type Hash, TransactionReceiptNotFoundError } from 'viem'

const pollMs = 10

type Asked<Receipt> = { getTransactionReceipt: (transaction: { hash: Hash }) => Promise<Receipt> }

/**
 * Waits until a local chain has mined a transaction, and resolves to its receipt, whatever its status. A chain with
 * automatic mining may answer the first request with no receipt and have one a moment later. viem's
 * `waitForTransactionReceipt` would ask again only after another block, and without transactions none comes. Rejects
 * after `patienceMs`, and at once if the chain cannot be reached.
 */
export async function minedReceipt<Receipt>(client: Asked<Receipt>, hash: Hash, patienceMs = 30_000): Promise<Receipt> {
  const deadline = performance.now() + patienceMs
  while (true) {
    try {
      return await client.getTransactionReceipt({ hash })
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error
      if (performance.now() >= deadline)
        throw new Error(
          `The local chain has not mined transaction ${hash} within ${patienceMs / 1_000} seconds. It may still do so.`,
          { cause: error },
        )
    }
    await pause(pollMs)
  }
}
