import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { serve } from './serve'
import { historyOf, markAt, speak } from './stream'

const rpcSchema = z.object({
  id: z.union([z.string(), z.number()]),
  method: z.string(),
  params: z.looseObject({
    id: z.string().optional(),
    message: z.looseObject({ taskId: z.string().optional() }).optional(),
  }),
})

/** Numbers of messages before the measured one. */
export const histories = [0, 400] as const

/** The conversation with this many messages before the measured one. */
export const taskOf = (history: number) => `bench-${history}`

/**
 * Starts an agent service that answers each message with the measured text, a frame for each token, and signs in
 * whoever asks. `onMark` hears of each mark when it is sent.
 */
export async function startA2aService(port: number, onMark: (mark: number) => void): Promise<() => void> {
  const origin = `http://localhost:${port}`
  const server = createServer(async (request, response) => {
    const json = (value: unknown) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const body = await readJson(request)
    if (request.url === '/api/auth/siwe/nonce') return json({ nonce: randomUUID().replaceAll('-', '') })
    if (request.url === '/api/auth/siwe/verify') {
      response.setHeader('set-cookie', '__Secure-bench.session=1; Path=/; Secure; HttpOnly; SameSite=None')
      return json({ success: true })
    }
    if (request.url === '/agent/chat/.well-known/agent-card.json')
      return json({
        name: 'Bench',
        url: `${origin}/api/a2a`,
        skills: [{ id: '1', name: 'Speaker', description: 'Speaks at length', examples: [] }],
      })
    const { id, method, params } = rpcSchema.parse(body)
    if (method === 'tasks/get') {
      const history = /^bench-(\d+)$/.exec(params.id ?? '')?.[1]
      if (history === undefined) return json({ jsonrpc: '2.0', id, error: { code: -32001, message: 'Task not found' } })
      return json({ jsonrpc: '2.0', id, result: taskWith(Number(history)) })
    }
    if (method === 'tasks/list')
      return json({ jsonrpc: '2.0', id, result: { tasks: histories.map(listed), nextPageToken: '' } })
    if (method !== 'message/stream')
      return json({ jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } })
    const place = { taskId: params.message?.taskId ?? taskOf(0), contextId: 'context' }
    const send = (result: object) => response.write(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`)
    const messageId = randomUUID()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    send({ kind: 'task', ...place, id: place.taskId, status: { state: 'working' } })
    let whole = ''
    await speak(
      (text, index) => {
        whole += text
        const artifact = { artifactId: messageId, parts: [{ kind: 'text', text }] }
        send({ kind: 'artifact-update', ...place, artifact, append: index > 0 })
        const mark = markAt(index)
        if (mark !== null) onMark(mark)
      },
      () => response.destroyed,
    )
    const message = { kind: 'message', role: 'agent', messageId, ...place, parts: [{ kind: 'text', text: whole }] }
    send({ kind: 'status-update', ...place, status: { state: 'input-required', message }, final: true })
    response.end()
  })
  return serve(server, port)
}

function taskWith(length: number): object {
  const place = { taskId: taskOf(length), contextId: 'context' }
  const history = historyOf(length).map(({ role, text }, index) => ({
    ...{ kind: 'message', role, messageId: `${length}-${index}`, ...place },
    parts: [{ kind: 'text', text }],
  }))
  return { kind: 'task', id: place.taskId, contextId: 'context', status: { state: 'input-required' }, history }
}

/** An entry of the conversation list, which a client may look an address up in. */
function listed(length: number): object {
  const status = { state: 'input-required', timestamp: '2026-11-27T00:00:00Z' }
  return { id: taskOf(length), contextId: 'context', status, metadata: { title: `${length} messages` } }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const body = await text(request)
  return body ? JSON.parse(body) : undefined
}
