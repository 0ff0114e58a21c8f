import { z } from 'zod'
import type { Query } from '../database/database'
import { findTask } from './task-store'

/** How long what is being signed is left alone. People leave wallets open, and a purchase may take two signatures. */
export const signingMs = 60 * 60_000

/** Notes that a call of this owner's goes to the wallet now. Nothing is noted of one that waits for no answer any more. */
export async function noteSigning(
  query: Query,
  { taskId, callId, owner }: { taskId: string; callId: string; owner: string },
  now: number,
): Promise<void> {
  await query(
    `update calls set signing_until = $4 where call_id = $1 and task_id = $2 and owner = $3 and state = 'pending'`,
    [callId, taskId, owner, now + signingMs],
  )
}

/**
 * Whether a call of a task may be before a wallet. In a transaction that is so until its end: none can be noted, or
 * answered, meanwhile.
 */
export async function isBeingSigned(
  query: Query,
  { taskId, owner }: { taskId: string; owner: string },
  now: number,
): Promise<boolean> {
  // The task first, as everybody does who changes its calls.
  await findTask(query, taskId, owner, true)
  const rows = await query(
    `select coalesce(signing_until > $2, false) as is_signing from calls where task_id = $1 and state = 'pending'
     for update`,
    [taskId, now],
  )
  return rowsSchema.parse(rows).some(({ is_signing }) => is_signing)
}

const rowsSchema = z.array(z.object({ is_signing: z.boolean() }))
