import type { Address, Hex, PublicClient } from 'viem'
import type { Step } from '@/lib/tools/plan'
import type { Answer, Read, Trial } from '@/lib/tools/tool'
import { failure, type NotSimulated, type Outcome, type Part, sendBundle, transaction } from './bundle'
import type { Call } from './candidates'
import { bytes, nodeError, quantity } from './rpc'

/** What became of one step in the simulation. */
type StepOutcome = Outcome & { step: Step }

/** The steps carried out in order, with what each read gave before the first and after the last. */
export type Simulated = {
  kind: 'simulated'
  steps: readonly StepOutcome[]
  before: readonly Answer[]
  after: readonly Answer[]
  /** Answers of the reads that were asked once, after the steps. */
  once: readonly Answer[]
  /** Answers of the probes' reads. */
  probed: { before: readonly Answer[]; after: readonly Answer[] }
  /** The simulated block's time in Unix seconds; null where the node does not tell. */
  time: bigint | null
}

/** Only the first step could be tried, on its own, by eth_call and eth_estimateGas. */
export type Called = { kind: 'called'; step: Step; ok: boolean; returned: Hex; gas: bigint | null; reason: string }

export type Simulation = Simulated | Called | NotSimulated

/** What became of the plan and of what a trial does upon it. */
export type Tried = {
  kind: 'tried'
  /** The plan's own steps. */
  plan: readonly Outcome[]
  steps: readonly Outcome[]
  before: readonly Answer[]
  between: readonly Answer[]
  after: readonly Answer[]
}

export type SimulationRequest = {
  account: Address
  steps: readonly Step[]
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

export const answersOf = (outcomes: readonly Outcome[] = []): Answer[] =>
  outcomes.map(({ ok, returned }) => (ok ? returned : null))

/** One request: reads, the steps, the same reads again, further reads. */
export async function simulate(
  client: PublicClient,
  request: SimulationRequest,
  signal: AbortSignal,
): Promise<Simulated | NotSimulated> {
  const { account, steps } = request
  const found = await sendBundle(
    client,
    account,
    [
      reads(request.reads),
      probes(request.probes),
      { kind: 'sent', calls: steps },
      reads(request.reads),
      probes(request.probes),
      reads(request.once),
    ],
    signal,
  )
  if (found.kind !== 'bundle') return found
  const [before, probedBefore, sent = [], after, probedAfter, once] = found.parts
  return {
    kind: 'simulated',
    steps: steps.flatMap((step, index) => {
      const outcome = sent[index]
      return outcome ? [{ ...outcome, step }] : []
    }),
    before: answersOf(before),
    after: answersOf(after),
    once: answersOf(once),
    probed: { before: answersOf(probedBefore), after: answersOf(probedAfter) },
    time: found.time,
  }
}

/** One request of its own: reads, the plan, the same reads, what the trial does, and the same reads a last time. */
export async function simulateTrial(
  client: PublicClient,
  account: Address,
  plan: readonly Step[],
  trial: Pick<Trial, 'steps' | 'reads'>,
  signal: AbortSignal,
): Promise<Tried | NotSimulated> {
  const asked = probes(trial.reads)
  const found = await sendBundle(
    client,
    account,
    [asked, { kind: 'sent', calls: plan }, asked, { kind: 'sent', calls: trial.steps }, asked],
    signal,
  )
  if (found.kind !== 'bundle') return found
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

/** What a node without eth_simulateV1 can still tell: whether the first step alone succeeds, and its gas. */
export async function callFirstStep(
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
