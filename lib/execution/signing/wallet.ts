import { type Address, BaseError, type Hash, type Hex, NonceTooLowError, UnknownNodeError } from 'viem'
import { getNodeError } from 'viem/utils'
import { z } from 'zod'
import type { ExecutionPermission } from '@/lib/tools/tool'
import type { RebalanceTypedData } from '@/lib/wire/consent'
import { rejectionCodes, saysRejected } from '@/lib/wire/result'

/** One transaction as the wallet is asked to sign it. `value` in wei, `gas` in gas units. */
export type WalletRequest = {
  chainId: number
  account: Address
  to: Address
  data: Hex
  value: bigint
  gas?: bigint
  /** Omitted for a contract account, which has no nonce that a wallet could use. */
  nonce?: number
}

/** All steps of a plan as one request (EIP-5792): executed as one or not at all. `value` in wei. */
export type BatchRequest = {
  /** Chosen by the app, so that it can ask the wallet about the batch after a crash. */
  id: string
  version: '2.0.0' | '1.0'
  chainId: number
  account: Address
  calls: readonly { to: Address; data: Hex; value: bigint }[]
}

/**
 * The wallet's support for executing several calls as one, and the version of the interface that announces it. `ready`:
 * it would first upgrade the account (EIP-7702), with the person's consent.
 */
export type Atomicity = { status: 'supported' | 'ready'; version: '2.0.0' | '1.0' }

/** The wallet's report on a batch: an EIP-5792 status code, and its transactions, if any. */
export type BatchStatus = { status: number; hashes: readonly Hash[] }

/** Typed data as the wallet is asked to sign it. */
export type TypedDataRequest = { chainId: number; account: Address; typedData: RebalanceTypedData }

/**
 * The connected wallet as execution sees it. An implementation may throw what its library throws: `toWalletError` reads
 * the codes of EIP-1193 and EIP-3085 from it.
 */
export type Wallet = {
  /** The account in use, or null while no wallet is connected. */
  account: () => Address | null
  /** The wallet's current chain, asked of the wallet. */
  chainId: () => Promise<number>
  switchChain: (chainId: number) => Promise<void>
  /** Asks the wallet to sign and send. Resolves with the hash; may take minutes, or never settle. */
  sendTransaction: (request: WalletRequest) => Promise<Hash>
  /** Null if the wallet does not execute several calls as one, or does not say. Does not prompt the person. */
  atomicity?: (account: Address, chainId: number) => Promise<Atomicity | null>
  /** Asks the wallet to sign and send a batch. Resolves with its id, which may be the wallet's own. */
  sendBatch?: (request: BatchRequest) => Promise<string>
  /** Throws WalletError `unknown-batch` if the wallet has no such batch. */
  batchStatus?: (id: string) => Promise<BatchStatus>
  /** Asks the wallet to sign typed data (EIP-712, `eth_signTypedData_v4`). Sends nothing. */
  signTypedData: (request: TypedDataRequest) => Promise<Hex>
  /** Returns the wallet's raw, unvalidated answer about the permissions it enforces on chain (ERC-7715). */
  supportedExecutionPermissions?: () => Promise<unknown>
  /** Asks the wallet for such a permission. Returns the raw answer. */
  requestExecutionPermission?: (permission: ExecutionPermission, account: Address) => Promise<unknown>
  /** Calls the listener when the account or chain changes, or the wallet connects or disconnects. */
  subscribe?: (listener: () => void) => () => void
}

export type WalletErrorCode =
  | 'rejected'
  | 'wrong-chain'
  | 'unsupported-chain'
  | 'disconnected'
  | 'account-changed'
  | 'tampered'
  | 'aged'
  | 'no-batches'
  | 'unknown-batch'
  | 'not-accepted'
  | 'unknown'

/** Why the wallet did not do what it was asked. `unknown` covers every failure without a code of its own. */
export class WalletError extends Error {
  override readonly name = 'WalletError'
  constructor(
    readonly code: WalletErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/**
 * Known error codes of wallets. A refusal does not prove that nothing was sent, but calls for a look at the chain. 4001
 * and 4100: EIP-1193; 4902: EIP-3085; 5000 to 5002: CAIP-25, as WalletConnect sends them. 4900 (disconnected) does not
 * count as a refusal: a phone may have sent already.
 */
const codes = new Map<number, { code: WalletErrorCode; message: string }>([
  [4001, { code: 'rejected', message: 'You rejected the request in your wallet.' }],
  [5000, { code: 'rejected', message: 'You rejected the request in your wallet.' }],
  [5001, { code: 'rejected', message: 'You rejected the chain in your wallet.' }],
  [5002, { code: 'rejected', message: 'You rejected the method in your wallet.' }],
  [
    4100,
    {
      code: 'account-changed',
      message: 'Your wallet no longer lets this site use the account. Allow it there, then try again.',
    },
  ],
  [4900, { code: 'disconnected', message: 'Your wallet is disconnected.' }],
  [5730, { code: 'unknown-batch', message: 'Your wallet does not know this request, or no longer does.' }],
  [4901, { code: 'wrong-chain', message: 'Your wallet is not connected to this chain.' }],
  [4902, { code: 'unsupported-chain', message: 'Your wallet does not know this chain. Add it there, then try again.' }],
])

/**
 * Codes with which a wallet refuses a batch before it sends anything: EIP-5792 (a capability, the chain, the size, the
 * upgrade, atomicity), EIP-1193 (method), JSON-RPC (method, parameters). Excludes 5720, which says that such a batch
 * exists.
 */
const refusesBatches: ReadonlySet<number> = new Set([5700, 5710, 5740, 5750, 5760, 4200, -32601, -32602])

/** Converts what a wallet threw when it was asked for a batch. */
export function toBatchError(thrown: unknown): WalletError {
  const refused = codesIn(thrown).some((code) => refusesBatches.has(code))
  if (refused && !codesIn(thrown).some((code) => codes.has(code)))
    return new WalletError('no-batches', 'Your wallet does not take these transactions as one.', { cause: thrown })
  return toWalletError(thrown)
}

/** Converts what a wallet or its library threw. The innermost known code counts: libraries wrap it in their own. */
export function toWalletError(thrown: unknown): WalletError {
  if (thrown instanceof WalletError) return thrown
  const known = codesIn(thrown)
    .flatMap((code) => codes.get(code) ?? [])
    .at(-1)
  if (known) return new WalletError(known.code, known.message, { cause: thrown })
  const layers = layersOf(thrown)
  const texts = layers.map(wordsOf)
  const isRejected = layers.some(({ code }) => rejectionCodes.includes(code)) || texts.some(saysRejected)
  const ofNode = texts.some(saysNodeHasIt) ? undefined : texts.findLast(saysNodeRefuses)
  const isNotTaken = ofNode !== undefined || codesIn(thrown).some((code) => notTaken.has(code))
  const code = isRejected ? 'rejected' : isNotTaken ? 'not-accepted' : 'unknown'
  return new WalletError(code, ofNode ?? (texts[0] || 'Your wallet gave no reason.'), { cause: thrown })
}

/**
 * JSON-RPC and EIP-1474: no such method, bad parameters, method not supported, transaction rejected. EIP-1193: method.
 */
const notTaken: ReadonlySet<number> = new Set([-32601, -32602, -32004, -32003, 4200])

/**
 * Messages of nodes and wallets about a transaction that the account cannot pay for, or whose fee or gas is out of
 * bounds, and for which viem has no error class.
 */
const outOfBounds =
  /insufficient (funds|balance)|(not|doesn.t have) enough (funds|balance|gas)|exceeds (account balance|block gas limit|the configured cap)|(?<!replacement transaction )underpriced|fee ?too ?low/i

const nodeErrorOf = (words: string) => getNodeError(new BaseError('', { details: words }), {})

/** True if the node says that it has the transaction: that it is known, or that its nonce is used. */
const saysNodeHasIt = (words: string): boolean => nodeErrorOf(words) instanceof NonceTooLowError

/** True if a node refused the transaction, in the words nodes use: funds, fees, gas. */
const saysNodeRefuses = (words: string): boolean =>
  outOfBounds.test(words) || !(nodeErrorOf(words) instanceof UnknownNodeError)

const layerSchema = z.looseObject({
  code: z.unknown().optional(),
  message: z.string().catch(''),
  cause: z.unknown().optional(),
  data: z.unknown().optional(),
  originalError: z.unknown().optional(),
  error: z.unknown().optional(),
})
type Layer = z.infer<typeof layerSchema> & { thrown: unknown }

/** The wallet's own text is in `details`: the short message is viem's name for the code. */
const wordsOf = ({ thrown, message }: Layer): string =>
  thrown instanceof BaseError ? thrown.details || thrown.shortMessage : message

/**
 * Lists an error and what it wraps, innermost last: libraries use `cause`, wallets put the node's message in `data` or
 * in text.
 */
function layersOf(thrown: unknown): Layer[] {
  const found: Layer[] = []
  let at: unknown = thrown
  while (found.length < 8) {
    const layer = layerSchema.safeParse(typeof at === 'string' ? parsed(at) : at).data
    if (!layer) break
    found.push({ ...layer, thrown: at })
    at = layer.cause ?? layer.data ?? layer.originalError ?? layer.error
  }
  return found
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Lists the codes on an error and on what it wraps, innermost last. */
const codesIn = (thrown: unknown): number[] =>
  layersOf(thrown).flatMap(({ code }) => (typeof code === 'number' ? [code] : []))

/**
 * Codes that count as a refusal. After any other failure it is open what the wallet did: it may have sent without
 * hearing of it.
 */
const refusals: ReadonlySet<WalletErrorCode> = new Set([
  'rejected',
  'wrong-chain',
  'unsupported-chain',
  'account-changed',
  'not-accepted',
  'no-batches',
])
export const isRefusal = (error: WalletError): boolean => refusals.has(error.code)
