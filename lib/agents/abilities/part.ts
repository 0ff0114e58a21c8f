import type { Understanding } from '../meaning/understanding'
import type { AbilityName } from './ability'

/** The abilities of an agent, and its answer to requests that need others. */
export type Part = {
  abilities: readonly AbilityName[]
  /** Names the agents that have one of these abilities. */
  elsewhere: (needed: readonly AbilityName[]) => string
}

/** Returns the abilities of which one is enough to answer. Empty if every agent may answer. */
export function abilitiesFor(understanding: Understanding): readonly AbilityName[] {
  switch (understanding.kind) {
    case 'request':
      return [understanding.draft.action === 'send' ? 'send' : 'swap']
    case 'job':
      return [understanding.job.act === 'stake' || understanding.job.act === 'unstake' ? 'staking' : 'lending']
    case 'nft':
      return ['nfts']
    case 'rebalance':
      return ['rebalance']
    case 'plan':
    case 'plans':
      return ['plans']
    case 'balances':
      return ['balances']
    case 'approvals':
      return ['approvals']
    case 'explain':
      return ['questions']
    case 'price':
      return ['prices']
    case 'insight':
      switch (understanding.insight.of) {
        case 'yields':
          return ['yields']
        case 'borrow-rates':
          return ['yields', 'lending']
        case 'gas':
        case 'account':
          return []
        case 'nfts':
          return ['nfts', 'portfolio']
        default:
          return ['portfolio']
      }
    default:
      return []
  }
}
