import { type Address, isAddressEqual } from 'viem'
import { type ChainInfo, nativeAddress } from '@/lib/chain/chains/chain'
import type { Asset, AssetAmount, Plan } from '@/lib/tools/plan'
import { assetKey } from '../simulation/possible-effects'
import type { AgreedSentence } from '../words/agreed'
import type { DecodedPlan } from './decoded-plan'

/**
 * An address that did not come from an agent. `own`: an account of the person. `typed`: the person wrote it for any
 * purpose; that alone vouches for nothing (see `WrittenAddresses`), but others may imitate it. `pinned`: part of what the
 * app ships or is configured with (token lists, routers, markets, vaults). `saved`: in the person's address book, which
 * says whose it is and not that it should be paid. `used`: the account has sent to it before,
 * which only makes it familiar: it may be a swindle that worked. `sent` lists what was sent there, each time.
 */
export type KnownAddress =
  | { address: Address; source: 'own' | 'typed' | 'pinned' | 'saved'; label: string }
  | { address: Address; source: 'used'; label: string; sent: readonly AssetAmount[] }

/** The person's messages, oldest first. Messages of agents do not belong here. */
export type Conversation = {
  /** The person's messages before the proposal, which is checked against them. */
  userMessages: readonly string[]
  /** The agent's last message before each of them, or ''. Tells what a reply refers to. */
  agentBefore?: readonly string[]
  /** For each of them, whether only the service reports it: this browser did not see the person write it. */
  reported?: readonly boolean[]
  /**
   * The messages among them that count as the person's own words: written by them, not copied from someone else, and
   * before the proposal. Only these can vouch for an address. Absent: all of them.
   */
  ownWords?: readonly string[]
  /** Those of them that they had sent by confirming a draft, with what of it they neither wrote nor changed. */
  agreed?: readonly AgreedSentence[]
  /** Messages written since the proposal. They request and vouch for nothing, but may speak against an address. */
  laterMessages?: readonly string[]
}

/** Returns the known addresses of a plan, once per source, closest to the person first. `typed`: addresses in their own words. */
export function gatherKnown(
  plan: Plan,
  chain: ChainInfo | null,
  given: readonly KnownAddress[],
  typed: readonly Address[],
): KnownAddress[] {
  const pinned = chain ? pinnedBy(chain) : []
  const all: KnownAddress[] = [
    { address: plan.account, source: 'own', label: 'your own account' },
    ...given.filter(({ source }) => source === 'own'),
    ...typed.map((address): KnownAddress => ({ address, source: 'typed', label: 'an address you wrote' })),
    ...given.filter(({ source }) => source === 'saved'),
    ...given.filter(({ source }) => source === 'typed' || source === 'pinned'),
    ...pinned,
    ...given.filter(({ source }) => source === 'used'),
  ]
  const isSame = (a: KnownAddress, b: KnownAddress) => a.source === b.source && isAddressEqual(a.address, b.address)
  return all.filter((known, index) => all.findIndex((each) => isSame(each, known)) === index)
}

/** Largest ratio of a new amount to an earlier one for which the earlier transfer is evidence. */
const likeness = 2n

/**
 * True if earlier transfers to the recipient resemble this one: of each asset that goes there now, a single transfer of
 * at least half the amount has gone there before. People may be talked into a tiny transfer that makes an address look
 * familiar later. Bought or repaid assets never count: they are not sent, and their amount is not declared.
 */
export function isPrecedented(
  address: Address,
  known: readonly KnownAddress[],
  { recipients }: Pick<DecodedPlan, 'recipients'>,
  { declares }: Pick<Plan, 'declares'>,
): boolean {
  const here = recipients.filter((each) => isAddressEqual(each.address, address))
  return known.some(
    (each) =>
      each.source === 'used' &&
      isAddressEqual(each.address, address) &&
      here.length > 0 &&
      here.every(({ asset, earned }) => !earned && each.sent.some((earlier) => isLike(earlier, asset, declares.out))),
  )
}

/** True if an earlier transfer was of this asset and at least half of what is declared to leave now. */
export function isLike(earlier: AssetAmount, asset: Asset, out: readonly AssetAmount[]): boolean {
  const leaving = out.filter((each) => assetKey(each.asset) === assetKey(asset))
  const all = leaving.reduce((sum, { amount }) => sum + amount, 0n)
  return leaving.length > 0 && assetKey(earlier.asset) === assetKey(asset) && earlier.amount * likeness >= all
}

function pinnedBy(chain: ChainInfo): KnownAddress[] {
  const tokens = chain.tokens
    .filter(({ address }) => address !== nativeAddress)
    .map(({ address, symbol }): KnownAddress => ({ address, source: 'pinned', label: `the token ${symbol}` }))
  const wrapped: KnownAddress = { address: chain.wrappedNative, source: 'pinned', label: 'the wrapped native coin' }
  const diamond: KnownAddress[] = chain.diamond
    ? [{ address: chain.diamond, source: 'pinned', label: 'the swap and bridge router' }]
    : []
  return [...diamond, ...tokens, wrapped]
}
