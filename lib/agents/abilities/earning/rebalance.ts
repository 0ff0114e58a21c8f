import { formatUnits, isAddressEqual } from 'viem'
import type { ChainHandle, Token } from '@/lib/chain/chains/chain'
import { shareOfRay } from '@/lib/chain/lending/market'
import { parseAmount } from '@/lib/chain/tokens/amount'
import { type Covered, coveredBy, label, mostIncreaseBps } from '@/lib/tools/request-auto-rebalance-permission/terms'
import type { RebalanceWish } from '../../meaning/rebalance-wish'
import { ask } from '../../replies/questions'
import { inMarket } from '../lending/lend'
import { choose, labelPart, type Option } from '../options'
import { chainNames, list, type Scene } from '../reading'
import { propose, type Reply, say } from '../reply'
import { amountText } from '../size'
import { lendingOf } from './earn'
import { stakedPositionsIn } from './stake'
import { apyText } from './yield-words'

/** The account's deposits of a token on a chain, at one protocol or at all: the scope of one permission. */
type CoveredPosition = { chain: ChainHandle; token: Token; covered: Covered }

/** Longest lock-up that a permission may allow (docs/review-rules.md, `permission.lockup`). Days. */
const longestLockup = 365

/** Answers "rebalance my USDC yield automatically …" with a `request_auto_rebalance_permission` call, or a question. */
export async function answerRebalance(wish: RebalanceWish, scene: Scene): Promise<Reply> {
  const { chains } = scene
  const { token: named, chain: on, protocol, pick } = wish
  const refused = objection(wish, scene)
  if (refused) return say(refused)
  const held = await earningIn(scene)
  const symbol = named?.symbol
  const fitting = held.flatMap(({ chain, token, covered }): CoveredPosition[] => {
    if (on !== undefined && chain.id !== on.id) return []
    if (symbol !== undefined && inMarket(chain, symbol)?.address !== token.address) return []
    const there = coveredBy(protocol, { found: covered.positions, places: [] })
    return there.matches ? [{ chain, token, covered: there }] : []
  })
  if (fitting.length === 0) {
    const what = symbol ?? 'anything'
    const where = on ? (chains.get(on.id ?? 0)?.name ?? on.text) : chainNames(chains)
    const at = protocol === undefined ? '' : ` at ${protocol}`
    const rest = held.length > 0 ? ` What you have is ${list(held.map(coveredPositionText))}.` : ''
    return say(
      `You have no position in ${what}${at} that earns on ${where}, so there is nothing to rebalance.${rest} Nothing has been prepared. Say “best yield for ${symbol ?? 'USDC'}” to put some to work first.`,
    )
  }
  const options = fitting.map(
    (each): Option<CoveredPosition> => ({
      label: labelPart(`${each.token.symbol} on ${each.chain.name}`),
      about: coveredPositionText(each),
      of: each,
    }),
  )
  const chosen = choose(
    options,
    pick,
    'A permission covers one token on one network, and you have more than one earning:',
    ({ chain }) => chain.id === scene.signedInOn,
  )
  if ('question' in chosen) return chosen.question
  const missing = missingBound(wish, chosen.one)
  if (missing) return say(missing)
  const points = Number(wish.minIncrease)
  const days = wish.maxLockupDays ?? 0
  if (wish.unsure)
    return say(
      ask(
        'confirm',
        `I read that as: watch ${coveredPositionText(chosen.one)}, and propose a move ${conditions(points, days)}, again and again while your permission lasts.`,
      ),
    )
  return proposePermission(chosen.one, points, days)
}

function objection({ unclear, token, chain }: RebalanceWish, { chains }: Scene): string | null {
  if (unclear === 'too-many-tokens') return ask('from', 'A permission covers one token, and I found more than one.')
  if (unclear === 'too-many-chains')
    return ask('from-chain', 'A permission covers one network, and I found more than one.')
  if (token && !token.symbol) return ask('from', `I do not know a token called “${token.text}”.`)
  if (chain && chain.id === undefined)
    return ask('from-chain', `I do not support a network called “${chain.text}”, only ${chainNames(chains)}.`)
  return null
}

/** Returns the question for a missing or unusable bound; null if both are there. */
function missingBound({ unclear, minIncrease, maxLockupDays }: RebalanceWish, held: CoveredPosition): string | null {
  if (unclear === 'increase')
    return ask('increase', 'I could not tell how much more another place has to pay than this one does now.')
  if (minIncrease === undefined)
    return ask('increase', `You have ${coveredPositionText(held)}, at ${apyText(held.covered)}.`)
  const bps = parseAmount(minIncrease, 6)
  if (bps === null || bps === 0n || Number(minIncrease) * 100 > mostIncreaseBps)
    return ask('increase', `I cannot use ${minIncrease} percentage points: it must be above 0, and at most 1,000.`)
  if (unclear === 'lockup') return ask('lockup', 'I could not tell how long your money may be locked up for, at most.')
  if (maxLockupDays === undefined)
    return ask('lockup', 'A better place may lock your money for a while; 0 means never.')
  if (maxLockupDays > longestLockup)
    return ask('lockup', `A lock-up may be ${longestLockup} days at most, and ${maxLockupDays} is more.`)
  return null
}

function proposePermission(held: CoveredPosition, points: number, days: number): Reply {
  const { chain, token, covered } = held
  const rate = covered.positions.length > 1 ? `${apyText(covered)} on average` : apyText(covered)
  const parameters = {
    chainId: chain.id,
    tokenAddress: token.address,
    currentPosition: currentPosition(held),
    minYieldIncrease: points,
    maxLockupDays: days,
  }
  const text = [
    `Here is a permission to watch ${coveredPositionText(held)}, which earns ${rate} now, and to propose a move ${conditions(points, days)}.`,
    'It moves nothing by itself: each move comes to you as its own card. On this one you choose how long it lasts and how much one move may take, and you can revoke it at any time under Account, Permissions.',
  ]
  return propose('request_auto_rebalance_permission', parameters, text.join(' '))
}

/** Formats the position for `request_auto_rebalance_permission`. */
export const currentPosition = ({ token, covered }: CoveredPosition) => ({
  // Without a protocol the permission covers the token wherever it earns.
  ...(covered.protocol === '' ? {} : { protocol: covered.protocol }),
  amount: formatUnits(covered.amount, token.decimals),
  // In percent, from the source: a claim that the card checks against the chain.
  ...(covered.apy === null ? {} : { apy: Number((covered.apy * 100).toFixed(4)) }),
})

function conditions(points: number, days: number): string {
  const gain = `when another place pays at least ${points} percentage ${points === 1 ? 'point' : 'points'} a year more`
  if (days === 0) return `${gain} without any lock-up`
  return `${gain} and locks for no more than ${days} ${days === 1 ? 'day' : 'days'}`
}

/** "40 USDC at Countersign vaults, Flexible USDC, and 100 USDC at Local lending on Ethereum (local)" */
function coveredPositionText({ chain, token, covered }: CoveredPosition): string {
  const parts = covered.positions.map((each) => `${amountText(each.amount, token, 'in')} at ${labelPart(label(each))}`)
  return `${list(parts)} on ${chain.name}`
}

/** Returns listed tokens that earn in vaults or lending markets, with the same figures as on the card. */
export async function earningIn(scene: Scene): Promise<readonly CoveredPosition[]> {
  const [vaults, markets] = await Promise.all([stakedPositionsIn(scene), lendingOf(scene)])
  const all = [
    ...vaults.map(({ chain, position: { token, protocol, pool, amount, apy } }) => ({
      chain,
      address: token.address,
      position: { protocol, pool, amount, apy },
    })),
    ...markets.flatMap(({ chain, market, reserves }) =>
      reserves
        .filter(({ supplied }) => supplied > 0n)
        .map(({ token, supplied, supplyRate }) => ({
          chain,
          address: token,
          position: { protocol: market.name, pool: '', amount: supplied, apy: shareOfRay(supplyRate) },
        })),
    ),
  ]
  const listed = all.flatMap(({ chain, address, position }) => {
    const token = chain.tokens.find((each) => isAddressEqual(each.address, address))
    return token ? [{ chain, token, position }] : []
  })
  return listed.flatMap(({ chain, token }, index): CoveredPosition[] => {
    const alike = listed.filter((other) => other.chain === chain && other.token === token)
    const found = alike.map(({ position }) => position)
    return alike[0] === listed[index] ? [{ chain, token, covered: coveredBy(undefined, { found, places: [] }) }] : []
  })
}
