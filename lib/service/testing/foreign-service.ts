import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { isAddress, isHex, verifyMessage } from 'viem'
import { z } from 'zod'
import { parseSiweMessage } from '@/lib/wire/siwe'

/** Dialects that a client must understand besides our own (docs/protocol.md, "Other dialects"). */
export const dialects = [
  'type-for-kind',
  'slash-events',
  'tool-calls-as-text',
  'tool-calls-as-object',
  'message-for-task',
  'ends-by-closing',
  'plain-body',
  'numbers-for-ids',
  'cancelled',
  'canceled',
] as const
type Dialect = (typeof dialects)[number]

export type ForeignCall = { name: string; arguments: Record<string, unknown> }

export type ForeignService = {
  origin: string
  /** The results returned so far, unchanged. Also at `GET /returns`, for tests in another process. */
  returns: unknown[]
  stop: () => Promise<void>
}

const rpcSchema = z.object({
  id: z.union([z.string(), z.number()]),
  method: z.string(),
  params: z.looseObject({
    id: z.union([z.string(), z.number()]).optional(),
    taskId: z.union([z.string(), z.number()]).optional(),
    message: z
      .looseObject({ parts: z.array(z.looseObject({ type: z.string().optional(), kind: z.string().optional() })) })
      .optional(),
  }),
})
type Rpc = z.infer<typeof rpcSchema>

const verifySchema = z.object({
  message: z.string(),
  signature: z.string().refine((text) => isHex(text)),
  walletAddress: z.string().refine((text) => isAddress(text, { strict: false })),
})

/**
 * Starts an agent service that is not ours: strict EIP-4361 layout, its own domain and cookies, no way to ask who is
 * signed in, and each answer in the dialect named by the person's message. "send" is answered with `call`, "send as x"
 * with a call of that name, "send garbled" with unreadable arguments. The answer to "wait" does not end until it is
 * canceled. The answer to "send and be completed" completes its task, which accepts no result. The answer to "break"
 * breaks off when somebody requests "/break", and cannot be resumed. "never mind" drops
 * the open calls of the task, as some services do at any new text.
 */
export async function startForeignService(port: number, call: ForeignCall): Promise<ForeignService> {
  const origin = `http://localhost:${port}`
  const nonces = new Set<string>()
  const sessions = new Set<string>()
  const returns: unknown[] = []
  /** Ends a waiting answer, by task. */
  const waiting = new Map<string, () => void>()
  /** Answers that break off on request. */
  const breaking = new Set<ServerResponse>()

  const signIn = async (body: unknown): Promise<string | null> => {
    const { message, signature, walletAddress } = verifySchema.parse(body)
    const fields = parseSiweMessage(message)
    if (!nonces.delete(fields.nonce) || fields.layout !== 'eip4361') return null
    if (fields.domain !== `localhost:${port}` || fields.uri !== origin) return null
    if (!isAddress(walletAddress, { strict: false }) || !isHex(signature)) return null
    if (!(await verifyMessage({ address: walletAddress, message, signature }))) return null
    const session = randomUUID()
    sessions.add(session)
    return session
  }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readJson(request)
    const json = (status: number, value: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    if (request.url === '/api/auth/siwe/nonce') {
      const nonce = randomUUID().replaceAll('-', '')
      nonces.add(nonce)
      response.setHeader('set-cookie', 'foreign.pre=1; Domain=example.org; Path=/; HttpOnly')
      return void json(200, { nonce })
    }
    if (request.url === '/api/auth/siwe/verify') {
      const session = await signIn(body)
      if (!session) return void json(401, { message: 'Not you', code: 'UNAUTHORIZED' })
      response.setHeader('set-cookie', `__Secure-foreign.session=${session}; Path=/; Secure; HttpOnly; SameSite=None`)
      return void json(200, { success: true })
    }
    if (request.url === '/agent/chat/.well-known/agent-card.json')
      return void json(200, {
        name: 'Foreign',
        url: `${origin}/api/a2a`,
        skills: [{ id: '7', name: 'Foreign trader', description: 'Speaks in tongues', examples: ['send something'] }],
      })
    if (request.url === '/returns') return void json(200, returns)
    if (request.url === '/break') {
      for (const each of breaking) each.destroy()
      breaking.clear()
      return void json(200, {})
    }
    if (request.url !== '/api/a2a') return void json(404, { message: 'Nothing here' })
    const session = /__Secure-foreign\.session=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1]
    if (!session || !sessions.has(session)) return void json(401, { error: 'Sign in' })
    response.setHeader('x-ratelimit-limit', '60').setHeader('x-ratelimit-remaining', '59')
    response.setHeader('x-ratelimit-reset', String(Math.ceil(Date.now() / 1000) + 60))
    answer(rpcSchema.parse(body), response)
  }

  const answer = (rpc: Rpc, response: ServerResponse): void => {
    const parts = rpc.params.message?.parts ?? []
    const returned = parts.filter((part) => (part.type ?? part.kind) === 'functionReturn' || isReturn(part))
    const refuse = (code: number, message: string) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id: rpc.id, error: { code, message } }))
    if (rpc.method === 'tasks/get') return void refuse(-32001, 'Task not found')
    if (rpc.method === 'tasks/resubscribe') return void refuse(-32601, 'Method not found')
    if (String(rpc.params.taskId).startsWith(completed)) return void refuse(-32600, 'The task is completed')
    if (rpc.method === 'tasks/cancel') {
      const id = String(rpc.params.id)
      const state = id.startsWith('cancelled') ? 'cancelled' : 'canceled'
      const result = { kind: 'task', id, contextId: 'context', status: { state } }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ jsonrpc: '2.0', id: rpc.id, result }), waiting.get(id))
      return
    }
    if (returned.length > 0) returns.push(...returned)
    const text = parts.map((part) => z.object({ text: z.string() }).safeParse(part).data?.text ?? '').join(' ')
    const dialect = dialects.find((each) => text.includes(each)) ?? 'type-for-kind'
    const words = returned.length > 0 ? 'Thank you.' : 'Here you are.'
    if (text.startsWith('break')) {
      breaking.add(response)
      return void begin(rpc, response)
    }
    if (text.startsWith('wait')) return void wait(dialect, rpc, response)
    const name = /\bas (\w+)$/.exec(text)?.[1] ?? call.name
    const calls = returned.length > 0 || !text.startsWith('send') ? [] : [{ callId: randomUUID(), ...call, name }]
    const isLast = text.startsWith('send and be completed')
    const letsGo = text.startsWith('never mind')
    speak(dialect, rpc, words, calls, response, { isGarbled: text.startsWith('send garbled'), isLast, letsGo })
  }

  /** Begins an answer that does not end until its task is canceled, in the dialect's spelling of that. */
  const wait = (dialect: Dialect, rpc: Rpc, response: ServerResponse): void => {
    const id = `${dialect}-${randomUUID()}`
    const place = { id, taskId: id, contextId: 'context' }
    const send = (event: object) =>
      response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id: rpc.id, result: { ...place, ...event } })}\n\n`)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    send({ kind: 'task', status: { state: 'working' } })
    send({ kind: 'artifact-update', artifact: { artifactId: id, parts: [{ kind: 'text', text: 'Let me' }] } })
    waiting.set(id, () => {
      send({ kind: 'status-update', status: { state: dialect }, final: true })
      response.end()
    })
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      console.error(error)
      response.destroy()
    })
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, 'localhost', resolve))
  return {
    origin,
    returns,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Begins an answer. */
function begin(rpc: Rpc, response: ServerResponse): void {
  const place = { id: 'broken', taskId: 'broken', contextId: 'context' }
  const events = [
    { kind: 'task', ...place, status: { state: 'working' } },
    { kind: 'artifact-update', ...place, artifact: { artifactId: 'r', parts: [{ kind: 'text', text: 'Let me' }] } },
  ]
  const frames = events.map((result) => `data: ${JSON.stringify({ jsonrpc: '2.0', id: rpc.id, result })}\n\n`)
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(frames.join(''))
}

/** Prefix of the ids of completed tasks. */
const completed = 'completed'

const isReturn = (part: unknown): boolean =>
  z.object({ data: z.looseObject({ type: z.literal('functionReturn') }) }).safeParse(part).success

type Called = ForeignCall & { callId: string }

/** Sends one answer in a dialect, from the first event to the end of the stream. */
function speak(
  dialect: Dialect,
  rpc: Rpc,
  words: string,
  calls: readonly Called[],
  response: ServerResponse,
  { isGarbled, isLast, letsGo }: { isGarbled: boolean; isLast: boolean; letsGo: boolean },
): void {
  const kind = dialect === 'type-for-kind' ? 'type' : 'kind'
  const newId = dialect === 'numbers-for-ids' ? 4711 : `${isLast ? completed : 'task'}-${randomUUID()}`
  const taskId = letsGo ? (rpc.params.taskId ?? newId) : newId
  const place = { taskId, id: taskId, contextId: 'context' }
  const parts = [{ [kind]: 'text', text: words }, ...callParts(dialect, calls, isGarbled)]
  const message = { [kind]: 'message', role: 'agent', messageId: randomUUID(), ...place, parts }
  const status = { state: isLast ? 'completed' : 'input-required', timestamp: new Date().toISOString(), message }
  const slash = dialect === 'slash-events'
  const events: unknown[] = []
  if (dialect === 'message-for-task') events.push(message)
  else {
    events.push({ [kind]: 'task', ...place, status: { state: 'working' } })
    const piece = slash
      ? { type: 'task/artifact-update', ...place, part: { type: 'text', text: words.slice(0, 4) } }
      : {
          [kind]: 'artifact-update',
          ...place,
          artifact: { artifactId: message.messageId, parts: [{ [kind]: 'text', text: words.slice(0, 4) }] },
          append: false,
        }
    events.push(piece)
    const name = slash ? { type: 'task/status-update' } : { [kind]: 'status-update' }
    const metadata = letsGo && { metadata: { pendingCalls: [] } }
    events.push({ ...name, ...place, status, ...metadata, ...(dialect === 'ends-by-closing' ? {} : { final: true }) })
  }
  const envelope = (result: unknown) => JSON.stringify({ jsonrpc: '2.0', id: rpc.id, result })
  const plain = rpc.method !== 'message/stream' || dialect === 'plain-body'
  if (plain) {
    const result = dialect === 'message-for-task' ? message : { [kind]: 'task', ...place, status }
    response.writeHead(200, { 'content-type': 'application/json' }).end(envelope(result))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of events) response.write(`data: ${envelope(event)}\n\n`)
  response.end()
}

function callParts(dialect: Dialect, calls: readonly Called[], isGarbled: boolean): unknown[] {
  if (calls.length === 0) return []
  if (dialect === 'tool-calls-as-text' || dialect === 'tool-calls-as-object') {
    const toolCalls = calls.map(({ callId, name, arguments: given }) => ({
      callId,
      name,
      arguments: dialect === 'tool-calls-as-text' ? JSON.stringify(given).slice(isGarbled ? 1 : 0) : given,
    }))
    return [{ type: 'data', data: { type: 'client_tool_calls', toolCalls } }]
  }
  return calls.map(({ callId, name, arguments: parameters }) => ({
    type: 'functionCall',
    id: callId,
    name,
    parameters,
  }))
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await text(request)
  return body ? JSON.parse(body) : undefined
}
