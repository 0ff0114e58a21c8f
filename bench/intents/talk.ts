import type { Address, Hash } from 'viem'
import type { DevnetChain } from '@/devnet/chain'
import { minedReceipt } from '@/devnet/receipt'
import type { TestDevnet } from '@/devnet/testing'
import { type Agent, type AgentContext, AgentFailure } from '@/lib/agents/agent'
import { createAgents } from '@/lib/agents/agents'
import { yesOrNo } from '@/lib/agents/drafts/draft-reply'
import { contextOf } from '@/lib/agents/fixtures/context'
import type { Said } from '@/lib/agents/fixtures/judge'
import { Talk } from '@/lib/agents/fixtures/talk'
import type { AgentModel } from '@/lib/agents/model/model'
import { localChainIds } from '@/lib/chain/chains/chain-facts'
import { tools } from '@/lib/tools/registry'
import type { FunctionCall } from '@/lib/wire/parts'
import { rejectedByUser } from '@/lib/wire/result'
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

/** Most steps of a message. An agent that proposes more is going round in circles. */
const mostSteps = 5

/** One conversation. The agent that fails says nothing. */
class Conversation {
  private readonly talk: Talk

  constructor(
    private readonly room: Room,
    private readonly owner: { address: Address; chainId: number },
  ) {
    this.talk = new Talk(room.agent, owner, room.context)
  }

  say(text: string): Promise<Said> {
    return this.heard(this.talk.say(text))
  }

  decline(): Promise<Said> {
    return this.giveBack(async () => rejectedByUser)
  }

  carryOut(): Promise<Said> {
    return this.giveBack((call) => carryOut(this.room, this.owner.address, call))
  }

  private async giveBack(resultOf: (call: FunctionCall) => Promise<Record<string, unknown>>): Promise<Said> {
    const outcomes: [FunctionCall, Record<string, unknown>][] = []
    for (const call of this.talk.open) outcomes.push([call, await resultOf(call)])
    return outcomes.length > 0 ? this.heard(this.talk.give(outcomes)) : nothing
  }

  /** Confirms what the answer reads, by its draft as it stands or by its button; null if it offers neither. */
  async clickOnce(answer: Said): Promise<Said | null> {
    if (answer.draft) return this.heard(this.talk.confirm(answer))
    return answer.displays?.includes(yesOrNo) ? this.say(yesOrNo.options[0] ?? '') : null
  }

  private heard(answer: Promise<Said>): Promise<Said> {
    return answer.catch((error: unknown) => {
      if (!(error instanceof AgentFailure)) throw error
      return nothing
    })
  }
}

const nothing: Said = { text: '', calls: [] }

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
  const talk = new Conversation(room, { address: owners[world], chainId: signedInOn })
  let answer = nothing
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
