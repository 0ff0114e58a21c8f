import { type ChildProcess, spawn } from 'node:child_process'
import { environment } from '@/e2e/fixtures/environment'
import { serverCommand } from '@/scripts/server-command.mjs'

/** Starts the built app with these settings beside those of the browser tests. Resolves once it is ready. */
export async function startServer(settings: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, serverCommand(), {
    env: { ...process.env, ...environment.variables, ...settings, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The server ended before it was ready.')))
    child.stdout.on('data', (text: Buffer) => text.includes('Countersign is ready') && resolve())
  })
  return child
}
