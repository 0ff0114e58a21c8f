import { type Address, BaseError, type Hex, numberToHex, type PublicClient, RpcRequestError } from 'viem'

/** Ample for a collection that builds its picture on chain. */
const mostGas = 30_000_000n

/**
 * Reads a contract that may be hostile, in an `eth_call` of its own with bounded gas, so that one that loops or returns
 * megabytes spoils no other read. The client still sends all reads of a tick in one request. Null if the contract
 * refused; throws viem's errors if the node did not answer.
 */
export async function boundedCall(client: PublicClient, to: Address, data: Hex): Promise<Hex | null> {
  try {
    return await client.request({ method: 'eth_call', params: [{ to, data, gas: numberToHex(mostGas) }, 'latest'] })
  } catch (error) {
    if (error instanceof BaseError && error.walk(isRefusal) !== null) return null
    throw error
  }
}

/** True if the contract failed and not the node: code 3 in geth and its relatives, or words to that effect. */
const isRefusal = (cause: unknown): boolean =>
  cause instanceof RpcRequestError &&
  (cause.code === 3 || /revert|out ?of ?gas|invalid ?opcode|bad instruction|stack|halt/i.test(cause.details))
