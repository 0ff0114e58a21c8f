import { z } from 'zod'
import type { Online } from '../page/online'
import type { Timers } from '../page/timers'
import type { Visible } from '../page/visible'

/** A conversation that the service has begun by itself, as it lists it. */
const proposalSchema = z.object({
  // It becomes the conversation's address in the page.
  taskId: z.string().regex(/^[\w-]{1,100}$/),
  contextId: z.string().nullable(),
  agentId: z.int(),
  title: z.string().max(500),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  /** `open` while a call of it waits for an answer. */
  state: z.enum(['open', 'settled']),
})
export type Proposal = z.infer<typeof proposalSchema>

const listSchema = z.object({ proposals: z.array(z.unknown()) })

type Answer = { is: 'list'; proposals: readonly Proposal[] } | { is: 'signed-out' | 'failed' | 'no-such-service' }

/** Time between two looks while the page is looked at. */
const interval = 60_000

export type ProposalWatchOptions = {
  /** Origin of the service; empty for this page's own. */
  baseUrl?: string
  fetch: typeof globalThis.fetch
  timers: Timers
  online: Online
  visible: Visible
  /** Told of every list that comes in. */
  onList: (proposals: readonly Proposal[]) => void
}

/** `wake` is to be called once somebody is signed in. */
export type ProposalWatch = { wake: () => void; dispose: () => void }

/**
 * Asks the service for the conversations that it has begun: when it is woken, when the page is looked at again, and
 * every minute while it is. A service that has no such list is asked once and never again.
 */
export function createProposalWatch(options: ProposalWatchOptions): ProposalWatch {
  const { timers, online, visible, onList } = options
  /** `asleep`: nobody is signed in. `over`: there is nothing to ask for, or nobody to tell. */
  let state: 'asleep' | 'awake' | 'over' = 'asleep'
  let asking = false
  /** Somebody signed in while an answer was on its way, which is for whoever was there before. */
  let isStale = false
  let callOff: () => void = () => undefined

  const mayAsk = () => state === 'awake' && online.isOnline() && visible.isVisible()
  const look = async (): Promise<void> => {
    callOff()
    if (asking || !mayAsk()) return
    asking = true
    const answer = await ask(options)
    asking = false
    if (state === 'over') return
    if (isStale) {
      isStale = false
      return look()
    }
    if (answer.is === 'no-such-service') state = 'over'
    if (answer.is === 'signed-out') state = 'asleep'
    if (answer.is === 'list') onList(answer.proposals)
    if (mayAsk()) callOff = timers.after(interval, look)
  }
  const changed = () => {
    if (mayAsk()) void look()
    else callOff()
  }
  const unsubscribe = [online.subscribe(changed), visible.subscribe(changed)]
  return {
    wake: () => {
      if (state === 'over') return
      state = 'awake'
      isStale = asking
      void look()
    },
    dispose: () => {
      state = 'over'
      callOff()
      for (const stop of unsubscribe) stop()
    },
  }
}

async function ask({ baseUrl = '', fetch }: ProposalWatchOptions): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(`${baseUrl}/api/proposals`, { credentials: 'include' })
  } catch {
    // No connection: the next look tells. The chat itself says that the service is away.
    return { is: 'failed' }
  }
  if (response.status === 401) return { is: 'signed-out' }
  if (response.status === 404 || response.status === 405) return { is: 'no-such-service' }
  if (!response.ok) return { is: 'failed' }
  const list = listSchema.safeParse(await response.json().catch(() => null))
  // A page in place of a list: whoever serves this address does not know it.
  if (!list.success) return { is: 'no-such-service' }
  const proposals = list.data.proposals.flatMap((each) => {
    const read = proposalSchema.safeParse(each)
    return read.success ? [read.data] : []
  })
  return { is: 'list', proposals }
}
