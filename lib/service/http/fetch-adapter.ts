import { clientAddress } from './client-address'
import { commonHeaders } from './common-headers'
import { BodyTooSlow, bodyTimeoutMs, type ServiceReply, type ServiceRequest, type StreamBody } from './request'

/** Answers a Fetch request with the service, for route handlers on serverless hosts. */
export function createFetchHandler(
  handle: (request: ServiceRequest) => Promise<ServiceReply>,
  { bodyMs = bodyTimeoutMs } = {},
) {
  return async (request: Request): Promise<Response> => {
    const reply = await handle(toServiceRequest(request, bodyMs))
    const headers = new Headers({ ...commonHeaders, ...reply.headers })
    for (const cookie of reply.cookies ?? []) headers.append('set-cookie', cookie)
    // A Response with this status must have no body (Fetch Standard, "null body status").
    const body =
      reply.status === 304 ? null : typeof reply.body === 'function' ? toStream(reply.body, request.signal) : reply.body
    return new Response(body, { status: reply.status, headers })
  }
}

function toServiceRequest(request: Request, bodyMs: number): ServiceRequest {
  const { pathname, search } = new URL(request.url)
  const header = (name: string) => request.headers.get(name) ?? undefined
  return {
    method: request.method,
    path: pathname,
    search,
    header,
    // There is no socket here; the host in front of the function writes the header.
    ip: clientAddress(undefined, header('x-forwarded-for')),
    readBody: (limit) => readBody(request, limit, bodyMs),
    signal: () => request.signal,
  }
}

async function readBody(request: Request, limit: number, timeoutMs: number): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return null
  if (!request.body) return ''
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body.getReader()
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    void reader.cancel()
  }, timeoutMs)
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (isLate) throw new BodyTooSlow()
      if (done) return Buffer.concat(chunks).toString('utf8')
      length += value.length
      if (length > limit) {
        await reader.cancel()
        return null
      }
      chunks.push(value)
    }
  } finally {
    clearTimeout(timer)
  }
}

/** The writer waits for the reader, so that a slow one costs no memory. */
function toStream(body: StreamBody, gone: AbortSignal): ReadableStream {
  const stream = new AbortController()
  const leave = () => stream.abort()
  gone.addEventListener('abort', leave)
  if (gone.aborted) leave()
  const encoder = new TextEncoder()
  let isOpen = true
  let isWanted = () => {}
  stream.signal.addEventListener('abort', () => isWanted())
  return new ReadableStream({
    start: (controller) => {
      const write = (text: string) => {
        if (stream.signal.aborted) return undefined
        controller.enqueue(encoder.encode(text))
        if ((controller.desiredSize ?? 0) > 0) return undefined
        return new Promise<void>((resolve) => {
          isWanted = resolve
        })
      }
      body(write, stream)
        .then(
          () => isOpen && controller.close(),
          (error: unknown) => controller.error(error),
        )
        .finally(() => gone.removeEventListener('abort', leave))
    },
    pull: () => isWanted(),
    cancel: () => {
      isOpen = false
      stream.abort()
    },
  })
}
