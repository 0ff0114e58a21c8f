import type { Address } from 'viem'
import { formatAmount, type Way } from '@/lib/chain/tokens/amount'
import { knownToken } from '@/lib/chain/tokens/tokens'
import { cleanChainString } from '@/lib/wire/text'

/** A token as a request names it: the symbol is the agent's word. */
type TokenRef = { chainId: number; address: Address; symbol?: string | undefined }

/** An amount in base units: in whole tokens where our own list has the token, else in base units. */
export function baseAmountText(amount: bigint, { chainId, address }: TokenRef, way: Way = 'out'): string {
  const known = knownToken(chainId, address)
  return known ? `${formatAmount(amount, known.decimals, way)} ${known.symbol}` : formatAmount(amount, null)
}

/** Whether the name of a token is of our own lists, be it that of tokens or that of vaults and staked ether. */
export const isNamedByUs = ({ listed, vouched }: { listed: boolean; vouched?: string | undefined }): boolean =>
  listed || vouched !== undefined

/** A symbol in a line of text. What no list of ours vouches for stands in quotes, so that it continues nothing beside it. */
export const writtenSymbol = ({ symbol, listed }: { symbol: string; listed: boolean }): string =>
  listed ? symbol : symbol === '' ? 'an unnamed token' : `“${symbol}”`

/** What to call a token in a sentence: our own symbol, else the agent's in quotes, else "a token". */
export function tokenWord({ chainId, address, symbol }: TokenRef): string {
  const known = knownToken(chainId, address)
  const claimed = cleanChainString(symbol ?? '', 16)
  return known?.symbol ?? (claimed ? `“${claimed}”` : 'a token')
}
