/** Maximum number of attempts for one transaction. Each failure means that somebody else was faster. */
const mostTries = 20

/** Anvil's messages if another transaction of the account took the nonce just chosen for this one. */
const taken = /replacement transaction underpriced|nonce too low|transaction already imported/i

/**
 * Sends from an account that other processes use at the same time, such as a test and the faucet with the owner of all
 * contracts. Tries again if another one took the nonce. Passes on every other error.
 */
export async function inTurn<T>(send: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await send()
    } catch (error) {
      if (tries === mostTries || !(error instanceof Error && taken.test(error.message))) throw error
    }
}
