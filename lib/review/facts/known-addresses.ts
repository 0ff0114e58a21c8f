import { type Address, isAddressEqual } from 'viem'
import { type ChainInfo, nativeAddress } from '@/lib/chain/chains/chain'
import type { Asset, AssetAmount, Plan } from '@/lib/tools/plan'
import { assetKey } from '../simulation/possible-effects'
import type { AgreedSentence } from '../words/agreed'
import { writtenAddresses } from '../words/written-request'
import type { DecodedPlan } from './decoded-plan'

/**
 * An address that did not come from an agent. `own`: the person's accounts. `typed`: the person wrote it, as whatever: by
 * itself that vouches for nothing (see `requestedSend`), but others may imitate it. `pinned`: it is in what the app ships or is
 * set up with (token lists, routers, markets, vaults). `used`: the account has sent to it before. That makes it a familiar
 * recipient and no more: it may be the one swindle that has worked. `sent`: what was sent there, each time.
 */
export type KnownAddress =
  | { address: Address; source: 'own' | 'typed' | 'pinned'; label: string }
  | { address: Address; source: 'used'; label: string; sent: readonly AssetAmount[] }

/** What the person has said, oldest first. Nothing that an agent has sent belongs here. */
export type Conversation = {
  /** Each message of the person's before it was proposed: it is held against them. */
  userMessages: readonly string[]
  /** What the agent had said last before each of them; empty where it had said nothing. Tells what an answer answers. */
  agentBefore?: readonly string[]
  /**
   * Those of them that count as the person's own words for what is proposed: written by them (not taken over as somebody
   * else had put it), and before it was proposed. Only these can speak for an address. All where it is not said.
   */
  ownWords?: readonly string[]
  /** Those of them that they had sent by confirming a draft, with what of it they neither wrote nor changed. */
  agreed?: readonly AgreedSentence[]
  /** What they have written since. It asks for nothing and speaks for nothing here, but may speak against an address. */
  laterMessages?: readonly string[]
}

/** Addresses that the person means to be used: what they have written last of each counts. */
function typedIn(messages: readonly string[]): Address[] {
  const meant = new Set<Address>()
  for (const message of messages) {
    const { wanted, refused } = writtenAddresses(message)
    for (const address of wanted) meant.add(address)
    for (const address of refused) if (!wanted.includes(address)) meant.delete(address)
  }
  return [...meant]
}

/** Everything that counts as known for one plan, each address once by source; the nearest to the person first. `ownWords`: oldest first. */
export function gatherKnown(
  plan: Plan,
  chain: ChainInfo | null,
  given: readonly KnownAddress[],
  ownWords: readonly string[],
): KnownAddress[] {
  const typed = typedIn(ownWords)
  const pinned = chain ? pinnedBy(chain) : []
  const all: KnownAddress[] = [
    { address: plan.account, source: 'own', label: 'your own account' },
    ...given.filter(({ source }) => source === 'own'),
    ...typed.map((address): KnownAddress => ({ address, source: 'typed', label: 'an address you wrote' })),
    ...given.filter(({ source }) => source === 'typed' || source === 'pinned'),
    ...pinned,
    ...given.filter(({ source }) => source === 'used'),
  ]
  const isSame = (a: KnownAddress, b: KnownAddress) => a.source === b.source && isAddressEqual(a.address, b.address)
  return all.filter((known, index) => all.findIndex((each) => isSame(each, known)) === index)
}

/** How many times as much may be sent to where something was sent before, for that to tell anything. */
const likeness = 2n

/**
 * Whether the earlier sends to a recipient are like this one: of each asset that goes there now, half of what leaves has
 * gone there at once. Somebody may be talked into a tiny send, to make an address look familiar afterwards.
 * What is bought or paid back is no send, and how much of it goes there nobody has declared.
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

/** Whether an earlier send was of this asset, and no less than half of what is declared to leave now. */
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
