import { type Address, BaseError, type Hash, type Hex } from 'viem'
import { z } from 'zod'
import type { ExecutionPermission } from '@/lib/tools/tool'
import type { RebalanceTypedData } from '@/lib/wire/consent'

/** One transaction as the wallet is asked to sign it. `value` in wei, `gas` in gas units. */
export type WalletRequest = {
  chainId: number
  account: Address
  to: Address
  data: Hex
  value: bigint
  gas?: bigint
  nonce: number
}

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
 * Codes that a wallet answers with before anything has been sent. 4001 and 4100: EIP-1193; 4902: EIP-3085;
 * 5000 to 5002: CAIP-25, as WalletConnect sends them. 4900 (disconnected) is not here: a phone may have sent already.
 */
const codes = new Map<number, { code: WalletErrorCode; message: string }>([
  [4001, { code: 'rejected', message: 'You rejected the request in your wallet.' }],
  [5000, { code: 'rejected', message: 'You rejected the request in your wallet.' }],
  [5001, { code: 'rejected', message: 'You rejected the chain in your wallet.' }],
  [5002, { code: 'rejected', message: 'You rejected the method in your wallet.' }],
  [4100, { code: 'account-changed', message: 'Your wallet does not let this site use the account any more.' }],
  [4900, { code: 'disconnected', message: 'Your wallet is disconnected.' }],
  [4901, { code: 'wrong-chain', message: 'Your wallet is not connected to this chain.' }],
  [4902, { code: 'unsupported-chain', message: 'Your wallet does not know this chain. Add it there, then try again.' }],
])

const withCode = z.looseObject({ code: z.number() })
const withCause = z.looseObject({ cause: z.unknown() })

/** Reads what a wallet or its library threw. The innermost known code counts: libraries wrap it in their own. */
export function toWalletError(thrown: unknown): WalletError {
  if (thrown instanceof WalletError) return thrown
  let known: { code: WalletErrorCode; message: string } | undefined
  let at: unknown = thrown
  for (let depth = 0; depth < 8 && at !== undefined && at !== null; depth += 1) {
    const coded = withCode.safeParse(at)
    known = (coded.success && codes.get(coded.data.code)) || known
    const wrapped = withCause.safeParse(at)
    at = wrapped.success ? wrapped.data.cause : undefined
  }
  if (known) return new WalletError(known.code, known.message, { cause: thrown })
  const words = thrown instanceof BaseError ? thrown.shortMessage : thrown instanceof Error ? thrown.message : ''
  return new WalletError('unknown', words || 'Your wallet gave no reason.', { cause: thrown })
}

/** What `sendTransaction` may fail with although nothing was sent. Any other failure leaves it open. */
const sendsNothing: ReadonlySet<WalletErrorCode> = new Set([
  'rejected',
  'wrong-chain',
  'unsupported-chain',
  'account-changed',
  'tampered',
])
export const nothingWasSent = (error: WalletError): boolean => sendsNothing.has(error.code)
