import { type Address, getAddress, type Hex, isAddress, numberToHex, type PublicClient, size } from 'viem'
import { z } from 'zod'
import type { Step } from '@/lib/tools/plan'
import { balanceReader } from './balance-reader'
import type { Call, Log } from './candidates'
import { bytes, nodeError, quantity, reasonOf } from './rpc'

/** What became of one step in the simulation. `returned` holds the revert data where it failed. */
type StepOutcome = { step: Step; ok: boolean; gas: bigint; returned: Hex; logs: readonly Log[] }

/** The steps carried out in order, with what each read gave before the first and after the last. Null: it failed. */
export type Simulated = {
  kind: 'simulated'
  steps: readonly StepOutcome[]
  before: readonly (Hex | null)[]
  after: readonly (Hex | null)[]
  /** Answers of the reads that were asked once, after the steps. */
  once: readonly (Hex | null)[]
}

/** Why there is no simulation. */
export type NotSimulated =
  /** The account cannot pay what the steps send: the node does not simulate that. */
  | { kind: 'underfunded' }
  /** The node answers, but not to eth_simulateV1. */
  | { kind: 'unsupported'; reason: string }
  | { kind: 'unreachable'; reason: string }

/** Only the first step could be tried, on its own, by eth_call and eth_estimateGas. */
export type Called = { kind: 'called'; step: Step; ok: boolean; returned: Hex; gas: bigint | null; reason: string }

export type Simulation = Simulated | Called | NotSimulated

const log = z.object({
  address: z
    .string()
    .refine((hex) => isAddress(hex, { strict: false }))
    .transform((hex) => getAddress(hex)),
  topics: z.array(bytes.refine((topic) => size(topic) === 32)),
  data: bytes,
})
const outcome = z.object({
  returnData: bytes,
  status: quantity,
  gasUsed: quantity,
  /** Newer nodes tell the peak before refunds, which a gas limit has to cover. */
  maxUsedGas: quantity.optional(),
  logs: z.array(log).default([]),
})
const answer = z.tuple([z.object({ calls: z.array(outcome) })]).transform(([block]) => block.calls)

type Request = {
  account: Address
  steps: readonly Step[]
  /** Asked before the first step and again after the last. */
  reads: readonly Call[]
  /** Asked once, after the last step. */
  once: readonly Call[]
}

/** Ample for any honest read. A hostile token must not burn the gas that the rest of the simulation needs. */
const mostGasOfRead = 1_000_000n

/**
 * One `eth_simulateV1` request: reads, the steps, the same reads again, further reads; all upon the latest block.
 * Gas costs nothing in it (`validation: false`), so that balances show what the steps themselves do.
 */
export async function simulate(client: PublicClient, request: Request, signal: AbortSignal) {
  const { account, steps, reads, once } = request
  const bounded = (call: Call) => ({ ...call, gas: numberToHex(mostGasOfRead) })
  const calls = [
    ...reads.map(bounded),
    ...steps.map((step) => transaction(account, step)),
    ...reads.map(bounded),
    ...once.map(bounded),
  ]
  const params = {
    validation: false,
    traceTransfers: true,
    blockStateCalls: [{ stateOverrides: balanceReader.stateOverrides, calls }],
  }
  try {
    const outcomes = answer.parse(
      await client.request({ method: 'eth_simulateV1', params: [params, 'latest'] }, { signal }),
    )
    return split(outcomes, request)
  } catch (error) {
    return failure(error)
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

const transaction = (from: Address, step: Step) => ({
  from,
  to: step.to,
  data: step.data,
  value: numberToHex(step.value),
  ...(step.gas === undefined ? {} : { gas: numberToHex(step.gas) }),
})

function split(outcomes: z.infer<typeof answer>, { steps, reads, once }: Request): Simulated | NotSimulated {
  if (outcomes.length !== reads.length * 2 + steps.length + once.length)
    return { kind: 'unreachable', reason: 'the node did not answer the whole simulation' }
  const value = ({ status, returnData }: z.infer<typeof outcome>): Hex | null => (status === 1n ? returnData : null)
  const afterSteps = reads.length + steps.length
  return {
    kind: 'simulated',
    before: outcomes.slice(0, reads.length).map(value),
    steps: outcomes.slice(reads.length, afterSteps).flatMap((result, index) => {
      const step = steps[index]
      if (!step) return []
      const { status, returnData, logs, gasUsed, maxUsedGas } = result
      return [{ step, ok: status === 1n, gas: maxUsedGas ?? gasUsed, returned: returnData, logs }]
    }),
    after: outcomes.slice(afterSteps, afterSteps + reads.length).map(value),
    once: outcomes.slice(afterSteps + reads.length).map(value),
  }
}

/** Error codes of execution-apis for eth_simulateV1 (-38014), and what nodes say in practice. */
function failure(error: unknown): NotSimulated {
  const reason = reasonOf(error)
  const answered = nodeError(error)
  if (!answered) return { kind: 'unreachable', reason }
  if (answered.code === -38014 || /insufficient (funds|balance)/i.test(answered.message)) return { kind: 'underfunded' }
  return { kind: 'unsupported', reason }
}
