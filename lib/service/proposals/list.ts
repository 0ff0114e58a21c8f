import { z } from 'zod'
import type { Query } from '../database/database'
import { proposalKinds } from './propose'

const rowSchema = z
  .object({
    task_id: z.string(),
    context_id: z.string(),
    agent_id: z.int(),
    kind: z.enum(proposalKinds),
    title: z.string(),
    created_at: z.coerce.number(),
    is_open: z.boolean(),
  })
  .transform((row) => ({
    taskId: row.task_id,
    contextId: row.context_id,
    agentId: row.agent_id,
    kind: row.kind,
    title: row.title,
    /** Milliseconds since the epoch. */
    createdAt: row.created_at,
    /** `open` while one of its calls is pending. */
    state: row.is_open ? ('open' as const) : ('settled' as const),
  }))

export type KeptProposal = z.infer<typeof rowSchema>

/** Returns the service's proposals to a user, newest first, at most 200. */
export const listProposals = async (query: Query, owner: string): Promise<KeptProposal[]> =>
  z.array(rowSchema).parse(
    await query(
      `select p.task_id, t.context_id, t.agent_id, p.kind, p.title, p.created_at,
         exists (select 1 from calls c where c.task_id = t.id and c.state = 'pending') as is_open
       from proposals p join tasks t on t.id = p.task_id
       where p.owner = $1 and t.deleted_at is null order by p.created_at desc, p.task_id limit 200`,
      [owner],
    ),
  )
