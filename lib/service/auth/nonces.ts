import { createHash } from 'node:crypto'
import type { Address } from 'viem'
import { z } from 'zod'
import type { Query } from '../database/database'

/** The account and browser to which a nonce is bound. */
export type NonceBinding = {
  address: Address
  chainId: number
  /** Value of the pre-session cookie. */
  browser: string
}

/** Lifetime of a nonce: 15 minutes (docs/protocol.md, "Sign-in"). */
export const nonceLifetimeMs = 15 * 60_000

const rowSchema = z.object({
  address: z.string(),
  chain_id: z.int(),
  browser: z.string(),
  expires_at: z.coerce.number(),
})

const browserHash = (cookie: string): string => createHash('sha256').update(cookie).digest('hex')

export async function keepNonce(query: Query, nonce: string, binding: NonceBinding, now: number): Promise<void> {
  await query(
    'insert into sign_in_nonces (nonce, address, chain_id, browser, expires_at) values ($1, $2, $3, $4, $5)',
    [nonce, binding.address, binding.chainId, browserHash(binding.browser), now + nonceLifetimeMs],
  )
}

/**
 * Uses up a nonce. Returns true if it was still valid for this binding. One conditional statement decides between
 * concurrent attempts. Every attempt burns the nonce, even one that fails here or later.
 */
export async function claimNonce(query: Query, nonce: string, binding: NonceBinding, now: number): Promise<boolean> {
  const rows = await query(
    `update sign_in_nonces set used_at = $2 where nonce = $1 and used_at is null
     returning address, chain_id, browser, expires_at`,
    [nonce, now],
  )
  if (!rows[0]) return false
  const row = rowSchema.parse(rows[0])
  return (
    row.address === binding.address &&
    row.chain_id === binding.chainId &&
    row.browser === browserHash(binding.browser) &&
    row.expires_at > now
  )
}
