import { admit, type Gate } from '../auth/admit'
import type { Database } from '../database/database'
import { jsonReply, type ServiceReply, type ServiceRequest } from '../http/request'
import { deleteAccount } from './delete-account'

export const accountPath = '/api/account'

export type AccountApiOptions = Gate & {
  database: Database
  /** Called once the account's sessions have ended, so that its open streams end too. */
  onDeleted: () => void
}

/**
 * DELETE removes everything the service stores about the signed-in account, and signs it out everywhere. Null for any
 * other path.
 */
export function createAccountApi({ database, onDeleted, ...gate }: AccountApiOptions) {
  return async (request: ServiceRequest): Promise<ServiceReply | null> => {
    if (request.path !== accountPath) return null
    const caller = await admit(request, gate, { method: 'DELETE', signIn: 'Sign in to delete your data.' })
    if ('refusal' in caller) return caller.refusal
    await deleteAccount(database, caller.session)
    onDeleted()
    return jsonReply(200, { deleted: true }, caller.headers)
  }
}
