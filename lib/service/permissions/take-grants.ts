import { z } from 'zod'
import { SignatureCheckError } from '@/lib/chain/accounts/hash-signature'
import { findTool } from '@/lib/tools/registry'
import { notGranted } from '@/lib/wire/consent'
import { type FunctionReturn, functionReturnPart, type Part } from '@/lib/wire/parts'
import { refusedResult } from '@/lib/wire/result'
import { RpcError, rpcCode } from '@/lib/wire/transport/jsonrpc'
import type { Session } from '../auth/sessions'
import type { Query } from '../database/database'
import { keepPermission } from './store'
import { type Verified, type VerifyOptions, verifyGrant } from './verify'

/** Results of verifying the permissions in a message, by call id. */
export type Grants = ReadonlyMap<string, Verified>

const claimsGrant = ({ name, result }: FunctionReturn): boolean =>
  findTool(name)?.kind === 'permission' && result.granted === true

/**
 * Verifies the permissions among these results. Runs before the message's transaction, because it may have to ask a
 * chain. Throws RpcError -32603 if the chain does not answer: the caller sends the result again later.
 */
export async function verifyGrants(
  query: Query,
  { taskId, returns, session }: { taskId: string; returns: readonly FunctionReturn[]; session: Session },
  options: VerifyOptions,
): Promise<Grants> {
  const claimed = returns.filter(claimsGrant)
  if (claimed.length === 0) return new Map()
  const rows = await query('select agent_id from tasks where id = $1 and owner = $2', [taskId, session.userId])
  // The task is another owner's or missing; the message is refused for that.
  if (!rows[0]) return new Map()
  const { agent_id: agentId } = z.object({ agent_id: z.int() }).parse(rows[0])
  try {
    const verified = await Promise.all(
      claimed.map(async ({ id, result }): Promise<[string, Verified]> => {
        const expected = { address: session.address, taskId, callId: id, agentId }
        return [id, await verifyGrant(result, expected, options)]
      }),
    )
    return new Map(verified)
  } catch (error) {
    if (!(error instanceof SignatureCheckError)) throw error
    throw new RpcError(rpcCode.internal, `${error.message} Send the result again in a moment.`)
  }
}

/**
 * Stores the verified permissions, and returns the message's parts as the agent is to see them: an invalid permission
 * becomes a refusal, whatever the caller said. Runs in the message's transaction.
 */
export async function takeGrants(
  query: Query,
  {
    parts,
    grants,
    owner,
    taskId,
    now,
  }: { parts: readonly Part[]; grants: Grants; owner: string; taskId: string; now: number },
): Promise<Part[]> {
  const seen: Part[] = []
  for (const part of parts) {
    const verified = part.type === 'functionReturn' ? grants.get(part.id) : undefined
    if (part.type !== 'functionReturn' || !verified) {
      seen.push(part)
      continue
    }
    const isKept =
      verified.ok && (await keepPermission(query, { owner, taskId, callId: part.id, granted: verified.granted }, now))
    const result = verified.ok
      ? isKept
        ? verified.granted
        : refusal('permission-nonce', 'This permission was used before.')
      : refusal(verified.code, verified.why)
    seen.push(functionReturnPart({ id: part.id, name: part.name, result }))
  }
  return seen
}

const refusal = (code: string, why: string) => ({
  ...refusedResult(`The permission was not accepted, so it does not count as granted. ${why}`, code),
  ...notGranted,
})
