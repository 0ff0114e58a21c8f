import { exec } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { projectRoot } from './prepare.mjs'

const run = promisify(exec)
const versionSchema = z.string().transform((version) => version.split('.').map(Number))
const treeSchema = z.object({ problems: z.array(z.string()).optional() })
const options = { cwd: projectRoot, maxBuffer: 64 * 1024 * 1024 }

// npm 10, which comes with Node 20 and 22, installs an optional peer if the present one has the wrong version, and
// refuses a lockfile without it. Later versions omit it, so `npm ci` of a single version proves nothing.
it('every package of the lockfile has its peers, so that each npm version installs from it', async (test) => {
  const [major, minor = 0] = versionSchema.parse((await run('npm --version', options)).stdout.trim())
  if (major === 11 && minor > 1 && minor < 7) test.skip('npm 11.2 to 11.6 call overridden packages invalid')
  const listed = run('npm ls --all --package-lock-only --json', options).catch((error: unknown) => error)
  const { stdout } = z.object({ stdout: z.string() }).parse(await listed)
  expect(treeSchema.parse(JSON.parse(stdout)).problems ?? []).toEqual([])
})
