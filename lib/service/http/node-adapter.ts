import { once } from 'node:events'
import type { IncomingMessage, OutgoingHttpHeader, ServerResponse } from 'node:http'
import { clientAddress } from './client-address'
import { commonHeaders } from './common-headers'
import { joinHeaders } from './join-headers'
import { BodyTooSlow, bodyTimeoutMs, type ServiceReply, type ServiceRequest } from './request'

/** How long a reader may take nothing of what is there for it. Signs of life of a stream come more often. */
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
    const headers = joinHeaders<OutgoingHttpHeader>(commonHeaders, reply.headers)
    if (reply.cookies?.length) headers['set-cookie'] = [...reply.cookies]
    // A body that was not read to its end cannot be followed by another request. Of a short one the rest is thrown away as
    // it comes: to end the connection in its middle could cost the client the answer.
    if (!req.complete && refusals.has(reply.status) && !isShort(req)) headers.connection = 'close'
    // Nobody reads any more, though the connection stands, and all that is unread is kept here: an answer can be had again,
    // and a stream be resumed.
    res.setTimeout(stallMs, () => res.destroy())
    if (typeof reply.body !== 'function') {
      if (reply.status !== 304) headers['content-length'] = Buffer.byteLength(reply.body)
      res.writeHead(reply.status, headers).end(reply.body)
      return
    }
    res.writeHead(reply.status, headers)
    // What is there at once goes out together with the head. By the socket: a corked answer that ends at once is sent
    // without its body by Node 22 and 24.
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
      // After what has been written, and without the end that would say that this was all.
      socket?.destroySoon()
    }
  }
}

const nothing = () => undefined

/** Not signed in, too slow, too large, too many: a body may have been left unread. */
const refusals: ReadonlySet<number> = new Set([401, 408, 413, 429])

const shortBody = 64 * 1024
const isShort = ({ headers }: IncomingMessage): boolean => Number(headers['content-length'] ?? Infinity) <= shortBody

/**
 * Who waits for the answer. A class: of an object with a getter of its own V8 keeps a shape for each, and with it all that
 * the getter can see, until the next full collection (a third of what a request allocates).
 */
class Client {
  private gone = false
  private made: AbortController | null = null

  constructor(res: ServerResponse) {
    // An answer that was written to its end is closed too, and nobody has to hear of that.
    res.once('close', () => {
      if (res.writableFinished) return
      this.gone = true
      if (this.made) abortSoon(this.made)
    })
  }

  get isGone(): boolean {
    return this.gone
  }

  /** Aborted when the client goes away, and made only for whoever asks for it. */
  controller(): AbortController {
    this.made ??= new AbortController()
    if (this.gone) this.made.abort()
    return this.made
  }
}

/** How many answers that nobody reads any more end at once: where thousands are let go, others are served in between. */
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
  // Only path and query: the Host header is never looked at.
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
    // The client went away in the middle, or before: nobody waits for the answer.
    req.once('error', () => resolve(null))
    if (req.destroyed) resolve(null)
  })
  return body.finally(() => clearTimeout(timer))
}
