import { encodeFunctionData, type Hex, hexToBigInt, parseAbi, size } from 'viem'
import type { ChainInfo } from '@/lib/chain/chains/chain'
import { withMargin } from '@/lib/chain/chains/gas-limit'
import type { Plan } from '@/lib/tools/plan'
import type { NetworkFee } from '../review'
import type { Call } from './possible-effects'

/**
 * Returns the maximum fee of all steps. `used` is the simulated gas of each step; a limit set by the step overrides it.
 * `dataFee` in wei is what the chain charges on top for publishing the data elsewhere.
 */
export function networkFee(plan: Plan, used: readonly bigint[], maxFeePerGas: bigint, dataFee: bigint): NetworkFee {
  const gas = plan.steps.map((step, index) => step.gas ?? withMargin(used[index] ?? 0n))
  return { gas, maxFeePerGas, total: gas.reduce((sum, each) => sum + each, 0n) * maxFeePerGas + dataFee }
}

const oracleAbi = parseAbi(['function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)'])

/** Bytes of an unsigned transaction besides its calldata, rounded up. */
const envelope = 150

/**
 * Returns one read of the GasPriceOracle predeploy per step (Fjord and later): on OP-stack chains each transaction also
 * pays for its data on the parent chain. Empty on other chains.
 */
export function dataFeeCalls(plan: Plan, chain: ChainInfo): Call[] {
  const oracle = chain.viemChain.contracts?.gasPriceOracle
  if (!oracle || !('address' in oracle) || typeof oracle.address !== 'string') return []
  const to = oracle.address
  return plan.steps.map(({ data }) => ({
    to,
    data: encodeFunctionData({
      abi: oracleAbi,
      functionName: 'getL1FeeUpperBound',
      args: [BigInt(size(data) + envelope)],
    }),
  }))
}

/** Sums the answers to `dataFeeCalls`. Null if one of them failed. */
export const dataFeeOf = (answers: readonly (Hex | null)[]): bigint | null =>
  answers.reduce<bigint | null>(
    (sum, answer) => (sum === null || !answer || answer === '0x' ? null : sum + hexToBigInt(answer)),
    0n,
  )
