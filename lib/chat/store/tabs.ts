import { z } from 'zod'
import { chatMessageSchema, storedThreadSchema } from './stored-thread'

/** What tabs tell each other, so that all of them show the same conversations. */
const tabMessage = z.discriminatedUnion('type', [
  /** A conversation changed, and these of its messages. */
  z.object({
    type: z.literal('changed'),
    owner: z.string(),
    thread: storedThreadSchema,
    messages: z.array(chatMessageSchema),
    /** Messages that are no more: drafts that a final message has replaced. */
    dropped: z.array(z.string()),
  }),
  /** The agent is at work on it: whoever shows it may follow the same run. */
  z.object({ type: z.literal('running'), owner: z.string(), conversationId: z.string() }),
])
export type TabMessage = z.infer<typeof tabMessage>

export type Tabs = { post: (message: TabMessage) => void; close: () => void }

export function openTabs(name: string, owner: string, hear: (message: TabMessage) => void): Tabs {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = tabMessage.safeParse(data)
    // Another version of the app may run in the other tab; what it says that is not known here changes nothing.
    if (message.success && message.data.owner === owner) hear(message.data)
  }
  return { post: (message) => channel.postMessage(message), close: () => channel.close() }
}
