import type { ChatState } from '../store/chat-state'
import type { Proposal } from './proposals'

/**
 * Conversations settled longer ago than this do not count as unread: another browser has handled them. Milliseconds.
 */
const recentMs = 24 * 60 * 60_000

/**
 * Merges the conversations that the service has begun into ours, and returns the ids of those added. Each gets its
 * task's id, so that all tabs use the same one. Its messages are read when it is opened, like those of any
 * conversation.
 */
export function takeServiceMade(state: ChatState, proposals: readonly Proposal[], now: number): string[] {
  const arrived: string[] = []
  const added: string[] = []
  const isNew = (proposalState: Proposal['state'], createdAt: number) =>
    proposalState === 'open' || createdAt > now - recentMs
  for (const { taskId, contextId, agentId, title, createdAt, state: proposalState } of proposals) {
    const known = state.ids().find((id) => id === taskId || state.thread(id)?.conversation.taskId === taskId)
    if (known !== undefined) {
      const thread = state.thread(known)
      const { byService, listedAt } = thread?.conversation ?? {}
      // The list of all conversations has the person's own title.
      if (listedAt === undefined && thread?.conversation.title !== title) {
        state.patch(known, {}, { title })
        state.save(known)
      }
      if (byService) continue
      // That list had it first, and does not say who began it.
      const isUnseen = known === taskId && thread?.messageIds.length === 0 && isNew(proposalState, createdAt)
      state.patch(known, {}, { byService: true, ...(isUnseen && !state.isLookedAt(known) ? { unread: true } : {}) })
      state.save(known)
      if (isUnseen) arrived.push(title)
      continue
    }
    if (state.isRemoved(taskId)) continue
    state.put({
      conversation: {
        id: taskId,
        taskId,
        contextId,
        agentId,
        title,
        createdAt,
        updatedAt: createdAt,
        ended: false,
        byService: true,
        ...(isNew(proposalState, createdAt) && !state.isLookedAt(taskId) ? { unread: true } : {}),
      },
      messageIds: [],
      lastEventId: null,
      running: false,
      stopping: false,
      notice: null,
    })
    state.save(taskId)
    added.push(taskId)
    if (isNew(proposalState, createdAt)) arrived.push(title)
  }
  const [only, ...others] = arrived
  if (only !== undefined)
    state.announce(
      others.length === 0 ? `A new conversation for you: ${only}` : `${arrived.length} new conversations for you`,
    )
  return added
}
