import { z } from 'zod'
import type { AnsweredRequest, NetworkFee, Review } from '@/lib/review/review'
import type { Figure } from '@/lib/tools/figure'
import { type Finding, findingLevels } from '@/lib/tools/finding'
import { keptPermissionTerms } from '@/lib/tools/request-auto-rebalance-permission/kept'
import { keptAddress, keptHex, keptPrice, listOf, share, whole } from '@/lib/tools/shared/kept-fields'
import type { Consent, Prepared, Tool } from '@/lib/tools/tool'
import { storedEffects } from './stored-effects'

/**
 * What a card showed when it was last checked, or when it was countersigned: the figures of the tool, what was found, and
 * what it was to do. The words that it answers are the ledger's. A settled card is drawn from it, today and in a year.
 */
export type CardRecord = {
  /** Milliseconds since the epoch. */
  at: number
  /** What was asked, in one sentence (`Tool.headline`). */
  headline: string
  /** Why there was no plan, in words for a person. */
  problem: string | null
  /** `details` is null where they could not be kept or read. */
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
  reader: z.string(),
  parts: listOf(
    z.object({
      respect: z.enum(['action', 'gives', 'gets', 'keeps', 'receiver', 'chain', 'limit']),
      asked: z.string(),
      found: z.string(),
      is: z.enum(['met', 'different', 'unread']),
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

const consent = z.object({
  permission: keptPermissionTerms,
  digest: keptHex,
  pinned: z.record(z.string(), z.unknown()),
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

/** The version that is written. One that is read may be older: `migrate` brings it here. */
const cardVersion = 1

const stored = z.object({
  version: z.literal(cardVersion),
  at: z.number(),
  headline: z.string(),
  problem: z.string().nullable(),
  /** The tool's own figures, as its `kept` writes them; null where there were none, or they could not be written. */
  body: z.unknown(),
  findings: listOf(finding).nullable(),
  consent: consent.nullable(),
  review: review.nullable(),
})

/** As it goes to disk. What of the tool's figures cannot be written is left out: the rest counts. Throws where nothing can. */
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

/** Older versions brought to this one, each by one step; there is none before the first. */
const migrate = (row: unknown): unknown => row

/** Null for what cannot be read: a damaged row, or one of a later version. Of an unreadable body only the body is missing. */
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

/** About what a row takes on disk. */
export const sizeOf = (row: unknown): number => JSON.stringify(row).length
