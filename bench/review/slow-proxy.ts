import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** One HTTP request that passed, in milliseconds of `performance.now()`. */
export type Passage = {
  from: number
  /** When the last byte of the answer was passed on. */
  to: number
  /** Its JSON-RPC methods, or the path of another request. */
  what: readonly string[]
}

export type SlowProxy = { url: string; passages: Passage[]; stop: () => Promise<void> }

async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function methodsIn(body: Buffer): string[] | null {
  try {
    const parsed: unknown = JSON.parse(body.toString())
    const requests = Array.isArray(parsed) ? parsed : [parsed]
    return requests.every((each) => typeof each?.method === 'string') ? requests.map(({ method }) => method) : null
  } catch {
    return null
  }
}

/** Starts a proxy that delays every request to a server by `delayMs`, and records when it came and was answered. */
export async function startSlowProxy(upstream: string, delayMs: number, port: number): Promise<SlowProxy> {
  const passages: Passage[] = []
  const server = createServer(async (incoming, outgoing) => {
    const from = performance.now()
    const body = await bodyOf(incoming)
    await sleep(delayMs)
    const isPost = incoming.method === 'POST' || incoming.method === 'PUT'
    const answer = await fetch(new URL(incoming.url ?? '/', upstream), {
      method: incoming.method ?? 'GET',
      headers: { 'content-type': 'application/json' },
      ...(isPost ? { body: new Uint8Array(body) } : {}),
    })
    const text = await answer.text()
    outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'application/json' })
    outgoing.end(text)
    passages.push({ from, to: performance.now(), what: methodsIn(body) ?? [incoming.url ?? '/'] })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    passages,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/**
 * Counts the requests that had to wait for one another: the longest chain in which each began after the previous one
 * was answered. Requests that go out together, to any number of chains, count once.
 */
export function sequentialTrips(passages: readonly Passage[]): number {
  const inOrder = passages.toSorted((a, b) => a.from - b.from)
  const depths: number[] = []
  inOrder.forEach((passage, index) => {
    const earlier = inOrder.slice(0, index).flatMap((other, at) => (other.to <= passage.from ? [depths[at] ?? 0] : []))
    depths.push(1 + Math.max(0, ...earlier))
  })
  return Math.max(0, ...depths)
}

/** Returns the milliseconds during which at least one of these requests was under way. */
export function busyTime(passages: readonly Passage[]): number {
  let busy = 0
  let until = 0
  for (const { from, to } of passages.toSorted((a, b) => a.from - b.from)) {
    busy += Math.max(0, to - Math.max(from, until))
    until = Math.max(until, to)
  }
  return busy
}
