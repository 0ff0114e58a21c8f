import { z } from 'zod'
import type { LogEvent } from '../a2a/streams/events'
import type { LiveLog } from '../a2a/streams/live-log'
import { lockTask } from '../a2a/task-store'
import type { Database, Query } from '../database/database'
import { type KeptPermission, revokePermission } from '../permissions/store'
import { withdrawProposal } from '../proposals/withdraw'
import { openTasksUnder } from './store'

/** Number of ended permissions processed at once. */
const pageSize = 64

export type TakeBackOptions = {
  database: Database
  live: LiveLog
  /** Milliseconds since the epoch. */
  now: () => number
}

type Why = 'revoked' | 'expired'
type Withdrawn = { taskId: string; events: LogEvent[] }

/** Revokes a permission of this user and takes back its open proposals. Null if the user has none with this id. */
export async function revokeAndTakeBack(
  { database, live, now }: TakeBackOptions,
  { id, userId }: { id: string; userId: string },
): Promise<KeptPermission | null> {
  const done = await database.transaction(async (query) => {
    const at = now()
    const revoked = await revokePermission(query, id, userId, at)
    return revoked && { revoked, withdrawn: await close(query, { id, userId, why: 'revoked' }, at) }
  })
  publish(live, done?.withdrawn ?? [])
  return done?.revoked ?? null
}

const endedSchema = z.array(z.object({ id: z.string(), owner: z.string(), is_revoked: z.boolean() }))

/**
 * Takes back the open proposals under ended permissions, once however many instances run this. A failure is logged and
 * retried at the next check.
 */
export async function takeBackEnded({ database, live, now }: TakeBackOptions, signal: AbortSignal): Promise<void> {
  for (;;) {
    let failed = 0
    const ended = endedSchema.parse(
      await database.query(
        `select id, owner, revoked_at is not null as is_revoked from permissions
         where closed_at is null and (revoked_at is not null or valid_until <= $1) order by valid_until, id limit $2`,
        [now(), pageSize],
      ),
    )
    for (const { id, owner: userId, is_revoked } of ended) {
      if (signal.aborted) return
      const why = is_revoked ? 'revoked' : 'expired'
      try {
        publish(live, await database.transaction((query) => close(query, { id, userId, why }, now())))
      } catch (error) {
        failed++
        console.error(`What was proposed under permission ${id} could not be taken back.`, error)
      }
    }
    // Otherwise the failed ones would be found again.
    if (ended.length < pageSize || failed > 0) return
  }
}

function publish(live: LiveLog, withdrawn: readonly Withdrawn[]): void {
  for (const { taskId, events } of withdrawn) live.publish(taskId, events)
}

/**
 * Closes a permission; of several concurrent instances, one succeeds. What the person asked for in such a conversation
 * stays: it needs no permission.
 */
async function close(
  query: Query,
  { id, userId, why }: { id: string; userId: string; why: Why },
  now: number,
): Promise<Withdrawn[]> {
  const closed = await query('update permissions set closed_at = $2 where id = $1 and closed_at is null returning id', [
    id,
    now,
  ])
  if (closed.length === 0) return []
  const withdrawn: Withdrawn[] = []
  for (const taskId of await openTasksUnder(query, id, userId)) {
    await lockTask(query, taskId, userId)
    const second = await query(
      `select 1 from calls where task_id = $1 and state = 'pending' and unasked and said > 0`,
      [taskId],
    )
    const events = await withdrawProposal(query, { taskId, userId, why: wordsOf(why, second.length > 0) }, now)
    if (events) withdrawn.push({ taskId, events })
  }
  return withdrawn
}

/** Returns the message that replaces the proposal. `isOut`: its first step is done, and the second was open. */
function wordsOf(why: Why, isOut: boolean): string {
  const reason = {
    revoked: 'You have revoked the permission for this move, so I have taken the proposal back.',
    expired: 'The permission for this move has expired, so I have taken the proposal back.',
  }
  const money = isOut
    ? 'What the withdrawal brought is in your wallet and stays there, unless you have already countersigned the deposit.'
    : 'Your money stays where it is. If you have already countersigned the withdrawal, the proceeds go to your wallet, and I will not propose depositing it.'
  return `${reason[why]} ${money} If your wallet still asks for it, reject it there.`
}
