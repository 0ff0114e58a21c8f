import { tool } from 'ai'
import { formatUnits } from 'viem'
import { z } from 'zod'
import { netWorth, worthOf } from '@/lib/chain/portfolio/holding'
import { idleIn } from '../abilities/portfolio'
import type { KeptScene } from '../abilities/reading'
import { changesBetween, type PortfolioChanges } from '../portfolio/changes'
import { readPortfolio } from '../portfolio/read-portfolio'
import { placesOf, sharesOf } from '../portfolio/shares'
import type { Holding } from '../portfolio/snapshot'
import { answered, type ToolAnswer } from './tool-answer'

const usd = (value: bigint) => formatUnits(value, 8)

/** Returns the figures of the built-in analysis, and what has changed since the last analysis by either. */
export const portfolioTool = (scene: KeptScene) =>
  tool({
    description:
      'The whole portfolio over all networks: worth (`walletUsd` is the total that the card of balances shows; say what else there is apart from it), holdings in wallet, vaults and lending markets, debts, shares by asset and by vault or market, what lies idle, health factors, NFTs, and what has changed since the last analysis (`changes` is null the first time). Use it to analyse; it is remembered as the last analysis.',
    inputSchema: z.object({}),
    execute: () =>
      answered(async () => {
        const [{ snapshot, lending }, before] = await Promise.all([readPortfolio(scene), scene.portfolio.last()])
        const { holdings, nfts, incomplete, at } = snapshot
        scene.portfolio.note(snapshot)
        return {
          readAt: new Date(at).toISOString(),
          walletUsd: usd(netWorth(holdings.filter(({ kind }) => kind === 'wallet'))),
          netWorthUsd: usd(netWorth(holdings)),
          withoutPrice: [...new Set(holdings.filter(({ price }) => price === null).map(({ symbol }) => symbol))],
          holdings: holdings.map((each) => ({ ...placed(each), amount: text(each, each.amount), ...worth(each) })),
          sharesPercent: sharesOf(holdings).map(({ name, tenths }) => ({ symbol: name, percent: tenths / 10 })),
          sharesOfPlacesPercent: placesOf(holdings).map(({ name, tenths }) => ({ place: name, percent: tenths / 10 })),
          idleUsd: usd(netWorth(idleIn(holdings))),
          idle: idleIn(holdings).map(({ symbol, chainId }) => ({ symbol, chainId })),
          loans: lending
            .filter(({ account }) => account.debt > 0n)
            .map(({ chain, market, account }) => ({
              chainId: chain.id,
              market: market.name,
              healthFactor: account.healthFactor === null ? null : formatUnits(account.healthFactor, 18),
              collateralUsd: formatUnits(account.collateral, 26),
              debtUsd: formatUnits(account.debt, 26),
            })),
          nfts: nfts.map(({ chainId, collection, tokenId, amount }) => ({
            chainId,
            collection,
            tokenId: tokenId.toString(),
            amount: amount.toString(),
          })),
          incompleteCollections: incomplete,
          changes: before ? changesView(changesBetween(before, snapshot)) : null,
        }
      }),
  })

const text = ({ decimals }: Holding, amount: bigint) => formatUnits(amount, decimals)
const placed = ({ kind, chainId, symbol, place }: Holding) => ({ kind, chainId, symbol, ...(place ? { place } : {}) })

function worth(holding: Holding) {
  const value = worthOf(holding)
  return { priceUsd: holding.price === null ? null : usd(holding.price), valueUsd: value === null ? null : usd(value) }
}

const changesView = ({ since, worth, amounts, uncounted, nfts, loans, leftOut }: PortfolioChanges): ToolAnswer => ({
  since: new Date(since).toISOString(),
  netWorthBeforeUsd: usd(worth.before),
  netWorthNowUsd: usd(worth.after),
  byPricesUsd: usd(worth.byPrices),
  byAmountsUsd: usd(worth.byAmounts),
  amounts: amounts.map(({ holding, before, after, usd: value }) => ({
    ...placed(holding),
    before: text(holding, before),
    now: text(holding, after),
    differenceUsd: value === null ? null : usd(value),
  })),
  withoutPriceAtOneOfTheTimes: uncounted,
  nfts: nfts.map(({ nft, before, after }) => ({
    collection: nft.collection,
    tokenId: nft.tokenId.toString(),
    before: before.toString(),
    now: after.toString(),
  })),
  healthFactors: loans.map(({ name, chainId, before, after }) => ({
    market: name,
    chainId,
    before: before?.healthFactor ? formatUnits(before.healthFactor, 18) : null,
    now: after?.healthFactor ? formatUnits(after.healthFactor, 18) : null,
  })),
  networksNotCompared: leftOut,
})
