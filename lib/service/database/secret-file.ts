import { join } from 'node:path'

/** Path of the secret generated at the first start. */
export const secretFile = (dataDir: string): string => join(dataDir, 'auth-secret')
