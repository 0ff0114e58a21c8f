import { z } from 'zod'
import type { PermissionState } from '@/lib/agents/agent'
import type { Query } from '../database/database'
import { type KeptPermission, permissionColumns, readPermissions } from '../permissions/store'

/** A permission to check, and its owner's user id. */
export type Watched = KeptPermission & { userId: string }

/**
 * Claims up to `limit` valid permissions not checked since `before`, longest waiting first. No two callers get the same
 * one. Skips those with an unanswered proposal, beside which nothing could be proposed.
 */
export async function claimPermissions(
  query: Query,
  { now, before, limit }: { now: number; before: number; limit: number },
): Promise<readonly Watched[]> {
  const rows = await query(
    `update permissions set looked_at = $1::bigint where id in (
       select p.id from permissions p
       where p.revoked_at is null and p.valid_until > $1::bigint and p.closed_at is null
         and (p.terms->>'validAfter')::bigint * 1000 <= $1::bigint
         and (p.looked_at is null or p.looked_at <= $2::bigint)
         and not exists (
           select 1 from proposals r join calls c on c.task_id = r.task_id
           where r.owner = p.owner and starts_with(r.key, 'rebalance:' || p.id || ':') and c.state = 'pending'
             and c.unasked)
       order by p.looked_at nulls first, p.id limit $3 for update skip locked)
     returning owner, ${permissionColumns}`,
    [now, before, limit],
  )
  const owners = z.array(z.object({ owner: z.string() })).parse(rows)
  return readPermissions(rows).map((kept, index) => ({ ...kept, userId: owners[index]?.owner ?? '' }))
}

/** Returns the places reached by moves under this permission. */
export async function targetsOf(query: Query, permissionId: string): Promise<readonly string[]> {
  const rows = await query('select distinct target from rebalance_moves where permission_id = $1', [permissionId])
  return z
    .array(z.object({ target: z.string() }))
    .parse(rows)
    .map(({ target }) => target)
}

const endSchema = z.array(
  z.object({
    is_revoked: z.boolean(),
    is_over: z.boolean(),
  }),
)

/**
 * Returns the state of a permission, which cannot be revoked until the transaction ends. A missing one counts as
 * revoked.
 */
export async function stateNow(query: Query, permissionId: string, now: number): Promise<PermissionState> {
  const rows = await query(
    `select revoked_at is not null as is_revoked, valid_until <= $2 or closed_at is not null as is_over
     from permissions where id = $1 for share`,
    [permissionId, now],
  )
  const [found] = endSchema.parse(rows)
  if (!found || found.is_revoked) return 'revoked'
  return found.is_over ? 'expired' : 'active'
}

/** Returns the state of the permission under which a task was begun, like `stateNow`; null if there is none. */
export async function stateOfTask(query: Query, taskId: string, now: number): Promise<PermissionState | null> {
  const rows = await query(
    `select split_part(key, ':', 2) as id from proposals where task_id = $1 and kind = 'rebalance'`,
    [taskId],
  )
  const [begun] = z.array(z.object({ id: z.string() })).parse(rows)
  return begun ? stateNow(query, begun.id, now) : null
}

/** Key of a proposal under a permission: each move is proposed once per episode. */
export const moveKey = (permissionId: string, { spot, target }: Spots, episode: number): string =>
  `rebalance:${permissionId}:${spot}:${target}:${episode}`

/** Returns the tasks begun under a permission of this owner that have an open call, ordered by id. */
export async function openTasksUnder(query: Query, permissionId: string, owner: string): Promise<readonly string[]> {
  const rows = await query(
    `select r.task_id from proposals r
     where r.owner = $1 and starts_with(r.key, 'rebalance:' || $2::text || ':')
       and exists (select 1 from calls c where c.task_id = r.task_id and c.state = 'pending' and c.unasked) order by r.task_id`,
    [owner, permissionId],
  )
  return z
    .array(z.object({ task_id: z.string() }))
    .parse(rows)
    .map(({ task_id }) => task_id)
}

/** A move, identified by its two spots. */
export type Spots = { spot: string; target: string }

/** Closes the episodes of moves that no longer clear the bounds. */
export async function closeEpisodes(query: Query, permissionId: string, clearing: readonly Spots[]): Promise<void> {
  await query(
    `update rebalance_moves m set is_open = false
     where permission_id = $1 and is_open and not exists (
       select 1 from jsonb_to_recordset($2::jsonb) as c(spot text, target text)
       where c.spot = m.spot and c.target = m.target)`,
    [permissionId, JSON.stringify(clearing)],
  )
}

/** Opens an episode of a move, or finds the open one. Returns its number. */
export async function openEpisode(query: Query, permissionId: string, { spot, target }: Spots): Promise<number> {
  const rows = await query(
    `insert into rebalance_moves (permission_id, spot, target, episode, is_open) values ($1, $2, $3, 1, true)
     on conflict (permission_id, spot, target) do update
       set episode = rebalance_moves.episode + case when rebalance_moves.is_open then 0 else 1 end, is_open = true
     returning episode`,
    [permissionId, spot, target],
  )
  return z.tuple([z.object({ episode: z.int() })]).parse(rows)[0].episode
}
