import { type Address, BaseError, type Hex, numberToHex, type PublicClient, RpcRequestError } from 'viem'

/** Ample for a collection that builds its picture on the chain. */
const mostGas = 30_000_000n

/**
 * A read of a contract of which nothing good may be assumed: each as an `eth_call` of its own with bounded gas, so that
 * one that loops or returns megabytes spoils no other. The client still sends all of one tick in one request. Null
 * where the contract refused; throws viem's errors where the node did not answer.
 */
export async function boundedCall(client: PublicClient, to: Address, data: Hex): Promise<Hex | null> {
  try {
    return await client.request({ method: 'eth_call', params: [{ to, data, gas: numberToHex(mostGas) }, 'latest'] })
  } catch (error) {
    if (error instanceof BaseError && error.walk(isRefusal) !== null) return null
    throw error
  }
}

/** What nodes say when the contract, and not they, failed: code 3 of geth and its kin, or words to that effect. */
const isRefusal = (cause: unknown): boolean =>
  cause instanceof RpcRequestError &&
  (cause.code === 3 || /revert|out ?of ?gas|invalid ?opcode|bad instruction|stack|halt/i.test(cause.details))
