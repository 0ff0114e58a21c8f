import { setTimeout as pause } from 'node:timers/promises'
import { type Hash, TransactionReceiptNotFoundError } from 'viem'

const pollMs = 10

type Asked<Receipt> = { getTransactionReceipt: (transaction: { hash: Hash }) => Promise<Receipt> }

/**
 * Waits until a local chain has mined a transaction, and resolves to its receipt, whatever its status. A chain that
 * mines by itself may answer to the first question that there is no receipt yet, and have one a moment later. viem's
 * `waitForTransactionReceipt` would ask again only after another block, and where nobody sends, none comes. Rejects
 * after `patienceMs`, and at once where the chain cannot be asked.
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
