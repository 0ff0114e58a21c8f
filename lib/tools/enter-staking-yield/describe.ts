import type { Address } from 'viem'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import type { Yield } from '@/lib/chain/yields/yields'
import { cleanChainString, revealInvisible } from '@/lib/wire/text'
import { describeFacts, describePlace } from '../staking/describe'
import type { StakingDetails } from '../staking/details'
import type { VaultFacts } from '../staking/vault'
import type { EnterParameters } from './parameters'
import { claimedWords } from './rate-check'

/** Fills the card with the agent's claims, before anything was asked. */
export const draftOf = (asked: EnterParameters): StakingDetails => ({
  action: 'enter',
  yieldId: revealInvisible(asked.yieldId),
  chain: null,
  token: null,
  amount: null,
  all: false,
  question: null,
  contract: null,
  pinned: false,
  protocol: { claimed: word(asked.protocol), found: null },
  pool: { claimed: word(asked.poolName), found: null },
  rewards: { claimed: asked.rewardTokenSymbols?.map((symbol) => cleanChainString(symbol, 16)) ?? null, found: null },
  apy: rateOf(asked, null),
  lockup: { claimed: word(asked.lockupPeriod), found: null },
  balance: null,
  position: null,
  lockedUntil: null,
  price: null,
})

const rateOf = ({ apy }: EnterParameters, stated: number | null): StakingDetails['apy'] => ({
  claimed: apy === undefined ? null : claimedWords(apy, stated),
  stated,
})

const word = (text: string | undefined): string | null => (text ? cleanChainString(text, 80) : null)

/** Adds what the yield's description says. */
export const describeEntry = (
  draft: StakingDetails,
  asked: EnterParameters,
  place: Yield,
  chain: ChainHandle | undefined,
  contract: Address | null,
): StakingDetails => ({
  ...describePlace(draft, place, chain, contract),
  rewards: { ...draft.rewards, found: place.rewardSymbols.length > 0 ? place.rewardSymbols : null },
  apy: rateOf(asked, place.apy),
  lockup: { ...draft.lockup, found: lockupOf(place, null) },
})

/** Adds what the chain says. */
export const describeVault = (known: StakingDetails, place: Yield, facts: VaultFacts): StakingDetails => ({
  ...describeFacts(known, facts),
  lockup: { ...known.lockup, found: lockupOf(place, facts.lockup) },
})

/** Prefers the vault's own word. A requested withdrawal may take additional time to arrive. */
const lockupOf = ({ lockupSeconds, cooldownSeconds, pinned }: Yield, ofVault: number | null): number | null =>
  ofVault ??
  pinned?.lockupSeconds ??
  (lockupSeconds === null ? cooldownSeconds : lockupSeconds + (cooldownSeconds ?? 0))
