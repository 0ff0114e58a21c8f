import { EventSourceParserStream } from 'eventsource-parser/stream'
import type { Hex, LocalAccount } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { z } from 'zod'
import { buildSiweMessage, type SiweFields } from '@/lib/wire/siwe'

/** Keeps cookies like a browser, as far as names and values are concerned. */
export class Browser {
  readonly cookies = new Map<string, string>()
  constructor(readonly origin: string) {}

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(`${this.origin}${path}`, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (/max-age=0/i.test(cookie)) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    return response
  }

  post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return this.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text })
  }

  async nonce(address: string, chainId = 31337): Promise<string> {
    const response = await this.post('/api/auth/siwe/nonce', { walletAddress: address, chainId })
    return z.object({ nonce: z.string() }).parse(await response.json()).nonce
  }
}

export const newAccount = () => privateKeyToAccount(generatePrivateKey())

export function siweFields(origin: string, address: Hex, nonce: string, now = Date.now()): SiweFields {
  return {
    domain: new URL(origin).host,
    address,
    uri: origin,
    chainId: 31337,
    nonce,
    issuedAt: new Date(now).toISOString(),
    layout: 'compact',
  }
}

/** Signs in as a page does, and returns the answer of the last step. */
export async function signIn(
  browser: Browser,
  account: LocalAccount,
  change: Partial<SiweFields> = {},
  now = Date.now(),
  /** Rewrites the signature as some wallets do. */
  written: (signature: Hex) => Hex = (signature) => signature,
): Promise<Response> {
  const nonce = await browser.nonce(account.address, change.chainId)
  const message = buildSiweMessage({ ...siweFields(browser.origin, account.address, nonce, now), ...change })
  const signature = written(await account.signMessage({ message }))
  const chainId = change.chainId ?? 31337
  return browser.post('/api/auth/siwe/verify', { message, signature, walletAddress: account.address, chainId })
}

/**
 * Makes a browser sign in again if its session has expired: a session lasts a week, and the tests' clocks leap further.
 */
export function signsInAgain(browser: Browser, account: LocalAccount, now: () => number): void {
  const fetchOnce = browser.fetch.bind(browser)
  browser.fetch = async (...asked) => {
    const response = await fetchOnce(...asked)
    if (response.status !== 401 || asked[0].startsWith('/api/auth/')) return response
    await signIn(browser, account, {}, now())
    return fetchOnce(...asked)
  }
}

export async function signedInBrowser(origin: string, now = Date.now()): Promise<Browser> {
  const browser = new Browser(origin)
  const response = await signIn(browser, newAccount(), {}, now)
  if (!response.ok) throw new Error(`Sign-in failed: ${await response.text()}`)
  return browser
}

const partSchema = z.looseObject({
  kind: z.string(),
  type: z.string().optional(),
  text: z.string().optional(),
  id: z.string().optional(),
  name: z.string().optional(),
})
const messageSchema = z.looseObject({ role: z.string(), messageId: z.string(), parts: z.array(partSchema) })
const statusSchema = z.looseObject({ state: z.string(), timestamp: z.string(), message: messageSchema.optional() })
const metadataSchema = z.looseObject({
  agentId: z.int().optional(),
  pendingCalls: z.array(z.string()),
  error: z.object({ code: z.string(), message: z.string() }).optional(),
  claim: z.looseObject({ holder: z.string() }).optional(),
})
const taskSchema = z.object({
  kind: z.literal('task'),
  id: z.string(),
  contextId: z.string(),
  status: statusSchema,
  history: z.array(messageSchema).optional(),
  metadata: metadataSchema,
})
const eventSchema = z.discriminatedUnion('kind', [
  taskSchema,
  z.object({
    kind: z.literal('status-update'),
    type: z.literal('task/status-update'),
    taskId: z.string(),
    contextId: z.string(),
    status: statusSchema,
    final: z.boolean(),
    metadata: metadataSchema.optional(),
  }),
  z.object({
    kind: z.literal('artifact-update'),
    taskId: z.string(),
    contextId: z.string(),
    artifact: z.object({ artifactId: z.string(), name: z.string(), parts: z.array(partSchema) }),
    append: z.boolean(),
    lastChunk: z.boolean(),
  }),
])
type WireEvent = z.infer<typeof eventSchema>
export type Frame = { id: string | undefined; event: WireEvent }

export const call = (browser: Browser, method: string, params: unknown, headers: Record<string, string> = {}) =>
  browser.post('/api/a2a', { jsonrpc: '2.0', id: 1, method, params }, headers)

/** Returns the result of a call, which must succeed. */
export async function result(response: Response | Promise<Response>) {
  return z.object({ result: taskSchema }).parse(await (await response).json()).result
}

const pageSchema = z.object({
  tasks: z
    .array(
      z.looseObject({
        id: z.string(),
        status: statusSchema,
        metadata: z.looseObject({
          title: z.string().nullable(),
          pinned: z.boolean(),
          updatedAt: z.int(),
          changedAt: z.int(),
          readAt: z.int().nullable(),
          pendingCalls: z.array(z.string()),
          deleted: z.boolean().optional(),
        }),
      }),
    )
    .default([]),
  calls: z
    .array(
      z.looseObject({
        taskId: z.string(),
        callId: z.string(),
        state: z.string(),
        parameters: z.record(z.string(), z.unknown()).nullable(),
        result: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .default([]),
  nextPageToken: z.string(),
})

/** Returns a page of a list, which must be valid. */
export async function page(
  browser: Browser,
  method: 'tasks/list' | 'calls/list',
  params: Record<string, unknown> = {},
) {
  return z.object({ result: pageSchema }).parse(await (await call(browser, method, params)).json()).result
}

/** Params of a message that asks to propose a call again. */
export const again = (callId: string, more: Record<string, unknown> = {}) => ({
  message: {
    role: 'user',
    parts: [
      { type: 'text', text: 'Propose it again' },
      { kind: 'data', data: { type: 'proposeAgain', callId } },
    ],
    ...more,
  },
})

/** Params of a message that confirms an offered plan. */
export const confirms = (id: string, more: Record<string, unknown> = {}) => ({
  message: {
    role: 'user',
    parts: [
      { type: 'text', text: 'Confirm this plan' },
      { kind: 'data', data: { type: 'confirmPlan', id } },
    ],
    ...more,
  },
})

/** Returns the id of the last plan that an answer offers. */
export const offerOf = ({ status }: z.infer<typeof taskSchema>): string =>
  z.object({ data: z.object({ type: z.literal('plan'), id: z.string() }) }).parse(status.message?.parts.at(-1)).data.id

/** The id of the draft that an answer offers last. */
export const draftOf = ({ status }: z.infer<typeof taskSchema>): string =>
  z.object({ data: z.object({ type: z.literal('draft'), id: z.string() }) }).parse(status.message?.parts.at(-1)).data.id

/** Returns the error of a call, which must fail. */
export async function rpcError(response: Response | Promise<Response>) {
  const schema = z.object({
    jsonrpc: z.literal('2.0'),
    id: z.union([z.string(), z.number(), z.null()]),
    error: z.object({ code: z.int(), message: z.string(), data: z.record(z.string(), z.unknown()).optional() }),
  })
  return schema.parse(await (await response).json())
}

/** Params of a text message. */
export const words = (text: string, more: Record<string, unknown> = {}) => ({
  configuration: { agentId: 1 },
  message: { role: 'user', parts: [{ type: 'text', text }], ...more },
})

/** Params of a message with one result. */
export const returned = (id: string, result: unknown, more: Record<string, unknown> = {}) => ({
  message: { role: 'user', parts: [{ type: 'functionReturn', id, name: 'send_native_gas_token', result }], ...more },
})

/** Yields the events of a stream as they come. */
export async function* frames(response: Response): AsyncGenerator<Frame> {
  const stream = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  for await (const { id, data } of stream ?? []) {
    const { result } = z.object({ jsonrpc: z.literal('2.0'), result: eventSchema }).parse(JSON.parse(data))
    yield { id, event: result }
  }
}

export async function allFrames(response: Response): Promise<Frame[]> {
  const all: Frame[] = []
  for await (const frame of frames(response)) all.push(frame)
  return all
}
