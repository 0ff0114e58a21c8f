import { ssePing } from '@/lib/wire/transport/sse'
import { readJson } from '../http/json'
import { failureReply, type ServiceReply, type ServiceRequest, type StreamBody } from '../http/request'
import { cookiesForService, firstPartyCookie } from './first-party-cookies'

export type RemoteTarget = {
  /** Base address of the remote service, without a trailing slash. */
  baseUrl: string
  /** True if this app is served over https. */
  isSecure: boolean
  /** Milliseconds between signs of life on a stream while the service is silent. */
  pingMs: number
}

type RemoteRequest = {
  method: 'GET' | 'POST'
  path: string
  body?: string
  /** Milliseconds until the head of the answer must arrive. A stream may then take as long as it likes. */
  timeoutMs: number
  signal: AbortSignal
}

/** Headers about limits and sign-in that are passed to the browser; no others are. */
const passedOn = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'retry-after',
  'www-authenticate',
  // Tells the page how far its clock is off when it signs in.
  'date',
]
/**
 * Authentication schemes known to browsers, which would prompt for a password at once, in the service's words and as if
 * for this app.
 */
const askedByBrowsers = /\b(basic|digest|negotiate|ntlm)\b/i
/** Maximum length of an answer other than a stream. */
const answerLimit = 32 * 1024 * 1024

/** Code of a refusal whose message is the service's own text. The other messages here are this app's. */
const refusedInWords = 'UPSTREAM_REFUSED'
/** Characters of such a text. */
const longestWords = 1_000

/** The remote service did not answer: what it did is unknown. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'
}

/** Sends one request to the service on behalf of the browser. Follows no redirects. Throws RemoteError. */
export async function askService(
  target: RemoteTarget,
  request: ServiceRequest,
  asked: RemoteRequest,
): Promise<Response> {
  const cookie = cookiesForService(request, target.isSecure)
  const lastEventId = request.header('last-event-id')
  const head = new AbortController()
  const timer = setTimeout(() => head.abort(new Error('No answer in time')), asked.timeoutMs)
  try {
    return await fetch(target.baseUrl + asked.path, {
      method: asked.method,
      ...(asked.body === undefined ? {} : { body: asked.body }),
      redirect: 'error',
      headers: {
        accept: request.header('accept') ?? 'application/json',
        // To the service, the page counts as one of its own.
        origin: new URL(target.baseUrl).origin,
        // Identifies the sender: limits on sign-ins would otherwise count everybody here as one.
        ...(request.ip ? { 'x-forwarded-for': request.ip } : {}),
        ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(cookie ? { cookie } : {}),
        ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
      },
      signal: AbortSignal.any([asked.signal, head.signal]),
    })
  } catch (cause) {
    throw new RemoteError('The agent service could not be asked', { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** Converts the service's answer to ours: JSON and event streams only, with its cookies made this app's own. */
export async function replyOf(answer: Response, target: RemoteTarget, signal: AbortSignal): Promise<ServiceReply> {
  const headers: Record<string, string> = {}
  for (const name of passedOn) {
    const value = answer.headers.get(name)
    if (value !== null && !(name === 'www-authenticate' && askedByBrowsers.test(value))) headers[name] = value
  }
  const cookies = answer.headers
    .getSetCookie()
    .flatMap((setCookie) => firstPartyCookie(setCookie, target.isSecure) ?? [])
  const type = (answer.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase()
  if (type === 'text/event-stream') {
    const stream = { 'content-type': 'text/event-stream; charset=utf-8', 'x-accel-buffering': 'no' }
    const body: StreamBody = (write, stream) => passOn(textOf(answer, signal), write, stream, target.pingMs)
    return { status: answer.status, headers: { ...headers, ...stream }, cookies, body }
  }
  const text = await readText(answer, signal)
  if (text !== null && readJson(text) !== undefined)
    return { status: answer.status, headers: { ...headers, 'content-type': 'application/json' }, cookies, body: text }
  // For example an error page of something in front of the service: its status is still informative.
  const status = answer.status >= 400 ? answer.status : 502
  if (text !== null && answer.status >= 400 && type === 'text/plain' && text.trim() !== '')
    return { ...failureReply(status, refusedInWords, text.trim().slice(0, longestWords), headers), cookies }
  const words =
    text === null
      ? `The agent service sent more than ${answerLimit / 2 ** 20} MB in one answer (HTTP ${answer.status}), which is too much to pass on.`
      : `The agent service answered with something that is not JSON (HTTP ${answer.status}). Try again later.`
  return { ...failureReply(status, 'UPSTREAM_UNREADABLE', words, headers), cookies }
}

/** Matches the end of an event, after which a comment of ours may be inserted. */
const betweenEvents = /(?:^|\n\n|\r\n\r\n|\r\r)$/

/**
 * Passes a stream on as it comes. Adds a comment now and then while the service is silent, for example while an agent
 * thinks: this app and everything between it and the browser would take a quiet connection for a dead one.
 */
async function passOn(
  texts: AsyncGenerator<string>,
  write: Parameters<StreamBody>[0],
  stream: AbortController,
  pingMs: number,
): Promise<void> {
  let tail = ''
  let timer: NodeJS.Timeout | undefined
  const rest = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (betweenEvents.test(tail) && !stream.signal.aborted) void write(ssePing)
      rest()
    }, pingMs)
  }
  try {
    rest()
    for await (const text of texts) {
      if (stream.signal.aborted) return
      tail = (tail + text).slice(-4)
      await write(text)
      rest()
    }
  } finally {
    clearTimeout(timer)
  }
}

async function* textOf(answer: Response, signal: AbortSignal): AsyncGenerator<string> {
  if (!answer.body) return
  const decoder = new TextDecoder()
  try {
    for await (const chunk of answer.body) yield decoder.decode(chunk, { stream: true })
  } catch (cause) {
    // The answer is incomplete, and its reader must not mistake it for a whole one.
    if (!signal.aborted) throw new RemoteError('An answer of the agent service broke off', { cause })
  }
}

/** Reads a whole answer. Returns null, and stops reading, if it is longer than `limit` characters. */
export async function readText(answer: Response, signal: AbortSignal, limit = answerLimit): Promise<string | null> {
  let text = ''
  for await (const part of textOf(answer, signal)) {
    text += part
    if (text.length > limit) return null
  }
  return text
}
