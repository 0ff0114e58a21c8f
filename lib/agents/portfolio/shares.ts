import { netWorth } from '@/lib/chain/portfolio/holding'
import { percentOf } from '@/lib/chain/tokens/percent'
import { list } from '../abilities/reading'
import type { Holding } from './snapshot'

const ownedIn = (holdings: readonly Holding[]): readonly Holding[] => holdings.filter(({ kind }) => kind !== 'owed')

/** A share of the account's assets, before debts. In tenths of a percent. */
type Share = { name: string; tenths: number }

function sharesBy(name: (holding: Holding) => string, holdings: readonly Holding[]): readonly Share[] {
  const owned = ownedIn(holdings)
  const total = netWorth(owned)
  return [...new Set(owned.map(name))]
    .map((each) => ({ name: each, usd: netWorth(owned.filter((holding) => name(holding) === each)) }))
    .filter(({ usd }) => usd > 0n)
    .toSorted((a, b) => Number(b.usd - a.usd))
    .map(({ name, usd }) => ({ name, tenths: Number((usd * 2000n + total) / (2n * total)) }))
}

/** Returns the share of each asset, largest first. */
export const sharesOf = (holdings: readonly Holding[]): readonly Share[] => sharesBy(({ symbol }) => symbol, holdings)

/** Returns the share of each vault and market, largest first. The wallet is not such a place. */
export const placesOf = (holdings: readonly Holding[]): readonly Share[] =>
  sharesBy(({ place }) => place, holdings).filter(({ name }) => name !== '')

const percent = ({ tenths }: Share): string => percentOf(tenths / 1000, 1)

export function sharesText(holdings: readonly Holding[]): string {
  const rows = sharesOf(holdings).map((share) => `${share.name} ${percent(share)}`)
  return rows.length > 0 ? `By asset, before debts: ${list(rows)}.` : ''
}

/** Warns of an asset or a place that makes up half or more. */
export function concentrationText(holdings: readonly Holding[]): string {
  const large = ([first]: readonly Share[]): readonly Share[] => (first && first.tenths >= 500 ? [first] : [])
  const assets = large(sharesOf(holdings)).map((share) => `${percent(share)} is one asset, ${share.name}`)
  const places = large(placesOf(holdings)).map((share) => `${percent(share)} is in one place, ${share.name}`)
  const rows = [...assets, ...places]
  if (rows.length > 0) return `It is concentrated: ${list(rows)}.`
  return sharesOf(holdings).length > 0 ? 'No single asset or place makes up half of it.' : ''
}
