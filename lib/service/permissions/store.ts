import { randomUUID } from 'node:crypto'
import type { Address, Hex } from 'viem'
import { z } from 'zod'
import type { PermissionState } from '@/lib/agents/agent'
import { type GrantedResult, type RebalancePermission, rebalancePermissionSchema } from '@/lib/wire/consent'
import type { Query } from '../database/database'

/** A permission that the service has verified and stored. Times are in milliseconds since the epoch. */
export type KeptPermission = {
  id: string
  /** The terms exactly as signed. */
  permission: RebalancePermission
  digest: Hex
  signature: Hex
  /** `onchain`: the wallet claims that it also enforces a permission of its own. */
  enforcement: 'advisory' | 'onchain'
  taskId: string
  callId: string
  validUntil: number
  createdAt: number
  revokedAt: number | null
}

/** Returns the state at `now`, in milliseconds since the epoch. A permission is valid until its last second. */
export const stateOf = ({ revokedAt, validUntil }: KeptPermission, now: number): PermissionState =>
  revokedAt !== null ? 'revoked' : validUntil <= now ? 'expired' : 'active'

/** A permission to store. `owner` is a user id. */
export type NewPermission = {
  owner: string
  taskId: string
  callId: string
  granted: GrantedResult
}

const hex = z.templateLiteral(['0x', z.string()])
const rowSchema = z
  .object({
    id: z.string(),
    terms: rebalancePermissionSchema,
    digest: hex,
    signature: hex,
    enforcement: z.enum(['advisory', 'onchain']),
    task_id: z.string(),
    call_id: z.string(),
    valid_until: z.coerce.number(),
    created_at: z.coerce.number(),
    revoked_at: z.coerce.number().nullable(),
  })
  .transform(
    (row): KeptPermission => ({
      id: row.id,
      permission: row.terms,
      digest: row.digest,
      signature: row.signature,
      enforcement: row.enforcement,
      taskId: row.task_id,
      callId: row.call_id,
      validUntil: row.valid_until,
      createdAt: row.created_at,
      revokedAt: row.revoked_at,
    }),
  )
/** Parses rows with the `permissionColumns`. */
export const readPermissions = (rows: unknown): KeptPermission[] => z.array(rowSchema).parse(rows)

export const permissionColumns =
  'id, terms, digest, signature, enforcement, task_id, call_id, valid_until, created_at, revoked_at'

/** Stores a verified permission. Returns false, and stores nothing, if this account used its nonce before. */
export async function keepPermission(query: Query, kept: NewPermission, now: number): Promise<boolean> {
  const { owner, taskId, callId, granted } = kept
  const { permission, digest, signature, enforcement } = granted
  const { context, delegationManager, sessionAddress } = granted
  const rows = await query(
    `insert into permissions (id, owner, address, nonce, terms, digest, signature, enforcement, execution, task_id,
       call_id, valid_until, created_at)
     values ($1, $2, $3, $4, $5::json, $6, $7, $8, $9::json, $10, $11, $12, $13)
     on conflict (address, nonce) do nothing returning id`,
    [
      randomUUID(),
      owner,
      permission.owner,
      permission.nonce,
      JSON.stringify(permission),
      digest,
      signature,
      enforcement,
      context ? JSON.stringify({ context, delegationManager, sessionAddress }) : null,
      taskId,
      callId,
      permission.validUntil * 1000,
      now,
    ],
  )
  return rows.length > 0
}

/** Returns all permissions of a user, newest first, including ended ones. */
export const listPermissions = async (query: Query, owner: string): Promise<KeptPermission[]> =>
  readPermissions(
    await query(
      `select ${permissionColumns} from permissions where owner = $1 order by created_at desc, id limit 500`,
      [owner],
    ),
  )

/** Returns an account's permissions that are valid now, neither expired nor revoked, newest first. */
export const listActivePermissions = async (query: Query, owner: Address, now: number): Promise<KeptPermission[]> =>
  readPermissions(
    await query(
      `select ${permissionColumns} from permissions where address = $1 and revoked_at is null and valid_until > $2
       order by created_at desc, id`,
      [owner, now],
    ),
  )

/**
 * Revokes a permission of this user from now on. Returns the updated permission; null if the user has none with this
 * id.
 */
export async function revokePermission(
  query: Query,
  id: string,
  owner: string,
  now: number,
): Promise<KeptPermission | null> {
  const rows = await query(
    `update permissions set revoked_at = coalesce(revoked_at, $3) where id = $1 and owner = $2 returning ${permissionColumns}`,
    [id, owner, now],
  )
  return readPermissions(rows)[0] ?? null
}
