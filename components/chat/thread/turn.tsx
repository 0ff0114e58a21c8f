import type { ReactNode } from 'react'
import { LongText } from '@/components/ui/text/long-text'
import { timeOfDay } from '@/lib/chat/page/time-words'
import type { ChatMessage } from '@/lib/chat/store/chat'
import { revealInvisible } from '@/lib/wire/text'
import { AgentMark } from '../agent-mark'
import { Working } from './working'

/** The frame of a message: who said it, when, and what. */
export function Turn({ message, agent, children }: { message: ChatMessage; agent: TurnAgent; children: ReactNode }) {
  return (
    <article
      data-message={message.id}
      data-role={message.role}
      data-status={message.status}
      className={message.status === 'streaming' ? 'turn' : 'turn turn-settled'}
      data-resent={message.resent}
      aria-label={message.role === 'user' ? 'You' : `Agent ${agent.name}`}
    >
      <h2 className="form-label turn-margin">
        {message.role === 'user' ? 'You' : <AgentLabel {...agent} />}
        {!message.undated && (
          <time dateTime={new Date(message.at).toISOString()} className="turn-time">
            {timeOfDay.format(message.at)}
          </time>
        )}
      </h2>
      <div className="turn-body">{children}</div>
    </article>
  )
}

type TurnAgent = { agentId: number; name: string }

/** An agent's mark and name. The agent chose the name, so the row says that it is an agent. */
export const AgentLabel = ({ agentId, name }: TurnAgent) => (
  <span className="turn-agent">
    <AgentMark agentId={agentId} name={name} className="size-4 shrink-0" />
    <span className="min-w-0 [overflow-wrap:anywhere]">
      Agent <bdi>{name}</bdi>
    </span>
  </span>
)

/** The person's own words. `draw` draws the names in them. */
export const OwnText = ({ text, draw }: { text: string; draw?: ((text: string) => ReactNode) | undefined }) => (
  <LongText
    text={revealInvisible(text)}
    draw={draw}
    className="own-words whitespace-pre-wrap text-pretty break-words font-medium text-accent"
  />
)

/**
 * The agent's words, in a frame along all of them that names their author. Nothing of the app's goes inside it, and
 * nothing of the agent's outside: whatever the words say, they cannot pass for the app's.
 */
export const AgentText = ({ streaming = false, children }: { streaming?: boolean; children: ReactNode }) => (
  <figure className="agent-words" data-author="agent">
    <figcaption className="form-label">Written by the agent</figcaption>
    <div className={streaming ? 'prose streaming' : 'prose'}>{children}</div>
    {streaming && (
      <div className="working-below">
        <Working />
      </div>
    )}
  </figure>
)

/** A message that only reports a result to the agent is not shown: the outcome is on its card. */
export const isDrawn = ({ parts, status }: ChatMessage): boolean =>
  status === 'streaming' || status === 'broken' || status === 'ended' || parts.some(({ type }) => type !== 'return')
