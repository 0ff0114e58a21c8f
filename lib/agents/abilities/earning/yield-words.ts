import { isAddressEqual } from 'viem'
import type { ChainHandle, Token } from '@/lib/chain/chains/chain'
import { untilAborted } from '@/lib/chain/chains/until-aborted'
import { percentOf } from '@/lib/chain/tokens/percent'
import { findToken, nativeToken } from '@/lib/chain/tokens/tokens'
import { type Yield, YieldError, type YieldPosition } from '@/lib/chain/yields/yields'
import type { PlaceHint } from '@/lib/language/steps/job'
import { writtenSymbol } from '@/lib/tools/shared/token-words'
import { durationWords } from '@/lib/tools/staking/lockup'
import { cleanChainString } from '@/lib/wire/text'
import { labelPart } from '../options'
import type { Scene } from '../reading'

/** The service or a chain did not tell which yields exist. Nothing may be proposed then. */
export class YieldsUnreadableError extends Error {
  override readonly name = 'YieldsUnreadableError'
  readonly code = 'yields-unreadable'
}

/**
 * Waits for the source of yields, at most as long as the turn lives. Throws YieldsUnreadableError, or the signal's
 * reason.
 */
export async function fromYields<T>(asked: Promise<T>, { signal }: Scene): Promise<T> {
  try {
    return await untilAborted(asked, signal)
  } catch (cause) {
    signal.throwIfAborted()
    if (cause instanceof YieldError) throw new YieldsUnreadableError('Yields could not be read', { cause })
    throw cause
  }
}

/** Formats a fraction as "4.8% a year". */
export function apyText({ apy, isRateUnread }: Pick<Yield, 'apy' | 'isRateUnread'>): string {
  if (apy !== null) return `${percentOf(apy)} a year`
  return isRateUnread ? 'a rate that could not be read just now' : 'no rate on record'
}

export function lockText(seconds: number | null): string {
  if (seconds === null) return 'no word on a lock-up'
  return seconds === 0 ? 'no lock-up' : `locked for ${durationWords(seconds)}`
}

/** Returns the lock-up from the source, else from the app's own list. Null if neither has it. */
export const lockupOf = ({ lockupSeconds, pinned }: Yield): number | null =>
  lockupSeconds ?? pinned?.lockupSeconds ?? null

/** Names the source of data that are not read from a chain. */
export const yieldService = ({ isLocal }: ChainHandle): string => (isLocal ? 'the local yield service' : 'Yield.xyz')

type Placed = Pick<Yield, 'pool' | 'protocol'>
type Rated = Placed & Pick<Yield, 'apy'>

/** "Flexible USDC (Countersign vaults) on Base". The names come from the source. */
export const yieldLabel = ({ pool, protocol }: Placed, chain: ChainHandle): string =>
  labelPart(`${cleanChainString(pool, 40)} (${cleanChainString(protocol, 30)}) on ${chain.name}`)

/** The token of a position for display: a symbol from the source is quoted unless our list has it. */
export const heldToken = ({ token }: Pick<YieldPosition, 'token'>, chain: ChainHandle) => ({
  decimals: token.decimals,
  symbol:
    findToken(chain, token.address)?.symbol ??
    writtenSymbol({ symbol: cleanChainString(token.symbol, 20), listed: false }),
})

/** True if a yield matches the person's description. Data that its source does not give match nothing. */
export function fitsHint(
  { pool, protocol, apy }: Rated,
  lockupSeconds: number | null,
  hint: PlaceHint | undefined,
): boolean {
  const { lockDays, protocol: wanted, rate } = hint ?? {}
  if (wanted && !`${pool} ${protocol}`.toLowerCase().includes(wanted)) return false
  if (rate !== undefined && !isRate(apy, rate)) return false
  if (lockDays === undefined) return true
  if (lockupSeconds === null) return false
  return lockDays === null ? lockupSeconds > 0 : lockupSeconds === lockDays * 86_400
}

/** True if a fraction equals a percentage, to the precision that was typed. */
function isRate(apy: number | null, percent: string): boolean {
  const scale = 10 ** (percent.split('.')[1]?.length ?? 0)
  const [exact, typed] = [(apy ?? 0) * 100 * scale, Math.round(Number(percent) * scale)]
  return apy !== null && (Math.round(exact) === typed || Math.floor(exact) === typed)
}

/** True if a yield takes the token of a symbol: by its listed address, with the wrapped form in place of the coin. */
export function takes(
  { token }: Pick<Yield | YieldPosition, 'token'>,
  symbol: string,
  chain: ChainHandle,
): Token | null {
  const listed = chain.tokens.find(({ address }) => isAddressEqual(address, token.address))
  if (!listed) return null
  const isWrapped = nativeToken(chain).symbol === symbol && isAddressEqual(listed.address, chain.wrappedNative)
  return listed.symbol === symbol || isWrapped ? listed : null
}

/** Sorts by rate, highest first; those without one last, by name. */
export const byRate = (a: { apy: number | null; id: string }, b: { apy: number | null; id: string }): number =>
  (b.apy ?? -1) - (a.apy ?? -1) || a.id.localeCompare(b.id)
