import type { Address, Hash } from 'viem'
import type { DevnetChain } from '@/devnet/chain'
import { minedReceipt } from '@/devnet/receipt'
import type { TestDevnet } from '@/devnet/testing'
import { type Agent, type AgentContext, AgentFailure } from '@/lib/agents/agent'
import { createAgents } from '@/lib/agents/agents'
import { yesOrNo } from '@/lib/agents/drafts/draft-reply'
import { contextOf } from '@/lib/agents/fixtures/context'
import type { AgentModel } from '@/lib/agents/model/model'
import { confirmedParts, memoryPlans } from '@/lib/agents/plans/testing/memory-plans'
import { memoryPortfolio } from '@/lib/agents/portfolio/testing/memory-portfolio'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { tools } from '@/lib/tools/registry'
import { confirmPlanPart, draftPart, planOfferPart, requestPart } from '@/lib/wire/data-parts'
import type { Display } from '@/lib/wire/display'
import { type RequestFields, requestSentence } from '@/lib/wire/draft'
import { type FunctionCall, functionCallPart, functionReturnPart, type Part, textPart } from '@/lib/wire/parts'
import type { NewOffer, PlanOffer } from '@/lib/wire/plan'
import { rejectedByUser, replacedResult, takenBackResult } from '@/lib/wire/result'
import type { Message } from '@/lib/wire/task'
import { canonicalToolName } from '@/lib/wire/tool-names'
import type { Heard } from './judge'
import type { Phrasing } from './phrasing'
import { owners } from './wallets'

/** The agent that does everything, as the service runs it, and the chains that it reads. */
export type Room = { agent: Agent; context: AgentContext; chains: readonly DevnetChain[] }

export function openRoom(devnet: TestDevnet, model: AgentModel | null = null): Room {
  const [agent] = createAgents(model)
  if (!agent) throw new Error('there is no agent')
  return { agent, context: contextOf(devnet), chains: devnet.chains }
}

type Answer = { text: string; calls: FunctionCall[]; draft?: RequestFields; display?: Display }

/** Most steps of a message. An agent that proposes more is going round in circles. */
const mostSteps = 5

/** One conversation, as the service keeps it. */
class Talk {
  private readonly history: Message[] = []
  private readonly plans = memoryPlans()
  private readonly portfolio = memoryPortfolio()
  private pending: FunctionCall[] = []
  /** The calls of this turn that replace others, and withdrawn open ones, each with its result. */
  private settled: { id: string; result: Record<string, unknown> }[] = []

  constructor(
    private readonly room: Room,
    private readonly owner: { address: Address; chainId: number },
  ) {}

  /** A new message leaves open calls open, as in the service. */
  say(text: string): Promise<Answer> {
    this.add('user', [textPart(text)])
    return this.listen()
  }

  decline(): Promise<Answer> {
    return this.giveBack(async () => rejectedByUser)
  }

  carryOut(): Promise<Answer> {
    return this.giveBack((call) => carryOut(this.room, this.owner.address, call))
  }

  private async giveBack(resultOf: (call: FunctionCall) => Promise<Record<string, unknown>>): Promise<Answer> {
    const parts: Part[] = []
    for (const call of this.pending)
      parts.push(functionReturnPart({ id: call.id, name: call.name, result: await resultOf(call) }))
    if (parts.length === 0) return { text: '', calls: [] }
    this.pending = []
    this.add('user', parts)
    return this.listen()
  }

  private async listen(): Promise<Answer> {
    const { agent, context } = this.room
    const turn = {
      agentId: agent.id,
      owner: this.owner,
      history: [...this.history],
      plans: this.plans,
      portfolio: this.portfolio,
      signal: new AbortController().signal,
    }
    const answer: Answer = { text: '', calls: [] }
    const offers: NewOffer[] = []
    try {
      for await (const output of agent.answer(turn, context))
        if (output.type === 'text') answer.text += output.delta
        else if (output.type === 'offer') offers.push(output.offer)
        else if (output.type === 'draft') answer.draft = output.fields
        else if (output.type === 'display') answer.display = output.display
        else if (output.type === 'withdraw') this.settled.push({ id: output.callId, result: takenBackResult })
        else if (output.type === 'call') {
          const { type: _, ...call } = output
          answer.calls.push({ id: `call-${this.history.length}-${answer.calls.length}`, ...call })
          if (call.replaces) this.settled.push({ id: call.replaces, result: replacedResult })
        }
    } catch (error) {
      if (!(error instanceof AgentFailure)) throw error
      return { text: '', calls: [] }
    }
    this.settle()
    this.pending = [...this.pending, ...answer.calls]
    const offered = offers.map((offer, index) => ({
      type: 'plan' as const,
      id: `offer-${this.history.length}-${index}`,
      ...offer,
    }))
    const words = answer.text ? [textPart(answer.text)] : []
    const drafted = answer.draft
      ? [draftPart({ type: 'draft', id: `draft-${this.history.length}`, fields: answer.draft })]
      : []
    this.add('agent', [...words, ...offered.map(planOfferPart), ...drafted, ...answer.calls.map(functionCallPart)])
    for (const offer of offered) this.confirm(offer)
    return answer
  }

  /** Confirms what the answer reads, by its draft as it stands or by its button; null if it offers neither. */
  async clickOnce({ draft, display }: Answer): Promise<Answer | null> {
    if (draft) return this.confirmDraft(draft)
    return display === yesOrNo ? this.say(yesOrNo.options[0] ?? '') : null
  }

  private confirmDraft(fields: RequestFields): Promise<Answer> {
    const sentence = requestSentence(fields, (id) => this.room.context.chains.get(id)?.name ?? '')
    this.add('user', [textPart(sentence), requestPart({ type: 'request', draft: 'draft', fields })])
    return this.listen()
  }

  /** Confirms an offered plan at once, so that later words refer to an existing one. */
  private confirm(offer: PlanOffer): void {
    this.add('user', [confirmPlanPart(offer.id)])
    this.add('agent', confirmedParts(offer, this.plans, this.room.context.chains).parts)
  }

  /** Ends the calls that the turn has replaced or withdrawn, as the service does before it adds the agent's message. */
  private settle(): void {
    const ended = this.pending.flatMap(({ id, name }) => {
      const result = this.settled.find((each) => each.id === id)?.result
      return result ? [functionReturnPart({ id, name, result })] : []
    })
    this.add('user', ended)
    this.pending = this.pending.filter(({ id }) => !ended.some((part) => part.id === id))
    this.settled = []
  }

  private add(role: Message['role'], parts: Part[]): void {
    if (parts.length > 0) this.history.push({ kind: 'message', role, messageId: `m${this.history.length}`, parts })
  }
}

/** Carries out a call, as the app would after its approval, and returns what the app would report. */
async function carryOut({ context, chains }: Room, account: Address, call: FunctionCall) {
  const name = canonicalToolName(call.name)
  if (!name) throw new Error(`${call.name} is no tool`)
  const tool = tools[name]
  if (tool.kind === 'display') return { status: 'success', displayed: true }
  const signal = new AbortController().signal
  const { plan, findings } = await tool.prepare(tool.schema.parse(call.parameters), { ...context, account, signal })
  if (!plan) return { status: 'rejected', error: findings[0]?.title ?? 'It cannot be done.', code: 'refused' }
  let txHash: Hash | null = null
  let chainId = 0
  for (const step of plan.steps) {
    if (!('to' in step)) throw new Error(`${name} cannot be carried out here`)
    const chain = chains.find(({ info }) => info.id === step.chainId)
    if (!chain) throw new Error(`there is no chain ${step.chainId}`)
    const { client } = chain
    const { to, data, value } = step
    txHash = await client.sendTransaction({ account, chain: null, to, data, value, gas: 2_000_000n })
    chainId = step.chainId
    const { status } = await minedReceipt(client, txHash)
    if (status !== 'success') return { status: 'error', error: 'It reverted.', code: 'reverted', txHash }
  }
  return { status: 'success', txHash, chainId }
}

/** Says a phrasing to the agent. Returns its answer to the last message, and all that it proposes from there on. */
async function hear(phrasing: Phrasing, room: Room): Promise<Heard> {
  const { turns, world, signedInOn = localChainIds[0] } = phrasing
  const talk = new Talk(room, { address: owners[world], chainId: signedInOn })
  let answer: Answer = { text: '', calls: [] }
  for (const turn of turns) {
    if (typeof turn === 'string') answer = await talk.say(turn)
    else answer = await (turn.returned === 'done' ? talk.carryOut() : talk.decline())
  }
  const calls = [...answer.calls]
  for (let step = 1; phrasing.carryOut && step < mostSteps && answer.calls.length > 0; step += 1) {
    answer = await talk.carryOut()
    calls.push(...answer.calls)
  }
  const clicked = calls.length === 0 ? await talk.clickOnce(answer) : null
  return { text: answer.text, calls, ...(clicked && { clicked }) }
}

/** True if a call of the conversation is carried out. */
export const changesTheChain = ({ carryOut: carriesOut, turns }: Phrasing): boolean =>
  Boolean(carriesOut) || turns.some((turn) => typeof turn !== 'string' && turn.returned === 'done')

/** Number of concurrent conversations. */
const atOnce = 8

/**
 * Says all phrasings to the agent, each as if it were the first: the chains are restored after each one that carries
 * something out. Returns the answers in the order of the phrasings.
 */
export async function hearAll(phrasings: readonly Phrasing[], room: Room): Promise<Heard[]> {
  const heard = new Map<Phrasing, Heard>()
  const queue = phrasings.filter((phrasing) => !changesTheChain(phrasing))
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let next = queue.shift(); next; next = queue.shift()) heard.set(next, await hear(next, room))
    }),
  )
  for (const phrasing of phrasings.filter(changesTheChain)) {
    const before = await Promise.all(room.chains.map(({ client }) => client.snapshot()))
    heard.set(phrasing, await hear(phrasing, room))
    await Promise.all(room.chains.map(({ client }, index) => client.revert({ id: before[index] ?? '0x' })))
  }
  return phrasings.map((phrasing) => heard.get(phrasing) ?? { text: '', calls: [] })
}
