import { formatAmount } from '@/lib/chain/tokens/amount'
import { chainName, knownToken } from '@/lib/chain/tokens/tokens'
import { loadPart } from '../part'
import { exampleTokens } from '../shared/examples'
import { tenfold } from '../shared/lies'
import { tokenWord } from '../shared/token-words'
import type { Tool } from '../tool'
import type { SwapDetails } from './details'
import { keptSwap } from './kept'
import { isBridge, type SwapParameters, swapSchema } from './parameters'

export const executeRouterSwap: Tool<SwapParameters, SwapDetails> = {
  name: 'execute_router_swap',
  kind: 'transaction',
  schema: swapSchema,
  kept: keptSwap,
  label: 'Swap or bridge',
  caption: (asked) => (isBridge(asked) ? 'Bridge' : 'Swap'),
  headline: (asked) => {
    const { fromChainId, toChainId, fromTokenAddress, fromAmount } = asked
    const known = knownToken(fromChainId, fromTokenAddress)
    const { from, to } = tokenWords(asked)
    const what = known ? `${formatAmount(fromAmount, known.decimals)} ${from}` : from
    return isBridge(asked)
      ? `Bridge ${what} from ${chainName(fromChainId)} to ${from === to ? '' : `${to} on `}${chainName(toChainId)}`
      : `Swap ${what} for ${to} on ${chainName(fromChainId)}`
  },
  done: (asked) => {
    const { fromChainId, toChainId, fromTokenAddress, fromAmount, fromTokenDecimals } = asked
    const decimals = knownToken(fromChainId, fromTokenAddress)?.decimals ?? fromTokenDecimals
    if (decimals === undefined) return null
    const { from, to } = tokenWords(asked)
    const what = `${formatAmount(fromAmount, decimals)} ${from}`
    return isBridge(asked)
      ? `Bridged ${what} from ${chainName(fromChainId)} to ${chainName(toChainId)}${from === to ? '' : ` as ${to}`}`
      : `Swapped ${what} for ${to} on ${chainName(fromChainId)}`
  },
  crosses: isBridge,
  actions: (asked) => (isBridge(asked) ? ['bridge', 'swap'] : ['swap', 'wrap', 'unwrap']),
  moves: ({ fromChainId, fromTokenAddress, fromAmount, toChainId, toTokenAddress }) => ({
    field: 'fromAmount',
    chainId: fromChainId,
    token: fromTokenAddress,
    amount: fromAmount,
    towards: { chainId: toChainId, token: toTokenAddress },
  }),
  purpose:
    'Propose a swap or a bridge. `fromAmount` in the smallest unit of the source token; `slippage` is a fraction (0.005 is 0.5%), left out unless the person named one; the native coin is the zero address.',
  lie: (honest) => ({ ...honest, fromAmount: tenfold(honest.fromAmount) }),
  examples: {
    least: {
      fromChainId: 31337,
      toChainId: 31337,
      fromTokenAddress: exampleTokens.USDC,
      toTokenAddress: exampleTokens.DAI,
      fromAmount: '1000000',
    },
    full: {
      fromChainId: 31337,
      toChainId: 31338,
      fromTokenAddress: '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
      toTokenAddress: exampleTokens.DAI,
      fromAmount: '1000000',
      slippage: 0.005,
      fromTokenSymbol: 'ETH',
      toTokenSymbol: 'DAI',
      fromTokenDecimals: 18,
      toTokenDecimals: '18',
    },
  },
  prepare: async (...asked) => (await loadPart(() => import('./prepare'))).prepareSwap(...asked),
}

const tokenWords = (asked: SwapParameters) => ({
  from: tokenWord({ chainId: asked.fromChainId, address: asked.fromTokenAddress, symbol: asked.fromTokenSymbol }),
  to: tokenWord({ chainId: asked.toChainId, address: asked.toTokenAddress, symbol: asked.toTokenSymbol }),
})
