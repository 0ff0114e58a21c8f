import { createServer, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { listenLocally } from '@/devnet/listen'
import { type AgentModel, openModel } from '../model'

const requestSchema = z.looseObject({
  messages: z.array(z.looseObject({ role: z.string() })),
  tools: z.array(z.looseObject({ function: z.looseObject({ name: z.string() }) })).optional(),
})
type Request = z.infer<typeof requestSchema>
export type ModelReply = (response: ServerResponse, request: Request) => void | Promise<void>

/** A local server for the OpenAI chat completions API, scripted by a test. */
export type ModelServer = {
  /** The requests, in order. */
  requests: Request[]
  /** Each request takes the next reply. */
  replies: ModelReply[]
  /** Returns the number of answers that the client has broken off. */
  closed: () => number
  /** Forgets requests and replies. */
  reset: () => void
  /** Opens a model at this server. */
  open: (limits?: { timeoutMs?: number; maxTokens?: number }) => AgentModel
  stop: () => Promise<unknown>
}

export async function startModelServer(): Promise<ModelServer> {
  let closed = 0
  let port = 0
  const model: ModelServer = {
    requests: [],
    replies: [],
    closed: () => closed,
    reset: () => {
      model.requests = []
      model.replies = []
      closed = 0
    },
    open: (limits = {}) => ({
      ...openModel({ url: `http://127.0.0.1:${port}/v1`, name: 'm', key: 'k', timeoutSeconds: 60, maxTokens: 60_000 }),
      retries: 1,
      ...limits,
    }),
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
  const server = createServer(async (request, response) => {
    response.on('close', () => {
      closed += response.writableFinished ? 0 : 1
    })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const read = requestSchema.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')))
    model.requests.push(read)
    const reply = model.replies.shift()
    if (!reply) throw new Error('The test has no more replies')
    await reply(response, read)
  })
  port = await listenLocally(server)
  return model
}

export const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
export const callChunk = (index: number, name: string, args: string) =>
  chunk({ tool_calls: [{ index, id: `call-${index}`, type: 'function', function: { name, arguments: args } }] })
export const begin = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' })
const usage = `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm', choices: [], usage: { prompt_tokens: 900, completion_tokens: 100, total_tokens: 1000 } })}\n\n`

/** The model says something and ends: 1,000 tokens. */
export const says =
  (...words: string[]): ModelReply =>
  (response) => {
    begin(response)
    for (const word of words) response.write(chunk({ content: word }))
    response.end(`${chunk({}, 'stop')}${usage}data: [DONE]\n\n`)
  }
/** The model calls tools with JSON arguments: 1,000 tokens. */
export const callsTools =
  (...calls: [name: string, args: string][]): ModelReply =>
  (response) => {
    begin(response)
    for (const [index, [name, args]] of calls.entries()) response.write(callChunk(index, name, args))
    response.end(`${chunk({}, 'tool_calls')}${usage}data: [DONE]\n\n`)
  }
