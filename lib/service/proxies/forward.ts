import { readJson } from '../http/json'
import { failureReply, type ServiceReply } from '../http/request'

const timeoutMs = 30_000
/**
 * Maximum answer in bytes: anyone may ask, and the answer is held in memory and parsed. A list of yields or routes has
 * some hundred kB.
 */
const answerLimit = 8 * 1024 * 1024

export type Forwarded = {
  method: string
  body: string | undefined
  headers: Record<string, string>
  signal: AbortSignal
  /** Name of the other service in messages. */
  name: string
}

/** Asks another service and passes its JSON on with its status. Any other answer is a 502 with the reason. */
export async function forward(url: string, { method, body, headers, signal, name }: Forwarded): Promise<ServiceReply> {
  try {
    const answer = await fetch(url, {
      method,
      body,
      redirect: 'error',
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    const text = await readText(answer)
    if (text === null) return failureReply(502, 'UPSTREAM_TOO_LARGE', `${name} sent too long an answer.`)
    if (readJson(text) === undefined)
      return failureReply(502, 'UPSTREAM_UNREADABLE', `${name} sent an answer that is not JSON.`)
    return { status: answer.status, headers: { 'content-type': 'application/json' }, body: text }
  } catch (error) {
    if (signal.aborted) return failureReply(499, 'CLIENT_GONE', 'The request was given up.')
    console.error(`${name} could not be asked.`, error)
    return failureReply(502, 'UPSTREAM_UNREACHABLE', `${name} cannot be reached. Try again in a moment.`)
  }
}

async function readText(answer: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += chunk.length
    if (length > answerLimit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
