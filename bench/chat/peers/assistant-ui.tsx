import { AssistantRuntimeProvider, ComposerPrimitive, MessagePrimitive, ThreadPrimitive } from '@assistant-ui/react'
import { AssistantChatTransport, useChatRuntime } from '@assistant-ui/react-ai-sdk'
import { StreamdownTextPrimitive } from '@assistant-ui/react-streamdown'
import type { UIMessage } from 'ai'
import { createRoot } from 'react-dom/client'
import { history } from './history'

const AgentText = () => <StreamdownTextPrimitive />

const Own = () => (
  <MessagePrimitive.Root data-role="user" className="my-4">
    <MessagePrimitive.Parts />
  </MessagePrimitive.Root>
)

const Agent = () => (
  <MessagePrimitive.Root data-role="assistant" className="my-4">
    <MessagePrimitive.Parts components={{ Text: AgentText }} />
  </MessagePrimitive.Root>
)

function Chat({ before }: { before: UIMessage[] }) {
  const runtime = useChatRuntime({ transport: new AssistantChatTransport({ api: '/api/chat' }), messages: before })
  return (
    <AssistantRuntimeProvider runtime={runtime}>
      <ThreadPrimitive.Root className="mx-auto flex h-dvh max-w-3xl flex-col p-4">
        <ThreadPrimitive.Viewport className="min-h-0 flex-1 overflow-y-auto">
          <ThreadPrimitive.Messages components={{ UserMessage: Own, AssistantMessage: Agent }} />
        </ThreadPrimitive.Viewport>
        <ComposerPrimitive.Root>
          <ComposerPrimitive.Input aria-label="Message" className="w-full border" />
        </ComposerPrimitive.Root>
      </ThreadPrimitive.Root>
    </AssistantRuntimeProvider>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Chat before={await history()} />)
