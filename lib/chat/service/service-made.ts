import type { ChatState } from '../store/chat-state'
import type { Proposal } from './proposals'

/** What was settled longer ago than this is listed without being called new: another browser has seen to it. */
const recentMs = 24 * 60 * 60_000

/**
 * Takes the service's list of conversations that it has begun into ours, and gives the ids of those that are new. Each gets its task's id, so that every tab
 * knows it by the same; its messages come when it is opened, as those of any conversation do.
 */
export function takeServiceMade(state: ChatState, proposals: readonly Proposal[], now: number): string[] {
  const arrived: string[] = []
  const added: string[] = []
  for (const { taskId, contextId, agentId, title, createdAt, state: standing } of proposals) {
    const known = state.ids().find((id) => id === taskId || state.thread(id)?.conversation.taskId === taskId)
    if (known !== undefined) {
      if (state.thread(known)?.conversation.title === title) continue
      state.patch(known, {}, { title })
      state.save(known)
      continue
    }
    if (state.isRemoved(taskId)) continue
    const isNew = standing === 'open' || createdAt > now - recentMs
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
        ...(isNew ? { unread: true } : {}),
      },
      messageIds: [],
      lastEventId: null,
      running: false,
      stopping: false,
      notice: null,
    })
    state.save(taskId)
    added.push(taskId)
    if (isNew) arrived.push(title)
  }
  const [only, ...others] = arrived
  if (only !== undefined)
    state.announce(
      others.length === 0 ? `A new conversation for you: ${only}` : `${arrived.length} new conversations for you`,
    )
  return added
}
