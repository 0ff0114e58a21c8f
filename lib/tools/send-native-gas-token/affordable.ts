import { type Address, hexToBigInt, parseAbi } from 'viem'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { unlessRefused } from '@/lib/chain/chains/read-error'
import { exactAmount, formatAmount, type Way } from '@/lib/chain/tokens/amount'
import { nativeToken } from '@/lib/chain/tokens/tokens'
import type { Finding } from '../finding'

/** Gas of a transfer to an account without code; for contracts the gas is estimated. */
const plainGas = 21_000n

/** Fee of OP-stack chains for publishing a plain transfer (GasPriceOracle, Fjord). 150 bytes, rounded up. */
const oracleAbi = parseAbi(['function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)'])

/**
 * Returns the wei to reserve for the fee of a plain send: twice its current cost, as the fee may rise until it is mined
 * and the review adds a margin as well. Throws viem's errors.
 */
export async function feeReserve({ client, viemChain }: ChainHandle, account: Address, to: Address): Promise<bigint> {
  const oracle = viemChain.contracts?.gasPriceOracle
  const address = oracle && 'address' in oracle && typeof oracle.address === 'string' ? oracle.address : null
  const [fees, legacy, gas, data] = await Promise.all([
    // Chains without a base fee have no history of it.
    client.getFeeHistory({ blockCount: 5, rewardPercentiles: [50] }).catch(() => null),
    client.getGasPrice(),
    // One wei is enough to learn what the recipient's code needs; the review reports a recipient that refuses.
    client
      .request({ method: 'eth_estimateGas', params: [{ from: account, to, value: '0x1' }] })
      .then(hexToBigInt, () => plainGas),
    address
      ? unlessRefused(
          client.readContract({ address, abi: oracleAbi, functionName: 'getL1FeeUpperBound', args: [150n] }),
        )
      : 0n,
  ])
  const tips = (fees?.reward ?? []).flatMap(([median]) => median ?? [])
  const tip = tips.toSorted((a, b) => (a > b ? -1 : 1))[0] ?? 0n
  const next = (fees?.baseFeePerGas.at(-1) ?? 0n) + tip
  return 2n * (gas * (next > legacy ? next : legacy) + (data ?? 0n))
}

/** Reduces the amount so that the fee can be paid; null if nothing would be left to send. */
export const leavingGas = (asked: bigint, balance: bigint, reserve: bigint): bigint | null =>
  balance <= reserve ? null : asked < balance - reserve ? asked : balance - reserve

/** Review-rules.md, 2: more than the balance minus the network fee. The fix sends exactly that. */
export function affordFindings(
  chain: ChainHandle,
  { asked, balance, reserve }: { asked: bigint; balance: bigint; reserve: bigint },
): readonly Finding[] {
  // The reserve has room; below three quarters of it, the review's own check (G6) would not pass either.
  if (asked + (reserve * 3n) / 4n <= balance) return []
  const { symbol, decimals } = nativeToken(chain)
  const figure = (amount: bigint, way?: Way) => `${formatAmount(amount, decimals, way)} ${symbol}`
  const possible = leavingGas(asked, balance, reserve)
  return [
    {
      rule: 'send.balance',
      level: 'BLOCK',
      title: asked > balance ? 'You do not hold enough to send this.' : 'Nothing would be left for the network fee.',
      terms: { claim: 'To be sent', observed: 'You hold' },
      claim: figure(asked),
      observed: figure(balance, 'in'),
      why:
        possible === null
          ? `The network fee alone takes up to ${figure(reserve)}. Add ${symbol} to this account first.`
          : `Up to ${figure(reserve)} has to be kept for the network fee.`,
      // A request far above the balance is most likely a mix-up: no fix is offered then.
      ...(possible !== null && asked <= balance
        ? {
            fix: {
              kind: 'adjust',
              // Rounded up, it could read as the unaffordable amount.
              label: `Send ${exactAmount(possible, decimals)} ${symbol} instead`,
              adjustments: { leaveGas: true },
            },
          }
        : {}),
    },
  ]
}

/** Says that less is sent than was asked for, by the person's own choice. */
export const adjustedFinding = (chain: ChainHandle, asked: bigint, sent: bigint): Finding => {
  const { symbol, decimals } = nativeToken(chain)
  return {
    rule: 'send.adjusted',
    level: 'INFO',
    title: 'Less is sent than was asked for, to leave enough for the network fee.',
    terms: { claim: 'Asked for', observed: 'Sent' },
    claim: `${exactAmount(asked, decimals)} ${symbol}`,
    observed: `${exactAmount(sent, decimals)} ${symbol}`,
  }
}
