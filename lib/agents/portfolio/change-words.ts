import type { Chains } from '@/lib/chain/chains/chain'
import { formatUsd } from '@/lib/chain/tokens/amount'
import { chainName } from '@/lib/chain/tokens/tokens'
import { dateWords } from '@/lib/tools/staking/lockup'
import { healthText } from '../abilities/lending-words'
import { pieces } from '../abilities/nft-words'
import { list } from '../abilities/reading'
import { amountText } from '../abilities/size'
import type { AmountChange, PortfolioChanges } from './changes'
import type { Holding } from './snapshot'

/** Said if no earlier look is on record. */
export const nothingToCompare =
  'There is nothing to compare with yet. I will remember what I saw, and next time I will tell you what has changed.'

/** Smallest difference that gets a line: less is, for example, a minute's interest. USD with 8 decimals. */
const cent = 1_000_000n

/** Describes what changed since the last look. */
export function changeText(changes: PortfolioChanges, chains: Chains): string {
  const nameOf = (id: number) => chains.get(id)?.name ?? chainName(id)
  const rows = [
    ...changes.amounts.filter(isWorthTelling).map((change) => `- ${amountRow(change, nameOf(change.holding.chainId))}`),
    ...changes.nfts.map(({ nft, before, after }) => {
      const one = pieces({ collection: { name: nft.collection }, tokenId: nft.tokenId, amount: after || before })
      if (before > 0n && after > 0n) return `- ${one}, before that ${before}`
      return after > 0n ? `- New: the NFT ${one}` : `- Gone: the NFT ${one}`
    }),
    ...changes.loans.flatMap((each) => loanRow(each, nameOf(each.chainId))),
  ]
  const since = `Since I last looked, at ${dateWords(changes.since)}`
  const notes = [
    changes.uncounted.length > 0
      ? `${list(changes.uncounted)} had no price at one of those times, so it is not in these totals.`
      : '',
    changes.leftOut.length > 0
      ? `${list(changes.leftOut.map(nameOf))} was not read both times, so it is not compared.`
      : '',
  ]
  return [
    [`${since}, ${worthText(changes)}`, ...notes].filter(Boolean).join(' '),
    rows.length > 0 ? rows.join('\n') : 'No amounts have changed.',
  ].join('\n\n')
}

function worthText({ worth: { before, after, byPrices, byAmounts } }: PortfolioChanges): string {
  const parts = `${signed(byPrices)} by prices and ${signed(byAmounts)} by what came and went, including fees and interest`
  if (before === after && byPrices === 0n) return `what you have is worth the same: ${formatUsd(after)}.`
  const difference = after - before
  const way = difference > 0n ? `up ${formatUsd(difference)}` : `down ${formatUsd(-difference)}`
  const same = difference === 0n ? 'is as much as before' : `went ${way}`
  return `what you have, less what you owe, ${same}, from ${formatUsd(before)} to ${formatUsd(after)}: ${parts}.`
}

const signed = (usd: bigint): string => (usd > 0n ? `+${formatUsd(usd)}` : formatUsd(usd))

function isWorthTelling({ before, after, usd }: AmountChange): boolean {
  return before === 0n || after === 0n || usd === null || usd >= cent || usd <= -cent
}

function amountRow({ holding, before, after, usd }: AmountChange, chain: string): string {
  const where = placeText(holding, chain)
  const text = (amount: bigint) => amountText(amount, holding, holding.kind === 'owed' ? 'out' : 'in')
  if (before === 0n) return `New: ${text(after)} ${where}`
  if (after === 0n) return `Gone: ${text(before)} ${where}`
  const difference = after > before ? `${text(after - before)} more` : `${text(before - after)} less`
  const worth = usd === null ? '' : `, ${signed(usd)} now`
  return `${difference} ${where}: ${text(before)} before, ${text(after)} now${worth}`
}

function placeText({ kind, place }: Holding, chain: string): string {
  switch (kind) {
    case 'wallet':
      return `in your wallet on ${chain}`
    case 'vault':
      return `in ${place}`
    case 'supplied':
      return `supplied to ${place}`
    case 'owed':
      return `owed to ${place}`
  }
}

function loanRow({ name, before, after }: PortfolioChanges['loans'][number], chain: string): readonly string[] {
  const where = `of your loan in ${name} on ${chain}`
  const [old, now] = [before, after].map((loan) => {
    const factor = loan?.healthFactor ?? null
    return factor === null ? null : healthText(factor)
  })
  if (!after) return [`- The loan in ${name} on ${chain} is paid back`]
  if (!before) return now ? [`- The health factor ${where}, which is new, is ${now}`] : []
  return now && old && now !== old ? [`- The health factor ${where} went from ${old} to ${now}`] : []
}
