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
  /** Left out for a contract account, which has no nonce that a wallet could use. */
  nonce?: number
}

/** All steps of a plan as one request (EIP-5792): executed as one, or not at all. `value` in wei. */
export type BatchRequest = {
  /** Chosen by us, so that the wallet can be asked for it after a crash. */
  id: string
  version: '2.0.0' | '1.0'
  chainId: number
  account: Address
  calls: readonly { to: Address; data: Hex; value: bigint }[]
}

/**
 * Whether a wallet executes several calls as one, and in which version of the interface it says so. `ready`: it would
 * upgrade the account for that (EIP-7702), and asks the person first.
 */
export type Atomicity = { status: 'supported' | 'ready'; version: '2.0.0' | '1.0' }

/** What the wallet says of a batch: a status code of EIP-5792, and its transactions where there are any. */
export type BatchStatus = { status: number; hashes: readonly Hash[] }

/** Typed data as the wallet is asked to sign it. */
export type TypedDataRequest = { chainId: number; account: Address; typedData: RebalanceTypedData }

/**
 * The connected wallet, as execution sees it. An implementation may throw what its library throws:
 * `toWalletError` reads the codes of EIP-1193 and EIP-3085 from it.
 */
export type Wallet = {
  /** The account in use, or null while no wallet is connected. */
  account: () => Address | null
  /** The chain that the wallet is on now, asked of the wallet. */
  chainId: () => Promise<number>
  switchChain: (chainId: number) => Promise<void>
  /** Asks the wallet to sign and send. Resolves with the hash; may take minutes, or never answer. */
  sendTransaction: (request: WalletRequest) => Promise<Hash>
  /** Null where the wallet does not execute several calls as one; also where it does not say. Asks nobody. */
  atomicity?: (account: Address, chainId: number) => Promise<Atomicity | null>
  /** Asks the wallet to sign and send a batch. Resolves with its id, which may be the wallet's own. */
  sendBatch?: (request: BatchRequest) => Promise<string>
  /** Throws WalletError `unknown-batch` where the wallet has no such batch. */
  batchStatus?: (id: string) => Promise<BatchStatus>
  /** Asks the wallet to sign typed data (EIP-712, `eth_signTypedData_v4`). Nothing is sent by it. */
  signTypedData: (request: TypedDataRequest) => Promise<Hex>
  /** What permissions the wallet grants that it enforces on chain (ERC-7715), as it answers: not looked at yet. */
  supportedExecutionPermissions?: () => Promise<unknown>
  /** Asks the wallet for such a permission. Gives its answer as it comes. */
  requestExecutionPermission?: (permission: ExecutionPermission, account: Address) => Promise<unknown>
  /** Calls the listener when another account or chain is in use, or the wallet comes or goes. */
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

/** Why the wallet did not do what it was asked. `unknown` covers every failure that we cannot name. */
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
 * Codes that a wallet says no with. That is no proof that nothing was sent, but reason enough to look. 4001 and 4100: EIP-1193; 4902: EIP-3085;
 * 5000 to 5002: CAIP-25, as WalletConnect sends them. 4900 (disconnected) is not here: a phone may have sent already.
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
 * Codes with which a wallet refuses a batch before anything is sent: EIP-5792 (a capability, the chain, the size, the
 * upgrade, atomicity), EIP-1193 (method), JSON-RPC (method, parameters). Not 5720, which says that there is such a batch.
 */
const refusesBatches: ReadonlySet<number> = new Set([5700, 5710, 5740, 5750, 5760, 4200, -32601, -32602])

/** What a wallet threw when it was asked for a batch. */
export function toBatchError(thrown: unknown): WalletError {
  const refused = codesIn(thrown).some((code) => refusesBatches.has(code))
  if (refused && !codesIn(thrown).some((code) => codes.has(code)))
    return new WalletError('no-batches', 'Your wallet does not take these transactions as one.', { cause: thrown })
  return toWalletError(thrown)
}

/** Reads what a wallet or its library threw. The innermost known code counts: libraries wrap it in their own. */
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

/** JSON-RPC and EIP-1474: no such method, bad parameters, method not supported, transaction rejected. EIP-1193: method. */
const notTaken: ReadonlySet<number> = new Set([-32601, -32602, -32004, -32003, 4200])

/** What nodes and wallets say of one that the account cannot pay, or whose fee or gas is out of bounds, and viem has no name for. */
const outOfBounds =
  /insufficient (funds|balance)|(not|doesn.t have) enough (funds|balance|gas)|exceeds (account balance|block gas limit|the configured cap)|(?<!replacement transaction )underpriced|fee ?too ?low/i

const nodeErrorOf = (words: string) => getNodeError(new BaseError('', { details: words }), {})

/** That it is known, or its nonce used, is what a node says of one that it has. */
const saysNodeHasIt = (words: string): boolean => nodeErrorOf(words) instanceof NonceTooLowError

/** Whether a node would not have the transaction, in the words that nodes have for it: funds, fees, gas. */
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

/** What the wallet itself wrote is in the details: the short message is viem's name for its code. */
const wordsOf = ({ thrown, message }: Layer): string =>
  thrown instanceof BaseError ? thrown.details || thrown.shortMessage : message

/** An error and what it wraps, the innermost last: libraries have it as the cause, wallets what a node said in `data`, or as text. */
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

/** The codes on an error and on what it wraps, the innermost last. */
const codesIn = (thrown: unknown): number[] =>
  layersOf(thrown).flatMap(({ code }) => (typeof code === 'number' ? [code] : []))

/** What a wallet says no with. Any other failure leaves open what it did: it may have sent, and not heard of it. */
const refusals: ReadonlySet<WalletErrorCode> = new Set([
  'rejected',
  'wrong-chain',
  'unsupported-chain',
  'account-changed',
  'not-accepted',
  'no-batches',
])
export const isRefusal = (error: WalletError): boolean => refusals.has(error.code)
