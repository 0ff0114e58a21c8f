import { join } from 'node:path'

/** Where the secret is kept that is made at the first start. */
export const secretFile = (dataDir: string): string => join(dataDir, 'auth-secret')
