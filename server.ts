import { existsSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import next from 'next'
import { z } from 'zod'
import { UnknownChainError } from '@/lib/chain/chains/chains'
import { type Config, ConfigError, readConfig } from '@/lib/config'
import { DatabaseError } from '@/lib/service/database/database'
import { embeddedService } from '@/lib/service/embedded'
import { builtFiles } from '@/lib/service/http/built-files'
import { onlyByTls } from '@/lib/service/http/common-headers'
import { bodyTimeoutMs } from '@/lib/service/http/request'
import { isPath, isReadable } from '@/lib/service/http/request-target'

type Handler = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>

/** The server cannot start, for a reason that the person who starts it can put right. */
class StartError extends Error {
  override readonly name = 'StartError'
}

/**
 * Errors that the operator can put right: only their message is printed. Any other is a defect and is printed with its
 * stack.
 */
const known = [ConfigError, DatabaseError, UnknownChainError, StartError]

const development = process.env.NODE_ENV !== 'production'

/**
 * Time for which an idle connection is kept: longer than a proxy in front keeps its own (nginx and AWS 60 s, Google 600
 * s). If ours ended first, the proxy might learn of it only by a request, which it would answer with 502. Milliseconds.
 */
const idleMs = 620_000

/** Limits for requests that have not arrived whole in `bodyTimeoutMs`, and the interval of the check. Milliseconds. */
const slowRequests = { requestTimeout: bodyTimeoutMs, connectionsCheckingInterval: 5_000 }

main().catch((error: unknown) => {
  console.error(known.some((kind) => error instanceof kind) && error instanceof Error ? error.message : error)
  process.exit(1)
})

/** Settings in `.env` stand in for what the environment does not set. */
function readEnvironmentFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

async function main(): Promise<void> {
  // As the first process of a container nobody else would end this one while it starts; nothing is under way then.
  let stop = async (): Promise<void> => process.exit(0)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop())
  readEnvironmentFile()
  const config = readConfig(process.env)
  let handler: Handler = (_req, res) => {
    // Seconds: whoever has opened the page too early need not look again.
    res.setHeader('refresh', '1')
    answer(res, 503, 'Countersign is starting.')
  }
  const server = createServer(slowRequests, async (req, res) => {
    try {
      if (config.origin.startsWith('https:')) res.setHeader(...onlyByTls)
      if (!isPath(req.url ?? '')) return answer(res, 400, 'This is no address of Countersign.')
      await handler(req, res)
    } catch (error) {
      console.error(`${req.method} ${req.url} failed.`, error)
      if (res.headersSent) res.destroy()
      else answer(res, 500, 'The server could not answer. Try again in a moment.')
    }
  })
  server.keepAliveTimeout = idleMs
  // First of all, so that a second start fails here and not in the middle.
  await listen(server, config)
  // Before the build is looked for: what is wrong with the data is said whether or not there is one.
  const service = await embeddedService(config)
  if (!development) applyBuiltSettings()
  const app = next({ dev: development, port: config.PORT, hostname: new URL(config.origin).hostname })
  await app.prepare().catch((cause: unknown) => {
    throw development ? cause : notBuilt(cause)
  })
  // The process manager starts it again; running on would mean refusing every request.
  service.lost?.then((error) => {
    console.error(error.message)
    process.exit(1)
  })
  server.on('upgrade', app.getUpgradeHandler())
  const page = app.getRequestHandler()
  const sendsBuilt = development ? () => false : builtFiles('.next')
  handler = (req, res) => {
    const path = req.url?.split('?', 1)[0] ?? '/'
    if (path === '/health') return answer(res, 200, 'ready')
    if (service.owns(path)) return service.node(req, res)
    if (sendsBuilt(req, res)) return
    const elsewhere = redirectTarget(req, config)
    if (elsewhere) return redirect(res, elsewhere)
    // It stands for no page, and Next would answer it with a bare 500.
    if (!isReadable(path)) req.url = path.startsWith('/api/') ? '/api/unreadable' : '/_not-found'
    return page(req, res)
  }

  let stopping = false
  stop = async () => {
    // Ctrl-C reaches this process twice where a parent passes it on too.
    if (stopping) return
    stopping = true
    // Connections that were at work are kept alive, and may bring more. The service refuses whatever it is once it closes.
    handler = service.node
    // Open pages keep connections; after this they are cut.
    setTimeout(() => process.exit(0), 10_000).unref()
    const closed = new Promise((resolve) => server.close(resolve))
    await service.close()
    await app.close()
    server.closeAllConnections()
    await closed
    process.exit(0)
  }
  console.log(`Countersign is ready at ${config.origin}`)
}

const notBuilt = (cause: unknown) =>
  new StartError(`The app is not built. Run "npm run build" first.\n${String(cause)}`)

/**
 * Gives Next its settings as the build wrote them down, as the server that it makes for its standalone folder does: that
 * folder, and so a container, has nothing to compile next.config.ts with.
 */
function applyBuiltSettings(): void {
  try {
    const written = readFileSync(join('.next', 'required-server-files.json'), 'utf8')
    const { config } = z.object({ config: z.record(z.string(), z.unknown()) }).parse(JSON.parse(written))
    process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config)
  } catch (cause) {
    throw notBuilt(cause)
  }
}

function listen(server: ReturnType<typeof createServer>, { PORT: port, host }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const isTaken = 'code' in error && error.code === 'EADDRINUSE'
      const message = `Port ${port} is taken by another program. Stop it, or set PORT to another one.`
      reject(isTaken ? new StartError(message, { cause: error }) : error)
    })
    server.listen(port, host, resolve)
  })
}

/**
 * On one's own machine the app answers under several names, but cookies, storage and sign-in belong to one: a page that
 * is opened under another name is sent there. Behind a proxy the Host header says nothing, so nothing is done.
 */
function redirectTarget(req: IncomingMessage, { origin }: Config): string | null {
  const { host, hostname } = new URL(origin)
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
  const wantsPage = req.method === 'GET' && req.headers.accept?.includes('text/html')
  return isLocal && wantsPage && req.headers.host !== host ? `${origin}${req.url ?? '/'}` : null
}

function redirect(res: ServerResponse, location: string): void {
  res.writeHead(307, { location, 'cache-control': 'no-store' }).end()
}

function answer(res: ServerResponse, status: number, message: string): void {
  res.setHeader('content-type', 'application/json').setHeader('cache-control', 'no-store')
  res.statusCode = status
  res.end(JSON.stringify(status === 200 ? { status: message } : { message }))
}
