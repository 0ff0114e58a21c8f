import { encodeFunctionData, erc20Abi, getAddress, pad, parseEther, parseUnits } from 'viem'
import type { LendingReserve } from '@/lib/chain/lending/market'
import type { AnsweredRequest, RequestPart } from '@/lib/review/review'
import type { CallDetails } from '@/lib/tools/call-smart-contract-function/details'
import type { SwapDetails } from '@/lib/tools/execute-router-swap/details'
import type { LendingDetails } from '@/lib/tools/lending/details'
import type { PermissionDetails } from '@/lib/tools/request-auto-rebalance-permission/details'
import type { SendDetails } from '@/lib/tools/send-native-gas-token/parameters'
import type { BalanceDetails } from '@/lib/tools/show-token-balance-ui/parameters'
import { paidFigure, type StakingDetails } from '@/lib/tools/staking/details'
import type { NftDetails } from '@/lib/tools/transfer-nft/details'
import { type RebalancePermission, rebalanceDigest } from '@/lib/wire/consent'
import type { ToolName } from '@/lib/wire/tool-names'
import {
  account,
  chains,
  coin,
  type Example,
  friend,
  moves,
  now,
  ok,
  plan,
  price,
  stranger,
  token,
  tokens,
} from './call'

const usdc = (amount: string) => parseUnits(amount, 6)
const day = 86_400
const router = chains.get(1)?.diamond ?? stranger
const spoke = getAddress('0x94e7a5dcbe816e498b89ab752661904e2f56c485')
const vault = getAddress('0xbeef01735c132ada46aa9aa4c54623caa92a64cb')
const postcards = getAddress('0x57f1887a8bf19b14fc0df6fd9b2acc9af147ea85')
const plain = { hasCode: false, delegate: null, nonce: 812, balance: parseEther('3'), isSelf: false, token: null }

const approve = (spender: `0x${string}`, amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, amount] })

const send: Example = {
  name: 'send_native_gas_token',
  parameters: { to: friend, chainId: 1, value: parseEther('0.1').toString() },
  details: {
    chainId: 1,
    chainName: 'Ethereum',
    to: friend,
    amount: parseEther('0.1'),
    facts: {
      token: { ...token('ETH'), name: 'Ether' },
      balance: parseEther('2.4'),
      price: price(3_120),
      recipient: plain,
    },
  } satisfies SendDetails,
  plan: plan([{ id: 'send', title: 'Send 0.1 ETH', to: friend, value: parseEther('0.1') }], {
    out: [coin(parseEther('0.1'))],
  }),
  effects: {
    chainId: 1,
    balances: [moves('ETH', parseEther('2.4'), parseEther('2.3'))],
    allowances: [],
    operators: [],
  },
  findings: [
    ...ok,
    {
      rule: 'G12',
      level: 'WARN',
      title: 'First send to this address, as far as this app knows.',
      observed: 'This browser has no record of a send to it. It has sent 812 transactions.',
      why: 'Check the whole address once. This browser remembers it after the first send.',
    },
  ],
  lie: [
    {
      rule: 'G11',
      level: 'BLOCK',
      title: 'This address imitates one you know.',
      terms: { claim: 'You know', observed: 'This is' },
      claim: '0xd8dA0000000000000000000000000000000A6045, sent to before',
      observed: friend,
      why: 'The start and the end match, the middle does not. This is how scammers get people to send them money. Decline it.',
    },
  ],
}

const quote = {
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

const swapDetails: SwapDetails = {
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

const swap: Example = {
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

const balances: Example = {
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
    ],
    unmatched: [{ symbol: 'MOON', amount: '1000000' }],
    repeated: 0,
    total: 9_340_20000000n,
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
      observed: '$9,340.20',
    },
  ],
}

const nft: Example = {
  name: 'transfer_nft',
  parameters: { contractAddress: postcards, tokenId: '7', toAddress: friend, chainId: 1 },
  details: {
    chainId: 1,
    chainName: 'Ethereum',
    collection: postcards,
    tokenId: 7n,
    to: friend,
    amount: 1n,
    facts: {
      chainId: 1,
      collection: postcards,
      tokenId: 7n,
      pinned: null,
      hasCode: true,
      declared: ['erc721'],
      owner: account,
      balance: null,
      approved: null,
      collectionName: 'Postcards',
      symbol: 'CARD',
      metadata: { name: 'Lisbon by night', picture: null },
      recipient: plain,
    },
    kind: 'erc721',
  } satisfies NftDetails,
  plan: plan([{ id: 'transfer', title: 'Transfer number 7', to: postcards }], {
    out: [{ asset: { kind: 'erc721', chainId: 1, address: postcards, tokenId: 7n }, amount: 1n }],
  }),
  effects: {
    chainId: 1,
    balances: [
      {
        asset: { kind: 'erc721', chainId: 1, address: postcards, tokenId: 7n },
        before: 1n,
        after: 0n,
        symbol: 'CARD',
        decimals: 0,
        listed: false,
      },
    ],
    allowances: [],
    operators: [],
  },
  findings: [
    ...ok,
    {
      rule: 'nft.collection',
      level: 'WARN',
      title: 'This collection is not on our list.',
      observed: postcards,
      why: 'Anyone can name a collection as they like. Compare the address.',
    },
  ],
  lie: [{ rule: 'nft.owner', level: 'BLOCK', title: 'This token is not yours.', observed: stranger }],
}

const call: Example = {
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
      terms: { claim: 'Token', observed: 'Allowed' },
      claim: 'USDC',
      observed: 'all of this token that you ever hold',
      why: 'Any you receive later can be taken too, without asking you. Allow only what is needed.',
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

const stakingDetails: StakingDetails = {
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

const enter: Example = {
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
      title: 'The rate is higher than what was actually paid.',
      claim: '12.5%',
      observed: '4.6% over the last 7 days',
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

const exit: Example = {
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

const reserve: LendingReserve = {
  reserveId: 2n,
  token: token('USDC').address,
  decimals: 6,
  hub: stranger,
  assetId: 7n,
  paused: false,
  frozen: false,
  borrowable: true,
  collateralFactor: 7_800n,
  collateralRisk: 0n,
  price: 1_00000000n,
  borrowRate: 52n * 10n ** 24n,
  supplyRate: 38n * 10n ** 24n,
  liquidity: usdc('8200000'),
  totalSupplied: usdc('41000000'),
  totalBorrowed: usdc('32800000'),
  supplyCap: { limit: usdc('60000000'), used: usdc('41000000') },
  borrowCap: { limit: usdc('50000000'), used: usdc('32800000') },
  supplied: usdc('2500'),
  debt: usdc('600'),
  isCollateral: true,
}

const changed = (before: string, after: string) => {
  const quantity = (amount: string) => ({ kind: 'token', amount: usdc(amount), decimals: 6, symbol: 'USDC' }) as const
  return { before: quantity(before), after: quantity(after) }
}

const actions = { supply: 'Supply', borrow: 'Borrow', repay: 'Repay', withdraw: 'Withdraw' } as const

function lending(action: keyof typeof actions): Example {
  const amount = usdc('300')
  const gives = action === 'supply' || action === 'repay'
  const held = usdc('1840.2')
  const risk = action === 'borrow' || action === 'withdraw'
  return {
    name: `lending_${action}`,
    parameters: {
      marketAddress: spoke,
      tokenAddress: token('USDC').address,
      tokenSymbol: 'USDC',
      amount: amount.toString(),
      chainId: 1,
    },
    details: {
      action,
      chain: { id: 1, name: 'Ethereum' },
      market: { address: spoke, name: 'Aave V4 Main' },
      asked: amount,
      token: token('USDC'),
      balance: held,
      account: {
        healthFactor: 2_410_000_000_000_000_000n,
        collateral: 2_500n * 10n ** 26n,
        debt: 600n * 10n ** 26n,
        collateralFactor: 78n * 10n ** 16n,
        riskPremium: 120n,
      },
      choices: [],
      terms: {
        reserve,
        amount,
        all: false,
        spending: gives ? { most: amount, allowance: 0n, approval: 'exact' } : null,
        collateral: action === 'supply' ? { use: true, isChoice: true } : null,
      },
    } satisfies LendingDetails,
    plan: plan(
      [
        ...(gives
          ? [
              {
                id: 'approve',
                title: 'Approve 300 USDC',
                to: token('USDC').address,
                data: approve(spoke, amount),
                approves: true,
              } as const,
            ]
          : []),
        { id: action, title: `${actions[action]} 300 USDC`, to: spoke },
      ],
      gives ? { out: [tokens('USDC', amount)] } : { in: [tokens('USDC', amount)] },
    ),
    effects: {
      chainId: 1,
      balances: [moves('USDC', held, gives ? held - amount : held + amount)],
      allowances: [],
      operators: [],
    },
    figures: [
      {
        id: 'health-factor',
        label: 'Health factor',
        before: { kind: 'health', wad: 2_410_000_000_000_000_000n },
        after: { kind: 'health', wad: risk ? 1_430_000_000_000_000_000n : 3_050_000_000_000_000_000n },
        ...(risk ? { level: 'WARN' as const } : {}),
      },
      {
        id: 'liquidation',
        label: 'Liquidated at a fall of',
        before: { kind: 'percent', share: 0.585 },
        after: { kind: 'percent', share: risk ? 0.3 : 0.672 },
      },
      action === 'supply' || action === 'withdraw'
        ? { id: 'supplied', label: 'You have supplied', ...changed('2500', action === 'supply' ? '2800' : '2200') }
        : { id: 'owed', label: 'You owe', ...changed('600', action === 'borrow' ? '900' : '300') },
    ],
    findings: risk
      ? [
          ...ok,
          {
            rule: 'lending.health',
            level: 'WARN',
            title: 'Your loan would be fairly close to liquidation.',
            observed: '2.41 becomes 1.43',
            why: 'Below 1.00 your collateral is sold to repay the debt, with a penalty. A price fall of 30% is enough.',
          },
        ]
      : ok,
    lie: [
      {
        rule: 'lending.market',
        level: 'BLOCK',
        title: 'This is a pool of Aave V3, not a market of V4.',
        observed: spoke,
      },
    ],
  }
}

const permission: RebalancePermission = {
  chainId: 1,
  owner: account,
  agentId: 2,
  token: token('USDC').address,
  protocol: 'Steakhouse USDC',
  maxAmountPerMove: '1000000000',
  minYieldIncreaseBps: 50,
  maxLockupDays: 7,
  validAfter: now / 1000,
  validUntil: now / 1000 + 30 * day,
  nonce: pad('0x5'),
}

const position = { protocol: 'Morpho', pool: 'Steakhouse USDC', amount: usdc('999.99'), apy: 0.046 }

const rebalance: Example = {
  name: 'request_auto_rebalance_permission',
  parameters: {
    chainId: 1,
    tokenAddress: token('USDC').address,
    currentPosition: { protocol: 'Morpho', amount: '1000', apy: 4.6 },
    minYieldIncrease: 0.5,
    maxLockupDays: 7,
  },
  details: {
    chainId: 1,
    chainName: 'Ethereum',
    tokenAddress: token('USDC').address,
    claim: { protocol: 'Morpho', amount: '1000', apy: 4.6 },
    minYieldIncrease: 0.5,
    bounds: { minYieldIncreaseBps: 50, maxLockupDays: 7 },
    days: 30,
    typedCap: null,
    validAfter: permission.validAfter,
    validUntil: permission.validUntil,
    agentId: 2,
    token: token('USDC'),
    positions: { found: [position], places: [position] },
    covered: {
      positions: [position],
      amount: position.amount,
      apy: position.apy,
      protocol: 'Steakhouse USDC',
      matches: true,
    },
    cap: { kind: 'position', amount: position.amount },
    protocol: 'Steakhouse USDC',
    permission,
  } satisfies PermissionDetails,
  plan: null,
  consent: { permission, digest: rebalanceDigest(permission), pinned: {} },
  effects: null,
  findings: [
    {
      rule: 'permission.min-increase',
      level: 'INFO',
      title: 'A move needs a gain of at least 0.5 percentage points a year.',
    },
    { rule: 'permission.lockup', level: 'OK', title: 'A lock-up of at most 7 days is allowed.' },
    { rule: 'permission.expiry', level: 'OK', title: 'It ends by itself after 30 days.' },
  ],
  lie: [
    {
      rule: 'permission.position',
      level: 'DANGER',
      title: 'You have nothing in Morpho.',
      claim: '1000 in Morpho',
      observed: 'nothing in Steakhouse USDC',
      why: 'The agent is wrong about your money, or is misstating it on purpose.',
    },
  ],
}

export const listedPermission = permission

const borrow = lending('borrow')

const part = (respect: RequestPart['respect'], asked: string, is: RequestPart['is'] = 'met'): RequestPart => ({
  respect,
  asked,
  found: asked,
  is,
})

/** Requests as the cards quote them. */
export const requests: readonly { title: string; request: AnsweredRequest }[] = [
  {
    title: 'Every part as asked',
    request: {
      quote: 'Swap 500 USDC for ETH',
      parts: [part('action', 'Swap'), part('gives', '500 USDC'), part('gets', 'ETH')],
      reader: '1',
    },
  },
  {
    title: 'One part not as asked, one not checked',
    request: {
      quote: 'swap 50 USDC for ETH on Base please, at most 0.1% slippage, and do not touch my DAI',
      parts: [
        part('action', 'swap'),
        part('gives', '50 USDC', 'different'),
        part('gets', 'ETH'),
        part('chain', 'on Base', 'different'),
        part('limit', 'at most 0.1% slippage'),
        part('keeps', 'do not touch my DAI', 'unread'),
      ],
      reader: '1',
    },
  },
  {
    title: 'A long request with an address',
    request: {
      quote: `Good morning! Yesterday we spoke about the rent, and I would like to settle it now. Please send 500 USDC to ${stranger} from my account, but only if nothing else moves; after that tell me what is left of the month’s budget.`,
      parts: [
        part('action', 'send', 'different'),
        part('gives', '500 USDC'),
        part('receiver', `to ${stranger}`, 'different'),
        part('keeps', 'only if nothing else moves', 'unread'),
      ],
      reader: '1',
    },
  },
  { title: 'Nothing of it read', request: { quote: 'the usual, please', parts: [], reader: '1' } },
]

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
        { rule: 'lending.reserve', level: 'BLOCK', title: 'This market lists the token twice. Choose a reserve.' },
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
      findings: [{ rule: 'staking.amount', level: 'BLOCK', title: 'It is not clear which amount is meant.' }],
    },
  },
]

export const examples: Readonly<Record<ToolName, Example>> = {
  send_native_gas_token: send,
  execute_router_swap: swap,
  show_token_balance_ui: balances,
  transfer_nft: nft,
  call_smart_contract_function: call,
  enter_staking_yield: enter,
  exit_staking_yield: exit,
  lending_supply: lending('supply'),
  lending_borrow: lending('borrow'),
  lending_repay: lending('repay'),
  lending_withdraw: lending('withdraw'),
  request_auto_rebalance_permission: rebalance,
}
