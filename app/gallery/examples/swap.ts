import { parseEther } from 'viem'
import type { SwapDetails } from '@/lib/tools/execute-router-swap/details'
import {
  approve,
  chains,
  coin,
  type Example,
  moves,
  now,
  ok,
  plan,
  price,
  stranger,
  token,
  tokens,
  usdc,
} from '../call'

const router = chains.get(1)?.diamond ?? stranger

export const quote = {
  id: 'quote',
  routeKey: 'uniswap',
  tool: 'uniswap',
  toolName: 'Uniswap',
  fromAmount: usdc('500'),
  toAmount: parseEther('0.16'),
  toAmountMin: parseEther('0.1592'),
  approvalAddress: router,
  fees: [],
  duration: 30,
  path: [{ tool: 'uniswap', type: 'swap' }],
  transaction: { chainId: 1, to: router, data: '0x' as const, value: 0n },
  at: now,
}

const side = (symbol: string, usd: number, balance: bigint, chainId = 1) => ({
  token: token(symbol, chainId),
  price: price(usd),
  poolPrice: { ...price(usd), source: 'Uniswap V2' },
  balance,
})

export const swapDetails: SwapDetails = {
  isBridge: false,
  slippage: 0.005,
  slippageAdjusted: false,
  fromChain: { id: 1, name: 'Ethereum' },
  toChain: { id: 1, name: 'Ethereum' },
  fromAmount: usdc('500'),
  from: side('USDC', 1, usdc('1840.2')),
  to: side('ETH', 3_120, parseEther('2.4')),
  terms: {
    quote,
    toAmount: quote.toAmount,
    toAmountMin: quote.toAmountMin,
    fromUsd: 500_00000000n,
    toUsd: 499_20000000n,
    minimumUsd: 496_70000000n,
    rate: parseEther('0.00032'),
    fees: [
      {
        name: 'LI.FI fee',
        amount: usdc('1.25'),
        chainId: 1,
        symbol: 'USDC',
        decimals: 6,
        usd: 1_25000000n,
        included: true,
      },
    ],
    feesUsd: 1_25000000n,
    priceImpact: 0.0016,
    approval: 'exact',
    allowance: 0n,
  },
  alternatives: null,
}

/** A swap on one chain. */
export const swap: Example = {
  name: 'execute_router_swap',
  parameters: {
    fromChainId: 1,
    toChainId: 1,
    fromTokenAddress: token('USDC').address,
    toTokenAddress: token('ETH').address,
    fromAmount: '500000000',
    slippage: 0.005,
  },
  details: swapDetails,
  plan: plan(
    [
      {
        id: 'approve',
        title: 'Approve 500 USDC',
        to: token('USDC').address,
        data: approve(router, usdc('500')),
        approves: true,
      },
      { id: 'swap', title: 'Swap 500 USDC for ETH', to: router },
    ],
    { out: [tokens('USDC', usdc('500'))], in: [coin(parseEther('0.1592'))] },
  ),
  effects: {
    chainId: 1,
    balances: [moves('USDC', usdc('1840.2'), usdc('1340.2')), moves('ETH', parseEther('2.4'), parseEther('2.56'))],
    allowances: [],
    operators: [],
  },
  findings: [
    ...ok,
    {
      rule: 'swap.price',
      level: 'OK',
      title: 'The rate matches on-chain prices.',
      observed: '$500.00 leaves, $499.20 arrives',
    },
    { rule: 'G18', level: 'OK', title: 'Exact approval: nothing stays allowed afterwards.' },
  ],
  lie: [
    {
      rule: 'swap.price',
      level: 'DANGER',
      title: 'You lose 14% against on-chain prices: $70.00.',
      observed: '$500.00 leaves, $430.00 arrives',
      why: 'Too little liquidity, high fees or a bad route. A smaller amount may lose less.',
    },
    {
      rule: 'swap.slippage',
      level: 'WARN',
      title: 'You may receive up to 4% less than quoted.',
      observed: '4%',
      why: 'Others can trade around a swap that allows that much, and take the difference.',
      fix: { kind: 'adjust', label: 'Set slippage to 0.5%', adjustments: { slippage: 0.005 } },
    },
  ],
}

/** The same swap over a bridge, which ends on another chain. */
export const bridge: Example = {
  ...swap,
  parameters: { ...swap.parameters, toChainId: 8453, toTokenAddress: token('USDC', 8453).address },
  details: {
    ...swapDetails,
    isBridge: true,
    toChain: { id: 8453, name: 'Base' },
    to: side('USDC', 1, usdc('12'), 8453),
    terms: swapDetails.terms && {
      ...swapDetails.terms,
      quote: {
        ...quote,
        tool: 'across',
        toolName: 'Across',
        toAmount: usdc('498.9'),
        toAmountMin: usdc('498'),
        duration: 90,
        path: [{ tool: 'across', type: 'cross' }],
      },
      toAmount: usdc('498.9'),
      toAmountMin: usdc('498'),
      rate: usdc('0.9978'),
    },
  } satisfies SwapDetails,
  plan: plan(
    [
      {
        id: 'approve',
        title: 'Approve 500 USDC',
        to: token('USDC').address,
        data: approve(router, usdc('500')),
        approves: true,
      },
      { id: 'bridge', title: 'Bridge 500 USDC to Base', to: router },
    ],
    {
      out: [tokens('USDC', usdc('500'))],
      later: { kind: 'erc20', chainId: 8453, address: token('USDC', 8453).address },
    },
  ),
  effects: { chainId: 1, balances: [moves('USDC', usdc('1840.2'), usdc('1340.2'))], allowances: [], operators: [] },
  transfer: { fromChainId: 1, toChainId: 8453, tool: 'across' },
  expects: {
    ...tokens('USDC', usdc('498.9'), 8453),
    symbol: 'USDC',
    decimals: 6,
    listed: true,
    inSeconds: 90,
    usd: 49_885_000_000n,
  },
}
