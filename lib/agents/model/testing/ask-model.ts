import { tool } from 'ai'
import { z } from 'zod'
import { QuoteError } from '@/lib/chain/routing/routing'
import { unreachableChains } from '@/lib/chain/testing/chains'
import { noYields } from '@/lib/chain/yields/testing/no-yields'
import { loadReader } from '@/lib/language/reader/reader'
import { textPart } from '@/lib/wire/parts'
import type { Message } from '@/lib/wire/task'
import type { AgentContext, AgentOutput, AgentTurn } from '../../agent'
import { memoryPlans } from '../../plans/testing/memory-plans'
import { memoryPortfolio } from '../../portfolio/testing/memory-portfolio'
import { answerByModel } from '../answer-by-model'
import { walletTools } from '../wallet-tools'
import type { ModelServer } from './model-server'

const noChain = async (): Promise<never> => {
  throw new QuoteError('unreachable', 'There is no router in this test.')
}

/** No chain answers here: these tests concern only the model. */
const context: AgentContext = {
  chains: unreachableChains(31337),
  routing: { quote: noChain, routes: noChain, status: noChain },
  yields: noYields,
  now: () => Date.UTC(2026, 10, 20),
  reader: loadReader,
}

export const owner = { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', chainId: 31337 } as const

export const user = (...parts: Message['parts']): Message => ({ kind: 'message', role: 'user', messageId: 'u', parts })

/** A tool that runs here. */
const reads = {
  read_weather: tool({
    description: 'Reads something',
    inputSchema: z.object({ place: z.string() }),
    execute: async ({ place }) => {
      if (place === 'nowhere') throw new Error('GET https://node.example/v2/secret-key failed')
      return { place, degrees: 7 }
    },
  }),
}

type ModelLimits = { signal?: AbortSignal; timeoutMs?: number; maxTokens?: number }

/** Runs a turn of a model that has some of the wallet's tools, and one that reads. Yields its output as it comes. */
export function listenToModel(
  model: ModelServer,
  history: Message[] = [user(textPart('hello'))],
  { signal = new AbortController().signal, ...limits }: ModelLimits = {},
): AsyncGenerator<AgentOutput> {
  const turn: AgentTurn = { agentId: 1, owner, history, plans: memoryPlans(), portfolio: memoryPortfolio(), signal }
  const spec = {
    instructions: 'Be brief.',
    tools: () => ({ ...walletTools(['send_native_gas_token'], async () => null), ...reads }),
  }
  return answerByModel(model.open(limits), spec, turn, context)
}

export async function askModel(model: ModelServer, history?: Message[], asked?: ModelLimits): Promise<AgentOutput[]> {
  const outputs: AgentOutput[] = []
  for await (const output of listenToModel(model, history, asked)) outputs.push(output)
  return outputs
}

export const spoken = (outputs: readonly AgentOutput[]): string =>
  outputs.flatMap((each) => (each.type === 'text' ? [each.delta] : [])).join('')
export const proposed = (outputs: readonly AgentOutput[]): AgentOutput[] =>
  outputs.filter(({ type }) => type === 'call')
