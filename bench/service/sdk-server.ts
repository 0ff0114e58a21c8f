import { randomUUID } from 'node:crypto'
import type { AgentCard, Message, TaskState } from '@a2a-js/sdk'
import {
  type AgentExecutor,
  DefaultRequestHandler,
  type ExecutionEventBus,
  InMemoryTaskStore,
  type RequestContext,
} from '@a2a-js/sdk/server'
import { jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express'
import express from 'express'
import { reportUsage } from './usage'
import { speak } from './work'

// The server of the reference SDK, as its documentation sets it up: no sessions, no limits, tasks in memory.

const port = Number(process.argv[2])
const card: AgentCard = {
  name: 'Speaker',
  description: 'Says what it is asked to say',
  url: `http://localhost:${port}/api/a2a`,
  version: '1',
  protocolVersion: '0.3.0',
  capabilities: { streaming: true },
  defaultInputModes: ['text/plain'],
  defaultOutputModes: ['text/plain'],
  skills: [],
}

class Speaker implements AgentExecutor {
  async execute(context: RequestContext, bus: ExecutionEventBus): Promise<void> {
    const { taskId, contextId, userMessage } = context
    const place = { taskId, contextId }
    const status = (state: TaskState, final: boolean, message?: Message) =>
      bus.publish({
        kind: 'status-update',
        ...place,
        status: { state, timestamp: new Date().toISOString(), ...(message && { message }) },
        final,
      })
    bus.publish({
      kind: 'task',
      id: taskId,
      contextId,
      status: { state: 'submitted', timestamp: new Date().toISOString() },
      history: [userMessage],
    })
    status('working', false)
    const messageId = randomUUID()
    const part = userMessage.parts[0]
    let said = ''
    for await (const text of speak(part?.kind === 'text' ? part.text : '', String)) {
      bus.publish({
        kind: 'artifact-update',
        ...place,
        artifact: { artifactId: messageId, name: 'response', parts: [{ kind: 'text', text }] },
        append: said !== '',
        lastChunk: false,
      })
      said += text
    }
    status('completed', true, {
      kind: 'message',
      role: 'agent',
      messageId,
      ...place,
      parts: [{ kind: 'text', text: said }],
    })
    bus.finished()
  }

  async cancelTask(): Promise<void> {}
}

const requestHandler = new DefaultRequestHandler(card, new InMemoryTaskStore(), new Speaker())
const app = express()
app.use('/api/a2a', jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }))
process.once('disconnect', () => process.exit())
process.once('SIGTERM', () => process.exit())
app.listen(port, 'localhost', (error) => {
  if (error) throw error
  reportUsage()
  process.send?.('ready')
})
