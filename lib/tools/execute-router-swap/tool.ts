import { formatAmount } from '@/lib/chain/tokens/amount'
import { chainName, knownToken } from '@/lib/chain/tokens/tokens'
import { tokenWord } from '../shared/token-words'
import type { Tool } from '../tool'
import type { SwapDetails } from './details'
import { keptSwap } from './kept'
import { isBridge, type SwapParameters, swapSchema } from './parameters'
import { prepareSwap } from './prepare'

export const executeRouterSwap: Tool<SwapParameters, SwapDetails> = {
  name: 'execute_router_swap',
  kind: 'transaction',
  schema: swapSchema,
  kept: keptSwap,
  headline: (asked) => {
    const { fromChainId, toChainId, fromTokenAddress, toTokenAddress, fromAmount } = asked
    const known = knownToken(fromChainId, fromTokenAddress)
    const from = tokenWord({ chainId: fromChainId, address: fromTokenAddress, symbol: asked.fromTokenSymbol })
    const to = tokenWord({ chainId: toChainId, address: toTokenAddress, symbol: asked.toTokenSymbol })
    const what = known ? `${formatAmount(fromAmount, known.decimals)} ${from}` : from
    return isBridge(asked)
      ? `Bridge ${what} from ${chainName(fromChainId)} to ${from === to ? '' : `${to} on `}${chainName(toChainId)}`
      : `Swap ${what} for ${to} on ${chainName(fromChainId)}`
  },
  caption: (asked) => (isBridge(asked) ? 'Bridge' : 'Swap'),
  prepare: prepareSwap,
}
