import { getAddress, parseEther } from 'viem'
import { paidFigure, type StakingDetails } from '@/lib/tools/staking/details'
import { approve, type Example, moves, ok, plan, price, token, tokens, usdc } from '../call'

export const vault = getAddress('0xbeef01735c132ada46aa9aa4c54623caa92a64cb')

export const stakingDetails: StakingDetails = {
  action: 'enter',
  yieldId: 'ethereum-usdc-vault',
  chain: { id: 1, name: 'Ethereum' },
  token: token('USDC'),
  amount: usdc('1000'),
  all: false,
  question: null,
  contract: vault,
  pinned: true,
  protocol: { claimed: 'Morpho', found: 'Morpho' },
  pool: { claimed: 'Steakhouse USDC', found: 'Steakhouse USDC' },
  rewards: { claimed: ['USDC'], found: ['USDC'] },
  apy: { claimed: '12.5', stated: 0.125 },
  lockup: { claimed: 'none', found: 0 },
  balance: usdc('1840.2'),
  position: null,
  lockedUntil: null,
  price: price(1),
}

/** A deposit in a vault. */
export const enter: Example = {
  name: 'enter_staking_yield',
  parameters: { yieldId: 'ethereum-usdc-vault', amount: '1000', apy: 12.5, chainId: 1 },
  details: stakingDetails,
  plan: plan(
    [
      {
        id: 'approve',
        title: 'Approve 1,000 USDC',
        to: token('USDC').address,
        data: approve(vault, usdc('1000')),
        approves: true,
      },
      { id: 'deposit', title: 'Deposit 1,000 USDC in Steakhouse USDC', to: vault },
    ],
    { out: [tokens('USDC', usdc('1000'))] },
  ),
  effects: {
    chainId: 1,
    balances: [
      moves('USDC', usdc('1840.2'), usdc('840.2')),
      {
        asset: { kind: 'erc20', chainId: 1, address: vault },
        before: 0n,
        after: parseEther('941.2'),
        symbol: 'steakUSDC',
        decimals: 18,
        listed: false,
        vouched: 'a share of Steakhouse USDC',
      },
    ],
    allowances: [],
    operators: [],
  },
  figures: [
    {
      id: paidFigure,
      label: 'Paid over the last 7 days',
      before: null,
      after: { kind: 'text', text: '4.6% paid, over 7 days' },
      inBody: true,
    },
    {
      id: 'position',
      label: 'Your position',
      before: { kind: 'token', amount: 0n, decimals: 6, symbol: 'USDC' },
      after: { kind: 'token', amount: usdc('999.99'), decimals: 6, symbol: 'USDC' },
    },
    { id: 'leave', label: 'Can withdraw right away (simulated)', before: null, after: { kind: 'text', text: 'Yes' } },
  ],
  findings: [
    ...ok,
    {
      rule: 'staking.apy',
      level: 'WARN',
      title: 'It paid less than claimed.',
      claim: '12.5%',
      observed: '4.6% over 7 days',
      why: 'Rely on what the chain shows.',
    },
    { rule: 'staking.leave', level: 'OK', title: 'You could leave again at once.', observed: 'Tried in simulation' },
  ],
  lie: [
    {
      rule: 'staking.asset',
      level: 'BLOCK',
      title: 'The vault takes a different token from the one named.',
      claim: 'USDC',
      observed: 'USDT',
    },
  ],
}

/** A withdrawal from it. */
export const exit: Example = {
  ...enter,
  name: 'exit_staking_yield',
  parameters: { yieldId: 'ethereum-usdc-vault', amount: '400' },
  details: {
    ...stakingDetails,
    action: 'exit',
    amount: usdc('400'),
    position: usdc('999.99'),
  } satisfies StakingDetails,
  plan: plan([{ id: 'withdraw', title: 'Withdraw 400 USDC from Steakhouse USDC', to: vault }], {
    in: [tokens('USDC', usdc('400'))],
  }),
  effects: { chainId: 1, balances: [moves('USDC', usdc('840.2'), usdc('1240.2'))], allowances: [], operators: [] },
  figures: [],
  findings: [...ok, { rule: 'staking.origin', level: 'OK', title: 'You entered this vault with this app.' }],
  lie: [
    {
      rule: 'staking.worth',
      level: 'DANGER',
      title: 'Leaving costs 6.2%.',
      terms: { claim: 'Your shares are worth', observed: 'You get' },
      claim: '400 USDC',
      observed: '375.2 USDC',
      why: 'The vault keeps the difference. Find out why before you continue.',
    },
  ],
}
