import type { Job } from '@/lib/language/steps/job'
import type { Amount } from '@/lib/language/steps/mention'
import type { Display } from '@/lib/wire/display'
import type { Insight } from '../../meaning/queries'
import { answerLending } from '../lending/lend'
import { numbered } from '../options'
import { chainNames, type Scene } from '../reading'
import { type Reply, say } from '../reply'
import { amountText, sizeOf } from '../size'
import { type Estimate, estimatesOf, estimateText } from './estimate'
import { answerStake, enterable, proposeEntry } from './stake'
import {
  type Affordable,
  affordable,
  findYieldOptions,
  type YieldOption,
  type YieldQuery,
  yieldOptionText,
} from './yield-options'

/** Most places to list. More would not help in choosing. */
const mostListed = 8

/**
 * Answers "best yield for my USDC" with places, best rate first. If it is about idle tokens, ends in a proposal for all
 * of them; see `proposeBest`.
 */
export async function answerYields(insight: Extract<Insight, { of: 'yields' }>, scene: Scene): Promise<Reply> {
  const { token, chain, isIdle } = insight
  if (token && !token.symbol) return say(`I do not know a token called “${token.text}”, so I looked for nothing.`)
  if (chain && chain.id === undefined)
    return say(`I do not support a network called “${chain.text}”, only ${chainNames(scene.chains)}.`)
  const { found, note } = await placesFor(insight, scene)
  const what = token?.symbol ? ` for ${token.symbol}` : ''
  if (found.length === 0) return say(`No yield I know of${what} matches what you said. Nothing has been prepared.`)
  const estimates = await estimatesOf(found.slice(0, mostListed), insight, scene)
  // A page that draws a table in place of the list must not lose the answer to "what would 100 USDC earn".
  const told = [note, await estimateText(estimates, insight, scene), rankingText(found, estimates, insight)]
  const ranking = told.filter(Boolean).join('\n\n')
  const display = yieldsDisplay(found.slice(0, mostListed))
  if (!isIdle || !token)
    return { ...say(`${ranking}\n\nNothing has been prepared. ${nextWords(token?.symbol, insight.amount)}`), display }
  const reply = await proposeBest({ act: 'stake', token, amount: { kind: 'all' } }, found, insight, scene)
  return { ...reply, text: `${ranking}\n\n${reply.text}`, display }
}

const yieldsDisplay = (places: readonly YieldOption[]): Display => ({
  type: 'yields',
  readAt: Math.min(...places.map(({ readAt }) => readAt)),
  rows: places.map((place) => ({
    label: place.label,
    chainId: place.chain.id,
    contract: place.contract,
    token: place.token.address,
    apy: place.apy,
    lockupSeconds: place.lockupSeconds,
  })),
})

const nextWords = (symbol = 'USDC', amount?: Amount): string =>
  `Say “stake ${amount?.kind === 'exact' ? amount.value : '100'} ${symbol} in the first”, or another of them.`

/** Finds the places that a question asks about: with any lock-up, if there is none with the one it names. */
async function placesFor(insight: YieldQuery, scene: Scene): Promise<{ found: readonly YieldOption[]; note: string }> {
  const found = await findYieldOptions(insight, scene)
  const { lockDays, ...hint } = insight.hint ?? {}
  if (found.length > 0 || !lockDays) return { found, note: '' }
  const days = `${lockDays} ${lockDays === 1 ? 'day' : 'days'}`
  const others = await findYieldOptions({ ...insight, hint: { ...hint, lockDays: null } }, scene)
  return {
    found: others,
    note: others.length > 0 ? `No place I know of locks your money for ${days}; these do for another time.` : '',
  }
}

function rankingText(
  found: readonly YieldOption[],
  estimates: readonly Estimate[],
  { token, isCautious }: Extract<Insight, { of: 'yields' }>,
): string {
  const shown = found.slice(0, mostListed)
  const options = shown.map((place) => {
    const estimate = estimates.find((each) => each.place === place)
    return { label: place.label, about: `${yieldOptionText(place)}${estimate ? `: ${estimate.text}` : ''}`, of: place }
  })
  const more = found.length > shown.length ? ` There are ${found.length - shown.length} more with lower rates.` : ''
  const what = token?.symbol ? ` for ${token.symbol}` : ''
  const kind = isCautious
    ? `yields${what} on this app’s own lists that lock nothing and promise nothing unusual`
    : `yields${what} that I know`
  return `These are the ${kind}, vaults and lending markets alike, highest rate first. All figures were read just now; they change.${more}\n\n${numbered(options)}`
}

/**
 * Proposes to put money in the best place: the highest rate without a lock-up, or with one that the person accepted.
 * `places` are ranked. Only says so if the wallet has nothing to put in.
 */
async function proposeBest(
  { token, amount = { kind: 'all' } }: Job,
  options: readonly YieldOption[],
  { maxLockupDays, hint }: YieldQuery,
  scene: Scene,
): Promise<Reply> {
  const symbol = token?.symbol ?? 'token'
  const [first] = options
  // A coin is not its wrapped form. Only what was asked for is moved.
  if (first && first.token.symbol !== symbol)
    return say(
      `These places take ${first.token.symbol}, not ${symbol} itself, so nothing has been prepared. Say “best yield for my idle ${first.token.symbol}” if you hold it, or “wrap 1 ${symbol} and stake it”.`,
    )
  const able = await affordable(options, scene)
  if (able.length === 0) return say(`You have no ${symbol} in your wallet to put there. Nothing has been prepared.`)
  const here = able.filter(({ place }) => place.chain.id === scene.signedInOn)
  const near = here.length > 0 ? here : able.filter(({ place }) => place.chain === able[0]?.place.chain)
  const isOpen = maxLockupDays !== undefined || hint?.lockDays !== undefined
  const best = isOpen ? near[0] : near.find(({ place }) => place.lockupSeconds === 0)
  if (!best)
    return say(
      `All of these lock your money or do not say whether they do, so nothing has been prepared. ${nextWords(symbol)}`,
    )
  const reply = await proposeIn(best, amount, scene)
  if (reply.calls.length === 0) return reply
  const notes = [...higherNote(best, near, options), ...elsewhereNote(best, able)]
  return { ...reply, text: [reply.text, ...notes].join(' ') }
}

/** Names what pays more, and why it was not chosen. */
function higherNote(best: Affordable, near: readonly Affordable[], options: readonly YieldOption[]): readonly string[] {
  const [higher] = near
  if (!higher || higher === best) return []
  const { label, lockupSeconds } = higher.place
  const why = lockupSeconds === null ? 'does not say whether it locks your money' : 'locks your money'
  const number = options.indexOf(higher.place) + 1
  const pick = number <= mostListed ? `: say “number ${number}” if you want that` : ''
  return [`${label} pays more, but ${why}${pick}.`]
}

/** Mentions money of the same token on other networks, which stays there. */
function elsewhereNote({ place: { chain } }: Affordable, able: readonly Affordable[]): readonly string[] {
  const others = new Map(
    able.filter(({ place }) => place.chain !== chain).map(({ place, balance }) => [place.chain, { place, balance }]),
  )
  return [...others.values()].map(
    ({ place, balance }) =>
      `You also have ${amountText(balance, place.token, 'in')} on ${place.chain.name}, which stays where it is.`,
  )
}

async function proposeIn({ place, balance }: Affordable, amount: NonNullable<Job['amount']>, scene: Scene) {
  const { chain, token } = place
  if (place.kind === 'market')
    return answerLending(
      {
        act: 'supply',
        token: { text: token.symbol, symbol: token.symbol },
        chain: { text: chain.name, id: chain.id },
        amount,
        pick: `${place.market.name} on ${chain.name}`,
      },
      scene,
    )
  const size = await sizeOf(amount, { chain, token, balance }, 'swap', scene)
  if (size.is === 'enough') return proposeEntry({ chain, token, yield: place.yield }, size.value, scene)
  return say(
    size.is === 'impossible'
      ? `${size.why} Nothing has been prepared.`
      : `That is more than you have on ${chain.name}: ${amountText(balance, token, 'in')}. Nothing has been prepared.`,
  )
}

/** Answers "stake 100 USDC", "the first one" and "make it 50": in the picked place, in the best one, or in a vault. */
export async function answerEntry(asked: Job, scene: Scene): Promise<Reply> {
  const job = await settledDeposit(asked, scene)
  const { act, pick, best, token, chain, hint } = job
  if (act === 'supply') return answerLending({ ...job, act }, scene)
  if (!best || pick !== undefined) return answerStake(job, scene)
  const query = { ...(token ? { token } : {}), ...(chain ? { chain } : {}), ...(hint ? { hint } : {}), ...best }
  return proposeBest(job, await findYieldOptions(query, scene), query, scene)
}

/**
 * Returns a deposit as one to a lending market if the place that was picked is one, or if after a list of places no vault
 * takes it. Any other job stays as it is.
 */
export async function settledDeposit(job: Job, scene: Scene): Promise<Job> {
  const { isPut, ...deposit } = job
  const { pick, hint } = deposit
  if (job.act !== 'stake') return job
  const market = typeof pick === 'string' ? await marketNamed(pick, scene) : null
  if (market) {
    const { token: taken, chain: on, market: at } = market
    return {
      ...deposit,
      act: 'supply',
      token: { text: taken.symbol, symbol: taken.symbol },
      chain: { text: on.name, id: on.id },
      pick: `${at.name} on ${on.name}`,
    }
  }
  // A market locks nothing.
  const isForMarket = isPut && pick === undefined && !hint?.lockDays && hint?.lockDays !== null
  if (!isForMarket || (await enterable(job, scene)).length > 0) return deposit
  const { hint: __, ...elsewhere } = deposit
  const { lockDays: ___, ...other } = hint ?? {}
  return { ...elsewhere, act: 'supply', ...(Object.keys(other).length > 0 && { hint: other }) }
}

/** Finds the lending market that a list of places named; null if that was a vault, or is gone. */
async function marketNamed(label: string, scene: Scene): Promise<Extract<YieldOption, { kind: 'market' }> | null> {
  const options = await findYieldOptions({}, scene)
  return options.flatMap((place) => (place.kind === 'market' && place.label === label ? [place] : []))[0] ?? null
}
