import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createNodeHandler } from './node-adapter'
import type { StreamBody } from './request'

/** Streams without an end to whoever asks. Gives the port, and whether the stream is over. */
async function serve(stallMs: number) {
  const state = { isOver: false }
  const body: StreamBody = async (write, { signal }) => {
    while (!signal.aborted) await write('x'.repeat(64 * 1024))
    state.isOver = true
  }
  const handler = createNodeHandler(async () => ({ status: 200, headers: {}, body }), { stallMs })
  const server = createServer((req, res) => void handler(req, res)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('A TCP server has a port.')
  return { port: address.port, state }
}

it('lets go of a reader that takes nothing of a stream', async () => {
  const { port, state } = await serve(100)
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
  })
  socket.on('error', () => undefined).pause()
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await expect.poll(() => state.isOver).toBe(true)
})
