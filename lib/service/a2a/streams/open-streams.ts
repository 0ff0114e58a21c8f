/** The open streams of this process, by the session that opened them. */
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

  /** Ends the streams of sessions that are no longer valid. `liveAmong` returns those that are. */
  async endRevoked(liveAmong: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>): Promise<void> {
    if (this.bySession.size === 0) return
    const asked = [...this.bySession]
    const live = await liveAmong(asked.map(([sessionId]) => sessionId))
    await endEach(asked.flatMap(([sessionId, streams]) => (live.has(sessionId) ? [] : [...streams])))
  }

  endAll(): Promise<void> {
    return endEach([...this.bySession.values()].flatMap((streams) => [...streams]))
  }
}

/** Number of streams ended at once, across sessions; others are served in between. */
export const atOnce = 100

async function endEach(streams: readonly AbortController[]): Promise<void> {
  for (const [index, controller] of streams.entries()) {
    if (index % atOnce === atOnce - 1) await new Promise((resolve) => setImmediate(resolve))
    controller.abort()
  }
}
