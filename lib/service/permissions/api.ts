import type { LiveLog } from '../a2a/streams/live-log'
import { admit, type Gate } from '../auth/admit'
import type { Database } from '../database/database'
import { failureReply, jsonReply, type ServiceReply, type ServiceRequest } from '../http/request'
import { revokeAndTakeBack } from '../rebalance/take-back'
import { type KeptPermission, listPermissions, stateOf } from './store'

/** `/api/permissions` for the list, `/api/permissions/<id>` for a single one. */
export const permissionsPath = /^\/api\/permissions(?:\/([0-9a-f-]{36}))?$/

export type PermissionsApiOptions = Gate & {
  database: Database
  live: LiveLog
  /** Milliseconds since the epoch. */
  now: () => number
}

/**
 * The permissions of the signed-in account. GET lists them; DELETE revokes one immediately and takes back what was
 * proposed under it. Only the session's own are visible. Null for any other path.
 */
export function createPermissionsApi(options: PermissionsApiOptions) {
  const { database, now } = options
  return async (request: ServiceRequest): Promise<ServiceReply | null> => {
    const path = permissionsPath.exec(request.path)
    if (!path) return null
    const id = path[1]
    const caller = await admit(request, options, {
      method: id ? 'DELETE' : 'GET',
      signIn: 'Sign in to see your permissions.',
    })
    if ('refusal' in caller) return caller.refusal
    const { headers } = caller
    const { userId } = caller.session
    if (!id) {
      const permissions = await listPermissions(database.query, userId)
      return jsonReply(200, { permissions: permissions.map((kept) => viewOf(kept, now())) }, headers)
    }
    const revoked = await revokeAndTakeBack(options, { id, userId })
    return revoked
      ? jsonReply(200, { permission: viewOf(revoked, now()) }, headers)
      : failureReply(404, 'NOT_FOUND', 'You have no permission with this id.', headers)
  }
}

/** Formats a permission for the page. Its state is by the service's clock. */
const viewOf = (kept: KeptPermission, now: number) => ({
  id: kept.id,
  state: stateOf(kept, now),
  permission: kept.permission,
  digest: kept.digest,
  enforcement: kept.enforcement,
  createdAt: kept.createdAt,
  // The conversation in which it was requested and signed.
  taskId: kept.taskId,
  callId: kept.callId,
  revokedAt: kept.revokedAt,
})
