import { parseEther } from 'viem'
import type { SwapDetails } from '@/lib/tools/execute-router-swap/details'
import type { LendingDetails } from '@/lib/tools/lending/details'
import type { StakingDetails } from '@/lib/tools/staking/details'
import { type Example, usdc } from '../call'
import { lending, reserve } from './lending'
import { enter, stakingDetails, vault } from './staking'
import { quote, swap, swapDetails } from './swap'

const borrow = lending('borrow')

/** Cards that ask the person to choose, beside what they show otherwise. */
export const choices: readonly { title: string; example: Example }[] = [
  {
    title: 'A route',
    example: {
      ...swap,
      details: {
        ...swapDetails,
        alternatives: [
          { ...quote, key: 'uniswap', gas: 180_000n, toUsd: 499_20000000n, costUsd: 3_10000000n, chosen: true },
          {
            ...{ ...quote, key: 'curve', toolName: 'Curve', toAmount: parseEther('0.1591'), gas: 240_000n },
            ...{ toUsd: 496_40000000n, costUsd: 4_20000000n, chosen: false, duration: 45 },
          },
          {
            ...{ ...quote, key: 'paraswap', toolName: 'Velora', toAmount: parseEther('0.1574'), gas: null },
            path: [
              { tool: 'paraswap', type: 'swap' },
              { tool: 'paraswap', type: 'swap' },
            ],
            ...{ toUsd: 491_10000000n, costUsd: null, chosen: false, duration: 240 },
          },
        ],
      } satisfies SwapDetails,
    },
  },
  {
    title: 'A reserve',
    example: {
      ...borrow,
      plan: null,
      details: {
        ...(borrow.details as LendingDetails),
        choices: [reserve, { ...reserve, reserveId: 5n, hub: vault, borrowRate: 71n * 10n ** 24n, liquidity: null }],
        terms: null,
      } satisfies LendingDetails,
      findings: [
        {
          ...{ rule: 'lending.reserve', level: 'BLOCK', asks: 'Choose a reserve' },
          title: 'This market has the token in 2 reserves. Choose the one you mean.',
          why: 'They differ in rates, liquidity and where the token is held. Nothing is prepared until you choose.',
        },
      ],
    },
  },
  {
    title: 'An amount',
    example: {
      ...enter,
      plan: null,
      details: {
        ...stakingDetails,
        amount: null,
        question: {
          asked: '1000',
          readings: [
            { unit: 'token', amount: usdc('1000') },
            { unit: 'base', amount: 1000n },
          ],
        },
      } satisfies StakingDetails,
      findings: [
        {
          ...{ rule: 'staking.unit', level: 'BLOCK', asks: 'Choose the amount' },
          title: 'It is not clear what amount is meant.',
          claim: '1000',
          why: 'The agent does not say whether the amount is in whole tokens or in the token’s smallest unit. Choose above, or decline.',
        },
      ],
    },
  },
]
