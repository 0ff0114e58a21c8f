import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createNodeHandler } from './node-adapter'

/** Streams what `frames` gives to whoever asks. Gives the port, and whether the reading of it has ended. */
async function serve(frames: () => AsyncIterable<string>, stallMs: number) {
  const state = { isOver: false }
  const handler = createNodeHandler(
    async () => ({
      status: 200,
      headers: {},
      body: async function* () {
        try {
          yield* frames()
        } finally {
          state.isOver = true
        }
      },
    }),
    { stallMs },
  )
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
  const { port, state } = await serve(async function* () {
    for (;;) yield 'x'.repeat(64 * 1024)
  }, 100)
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
  })
  socket.on('error', () => undefined).pause()
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
  await expect.poll(() => state.isOver).toBe(true)
})
