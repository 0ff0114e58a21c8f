import { once } from 'node:events'
import type { Server } from 'node:net'

/** Has a server listen on this machine, on a port that nobody else has unless one is given. Gives the port. */
export async function listenLocally(server: Server, { host = '127.0.0.1', port = 0 } = {}): Promise<number> {
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('A TCP server has a port.')
  return address.port
}
