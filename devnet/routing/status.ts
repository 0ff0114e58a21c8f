import {
  type Address,
  type Hash,
  type Hex,
  isAddressEqual,
  parseEventLogs,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import { z } from 'zod'
import { devnetAddresses } from '@/lib/chain/chains/devnet-addresses'
import { diamondAbi } from '../abi'
import { hashField } from '../api/fields'
import type { DevnetChain } from '../chain'
import type { Knobs } from '../services/control'
import type { Relayer } from '../services/relayer'
import { findChain, findToken, type PricedToken, tokenJson, usdOf } from './token'
import { tools } from './tools'

const querySchema = z.object({ txHash: hashField, fromChain: z.string().optional() })

type Sources = { chains: readonly DevnetChain[]; knobs: Knobs; relayer: Relayer; origin: string }

const notFound = {
  status: 'NOT_FOUND',
  substatus: 'NOT_PROCESSABLE_REFUND_NEEDED',
  substatusMessage: 'The transaction was not found.',
}

/** Answers that the knob `statusMode` substitutes for the chain's. */
const pretended: Record<Exclude<Knobs['statusMode'], 'normal' | 'not-found'>, Record<string, string>> = {
  pending: {
    status: 'PENDING',
    substatus: 'WAIT_DESTINATION_TRANSACTION',
    substatusMessage: 'The bridge waits to pay out.',
  },
  failed: { status: 'FAILED', substatus: 'UNKNOWN_FAILED_ERROR', substatusMessage: 'The transfer failed.' },
  partial: { status: 'DONE', substatus: 'PARTIAL', substatusMessage: 'Another token was received than was asked for.' },
  refunded: { status: 'DONE', substatus: 'REFUNDED', substatusMessage: 'The tokens were sent back.' },
  invalid: { status: 'INVALID', substatus: 'UNKNOWN_ERROR', substatusMessage: 'Not a transaction of this service.' },
}

async function findReceipt(chains: readonly DevnetChain[], hash: Hash) {
  for (const chain of chains) {
    try {
      return { chain, receipt: await chain.client.getTransactionReceipt({ hash }) }
    } catch (error) {
      if (!(error instanceof TransactionReceiptNotFoundError)) throw error
    }
  }
  return null
}

async function transactionInfo(
  chain: DevnetChain,
  receipt: TransactionReceipt,
  moved: { token: PricedToken; amount: bigint },
  origin: string,
) {
  const { transactionHash, gasUsed, effectiveGasPrice, blockNumber } = receipt
  const [coin, block] = await Promise.all([
    findToken(chain, chain.info.viemChain.nativeCurrency.symbol),
    chain.client.getBlock({ blockNumber }),
  ])
  const gasAmount = gasUsed * effectiveGasPrice
  return {
    txHash: transactionHash,
    txLink: `${origin}/tx/${transactionHash}`,
    chainId: chain.info.id,
    amount: String(moved.amount),
    amountUSD: usdOf(moved.token, moved.amount),
    token: tokenJson(moved.token),
    gasPrice: String(effectiveGasPrice),
    gasUsed: String(gasUsed),
    gasToken: tokenJson(coin),
    gasAmount: String(gasAmount),
    gasAmountUSD: usdOf(coin, gasAmount),
    timestamp: Number(block.timestamp),
  }
}

async function movedAmount(chain: DevnetChain, asset: Address, amount: bigint) {
  return { token: await findToken(chain, asset), amount }
}

/** Finds the payment at the other end of a bridge; null while it is outstanding. */
async function findCompletion(target: DevnetChain, transactionId: Hex) {
  const [completion] = await target.client.getContractEvents({
    address: devnetAddresses.diamond,
    abi: diamondAbi,
    eventName: 'LiFiTransferCompleted',
    args: { transactionId },
    fromBlock: 0n,
    strict: true,
  })
  if (!completion) return null
  const receipt = await target.client.getTransactionReceipt({ hash: completion.transactionHash })
  return { receipt, asset: completion.args.receivingAssetId, amount: completion.args.amount }
}

/** Returns the status of a transaction in the format of the LI.FI API, from the chains' events alone. */
export async function transferStatus(query: unknown, { chains, knobs, relayer, origin }: Sources): Promise<object> {
  const { txHash, fromChain } = querySchema.parse(query)
  const searched = fromChain ? [findChain(chains, fromChain)] : chains
  if (knobs.statusMode === 'not-found') return notFound
  const found = await findReceipt(searched, txHash)
  if (!found) return notFound
  const { chain, receipt } = found
  const plain = { txHash, txLink: `${origin}/tx/${txHash}`, chainId: chain.info.id }
  if (receipt.status === 'reverted')
    return { ...pretended.failed, substatusMessage: 'The transaction reverted.', sending: plain }
  const [event] = parseEventLogs({
    abi: diamondAbi,
    eventName: ['LiFiGenericSwapCompleted', 'LiFiTransferStarted'],
    logs: receipt.logs.filter(({ address }) => isAddressEqual(address, devnetAddresses.diamond)),
  })
  if (!event) return { ...pretended.invalid, sending: plain }
  const common = {
    transactionId: event.args.transactionId,
    fromAddress: receipt.from,
    toAddress: event.args.receiver,
    lifiExplorerLink: plain.txLink,
    feeCosts: [],
    metadata: { integrator: 'countersign' },
  }
  if (event.eventName === 'LiFiGenericSwapCompleted') {
    const { fromAssetId, fromAmount, toAssetId, toAmount } = event.args
    const [from, to] = await Promise.all([
      movedAmount(chain, fromAssetId, fromAmount),
      movedAmount(chain, toAssetId, toAmount),
    ])
    const [sending, receiving] = await Promise.all([
      transactionInfo(chain, receipt, from, origin),
      transactionInfo(chain, receipt, to, origin),
    ])
    return { ...common, tool: tools.exchange.key, sending, receiving, ...outcome(knobs) }
  }
  const { transactionId, sendingAssetId, amount, destinationChainId } = event.args
  const target = findChain(chains, String(destinationChainId))
  const bridged = { ...common, tool: tools.bridge.key, bridgeExplorerLink: plain.txLink }
  const [sending, completion] = await Promise.all([
    movedAmount(chain, sendingAssetId, amount).then((moved) => transactionInfo(chain, receipt, moved, origin)),
    findCompletion(target, transactionId),
  ])
  if (!completion) {
    const problem = relayer.problem(transactionId)
    const state = problem
      ? {
          status: 'FAILED',
          substatus: 'NOT_PROCESSABLE_REFUND_NEEDED',
          substatusMessage: `The money stays in the bridge: ${problem}.`,
        }
      : knobs.statusMode === 'normal'
        ? pretended.pending
        : pretended[knobs.statusMode]
    return { ...bridged, sending, receiving: { chainId: target.info.id }, ...state }
  }
  const received = await movedAmount(target, completion.asset, completion.amount)
  const receiving = await transactionInfo(target, completion.receipt, received, origin)
  return { ...bridged, sending, receiving, ...outcome(knobs) }
}

function outcome({ statusMode }: Knobs): Record<string, string> {
  return statusMode === 'normal' || statusMode === 'not-found'
    ? { status: 'DONE', substatus: 'COMPLETED', substatusMessage: 'The transfer is complete.' }
    : pretended[statusMode]
}
