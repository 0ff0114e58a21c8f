import type { Draft } from '../meaning/draft'
import type { Job } from '../meaning/job'
import type { Step } from '../meaning/understanding'
import { objection } from './check'
import { answerRebalance } from './earning/rebalance'
import { answerUnstake } from './earning/stake'
import { answerWithdrawal } from './earning/withdraw'
import { answerEntry } from './earning/yields'
import { jobObjection } from './job-check'
import { answerLending } from './lending/lend'
import { answerNftSend } from './nfts/nfts'
import { withOnlyDestination } from './only-destination'
import type { Scene } from './reading'
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
