import { z } from 'zod'
import { chatMessageSchema, storedThreadSchema } from './stored-thread'

/** Messages between tabs, so that all of them show the same conversations. */
const tabMessage = z.discriminatedUnion('type', [
  /** A conversation changed, and these of its messages. */
  z.object({
    type: z.literal('changed'),
    owner: z.string(),
    thread: storedThreadSchema,
    messages: z.array(chatMessageSchema),
    /** Ids of removed messages: drafts that a final message has replaced. */
    dropped: z.array(z.string()),
  }),
  /** The agent is working on it: a tab that shows it may follow the same run. */
  z.object({ type: z.literal('running'), owner: z.string(), conversationId: z.string() }),
])
export type TabMessage = z.infer<typeof tabMessage>

export type Tabs = { post: (message: TabMessage) => void; close: () => void }

export function openTabs(name: string, owner: string, hear: (message: TabMessage) => void): Tabs {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const message = tabMessage.safeParse(data)
    // The other tab may run another version of the app. Unknown messages are ignored.
    if (message.success && message.data.owner === owner) hear(message.data)
  }
  return { post: (message) => channel.postMessage(message), close: () => channel.close() }
}
