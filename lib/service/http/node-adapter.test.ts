import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { listenLocally } from '@/devnet/listen'
import { createNodeHandler } from './node-adapter'
import type { StreamBody } from './request'

/** Answers with a handler, and gives the port. */
async function serve(handler: ReturnType<typeof createNodeHandler>): Promise<number> {
  const server = createServer((req, res) => void handler(req, res))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return listenLocally(server)
}

/** Asks for the answer and takes nothing of it. */
function askWithoutReading(port: number): void {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
  })
  socket.on('error', () => undefined).pause()
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
}

it('lets go of a reader that takes nothing of a stream', async () => {
  // Streams without an end.
  let isOver = false
  const body: StreamBody = async (write, { signal }) => {
    while (!signal.aborted) await write('x'.repeat(64 * 1024))
    isOver = true
  }
  const port = await serve(createNodeHandler(async () => ({ status: 200, headers: {}, body }), { stallMs: 100 }))
  askWithoutReading(port)
  await expect.poll(() => isOver).toBe(true)
})

it('lets go of a reader that takes nothing of a long answer', async () => {
  const body = 'x'.repeat(64 * 1024 * 1024)
  const handler = createNodeHandler(async () => ({ status: 200, headers: {}, body }), { stallMs: 100 })
  let isOver = false
  const port = await serve((req, res) => {
    res.once('close', () => {
      isOver = true
    })
    return handler(req, res)
  })
  askWithoutReading(port)
  await expect.poll(() => isOver).toBe(true)
})

it('waits for no body of a client that went away before it was asked for', async () => {
  const read: (string | null)[] = []
  let isAsked = false
  const handler = createNodeHandler(async (request) => {
    isAsked = true
    await once(request.signal(), 'abort')
    read.push(await request.readBody(100))
    return { status: 200, headers: {}, body: '' }
  })
  const socket = connect(await serve(handler), '127.0.0.1')
  socket.write('POST / HTTP/1.1\r\nhost: localhost\r\ncontent-length: 50\r\n\r\nthe beginning')
  await expect.poll(() => isAsked).toBe(true)
  socket.destroy()
  await expect.poll(() => read).toEqual([null])
})
