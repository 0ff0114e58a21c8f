import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { portTaken } from '../failure'
import { listenLocally } from '../listen'
import { HttpError } from './http-error'

export type ApiRequest = {
  query: Readonly<Record<string, string>>
  /** Keyed by the names after the colons in the route. */
  params: Readonly<Record<string, string>>
  body: unknown
}

/** Handlers by method and path, such as `GET /yield/v1/yields/:id`. They return JSON values. */
export type Routes = Readonly<Record<string, (request: ApiRequest) => unknown>>

export type ApiOptions = {
  /** 0: a free one. */
  port: number
  /** The only origin whose pages may send requests. Requests from outside a page have no origin. */
  allowOrigin: string
  routes: Routes
  /** Returns a status to answer with in place of the route, or null. */
  fault: (path: string) => number | null
  log: (line: string) => void
}

const largestBody = 256 * 1024

async function readBody(request: IncomingMessage): Promise<unknown> {
  if (request.method === 'GET') return undefined
  // A page of another origin can send other types without a preflight.
  if (!request.headers['content-type']?.startsWith('application/json'))
    throw new HttpError(415, 'Send the body as application/json.')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = z.instanceof(Buffer).parse(chunk)
    size += bytes.length
    if (size > largestBody) throw new HttpError(413, `A body may have ${largestBody} bytes.`)
    chunks.push(bytes)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new HttpError(400, 'The body is not JSON.')
  }
}

function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = given[index] ?? ''
    if (part.startsWith(':')) params[part.slice(1)] = value
    else if (part !== value) return null
  }
  return params
}

async function answer(request: IncomingMessage, url: URL, { routes, fault }: ApiOptions): Promise<unknown> {
  const failure = fault(url.pathname)
  if (failure !== null) throw new HttpError(failure, 'The devnet was told to fail here.')
  for (const [route, handle] of Object.entries(routes)) {
    const [method, pattern = ''] = route.split(' ')
    const params = method === request.method ? matchPath(pattern, url.pathname) : null
    if (params) return handle({ params, query: Object.fromEntries(url.searchParams), body: await readBody(request) })
  }
  throw new HttpError(404, `There is no ${request.method} ${url.pathname}.`)
}

function describeFailure(error: unknown): { status: number; body: { message: string; code?: number } } {
  if (error instanceof HttpError)
    return {
      status: error.status,
      body: { message: error.message, ...(error.code === undefined ? {} : { code: error.code }) },
    }
  if (error instanceof z.ZodError)
    return {
      status: 400,
      body: { message: error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`).join('; ') },
    }
  return { status: 500, body: { message: error instanceof Error ? error.message : String(error) } }
}

async function respond(request: IncomingMessage, response: ServerResponse, options: ApiOptions): Promise<void> {
  const { origin } = request.headers
  const send = (status: number, body?: unknown) => {
    const cors = {
      'access-control-allow-origin': options.allowOrigin,
      'access-control-allow-headers': '*',
      'access-control-allow-methods': 'GET, POST, PUT',
    }
    response.writeHead(status, { ...cors, vary: 'origin', 'content-type': 'application/json' })
    response.end(body === undefined ? undefined : JSON.stringify(body))
  }
  if (origin !== undefined && origin !== options.allowOrigin)
    return send(403, { message: `Pages of ${options.allowOrigin} may ask; this one is of ${origin}.` })
  if (request.method === 'OPTIONS') return send(204)
  const url = new URL(request.url ?? '/', 'http://127.0.0.1')
  try {
    send(200, await answer(request, url, options))
  } catch (error) {
    const { status, body } = describeFailure(error)
    if (status === 500) options.log(`${request.method} ${url.pathname} failed: ${body.message}`)
    send(status, body)
  }
}

/** Serves the routes on 127.0.0.1. Resolves once it listens; `stop` also closes connections that are kept alive. */
export async function serveApi(options: ApiOptions): Promise<{ port: number; stop: () => Promise<void> }> {
  const server = createServer((request, response) => void respond(request, response, options))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  try {
    return { port: await listenLocally(server, { port: options.port }), stop }
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'EADDRINUSE' ? portTaken(options.port) : error
  }
}
