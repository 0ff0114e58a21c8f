import { createServer } from 'node:net'
import { portTaken } from './failure'

function assertFree(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject('code' in error && error.code === 'EADDRINUSE' ? portTaken(port) : error))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()))
  })
}

/** Throws a DevnetError that names the first port in use. */
export async function assertPortsFree(ports: readonly number[]): Promise<void> {
  for (const port of ports) await assertFree(port)
}
