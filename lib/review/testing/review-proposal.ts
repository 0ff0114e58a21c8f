import type { Address } from 'viem'
import type { AgentContext } from '@/lib/agents/agent'
import { loadReader } from '@/lib/language/reader/reader'
import type { Finding } from '@/lib/tools/finding'
import type { Plan } from '@/lib/tools/plan'
import { findTool } from '@/lib/tools/registry'
import type { Earlier } from '../request/earlier'
import type { Review } from '../review'
import { reviewPlan } from '../review-plan'
import type { AgreedSentence } from '../words/agreed'

/** A call proposed by an agent, the account it is for, and the messages before it. */
export type Proposal = {
  name: string
  parameters: Record<string, unknown>
  account: Address
  userMessages: readonly string[]
  agentBefore?: readonly string[]
  /** Calls that were carried out before. */
  earlier?: readonly Earlier[]
  /** Fields of drafts that the person only agreed to. */
  agreed?: readonly AgreedSentence[]
  /** Mark before the decimals of the person's figures; a point if absent. */
  decimalMark?: string
}

/** Prepares and reviews a proposal as the app does, and returns the findings of its card. */
export const reviewProposal = async (proposal: Proposal, context: AgentContext): Promise<readonly Finding[]> =>
  (await reviewOf(proposal, context)).findings

/** Like `reviewProposal`, with the request that the card shows. */
export async function reviewOf(
  { name, parameters, account, userMessages, agentBefore, agreed, earlier, decimalMark = '.' }: Proposal,
  context: AgentContext,
): Promise<Pick<Review, 'findings'> & Partial<Pick<Review, 'request' | 'effects'>> & { plan?: Plan }> {
  const tool = findTool(name)
  if (!tool) throw new Error(`there is no tool ${name}`)
  const { signal } = new AbortController()
  const asked = tool.schema.parse(parameters)
  const prepared = await tool.prepare(asked, { ...context, account, signal })
  const { plan, findings, probes = [], trials = [], checks = [], pinned = [] } = prepared
  if (!plan) return { findings }
  const { chains, now } = context
  const wallet = { account, chainId: plan.steps[0].chainId }
  const given = { plan, preparedFindings: findings, probes, trials, checks, pinned, chains, wallet, knownAddresses: [] }
  const review = await reviewPlan({
    ...given,
    conversation: { userMessages, ...(agentBefore && { agentBefore }), ...(agreed && { agreed }) },
    actions: tool.actions(asked),
    ...(earlier && { earlier }),
    reader: await loadReader(),
    ...{ decimalMark, now },
    signal,
  })
  return { ...review, plan }
}
