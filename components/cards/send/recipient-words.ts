import type { RecipientFacts } from '@/lib/tools/shared/recipient'

/** Says in one sentence what the chain knows of a recipient. */
export function recipientWords({ isSelf, token, delegate, hasCode, nonce, balance }: RecipientFacts): string {
  if (isSelf) return 'This is your own address.'
  if (token) return `This is the ${token.symbol} token contract.`
  if (delegate) return 'An account that runs a contract’s code (EIP-7702).'
  if (hasCode) return 'A contract.'
  if (nonce === 0 && balance === 0n) return 'An empty address that has never been used on this chain.'
  if (nonce === 0) return 'An account that holds coins and has never sent anything on this chain.'
  return 'An ordinary account, used before.'
}
