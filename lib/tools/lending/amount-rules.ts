import { maxUint256 } from 'viem'
import type { LendingReserve } from '@/lib/chain/lending/market'
import { formatAmount } from '@/lib/chain/tokens/amount'
import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { Finding } from '../finding'
import type { LendingTerms } from './details'
import { otherFix } from './market-rules'
import { type LendingAction, wayOf } from './parameters'
import { positionOf } from './terms'

/** Rules about the amount: against the wallet, the debt and the supply. Pure. */

export const zeroAmount: Finding = {
  rule: 'lending.amount',
  level: 'BLOCK',
  title: 'The amount is zero: nothing would happen.',
}

/** Factor from which an amount cannot be meant: it was most likely computed with another token's decimals. */
const absurd = 1_000n
const wrongDecimals = 'It is so much more that the agent has probably used the wrong decimals. Ask again.'

type AmountRequest = {
  action: LendingAction
  asked: bigint
  terms: LendingTerms
  token: TokenFacts
  balance: bigint | null
  other: LendingReserve | null
}

export const amountFindings = (given: AmountRequest): readonly Finding[] => [
  ...positionFindings(given),
  ...balanceFindings(given),
]

function positionFindings({ action, asked, terms, token, other }: AmountRequest): readonly Finding[] {
  const position = positionOf(action, terms.reserve)
  if (position === null) return []
  const isRepay = action === 'repay'
  const rule = isRepay ? 'lending.debt' : 'lending.supplied'
  const write = (amount: bigint) => formatAmount(amount, token.decimals, wayOf(action))
  if (position === 0n)
    return [
      {
        rule,
        level: 'BLOCK',
        title: isRepay ? 'You owe none of this token here.' : 'You have supplied none of this token here.',
        ...otherFix(other),
      },
    ]
  const words = { claim: 'Asked for', observed: isRepay ? 'You owe' : 'You have supplied' }
  const whole = isRepay ? 'This repays your whole debt.' : 'This withdraws ALL you have supplied.'
  if (terms.all) {
    const isMeant = asked === maxUint256 || asked <= position
    if (!isMeant && asked >= position * absurd)
      return [
        {
          rule,
          level: 'DANGER',
          title: `The agent asks for far more than ${isRepay ? 'you owe' : 'you have supplied'}. ${whole}`,
          terms: words,
          claim: write(asked),
          observed: write(position),
          why: wrongDecimals,
        },
      ]
    return [
      {
        rule,
        level: 'INFO',
        title: whole,
        // If all was asked for, the amount is in the card's first sentence.
        ...(isMeant ? {} : { terms: words, claim: write(asked), observed: write(position) }),
        why: isRepay ? interestWords(terms, token) : 'Including interest up to the moment it is carried out.',
      },
    ]
  }
  const rest = position - terms.amount
  if (rest * 400n > position) return []
  return [
    {
      rule,
      level: 'INFO',
      title: isRepay ? 'A small part of the debt would be left.' : 'A small amount would be left in the market.',
      observed: write(rest),
      fix: { kind: 'adjust', label: isRepay ? 'Repay all of it' : 'Withdraw all of it', adjustments: { all: true } },
    },
  ]
}

/** Explains the interest that accrues until repayment. Without a new approval there is nothing to say about it. */
function interestWords({ spending, amount }: LendingTerms, token: TokenFacts): string {
  const taken = 'Interest accrues until then. Only what you owe is taken.'
  if (!spending || spending.approval === 'none') return taken
  const room = formatAmount(spending.most - amount, token.decimals)
  return `${taken} The approval covers ${room} more, and any unused part stays allowed to the market.`
}

function balanceFindings({ action, terms, token, balance }: AmountRequest): readonly Finding[] {
  const { spending, amount } = terms
  if (!spending || balance === null || balance >= amount) return []
  return [
    {
      rule: 'lending.balance',
      level: 'BLOCK',
      title: `You do not hold enough to ${action} this much.`,
      terms: { claim: 'Needed', observed: 'You hold' },
      claim: formatAmount(amount, token.decimals),
      observed: formatAmount(balance, token.decimals, 'in'),
      why: balance > 0n && amount >= balance * absurd ? wrongDecimals : 'Ask again with a smaller amount.',
    },
  ]
}

/** Notes an earlier approval that is larger than needed: it is used, and the rest of it stays. */
export function allowanceFindings({ spending, amount }: LendingTerms): readonly Finding[] {
  if (spending?.approval !== 'none' || spending.allowance <= amount) return []
  return [
    {
      rule: 'lending.allowance-left',
      level: 'INFO',
      title: 'An earlier approval for the market is larger than needed, and stays.',
      why: 'You can revoke it in your wallet or with a revoking service.',
    },
  ]
}
