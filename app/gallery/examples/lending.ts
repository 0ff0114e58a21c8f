import { getAddress } from 'viem'
import type { LendingReserve } from '@/lib/chain/lending/market'
import type { LendingDetails } from '@/lib/tools/lending/details'
import { approve, type Example, moves, ok, plan, stranger, token, tokens, usdc } from '../call'

const spoke = getAddress('0x94e7a5dcbe816e498b89ab752661904e2f56c485')

export const reserve: LendingReserve = {
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

/** An action in a lending market. */
export function lending(action: keyof typeof actions): Example {
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
        label: 'Drop to liquidation',
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
