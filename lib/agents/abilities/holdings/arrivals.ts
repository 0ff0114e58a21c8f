import {
  type Address,
  erc20Abi,
  type Hash,
  isAddressEqual,
  parseAbi,
  parseEventLogs,
  type TransactionReceipt,
  zeroAddress,
} from 'viem'
import { waitForTransactionReceipt } from 'viem/actions'
import { z } from 'zod'
import { type ChainHandle, isNative, type Token } from '@/lib/chain/chains/chain'
import type { Arrival } from '@/lib/language/steps/mention'
import { readToolResult } from '@/lib/wire/result'
import { reading, type Scene } from '../reading'

/** Amount of a listed token that a call brought to the account, in base units. */
export type Brought = { chain: ChainHandle; token: Token; value: bigint }

const placed = z.looseObject({
  chainId: z.int().optional(),
  toChainId: z.int().optional(),
  fromChainId: z.int().optional(),
})

/** Longest wait for a node that lags a few blocks behind the wallet's. Milliseconds. */
const patience = 15_000

/**
 * Reads from the chain what a successful call brought: tokens from the logs of its transaction, the coin from the
 * balance around its block. Covers listed tokens only. Empty if it cannot be told for certain. Throws
 * ChainUnreadableError, or the signal's reason.
 */
export async function broughtBy({ call, result }: Arrival, scene: Scene): Promise<readonly Brought[]> {
  const read = readToolResult(result)
  const where = placed.safeParse(call.parameters)
  if (read?.status !== 'success' || !where.success) return []
  const { fromChainId, toChainId, chainId } = where.data
  const crosses = toChainId !== undefined && toChainId !== fromChainId
  // A bridge delivers in another transaction, sent by another party.
  const hash = (crosses ? read.destinationTxHash : read.txHash) as Hash | undefined
  const id = toChainId ?? chainId ?? read.chainId
  const chain = id === undefined ? undefined : scene.chains.get(id)
  if (!chain || !hash) return []
  const { client } = chain
  const receipt = await reading(
    chain,
    scene.signal,
    waitForTransactionReceipt(client, { hash, timeout: patience, checkReplacement: false }),
  )
  if (receipt.status !== 'success') return []
  const coin = chain.tokens.find(({ address }) => isNative(address))
  const native = coin ? await coinOf(receipt, chain, scene) : null
  const tokens = tokensOf(receipt, chain, scene.account)
  return coin && native !== null && native > 0n ? [{ chain, token: coin, value: native }, ...tokens] : tokens
}

/** Events of wrapped coins (WETH9), in place of the Transfer of other tokens. */
const wrappedAbi = parseAbi([
  'event Deposit(address indexed dst, uint256 wad)',
  'event Withdrawal(address indexed src, uint256 wad)',
])

function tokensOf({ logs }: TransactionReceipt, chain: ChainHandle, account: Address): Brought[] {
  const isOurs = (address: Address) => isAddressEqual(address, account)
  const transfers = parseEventLogs({ abi: erc20Abi, eventName: 'Transfer', logs })
  const wrappings = parseEventLogs({ abi: wrappedAbi, logs }).filter(({ address }) =>
    isAddressEqual(address, chain.wrappedNative),
  )
  const wrapped = wrappings.reduce((sum, { eventName, args }) => {
    if (eventName === 'Deposit') return isOurs(args.dst) ? sum + args.wad : sum
    return isOurs(args.src) ? sum - args.wad : sum
  }, 0n)
  // Some also emit a Transfer from or to the zero address, which would count twice.
  const counts = ({ from, to }: { from: Address; to: Address }) => wrappings.length === 0 || ![from, to].some(isZero)
  return chain.tokens.flatMap((token) => {
    const isWrapped = isAddressEqual(token.address, chain.wrappedNative)
    const value = transfers
      .filter(({ address, args }) => isAddressEqual(address, token.address) && (!isWrapped || counts(args)))
      .reduce(
        (sum, { args }) => sum + (isOurs(args.to) ? args.value : 0n) - (isOurs(args.from) ? args.value : 0n),
        isWrapped ? wrapped : 0n,
      )
    return value > 0n ? [{ chain, token, value }] : []
  })
}

const isZero = (address: Address): boolean => isAddressEqual(address, zeroAddress)

const parentFee = z.looseObject({ l1Fee: z.union([z.bigint(), z.string().transform((hex) => BigInt(hex))]) })

/**
 * Wei that the transaction brought, fee excluded. Null if the node lacks the block's state, or if the account has other
 * transactions in the block.
 */
async function coinOf(receipt: TransactionReceipt, { client }: ChainHandle, { account, signal }: Scene) {
  const at = receipt.blockNumber
  const isOwn = isAddressEqual(receipt.from, account)
  const read = Promise.all([
    client.getBalance({ address: account, blockNumber: at - 1n }),
    client.getBalance({ address: account, blockNumber: at }),
    client.getTransactionCount({ address: account, blockNumber: at - 1n }),
    client.getTransactionCount({ address: account, blockNumber: at }),
  ]).catch(() => null)
  const states = await read
  signal.throwIfAborted()
  if (!states) return null
  const [before, after, sentBefore, sentAfter] = states
  if (sentAfter - sentBefore !== (isOwn ? 1 : 0)) return null
  const ofParent = parentFee.safeParse(receipt)
  const fee = receipt.gasUsed * receipt.effectiveGasPrice + (ofParent.success ? ofParent.data.l1Fee : 0n)
  return after - before + (isOwn ? fee : 0n)
}
