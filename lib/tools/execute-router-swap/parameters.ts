import { isAddressEqual } from 'viem'
import { z } from 'zod'
import { isNative, nativeAddress } from '@/lib/chain/chains/chain'
import { address, chainId, fraction, optional, tokenDecimals, uint, words } from '../shared/fields'

/** Maps either spelling of the native coin to ours. */
const token = address.transform((given) => (isNative(given) ? nativeAddress : given))

export const swapSchema = z.strictObject({
  fromChainId: chainId,
  toChainId: chainId,
  fromTokenAddress: token,
  toTokenAddress: token,
  fromAmount: uint,
  slippage: optional(fraction),
  fromTokenSymbol: optional(words),
  toTokenSymbol: optional(words),
  fromTokenDecimals: optional(tokenDecimals),
  toTokenDecimals: optional(tokenDecimals),
})
export type SwapParameters = z.infer<typeof swapSchema>

/** The person's own changes on the card. Any slippage is accepted here; its rule judges it. */
export const swapAdjustments = z.object({
  slippage: z.number().optional(),
  /** True to request the alternative routes as well. */
  compare: z.boolean().optional(),
  /** Key of the chosen route; null for the router's best. */
  route: z.string().nullish(),
  /** True to reduce an existing allowance to the swapped amount. */
  exactApproval: z.boolean().optional(),
})

/** Slippage if neither the agent nor the settings name one: half a per cent, the router's own default. */
export const defaultSlippage = 0.005

export const isBridge = ({ fromChainId, toChainId }: SwapParameters): boolean => fromChainId !== toChainId

export const isSameToken = (asked: SwapParameters): boolean =>
  !isBridge(asked) && isAddressEqual(asked.fromTokenAddress, asked.toTokenAddress)
