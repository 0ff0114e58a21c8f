import { type Address, isAddressEqual } from 'viem'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { chainName } from '@/lib/chain/tokens/tokens'
import { meansChain } from '@/lib/chain/yields/networks'
import type { Yield } from '@/lib/chain/yields/yields'
import { cleanChainString } from '@/lib/wire/text'
import type { Finding } from '../finding'
import type { VaultFacts } from './vault'

/** Checks that the agent's network name is that of the chain. */
export function networkFindings(network: string | undefined, chainId: number): readonly Finding[] {
  if (!network) return []
  const means = meansChain(network, chainId)
  if (means === true) return []
  const sides = { claim: cleanChainString(network), observed: chainName(chainId) }
  if (means === null)
    return [
      {
        rule: 'staking.network',
        level: 'UNVERIFIED',
        title: 'Not checked: whether this is the network the agent names.',
        ...sides,
        terms: { claim: 'The agent says', observed: 'It is on' },
      },
    ]
  return [
    {
      rule: 'staking.network',
      level: 'BLOCK',
      title: 'The agent names a different network from the one this is on.',
      ...sides,
      why: 'One of the two is wrong. Ask again and say which network you mean.',
    },
  ]
}

/** Checks that the chain named by the agent is the one the yield is on. */
export const chainClaimFindings = (
  claimed: number | undefined,
  { chainId }: Pick<Yield, 'chainId'>,
): readonly Finding[] =>
  claimed === undefined || claimed === chainId
    ? []
    : [
        {
          rule: 'staking.network',
          level: 'BLOCK',
          title: 'This yield is on a different network from the one the agent names.',
          claim: chainName(claimed),
          observed: chainName(chainId),
          why: 'Ask again for a yield on the network you mean.',
        },
      ]

/** Blocks a service that contradicts the app's own list about a yield. */
export function pinnedFindings({ pinned, contract, token }: Yield): readonly Finding[] {
  if (!pinned) return []
  const differing = [
    ...(contract && !isAddressEqual(contract, pinned.contract) ? [{ observed: contract, claim: pinned.contract }] : []),
    ...(isAddressEqual(token.address, pinned.asset.address)
      ? []
      : [{ observed: token.address, claim: pinned.asset.address }]),
  ]
  return differing.map((sides) => ({
    rule: 'staking.contract',
    level: 'BLOCK',
    title: 'The yield service names a different contract from the one in the app’s own list.',
    ...sides,
    terms: { claim: 'Our list', observed: 'The service' },
    why: 'This app knows this yield, and it is not at that address. Nothing was signed.',
  }))
}

/** ERC-4626: the vault must take exactly the named token. */
export function assetFindings(
  { asset }: VaultFacts,
  contract: Address,
  token: Address,
  chain: ChainHandle,
): readonly Finding[] {
  if (asset === null)
    return [
      {
        rule: 'staking.asset',
        level: 'BLOCK',
        title: `There is no vault at this address on ${chain.name}.`,
        observed: contract,
        why: 'It does not answer like an ERC-4626 vault. The yield is named wrongly, or is a kind this app cannot enter.',
      },
    ]
  if (isAddressEqual(asset, token)) return []
  return [
    {
      rule: 'staking.asset',
      level: 'BLOCK',
      title: 'The vault takes a different token from the one named.',
      claim: token,
      observed: asset,
      why: 'Ask again for a yield that takes the token you hold.',
    },
  ]
}

/** Rule G9: amounts are computed with the decimals of the description, so those must be the token's. */
export const decimalsFindings = ({ token }: VaultFacts, place: Yield): readonly Finding[] =>
  !token || token.decimals === place.token.decimals
    ? []
    : [
        {
          rule: 'G9',
          level: 'BLOCK',
          title: 'The yield’s description has the wrong number of decimals.',
          claim: String(place.token.decimals),
          observed: String(token.decimals),
          why: 'Amounts would be wrong by powers of ten. Nothing was signed.',
        },
      ]

/**
 * Warns of a vault that is not on the app's own list. Its address comes from the yield service, never from the agent.
 */
export const unpinnedFindings = ({ pinned, contract }: Yield): readonly Finding[] =>
  pinned || !contract
    ? []
    : [
        {
          rule: 'staking.contract',
          level: 'WARN',
          title: 'This vault is not on the app’s own list.',
          observed: contract,
          why: 'Only the yield service vouches for it. Check the address against the protocol’s own site.',
        },
      ]

/** Compares the agent's name for a place with its description. A name that says nothing is no lie. */
export function nameFindings(
  what: 'protocol' | 'pool',
  claimed: string | undefined,
  found: string,
): readonly Finding[] {
  if (!claimed || !found) return []
  const [said, known] = [words(claimed), words(found)]
  if (said.some((word) => known.includes(word)) || said.length === 0) return []
  return [
    {
      rule: `staking.${what}`,
      level: 'WARN',
      title: `The agent calls the ${what} by a different name.`,
      claim: cleanChainString(claimed, 48),
      observed: found,
    },
  ]
}

const words = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

export const unknownYield = (yieldId: string): Finding => ({
  rule: 'staking.yield',
  level: 'BLOCK',
  title: 'This yield is unknown.',
  observed: cleanChainString(yieldId, 80),
  why: 'Neither the yield service nor the app’s own list has it. Ask the agent for another.',
})
