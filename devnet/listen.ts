import { once } from 'node:events'
import type { Server } from 'node:net'

/** Makes a server listen on this machine, on a free port unless one is given. Returns the port. */
export async function listenLocally(server: Server, { host = '127.0.0.1', port = 0 } = {}): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('A TCP server has a port.')
  return address.port
}
