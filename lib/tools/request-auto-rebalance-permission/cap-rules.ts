import type { TokenFacts } from '@/lib/chain/tokens/token-contract'
import type { Finding } from '../finding'
import type { ExecutionPermission } from '../tool'
import { type Cap, type Covered, inTokens } from './terms'

/** Every permission has a maximum per move. Without one there is nothing to sign. */
export function capFindings(
  cap: Cap,
  covered: Covered | null,
  token: TokenFacts,
  isEnforced: boolean,
): readonly Finding[] {
  const rule = 'permission.cap'
  const symbol = token.symbol || 'the token'
  if (cap.kind === 'missing')
    return [
      {
        rule,
        level: 'BLOCK',
        title: 'It has no limit yet.',
        asks: 'Set a limit',
        why: `Enter the most ${symbol} that one move may take. Nothing is signed without a limit.`,
      },
    ]
  if (cap.kind === 'unreadable')
    return [
      {
        rule,
        level: 'BLOCK',
        title: 'The limit is not an amount.',
        asks: 'Correct the limit',
        claim: cap.text,
        observed: `must be a plain number with at most ${token.decimals} decimals`,
        terms: { claim: 'You wrote', observed: 'It' },
      },
    ]
  if (cap.amount === 0n)
    return [
      {
        rule,
        level: 'BLOCK',
        title: 'A limit of zero permits nothing.',
        asks: 'Set a limit',
        why: 'Decline it, or set a limit.',
      },
    ]
  const said = { claim: inTokens(cap.amount, token), terms: { claim: 'Limit', observed: 'You have there' } }
  // More than the position, with 1% for interest (the margin of G18).
  if (covered && cap.amount * 100n > covered.amount * 101n)
    return [
      {
        rule,
        level: isEnforced ? 'DANGER' : 'WARN',
        title: 'The limit is higher than what was found.',
        ...said,
        observed: inTokens(covered.amount, token),
        why: 'It would cover what you may add later as well.',
      },
    ]
  return [{ rule, level: 'OK', title: `At most ${inTokens(cap.amount, token)} may be moved at a time.` }]
}

/** G19: a permission that the wallet enforces is real power over the token, beyond what its words say. */
export const executionFindings = (execution: ExecutionPermission | undefined, token: TokenFacts): readonly Finding[] =>
  execution
    ? [
        {
          rule: 'G19',
          level: 'DANGER',
          title: `Another account could spend up to ${inTokens(execution.amount, token)} of yours by itself.`,
          observed: execution.to,
          terms: { claim: 'Permission', observed: 'Who may spend' },
          why: 'This is an on-chain permission (ERC-7715), which your wallet is also asked for. It limits token, amount and time, but not where the money goes. Without it, you approve every move yourself.',
          fix: { kind: 'adjust', label: 'Leave it out', adjustments: { onChain: false } },
        },
      ]
    : []
