import { type Address, parseAbi } from 'viem'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { unlessRefused } from '@/lib/chain/chains/read-error'
import { exactAmount, formatAmount, type Way } from '@/lib/chain/tokens/amount'
import { nativeToken } from '@/lib/chain/tokens/tokens'
import type { Finding } from '../finding'

/** Gas of a transfer to an account without code; what contracts ask for is estimated. */
const plainGas = 21_000n

/** What OP-stack chains charge for publishing a plain transfer (GasPriceOracle, Fjord). 150 bytes, rounded up. */
const oracleAbi = parseAbi(['function getL1FeeUpperBound(uint256 unsignedTxSize) view returns (uint256)'])

/**
 * Wei to keep back for the fee of a plain send: twice what it costs now, for the fee may rise until it is mined and the
 * review counts with a margin as well. Throws viem's errors.
 */
export async function feeReserve({ client, viemChain }: ChainHandle, account: Address, to: Address): Promise<bigint> {
  const oracle = viemChain.contracts?.gasPriceOracle
  const address = oracle && 'address' in oracle && typeof oracle.address === 'string' ? oracle.address : null
  const [fees, legacy, gas, data] = await Promise.all([
    // Chains without a base fee have no history of it.
    client.getFeeHistory({ blockCount: 5, rewardPercentiles: [50] }).catch(() => null),
    client.getGasPrice(),
    // A wei is enough to learn what the recipient's code needs; one that refuses is the review's to tell.
    client.estimateGas({ account, to, value: 1n }).catch(() => plainGas),
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

/** What is sent in place of what was asked, so that the fee can be paid; null where nothing would be left to send. */
export const leavingGas = (asked: bigint, balance: bigint, reserve: bigint): bigint | null =>
  balance <= reserve ? null : asked < balance - reserve ? asked : balance - reserve

/** Review-rules.md, 2: more than the balance without the network fee. The fix sends all but that. */
export function affordFindings(
  chain: ChainHandle,
  { asked, balance, reserve }: { asked: bigint; balance: bigint; reserve: bigint },
): readonly Finding[] {
  // The reserve has room; below three quarters of it the review's own count (G6) would not let it pass either.
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
      // Somebody who asks for far more than there is has most likely mixed something up: nothing is offered then.
      ...(possible !== null && asked <= balance
        ? {
            fix: {
              kind: 'adjust',
              // Rounded up it may read as the amount that cannot be paid.
              label: `Send ${exactAmount(possible, decimals)} ${symbol} instead`,
              adjustments: { leaveGas: true },
            },
          }
        : {}),
    },
  ]
}

/** That less is sent than was asked for, by the person's own choice. */
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
