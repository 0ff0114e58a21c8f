import { type Address, isAddressEqual } from 'viem'
import type { Chains } from '@/lib/chain/chains/chain'
import { chainName } from '@/lib/chain/tokens/tokens'
import type { Finding } from '../finding'

/** Rule G2: the account that the agent names must be the connected one. */
export const accountFindings = (claimed: Address | undefined, account: Address): readonly Finding[] =>
  claimed === undefined || isAddressEqual(claimed, account)
    ? []
    : [
        {
          rule: 'G2',
          level: 'BLOCK',
          title: 'This was proposed for another wallet.',
          claim: claimed,
          observed: account,
          why: 'Connect the wallet it is meant for, or ask again with this one.',
        },
      ]

/** Rule G3: only chains that this app supports. */
export const chainFindings = (chainId: number, chains: Chains): readonly Finding[] =>
  chains.has(chainId)
    ? []
    : [
        {
          rule: 'G3',
          level: 'BLOCK',
          title: `This app does not support ${chainName(chainId)}.`,
          claim: String(chainId),
          observed: [...chains.values()].map(({ name }) => name).join(', '),
          why: 'Ask for the same on a network this app supports.',
        },
      ]
