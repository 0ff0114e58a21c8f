import { isAddressEqual } from 'viem'
import type { Chains } from '@/lib/chain/chains/chain'
import type { Draft } from '@/lib/language/steps/draft'
import type { Job } from '@/lib/language/steps/job'
import type { Step } from '../meaning/understanding'
import { ask } from '../replies/questions'
import { objection } from './check'
import { lendingOf } from './earning/earn'
import { answerRebalance } from './earning/rebalance'
import { answerUnstake, stakedPositionsIn, stakedPositionText } from './earning/stake'
import { takes } from './earning/yield-words'
import { answerEntry } from './earning/yields'
import { jobObjection } from './job-check'
import { answerLending } from './lending/lend'
import { answerNftSend } from './nfts/nfts'
import type { Scene } from './reading'
import { list } from './reading'
import { type Reply, say } from './reply'
import { answerSend, joined } from './send'
import { comesNext, withArrival } from './steps'
import { answerSwap } from './swap'
import { areIndependent, isEnoughFor } from './together'

/** Proposes independent steps together. Of dependent ones, proposes the first and tells what comes next. */
export async function answerSteps(first: Step, rest: readonly Step[], scene: Scene): Promise<Reply> {
  const together =
    rest.length > 0 && areIndependent([first, ...rest]) ? await answerTogether([first, ...rest], scene) : null
  if (together) return together
  const reply = await answerStep(first, scene)
  return rest.length > 0 && reply.calls.length > 0 ? { ...reply, text: `${reply.text} ${comesNext(rest)}` } : reply
}

async function answerStep(asked: Step, scene: Scene): Promise<Reply> {
  const settled = await withArrival(asked, scene)
  if ('question' in settled) return say(settled.question)
  const { step, note } = settled
  const reply = await answerOne(step, scene)
  return note ? { ...reply, text: `${note} ${reply.text}` } : reply
}

function answerOne(step: Step, scene: Scene): Promise<Reply> | Reply {
  switch (step.kind) {
    case 'request':
      return answerRequest(step.draft, scene)
    case 'job':
      return answerJob(step.job, scene)
    case 'nft':
      return answerNftSend(step.nft, scene)
    case 'rebalance':
      return answerRebalance(step.wish, scene)
  }
}

/** Proposes all of them; null if one cannot be proposed as it is, or if the funds do not suffice for all. */
async function answerTogether(steps: readonly Step[], scene: Scene): Promise<Reply | null> {
  const replies = await Promise.all(steps.map((step) => answerOne(step, scene)))
  if (replies.some(({ calls }) => calls.length === 0)) return null
  const calls = replies.flatMap((reply) => reply.calls)
  if (!(await isEnoughFor(calls, scene))) return null
  return joined(replies)
}

function answerJob(job: Job, scene: Scene): Promise<Reply> | Reply {
  const refused = jobObjection(job, scene.chains)
  if (refused) return refused
  const { act } = job
  if (act === 'stake') return answerEntry(job, scene)
  if (act === 'unstake') return answerUnstake(job, scene)
  return act === 'withdraw' && !job.isAtMarket && job.pick === undefined
    ? answerWithdrawal({ ...job, act }, scene)
    : answerLending({ ...job, act }, scene)
}

async function answerRequest(asked: Draft, scene: Scene): Promise<Reply> {
  const draft = withOnlyDestination(asked, scene.chains)
  const refused = objection(draft, scene.chains)
  if (refused) return refused
  return draft.action === 'send' ? answerSend(draft, scene) : answerSwap(draft, scene)
}

/** Answers a withdrawal that names no place: from the only place there is, or with a question. */
async function answerWithdrawal(job: Job & { act: 'withdraw' }, scene: Scene): Promise<Reply> {
  const [held, positions] = await Promise.all([stakedPositionsIn(scene), lendingOf(scene)])
  const symbol = job.token?.symbol
  const isThere = (id: number) => job.chain?.id === undefined || job.chain.id === id
  const vaults = held.filter(
    ({ chain, position }) => isThere(chain.id) && (symbol === undefined || takes(position, symbol, chain) !== null),
  )
  const supplied = positions.filter(
    ({ chain, reserves }) =>
      isThere(chain.id) &&
      reserves.some((reserve) => {
        const token = chain.tokens.find(({ address }) => isAddressEqual(address, reserve.token))
        const isWrapped = symbol === chain.viemChain.nativeCurrency.symbol && token?.address === chain.wrappedNative
        return reserve.supplied > 0n && (symbol === undefined || token?.symbol === symbol || isWrapped)
      }),
  )
  if (vaults.length === 0) return answerLending(job, scene)
  if (supplied.length === 0) return answerUnstake({ ...job, act: 'unstake' }, scene)
  const markets = list(supplied.map(({ market, chain }) => `${market.name} on ${chain.name}`))
  const what = symbol ?? 'it'
  return say(
    ask(
      'action',
      `You have ${what} in ${markets} and ${list(vaults.map(stakedPositionText))}. Say “withdraw ${what} from lending” or “unstake ${what}”, with how much.`,
    ),
  )
}

/** Completes a bridge that names only its source network, if there is just one other network. */
export function withOnlyDestination(draft: Draft, chains: Chains): Draft {
  const { action, fromChain, toChain } = draft
  const [only, ...others] = [...chains.values()].filter(({ id }) => id !== fromChain?.id)
  const isLeft = fromChain?.id !== undefined && chains.has(fromChain.id)
  if (action !== 'bridge' || toChain || !isLeft || !only || others.length > 0) return draft
  return { ...draft, toChain: { text: only.name, id: only.id } }
}
