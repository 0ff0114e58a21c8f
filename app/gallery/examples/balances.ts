import { parseEther } from 'viem'
import type { BalanceDetails } from '@/lib/tools/show-token-balance-ui/parameters'
import { account, type Example, price, token, usdc } from '../call'

/** Balances, one of which the agent states wrongly. */
export const balances: Example = {
  name: 'show_token_balance_ui',
  parameters: { address: account, balances: [{ symbol: 'ETH', amount: '2.9' }], totalValue: 12_000 },
  details: {
    address: account,
    isOwn: true,
    rows: [
      {
        chainId: 1,
        chainName: 'Ethereum',
        token: token('ETH'),
        amount: parseEther('2.4'),
        price: price(3_120),
        value: 7_488_00000000n,
        claimed: { amount: '2.9' },
        verdict: 'differs',
      },
      {
        chainId: 1,
        chainName: 'Ethereum',
        token: token('USDC'),
        amount: usdc('1840.2'),
        price: price(1),
        value: 1_840_20000000n,
        verdict: 'unknown',
      },
      {
        chainId: 8453,
        chainName: 'Base',
        token: token('USDC', 8453),
        amount: usdc('12'),
        price: price(1),
        value: 12_00000000n,
        verdict: 'match',
      },
      ...(['DAI', 'USDT'] as const).map((symbol) => ({
        chainId: 1,
        chainName: 'Ethereum',
        token: token(symbol),
        amount: symbol === 'DAI' ? parseEther('0.31') : usdc('0.08'),
        price: price(1),
        value: symbol === 'DAI' ? 31_000_000n : 8_000_000n,
        verdict: 'unknown' as const,
      })),
    ],
    unmatched: [{ symbol: 'MOON', amount: '1000000' }],
    repeated: 0,
    total: 9_340_59000000n,
    unpriced: [],
    claimedTotal: 12_000_00000000n,
    unread: [],
  } satisfies BalanceDetails,
  plan: null,
  effects: null,
  findings: [
    {
      rule: 'balances.figures',
      level: 'WARN',
      title: 'One of the agent’s figures differs from the chain.',
      why: 'The figures shown are the chain’s.',
    },
    {
      rule: 'balances.total',
      level: 'WARN',
      title: 'The agent’s total differs from ours.',
      claim: '$12,000.00',
      observed: '$9,340.59',
    },
  ],
}
