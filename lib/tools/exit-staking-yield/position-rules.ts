import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { Finding } from '../finding'
import { amountText } from '../shared/approval'
import { dateWords } from '../staking/lockup'
import type { VaultFacts } from '../staking/vault'

/** Blocks if nothing can be taken out: there is nothing, or it is locked. */
export function closedFindings({ shares, lockedUntil, maxRedeem, queues }: VaultFacts): readonly Finding[] {
  if (shares === 0n)
    return [
      {
        rule: 'staking.position',
        level: 'BLOCK',
        title: 'You have nothing in this yield.',
        why: 'Your account holds no shares of the vault on this network.',
      },
    ]
  if (lockedUntil !== null)
    return [
      {
        rule: 'staking.locked',
        level: 'BLOCK',
        title: `Your deposit is locked until ${dateWords(lockedUntil)}.`,
        why: 'The vault itself says so, and pays nothing out before then. Ask again after that.',
      },
    ]
  if (maxRedeem === 0n && !queues)
    return [
      {
        rule: 'staking.locked',
        level: 'BLOCK',
        title: 'The vault pays nothing out now.',
        why: 'The vault itself says that no shares can be redeemed. It may be locked, paused or short of funds. It does not say for how long; try again later.',
      },
    ]
  return []
}

/** Rule 6: no more than there is. Points out a remainder too small to notice, and offers to take it along. */
export function amountFindings(
  { position, maxWithdraw, queues }: VaultFacts,
  token: TokenFacts,
  amount: bigint,
  all: boolean,
): readonly Finding[] {
  const takeAll = { kind: 'adjust' as const, label: 'Take everything out', adjustments: { all: true } }
  if (amount === 0n)
    return [{ rule: 'staking.amount', level: 'BLOCK', title: 'Nothing is taken out: the amount is zero.' }]
  if (position !== null && amount > position)
    return [
      {
        rule: 'staking.amount',
        level: 'BLOCK',
        title: 'You do not have that much in this yield.',
        claim: amountText(amount, token),
        observed: amountText(position, token, 'in'),
        why: 'Take everything out, or ask again with a smaller amount.',
        fix: takeAll,
      },
    ]
  if (maxWithdraw !== null && !queues && amount > maxWithdraw && !(all && isNearly(maxWithdraw, amount)))
    return [
      {
        rule: 'staking.liquidity',
        level: 'BLOCK',
        title: 'The vault does not pay out that much now.',
        claim: amountText(amount, token),
        observed: amountText(maxWithdraw, token, 'in'),
        why: 'Ask again with a smaller amount, or later.',
      },
    ]
  if (all || position === null || !isNearly(amount, position)) return []
  return [
    {
      rule: 'staking.remainder',
      level: 'INFO',
      title: 'Almost nothing would be left in it.',
      observed: amountText(position - amount, token, 'in'),
      fix: takeAll,
    },
  ]
}

/** True if the part is at most a thousandth below the whole. */
const isNearly = (part: bigint, whole: bigint): boolean => part < whole && part * 1_000n >= whole * 999n
