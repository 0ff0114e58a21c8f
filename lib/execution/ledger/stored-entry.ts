import { type Hex, isHex, zeroAddress, zeroHash } from 'viem'
import { z } from 'zod'
import { renameField } from '@/lib/browser-database'
import { agreedFieldSchema } from '@/lib/review/words/agreed'
import { findingLevels } from '@/lib/tools/finding'
import { rebalancePermissionSchema } from '@/lib/wire/consent'
import { originSchema } from '@/lib/wire/plan'
import { toolResultSchema } from '@/lib/wire/result'
import {
  type BatchRecord,
  type ConsentRecord,
  type FormerEnd,
  isSettled,
  type LedgerEntry,
  type LeftRequest,
  ledgerStates,
  type StepRecord,
  type WorstFinding,
} from './entry'
import { entryKey, formerKey } from './entry-key'
import { isInFlight } from './machine'
import { failureOf } from './outcome'
import { address, bytes32, chainId, decimal, storedPrediction, storedReceipt } from './stored-effects'

const hex = z.custom<Hex>((value) => isHex(value))

/** Returns a row with today's names of fields. */
const renamed = (row: unknown): unknown =>
  [
    ['untold', 'unwanted'],
    ['bundle', 'batch'],
    ['carried', 'inclusion'],
  ].reduce((row: unknown, [former = '', name = '']) => renameField(row, former, name), row)

const stepSchema = z.preprocess(
  renamed,
  z.object({
    id: z.string(),
    title: z.string(),
    chainId,
    to: address,
    data: hex,
    value: decimal,
    bytesHash: bytes32,
    nonce: z.int().nonnegative().optional(),
    fromBlock: decimal.optional(),
    request: z.object({ nth: z.int().positive(), after: z.int().nonnegative() }).optional(),
    hash: bytes32.optional(),
    replacedBy: bytes32.optional(),
    outcome: z.enum(['success', 'reverted', 'cancelled']).optional(),
    altered: z.literal(true).optional(),
    missing: z.literal(true).optional(),
    // Earlier versions wrote `bundle` for `batch`.
    via: z
      .preprocess((via) => (via === 'bundle' ? 'batch' : via), z.enum(['contract', 'delegated', 'batch']))
      .optional(),
    inclusion: z.enum(['proven', 'unproven']).optional(),
  }),
) satisfies z.ZodType<StepRecord>

const batchSchema = z.object({
  id: z.string().min(1),
  version: z.enum(['2.0.0', '1.0']),
  sent: z.literal(true).optional(),
  status: z.int().optional(),
}) satisfies z.ZodType<BatchRecord>

const leftSchema = z.preprocess(
  renamed,
  z.object({
    steps: z.array(stepSchema).min(1),
    batch: batchSchema.optional(),
    at: z.number(),
  }),
) satisfies z.ZodType<LeftRequest>

const formerEndSchema = z.preprocess(
  renamed,
  z.object({
    state: z.enum(ledgerStates),
    outcome: toolResultSchema,
    reported: z.boolean(),
    unwanted: z.literal(true).optional(),
    recorded: z.literal(true).optional(),
  }),
) satisfies z.ZodType<FormerEnd>

const consentSchema = z.object({
  permission: rebalancePermissionSchema,
  digest: bytes32,
  signature: hex.optional(),
  execution: address.optional(),
}) satisfies z.ZodType<ConsentRecord>

const worstSchema = z.object({
  level: z.enum(findingLevels),
  rule: z.string(),
  title: z.string(),
  asks: z.string().optional(),
}) satisfies z.ZodType<WorstFinding>

const entrySchema = z
  .object({
    key: z.string().min(1),
    formerKey: z.string().optional(),
    taskId: z.string().min(1),
    callId: z.string().min(1),
    toolName: z.string().min(1),
    parameters: z.record(z.string(), z.unknown()),
    callHash: bytes32,
    conflicting: z.boolean().optional(),
    owner: address,
    state: z.enum(ledgerStates),
    reported: z.boolean(),
    unwanted: z.literal(true).optional(),
    recorded: z.literal(true).optional(),
    unawaited: z.literal(true).optional(),
    words: z
      .array(
        z.object({
          text: z.string(),
          own: z.literal(true).optional(),
          told: z.literal(true).optional(),
          agent: z.string().optional(),
          agreed: z.array(agreedFieldSchema).optional(),
        }),
      )
      .optional()
      .catch([]),
    began: z.literal('service').optional(),
    unprompted: z.literal(true).optional(),
    origin: originSchema.optional(),
    replaces: z.string().optional(),
    again: z.string().optional(),
    replacedBy: z.string().optional(),
    planHash: bytes32.optional(),
    worst: worstSchema.optional().catch(undefined),
    steps: z.array(stepSchema),
    interrupted: z.literal(true).optional(),
    refusal: z.string().optional(),
    left: z.array(leftSchema).optional(),
    disowned: z.array(bytes32).optional(),
    was: formerEndSchema.optional(),
    batch: batchSchema.optional(),
    stepwise: z.literal(true).optional(),
    // Only for display: if they are unreadable, the record of the call must survive.
    predicted: storedPrediction.optional().catch(undefined),
    receipt: storedReceipt.optional().catch(undefined),
    consent: consentSchema.optional(),
    transfer: z.object({ fromChainId: chainId, toChainId: chainId, tool: z.string() }).optional(),
    destinationHash: bytes32.optional(),
    note: z.string().optional(),
    outcome: toolResultSchema.optional(),
    createdAt: z.number(),
    updatedAt: z.number(),
  })
  .refine((entry) => entry.key === entryKey(entry), 'the key is not that of the call')
  .refine(({ state, outcome }) => isSettled(state) === (outcome !== undefined), 'an end without an outcome')
  .refine(
    ({ reported, outcome }) => !reported || outcome !== undefined,
    'reported without an outcome',
  ) satisfies z.ZodType<LedgerEntry>

const caller = z.object({ taskId: z.string().min(1), callId: z.string().min(1), owner: address })
const identity = caller.extend({ toolName: z.string().min(1), callHash: bytes32 })
const nobody = { taskId: '', callId: '', toolName: 'unknown', owner: zeroAddress, callHash: zeroHash }

const remains = z.object({
  reported: z.boolean().catch(false),
  steps: z.array(z.unknown()).catch([]),
  createdAt: z.number().catch(0),
  updatedAt: z.number().catch(0),
})

/**
 * Reads a row of the ledger. A row that is not fully readable comes back as `failed`, with what could be saved of it
 * (above all the hashes): it is shown, and can never be executed. Without its identity it belongs to nobody.
 */
export function readEntry(key: string, row: unknown): LedgerEntry {
  const whole = entrySchema.safeParse(renamed(row))
  if (whole.success && whole.data.key === key) return withLeft(whole.data)
  const { steps, ...rest } = remains.safeParse(row).data ?? remains.parse({})
  const error =
    'The record of this call is damaged, so it is not known whether it was executed. Check your account in an explorer before you ask again.'
  return {
    ...(identity.safeParse(row).data ?? nobody),
    ...rest,
    key,
    parameters: {},
    state: 'failed',
    steps: steps.flatMap((step) => stepSchema.safeParse(step).data ?? []),
    note: error,
    outcome: failureOf(error, 'record-damaged'),
  }
}

/** Rebuilds the request that was let go, which former versions did not record: it is among the steps. */
function withLeft(entry: LedgerEntry): LedgerEntry {
  const steps = entry.steps.filter(({ hash }) => !hash)
  if (entry.left || isInFlight(entry.state) || steps[0]?.nonce === undefined) return entry
  return { ...entry, left: [{ steps, at: entry.updatedAt }] }
}

const formerRow = caller.extend({ key: z.string() }).loose()

/**
 * Gives a row of version 1 the key of the account that it names. Null if it names none, or is not the row of the call
 * that it names: such a row is damaged, stays where it is, and belongs to whoever opens the call.
 */
export function adoptRow(key: string, row: unknown): { key: string; formerKey: string } | null {
  const { data } = formerRow.safeParse(row)
  if (!data || data.key !== key || formerKey(data) !== key) return null
  return { ...data, key: entryKey(data), formerKey: key }
}
