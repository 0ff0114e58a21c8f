import { type Address, isAddressEqual } from 'viem'
import { type ChainHandle, isNative, type Price } from '../chains/chain'
import { unlessRefused } from '../chains/read-error'
import { untilAborted } from '../chains/until-aborted'
import { shareOfRay } from '../lending/market'
import { type LendingPosition, readLendingPositions } from '../lending/positions'
import { readOwnedNfts } from '../nft/owned'
import { readPrices } from '../prices/prices'
import { shortHex } from '../tokens/amount'
import { readBalances } from '../tokens/balances'
import { findToken } from '../tokens/tokens'
import { createPinnedYields } from '../yields/pinned'
import { pinnedVaultsOn } from '../yields/pinned-vaults'
import type { YieldPosition } from '../yields/yields'
import type { ChainPortfolio, Holding, PortfolioPart } from './holding'

/**
 * Reads what an account has on a chain, from the chain alone. Never rejects: parts that cannot be read before the
 * signal aborts are named in `unread`, and the others are returned. `now` is in milliseconds since the epoch.
 */
export async function readChainPortfolio(
  chain: ChainHandle,
  account: Address,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<ChainPortfolio> {
  const unread: PortfolioPart[] = []
  const part = async <T>(name: PortfolioPart, read: Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await untilAborted(read, signal)
    } catch {
      unread.push(name)
      return otherwise
    }
  }
  const yields = createPinnedYields({ chains: new Map([[chain.id, chain]]), now: () => now })
  const [amounts, prices, vaults, lending, owned] = await Promise.all([
    part('tokens', readAmounts(chain, account), []),
    part('tokens', readPrices(chain, chain.tokens, now), new Map<Address, Price>()),
    part('vaults', yields.positions(account), []),
    part('lending markets', readLendingPositions(chain, account), []),
    part('NFTs', readOwnedNfts(chain, account), { tokens: [], incomplete: [] }),
  ])
  const priceOf = (address: Address): bigint | null => {
    const token = findToken(chain, address)
    return (token && prices.get(token.address)?.usd) ?? null
  }
  const holdings = [
    ...walletHoldings(chain, amounts, priceOf, lending),
    ...vaults.map((position) => vaultHolding(chain, position, priceOf)),
    ...lending.flatMap((position) => marketHoldings(chain, position)),
  ]
  const isStale = ({ token, price }: Holding) => price === null && findToken(chain, token)?.priceFeed !== undefined
  return {
    chainId: chain.id,
    holdings,
    loans: lending
      .filter(({ account: { debt } }) => debt > 0n)
      .map(({ market, account: { healthFactor } }) => ({
        chainId: chain.id,
        market: market.address,
        name: market.name,
        healthFactor,
      })),
    nfts: owned.tokens.map(({ collection: { address, name, called }, tokenId, amount }) => ({
      chainId: chain.id,
      contract: address,
      collection: name,
      called,
      tokenId,
      amount,
    })),
    incomplete: owned.incomplete,
    unread: [...new Set(unread)],
    stale: [...new Set(holdings.filter(isStale).map(({ symbol }) => symbol))],
  }
}

/** Reads the balance of each token. A contract that refuses counts as zero, so that it does not hide the others. */
const readAmounts = (chain: ChainHandle, account: Address): Promise<readonly bigint[]> =>
  Promise.all(
    chain.tokens.map(async (token) => (await unlessRefused(readBalances(chain, account, [token])))?.[0] ?? 0n),
  )

const always = { rate: null, lockedUntil: null, canLeave: true, couldEarnIn: [] } as const

function walletHoldings(
  chain: ChainHandle,
  amounts: readonly bigint[],
  priceOf: (address: Address) => bigint | null,
  lending: readonly LendingPosition[],
): Holding[] {
  const vaults = pinnedVaultsOn(chain.id)
  return chain.tokens.flatMap((token, index): Holding[] => {
    const amount = amounts[index] ?? 0n
    const { address, symbol, decimals } = token
    // Shares of a listed vault count as a deposit, by the value of the assets.
    if (amount === 0n || vaults.some(({ contract }) => isAddressEqual(contract, address))) return []
    return [
      {
        ...always,
        ...{ kind: 'wallet', chainId: chain.id, key: address, token: address, symbol, listed: true, decimals },
        ...{ place: null, amount, price: priceOf(address), couldEarnIn: placesFor(chain, address, lending) },
      },
    ]
  })
}

/** Returns where a token could earn. Nowhere for the native coin: it pays network fees, and no place accepts it. */
function placesFor(chain: ChainHandle, token: Address, lending: readonly LendingPosition[]): readonly string[] {
  if (isNative(token)) return []
  const vaults = pinnedVaultsOn(chain.id).filter(({ asset }) => isAddressEqual(asset.address, token))
  const markets = lending.filter(({ reserves }) =>
    reserves.some(
      ({ token: reserve, paused, frozen, supplyRate }) =>
        isAddressEqual(reserve, token) && !paused && !frozen && (supplyRate ?? 0n) > 0n,
    ),
  )
  return [...vaults.map(({ pool }) => pool), ...markets.map(({ market }) => market.name)]
}

function vaultHolding(
  chain: ChainHandle,
  { yieldId, token, pool, amount, apy, lockedUntil, state }: YieldPosition,
  priceOf: (address: Address) => bigint | null,
): Holding {
  return {
    ...always,
    ...{ kind: 'vault', chainId: chain.id, key: yieldId, token: token.address, symbol: token.symbol, listed: true },
    ...{ decimals: token.decimals, place: pool, amount, price: priceOf(token.address) },
    ...{ rate: apy, lockedUntil, canLeave: state === 'active' },
  }
}

/** Returns what is supplied to a market and owed to it, priced by the market's own oracle. */
const marketHoldings = (chain: ChainHandle, { market, account, reserves }: LendingPosition): Holding[] =>
  reserves.flatMap((reserve): Holding[] => {
    const { reserveId, token, decimals, price, supplied, debt, paused } = reserve
    const listed = findToken(chain, token)
    const shared = {
      ...always,
      ...{ chainId: chain.id, key: `${market.address}:${reserveId}`, token, decimals, price, place: market.name },
      ...{ symbol: listed?.symbol ?? shortHex(token), listed: listed !== null, canLeave: !paused },
    }
    const premium = 1 + Number(account.riskPremium) / 10_000
    const cost = shareOfRay(reserve.borrowRate)
    return [
      ...(supplied > 0n
        ? [{ ...shared, kind: 'supplied' as const, amount: supplied, rate: shareOfRay(reserve.supplyRate) }]
        : []),
      ...(debt > 0n
        ? [{ ...shared, kind: 'owed' as const, amount: debt, rate: cost === null ? null : cost * premium }]
        : []),
    ]
  })
