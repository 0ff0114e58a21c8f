import type { Address, Hex } from 'viem'
import type { ChainClient } from '@/lib/chain/chains/chain-client'
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

/** Outcome of one step in the simulation. */
export type StepOutcome<Each extends Done> = Each & { step: Step }

/** Outcomes of the steps in order, with the answers of the reads before the first and after the last. */
export type Simulated = {
  kind: 'simulated'
  /** `eth_call` gives no logs, so nothing hints at effects beyond those read. */
  method: 'eth_simulateV1' | 'eth_call'
  /** `gas` is what a gas limit must cover. Null if the node does not report it. */
  steps: readonly StepOutcome<Done & { gas: bigint | null }>[]
  before: readonly Answer[]
  after: readonly Answer[]
  /** Answers to the reads made once, after the steps. */
  once: readonly Answer[]
  /** Answers to the reads of the probes. */
  probed: { before: readonly Answer[]; after: readonly Answer[] }
  /** Time of the simulated block in Unix seconds, and its number. Null if the node does not report them. */
  time: bigint | null
  number: bigint | null
}

/** Outcome of the first step alone, by eth_call and eth_estimateGas, if nothing more could be simulated. */
export type Called = { kind: 'called'; step: Step; ok: boolean; returned: Hex; gas: bigint | null; reason: string }

export type Simulation = Simulated | Called | NotSimulated

/** Outcome of a trial: the plan, followed by the trial's own steps. */
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
  /** Reads made before the first step and again after the last. */
  reads: readonly Call[]
  /** The same, for the tool's probes. */
  probes: readonly Read[]
  /** Reads made once, after the last step. */
  once: readonly Call[]
}

/** Reads with a gas limit that is ample for any honest token. */
export const reads = (calls: readonly Call[]): Part => ({ kind: 'reads', calls, gas: 1_000_000n })
/** Reads of a tool, with more gas: summing a position over many reserves takes long. */
const probes = (calls: readonly Read[]): Part => ({ kind: 'reads', calls, gas: 5_000_000n })

export const answersOf = (outcomes: readonly Done[] = []): Answer[] =>
  outcomes.map(({ ok, returned }) => (ok ? returned : null))

/** Pairs each step with its outcome. */
export const ofStep = <Each extends Done>(
  outcomes: readonly Each[] = [],
  steps: readonly Step[],
): StepOutcome<Each>[] =>
  steps.flatMap((step, index) => {
    const outcome = outcomes[index]
    return outcome ? [{ ...outcome, step }] : []
  })

/** Returns the parts of a simulation: reads, the steps, the same reads again, and the reads made once. */
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

/** Simulates everything in one eth_simulateV1 request. */
export async function simulate(
  client: ChainClient,
  request: SimulationRequest,
  signal: AbortSignal,
): Promise<Simulated | NotSimulated> {
  const found = await simulateBlock(client, request.account, partsOf(request), signal)
  return found.kind === 'block' ? simulatedOf('eth_simulateV1', request, found) : found
}

/** Simulates a trial in its own request: reads, the plan, the same reads, the trial's steps, the reads again. */
export async function simulateTrial(
  client: ChainClient,
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
 * Simulates for nodes without eth_simulateV1, in one tick: everything in one eth_call with state overrides, and the
 * first step as it will be sent, by eth_call and eth_estimateGas. The latter decide about that step, because contracts
 * may treat an account with overriding code differently.
 */
export async function rehearse(
  client: ChainClient,
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

/** Tries the first step alone, and estimates its gas. */
async function callFirstStep(
  client: ChainClient,
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
