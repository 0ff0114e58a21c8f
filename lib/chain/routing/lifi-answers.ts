import { type Hex, isHex } from 'viem'
import { z } from 'zod'
import { addressSchema } from '@/lib/wire/address'
import { cleanChainString } from '@/lib/wire/text'
import { QuoteError, type TransferStatus } from './routing'

/** The fields of LI.FI's answers in use (docs.li.fi, GET /quote and GET /status). Others are ignored. */

const data = z.custom<Hex>((text) => isHex(text) && text.length % 2 === 0, 'not hex data')
const amount = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt)
const quantity = z.union([z.string().regex(/^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/), z.int().min(0)]).transform(BigInt)
const name = z.string().transform((text) => cleanChainString(text, 48))
const token = z.object({ address: addressSchema, chainId: z.int() })
const toolDetails = z.object({ name: name.catch('') }).catch({ name: '' })

const quantityOrNone = quantity.optional().catch(undefined)

const describedStep = {
  id: z.string().min(1),
  tool: name,
  toolDetails,
  action: z.object({
    fromChainId: z.int(),
    toChainId: z.int(),
    fromToken: token,
    toToken: token,
    fromAmount: amount,
    fromAddress: addressSchema.optional(),
    toAddress: addressSchema.optional(),
  }),
  estimate: z.object({
    fromAmount: amount,
    toAmount: amount,
    toAmountMin: amount,
    approvalAddress: addressSchema,
    executionDuration: z.number().min(0),
    feeCosts: z.array(z.object({ name, amount, token, included: z.boolean().default(false) })).default([]),
    gasCosts: z
      .array(z.object({ limit: quantityOrNone }))
      .nullish()
      .transform((costs) => costs ?? [])
      .catch([]),
  }),
  includedSteps: z
    .array(
      z.object({
        type: z.string(),
        tool: name,
        toolDetails,
        action: z
          .object({ toToken: z.object({ address: addressSchema }) })
          .optional()
          .catch(undefined),
      }),
    )
    .default([]),
}
const describedSchema = z.object(describedStep)
export type DescribedStep = z.infer<typeof describedSchema>

const stepSchema = z.object({
  ...describedStep,
  transactionRequest: z.object({
    to: addressSchema,
    from: addressSchema.optional(),
    data,
    value: quantity.default(0n),
    chainId: z.int().optional(),
    gasLimit: quantity.optional(),
  }),
})
export type LifiStep = z.infer<typeof stepSchema>

/** Reads a quote with its transaction. Throws QuoteError `unreadable`. */
export function parseStep(raw: unknown): LifiStep {
  const parsed = stepSchema.safeParse(raw)
  if (parsed.success) return parsed.data
  throw unreadable(parsed.error)
}

/** Reads a step of a route, without its transaction. Null if it is unreadable, since others may do. */
export const parseDescribedStep = (raw: unknown): DescribedStep | null => describedSchema.safeParse(raw).data ?? null

/**
 * Identifies a step's way by its tool and the tokens that its legs pass. Ids change with every answer and amounts with
 * every block; this does not.
 */
export const routeKeyOf = ({ tool, includedSteps }: DescribedStep): string =>
  [tool, ...includedSteps.map(({ type, tool, action }) => `${type}:${tool}:${action?.toToken.address ?? ''}`)].join('>')

const hash = z.custom<Hex>((text) => isHex(text) && text.length === 66)
const statusSchema = z.object({
  status: z.enum(['NOT_FOUND', 'INVALID', 'PENDING', 'DONE', 'FAILED']),
  substatus: z.string().optional(),
  receiving: z
    .object({ txHash: hash.optional().catch(undefined), amount: amount.optional().catch(undefined) })
    .optional(),
})

const waitingFor: Readonly<Record<string, string>> = {
  WAIT_SOURCE_CONFIRMATIONS: 'Waiting for confirmations on the source chain.',
  WAIT_DESTINATION_TRANSACTION: 'Waiting for the transaction on the destination chain.',
  BRIDGE_NOT_AVAILABLE: 'The bridge is not reporting its progress right now.',
  CHAIN_NOT_AVAILABLE: 'The bridge cannot read one of the chains right now.',
  REFUND_IN_PROGRESS: 'The bridge could not deliver and is sending the money back.',
}

const failedFor: Readonly<Record<string, string>> = {
  SLIPPAGE_EXCEEDED: 'the price moved further than the slippage allows',
  EXPIRED: 'the quote had expired',
  OUT_OF_GAS: 'the gas limit was too low',
  INSUFFICIENT_ALLOWANCE: 'the allowance was too low',
  INSUFFICIENT_BALANCE: 'the balance was too low',
}

/** Reads the status of a transfer. Throws QuoteError `unreadable`. */
export function parseStatus(raw: unknown): TransferStatus {
  const parsed = statusSchema.safeParse(raw)
  if (!parsed.success) throw unreadable(parsed.error)
  const { status, substatus = '', receiving } = parsed.data
  const delivered = {
    ...(receiving?.txHash ? { destinationHash: receiving.txHash } : {}),
    ...(receiving?.amount === undefined ? {} : { received: receiving.amount }),
  }
  const destination = receiving?.txHash ? { destinationHash: receiving.txHash } : {}
  switch (status) {
    // INVALID: the hash is not known to belong to this bridge. As far as we can tell that is not found, not failed.
    case 'NOT_FOUND':
    case 'INVALID':
      return { state: 'not-found' }
    case 'PENDING':
      return { state: 'pending', message: waitingFor[substatus] ?? 'On its way.' }
    case 'FAILED':
      return {
        state: 'failed',
        message: `The bridge says the transfer failed: ${failedFor[substatus] ?? 'it gives no reason'}. What left your account may still be with the bridge: ask its support, giving the transaction hash.`,
      }
    case 'DONE':
      if (substatus === 'PARTIAL')
        return {
          state: 'partial',
          message:
            'The bridge delivered a different token from the one asked for. Check your balances on the destination chain.',
          ...destination,
        }
      if (substatus === 'REFUNDED')
        return {
          state: 'refunded',
          message:
            'The bridge could not deliver, and says it has sent the money back. Check your balances before you try again.',
          ...destination,
        }
      return { state: 'done', ...delivered }
  }
}

const unreadable = (cause: Error): QuoteError =>
  new QuoteError('unreadable', 'The routing service sent an answer that cannot be read. Nothing was signed.', { cause })
