import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { z } from 'zod'
import { askFor, pieceMark } from './work'

// Generates the load in a process of its own: requests over persistent sockets, each after the previous one.

const loadSchema = z.object({
  port: z.int(),
  method: z.enum(['message/send', 'message/stream']),
  connections: z.int(),
  /** Requests per connection. */
  rounds: z.int(),
  work: z.object({ pieces: z.int(), paceMs: z.int() }),
  /** Cookie headers, assigned to the connections in turn. */
  cookies: z.array(z.string()),
})
export type Load = z.infer<typeof loadSchema>

/** Times in milliseconds. `frames` are server-sent events. */
export const loadResultSchema = z.object({
  requests: z.int(),
  frames: z.int(),
  pieces: z.int(),
  failures: z.array(z.string()),
  seconds: z.number(),
  first: z.array(z.number()),
  whole: z.array(z.number()),
})
export type LoadResult = z.infer<typeof loadResultSchema>

const isMain = process.argv[1]?.endsWith('load.mjs')
if (isMain) {
  process.once('disconnect', () => process.exit())
  process.on('message', async (message) => {
    process.send?.(await makeLoad(loadSchema.parse(message)))
  })
  process.send?.('ready')
}

async function makeLoad(load: Load): Promise<LoadResult> {
  const result: LoadResult = { requests: 0, frames: 0, pieces: 0, failures: [], seconds: 0, first: [], whole: [] }
  const sockets = await Promise.all(Array.from({ length: load.connections }, () => open(load.port)))
  const began = performance.now()
  await Promise.all(
    sockets.map(async (socket, index) => {
      const cookie = load.cookies[index % load.cookies.length]
      for (let round = 0; round < load.rounds; round++) await ask(socket, load, cookie, result)
    }),
  )
  result.seconds = (performance.now() - began) / 1000
  for (const socket of sockets) socket.destroy()
  return result
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, 'localhost', () => resolve(socket.setNoDelay(true)))
    socket.once('error', reject)
  })
}

/** Sends one request and reads its answer only as far as counting requires. */
function ask(socket: Socket, load: Load, cookie: string | undefined, result: LoadResult): Promise<void> {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: load.method,
    params: {
      configuration: { agentId: 1 },
      message: {
        kind: 'message',
        role: 'user',
        messageId: randomUUID(),
        parts: [{ kind: 'text', text: askFor(load.work) }],
      },
    },
  })
  const head = [
    'POST /api/a2a HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    ...(load.method === 'message/stream' ? ['accept: text/event-stream'] : []),
    ...(cookie ? [`cookie: ${cookie}`] : []),
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  const isStream = load.method === 'message/stream'
  return new Promise((resolve, reject) => {
    const asked = performance.now()
    let text = ''
    let length: number | null = null
    const onData = (data: Buffer) => {
      text += data.toString('latin1')
      const headEnd = text.indexOf('\r\n\r\n')
      if (headEnd === -1) return
      if (length === null && !isStream) length = headEnd + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1])
      if (isStream && first === null && text.includes('\n\n', headEnd + 4)) first = performance.now() - asked
      // The last chunk of a chunked answer, or as many bytes as announced.
      if (isStream ? !text.endsWith('0\r\n\r\n') : text.length < (length ?? 0)) return
      socket.off('data', onData).off('error', reject)
      result.requests++
      result.whole.push(performance.now() - asked)
      if (first !== null) result.first.push(first)
      count(text, load, result)
      resolve()
    }
    let first: number | null = null
    socket.on('data', onData).once('error', reject)
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  })
}

/** An answer must bring all pieces as they came, and all of them again in its final message. */
function count(text: string, { method, work }: Load, result: LoadResult): void {
  const isStream = method === 'message/stream'
  const pieces = text.split(pieceMark).length - 1
  const expected = isStream ? 2 * work.pieces : work.pieces
  if (pieces < expected || !text.startsWith('HTTP/1.1 200')) {
    result.failures.push(`${pieces} of ${expected} pieces: ${text.slice(0, 300)}`)
    return
  }
  result.pieces += work.pieces
  if (isStream) result.frames += text.split('\n\n').length - 1
}
