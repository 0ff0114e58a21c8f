import { type Address, getAddress, type Hex, isAddress, numberToHex, size } from 'viem'
import { z } from 'zod'
import type { ChainClient } from '@/lib/chain/chains/chain-client'
import type { Step } from '@/lib/tools/plan'
import { balanceReader } from './balance-reader'
import type { Call, Log } from './possible-effects'
import { bytes, nodeError, quantity, reasonOf } from './rpc'

/** The parts of a step that are sent from the account. The rest is for people. */
export type Sent = Pick<Step, 'to' | 'data' | 'value' | 'gas'>

/** A group of calls in a simulated block: reads, or transactions of the account. */
export type Part =
  /** `gas` limits each read: a hostile token must not use up the gas of the rest of the simulated block. */
  { kind: 'reads'; calls: readonly Call[]; gas: bigint } | { kind: 'sent'; calls: readonly Sent[] }

/** Outcome of one call. `returned` is the revert data if it failed. `logs` is empty if the node reports none. */
export type Done = { ok: boolean; returned: Hex; logs: readonly Log[] }

/** Outcome of one call by eth_simulateV1. */
export type Outcome = Done & {
  /** Gas that a gas limit must cover. */
  gas: bigint
  /** Gas that is paid for, after refunds. */
  charged: bigint
}

/** Outcomes of the calls of each part, in order. */
export type SimulatedBlock<Each extends Done> = {
  kind: 'block'
  parts: readonly (readonly Each[])[]
  /** Time of the simulated block in Unix seconds, and its number. Null if the node does not report them. */
  time: bigint | null
  number: bigint | null
}

/** Overrides of the simulated block, and a gas limit and gas price as in a real transaction. */
export type Environment = {
  blockOverrides: { number?: bigint; time?: bigint; feeRecipient?: Address; baseFeePerGas: bigint; prevRandao: Hex }
  stateOverrides: Readonly<Record<Address, { code: Hex; balance: Hex }>>
  gas: bigint
  gasPrice: bigint
}

/** Reason for a missing simulation. */
export type NotSimulated =
  /** The account cannot pay the value of the steps, which nodes do not simulate. */
  | { kind: 'underfunded' }
  /** The node answers, but does not support the simulation. */
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
    /** Newer nodes report the peak before refunds, which a gas limit must cover. */
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

/** The last block is the requested one: nodes add empty blocks before later ones (execution-apis, eth_simulateV1). */
const answer = z.array(z.unknown()).transform((blocks) => simulated.parse(blocks.at(-1)))

/**
 * Simulates all calls of all parts in order, on the latest block, by one `eth_simulateV1` request. Gas is free
 * (`validation: false`), so that balances show only what the calls do, unless the environment sets a price.
 */
export async function simulateBlock(
  client: ChainClient,
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

/** Formats a step for JSON-RPC. */
export const transaction = (from: Address, { to, data, value, gas }: Sent) => ({
  from,
  to,
  data,
  value: numberToHex(value),
  ...(gas === undefined ? {} : { gas: numberToHex(gas) }),
})

/** Distributes the outcomes to their parts. */
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

/** Classifies an error by the code of execution-apis for eth_simulateV1 (-38014) and by common messages of nodes. */
export function failure(error: unknown): NotSimulated {
  const reason = reasonOf(error)
  const answered = nodeError(error)
  if (!answered) return { kind: 'unreachable', reason }
  if (answered.code === -38014 || /insufficient (funds|balance)/i.test(answered.message)) return { kind: 'underfunded' }
  return { kind: 'unsupported', reason }
}
