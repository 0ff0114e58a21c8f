import { type Address, getAddress, type Hex, isAddress, numberToHex, type PublicClient, size } from 'viem'
import { z } from 'zod'
import type { Step } from '@/lib/tools/plan'
import { balanceReader } from './balance-reader'
import type { Call, Log } from './possible-effects'
import { bytes, nodeError, quantity, reasonOf } from './rpc'

/** What is sent from the account; the rest of a step is for people. */
export type Sent = Pick<Step, 'to' | 'data' | 'value' | 'gas'>

/** Calls that belong together in a simulated block: reads, or what the account sends. */
export type Part =
  /** `gas` is the most that each may burn: a hostile token must not use up what the rest of the simulated block needs. */
  { kind: 'reads'; calls: readonly Call[]; gas: bigint } | { kind: 'sent'; calls: readonly Sent[] }

/** What became of one call. `returned` holds the revert data where it failed; `logs` is empty where the node tells none. */
export type Done = { ok: boolean; returned: Hex; logs: readonly Log[] }

/** What eth_simulateV1 tells of it. */
export type Outcome = Done & {
  /** What a gas limit has to cover. */
  gas: bigint
  /** What is paid for: refunds are taken off. */
  charged: bigint
}

/** The outcomes of each part's calls, in order. */
export type SimulatedBlock<Each extends Done> = {
  kind: 'block'
  parts: readonly (readonly Each[])[]
  /** The simulated block's time in Unix seconds, and its number; null where the node does not tell. */
  time: bigint | null
  number: bigint | null
}

/** A block of one's own making to simulate in, and gas that has a limit and a price, as in a real transaction. */
export type Environment = {
  blockOverrides: { number?: bigint; time?: bigint; feeRecipient?: Address; baseFeePerGas: bigint; prevRandao: Hex }
  stateOverrides: Readonly<Record<Address, { code: Hex; balance: Hex }>>
  gas: bigint
  gasPrice: bigint
}

/** Why there is no simulation. */
export type NotSimulated =
  /** The account cannot pay what the steps send: the node does not simulate that. */
  | { kind: 'underfunded' }
  /** The node answers, but not to eth_simulateV1. */
  | { kind: 'unsupported'; reason: string }
  | { kind: 'unreachable'; reason: string }

const log = z.object({
  address: z
    .string()
    .refine((hex) => isAddress(hex, { strict: false }))
    .transform((hex) => getAddress(hex)),
  topics: z.array(bytes.refine((topic) => size(topic) === 32)),
  data: bytes,
})

const outcome = z
  .object({
    returnData: bytes,
    status: quantity,
    gasUsed: quantity,
    /** Newer nodes tell the peak before refunds, which a gas limit has to cover. */
    maxUsedGas: quantity.optional(),
    logs: z.array(log).default([]),
  })
  .transform(
    ({ returnData, status, gasUsed, maxUsedGas, logs }): Outcome => ({
      ok: status === 1n,
      gas: maxUsedGas ?? gasUsed,
      charged: gasUsed,
      returned: returnData,
      logs,
    }),
  )

const simulated = z.object({
  calls: z.array(outcome),
  timestamp: quantity.nullable().default(null),
  number: quantity.nullable().default(null),
})

/** Nodes put empty blocks before one of a higher number (execution-apis, eth_simulateV1): the last is the one asked for. */
const answer = z.array(z.unknown()).transform((blocks) => simulated.parse(blocks.at(-1)))

/**
 * One `eth_simulateV1` request upon the latest block: all calls of all parts, one after the other. Gas costs nothing in
 * it (`validation: false`), so that balances show what the calls themselves do; unless an environment gives it a price.
 */
export async function simulateBlock(
  client: PublicClient,
  account: Address,
  parts: readonly Part[],
  signal: AbortSignal,
  environment?: Environment,
): Promise<SimulatedBlock<Outcome> | NotSimulated> {
  const params = {
    validation: false,
    traceTransfers: true,
    blockStateCalls: [
      {
        stateOverrides: { ...balanceReader.stateOverrides, ...environment?.stateOverrides },
        ...(environment ? { blockOverrides: overrides(environment) } : {}),
        calls: parts.flatMap((part) => callsOf(part, account, environment)),
      },
    ],
  }
  try {
    const { calls, timestamp, number } = answer.parse(
      await client.request({ method: 'eth_simulateV1', params: [params, 'latest'] }, { signal }),
    )
    return split(calls, parts, { time: timestamp, number })
  } catch (error) {
    return failure(error)
  }
}

const overrides = ({ blockOverrides: { number, time, feeRecipient, baseFeePerGas, prevRandao } }: Environment) => ({
  ...(number === undefined ? {} : { number: numberToHex(number) }),
  ...(time === undefined ? {} : { time: numberToHex(time) }),
  ...(feeRecipient ? { feeRecipient } : {}),
  baseFeePerGas: numberToHex(baseFeePerGas),
  prevRandao,
})

type RpcCall = { from?: Address; to: Address; data: Hex; value?: Hex; gas?: Hex; gasPrice?: Hex }

function callsOf(part: Part, account: Address, environment: Environment | undefined): RpcCall[] {
  if (part.kind === 'sent')
    return part.calls.map((call) => ({
      ...(environment ? { gas: numberToHex(environment.gas), gasPrice: numberToHex(environment.gasPrice) } : {}),
      ...transaction(account, call),
    }))
  return part.calls.map((call) => ({ ...call, gas: numberToHex(part.gas) }))
}

/** A step as nodes take it. */
export const transaction = (from: Address, { to, data, value, gas }: Sent) => ({
  from,
  to,
  data,
  value: numberToHex(value),
  ...(gas === undefined ? {} : { gas: numberToHex(gas) }),
})

/** Gives each part its outcomes. */
export function split<Each extends Done>(
  outcomes: readonly Each[],
  parts: readonly Part[],
  block: Pick<SimulatedBlock<Each>, 'time' | 'number'>,
): SimulatedBlock<Each> | NotSimulated {
  const asked = parts.reduce((sum, { calls }) => sum + calls.length, 0)
  if (outcomes.length !== asked) return { kind: 'unreachable', reason: 'the node answered only part of the simulation' }
  let at = 0
  return {
    kind: 'block',
    ...block,
    parts: parts.map(({ calls }) => {
      const from = at
      at += calls.length
      return outcomes.slice(from, at)
    }),
  }
}

/** Error codes of execution-apis for eth_simulateV1 (-38014), and what nodes say in practice. */
export function failure(error: unknown): NotSimulated {
  const reason = reasonOf(error)
  const answered = nodeError(error)
  if (!answered) return { kind: 'unreachable', reason }
  if (answered.code === -38014 || /insufficient (funds|balance)/i.test(answered.message)) return { kind: 'underfunded' }
  return { kind: 'unsupported', reason }
}
