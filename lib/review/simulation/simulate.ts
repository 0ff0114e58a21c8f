import type { Address, Hex, PublicClient } from 'viem'
import type { Plan, Step } from '@/lib/tools/plan'
import type { Answer, Read, Trial } from '@/lib/tools/tool'
import type { Call } from './possible-effects'
import { rehearseBlock } from './rehearsal'
import { bytes, nodeError, quantity } from './rpc'
import {
  type Done,
  failure,
  type NotSimulated,
  type Part,
  type SimulatedBlock,
  simulateBlock,
  transaction,
} from './simulated-block'

/** What became of one step in the simulation. */
export type StepOutcome<Each extends Done> = Each & { step: Step }

/** The steps carried out in order, with what each read gave before the first and after the last. */
export type Simulated = {
  kind: 'simulated'
  /** By `eth_call` nothing tells where to look beside what was read: there are no logs. */
  method: 'eth_simulateV1' | 'eth_call'
  /** `gas` is what a limit has to cover; null where the node does not tell. */
  steps: readonly StepOutcome<Done & { gas: bigint | null }>[]
  before: readonly Answer[]
  after: readonly Answer[]
  /** Answers of the reads that were asked once, after the steps. */
  once: readonly Answer[]
  /** Answers of the probes' reads. */
  probed: { before: readonly Answer[]; after: readonly Answer[] }
  /** The simulated block's time in Unix seconds, and its number; null where the node does not tell. */
  time: bigint | null
  number: bigint | null
}

/** Only the first step could be tried, on its own, by eth_call and eth_estimateGas. */
export type Called = { kind: 'called'; step: Step; ok: boolean; returned: Hex; gas: bigint | null; reason: string }

export type Simulation = Simulated | Called | NotSimulated

/** What became of the plan and of what a trial does upon it. */
export type Tried = {
  kind: 'tried'
  /** The plan's own steps. */
  plan: readonly Done[]
  steps: readonly Done[]
  before: readonly Answer[]
  between: readonly Answer[]
  after: readonly Answer[]
}

export type SimulationRequest = {
  account: Address
  steps: Plan['steps']
  /** Asked before the first step and again after the last. */
  reads: readonly Call[]
  /** Likewise, for the tool's own probes. */
  probes: readonly Read[]
  /** Asked once, after the last step. */
  once: readonly Call[]
}

/** Ample for any honest token. */
export const reads = (calls: readonly Call[]): Part => ({ kind: 'reads', calls, gas: 1_000_000n })
/** A tool's own reads go to contracts of its choice, and a position over many reserves is long to add up. */
const probes = (calls: readonly Read[]): Part => ({ kind: 'reads', calls, gas: 5_000_000n })

export const answersOf = (outcomes: readonly Done[] = []): Answer[] =>
  outcomes.map(({ ok, returned }) => (ok ? returned : null))

/** Each step with what became of it. */
export const ofStep = <Each extends Done>(
  outcomes: readonly Each[] = [],
  steps: readonly Step[],
): StepOutcome<Each>[] =>
  steps.flatMap((step, index) => {
    const outcome = outcomes[index]
    return outcome ? [{ ...outcome, step }] : []
  })

/** Reads, the steps, the same reads again, further reads. */
const partsOf = ({ steps, ...request }: SimulationRequest): Part[] => [
  reads(request.reads),
  probes(request.probes),
  { kind: 'sent', calls: steps },
  reads(request.reads),
  probes(request.probes),
  reads(request.once),
]

const simulatedOf = (
  method: Simulated['method'],
  { steps }: SimulationRequest,
  { parts, time, number }: SimulatedBlock<Done & { gas: bigint | null }>,
): Simulated => {
  const [before, probedBefore, sent, after, probedAfter, once] = parts
  return {
    kind: 'simulated',
    method,
    steps: ofStep(sent, steps),
    before: answersOf(before),
    after: answersOf(after),
    once: answersOf(once),
    probed: { before: answersOf(probedBefore), after: answersOf(probedAfter) },
    time,
    number,
  }
}

/** One eth_simulateV1 request with everything in it. */
export async function simulate(
  client: PublicClient,
  request: SimulationRequest,
  signal: AbortSignal,
): Promise<Simulated | NotSimulated> {
  const found = await simulateBlock(client, request.account, partsOf(request), signal)
  return found.kind === 'block' ? simulatedOf('eth_simulateV1', request, found) : found
}

/** One request of its own: reads, the plan, the same reads, what the trial does, and the same reads a last time. */
export async function simulateTrial(
  client: PublicClient,
  account: Address,
  plan: readonly Step[],
  trial: Pick<Trial, 'steps' | 'reads'>,
  signal: AbortSignal,
  send: (...block: Parameters<typeof rehearseBlock>) => Promise<SimulatedBlock<Done> | NotSimulated> = simulateBlock,
): Promise<Tried | NotSimulated> {
  const asked = probes(trial.reads)
  const found = await send(
    client,
    account,
    [asked, { kind: 'sent', calls: plan }, asked, { kind: 'sent', calls: trial.steps }, asked],
    signal,
  )
  if (found.kind !== 'block') return found
  const [before, ofPlan = [], between, steps = [], after] = found.parts
  return {
    kind: 'tried',
    plan: ofPlan,
    steps,
    before: answersOf(before),
    between: answersOf(between),
    after: answersOf(after),
  }
}

/**
 * For a node without eth_simulateV1, all in one tick: everything in one eth_call that overrides state, and the first step
 * as it will be sent, by eth_call and eth_estimateGas. The latter has the last word on that step: to contracts, an account
 * that carries code for a rehearsal may not be what it is.
 */
export async function rehearse(
  client: PublicClient,
  request: SimulationRequest,
  signal: AbortSignal,
): Promise<Simulated | Called | NotSimulated> {
  const { account, steps } = request
  const [first] = steps
  const [rehearsed, called] = await Promise.all([
    rehearseBlock(client, account, partsOf(request), signal),
    callFirstStep(client, account, first, signal),
  ])
  if (called.kind === 'called' && !called.ok) return called
  if (rehearsed.kind !== 'block') return called
  const gas = called.kind === 'called' && steps.length === 1 ? called.gas : null
  const parts = rehearsed.parts.map((part) => part.map((done) => ({ ...done, gas })))
  const simulated = simulatedOf('eth_call', request, { ...rehearsed, parts })
  return called.kind === 'called' && simulated.steps[0]?.ok === false ? called : simulated
}

/** Whether the first step alone succeeds, and its gas. */
async function callFirstStep(
  client: PublicClient,
  account: Address,
  step: Step,
  signal: AbortSignal,
): Promise<Called | NotSimulated> {
  const tried = transaction(account, step)
  const [called, estimated] = await Promise.allSettled([
    client.request({ method: 'eth_call', params: [tried, 'latest'] }, { signal }),
    client.request({ method: 'eth_estimateGas', params: [tried] }, { signal }),
  ])
  const gas = estimated.status === 'fulfilled' ? (quantity.safeParse(estimated.value).data ?? null) : null
  if (called.status === 'fulfilled') return { kind: 'called', step, ok: true, returned: '0x', gas, reason: '' }
  const failed = failure(called.reason)
  const answered = nodeError(called.reason)
  if (!answered || failed.kind === 'underfunded') return failed
  const returned = bytes.safeParse(answered.data)
  if (!returned.success && !/revert/i.test(answered.message)) return failed
  return { kind: 'called', step, ok: false, returned: returned.data ?? '0x', gas: null, reason: answered.message }
}
