import { once } from 'node:events'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { clientAddress } from './client-address'
import { commonHeaders } from './common-headers'
import { BodyTooSlow, bodyTimeoutMs, type ServiceReply, type ServiceRequest } from './request'

/** Milliseconds that a reader may take nothing of what is ready for it. A stream's signs of life come more often. */
const patienceMs = 60_000

/** Answers a Node request with the service: the fast path of the custom server. */
export function createNodeHandler(
  handle: (request: ServiceRequest) => Promise<ServiceReply>,
  { stallMs = patienceMs, bodyMs = bodyTimeoutMs } = {},
) {
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const client = new Client(res)
    const reply = await handle(toServiceRequest(req, client, bodyMs))
    if (client.isGone) return
    const headers: OutgoingHttpHeaders = { ...commonHeaders, ...reply.headers }
    if (reply.cookies?.length) headers['set-cookie'] = [...reply.cookies]
    // Another request cannot follow a body that was not read to its end. The rest of a short body is discarded as it
    // arrives, because closing the connection in the middle could cost the client the answer.
    if (!req.complete && refusals.has(reply.status) && !isShort(req)) headers.connection = 'close'
    // The connection stands but nobody reads, and everything unread is kept here. The client can repeat the request or
    // resume the stream.
    res.setTimeout(stallMs, () => res.destroy())
    if (typeof reply.body !== 'function') {
      if (reply.status !== 304) headers['content-length'] = Buffer.byteLength(reply.body)
      res.writeHead(reply.status, headers).end(reply.body)
      return
    }
    res.writeHead(reply.status, headers)
    // Sends what is ready at once together with the head. Corks the socket: Node 22 and 24 send a corked response that
    // ends at once without its body.
    const { socket } = res
    socket?.cork()
    res.flushHeaders()
    setImmediate(() => socket?.uncork())
    const stream = client.controller()
    const write = (text: string) => {
      if (stream.signal.aborted || res.write(text)) return undefined
      return once(res, 'drain', { signal: stream.signal }).then(nothing, nothing)
    }
    try {
      await reply.body(write, stream)
      res.end()
    } catch (error) {
      if (!stream.signal.aborted) console.error('A stream broke off.', error)
      // Ends after what was written, but without the terminator, which would mark the answer as complete.
      socket?.destroySoon()
    }
  }
}

const nothing = () => undefined

/** Not signed in, too slow, too large, too many: part of a body may be unread. */
const refusals: ReadonlySet<number> = new Set([401, 408, 413, 429])

const shortBody = 64 * 1024
const isShort = ({ headers }: IncomingMessage): boolean => Number(headers['content-length'] ?? Infinity) <= shortBody

/** The client that waits for the answer. */
class Client {
  private gone = false
  private made: AbortController | null = null

  constructor(res: ServerResponse) {
    // `close` also follows a complete answer, which nobody needs to know.
    res.once('close', () => {
      if (res.writableFinished) return
      this.gone = true
      if (this.made) abortSoon(this.made)
    })
  }

  get isGone(): boolean {
    return this.gone
  }

  /** Aborted when the client goes away. Created on first use. */
  controller(): AbortController {
    this.made ??= new AbortController()
    if (this.gone) this.made.abort()
    return this.made
  }
}

/** Number of abandoned answers ended at once. If thousands are dropped, others are served in between. */
const atOnce = 100
let leaving: AbortController[] = []

function abortSoon(controller: AbortController): void {
  leaving.push(controller)
  if (leaving.length === 1) setImmediate(abortSome)
}

function abortSome(): void {
  const some = leaving.slice(0, atOnce)
  leaving = leaving.slice(atOnce)
  for (const controller of some) controller.abort()
  if (leaving.length > 0) setImmediate(abortSome)
}

function toServiceRequest(req: IncomingMessage, client: Client, bodyMs: number): ServiceRequest {
  // Only path and query; the Host header is never read.
  const url = req.url ?? '/'
  const query = url.indexOf('?')
  const header = (name: string) => {
    const value = req.headers[name]
    return Array.isArray(value) ? value.join(', ') : value
  }
  return {
    method: req.method ?? 'GET',
    path: query === -1 ? url : url.slice(0, query),
    search: query === -1 ? '' : url.slice(query),
    header,
    ip: clientAddress(req.socket.remoteAddress, header('x-forwarded-for')),
    readBody: (limit) => readBody(req, limit, bodyMs),
    signal: () => client.controller().signal,
  }
}

function readBody(req: IncomingMessage, limit: number, timeoutMs: number): Promise<string | null> {
  if (Number(req.headers['content-length'] ?? 0) > limit) return Promise.resolve(null)
  const chunks: Buffer[] = []
  let length = 0
  let timer: NodeJS.Timeout | undefined
  const body = new Promise<string | null>((resolve, reject) => {
    timer = setTimeout(() => {
      req.pause()
      reject(new BodyTooSlow())
    }, timeoutMs)
    req.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length > limit) {
        req.pause()
        resolve(null)
      } else chunks.push(chunk)
    })
    req.once('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
    // The client went away during the body or before: nobody waits for the answer.
    req.once('error', () => resolve(null))
    if (req.destroyed) resolve(null)
  })
  return body.finally(() => clearTimeout(timer))
}
