import { type Hash, type Hex, isHash, numberToHex } from 'viem'
import { z } from 'zod'
import { type Atomicity, type BatchRequest, type BatchStatus, WalletError } from '../signing/wallet'

/** The states of EIP-5792 "Call Execution Atomicity", and the capability of its drafts. */
const capabilitiesSchema = z.record(
  z.string(),
  z.looseObject({
    atomic: z.looseObject({ status: z.string() }).optional().catch(undefined),
    atomicBatch: z.looseObject({ supported: z.boolean() }).optional().catch(undefined),
  }),
)

/** Reads the answer of `wallet_getCapabilities`. An unreadable answer is no promise: null. */
export function readAtomicity(answer: unknown, chainId: number): Atomicity | null {
  const parsed = capabilitiesSchema.safeParse(answer)
  if (!parsed.success) return null
  // Under 0x0 a wallet announces what holds on every chain.
  const said = [numberToHex(chainId), numberToHex(0)].flatMap((id) =>
    Object.entries(parsed.data).flatMap(([key, value]) => (key.toLowerCase() === id ? [value] : [])),
  )
  for (const { atomic, atomicBatch } of said) {
    if (atomic?.status === 'supported' || atomic?.status === 'ready') return { status: atomic.status, version: '2.0.0' }
    if (atomic) return null
    if (atomicBatch?.supported) return { status: 'supported', version: '1.0' }
  }
  return null
}

/** Builds the parameters of `wallet_sendCalls`. The drafts had neither an id chosen by the app nor `atomicRequired`. */
export function sendCallsParameters({ id, version, chainId, account, calls }: BatchRequest) {
  const common = {
    version,
    chainId: numberToHex(chainId),
    from: account,
    calls: calls.map(({ to, data, value }) => ({ to, data, value: numberToHex(value) })),
  }
  return version === '1.0' ? common : { ...common, id, atomicRequired: true }
}

const sentSchema = z.union([z.string().min(1), z.looseObject({ id: z.string().min(1) }).transform(({ id }) => id)])

/** Reads the id that a wallet answered `wallet_sendCalls` with. Throws WalletError: then nobody knows what was sent. */
export function readBatchId(answer: unknown): string {
  const id = sentSchema.safeParse(answer)
  // An id may be as long as 4096 bytes in hex.
  if (id.success && id.data.length <= 8194) return id.data
  throw new WalletError('unknown', 'It returned no id for the request.')
}

const hash = z.custom<Hash>((value) => typeof value === 'string' && isHash(value))
const statusSchema = z.looseObject({
  status: z.union([z.int(), z.enum(['PENDING', 'CONFIRMED'])]),
  receipts: z
    .array(z.looseObject({ transactionHash: hash, status: z.unknown() }))
    .nullish()
    .catch(null),
})

/** Reads the answer of `wallet_getCallsStatus`. Throws WalletError if it is unreadable. */
export function readBatchStatus(answer: unknown): BatchStatus {
  const parsed = statusSchema.safeParse(answer)
  if (!parsed.success) throw new WalletError('unknown', 'It returned a status that cannot be read.')
  const { status, receipts } = parsed.data
  const hashes = (receipts ?? []).map(({ transactionHash }) => transactionHash)
  if (typeof status === 'number') return { status, hashes }
  if (status === 'PENDING') return { status: 100, hashes }
  const failed = (receipts ?? []).some((receipt) => receipt.status === '0x0' || receipt.status === 'reverted')
  return { status: failed ? 500 : 200, hashes }
}

/** Creates an id for a batch: 32 random bytes. An id must never repeat for an account (EIP-5792, error 5720). */
export const newBatchId = (): Hex =>
  `0x${[...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
