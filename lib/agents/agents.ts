import type { Agent } from './agent'
import { answerByRules } from './built-in'

/** Every agent of this deployment. Another one is another entry; its number never changes. */
export const createAgents = (): readonly Agent[] => [
  {
    id: 1,
    name: 'Countersign',
    description: 'Swaps, bridges, sends, balances and prices, from plain words. Proposes only; you countersign.',
    tags: ['swap', 'bridge', 'send', 'portfolio', 'prices'],
    examples: [
      'What do I have?',
      'Swap 0.1 ETH for USDC',
      'Bridge 100 USDC from Ethereum to Base',
      'Sell half my ETH for USDC with 1% slippage',
      'What is ETH worth?',
    ],
    answer: answerByRules,
  },
]
