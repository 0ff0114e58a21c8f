import { z } from 'zod'
import { rebalancePermissionSchema } from '@/lib/wire/consent'

const permissionSchema = z.object({
  id: z.string().min(1),
  state: z.enum(['active', 'expired', 'revoked']),
  permission: rebalancePermissionSchema,
  enforcement: z.enum(['advisory', 'onchain']),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  revokedAt: z.number().nullable(),
})
export type ListedPermission = z.infer<typeof permissionSchema>

/** The list could not be had or changed. The message is for a person. */
export class PermissionsError extends Error {
  override readonly name = 'PermissionsError'
  constructor(
    readonly code: 'signed-out' | 'not-kept' | 'unreachable',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}

/** Every permission of the account that is signed in, newest first. Throws PermissionsError. */
export const fetchPermissions = async (signal: AbortSignal): Promise<readonly ListedPermission[]> =>
  z.object({ permissions: z.array(permissionSchema) }).parse(await ask('/api/permissions', { signal })).permissions

/** Ends a permission from this moment on. Throws PermissionsError. */
export const revokePermission = async (id: string): Promise<ListedPermission> =>
  z
    .object({ permission: permissionSchema })
    .parse(await ask(`/api/permissions/${encodeURIComponent(id)}`, { method: 'DELETE' })).permission

async function ask(path: string, init: RequestInit): Promise<unknown> {
  const response = await fetch(path, init).catch((cause: unknown) => {
    init.signal?.throwIfAborted()
    throw new PermissionsError('unreachable', 'The service cannot be reached. Are you online?', { cause })
  })
  if (response.ok) return response.json()
  await response.body?.cancel()
  if (response.status === 401) throw new PermissionsError('signed-out', 'Your session has ended. Sign in again.')
  if (response.status === 404)
    throw new PermissionsError(
      'not-kept',
      'This app keeps no list of permissions: its agents are those of another service. Revoke them there.',
    )
  throw new PermissionsError('unreachable', `The service could not answer (HTTP ${response.status}).`)
}
