import type { Account, Chain, Client, Transport } from 'viem'
import { type EstimateGasParameters, estimateGas } from 'viem/actions'

/** Adds a fifth to an estimate, for changes until the transaction is mined. Unused gas is not paid for. */
export const withMargin = (gas: bigint): bigint => (gas * 12n + 9n) / 10n

/**
 * Returns the gas limit for a transaction of the client's account. A node's estimate is just enough for the current
 * state: a deposit sent with it runs out of gas and reverts if somebody else's arrives a second earlier. Throws viem's
 * errors if the transaction would revert now.
 */
export const gasLimit = async (
  client: Client<Transport, Chain, Account>,
  transaction: EstimateGasParameters<Chain>,
): Promise<bigint> => withMargin(await estimateGas(client, transaction))
