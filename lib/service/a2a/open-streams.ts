import type { Session } from '../auth/sessions'

/** The streams that are open in this process, by the session that opened them. */
export class OpenStreams {
  private readonly bySession = new Map<string, Set<AbortController>>()

  /** Registers a stream until the returned function is called. */
  add(sessionId: string, controller: AbortController): () => void {
    const streams = this.bySession.get(sessionId) ?? new Set()
    this.bySession.set(sessionId, streams.add(controller))
    return () => {
      streams.delete(controller)
      if (streams.size === 0 && this.bySession.get(sessionId) === streams) this.bySession.delete(sessionId)
    }
  }

  /** Ends the streams of sessions that are no longer good. */
  async endRevoked(find: (sessionId: string) => Promise<Session | null>): Promise<void> {
    for (const [sessionId, streams] of [...this.bySession]) {
      if (await find(sessionId)) continue
      for (const controller of streams) controller.abort()
    }
  }

  endAll(): void {
    for (const streams of this.bySession.values()) for (const controller of streams) controller.abort()
  }
}
