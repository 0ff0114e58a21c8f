import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { askFor } from './work'

/** Streams that say nothing after their first event, until somebody ends them. */
const silent = askFor({ pieces: 2, paceMs: 3_600_000 })
const openedAtOnce = 100

/** Opens streams. Returns their sockets once each has received its first event. */
async function openStreams(port: number, cookies: readonly string[], count: number): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count)
    sockets.push(
      ...(await Promise.all(
        Array.from({ length: openedAtOnce }, (_, index) => openStream(port, cookies[index % cookies.length] ?? '')),
      )),
    )
  return sockets
}

function openStream(port: number, cookie: string): Promise<Socket> {
  const parts = [{ kind: 'text', text: silent }]
  const message = { kind: 'message', role: 'user', messageId: randomUUID(), parts }
  const params = { configuration: { agentId: 1 }, message }
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'message/stream', params })
  const head = [
    'POST /api/a2a HTTP/1.1',
    'host: localhost',
    'content-type: application/json',
    'accept: text/event-stream',
    `cookie: ${cookie}`,
    `content-length: ${Buffer.byteLength(body)}`,
  ]
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(port, 'localhost', () => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`))
    socket.once('error', reject)
    socket.on('data', (data: Buffer) => {
      text += data.toString('latin1')
      if (!text.startsWith('HTTP/1.1 200')) return reject(new Error(text.slice(0, 300)))
      if (text.includes('data: ')) resolve(socket)
    })
  })
}

/**
 * Measures how long the server served nobody else while all of its streams ended, first by the readers and then by
 * itself.
 */
export async function measureCuts(
  port: number,
  cookies: readonly string[],
  count: number,
  blockedMs: () => Promise<number>,
): Promise<{ byReaders: number; byServer: number }> {
  const left = await openStreams(port, cookies, count)
  await blockedMs()
  for (const socket of left) socket.destroy()
  await pause(3_000)
  const byReaders = await blockedMs()

  const kept = await openStreams(port, cookies, count)
  const closed = kept.map((socket) => once(socket, 'close'))
  await blockedMs()
  const headers = (cookie: string) => ({
    cookie,
    origin: `http://localhost:${port}`,
    'content-type': 'application/json',
  })
  await Promise.all(
    cookies.map((cookie) =>
      fetch(`http://localhost:${port}/api/auth/sign-out`, { method: 'POST', headers: headers(cookie), body: '{}' }),
    ),
  )
  await pause(3_000)
  const byServer = await blockedMs()
  for (const socket of kept) socket.destroy()
  await Promise.all(closed)
  return { byReaders, byServer }
}
