import { z } from 'zod'
import type { AnsweredRequest, NetworkFee, Review } from '@/lib/review/review'
import type { Figure } from '@/lib/tools/figure'
import { type Finding, findingLevels } from '@/lib/tools/finding'
import { keptPermissionTerms } from '@/lib/tools/request-auto-rebalance-permission/kept'
import { keptAddress, keptHex, keptPrice, listOf, share, whole } from '@/lib/tools/shared/kept-fields'
import type { Consent, Prepared, Tool } from '@/lib/tools/tool'
import { storedEffects } from '../stored-effects'

/**
 * Content of a card when it was last checked or countersigned: the tool's figures, the findings, and the planned
 * effects. The words that it answers are in the ledger. A settled card is drawn from this record, however much later.
 */
export type CardRecord = {
  /** Milliseconds since the epoch. */
  at: number
  /** The request in one sentence (`Tool.headline`). */
  headline: string
  /** Reason why there was no plan, in words for a person. */
  problem: string | null
  /** `details` is null if they could not be stored or read. */
  prepared: Pick<Prepared<unknown>, 'plan' | 'details' | 'findings' | 'consent'> | null
  review: Review | null
}

const finding = z.object({
  rule: z.string(),
  level: z.enum(findingLevels),
  title: z.string(),
  claim: z.string().optional(),
  observed: z.string().optional(),
  terms: z.object({ claim: z.string(), observed: z.string() }).optional(),
  why: z.string().optional(),
  asks: z.string().optional(),
  covers: listOf(z.string()).optional(),
}) satisfies z.ZodType<Finding>

const quantity = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('token'),
    amount: whole,
    decimals: z.int(),
    symbol: z.string(),
    way: z.enum(['in', 'out']).optional(),
  }),
  z.object({ kind: z.literal('usd'), amount: whole, decimals: z.int() }),
  z.object({ kind: z.literal('percent'), share }),
  z.object({ kind: z.literal('health'), wad: whole.nullable() }),
  z.object({ kind: z.literal('text'), text: z.string() }),
])

const figure = z.object({
  id: z.string(),
  label: z.string(),
  before: quantity.nullable(),
  after: quantity,
  level: z.enum(['WARN', 'DANGER']).optional(),
  inBody: z.literal(true).optional(),
}) satisfies z.ZodType<Figure>

/** Pairs on disk, a map in memory. */
const prices = z.codec(
  z.array(z.tuple([z.string(), keptPrice])),
  z.custom<Review['prices']>((map) => map instanceof Map),
  { decode: (pairs) => new Map(pairs), encode: (map) => [...map] },
)
const names = z.codec(
  z.array(z.tuple([keptAddress, z.string()])),
  z.custom<NonNullable<Review['names']>>((map) => map instanceof Map),
  { decode: (pairs) => new Map(pairs), encode: (map) => [...map] },
)

const request = z.object({
  quote: z.string(),
  offer: z.string().optional(),
  reader: z.string(),
  isReported: z.literal(true).optional(),
  parts: listOf(
    z.object({
      respect: z.enum(['action', 'gives', 'gets', 'keeps', 'receiver', 'chain', 'limit', 'time']),
      asked: z.string(),
      found: z.string(),
      is: z.enum(['met', 'different', 'unread', 'unsaid']),
      offered: z.literal(true).optional(),
    }),
  ),
}) satisfies z.ZodType<AnsweredRequest>

const review = z.object({
  planHash: keptHex,
  at: z.number(),
  block: whole.nullable(),
  method: z.enum(['eth_simulateV1', 'eth_call', 'none']),
  effects: storedEffects.nullable(),
  fee: z
    .object({ gas: listOf(whole), maxFeePerGas: whole, total: whole })
    .nullable() satisfies z.ZodType<NetworkFee | null>,
  prices,
  names: names.optional(),
  request: request.optional(),
  figures: listOf(figure),
  findings: listOf(finding),
  verdict: z.enum(['ready', 'acknowledge', 'blocked']),
}) satisfies z.ZodType<Review>

/** Serves only to prepare again, which no stored card is. It may hold bigints. */
const pinned = z.codec(z.record(z.string(), z.unknown()), z.record(z.string(), z.unknown()), {
  decode: (kept) => kept,
  encode: () => ({}),
})

const consent = z.object({
  permission: keptPermissionTerms,
  digest: keptHex,
  pinned,
  isOwnLimit: z.literal(true).optional(),
  execution: z
    .object({
      chainId: z.int(),
      to: keptAddress,
      token: keptAddress,
      amount: whole,
      from: z.number(),
      until: z.number(),
      type: z.enum(['erc20-token-allowance', 'erc20-token-periodic']),
    })
    .optional(),
}) satisfies z.ZodType<Consent>

/** Version that is written. Older rows are brought to it by `migrate`. */
const cardVersion = 1

const stored = z.object({
  version: z.literal(cardVersion),
  at: z.number(),
  headline: z.string(),
  problem: z.string().nullable(),
  /** The tool's own figures, as its `kept` encodes them; null if there were none, or they could not be encoded. */
  body: z.unknown(),
  findings: listOf(finding).nullable(),
  consent: consent.nullable(),
  review: review.nullable(),
})

/**
 * Encodes a record for storage. Leaves out figures of the tool that cannot be encoded: the rest counts. Throws if
 * nothing can be encoded.
 */
export function writeCard({ prepared, ...record }: CardRecord, tool: Tool | null): unknown {
  const body = prepared && tool?.kept?.safeEncode(prepared.details)
  return z.encode(stored, {
    version: cardVersion,
    ...record,
    body: body?.success ? body.data : null,
    findings: prepared?.findings ?? null,
    consent: prepared?.consent ?? null,
  })
}

/** Migrates an older row, one version at a time; no version precedes the first. */
const migrate = (row: unknown): unknown => row

/**
 * Returns null for what cannot be read: a damaged row, or one of a later version. An unreadable body loses only the
 * body.
 */
export function readCard(row: unknown, tool: Tool | null): CardRecord | null {
  const { data } = stored.safeParse(migrate(row))
  if (!data) return null
  const { version: _, body, findings, consent, ...record } = data
  const details = body === null ? null : tool?.kept?.safeParse(body)
  return {
    ...record,
    prepared: findings && {
      plan: null,
      details: details?.success ? details.data : null,
      findings,
      ...(consent ? { consent } : {}),
    },
  }
}

/** Approximate size of a row on disk. */
export const sizeOf = (row: unknown): number => JSON.stringify(row).length
