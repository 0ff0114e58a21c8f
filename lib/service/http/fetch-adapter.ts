import { clientAddress } from './client-address'
import { commonHeaders } from './common-headers'
import type { ServiceReply, ServiceRequest } from './request'

/** Answers a Fetch request with the service: the path of the route handlers, for serverless hosts. */
export function createFetchHandler(handle: (request: ServiceRequest) => Promise<ServiceReply>) {
  return async (request: Request): Promise<Response> => {
    const reply = await handle(toServiceRequest(request))
    const headers = new Headers({ ...commonHeaders, ...reply.headers })
    for (const cookie of reply.cookies ?? []) headers.append('set-cookie', cookie)
    const body = typeof reply.body === 'function' ? toStream(reply.body, request.signal) : reply.body
    return new Response(body, { status: reply.status, headers })
  }
}

function toServiceRequest(request: Request): ServiceRequest {
  const { pathname, search } = new URL(request.url)
  const header = (name: string) => request.headers.get(name) ?? undefined
  return {
    method: request.method,
    path: pathname,
    search,
    header,
    // There is no socket here: the host in front of the function writes the header.
    ip: clientAddress(undefined, header('x-forwarded-for')),
    readBody: (limit) => readBody(request, limit),
    signal: request.signal,
  }
}

async function readBody(request: Request, limit: number): Promise<string | null> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return null
  if (!request.body) return ''
  const chunks: Uint8Array[] = []
  let length = 0
  const reader = request.body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return Buffer.concat(chunks).toString('utf8')
    length += value.length
    if (length > limit) {
      await reader.cancel()
      return null
    }
    chunks.push(value)
  }
}

/** Frames are made as they are asked for, so a reader that is slow costs no memory. */
function toStream(frames: (signal: AbortSignal) => AsyncIterable<string>, gone: AbortSignal): ReadableStream {
  const canceled = new AbortController()
  const iterator = frames(AbortSignal.any([gone, canceled.signal]))[Symbol.asyncIterator]()
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await iterator.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(value))
    },
    cancel: () => canceled.abort(),
  })
}
