import { type Address, getAddress, type Hex, isAddress, isHex } from 'viem'
import { z } from 'zod'
import { addressSchema } from '@/lib/wire/address'
import { cleanChainString } from '@/lib/wire/text'
import { nativeAddress } from '../chains/chain'
import { parseAmount } from '../tokens/amount'
import { pinnedVault } from './pinned-vaults'
import { type Yield, YieldError, type YieldPosition, type YieldStep } from './yields'

/** The fields of Yield.xyz's answers in use (docs.yield.xyz, API v1). Others are ignored. */

const name = z.string().transform((text) => cleanChainString(text, 48))
const symbol = z.string().transform((text) => cleanChainString(text, 16))
const seconds = z.object({ seconds: z.number().min(0) }).transform((period) => period.seconds)
const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
])
const chainId = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number),
])
const quantity = z.union([z.string().regex(/^(0x[0-9a-fA-F]{1,64}|\d{1,78})$/), z.int().min(0)]).transform(BigInt)
const data = z.custom<Hex>((text) => isHex(text) && text.length % 2 === 0, 'not hex data')
const optional = <T>(field: z.ZodType<T>) => field.nullish().catch(undefined)

/** Yield.xyz gives a native coin no address. */
const token = z.object({
  address: addressSchema.nullish().transform((given) => given ?? nativeAddress),
  symbol: symbol.catch(''),
  decimals: z.int().min(0).max(77),
})

const decimal = z.union([z.string(), z.number().transform(String)])

const yieldSchema = z.object({
  id: z.string().min(1).max(200),
  chainId: chainId.nullish(),
  token,
  inputTokens: z.array(token).catch([]).default([]),
  outputToken: optional(token),
  providerId: name.catch(''),
  rewardRate: z
    .object({
      total: number,
      components: z
        .array(z.object({ token: optional(token) }))
        .catch([])
        .default([]),
    })
    .nullish()
    .catch(undefined),
  status: z.object({ enter: z.boolean(), exit: z.boolean() }).catch({ enter: true, exit: true }),
  metadata: z.object({ name: name.catch('') }).catch({ name: '' }),
  mechanics: z
    .object({
      type: z.string().catch(''),
      lockupPeriod: optional(seconds),
      cooldownPeriod: optional(seconds),
      entryLimits: optional(z.object({ minimum: decimal.nullish() })),
    })
    .catch({ type: '' }),
})

const listSchema = z.object({ items: z.array(z.unknown()), total: z.number().catch(0) })

/** Reads the vault from the `-0x…-4626-vault` at the end of an id. */
const vaultOfId = (id: string): Address | null => {
  const found = /-(0x[0-9a-f]{40})-4626-vault$/i.exec(id)?.[1]
  return found && isAddress(found, { strict: false }) ? getAddress(found) : null
}

/**
 * Returns null for a yield that is unreadable or on an unsupported kind of chain: one bad entry does not spoil a list.
 */
export function parseYield(raw: unknown): Yield | null {
  const parsed = yieldSchema.safeParse(raw)
  if (!parsed.success) return null
  const { id, chainId, rewardRate, mechanics, ...rest } = parsed.data
  if (!chainId) return null
  const isVault = mechanics.type === 'vault' || vaultOfId(id) !== null
  const [input = rest.token] = rest.inputTokens
  const rewards = rewardRate?.components.flatMap(({ token }) => token?.symbol || []) ?? []
  const minimum = mechanics.entryLimits?.minimum
  return {
    id,
    chainId,
    token: input,
    contract: isVault ? (rest.outputToken?.address ?? vaultOfId(id)) : null,
    pinned: pinnedVault(id),
    protocol: rest.providerId,
    pool: rest.metadata.name,
    apy: rewardRate?.total ?? null,
    lockupSeconds: mechanics.lockupPeriod ?? null,
    cooldownSeconds: mechanics.cooldownPeriod ?? null,
    rewardSymbols: [...new Set(rewards)],
    minimum: minimum ? parseAmount(minimum, input.decimals) : null,
    isOpen: rest.status,
    source: 'service',
  }
}

export function parseList(raw: unknown): { items: readonly Yield[]; seen: number; total: number } {
  const { items, total } = readable(listSchema, raw)
  return { items: items.map(parseYield).filter((each) => each !== null), seen: items.length, total }
}

/** An unsigned EVM transaction, usually JSON in a string. */
const transactionSchema = z.object({
  from: addressSchema.nullish(),
  to: addressSchema,
  data: data.nullish().transform((given) => given ?? '0x'),
  value: quantity.nullish().transform((given) => given ?? 0n),
  chainId: z.union([quantity.transform(Number), chainId]).nullish(),
})
const embedded = z.preprocess((given, context) => {
  if (typeof given !== 'string') return given
  try {
    return JSON.parse(given)
  } catch {
    context.addIssue({ code: 'custom', message: 'not JSON' })
    return z.NEVER
  }
}, transactionSchema)

const actionSchema = z.object({
  transactions: z.array(
    z.object({
      stepIndex: z.int().catch(0),
      status: z.string().catch(''),
      isMessage: z.boolean().nullish(),
      unsignedTransaction: z.unknown(),
    }),
  ),
})

/** Reads the steps of an action in order. `chainId` applies to transactions that name none. */
export function parseAction(raw: unknown, chainId: number): readonly YieldStep[] {
  const { transactions } = readable(actionSchema, raw)
  const open = transactions.filter(({ status }) => status !== 'SKIPPED').toSorted((a, b) => a.stepIndex - b.stepIndex)
  if (open.length === 0) throw unreadable('it holds no transaction')
  return open.map(({ isMessage, unsignedTransaction }) => {
    // A signed message is a permission of unknown reach, which no yield entered here needs.
    if (isMessage)
      throw new YieldError('refused', 'The yield service wants a signed message, which is not possible here.')
    const { from, chainId: own, ...transaction } = readable(embedded, unsignedTransaction)
    return { ...transaction, from: from ?? null, chainId: own ?? chainId }
  })
}

const raw = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt)
const balanceSchema = z.object({
  type: z.enum(['active', 'entering', 'exiting', 'withdrawable', 'claimable', 'locked']).catch('active'),
  amountRaw: raw,
  shareAmountRaw: optional(raw),
  token,
  date: optional(z.iso.datetime({ offset: true })),
})
const balancesSchema = z.object({
  items: z.array(z.object({ yieldId: z.string().min(1), balances: z.array(z.unknown()) })),
})

type Balance = Pick<YieldPosition, 'yieldId' | 'amount' | 'shares' | 'state' | 'lockedUntil' | 'token'>

export function parseBalances(answer: unknown): readonly Balance[] {
  return readable(balancesSchema, answer).items.flatMap(({ yieldId, balances }) =>
    balances.flatMap((each): Balance[] => {
      const parsed = balanceSchema.safeParse(each)
      if (!parsed.success || parsed.data.amountRaw === 0n) return []
      const { type, amountRaw, shareAmountRaw, token, date } = parsed.data
      const lockedUntil = type === 'locked' && date ? Date.parse(date) : null
      return [{ yieldId, amount: amountRaw, shares: shareAmountRaw ?? null, state: type, lockedUntil, token }]
    }),
  )
}

const failureSchema = z.object({
  message: z.union([z.string(), z.array(z.string()).transform((all) => all.join('; '))]),
})

/** Returns the service's reason for a refusal, safe to show; empty if it gives none. */
export const failureWords = (answer: unknown): string =>
  cleanChainString(failureSchema.safeParse(answer).data?.message ?? '', 160)

function readable<T>(schema: z.ZodType<T>, answer: unknown): T {
  const parsed = schema.safeParse(answer)
  if (parsed.success) return parsed.data
  throw unreadable(z.prettifyError(parsed.error).slice(0, 200), parsed.error)
}

const unreadable = (why: string, cause?: unknown): YieldError =>
  new YieldError('unreadable', 'The yield service sent an answer that cannot be read. Nothing was signed.', {
    advice: 'Try again.',
    cause: cause ?? new Error(why),
  })
