import { type Address, type Hex, isAddress, isHex } from 'viem'
import { z } from 'zod'
import type { Effects } from '@/lib/review/review'

// Not strict: a lower-case address in a plan is just as good, and refusing it here would lose the record.
export const address = z.custom<Address>((value) => typeof value === 'string' && isAddress(value, { strict: false }))
export const bytes32 = z.custom<Hex>((value) => isHex(value) && value.length === 66)
export const decimal = z.string().regex(/^(0|[1-9]\d*)$/)
export const chainId = z.int().positive()

/** Base units: a decimal string on disk, a bigint in memory. */
const amount = z.codec(decimal, z.bigint().nonnegative(), { decode: BigInt, encode: String })

const asset = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('native'), chainId }),
  z.object({ kind: z.literal('erc20'), chainId, address }),
  z.object({ kind: z.literal('erc721'), chainId, address, tokenId: amount }),
  z.object({ kind: z.literal('erc1155'), chainId, address, tokenId: amount }),
])

const list = <Shape extends z.ZodRawShape>(shape: Shape) => z.array(z.object(shape)).readonly()

const written = { symbol: z.string(), decimals: z.int().min(0).max(255).nullable() }

export const storedEffects = z.object({
  chainId,
  balances: list({
    asset,
    before: amount,
    after: amount,
    ...written,
    listed: z.boolean(),
    vouched: z.string().optional(),
    debt: z.literal(true).optional(),
  }),
  allowances: list({ token: address, spender: address, amount, before: amount, ...written }),
  operators: list({ collection: address, operator: address, approved: z.boolean(), tokenId: amount.optional() }),
}) satisfies z.ZodType<Effects>

const prediction = z.object({
  /** The request in one sentence (`Tool.headline`). */
  headline: z.string(),
  /** Block of the last simulation. */
  block: amount.nullable(),
  /** Null if nothing could be simulated. */
  effects: storedEffects.nullable(),
  /** The plan's declaration: the most that may leave and the least that must arrive. */
  declared: z.object({
    out: list({ asset, amount }),
    in: list({ asset, amount }),
    allowances: list({ token: address, spender: address, amount }),
  }),
  /** Maximum network fee, in wei. */
  fee: amount.nullable(),
})

const receipt = z.object({
  /**
   * `reads`: balances and permissions read at the block before the first step and at the block of the last one. `logs`:
   * the node keeps no state of those blocks, so only the receipts' logs. `none`: neither is available.
   */
  method: z.enum(['reads', 'logs', 'none']),
  effects: storedEffects.nullable(),
  /** Network fees that this account paid, in wei; null if unknown. */
  fee: amount.nullable(),
  /** True if somebody else paid for at least one of the transactions. */
  feeByOthers: z.boolean(),
  /** Other transactions of, to or about the account between the two blocks: a difference may be theirs. */
  others: z.array(bytes32).readonly(),
  /** Number of further tokens and permissions that the logs name but nobody read. */
  unread: z.int().positive().optional(),
  fromBlock: amount.nullable(),
  toBlock: amount.nullable(),
})

/** Prediction made when the wallet was asked. */
export type Prediction = z.output<typeof prediction>
/** The result according to the chain. */
export type ChainReceipt = z.output<typeof receipt>
export type StoredPrediction = z.input<typeof prediction> & {
  /** Number of steps already sent when this was predicted: it covers those that follow. */
  firstStep: number
}
export type StoredReceipt = z.input<typeof receipt>

const stored = prediction.extend({ firstStep: z.int().nonnegative() })

// Stored in encoded form and validated by decoding. An unreadable one is left out: the rest counts.
export const storedPrediction = z.custom<StoredPrediction>((value) => stored.safeParse(value).success)
export const storedReceipt = z.custom<StoredReceipt>((value) => receipt.safeParse(value).success)

export const writePrediction = (value: Prediction): Omit<StoredPrediction, 'firstStep'> => z.encode(prediction, value)
export const writeReceipt = (value: ChainReceipt): StoredReceipt => z.encode(receipt, value)
export const readPrediction = (value: StoredPrediction): Prediction => z.decode(prediction, value)
export const readReceipt = (value: StoredReceipt): ChainReceipt => z.decode(receipt, value)
