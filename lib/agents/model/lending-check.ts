import { isAddressEqual } from 'viem'
import { readLendingPositions } from '@/lib/chain/lending/positions'
import { findToken } from '@/lib/chain/tokens/tokens'
import { lendingSchema } from '@/lib/tools/lending/parameters'
import { fits } from '@/lib/tools/lending/resolve'
import { lendingActionOf } from '@/lib/tools/lending/tools'
import type { ToolName } from '@/lib/wire/tool-names'
import { noneFits } from '../abilities/lend'
import { refusalOf } from '../abilities/lending-refusal'
import { reading, type Scene } from '../abilities/reading'

/**
 * Explains to a model why a call must not be proposed as it is: the market would refuse it now, by the same limits that
 * the agent without a model uses. Null if nothing speaks against it; what is unknown here is left to the card. Throws
 * ChainUnreadableError, or the signal's reason.
 */
export async function lendingRefusal(name: ToolName, parameters: unknown, scene: Scene): Promise<string | null> {
  const action = lendingActionOf(name)
  if (!action) return null
  const { chainId, marketAddress, tokenAddress, amount } = lendingSchema.parse(parameters)
  const chain = scene.chains.get(chainId)
  const token = chain && findToken(chain, tokenAddress)
  if (!token) return null
  const positions = await reading(chain, scene.signal, readLendingPositions(chain, scene.account))
  const position = positions.find(({ market }) => isAddressEqual(market.address, marketAddress))
  const reserves = position?.reserves.filter((reserve) => isAddressEqual(reserve.token, tokenAddress)) ?? []
  if (!position || reserves.length === 0) return null
  const fitting = reserves.filter((reserve) => fits(action, reserve, 0n))
  if (fitting.length === 0) return noneFits(action, token.symbol, [{ ...position, chain }])
  return refusalOf(action, { ...position, chain, token, fitting }, amount)
}
