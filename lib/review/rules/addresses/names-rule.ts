import { findCollection } from '@/lib/chain/nft/collections'
import { chainName, findToken } from '@/lib/chain/tokens/tokens'
import type { Asset } from '@/lib/tools/plan'
import type { RuleContext } from '../../context'
import type { BalanceEffect } from '../../review'
import { kindOf, writtenCollections, writtenNetworks, writtenTokens } from '../../words/written-assets'
import type { Observation, Rule } from '../rule'

/** G25: the transaction must be on the networks that the person's last request names. */
export const networkNameRule: Rule = {
  id: 'G25.network',
  about: 'whether it is on the network you wrote',
  check: ({ plan, chains, request }) => {
    const { at, to } = writtenNetworks(request.text, chains)
    const { chainId } = plan.steps[0]
    const later = plan.declares.later?.chainId
    if (later !== undefined && to.size > 0 && !to.has(later))
      return differs('It arrives on a different network from the one you wrote.', namesOf(to), chainName(later))
    if (at.size === 0 || at.has(chainId) || (later !== undefined && at.has(later))) return null
    return differs('It is on a different network from the one you wrote.', namesOf(at), chainName(chainId))
  },
}

const namesOf = (ids: ReadonlySet<number>): string => [...ids].map(chainName).join(' or ')

/**
 * G25: the tokens that the last request gives away must be those that leave, and the ones it wants from a swap must be
 * those that arrive. Tokens it does not name are not checked.
 */
export const tokenNameRule: Rule = {
  id: 'G25.token',
  about: 'whether it moves the tokens you wrote',
  applies: (context) => {
    const { given } = writtenTokens(context.request.text, context.chains)
    return given.size > 0
  },
  check: (context) => {
    const { text } = context.request
    const { given, wanted } = writtenTokens(text, context.chains)
    const moved = context.effects().balances.filter(isFungible)
    const out = moved.filter(({ before, after, listed }) => listed && after < before)
    const other = out.find(({ symbol }) => !given.has(kindOf(symbol)) && !wanted.has(kindOf(symbol)))
    if (other) return differs('It moves a different token from the one you wrote.', symbolsOf(given), other.symbol)
    const stranger = moved.find(isStrange)
    // A withdrawn or borrowed token arrives instead.
    if (stranger && !moved.some(({ symbol, listed }) => listed && given.has(kindOf(symbol))))
      return differs('It moves a different token from the one you wrote.', symbolsOf(given), addressOf(stranger.asset))
    const isFirst = out.some(({ symbol }) => given.has(kindOf(symbol)))
    if (!isFirst || wanted.size === 0 || !exchanging.test(text)) return null
    const arriving = arrivals(context, moved)
    // A bridged token may be swapped on the other chain.
    const fits = (symbol: string) =>
      wanted.has(kindOf(symbol)) || (context.plan.declares.later !== undefined && given.has(kindOf(symbol)))
    if (arriving.length === 0 || arriving.some(fits)) return null
    return differs('You get a different token from the one you wrote.', symbolsOf(wanted), arriving.join(' and '))
  },
}

/** G25: "my Postcard #7" is not number 7 of another collection, whatever its name. */
export const collectionNameRule: Rule = {
  id: 'G25.collection',
  about: 'whether the NFT is from the collection you wrote',
  applies: ({ request }) => writtenCollections(request.text).size > 0,
  check: (context) => {
    const named = writtenCollections(context.request.text)
    const other = context
      .effects()
      .balances.map(({ asset, before, after }) => (after < before ? asset : null))
      .find(
        (asset) =>
          (asset?.kind === 'erc721' || asset?.kind === 'erc1155') &&
          !named.has(findCollection(asset.chainId, asset.address)?.called ?? ''),
      )
    if (!other || other.kind === 'native') return null
    const observed = findCollection(other.chainId, other.address)?.name ?? other.address
    return differs('The NFT that leaves is not from the collection you wrote.', [...named].join(' or '), observed)
  },
}

const exchanging = /\b(?:swap|exchange|convert|trade|sell)/i

/** True for an outgoing token that is in none of our lists, whatever its symbol. */
export const isStrange = ({ asset, before, after, listed, vouched, debt }: BalanceEffect): boolean =>
  asset.kind === 'erc20' && after < before && !listed && !vouched && !debt

const isFungible = ({ asset: { kind } }: BalanceEffect): boolean => kind === 'native' || kind === 'erc20'

/** Returns the symbols of what arrives now, or later on another chain. Unlisted tokens give their address. */
function arrivals({ plan, chains }: RuleContext, moved: readonly BalanceEffect[]): string[] {
  const now = moved
    .filter(({ before, after }) => after > before)
    .map(({ asset, symbol, listed }) => (listed || asset.kind === 'native' ? symbol : addressOf(asset)))
  const { later } = plan.declares
  const there = later && chains.get(later.chainId)
  if (!there || later.kind === 'erc721' || later.kind === 'erc1155') return now
  if (later.kind === 'native') return [...now, there.viemChain.nativeCurrency.symbol]
  return [...now, findToken(there, later.address)?.symbol ?? later.address]
}

const addressOf = (asset: Asset): string => (asset.kind === 'native' ? '' : asset.address)

const symbolsOf = (kinds: ReadonlySet<string>): string => [...kinds].map((kind) => kind.toUpperCase()).join(' or ')

const differs = (title: string, claim: string, observed: string): Observation => ({
  level: 'DANGER',
  title,
  terms: { claim: 'You wrote', observed: 'It is' },
  claim,
  observed,
  why: 'This goes against your last message. Decline it and ask again, unless you know why.',
})
