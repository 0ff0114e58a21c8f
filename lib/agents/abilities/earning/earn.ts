import { lendingMarkets } from '@/lib/chain/lending/markets'
import { readLendingPositions } from '@/lib/chain/lending/positions'
import { formatUsd } from '@/lib/chain/tokens/amount'
import { dateWords } from '@/lib/tools/staking/lockup'
import { healthText, rateText, reserveText } from '../lending/lending-words'
import { chainNames, list, reading, type Scene } from '../reading'
import { type Reply, say } from '../reply'
import { stakedPositionsIn, stakedPositionText } from './stake'
import { apyText } from './yield-words'

/** Answers "what do I earn" with the deposits in vaults and the supplies in markets, with rates. */
export async function answerPositions(scene: Scene): Promise<Reply> {
  const [held, positions] = await Promise.all([stakedPositionsIn(scene), lendingOf(scene)])
  const lines = [
    ...held.map((each) => {
      const { position } = each
      const until = position.lockedUntil === null ? '' : `, locked until ${dateWords(position.lockedUntil)}`
      return `- ${stakedPositionText(each)}: ${apyText(position)}${until}`
    }),
    ...positions.flatMap(({ chain, market, reserves }) =>
      reserves
        .filter(({ supplied }) => supplied > 0n)
        .map(
          (reserve) =>
            `- ${reserveText(reserve, reserve.supplied, chain, 'in')} supplied to ${market.name} on ${chain.name}: ${rateText(reserve.supplyRate)}`,
        ),
    ),
  ]
  const loans = positions.filter(({ account }) => account.debt > 0n).map(loanText)
  if (lines.length + loans.length === 0)
    return say(
      `You are not earning anything right now: I found nothing in vaults or lending markets on ${chainNames(scene.chains)}. Say “best yield for USDC” to see options.`,
    )
  const earning =
    lines.length > 0
      ? [
          `Your earning positions, as the chains and the yield service report them now. Rates change.\n\n${lines.join('\n')}`,
        ]
      : []
  return say([...earning, ...loans].join('\n\n'))
}

/** Suggests ways to make a loan safer, in sentences that are sure to be understood. */
const saferWords = 'To make it safer, say “repay half my debt” or “supply 500 USDC”.'

/** Answers "how safe is my loan" with the health factor of each market with a debt, and its meaning. */
export async function answerLoan(scene: Scene): Promise<Reply> {
  const all = await lendingOf(scene)
  const positions = all.filter(({ account }) => account.debt > 0n)
  if (positions.length > 0)
    return say(
      [...positions.map(loanText), `These are the markets’ own figures, read just now. ${saferWords}`].join('\n\n'),
    )
  const none = `You owe nothing in the lending markets I know on ${chainNames(scene.chains)}, so nothing can be liquidated.`
  const rooms = all.flatMap((position) => roomText(position) ?? [])
  return say([none, ...(rooms.length > 0 ? rooms : [nothingToBorrow])].join(' '))
}

const nothingToBorrow =
  'You have no collateral there either, and a loan needs some: supply a token first, such as “supply 500 USDC”.'

type ChainLendingPosition = Awaited<ReturnType<typeof lendingOf>>[number]

/** Formats USD with 26 decimals. */
const usd = (value: bigint): string => formatUsd(value / 10n ** 18n)

export function loanText({ chain, market, account, reserves }: ChainLendingPosition): string {
  const owed = reserves
    .filter(({ debt }) => debt > 0n)
    .map((reserve) => `${reserveText(reserve, reserve.debt, chain)} at ${rateText(reserve.borrowRate)}`)
  const where = `${market.name} on ${chain.name}`
  const sums = `In ${where} you owe ${list(owed)}, about ${usd(account.debt)}, against collateral of about ${usd(account.collateral)}.`
  return [sums, healthWords(account.healthFactor), roomText({ chain, market, account, reserves })]
    .filter(Boolean)
    .join(' ')
}

/** Tells how much more the collateral allows to be borrowed; null if nothing. */
function roomText({
  chain,
  market,
  account: { collateral, collateralFactor, debt },
}: ChainLendingPosition): string | null {
  const room = (collateral * collateralFactor) / 10n ** 18n - debt
  if (room <= 0n) return null
  return `Your collateral in ${market.name} on ${chain.name} allows about ${usd(room)}${debt > 0n ? ' more' : ''} to be borrowed; at that point the health factor would be 1.`
}

const one = 10n ** 18n

function healthWords(factor: bigint | null): string {
  if (factor === null) return 'The market does not give a health factor.'
  const figure = `The health factor is ${healthText(factor)}`
  if (factor < one) return `${figure}: below 1, so the loan can be liquidated now. Repay or add collateral.`
  // Share of its value that the collateral may lose, all else being equal: 1 - 1 / factor.
  const drop = 100n - (100n * one + factor - 1n) / factor
  const warning = factor < (one * 15n) / 10n ? ' That is close: repaying or adding collateral would make it safer.' : ''
  return `${figure}; below 1 the loan can be liquidated. The collateral could lose about ${drop}% of its value before that.${warning}`
}

/** Returns every market in which the account has something. */
export async function lendingOf({ chains, account, signal }: Scene) {
  const served = [...chains.values()].filter(({ id }) => lendingMarkets(id).length > 0)
  const read = await Promise.all(
    served.map(async (chain) =>
      (await reading(chain, signal, readLendingPositions(chain, account))).map((position) => ({ ...position, chain })),
    ),
  )
  return read.flat().filter(({ reserves }) => reserves.some(({ supplied, debt }) => supplied > 0n || debt > 0n))
}
