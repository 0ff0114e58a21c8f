import {
  type Address,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  isHex,
  parseAbiParameters,
  toFunctionSelector,
} from 'viem'
import type { ChainClient } from '@/lib/chain/chains/chain-client'
import { balanceReader } from './balance-reader'
import generated from './rehearsal.generated.json'
import { bytes, nodeError } from './rpc'
import { type Done, failure, type NotSimulated, type Part, type SimulatedBlock, split } from './simulated-block'

const rehearse = toFunctionSelector('rehearse((address,uint256,bytes,uint256,bool)[])')
const underfunded = toFunctionSelector('Underfunded()')
const parameters = parseAbiParameters(['(address to, uint256 value, bytes data, uint256 gas, bool isRead)[]'])
const answer = parseAbiParameters(['(bool ok, bytes returned)[]', 'uint256'])

/**
 * Simulates on a node without eth_simulateV1 by one `eth_call`: a state override puts our code at the account's address
 * (devnet/contracts/Rehearsal.sol), which makes all calls of all parts in order. This is one transaction instead of
 * several, without logs and gas, so only the reads show effects and nothing hints at others. Also `unsupported` if the
 * node takes no state overrides.
 */
export async function rehearseBlock(
  client: ChainClient,
  account: Address,
  parts: readonly Part[],
  signal: AbortSignal,
): Promise<SimulatedBlock<Done> | NotSimulated> {
  const { code } = generated
  if (!isHex(code)) throw new TypeError('The rehearsal has no code')
  const call = { from: account, to: account, data: dataOf(parts) }
  const overrides = { ...balanceReader.stateOverrides, [account]: { code } }
  try {
    const returned = bytes.parse(
      await client.request({ method: 'eth_call', params: [call, 'latest', overrides] }, { signal }),
    )
    return outcomeOf(returned, parts)
  } catch (error) {
    const data = bytes.safeParse(nodeError(error)?.data).data
    return data === underfunded ? { kind: 'underfunded' } : failure(error)
  }
}

function dataOf(parts: readonly Part[]): Hex {
  const calls = parts.flatMap((part) =>
    part.kind === 'sent'
      ? part.calls.map(({ to, value, data, gas = 0n }) => ({ to, value, data, gas, isRead: false }))
      : part.calls.map(({ to, data }) => ({ to, value: 0n, data, gas: part.gas, isRead: true })),
  )
  return `${rehearse}${encodeAbiParameters(parameters, [calls]).slice(2)}`
}

function outcomeOf(returned: Hex, parts: readonly Part[]): SimulatedBlock<Done> | NotSimulated {
  // A node that ignores the override calls a plain account, which returns nothing.
  if (returned === '0x') return { kind: 'unsupported', reason: 'the node cannot try several steps' }
  const [outcomes, time] = decodeAbiParameters(answer, returned)
  return split(
    outcomes.map(({ ok, returned }) => ({ ok, returned, logs: [] })),
    parts,
    { time, number: null },
  )
}
