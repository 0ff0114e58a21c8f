import { formatAmount, formatUsd } from '@/lib/chain/tokens/amount'
import type { Finding } from '../../finding'
import type { SwapDetails } from '../details'
import { isSameToken, type SwapParameters } from '../parameters'

/** Rules about the request, before any quote is requested. */
export function askedFindings(asked: SwapParameters): readonly Finding[] {
  const findings: Finding[] = []
  if (isSameToken(asked))
    findings.push({
      rule: 'swap.same-token',
      level: 'BLOCK',
      title: 'Both sides are the same token on the same network.',
      why: 'A swap like this only costs fees.',
    })
  if (asked.fromAmount === 0n)
    findings.push({ rule: 'swap.amount', level: 'BLOCK', title: 'Nothing is swapped: the amount is zero.' })
  return findings
}

const oneCent = 1_000_000n

/**
 * Warns of an amount below a cent or, without a price, below a millionth of a token: whole tokens were likely meant.
 */
export function amountFindings({ fromAmount, from, terms }: SwapDetails): readonly Finding[] {
  if (!from || !terms) return []
  const { decimals } = from.token
  const isDust = terms.fromUsd === null ? fromAmount * 1_000_000n < 10n ** BigInt(decimals) : terms.fromUsd < oneCent
  if (!isDust) return []
  return [
    {
      rule: 'swap.amount',
      level: 'WARN',
      title: 'The amount is dust. Was it meant in whole tokens?',
      observed: terms.fromUsd === null ? formatAmount(fromAmount, decimals) : formatUsd(terms.fromUsd),
      why: 'The fee alone costs more than the amount swapped.',
    },
  ]
}

export function balanceFindings({ fromAmount, from }: SwapDetails): readonly Finding[] {
  if (!from || from.balance === null || from.balance >= fromAmount) return []
  const { decimals, listed, symbol } = from.token
  const unit = listed ? symbol : 'of the token'
  return [
    {
      rule: 'swap.balance',
      level: 'BLOCK',
      title: 'You do not hold enough for this swap.',
      terms: { claim: 'Needed', observed: 'Found' },
      claim: `${formatAmount(fromAmount, decimals)} ${unit}`,
      observed: `The account holds ${formatAmount(from.balance, decimals, 'in')} ${unit}`,
      why: 'Ask again with a smaller amount.',
    },
  ]
}

/** Notes an earlier allowance that is larger than needed: it is used, and the rest of it stays. */
export function leftAllowanceFindings({ fromAmount, from, terms }: SwapDetails): readonly Finding[] {
  if (!from || !terms || terms.approval !== 'none' || terms.allowance <= fromAmount) return []
  return [
    {
      rule: 'swap.allowance-left',
      level: 'INFO',
      title: 'An earlier approval for the router is larger than this swap, and stays.',
      why: 'This swap can bring it down to exactly what is swapped, so that nothing stays.',
      fix: { kind: 'adjust', label: 'Approve only what is swapped', adjustments: { exactApproval: true } },
    },
  ]
}
