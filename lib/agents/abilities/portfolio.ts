import { isNative } from '@/lib/chain/chains/chain'
import { netWorth, worthOf } from '@/lib/chain/portfolio/holding'
import { totalOf } from '@/lib/chain/prices/prices'
import { formatUsd } from '@/lib/chain/tokens/amount'
import { changeText, nothingToCompare } from '../portfolio/change-words'
import { changesBetween } from '../portfolio/changes'
import { readPortfolio } from '../portfolio/read-portfolio'
import { concentrationText, sharesText } from '../portfolio/shares'
import type { Holding } from '../portfolio/snapshot'
import { walletCard } from './balances'
import { loanText } from './earn'
import { pieces } from './nft-words'
import { chainNames, type KeptScene, list } from './reading'
import { type Reply, say } from './reply'
import { byRate, fromYields, takes } from './yield-words'

/** Reads what the account has now, and describes what has changed since the last look. */
async function look(scene: KeptScene) {
  const [found, before] = await Promise.all([readPortfolio(scene), scene.portfolio.last()])
  scene.portfolio.note(found.snapshot)
  const changes = before ? changeText(changesBetween(before, found.snapshot), scene.chains) : nothingToCompare
  return { ...found, changes }
}

/** Answers "what changed since last time" with the changes, the sum, and the balances as a card. */
export async function answerChanges(scene: KeptScene): Promise<Reply> {
  const { snapshot, changes } = await look(scene)
  const { calls } = walletCard(snapshot.holdings, scene)
  const sum = snapshot.holdings.length > 0 ? totals(snapshot.holdings) : ''
  return { text: [changes, sum, 'Say “analyse my portfolio” for the rest.'].filter(Boolean).join('\n\n'), calls }
}

/**
 * Answers "analyse my portfolio" with the balances as a card, and with text about vaults and markets, shares, idle
 * tokens, the safety of loans, and the changes since the last time.
 */
export async function answerPortfolio(scene: KeptScene): Promise<Reply> {
  const [{ snapshot, lending, changes }, yields] = await Promise.all([
    look(scene),
    fromYields(scene.yields.list({}, scene.signal), scene),
  ])
  const { holdings, nfts, incomplete } = snapshot
  if (holdings.length === 0 && nfts.length === 0)
    return say(`I found nothing of yours on ${chainNames(scene.chains)}.\n\n${changes}`)
  const idle = idleIn(holdings)
  const best = yields
    .toSorted(byRate)
    .find((each) => each.apy !== null && each.isOpen.enter && idle.some(({ symbol }) => symbol === each.token.symbol))
  const on = best && scene.chains.get(best.chainId)
  const place = best && on && takes(best, best.token.symbol, on) ? best : null
  const card = walletCard(holdings, scene)
  const text = [
    totals(holdings),
    sharesText(holdings),
    concentrationText(holdings),
    idleWords(idle, place?.token.symbol ?? null),
    nfts.length > 0
      ? `NFTs, without a value: ${list(nfts.map((nft) => pieces({ ...nft, collection: { name: nft.collection } })))}.`
      : '',
    incomplete.length > 0 ? `You may have more in ${list(incomplete)} than I could list.` : '',
    ...lending.filter(({ account }) => account.debt > 0n).map(loanText),
    changes,
    'Amounts are what the chains and the yield service say now; prices come from Chainlink feeds on those chains and, in lending markets, from the markets’ own oracles.',
  ]
  return { text: text.filter(Boolean).join('\n\n'), calls: card.calls }
}

/** Returns tokens in the wallet that earn nothing, without the coin, which is needed for network fees. */
export const idleIn = (holdings: readonly Holding[]): readonly Holding[] =>
  holdings.filter((each) => each.kind === 'wallet' && !isNative(each.token) && (worthOf(each) ?? 0n) > 0n)

/**
 * Describes one total, the same as on the card: that of priced tokens in the wallet. Names separately what it leaves
 * out.
 */
function totals(holdings: readonly Holding[]): string {
  const of = (kind: Holding['kind']) => holdings.filter((each) => each.kind === kind)
  const priced = (kind: Holding['kind']) =>
    totalOf(of(kind).map((each) => ({ symbol: each.symbol, amount: each.amount, value: worthOf(each) })))
  const { usd, unpriced } = priced('wallet')
  const parts = ([kind, words]: readonly [Holding['kind'], string]): readonly string[] => {
    if (of(kind).length === 0) return []
    const { usd: sum, unpriced: unknown } = priced(kind)
    const rest = unknown.length > 0 ? ` (without ${list(unknown)}, for which there is no price)` : ''
    return [`about ${formatUsd(sum)} ${words}${rest}`]
  }
  const elsewhere = [
    ...parts(['vault', 'in vaults']),
    ...parts(['supplied', 'supplied to lending markets']),
    ...parts(['owed', 'that you owe']),
  ]
  return [
    `You have about ${formatUsd(usd)} in all in your wallet${of('wallet').length > 0 ? ', which is the total on the card' : ''}.`,
    elsewhere.length > 0 ? `That leaves out ${list(elsewhere)}.` : '',
    unpriced.length > 0 ? `There is no price for ${list(unpriced)}, so it is not counted.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

function idleWords(idle: readonly Holding[], symbol: string | null): string {
  if (idle.length === 0) return ''
  const names = list([...new Set(idle.map((each) => each.symbol))])
  const hint = symbol ? ` Say “best yield for ${symbol}” to see options for it.` : ''
  return `About ${formatUsd(netWorth(idle))} is idle in your wallet (${names}).${hint}`
}
