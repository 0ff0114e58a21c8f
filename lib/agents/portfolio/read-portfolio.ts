import { type Address, isAddressEqual } from 'viem'
import type { ChainHandle } from '@/lib/chain/chains/chain'
import { readOwnedNfts } from '@/lib/chain/nft/owned'
import { readPrices } from '@/lib/chain/prices/prices'
import { shortHex } from '@/lib/chain/tokens/amount'
import { readBalances } from '@/lib/chain/tokens/balances'
import { findToken } from '@/lib/chain/tokens/tokens'
import { lendingOf } from '../abilities/earn'
import { labelPart } from '../abilities/options'
import { reading, type Scene } from '../abilities/reading'
import { stakedPositionsIn } from '../abilities/stake'
import { heldToken, yieldLabel } from '../abilities/yield-words'
import type { Holding, PortfolioSnapshot } from './snapshot'

type Lending = Awaited<ReturnType<typeof lendingOf>>
type Vaults = Awaited<ReturnType<typeof stakedPositionsIn>>

/** The account's holdings, with its position in each lending market in which it has something. */
export type Portfolio = { snapshot: PortfolioSnapshot; lending: Lending }

/** Reads the whole portfolio. Fails if any network cannot be read: a part of it would mislead. */
export async function readPortfolio(scene: Scene): Promise<Portfolio> {
  const chains = [...scene.chains.values()]
  const [vaults, lending, nfts] = await Promise.all([
    stakedPositionsIn(scene),
    lendingOf(scene),
    Promise.all(
      chains.map(async (chain) => ({
        chain,
        ...(await reading(chain, scene.signal, readOwnedNfts(chain, scene.account))),
      })),
    ),
  ])
  const held = await Promise.all(chains.map((chain) => tokensOn(chain, vaults, scene)))
  return {
    lending,
    snapshot: {
      at: scene.now(),
      chainIds: chains.map(({ id }) => id),
      holdings: [...held.flat(), ...lending.flatMap(inMarket)],
      nfts: nfts.flatMap(({ chain, tokens }) =>
        tokens.map(({ collection, tokenId, amount }) => ({
          chainId: chain.id,
          contract: collection.address,
          collection: collection.name,
          tokenId,
          amount,
        })),
      ),
      incomplete: nfts.flatMap(({ incomplete }) => incomplete),
      loans: lending
        .filter(({ account }) => account.debt > 0n)
        .map(({ chain, market, account }) => ({
          chainId: chain.id,
          market: market.address,
          name: market.name,
          healthFactor: account.healthFactor,
        })),
    },
  }
}

/** Returns the tokens in the wallet and in vaults on one chain, priced by the chain's feeds. */
async function tokensOn(chain: ChainHandle, vaults: Vaults, { account, signal, now }: Scene): Promise<Holding[]> {
  const amounts = await reading(chain, signal, readBalances(chain, account, chain.tokens))
  const inWallet = chain.tokens.flatMap((token, index) => {
    const amount = amounts[index] ?? 0n
    return amount > 0n ? [{ token, amount }] : []
  })
  const here = vaults.filter((each) => each.chain === chain).map(({ position }) => position)
  const priced = [
    ...inWallet.map(({ token }) => token),
    ...here.flatMap(({ token }) => findToken(chain, token.address) ?? []),
  ]
  const prices = await reading(chain, signal, readPrices(chain, [...new Set(priced)], now()))
  const priceOf = (address: Address) => {
    const listed = findToken(chain, address)
    return (listed && prices.get(listed.address)?.usd) ?? null
  }
  return [
    ...inWallet.map(
      ({ token: { address, symbol, decimals }, amount }): Holding => ({
        ...{ kind: 'wallet', chainId: chain.id, key: address, token: address, symbol, decimals, place: '' },
        ...{ amount, price: priceOf(address) },
      }),
    ),
    ...here.map((position): Holding => {
      const { token, yieldId, amount } = position
      return {
        ...{ kind: 'vault', chainId: chain.id, key: yieldId, token: token.address, decimals: token.decimals },
        ...{ symbol: heldToken(position, chain).symbol, place: yieldLabel(position, chain) },
        ...{ amount, price: priceOf(token.address) },
      }
    }),
  ]
}

/** Returns what is supplied to a market and owed to it, priced by the market's own oracle. */
const inMarket = ({ chain, market, reserves }: Lending[number]): Holding[] =>
  reserves.flatMap(({ reserveId, token, decimals, price, supplied, debt }) => {
    const symbol = chain.tokens.find(({ address }) => isAddressEqual(address, token))?.symbol ?? shortHex(token)
    const key = `${market.address}:${reserveId}`
    const place = labelPart(`${market.name} on ${chain.name}`)
    const reserve = { chainId: chain.id, key, token, symbol, decimals, place, price }
    return [
      ...(supplied > 0n ? [{ ...reserve, kind: 'supplied' as const, amount: supplied }] : []),
      ...(debt > 0n ? [{ ...reserve, kind: 'owed' as const, amount: debt }] : []),
    ]
  })
