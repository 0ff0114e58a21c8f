import { z } from 'zod'
import type { SigningClaim } from '@/lib/wire/task'
import type { Query } from '../database/database'
import { lockTask } from './task-store'

/**
 * Milliseconds during which a proposal being signed is not withdrawn, counted from the last time a browser said so.
 * People leave wallets open, and a purchase may take two signatures. A page repeats it while its wallet is open.
 */
export const signingMs = 60 * 60_000

/**
 * A browser's statement about a call: it is about to sign it or still does (`sign`), it asks who does (`look`), or it
 * asked no wallet after all (`release`). `over` identifies another browser's claim that the person knowingly takes
 * over, by its starting time: a newer claim is not meant.
 */
export type ClaimRequest = { act: 'sign' | 'look' | 'release'; callId: string; browser: string; over: number | null }

type Call = { taskId: string; owner: string }

/**
 * Records what a browser says about a call, and returns who holds it then. One browser at a time has the claim. It ends
 * with the call or when that browser gives it back, never by itself: a wallet on a phone may have signed while its page
 * slept. For the same reason a claim that was taken over holds again once the other browser gives its own back. Null if
 * there is no such call (yet).
 */
export async function claimCall(
  query: Query,
  { act, callId, browser, over, taskId, owner }: ClaimRequest & Call,
  now: number,
): Promise<SigningClaim | null> {
  const call = [callId, taskId, owner, browser]
  if (act === 'sign')
    await query(
      `update calls set signing_by = $4::text, signing_until = $5::bigint,
         signing_since = case when signing_by = $4 then signing_since else $6::bigint end,
         signing_over = case when signing_by <> $4 then array_append(array_remove(signing_over, $4), signing_by)
           else signing_over end
       where call_id = $1 and task_id = $2 and owner = $3 and state = 'pending'
         and (signing_by is null or signing_by = $4 or signing_since = $7::bigint)`,
      [...call, now + signingMs, now, over],
    )
  if (act === 'release')
    await query(
      `update calls set signing_by = case when signing_by = $4 then signing_over[cardinality(signing_over)] else signing_by end,
         signing_since = case when signing_by <> $4 then signing_since when cardinality(signing_over) > 0 then $5::bigint end,
         signing_until = case when signing_by <> $4 or cardinality(signing_over) > 0 then signing_until end,
         signing_over = case when signing_by = $4 then signing_over[:cardinality(signing_over) - 1]
           else array_remove(signing_over, $4) end
       where call_id = $1 and task_id = $2 and owner = $3 and state = 'pending'
         and (signing_by = $4 or $4 = any(signing_over))`,
      [...call, now],
    )
  const rows = await query(
    'select state, signing_by, signing_since from calls where call_id = $1 and task_id = $2 and owner = $3',
    [callId, taskId, owner],
  )
  const [found] = claimsSchema.parse(rows)
  if (!found) return null
  if (found.state !== 'pending') return { callId, holder: 'settled' }
  if (found.signing_by === null || found.signing_since === null) return { callId, holder: 'nobody' }
  if (found.signing_by === browser) return { callId, holder: 'you' }
  return { callId, holder: 'other', since: found.signing_since }
}

const claimsSchema = z.array(
  z.object({ state: z.string(), signing_by: z.string().nullable(), signing_since: z.coerce.number().nullable() }),
)

/**
 * True if a wallet may have a call of the task. Within a transaction this holds until its end: no call can be claimed
 * or answered meanwhile.
 */
export async function isBeingSigned(query: Query, { taskId, owner }: Call, now: number): Promise<boolean> {
  // Locks the task first, as does everyone who changes its calls.
  await lockTask(query, taskId, owner)
  const rows = await query(
    `select coalesce(signing_until > $2, false) as is_signing from calls where task_id = $1 and state = 'pending'
     for update`,
    [taskId, now],
  )
  return rowsSchema.parse(rows).some(({ is_signing }) => is_signing)
}

const rowsSchema = z.array(z.object({ is_signing: z.boolean() }))
