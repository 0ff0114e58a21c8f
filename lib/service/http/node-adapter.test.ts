import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { listenLocally } from '@/devnet/listen'
import { createHandlers } from '../answer'
import { createNodeHandler } from './node-adapter'
import type { StreamBody } from './request'

/** Serves a handler and returns the port. */
async function serve(handler: ReturnType<typeof createNodeHandler>): Promise<number> {
  const server = createServer((req, res) => void handler(req, res))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return listenLocally(server)
}

/** Sends a request and reads nothing of the answer. */
function askWithoutReading(port: number): void {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => {
    socket.destroy()
  })
  socket.on('error', () => undefined).pause()
  socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
}

it('drops a reader that takes nothing of a stream', async () => {
  // Endless streams.
  let isOver = false
  const body: StreamBody = async (write, { signal }) => {
    while (!signal.aborted) await write('x'.repeat(64 * 1024))
    isOver = true
  }
  const port = await serve(createNodeHandler(async () => ({ status: 200, headers: {}, body }), { stallMs: 100 }))
  askWithoutReading(port)
  await expect.poll(() => isOver).toBe(true)
})

it('ends the streams of readers that all leave at once in batches, yielding to others between them', async () => {
  const count = 300
  let [open, ended, inTurn, most] = [0, 0, 0, 0]
  const body: StreamBody = async (write, { signal }) => {
    await write('x')
    open++
    signal.addEventListener('abort', () => {
      ended++
      most = Math.max(most, ++inTurn)
    })
    await once(signal, 'abort')
  }
  const port = await serve(createNodeHandler(async () => ({ status: 200, headers: {}, body })))
  const sockets = Array.from({ length: count }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined).write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
    return socket
  })
  await expect.poll(() => open).toBe(count)
  for (const socket of sockets) socket.destroy()
  while (ended < count) {
    await new Promise((resolve) => setImmediate(resolve))
    inTurn = 0
  }
  expect(most).toBeLessThanOrEqual(100)
})

it('drops a reader that takes nothing of a long answer', async () => {
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

it('does not wait for the body of a client that left before it was read', async () => {
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

/** Sends the head of a request, and then one byte of its body whenever the previous one was taken, endlessly. */
function trickle(port: number, head: string) {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  const timer = setInterval(() => socket.write('x'), 10)
  const closed = once(socket, 'close').finally(() => clearInterval(timer))
  socket.on('error', () => undefined).setEncoding('utf8')
  socket.on('data', (text: string) => {
    answer += text
  })
  socket.write(`POST / HTTP/1.1\r\nhost: localhost\r\n${head}\r\n\r\n`)
  onTestFinished(() => {
    socket.destroy()
  })
  return { answer: () => answer, closed }
}

it.each(['content-length: 100000', 'content-length: 1000000', 'transfer-encoding: chunked\r\n\r\nfffff'])(
  'stops waiting for a body that trickles in (%s)',
  async (head) => {
    const { node } = createHandlers(
      [async (request) => ({ status: 200, headers: {}, body: (await request.readBody(1 << 20)) ?? '' })],
      () => false,
      { bodyMs: 100 },
    )
    const trickling = trickle(await serve(node), head)
    await trickling.closed
    expect(trickling.answer()).toMatch(/^HTTP\/1.1 408 /)
    expect(trickling.answer()).toContain('nothing was done')
  },
)

it('stops waiting for such a body through the Fetch API too', async () => {
  const { fetch } = createHandlers(
    [async (request) => ({ status: 200, headers: {}, body: (await request.readBody(1 << 20)) ?? '' })],
    () => false,
    { bodyMs: 100 },
  )
  const body = new ReadableStream({ start: (stream) => stream.enqueue(new Uint8Array(5)) })
  const sent = { method: 'POST', body, duplex: 'half' } as RequestInit
  expect((await fetch(new Request('http://localhost/', sent))).status).toBe(408)
})
