import { z } from 'zod'
import { rebalancePermissionSchema } from '@/lib/wire/consent'
import { askList } from '../lists/list-client'

const permissionSchema = z.object({
  id: z.string().min(1),
  state: z.enum(['active', 'expired', 'revoked']),
  permission: rebalancePermissionSchema,
  enforcement: z.enum(['advisory', 'onchain']),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  revokedAt: z.number().nullable(),
  /** The call that asked for it, and that call's task. */
  taskId: z.string().nullish(),
  callId: z.string().nullish(),
})
export type ListedPermission = z.infer<typeof permissionSchema>

const notKept = 'This app keeps no list of permissions: its agents belong to another service. Revoke them there.'

/** Returns every permission of the signed-in account, newest first. Throws ListError. */
export const fetchPermissions = async (signal: AbortSignal): Promise<readonly ListedPermission[]> =>
  z.object({ permissions: z.array(permissionSchema) }).parse(await askList('/api/permissions', { signal }, notKept))
    .permissions

/** Revokes a permission with immediate effect. Throws ListError. */
export const revokePermission = async (id: string): Promise<ListedPermission> =>
  z
    .object({ permission: permissionSchema })
    .parse(await askList(`/api/permissions/${encodeURIComponent(id)}`, { method: 'DELETE' }, notKept)).permission
