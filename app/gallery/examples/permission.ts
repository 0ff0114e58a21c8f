import { pad } from 'viem'
import type { PermissionDetails } from '@/lib/tools/request-auto-rebalance-permission/details'
import { type RebalancePermission, rebalanceDigest } from '@/lib/wire/consent'
import { account, type Example, now, token, usdc } from '../call'

const day = 86_400

/** The terms of a permission to rebalance. */
export const permission: RebalancePermission = {
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

const position = { protocol: 'Morpho', pool: 'Steakhouse USDC', amount: usdc('999.990005'), apy: 0.046 }

/** A request for this permission. */
export const rebalance: Example = {
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
