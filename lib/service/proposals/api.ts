import { z } from 'zod'
import { admit, type Gate } from '../auth/admit'
import type { Query } from '../database/database'
import { jsonReply, type ServiceReply, type ServiceRequest } from '../http/request'
import { proposalKinds } from './propose'

export const proposalsPath = '/api/proposals'

export type ProposalsApiOptions = Gate & { query: Query }

/** GET lists the conversations that the service began with the signed-in account. Null for any other path. */
export function createProposalsApi({ query, ...gate }: ProposalsApiOptions) {
  return async (request: ServiceRequest): Promise<ServiceReply | null> => {
    if (request.path !== proposalsPath) return null
    const caller = await admit(request, gate, { method: 'GET', signIn: 'Sign in to see what was proposed to you.' })
    if ('refusal' in caller) return caller.refusal
    return jsonReply(200, { proposals: await listProposals(query, caller.session.userId) }, caller.headers)
  }
}

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

type KeptProposal = z.infer<typeof rowSchema>

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
