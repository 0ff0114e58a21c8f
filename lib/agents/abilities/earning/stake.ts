import { type Address, formatUnits } from 'viem'
import type { ChainHandle, Token } from '@/lib/chain/chains/chain'
import { readBalances } from '@/lib/chain/tokens/balances'
import { nativeToken } from '@/lib/chain/tokens/tokens'
import type { Yield, YieldPosition } from '@/lib/chain/yields/yields'
import type { Job } from '@/lib/language/steps/job'
import { dateWords, durationWords } from '@/lib/tools/staking/lockup'
import { cleanChainString } from '@/lib/wire/text'
import { ask } from '../../replies/questions'
import { choicesOf, choose, numbered, type Option } from '../options'
import { list, reading, type Scene } from '../reading'
import { propose, type Reply, say } from '../reply'
import { amountText, isAllButRounding, sizeOf } from '../size'
import {
  apyText,
  byRate,
  fitsHint,
  fromYields,
  heldToken,
  lockText,
  lockupOf,
  takes,
  yieldLabel,
  yieldService,
} from './yield-words'

type Vault = { chain: ChainHandle; token: Token; yield: Yield; contract: Address }

/** Returns the yields on the named network, or on all, that accept the token here, best rate first. */
export async function enterable(
  { token, chain, hint }: Pick<Job, 'token' | 'chain' | 'hint'>,
  scene: Scene,
): Promise<readonly Vault[]> {
  const listed = await fromYields(
    scene.yields.list(chain?.id === undefined ? {} : { chainId: chain.id }, scene.signal),
    scene,
  )
  return listed.toSorted(byRate).flatMap((each) => {
    const on = scene.chains.get(each.chainId)
    const symbol = token?.symbol
    if (!on || !each.contract || !each.isOpen.enter || !fitsHint(each, lockupOf(each), hint)) return []
    const taken = symbol === undefined ? takes(each, each.token.symbol, on) : takes(each, symbol, on)
    return taken ? [{ chain: on, token: taken, yield: each, contract: each.contract }] : []
  })
}

const aboutYield = ({ yield: listed, chain }: Pick<Vault, 'yield' | 'chain'>): string =>
  `${apyText(listed)}, ${lockText(lockupOf(listed))}, ${listed.source === 'service' ? `as ${yieldService(chain)} says` : 'read from the chain'}`

/** Answers "stake 100 USDC" with an `enter_staking_yield` call, or a question. */
export async function answerStake(job: Job, scene: Scene): Promise<Reply> {
  const { amount, token: named, pick } = job
  const symbol = named?.symbol
  const all = await enterable(job, scene)
  const picked = all.filter(({ yield: each, chain }) => yieldLabel(each, chain) === pick)
  const wanted = symbol ?? (picked.length === 1 ? picked[0]?.token.symbol : undefined)
  if (!wanted) return say(ask('from', 'You have not said what to put in.'))
  if (all.length === 0)
    return say(
      `No vault I know of takes ${wanted} and matches what you said, so nothing has been prepared. Ask for “yields for ${wanted}”: a lending market may take it too.`,
    )
  const [first] = all
  if (first && nativeToken(first.chain).symbol === symbol)
    return say(
      ask(
        'action',
        `The places I know take ${first.token.symbol}, not ${symbol} itself. Say “stake 1 ${first.token.symbol}” if you hold it, or “wrap 1 ${symbol} and stake it”.`,
      ),
    )
  if (!amount) return say(ask('amount', `You have not said how much ${wanted}.`))
  const sized = await Promise.all(all.map(async (place) => ({ place, size: await sizeIn(place, amount, scene) })))
  const enough = sized.flatMap(({ place, size }) => (size.is === 'enough' ? [{ place, value: size.value }] : []))
  if (enough.length === 0) {
    const impossible = sized.map(({ size }) => size).find((size) => size.is === 'impossible')
    if (impossible) return say(ask('amount', impossible.why))
    const held = new Map(sized.map(({ place, size }) => [place.chain.name, size.balance] as const))
    const sums = [...held].map(
      ([name, balance]) => `${amountText(balance, first?.token ?? { symbol: wanted, decimals: 0 }, 'in')} on ${name}`,
    )
    return say(ask('amount', `That is more ${wanted} than you have where it can be put in: ${list(sums)}.`))
  }
  const outOfReach = sized.find(
    ({ place, size }) => size.is !== 'enough' && yieldLabel(place.yield, place.chain) === pick,
  )
  if (outOfReach) {
    const { place, size } = outOfReach
    const lead = `You have ${amountText(size.balance, place.token, 'in')} on ${place.chain.name}, less than that deposit in ${pick} takes.`
    const locksLonger = ({ yield: each }: Vault) =>
      (lockupOf(each) ?? Number.POSITIVE_INFINITY) > (lockupOf(place.yield) ?? Number.POSITIVE_INFINITY)
    const within = enough
      .map(({ place: other }) => ({
        label: yieldLabel(other.yield, other.chain),
        about: aboutYield(other),
        of: other,
      }))
      .toSorted((one, other) => Number(locksLonger(one.of)) - Number(locksLonger(other.of)))
    if (size.balance > 0n) return say(ask('amount', lead))
    return {
      ...say(`${lead} You have enough for these:\n\n${numbered(within)}\n\n${ask('which')}`),
      ...choicesOf(within.map(({ label }) => label)),
    }
  }
  const options = enough.map(
    ({ place, value }): Option<{ place: Vault; value: bigint }> => ({
      label: yieldLabel(place.yield, place.chain),
      about: aboutYield(place),
      of: { place, value },
    }),
  )
  const chosen = choose(
    options,
    pick,
    `More than one place takes ${wanted}:`,
    ({ place }) => place.chain.id === scene.signedInOn,
  )
  return 'question' in chosen ? chosen.question : proposeEntry(chosen.one.place, chosen.one.value, scene)
}

async function sizeIn({ chain, token }: Vault, amount: NonNullable<Job['amount']>, scene: Scene) {
  const [balance = 0n] = await reading(chain, scene.signal, readBalances(chain, scene.account, [token]))
  return { ...(await sizeOf(amount, { chain, token, balance }, 'swap', scene)), balance }
}

export function proposeEntry(place: Omit<Vault, 'contract'>, value: bigint, { account }: Scene): Reply {
  const { chain, token, yield: entered } = place
  const { id, protocol, pool, apy, rewardSymbols, minimum } = entered
  const lockupSeconds = lockupOf(entered)
  if (minimum !== null && value < minimum)
    return say(ask('amount', `${yieldLabel(entered, chain)} takes at least ${amountText(minimum, token)}.`))
  const parameters = {
    yieldId: id,
    amount: formatUnits(value, token.decimals),
    walletAddress: account,
    tokenSymbol: token.symbol,
    tokenAddress: token.address,
    chainId: chain.id,
    network: chain.name,
    protocol: cleanChainString(protocol, 80),
    poolName: cleanChainString(pool, 80),
    // In percent, from the source: a claim that the card checks against the chain.
    ...(apy === null ? {} : { apy: Number((apy * 100).toFixed(4)) }),
    ...(lockupSeconds === null ? {} : { lockupPeriod: lockupSeconds === 0 ? 'none' : durationWords(lockupSeconds) }),
    ...(rewardSymbols.length > 0 ? { rewardTokenSymbols: rewardSymbols.slice(0, 20) } : {}),
  }
  const text = `Here is a deposit of ${amountText(value, token)} in ${yieldLabel(entered, chain)}: ${aboutYield(place)}.`
  return propose('enter_staking_yield', parameters, text)
}

/** Answers "unstake all" with an `exit_staking_yield` call, or a question. */
export async function answerUnstake(job: Job, scene: Scene): Promise<Reply> {
  const { amount, pick, token: named, chain: on, hint } = job
  const held = await stakedPositionsIn(scene)
  if (held.length === 0) return say('You have nothing in a vault I know, so there is nothing to take out.')
  const known = await lockups(held, hint !== undefined, scene)
  const fitting = held.filter(
    ({ chain, position }) =>
      (on?.id === undefined || chain.id === on.id) &&
      (named?.symbol === undefined || takes(position, named.symbol, chain) !== null) &&
      fitsHint(position, known.get(position.yieldId) ?? null, hint),
  )
  const all = list(held.map(stakedPositionText))
  if (fitting.length === 0)
    return say(`You have none of that in a vault. What you have is ${all}. Nothing has been prepared.`)
  if (!amount) return say(ask('amount', `You have ${list(fitting.map(stakedPositionText))}.`))
  const options = fitting.map(
    (each): Option<StakedPosition> => ({
      label: yieldLabel(each.position, each.chain),
      about: amountText(each.position.amount, heldToken(each.position, each.chain), 'in'),
      of: each,
    }),
  )
  const chosen = choose(
    options,
    pick,
    'You have something in more than one vault, and I withdraw from one at a time:',
    () => true,
  )
  if ('question' in chosen) return chosen.question
  const { chain, position } = chosen.one
  const label = yieldLabel(position, chain)
  if (position.state === 'locked') {
    const until = position.lockedUntil === null ? '' : ` until ${dateWords(position.lockedUntil)}`
    return say(`What you have in ${label} is locked${until}, so it cannot be taken out yet. Nothing has been prepared.`)
  }
  const token = takes(position, position.token.symbol, chain)
  if (!token) return say(`I do not know the token of ${label} for certain, so nothing has been prepared.`)
  const meant = isAllButRounding(amount, position.amount, token) ? { kind: 'all' as const } : amount
  const size = await sizeOf(meant, { chain, token, balance: position.amount }, 'swap', scene)
  if (size.is === 'impossible') return say(ask('amount', size.why))
  if (size.is === 'short')
    return say(ask('amount', `That is more than you have in ${label}: ${amountText(position.amount, token, 'in')}.`))
  const isAll = size.value === position.amount
  const what = isAll ? `all ${amountText(size.value, token, 'in')}` : amountText(size.value, token, 'in')
  return propose(
    'exit_staking_yield',
    {
      yieldId: position.yieldId,
      amount: formatUnits(size.value, token.decimals),
      walletAddress: scene.account,
    },
    `Here is a withdrawal of ${what} from ${label}.`,
  )
}

type StakedPosition = { chain: ChainHandle; position: YieldPosition }

/** Returns the account's positions in yields of the served chains, in a stable order. */
export async function stakedPositionsIn(scene: Scene): Promise<readonly StakedPosition[]> {
  const positions = await fromYields(scene.yields.positions(scene.account, scene.signal), scene)
  return positions
    .toSorted((a, b) => a.yieldId.localeCompare(b.yieldId))
    .flatMap((position) => {
      const chain = scene.chains.get(position.chainId)
      return chain && position.amount > 0n ? [{ chain, position }] : []
    })
}

export const stakedPositionText = ({ chain, position }: StakedPosition): string =>
  `${amountText(position.amount, heldToken(position, chain), 'in')} in ${yieldLabel(position, chain)}`

/** A position does not tell its lock-up, so this reads it from the yield. */
async function lockups(
  held: readonly StakedPosition[],
  needed: boolean,
  scene: Scene,
): Promise<ReadonlyMap<string, number | null>> {
  if (!needed) return new Map()
  const found = await Promise.all(
    held.map(async ({ position }) => {
      const place = await fromYields(scene.yields.find(position.yieldId, scene.signal), scene)
      return [position.yieldId, place ? lockupOf(place) : null] as const
    }),
  )
  return new Map(found)
}
