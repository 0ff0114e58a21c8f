import { z } from 'zod'
import type { Agent } from '@/lib/agents/agent'
import { startTestService } from '@/lib/service/testing/test-service'
import { reportUsage } from './usage'
import { speak } from './work'

// The complete embedded service: sessions, limits, the rows of tasks, and every event in the database before it is
// sent.

const { port, settings } = z
  .object({ port: z.int(), settings: z.record(z.string(), z.string()) })
  .parse(JSON.parse(process.argv[2] ?? ''))

const agent: Agent = {
  id: 1,
  name: 'Speaker',
  description: 'Says what it is asked to say',
  tags: [],
  examples: [],
  answer: ({ history }) => {
    const part = history.at(-1)?.parts[0]
    return speak(part?.type === 'text' ? part.text : '', (delta) => ({ type: 'text', delta }))
  },
}

process.once('disconnect', () => process.exit())
const { stop } = await startTestService({ port, settings, agents: [agent], flushMs: 20 })
process.once('SIGTERM', () => stop().then(() => process.exit()))
reportUsage()
process.send?.('ready')
