import type { Address } from 'viem'
import { formatAmount, type Way } from '@/lib/chain/tokens/amount'
import { knownToken } from '@/lib/chain/tokens/tokens'
import { cleanChainString } from '@/lib/wire/text'

/** A token as named in a request: the symbol is the agent's word. */
type TokenRef = { chainId: number; address: Address; symbol?: string | undefined }

/** Formats an amount given in base units: in whole tokens if our own list has the token, otherwise in base units. */
export function baseAmountText(amount: bigint, { chainId, address }: TokenRef, way: Way = 'out'): string {
  const known = knownToken(chainId, address)
  return known ? `${formatAmount(amount, known.decimals, way)} ${known.symbol}` : formatAmount(amount, null)
}

/** True if a token's name is on our own lists: of tokens, or of vaults and staked ether. */
export const isNamedByUs = ({ listed, vouched }: { listed: boolean; vouched?: string | undefined }): boolean =>
  listed || vouched !== undefined

/**
 * Writes a symbol in a line of text. Quotes one that no list of ours vouches for, so that it does not blend with its
 * surroundings.
 */
export const writtenSymbol = ({ symbol, listed }: { symbol: string; listed: boolean }): string =>
  listed ? symbol : symbol === '' ? 'an unnamed token' : `“${symbol}”`

/** Names a token in a sentence: our own symbol, otherwise the agent's in quotes, otherwise "a token". */
export function tokenWord({ chainId, address, symbol }: TokenRef): string {
  const known = knownToken(chainId, address)
  const claimed = cleanChainString(symbol ?? '', 16)
  return known?.symbol ?? (claimed ? `“${claimed}”` : 'a token')
}
