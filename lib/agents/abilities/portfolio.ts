import { isAddressEqual } from 'viem'
import { formatUsd } from '@/lib/chain/amount'
import { readBalances } from '@/lib/chain/balances'
import type { ChainHandle } from '@/lib/chain/chain'
import { readOwnedNfts } from '@/lib/chain/nft/owned'
import { readPrices, usdValue } from '@/lib/chain/prices'
import { nativeToken } from '@/lib/chain/tokens'
import { answerBalances } from './balances'
import { lendingOf, loanText } from './earn'
import { pieces } from './nft-words'
import { chainNames, list, reading, type Scene } from './reading'
import { type Reply, say } from './reply'
import { heldIn } from './stake'
import { byRate, fromYields, takes } from './yield-words'

/** Something that the account has, worth `usd` (8 decimals) or nothing that is known. */
type Part = { what: 'wallet' | 'vaults' | 'supplied'; symbol: string; usd: bigint | null; idle: boolean }

/**
 * Answers "analyse my portfolio": the balances as a card, and in words what is in vaults and markets, the shares, what
 * lies idle, and how near a loan is to being liquidated. A network that cannot be read fails the whole: half an analysis
 * would mislead.
 */
export async function answerPortfolio(scene: Scene): Promise<Reply> {
  const [wallets, held, standings, nfts, yields] = await Promise.all([
    Promise.all([...scene.chains.values()].map((chain) => walletOn(chain, scene))),
    heldIn(scene),
    lendingOf(scene),
    Promise.all(
      [...scene.chains.values()].map((chain) => reading(chain, scene.signal, readOwnedNfts(chain, scene.account))),
    ),
    fromYields(scene.yields.list({}, scene.signal), scene),
  ])
  const price = pricesFor(scene)
  const inVaults = await Promise.all(
    held.map(async ({ chain, position: { token, amount } }): Promise<Part> => {
      const usd = await price(chain, token.address, amount)
      return { what: 'vaults', symbol: token.symbol, usd, idle: false }
    }),
  )
  const supplied = standings.flatMap(({ chain, reserves }) =>
    reserves
      .filter((reserve) => reserve.supplied > 0n)
      .map((reserve): Part => {
        const symbol = chain.tokens.find(({ address }) => isAddressEqual(address, reserve.token))?.symbol ?? 'other'
        // By the market's own oracle, in 8 decimals.
        const usd = reserve.price === null ? null : (reserve.supplied * reserve.price) / 10n ** BigInt(reserve.decimals)
        return { what: 'supplied', symbol, usd, idle: false }
      }),
  )
  const parts = [...wallets.flat(), ...inVaults, ...supplied]
  const owed = standings.reduce((sum, { account }) => sum + account.debt / 10n ** 18n, 0n)
  const tokens = nfts.flatMap((each) => each.tokens)
  if (parts.length === 0 && tokens.length === 0) return say(`I found nothing of yours on ${chainNames(scene.chains)}.`)
  const incomplete = nfts.flatMap((each) => each.incomplete)
  const best = yields
    .toSorted(byRate)
    .find(
      (each) =>
        each.apy !== null &&
        each.isOpen.enter &&
        parts.some(({ idle, symbol }) => idle && symbol === each.token.symbol),
    )
  const on = best && scene.chains.get(best.chainId)
  const place = best && on && takes(best, best.token.symbol, on) ? best : null
  const card = await answerBalances({ symbols: [], chainIds: [] }, scene)
  const text = [
    totals(parts, owed),
    shares(parts),
    idleWords(parts, place?.token.symbol ?? null),
    tokens.length > 0 ? `NFTs, without a value: ${list(tokens.map(pieces))}.` : '',
    incomplete.length > 0 ? `You may have more in ${list(incomplete)} than I could list.` : '',
    ...standings.filter(({ account }) => account.debt > 0n).map(loanText),
  ]
  return { text: text.filter(Boolean).join('\n\n'), calls: card.calls }
}

async function walletOn(chain: ChainHandle, { account, signal, now }: Scene): Promise<Part[]> {
  const amounts = await reading(chain, signal, readBalances(chain, account, chain.tokens))
  const kept = chain.tokens.flatMap((token, index) => {
    const amount = amounts[index] ?? 0n
    return amount > 0n ? [{ token, amount }] : []
  })
  const prices = await reading(
    chain,
    signal,
    readPrices(
      chain,
      kept.map(({ token }) => token),
      now(),
    ),
  )
  return kept.map(({ token, amount }) => {
    const price = prices.get(token.address)
    return {
      what: 'wallet',
      symbol: token.symbol,
      usd: price ? usdValue(amount, token.decimals, price) : null,
      // The coin is needed for network fees.
      idle: token.address !== nativeToken(chain).address,
    }
  })
}

/** USD in 8 decimals of an amount of a listed token; null without a price. */
const pricesFor =
  ({ signal, now }: Scene) =>
  async (chain: ChainHandle, address: `0x${string}`, amount: bigint): Promise<bigint | null> => {
    const token = chain.tokens.find((listed) => isAddressEqual(listed.address, address))
    if (!token) return null
    const price = (await reading(chain, signal, readPrices(chain, [token], now()))).get(token.address)
    return price ? usdValue(amount, token.decimals, price) : null
  }

const sumOf = (parts: readonly Part[]): bigint => parts.reduce((sum, { usd }) => sum + (usd ?? 0n), 0n)

function totals(parts: readonly Part[], owed: bigint): string {
  const in_ = (what: Part['what']) => sumOf(parts.filter((part) => part.what === what))
  const rows = [`${formatUsd(in_('wallet'))} in your wallet`]
  if (in_('vaults') > 0n) rows.push(`${formatUsd(in_('vaults'))} in vaults`)
  if (in_('supplied') > 0n) rows.push(`${formatUsd(in_('supplied'))} supplied to lending markets`)
  const debt = owed > 0n ? `, less ${formatUsd(owed)} that you owe` : ''
  const unpriced = [...new Set(parts.filter(({ usd }) => usd === null).map(({ symbol }) => symbol))]
  const note = unpriced.length > 0 ? ` There is no price for ${list(unpriced)}, so that is not counted.` : ''
  return `You have about ${formatUsd(sumOf(parts) - owed)} in all: ${list(rows)}${debt}.${note}`
}

function shares(parts: readonly Part[]): string {
  const total = sumOf(parts)
  if (total === 0n) return ''
  const symbols = [...new Set(parts.map(({ symbol }) => symbol))]
  const rows = symbols
    .map((symbol) => ({ symbol, usd: sumOf(parts.filter((part) => part.symbol === symbol)) }))
    .filter(({ usd }) => usd > 0n)
    .toSorted((a, b) => (a.usd < b.usd ? 1 : -1))
    .map(({ symbol, usd }) => `${symbol} ${Number((usd * 1000n) / total) / 10} %`)
  return `By asset, before debts: ${list(rows)}.`
}

function idleWords(parts: readonly Part[], symbol: string | null): string {
  const idle = parts.filter((part) => part.idle && (part.usd ?? 0n) > 0n)
  if (idle.length === 0) return ''
  const names = list([...new Set(idle.map((part) => part.symbol))])
  const hint = symbol ? ` Say “best yield for ${symbol}” to see places for it.` : ''
  return `About ${formatUsd(sumOf(idle))} lies idle in your wallet (${names}).${hint}`
}
