import { type Address, getAddress, isAddress } from 'viem'
import { z } from 'zod'
import { cleanChainString } from '@/lib/wire/text'

/** One balance as claimed by the agent. The interface does not fix its shape, so any field may be missing. */
export type BalanceClaim = {
  symbol: string | null
  /** Null if the agent names none; then only the symbol identifies the token. */
  address: Address | null
  chainId: number | null
  amount: ClaimedNumber | null
  price: ClaimedNumber | null
  value: ClaimedNumber | null
}

/**
 * A number as the agent wrote it (clipped, invisible characters shown), and as a value to compare with. Never used to
 * compute money.
 */
export type ClaimedNumber = { text: string; number: number }

const claimSchema = z.looseObject({})

/** Reads what is readable and omits the rest. Drops a claim that names neither a token nor an address. */
export function readClaims(balances: readonly unknown[]): readonly BalanceClaim[] {
  return balances.flatMap((raw) => {
    const parsed = claimSchema.safeParse(raw)
    if (!parsed.success) return []
    const claim = readClaim(parsed.data)
    return claim.symbol || claim.address ? [claim] : []
  })
}

/** Field names used by live services, besides those of the interface. */
const spellings = {
  symbol: ['symbol', 'tokenSymbol', 'token'],
  address: ['address', 'tokenAddress', 'contractAddress'],
  chainId: ['chainId', 'chain'],
  amount: ['amount', 'balance', 'quantity'],
  price: ['price', 'priceUsd', 'priceUSD'],
  value: ['value', 'valueUsd', 'valueUSD', 'usdValue'],
} as const

function readClaim(raw: Readonly<Record<string, unknown>>): BalanceClaim {
  const field = (name: keyof typeof spellings) =>
    spellings[name].map((spelling) => raw[spelling]).find((value) => value !== undefined && value !== null)
  const symbol = field('symbol')
  const address = field('address')
  const chainId = Number(field('chainId') ?? Number.NaN)
  return {
    symbol: typeof symbol === 'string' ? cleanChainString(symbol) || null : null,
    address: typeof address === 'string' && isAddress(address, { strict: false }) ? getAddress(address) : null,
    chainId: Number.isSafeInteger(chainId) && chainId > 0 ? chainId : null,
    amount: readClaimedNumber(field('amount')),
    price: readClaimedNumber(field('price')),
    value: readClaimedNumber(field('value')),
  }
}

/** Reads numbers, and strings such as `1,234.5` or `$12`. Null for anything that is not a number of zero or more. */
export function readClaimedNumber(raw: unknown): ClaimedNumber | null {
  if (typeof raw !== 'number' && typeof raw !== 'string') return null
  const text = cleanChainString(String(raw), 40)
  const plain = text.replace(/[$,\s]/g, '')
  const number = /^\d+(\.\d+)?(e[+-]?\d+)?$/i.test(plain) ? Number(plain) : Number.NaN
  return Number.isFinite(number) ? { text, number } : null
}
