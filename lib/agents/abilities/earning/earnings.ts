import type { Address } from 'viem'
import type { ChainHandle, Token } from '@/lib/chain/chains/chain'
import { usdValue } from '@/lib/chain/prices/prices'
import { formatAmount, formatUsd, shortHex } from '@/lib/chain/tokens/amount'
import { findToken } from '@/lib/chain/tokens/tokens'
import { dateWords } from '@/lib/tools/staking/lockup'
import { dayMs } from '@/lib/wire/schedule'
import type { Insight, Span } from '../../meaning/queries'
import type { Holding, PortfolioSnapshot } from '../../portfolio/snapshot'
import { priceOf } from '../holdings/prices'
import { reserveText } from '../lending/lending-words'
import { chainNames, type KeptScene, type Scene } from '../reading'
import { type Reply, say } from '../reply'
import { amountText } from '../size'
import { lendingOf } from './earn'
import { stakedPositionsIn, stakedPositionText } from './stake'
import { apyText } from './yield-words'

/** A position that earns, or a debt that costs. */
type Earner = {
  kind: Holding['kind']
  chain: ChainHandle
  /** As in a snapshot; see `Holding`. */
  key: string
  text: string
  token: Pick<Token, 'symbol' | 'decimals' | 'address'>
  amount: bigint
  /** Parts of 10^12 per year; null if unknown. */
  rate: bigint | null
  rateText: string
}

const scale = 10n ** 12n

/** Returns what an amount yields at a yearly rate in the given part of a year, without compounding. */
export const earnedBy = (amount: bigint, rate: bigint, [part, whole]: readonly [bigint, bigint]): bigint =>
  (amount * rate * part) / (scale * whole)

/** Converts a yearly rate as a fraction to parts of 10^12. */
export const rateOf = (apy: number): bigint => BigInt(Math.round(apy * Number(scale)))

async function earnersOf(scene: Scene): Promise<readonly Earner[]> {
  const [held, positions] = await Promise.all([stakedPositionsIn(scene), lendingOf(scene)])
  const vaults = held.map((each): Earner => {
    const { chain, position } = each
    const { yieldId, token, amount, apy } = position
    const rate = apy === null ? null : rateOf(apy)
    return {
      kind: 'vault',
      chain,
      key: yieldId,
      text: stakedPositionText(each),
      token,
      amount,
      rate,
      rateText: apyText(position),
    }
  })
  const lent = positions.flatMap(({ chain, market, reserves }) =>
    reserves.flatMap((reserve) => {
      const { reserveId, decimals, token: address, supplied, debt, supplyRate, borrowRate } = reserve
      const at = (kind: 'supplied' | 'owed', amount: bigint, ray: bigint | null): Earner[] => {
        const rate = ray === null ? null : ray / 10n ** 15n
        const text = `${reserveText(reserve, amount, chain, kind === 'owed' ? 'out' : 'in')} ${kind === 'owed' ? 'owed' : 'supplied'} to ${market.name} on ${chain.name}`
        const token = { address, decimals, symbol: findToken(chain, address)?.symbol ?? shortHex(address) }
        const key = `${market.address}:${reserveId}`
        return amount > 0n
          ? [
              {
                kind,
                chain,
                key,
                text,
                token,
                amount,
                rate,
                rateText: apyText({ apy: rate === null ? null : Number(rate) / Number(scale) }),
              },
            ]
          : []
      }
      return [...at('supplied', supplied, supplyRate), ...at('owed', debt, borrowRate)]
    }),
  )
  return [...vaults, ...lent]
}

const parts = { day: [1n, 365n], week: [7n, 365n], month: [1n, 12n], year: [1n, 1n] } as const

/** Returns the part of a year, with a phrase for it. Counts the days left in UTC, today excluded. */
export function spanOf(over: Span, now: number): { part: readonly [bigint, bigint]; words: string } {
  if (!('count' in over)) {
    const date = new Date(now)
    const end =
      over.unit === 'end-of-year'
        ? Date.UTC(date.getUTCFullYear() + 1, 0, 1)
        : Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
    const days = Math.floor((end - now) / dayMs)
    const left = `${days} ${days === 1 ? 'day' : 'days'}`
    return { part: [BigInt(days), 365n], words: `until the end of the ${over.unit.slice(7)} (${left})` }
  }
  const { unit, count } = over
  const [part, whole] = parts[unit]
  return { part: [BigInt(count) * part, whole], words: count === 1 ? `in a ${unit}` : `in ${count} ${unit}s` }
}

/** USD with 8 decimals; null without a price feed. */
async function worthOn(chain: ChainHandle, address: Address, amount: bigint, scene: Scene): Promise<bigint | null> {
  const token = findToken(chain, address)
  const quoted = token ? await priceOf(token.symbol, scene) : null
  return token && quoted ? usdValue(amount, token.decimals, quoted.price) : null
}

type Reckoned = Earner & { brings: bigint | null; usd: bigint | null }

async function reckoned(earners: readonly Earner[], part: readonly [bigint, bigint], scene: Scene) {
  return Promise.all(
    earners.map(async (each): Promise<Reckoned> => {
      const brings = each.rate === null ? null : earnedBy(each.amount, each.rate, part)
      const usd = brings === null ? null : await worthOn(each.chain, each.token.address, brings, scene)
      return { ...each, brings, usd }
    }),
  )
}

const sumOf = (all: readonly Reckoned[], isOwed: boolean): bigint =>
  all.reduce((sum, { kind, usd }) => ((kind === 'owed') === isOwed ? sum + (usd ?? 0n) : sum), 0n)

/** "about $4.03 in a month, less about $2.10 for what you owe". */
function totalText(all: readonly Reckoned[], words: string): string {
  if (all.every(({ usd }) => usd === null))
    return `the amounts listed ${words}; I have no current price for a total in dollars`
  const [income, cost] = [sumOf(all, false), sumOf(all, true)]
  const gaps = all.some(({ usd }) => usd === null) ? ', not counting what has no rate or no price' : ''
  const isOwing = all.some(({ kind }) => kind === 'owed')
  return `about ${formatUsd(income)} ${words}${isOwing ? `, less about ${formatUsd(cost)} for what you owe` : ''}${gaps}`
}

const row = ({ text, rateText, kind, brings, token }: Reckoned): string =>
  `- ${text}: ${rateText}${brings === null ? '' : `, ${kind === 'owed' ? 'costs' : 'brings'} about ${formatAmount(brings, token.decimals, kind === 'owed' ? 'out' : 'in')} ${token.symbol}`}`

const nothing = ({ chains }: Scene): string =>
  `You are not earning anything right now: I found nothing in vaults or lending markets on ${chainNames(chains)}. Say “best yield for USDC” to see options.`

/**
 * Answers "how much will I make in a month" from the current holdings and rates. Null if a token is asked about of which
 * nothing earns.
 */
export async function answerEarnings(
  { over, token: asked, chain: on }: Extract<Insight, { of: 'earnings' }>,
  scene: Scene,
): Promise<Reply | null> {
  const all = await earnersOf(scene)
  const earners = all.filter(
    ({ token, chain }) => (!asked || token.symbol === asked.symbol) && (!on || chain.id === on.id),
  )
  if (!earners.some(({ kind }) => kind !== 'owed')) return asked ? null : say(nothing(scene))
  const { part, words } = spanOf(over, scene.now())
  const found = await reckoned(earners, part, scene)
  return say(
    `An estimate, assuming today’s rates and amounts stay the same: ${totalText(found, words)}. Rates change, and interest on interest is not counted.\n\n${found.map(row).join('\n')}`,
  )
}

/**
 * Answers "how much did I earn so far": says what cannot be known, how the holdings grew since the last look, and what
 * they earn at current rates.
 */
export async function answerEarned(scene: KeptScene): Promise<Reply> {
  const [earners, before] = await Promise.all([earnersOf(scene), scene.portfolio.last()])
  const earning = earners.filter(({ kind }) => kind !== 'owed')
  const unknown =
    'I cannot tell what you have earned in total: a vault or lending market says what is yours now, but not what you put in.'
  if (earning.length === 0) return say(`${unknown} ${nothing(scene)}`)
  const { part, words } = spanOf({ unit: 'month', count: 1 }, scene.now())
  const all = await reckoned(earning, part, scene)
  const growth = before
    ? `Since I last looked, at ${dateWords(before.at)} (interest, and whatever you put in or took out in between):\n\n${earning.map((each) => `- ${each.text}: ${grown(each, before)}`).join('\n')}`
    : `This is what you have there now:\n\n${earning.map(({ text, rateText }) => `- ${text}: ${rateText}`).join('\n')}\n\nSay “analyse my portfolio”, and from then on I can tell you how much it has grown.`
  return say(`${unknown}\n\n${growth}\n\nAt today’s rates, that would bring ${totalText(all, words)}: an estimate.`)
}

function grown({ kind, chain, key, amount, token }: Earner, { holdings }: PortfolioSnapshot): string {
  const was = holdings.find((each) => each.kind === kind && each.chainId === chain.id && each.key === key)
  if (!was) return 'new since then'
  if (was.amount === amount) return 'as much as then'
  return amount > was.amount
    ? `${amountText(amount - was.amount, token, 'in')} more than then`
    : `${amountText(was.amount - amount, token, 'out')} less than then`
}
