import type { Account, Chain, Client, Transport } from 'viem'
import { type EstimateGasParameters, estimateGas } from 'viem/actions'

/** A fifth more than is needed now, for what changes until the transaction is mined. Gas that is not used is not paid for. */
export const withMargin = (gas: bigint): bigint => (gas * 12n + 9n) / 10n

/**
 * The limit for a transaction of the client's account. What a node estimates is just enough for the state of that moment:
 * sent with it, a deposit runs out of gas and reverts because somebody else's has gone in a second before. Throws viem's
 * errors where the transaction would revert now.
 */
export const gasLimit = async (
  client: Client<Transport, Chain, Account>,
  transaction: EstimateGasParameters<Chain>,
): Promise<bigint> => withMargin(await estimateGas(client, transaction))
