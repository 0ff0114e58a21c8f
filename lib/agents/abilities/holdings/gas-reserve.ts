import { estimateFeesPerGas } from 'viem/actions'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { reading } from '../reading'

/**
 * Gas units to reserve: for a plain transfer with room for a receiving contract, or for the largest usual swap or
 * bridge.
 */
const gasUnits = { send: 60_000n, swap: 600_000n } as const

/** Rollups charge for data on top of gas. This reserve has covered it even in busy times. Wei. */
const least = 300_000_000_000_000n

/** Returns how much of the native coin to leave in the account for the network fee, in wei. */
export async function gasReserve(chain: ChainHandle, use: 'send' | 'swap', signal: AbortSignal): Promise<bigint> {
  const { maxFeePerGas } = await reading(chain, signal, estimateFeesPerGas(chain.client))
  const fee = maxFeePerGas * gasUnits[use]
  return fee > least ? fee : least
}
