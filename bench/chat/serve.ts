import type { Server } from 'node:http'

/** Makes a server listen on a port of this machine. Returns a function that closes it with all its connections. */
export async function serve(server: Server, port: number): Promise<() => void> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, 'localhost', resolve))
  return () => {
    server.closeAllConnections()
    server.close()
  }
}
