import type { Amount, ChainMention, TokenMention } from '../tagger/item'
import { timesInto } from './amount-changes'
import { isRequested, stepOf } from './step'
import { bound, outputOf } from './steps'
import type { Dialogue, Requested, Step, Understanding } from './understanding'

type Sum = { amount?: Amount; token?: TokenMention; chain?: ChainMention }

/** What a step spends. */
function sumOf(step: Step): Sum | null {
  if (step.kind === 'request') {
    const { amount, from: token, fromChain: chain } = step.draft
    return { amount, token, chain }
  }
  return step.kind === 'job' ? step.job : null
}

/** What is asked for in place of the step. */
const replaces = /\b(?:no+|nope|nah|instead|actually|rather|forget|cancel|scrap|wait|better)\b/i
/** Whether the words put something in place of what stands, also where they say all of it anew. */
export const saysInstead = (text: string): boolean => replaces.test(text)
/** What comes after the step. */
const follows = /^\W*(?:(?:ok|okay|great|good|please)[\s,]+)*(?:and|then|after(?:wards?| that)|next|now)\b/i
const refers = /\b(?:it|that|them|those)\b/i
/** Steps that leave what they spend where it can be taken from again. */
const kept: Readonly<Record<string, 'unstake' | 'withdraw'>> = { stake: 'unstake', supply: 'withdraw' }

/**
 * "No, stake it", "put it in the flexible one", "take half of it out again": a request for something else with the sum of
 * the one before, where that has moved nothing, or has put it where it is taken from now. Null where it is none.
 */
export function withSameSum(understood: Understanding, text: string, dialogue: Dialogue): Requested | null {
  const step = stepOf(dialogue)
  const sum = step && sumOf(step)
  if (!step || !sum?.token || dialogue.calls.length > 1 || !isRequested(understood) || !refers.test(text)) return null
  const isBack =
    understood.kind === 'job' &&
    step.kind === 'job' &&
    kept[step.job.act] !== undefined &&
    (understood.job.act === 'withdraw' || understood.job.act === 'unstake')
  if (dialogue.standing === 'uncertain' || (dialogue.standing === 'done') !== isBack) return null
  const output = isBack ? null : outputOf(step)
  if (output && dialogue.standing !== 'declined' && !replaces.test(text)) {
    // "And then send it to 0x…": it is what the step brings.
    const { rest, ...next } = understood
    const isNew = next.kind === 'request' ? !next.draft.from : next.kind === 'job' && !next.job.token
    return follows.test(text) && isNew && !rest?.length && dialogue.rest.length === 0
      ? { ...step, rest: [bound(next, text, output)] }
      : null
  }
  if (understood.kind === 'request') {
    const { draft } = understood
    if (draft.from || draft.unclear || understood.rest?.length) return null
    const amount = partOf(sum.amount, draft.amount)
    const fromChain = draft.fromChain ?? sum.chain
    return amount
      ? {
          ...understood,
          draft: {
            ...draft,
            from: sum.token,
            amount,
            ...(draft.action === 'bridge' && !draft.to ? { to: sum.token } : {}),
            ...(fromChain ? { fromChain } : {}),
          },
        }
      : null
  }
  if (understood.kind !== 'job' || understood.rest?.length) return null
  const { job } = understood
  if (job.token || job.unclear === 'recipient' || job.unclear === 'alternatives') return null
  const act = isBack && step.kind === 'job' ? (kept[step.job.act] ?? job.act) : job.act
  const amount = partOf(sum.amount, job.amount)
  if (!amount) return null
  const place =
    isBack && step.kind === 'job' ? { hint: step.job.hint, ...(step.job.pick ? { pick: step.job.pick } : {}) } : {}
  return {
    ...understood,
    job: {
      ...place,
      ...job,
      act,
      token: sum.token,
      amount,
      ...(act === 'withdraw' ? { isAtMarket: true as const } : {}),
      ...(sum.chain ? { chain: sum.chain } : {}),
    },
  }
}

/** All of the sum, or the share of it that was said; a sum of its own stays. Null where that is nothing certain. */
function partOf(sum: Amount | undefined, said: Amount | undefined): Amount | null {
  if (!said || said.kind === 'all') return sum ?? null
  return said.kind === 'share' && sum?.kind === 'exact'
    ? timesInto(sum, said.part, said.whole)
    : said.kind === 'exact'
      ? said
      : null
}
