import { tokens as pictured } from '@web3icons/common'
import type { ListedToken } from './generate-tokens'
import { drawing } from './pick-icons'

/** The package's names of the chains. */
const platforms: Readonly<Record<number, string>> = {
  1: 'ethereum',
  10: 'optimistic-ethereum',
  56: 'binance-smart-chain',
  137: 'polygon-pos',
  8453: 'base',
  42161: 'arbitrum-one',
}

/** Tokens that the list and the package name differently; and wrapped Ether, which has no picture of its own. */
const alsoCalled = [
  ['usdt tether usd', 'USDT'],
  ['weth wrapped ether', 'ETH'],
  ['weth wrapped ethereum', 'ETH'],
] as const

const keyOf = (chainId: number | string, address: string) => `${chainId}:${address.toLowerCase()}`

/** A token's own words, without what one list adds and the other leaves out. */
const wordsOf = ({ symbol, name }: { symbol: string; name: string }) =>
  `${symbol} ${name}`.toLowerCase().replace(/ token$|[^a-z0-9 ]/g, '')

/**
 * The picture of each token of the list, by what both lists say of it: the same address, an address that the token list
 * names as the same token's on another chain, or the same symbol and name.
 */
export function iconNames(listed: readonly ListedToken[]): (token: ListedToken) => string | undefined {
  const drawn = pictured.flatMap((token) => {
    const name = token.filePath.replace('token:', '')
    return drawing('tokens', name) ? [{ ...token, icon: name }] : []
  })
  const packaged = new Map(
    drawn.flatMap(({ addresses, icon }) =>
      Object.entries(addresses).map(([platform, address]) => [`${platform} ${address?.toLowerCase()}`, icon] as const),
    ),
  )
  const byWords = new Map([...drawn.map((token) => [wordsOf(token), token.icon] as const), ...alsoCalled])
  const own = ({ chainId, address }: ListedToken) => packaged.get(`${platforms[chainId]} ${address.toLowerCase()}`)
  const bridged = new Map(
    listed.flatMap((token) => {
      const icon = own(token)
      if (!icon) return []
      return Object.entries(token.extensions?.bridgeInfo ?? {}).map(
        ([chainId, { tokenAddress }]) => [keyOf(chainId, tokenAddress), icon] as const,
      )
    }),
  )
  return (token) => {
    return own(token) ?? bridged.get(keyOf(token.chainId, token.address)) ?? byWords.get(wordsOf(token))
  }
}
