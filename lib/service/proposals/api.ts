import { admit, type Gate } from '../auth/admit'
import type { Query } from '../database/database'
import { jsonReply, type ServiceReply, type ServiceRequest } from '../http/request'
import { listProposals } from './list'

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
