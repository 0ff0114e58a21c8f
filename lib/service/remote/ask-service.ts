import { ssePing } from '@/lib/wire/sse'
import { readJson } from '../http/json'
import { failureReply, type ServiceReply, type ServiceRequest, type StreamBody } from '../http/request'
import { cookiesForService, firstPartyCookie } from './first-party-cookies'

export type RemoteTarget = {
  /** Base address of the remote service, without a slash at its end. */
  baseUrl: string
  /** Whether this app is served over https. */
  isSecure: boolean
  /** Time between signs of life on a stream on which the service is silent. */
  pingMs: number
}

type RemoteRequest = {
  method: 'GET' | 'POST'
  path: string
  body?: string
  /** Milliseconds until the head of the answer must be there. A stream may then take as long as it likes. */
  timeoutMs: number
  signal: AbortSignal
}

/** What the service says of limits and sign-in goes on to the browser; nothing else of its headers does. */
const passedOn = [
  'x-ratelimit-limit',
  'x-ratelimit-remaining',
  'x-ratelimit-reset',
  'retry-after',
  'www-authenticate',
  // The page tells from it how far its clock is off when it signs in.
  'date',
]
/** Ways to sign in that browsers know: they would ask for a password at once, in the service's words and as if for this app. */
const askedByBrowsers = /\b(basic|digest|negotiate|ntlm)\b/i
/** Longest answer that is not a stream. */
const answerLimit = 32 * 1024 * 1024

/** Code of a refusal whose message is the service's own text. The other messages here are this app's. */
const refusedInWords = 'UPSTREAM_REFUSED'
/** Characters of such a text. */
const longestWords = 1_000

/** The remote service did not answer: nothing is known of what it did. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'
}

/** One request to the service in the name of the browser that asks. Redirects are not followed. Throws RemoteError. */
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
        // What this page is to the service: one of its own.
        origin: new URL(target.baseUrl).origin,
        // Whose request it is: limits on sign-ins would otherwise count everybody here as one.
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

/** The service's answer as ours: JSON and event streams only, its cookies made this app's own. */
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
  // An error page of something in front of the service, for one: its status still says something.
  const status = answer.status >= 400 ? answer.status : 502
  if (text !== null && answer.status >= 400 && type === 'text/plain' && text.trim() !== '')
    return { ...failureReply(status, refusedInWords, text.trim().slice(0, longestWords), headers), cookies }
  const words =
    text === null
      ? `The agent service sent more than ${answerLimit / 2 ** 20} MB in one answer (HTTP ${answer.status}), which is too much to pass on.`
      : `The agent service answered with something that is not JSON (HTTP ${answer.status}). Try again later.`
  return { ...failureReply(status, 'UPSTREAM_UNREADABLE', words, headers), cookies }
}

/** An event is over here: something of ours may stand between it and the next. */
const betweenEvents = /(?:^|\n\n|\r\n\r\n|\r\r)$/

/**
 * Passes a stream on as it comes. Where the service is silent, as an agent that thinks may be, there is a comment now and
 * then: this app and whatever is between it and the browser take a quiet connection for a dead one.
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
    // What came is not all: whoever reads it must not take it for that.
    if (!signal.aborted) throw new RemoteError('An answer of the agent service broke off', { cause })
  }
}

/** The whole of an answer; null where it is longer than `limit`, in characters, and then it is read no further. */
export async function readText(answer: Response, signal: AbortSignal, limit = answerLimit): Promise<string | null> {
  let text = ''
  for await (const part of textOf(answer, signal)) {
    text += part
    if (text.length > limit) return null
  }
  return text
}
