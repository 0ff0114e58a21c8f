import { type AgentEvent, decodeText, isWorking } from '@/lib/wire/decode/decode'
import { readSse, SseError } from '@/lib/wire/transport/sse-reader'
import type { Timers } from '../page/timers'
import { AgentError, rpcError } from './agent-error'
import type { Endpoint } from './endpoint'

/** `eventId` is the frame's id, after which reading can resume. */
export type StreamItem = { eventId: string | null; event: AgentEvent }

export type StreamOptions = {
  timers: Timers
  now: () => number
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
    for await (const frame of readSse(response.body, { onBytes: giveUpWhenSilent(own, options) })) {
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

/**
 * Gives up on a body that is silent for too long: a laptop that slept keeps dead connections open. What comes is only
 * noted, because a timer for each piece of it would cost more than the piece.
 */
function giveUpWhenSilent(own: AbortController, { timers, now, silence = 60_000 }: StreamOptions): () => void {
  let heardAt = now()
  const look = () => {
    const left = heardAt + silence - now()
    if (left <= 0) own.abort(new Error('The stream fell silent'))
    else stop = timers.after(left, look)
  }
  let stop = timers.after(silence, look)
  own.signal.addEventListener('abort', () => stop())
  return () => {
    heardAt = now()
  }
}
