/** So often a transaction is sent at most. Each time somebody else was faster. */
const mostTries = 20

/** How Anvil says that another transaction of the account has the nonce that it had just chosen for this one. */
const taken = /replacement transaction underpriced|nonce too low|transaction already imported/i

/**
 * Sends for an account that other processes send for at the same moment, such as a test and the faucet for the owner of
 * all contracts: where another one got the nonce, once more. Rejects with every other error as it is.
 */
export async function inTurn<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await send()
    } catch (error) {
      if (tries === mostTries || !(error instanceof Error && taken.test(error.message))) throw error
    }
}
