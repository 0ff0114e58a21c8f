import { z } from 'zod'
import type { Online } from '../page/online'
import type { Timers } from '../page/timers'
import type { Visible } from '../page/visible'
import { createWatch, type Watch } from '../page/watch'

/** A conversation that the service began by itself, as it lists it. */
const proposalSchema = z.object({
  // Becomes the conversation's address in the page.
  taskId: z.string().regex(/^[\w-]{1,100}$/),
  contextId: z.string().nullable(),
  agentId: z.int(),
  title: z.string().max(500),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  /** `open` while one of its calls waits for an answer. */
  state: z.enum(['open', 'settled']),
})
export type Proposal = z.infer<typeof proposalSchema>

const listSchema = z.object({ proposals: z.array(z.unknown()) })

type Answer = { is: 'list'; proposals: readonly Proposal[] } | { is: 'signed-out' | 'failed' | 'no-such-service' }

/** Milliseconds between two looks while the page is visible. */
const interval = 60_000

export type ProposalWatchOptions = {
  /** Origin of the service; empty for this page's own. */
  baseUrl?: string
  fetch: typeof globalThis.fetch
  timers: Timers
  online: Online
  visible: Visible
  /** Receives every list that comes in. */
  onList: (proposals: readonly Proposal[]) => void
}

/**
 * Asks the service for the conversations that it has begun: when woken, when the page becomes visible, and every minute
 * while it is. A service without such a list is asked only once.
 */
export const createProposalWatch = ({ timers, online, visible, onList, ...service }: ProposalWatchOptions): Watch =>
  createWatch({
    timers,
    online,
    visible,
    interval,
    look: async (isStale) => {
      const answer = await ask(service)
      if (answer.is === 'list' && !isStale()) onList(answer.proposals)
      return looked[answer.is]
    },
  })

const looked = { list: 'again', failed: 'again', 'signed-out': 'asleep', 'no-such-service': 'over' } as const

async function ask({ baseUrl = '', fetch }: Pick<ProposalWatchOptions, 'baseUrl' | 'fetch'>): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(`${baseUrl}/api/proposals`, { credentials: 'include' })
  } catch {
    // No connection. The next look will tell, and the chat itself reports that the service is away.
    return { is: 'failed' }
  }
  if (response.status === 401) return { is: 'signed-out' }
  if (response.status === 404 || response.status === 405) return { is: 'no-such-service' }
  if (!response.ok) return { is: 'failed' }
  const list = listSchema.safeParse(await response.json().catch(() => null))
  // A page in place of a list: the server at this address does not know it.
  if (!list.success) return { is: 'no-such-service' }
  const proposals = list.data.proposals.flatMap((each) => {
    const read = proposalSchema.safeParse(each)
    return read.success ? [read.data] : []
  })
  return { is: 'list', proposals }
}
