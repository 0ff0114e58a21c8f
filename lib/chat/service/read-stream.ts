import { type AgentEvent, decodeText, isWorking } from '@/lib/wire/decode/decode'
import { readSse, SseError } from '@/lib/wire/transport/sse-reader'
import type { Timers } from '../page/timers'
import { AgentError, rpcError } from './agent-error'
import type { Endpoint } from './endpoint'

/** `eventId` is the frame's id, after which reading can resume. */
export type StreamItem = { eventId: string | null; event: AgentEvent }

export type StreamOptions = {
  timers: Timers
  /** Milliseconds of silence after which a stream counts as dropped. The service pings every 15 s. */
  silence?: number
}

/**
 * Reads an answer as it comes. Throws AgentError, or the reason of `caller` if that aborts. Ends quietly if the stream
 * ends.
 */
export async function* readStream(
  response: Response,
  endpoint: Pick<Endpoint, 'readBody' | 'lostConnection'>,
  { caller, own }: { caller: AbortSignal; own: AbortController },
  options: StreamOptions,
): AsyncGenerator<StreamItem> {
  const isStream = /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')
  if (!response.ok || !isStream || !response.body) {
    const { events } = await endpoint.readBody(response, caller)
    for (const event of events) yield { eventId: null, event }
    const [first] = events
    if (first?.type === 'unreadable' || (first?.type === 'task' && !isWorking(first.state)))
      yield { eventId: null, event: { type: 'end' } }
    return
  }
  try {
    for await (const frame of readSse(abortWhenSilent(response.body, own, options))) {
      for (const event of decodeText(frame.data, frame.event ?? undefined)) {
        // The last frame of a connection that was cut.
        if (event.type === 'unreadable' && frame.partial) return
        if (event.type === 'failure') throw rpcError(event.code, event.message, event.data)
        yield { eventId: frame.id, event }
        if (event.type === 'end') return
      }
    }
  } catch (cause) {
    if (cause instanceof AgentError || caller.aborted) throw cause
    if (cause instanceof SseError)
      throw new AgentError('unreadable', `${cause.message}. Try again.`, { unsure: true, cause })
    throw endpoint.lostConnection(cause)
  }
}

/** Gives up on a body that is silent for too long: a laptop that slept keeps dead connections open. */
function abortWhenSilent(
  body: ReadableStream<Uint8Array>,
  own: AbortController,
  { timers, silence = 60_000 }: StreamOptions,
): ReadableStream<Uint8Array> {
  const giveUp = () => own.abort(new Error('The stream fell silent'))
  let stop = timers.after(silence, giveUp)
  own.signal.addEventListener('abort', () => stop())
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        stop()
        stop = timers.after(silence, giveUp)
        controller.enqueue(chunk)
      },
    }),
    { signal: own.signal },
  )
}
