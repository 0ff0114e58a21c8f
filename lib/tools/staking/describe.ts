import type { Address } from 'viem'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import type { Yield } from '@/lib/chain/yields/yields'
import type { StakingDetails } from './details'
import type { VaultFacts } from './vault'

/** What the card tells on the way in and on the way out, with what the yield's description says of the place. */
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

/** The same, with what the chain says. */
export const describeFacts = (known: StakingDetails, facts: VaultFacts): StakingDetails => ({
  ...known,
  token: facts.token,
  balance: facts.balance,
  position: facts.position,
  price: facts.price,
  lockedUntil: facts.lockedUntil,
})
