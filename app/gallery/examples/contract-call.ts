import type { CallDetails } from '@/lib/tools/call-smart-contract-function/details'
import { account, approve, type Example, plan, stranger, token } from '../call'

/** An unlimited approval for an unknown address. */
export const call: Example = {
  name: 'call_smart_contract_function',
  parameters: {
    to: token('USDC').address,
    functionName: 'approve',
    args: [stranger, '115792089237316195423570985008687907853269984665640564039457584007913129639935'],
    chainId: 1,
    abi: ['function approve(address,uint256)'],
  },
  details: {
    chainId: 1,
    chainName: 'Ethereum',
    to: token('USDC').address,
    value: 0n,
    native: { symbol: 'ETH', decimals: 18 },
    asked: { functionName: 'approve', args: [stranger, '1157920892373161954…'] },
    call: {
      to: token('USDC').address,
      name: { text: 'USDC', bundled: true },
      value: 0n,
      data: approve(stranger, 2n ** 256n - 1n),
      selector: '0x095ea7b3',
      known: { name: 'approve', signature: 'approve(address,uint256)', standard: 'ERC-20', intent: 'Allow to spend' },
      claimed: null,
      fields: [
        { label: 'Spender', type: 'address', value: { kind: 'address', address: stranger, name: null } },
        { label: 'Amount', type: 'uint256', value: { kind: 'message', text: 'Unlimited', symbol: 'USDC' } },
      ],
      delegate: false,
      inner: [],
      hidden: null,
    },
    permissions: [
      {
        kind: 'allowance',
        way: 'approve',
        owner: account,
        isOwn: true,
        spender: stranger,
        token: token('USDC').address,
        amount: null,
        decimals: 6,
        symbol: 'USDC',
        listed: true,
        until: null,
      },
    ],
  } satisfies CallDetails,
  plan: plan(
    [{ id: 'call', title: 'Call approve', to: token('USDC').address, data: approve(stranger, 2n ** 256n - 1n) }],
    {
      allowances: [{ token: token('USDC').address, spender: stranger, amount: 2n ** 256n - 1n }],
    },
  ),
  approves: { token: token('USDC').address, spender: stranger, amount: 2n ** 256n - 1n },
  effects: {
    chainId: 1,
    balances: [],
    allowances: [
      {
        token: token('USDC').address,
        spender: stranger,
        amount: 2n ** 256n - 1n,
        before: 0n,
        symbol: 'USDC',
        decimals: 6,
      },
    ],
    operators: [],
  },
  findings: [
    {
      rule: 'G18',
      level: 'DANGER',
      title: 'The approval has no limit.',
      why: 'What you receive later can be taken too.',
      fix: { kind: 'adjust', label: 'Allow 500 USDC only', adjustments: {} },
    },
    {
      rule: 'G10',
      level: 'DANGER',
      title: 'An unknown address may take your tokens.',
      observed: stranger,
      why: 'This app does not know this address, and having it written does not make it safe. It can take whatever it is allowed to.',
    },
  ],
  lie: [
    {
      rule: 'G20',
      level: 'BLOCK',
      title: 'The function is given a false name.',
      claim: 'claimRewards',
      observed: 'approve(address,uint256)',
    },
  ],
}
