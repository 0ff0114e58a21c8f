import type { Agent, AgentOutput, AgentTurn } from '@/lib/agents/agent'
import { dayMs, dueAt } from '@/lib/wire/schedule'

/** Turns that the scripted agent was asked for, so that tests can see whether it ran and with what. */
export const turns: AgentTurn[] = []
/** Turns whose signal was aborted. */
export const aborted: AgentTurn[] = []

const gates = new Map<string, () => void>()
const opened = new Set<string>()

/** Opens a gate for good, for the turn that waits at it or will reach it. Each test uses its own names. */
export function openGate(name: string): void {
  opened.add(name)
  gates.get(name)?.()
}

const waitAtGate = (name: string, signal: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    if (opened.has(name)) return resolve()
    gates.set(name, resolve)
    signal.addEventListener('abort', () => reject(signal.reason))
  })

/**
 * Follows the last message: `say a|b` says a, then b; `propose n` proposes n transfers; `gate x` says "before ", waits
 * for `openGate('x')` and says "after"; `fail` fails after some words; `deaf` hangs and ignores the signal; `count n`
 * says n numbered pieces; `plan` makes a daily plan from tomorrow on; `draft` drafts a swap; `replace n` proposes a
 * transfer in place of the last one, after the gate that it names; `withdraw` withdraws the last one. Results of calls
 * are read back.
 */
export const scriptedAgent: Agent = {
  id: 1,
  name: 'Scripted',
  description: 'An agent for tests',
  tags: ['test'],
  examples: ['say hello'],
  answer: async function* (turn): AsyncGenerator<AgentOutput> {
    turns.push(turn)
    turn.signal.addEventListener('abort', () => aborted.push(turn))
    const parts = turn.history.at(-1)?.parts ?? []
    const words = parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join(' ')
    const [verb = '', argument = ''] = words.split(/ (.*)/s)
    const returned = parts.flatMap((part) => (part.type === 'functionReturn' ? [part.result] : []))
    if (returned.length > 0) yield { type: 'text', delta: `Results: ${JSON.stringify(returned)}` }
    else if (verb === 'say') for (const delta of argument.split('|')) yield { type: 'text', delta }
    else if (verb === 'propose') yield* propose(Number(argument))
    else if (verb === 'gate') {
      yield { type: 'text', delta: 'before ' }
      await waitAtGate(argument, turn.signal)
      yield { type: 'text', delta: 'after' }
    } else if (verb === 'fail') {
      yield { type: 'text', delta: 'Let me see' }
      throw new Error('the model is on fire')
    } else if (verb === 'deaf') await new Promise(() => undefined)
    else if (verb === 'count') yield* count(Number(argument))
    else if (verb === 'plan') yield* offerPlan()
    else if (verb === 'draft') yield* offerDraft()
    else if (verb === 'replace') {
      yield { type: 'text', delta: 'Please approve this one.' }
      if (argument) await waitAtGate(argument, turn.signal)
      for (const output of propose(1)) if (output.type === 'call') yield { ...output, replaces: lastCall(turn) }
    } else if (verb === 'withdraw') yield { type: 'withdraw', callId: lastCall(turn) }
  },
}

const lastCall = ({ history }: AgentTurn): string =>
  history.flatMap(({ parts }) => parts).findLast((part) => part.type === 'functionCall')?.id ?? ''

/** Offers a plan that begins tomorrow. */
function* offerPlan(): Generator<AgentOutput> {
  const tomorrow = new Date(Date.now() + dayMs).toISOString().slice(0, 10)
  const schedule = { start: tomorrow, hour: 0, every: { unit: 'day', count: 1 }, times: null } as const
  const amount = { kind: 'exact', value: '1' } as const
  const terms = { chainId: 31337, sells: 'USDC', buys: 'ETH', amount, schedule }
  yield { type: 'text', delta: '1 USDC for ETH every day from tomorrow on. Say yes.' }
  yield { type: 'offer', offer: { terms, until: dueAt(schedule, 0) } }
}

function* offerDraft(): Generator<AgentOutput> {
  yield { type: 'text', delta: 'I read that as: swap 1 USDC for ETH. Is that right?' }
  const amount = { kind: 'exact', value: '1' } as const
  yield { type: 'draft', fields: { action: 'swap', amount, token: 'USDC', receives: 'ETH' } }
}

async function* count(n: number): AsyncGenerator<AgentOutput> {
  for (let i = 1; i <= n; i++) {
    yield { type: 'text', delta: `${i};` }
    // Lets the writer run in between, so that there are many events.
    await new Promise((resolve) => setTimeout(resolve, 3))
  }
}

function* propose(n: number): Generator<AgentOutput> {
  yield { type: 'text', delta: 'Please approve.' }
  for (let i = 1; i <= n; i++)
    yield {
      type: 'call',
      name: 'send_native_gas_token',
      parameters: { to: '0x000000000000000000000000000000000000dEaD', chainId: 31337, value: String(i) },
    }
}
