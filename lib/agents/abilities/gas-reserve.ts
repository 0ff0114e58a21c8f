import type { ChainHandle } from '@/lib/chain/chains/chain'
import { reading } from './reading'

/** Gas units to keep for: a plain transfer with room for a receiving contract, or the largest usual swap or bridge. */
const gasUnits = { send: 60_000n, swap: 600_000n } as const

/** Rollups charge for data on top of gas. This much of the coin has covered it in busy times. Wei. */
const least = 300_000_000_000_000n

/** How much of the native coin to leave in the account, in wei, so that the network fee can be paid. */
export async function gasReserve(chain: ChainHandle, use: 'send' | 'swap', signal: AbortSignal): Promise<bigint> {
  const { maxFeePerGas } = await reading(chain, signal, chain.client.estimateFeesPerGas())
  const fee = maxFeePerGas * gasUnits[use]
  return fee > least ? fee : least
}
