import { type Chain, type Client, createClient, http, type PublicActions } from 'viem'
import {
  call,
  getBalance,
  getBlock,
  getBlockNumber,
  getCode,
  getEnsAddress,
  getFeeHistory,
  getGasPrice,
  getStorageAt,
  getTransaction,
  getTransactionCount,
  getTransactionReceipt,
  readContract,
} from 'viem/actions'

/**
 * The actions of viem's public client that this app uses: every page would load the whole of it otherwise. Add an
 * action here to use it.
 */
export type ChainClient = Client & Actions

type Actions = Pick<
  PublicActions,
  | 'call'
  | 'getBalance'
  | 'getBlock'
  | 'getBlockNumber'
  | 'getCode'
  | 'getEnsAddress'
  | 'getFeeHistory'
  | 'getGasPrice'
  | 'getStorageAt'
  | 'getTransaction'
  | 'getTransactionCount'
  | 'getTransactionReceipt'
  | 'readContract'
>

/**
 * No contract may name a URL to query for its answer (ERC-3668): its author could make the service fetch any address of
 * its own network, and would learn who looks at a card.
 */
export const noLookups = false

/** Creates the client of a chain. */
export function createChainClient(chain: Chain, rpcUrl: string, pollingInterval: number): ChainClient {
  return createClient({
    chain,
    // One HTTP request for all reads of a tick; one quick retry, because a person waits for the card.
    transport: http(rpcUrl, { batch: true, retryCount: 1, retryDelay: 300, timeout: 12_000 }),
    // Sized for a whole token list in one eth_call (a balanceOf is 36 bytes), far below common gas caps.
    batch: { multicall: { batchSize: 32_768 } },
    ccipRead: noLookups,
    pollingInterval,
  }).extend(
    (client): Actions => ({
      call: (asked) => call(client, asked),
      getBalance: (asked) => getBalance(client, asked),
      getBlock: (asked) => getBlock(client, asked),
      getBlockNumber: (asked) => getBlockNumber(client, asked),
      getCode: (asked) => getCode(client, asked),
      getEnsAddress: (asked) => getEnsAddress(client, asked),
      getFeeHistory: (asked) => getFeeHistory(client, asked),
      getGasPrice: () => getGasPrice(client),
      getStorageAt: (asked) => getStorageAt(client, asked),
      getTransaction: (asked) => getTransaction(client, asked),
      getTransactionCount: (asked) => getTransactionCount(client, asked),
      getTransactionReceipt: (asked) => getTransactionReceipt(client, asked),
      readContract: (asked) => readContract(client, asked),
    }),
  )
}
