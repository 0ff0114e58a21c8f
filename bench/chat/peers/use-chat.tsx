import { useChat } from '@ai-sdk/react'
import { DefaultChatTransport, type UIMessage } from 'ai'
import { memo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Streamdown } from 'streamdown'
import { history } from './history'

const transport = new DefaultChatTransport({ api: '/api/chat' })

const Row = memo(function Row({ message, isLive }: { message: UIMessage; isLive: boolean }) {
  return (
    <article data-role={message.role} className="my-4">
      {message.parts.map((part, index) =>
        part.type === 'text' ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts are only ever appended
          <Streamdown key={index} isAnimating={isLive}>
            {part.text}
          </Streamdown>
        ) : null,
      )}
    </article>
  )
})

function Chat({ before }: { before: UIMessage[] }) {
  // 50 ms is what the library's documentation recommends.
  const { messages, sendMessage, status } = useChat({ transport, messages: before, throttle: 50 })
  const [text, setText] = useState('')
  return (
    <main className="mx-auto flex h-dvh max-w-3xl flex-col p-4" data-status={status}>
      <div className="min-h-0 flex-1 overflow-y-auto">
        {messages.map((message, index) => (
          <Row key={message.id} message={message} isLive={status === 'streaming' && index === messages.length - 1} />
        ))}
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void sendMessage({ text })
          setText('')
        }}
      >
        <textarea
          aria-label="Message"
          className="w-full border"
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            event.currentTarget.form?.requestSubmit()
          }}
        />
      </form>
    </main>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Chat before={await history()} />)
