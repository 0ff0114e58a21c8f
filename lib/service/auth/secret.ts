import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { type Config, ConfigError } from '@/lib/config'
import { secretFile } from '../database/secret-file'

/**
 * Returns the secret that signs session cookies: the configured one, or one generated once and kept in the data folder.
 */
export async function authSecret({ AUTH_SECRET, DATA_DIR }: Pick<Config, 'AUTH_SECRET' | 'DATA_DIR'>): Promise<string> {
  if (AUTH_SECRET) return AUTH_SECRET
  const file = secretFile(DATA_DIR)
  await mkdir(DATA_DIR, { recursive: true, mode: 0o700 })
  // `wx` lets one of several concurrent starts write the file; the others read it.
  await writeFile(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600 }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
  const secret = await readFile(file, 'utf8')
  if (secret.length < 32)
    throw new ConfigError(
      `Countersign cannot start: ${file} is damaged. Delete it (everybody signs in again) and restart.`,
    )
  return secret
}
