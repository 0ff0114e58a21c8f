import type { Address } from 'viem'
import { formatAmount } from '@/lib/chain/amount'
import { knownToken } from '@/lib/chain/tokens'
import { cleanChainString } from '@/lib/wire/text'

/** A token as a request names it: the symbol is the agent's word. */
type Asked = { chainId: number; address: Address; symbol?: string | undefined }

/** An amount in base units: in whole tokens where our own list has the token, else in base units. */
export function baseAmountText(amount: bigint, { chainId, address }: Asked): string {
  const known = knownToken(chainId, address)
  return known ? `${formatAmount(amount, known.decimals)} ${known.symbol}` : `${formatAmount(amount, 0)} base units`
}

/** What to call a token in a sentence: our own symbol, else the agent's in quotes, else "a token". */
export function tokenWord({ chainId, address, symbol }: Asked): string {
  const known = knownToken(chainId, address)
  const claimed = cleanChainString(symbol ?? '', 16)
  return known?.symbol ?? (claimed ? `“${claimed}”` : 'a token')
}
