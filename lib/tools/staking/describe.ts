import type { Address } from 'viem'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import type { Yield } from '@/lib/chain/yields/yields'
import type { StakingDetails } from './details'
import type { VaultFacts } from './vault'

/** Adds to the card, on entry and exit, what the yield's description says about the place. */
export const describePlace = (
  draft: StakingDetails,
  place: Yield,
  chain: ChainHandle | undefined,
  contract: Address | null,
): StakingDetails => ({
  ...draft,
  chain: chain ? { id: chain.id, name: chain.name } : null,
  contract,
  pinned: place.pinned !== null,
  protocol: { ...draft.protocol, found: place.pinned?.protocol ?? (place.protocol || null) },
  pool: { ...draft.pool, found: place.pinned?.pool ?? (place.pool || null) },
})

/** Adds what the chain says. */
export const describeFacts = (known: StakingDetails, facts: VaultFacts): StakingDetails => ({
  ...known,
  token: facts.token,
  balance: facts.balance,
  position: facts.position,
  price: facts.price,
  lockedUntil: facts.lockedUntil,
})
