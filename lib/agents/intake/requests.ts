import type { Entity } from '@/lib/language/entity'
import type { Action } from '@/lib/language/labels'
import type { Clause } from '@/lib/language/reader/reader'
import type { Draft } from '@/lib/language/steps/draft'
import type { Job } from '@/lib/language/steps/job'
import type { ChainMention, Recipient } from '@/lib/language/steps/mention'
import { hintOf } from '@/lib/language/steps/moves'
import { amountOf, doubted, openOf, stepOf, tokenOf, told, written } from '../meaning/step'
import type { Dialogue, Requested, Step } from '../meaning/understanding'
import { approvalsIn } from './asked-about'
import { outputOf, stepsOf, unheldBound, withBrought } from './asked-for'
import { certaintyOf, partsSure } from './certainty'
import { isBare, partsOf, type ReadClause, readClauses, refersBack, sureOfAction } from './clauses'
import { type Change, changed, changeOf, isAmbiguous, merged } from './follow-up'
import { actionOf, certain, isChange, type Message, missed, type Understood, weak } from './message'
import { isRegular, planned } from './planned'
import { isWatch, watched } from './watched'

/** Reads the requests of a message. */
export function requested(asked: readonly Clause[], message: Message, dialogue: Dialogue): Understood {
  const { clauses } = message.reading
  const read = readClauses(asked, message)
  const [only, ...others] = read
  if (only?.request.action === 'revoke' && others.length === 0 && only.request.sure.action >= sureOfAction)
    return certain(approvalsIn('revoke', only.entities))
  if (read.some(({ request }) => ofContracts.includes(request.action)))
    return certain({ kind: 'abstain', topic: 'contract' })
  if (isWatch(read, dialogue)) return watched(read, message, dialogue)
  if (read.some(({ request }) => request.action === 'rebalance')) return certain({ kind: 'abstain', topic: 'weights' })
  if (clauses.some(({ kind }) => kind === 'condition')) return certain({ kind: 'abstain', topic: 'conditional' })
  if (read.some(({ entities }) => entities.some(isPast))) return weak({ kind: 'abstain', topic: 'past' })
  if (read.some((each) => isRegular(each, message))) return planned(read, asked, message, dialogue)
  const bound = read.map(unheldBound).find((each) => each !== null)
  if (bound !== undefined) {
    const isLater = read.some(({ request }) =>
      request.limits.some(({ role, text }) => role === 'when' && text === bound),
    )
    return certain(isLater ? { kind: 'abstain', topic: 'scheduled' } : { kind: 'bound', text: bound })
  }
  const made = stepsIn(read, message, dialogue)
  if ('instead' in made) return made.instead
  const { replaces, isDoubtful } = made
  const steps = withChains(made.steps)
  const [first, ...rest] = steps
  if (!first || rest.length > mostSteps || areOpposite(steps)) return missed
  const certainty = certaintyOf(read, asked, message, dialogue)
  const isSure = certainty === 'certain' && !isDoubtful
  const step = isSure ? first : doubted(first)
  const isOpen = (dialogue.standing === 'proposed' && dialogue.calls.length <= 1) || dialogue.revises.length === 1
  const is: Requested = {
    ...step,
    ...(rest.length > 0 ? { rest } : replaces && { rest: dialogue.rest }),
    ...(replaces && isOpen && openOf(dialogue).length > 0 && { replaces: true as const }),
    ...(dialogue.standing === 'uncertain' && { unsettled: true as const }),
  }
  if (isSure) return { is, certainty: 'certain' }
  return { is, certainty: certainty !== 'weak' || !isComplete(first) ? 'likely' : 'weak' }
}

/** Most steps after the first that one message can ask for. */
const mostSteps = 4

/** "Bridge 200 DAI and 500 USDC from Ethereum to Base": the networks stand once, behind the last. */
function withChains(steps: readonly Step[]): readonly Step[] {
  const last = steps.at(-1)
  if (last?.kind !== 'request' || last.draft.action !== 'bridge') return steps
  const { fromChain, toChain } = last.draft
  return steps.map((step) => {
    const isOpen = step.kind === 'request' && step.draft.action === 'bridge' && !step.draft.toChain
    if (!isOpen || step.draft.fromChain || !toChain) return step
    return { kind: 'request', draft: { ...step.draft, toChain, ...(fromChain && { fromChain }) } }
  })
}

/** "Borrow 200 DAI, no, repay 200 DAI": the second takes the first back. */
const opposites: Partial<Record<string, string>> = {
  ...{ borrow: 'repay', repay: 'borrow', supply: 'withdraw', withdraw: 'supply', stake: 'unstake', unstake: 'stake' },
}
const areOpposite = (steps: readonly Step[]): boolean =>
  steps.some((step, at) => {
    const before = steps[at - 1]
    if (step.kind !== 'job' || before?.kind !== 'job' || opposites[step.job.act] !== before.job.act) return false
    const [one, other] = [step.job, before.job]
    return one.token?.symbol === other.token?.symbol && written(one.amount) === written(other.amount)
  })

/** `isDoubtful`: something stands in the steps that their own words only point to. `instead`: what it comes to otherwise. */
type Made = { steps: readonly Step[]; replaces: boolean; isDoubtful: boolean } | { instead: Understood }

/** Returns the steps that the clauses ask for, each in the light of the one before it or of the dialogue. */
function stepsIn(read: readonly ReadClause[], message: Message, dialogue: Dialogue): Made {
  const { collections } = message
  const steps: Step[] = []
  let replaces = false
  let isDoubtful = false
  // "In DAI, she doesn't take USDC": which of the two it is to be, only the words between tell.
  const changes = read.filter(({ request }) => isChange(request.action))
  const isSaidTwice = changes.filter(({ request }) => request.sums.some(({ what }) => what !== null)).length > 1
  for (const each of read) {
    const before = steps.at(-1) ?? null
    const pointsBack = refersBack(each.clause, message)
    const asked = isChange(each.request.action) ? [] : stepsOf({ ...each, collections })
    const found = asked.map((step) => asNft(step, before))
    const [first] = found
    if (!first) {
      const base = before ?? stepOf(dialogue)
      if (!base || !isChange(each.request.action)) return { instead: missed }
      if (!before && dialogue.calls.length > 1) return { instead: certain({ kind: 'which-step' }) }
      // A step that was carried out cannot be changed. It can only be done again, if the person confirms it.
      const isDone = !before && (dialogue.standing === 'done' || dialogue.standing === 'uncertain')
      const next =
        (isSaidTwice ? null : changedBy(base, each, message)) ?? (mayRepeat(each, dialogue, before) ? base : null)
      if (!next) return { instead: isDone ? certain({ kind: 'settled' }) : missed }
      // "Then do the same for 0x…" is one more.
      if (before && each.request.action !== 'repeat') steps.pop()
      steps.push(next)
      // "Another 300 the same way" says itself that it is one more, and in what it differs.
      const isMore = dialogue.standing === 'done' && each.request.action === 'repeat' && written(next) !== written(base)
      isDoubtful ||= (isDone && !isMore) || (next === base && dialogue.standing !== 'declined')
      replaces ||= !before
    } else if (before && replaces && pointsBack && actionOf(first) === actionOf(before) && !isComplete(first)) {
      // "Make it 0.4 and send it to 0x…": more of the same change.
      steps.splice(-1, 1, merged(before, first))
    } else if (before) steps.push(...found.map((step) => withBrought(withReceiver(step, before), before, pointsBack)))
    else {
      const last = stepOf(dialogue)
      const placed = inSamePlace(asNft(pickedIn(first, each, dialogue), last), last, each)
      const meant = toPerson(placed, each, dialogue)
      const inherited = fromDialogue(meant, each, pointsBack, dialogue)
      if (!inherited) return { instead: missed }
      // "Swap 60 USDC for ETH instead": a whole request, in the place of what is open.
      replaces ||= inherited.replaces || each.words.includes('instead')
      isDoubtful ||=
        inherited.step !== first && !inherited.isSaid && (placed.kind !== 'nft' || inherited.step !== placed)
      // The words do not say whom "him" stands for.
      isDoubtful ||= meant !== placed
      // "In the first", of places that nobody has listed.
      isDoubtful ||= dialogue.offered.length === 0 && each.entities.some(({ is }) => is === 'ordinal')
      steps.push(inherited.step, ...found.slice(1))
    }
  }
  return { steps, replaces, isDoubtful }
}

/** Returns the step with the change that a clause makes; null if it changes nothing, or cannot tell what. */
function changedBy(base: Step, each: ReadClause, message: Message): Step | null {
  const change = changeIn(each, message)
  const isSure = !each.isGuessed && partsSure(each, message.reading) >= sureOfRole
  if (!isSure && isAmbiguous(base, change)) return null
  const next = changed(base, change)
  const hint = base.kind === 'job' ? hintOf(each.request.limits, each.entities, each.words) : {}
  if (base.kind !== 'job' || Object.keys(hint).length === 0) return next
  // "Actually use the locked one": another place.
  const { pick: _, best: __, ...job } = next?.kind === 'job' ? next.job : base.job
  return { kind: 'job', job: { ...job, hint } }
}

const sureOfRole = 0.9

const ofContracts: readonly Action[] = ['approve', 'revoke', 'claim', 'callContract']

function changeIn({ clause, request }: ReadClause, { reading }: Message): Change {
  const discarded = [...partsOf(clause, 'discarded'), ...partsOf(clause, 'excluded')].flatMap(({ entities }) =>
    entities.flatMap((at) => {
      const entity = reading.entities[at]
      return entity?.is === 'token' ? [entity.symbol] : []
    }),
  )
  return changeOf(request, discarded)
}

/** "Stake 100 in the second": the place of that number in the agent's list. */
function pickedIn(step: Step, { entities }: ReadClause, { offered }: Dialogue): Step {
  const [nth, ...others] = entities.flatMap((each) =>
    each.is === 'ordinal' ? [each.nth] : each.is === 'nft' && each.collection === undefined ? [Number(each.id)] : [],
  )
  if (step.kind !== 'job' || nth === undefined || others.length > 0 || offered.length === 0) return step
  return { kind: 'job', job: { ...step.job, pick: (nth < 0 ? offered.at(nth) : offered[nth - 1]) ?? null } }
}

/** "Send 4 badges to … and 3 to …": a payment of no token, after an NFT, is of that. */
function asNft(step: Step, before: Step | null): Step {
  const isOfNone = step.kind === 'request' && step.draft.action === 'send' && !step.draft.from
  if (!isOfNone || before?.kind !== 'nft') return step
  const { amount, recipient } = step.draft
  const count = amount?.kind === 'exact' && /^\d+$/.test(amount.value) ? BigInt(amount.value) : undefined
  const { amount: _, recipient: __, ...same } = before.nft
  return {
    kind: 'nft',
    nft: { ...same, ...(count !== undefined && { amount: count }), ...(recipient && { recipient }) },
  }
}

/** "… and 50 USDC to him too": whoever got the one before gets this as well. */
function withReceiver(step: Step, before: Step): Step {
  const isSend = step.kind === 'request' && step.draft.action === 'send' && before.kind === 'request'
  if (!isSend || !before.draft.recipient) return step
  const { recipient } = step.draft
  if (recipient && recipient.kind !== 'nobody') return step
  return { kind: 'request', draft: { ...step.draft, recipient: before.draft.recipient } }
}

/** `isSaid`: the words themselves point to what was taken over. */
type Inherited = { step: Step; replaces: boolean; isSaid?: true }

/**
 * A first request, with what it leaves out of what was said before: what "it" stands for, or what is still open. Null if
 * it says nothing at all of its own.
 */
function fromDialogue(step: Step, read: ReadClause, pointsBack: boolean, dialogue: Dialogue): Inherited | null {
  const before = stepOf(dialogue)
  // After a list of places, also with a question in between, whichever of them takes it.
  const isListed =
    dialogue.topic === 'yields' ||
    (before?.kind === 'job' && before.job.act === 'stake' && !before.job.amount && dialogue.standing === 'open')
  if (step.kind === 'job' && (step.job.act === 'supply' || step.job.act === 'stake') && isListed) {
    const token = step.job.token ?? dialogue.job?.token
    const hint = step.job.hint ?? dialogue.job?.hint
    const amount = step.job.amount ?? dialogue.job?.amount
    const own = { ...(token && { token }), ...(amount && { amount }), ...(hint && { hint }) }
    const job: Job = { ...step.job, act: 'stake', isPut: true, ...own }
    const isThere = read.entities.some((each) => each.is === 'pronoun' && each.for === 'place')
    // "100 USDC in Flexible USDC" takes nothing from the list.
    const isWhole = step.job.token !== undefined && step.job.hint !== undefined
    const isSaid = (isThere || typeof job.pick === 'string' || isWhole) && amount === step.job.amount
    return { step: { kind: 'job', job }, replaces: false, ...(isSaid && { isSaid }) }
  }
  if (!before) return { step: ofSubject(step, dialogue), replaces: false, ...(pointsBack && { isSaid: true as const }) }
  return dialogue.standing === 'done' || dialogue.standing === 'uncertain'
    ? afterDone(step, before, pointsBack, dialogue)
    : besideOpen(step, before, read, pointsBack, dialogue)
}

/** Completes an incomplete request by the subject of the last question. */
function ofSubject(asked: Step, { about, aboutOn, topic }: Dialogue): Step {
  const step = topic === 'balances' ? asked : bridgedTo(asked, aboutOn)
  if (!about) return step
  const isOfBalance = aboutOn !== null && topic === 'balances'
  const on = (draft: Draft): Draft => (isOfBalance && !draft.fromChain ? { ...draft, fromChain: aboutOn } : draft)
  if (step.kind !== 'request') return withSum(step, undefined, about)
  const { action, from, to } = step.draft
  if (!from && (action !== 'swap' || to?.symbol !== about.symbol)) {
    const next = withSum(step, undefined, about)
    return next.kind === 'request' ? { kind: 'request', draft: on(next.draft) } : next
  }
  return action === 'swap' && from && !to && from.symbol !== about.symbol
    ? { kind: 'request', draft: { ...step.draft, to: about } }
    : step
}

/** A bridge that goes nowhere goes to the network that was asked about: "does ETH work on Base?", "bridge 0.5 over". */
function bridgedTo(step: Step, chain: ChainMention | null): Step {
  if (step.kind !== 'request' || step.draft.action !== 'bridge' || step.draft.toChain || !chain) return step
  return step.draft.fromChain?.id === chain.id ? step : { kind: 'request', draft: { ...step.draft, toChain: chain } }
}

const alike: readonly (readonly Job['act'][])[] = [
  ['supply', 'stake'],
  ['withdraw', 'unstake'],
]

/** "Put 100 rather", after a deposit in a vault: there too, if the words name no place. */
function inSamePlace(step: Step, before: Step | null, { entities }: ReadClause): Step {
  if (step.kind !== 'job' || before?.kind !== 'job' || step.job.hint || step.job.isAtMarket) return step
  const acts = [step.job.act, before.job.act]
  const isNamed = entities.some(({ is }) => is === 'position' || is === 'protocol')
  const isAlike = !isNamed && alike.some((pair) => acts.every((act) => pair.includes(act)))
  return isAlike && !isComplete(step) ? { kind: 'job', job: { ...step.job, act: before.job.act } } : step
}

/** "Send him 65 dai", after "my brother's address is 0x…". */
function toPerson(step: Step, { entities }: ReadClause, { told }: Dialogue): Step {
  if (!told) return step
  const isSaid = entities.some((each) => each.is === 'pronoun' && each.for === 'person')
  const isMeant = (recipient: Recipient | undefined) => isSaid && (!recipient || recipient.kind === 'nobody')
  if (step.kind === 'nft' && isMeant(step.nft.recipient)) return { kind: 'nft', nft: { ...step.nft, recipient: told } }
  const isSend = step.kind === 'request' && step.draft.action === 'send'
  return isSend && isMeant(step.draft.recipient) ? { kind: 'request', draft: { ...step.draft, recipient: told } } : step
}

/** "Send the remaining 490", "now 450 of that to 0x…", after what has been carried out. */
function afterDone(step: Step, before: Step, pointsBack: boolean, { standing, arrival }: Dialogue): Inherited {
  const size = amountOf(step)
  // "Lend half": of what has arrived, rather than of whatever there is.
  if (arrival && (pointsBack || (!tokenOf(step) && (size?.kind === 'share' || size?.kind === 'all')))) {
    const next = withBrought(step, before, pointsBack)
    const isSaid = pointsBack || step.kind === 'job'
    if (next !== step) return { step: told(next, arrival), replaces: false, ...(isSaid && { isSaid }) }
  }
  const back = standing === 'done' && pointsBack && step.kind === 'job' ? takenBack(step, before) : null
  if (back) return { step: doubted(back), replaces: false }
  if (isComplete(step)) return { step, replaces: false }
  if (actionOf(step) === actionOf(before)) return { step: merged(before, step), replaces: false }
  const token = outputOf(before)?.token ?? tokenOf(before)
  return { step: withSum(step, pointsBack ? amountOf(before) : undefined, token), replaces: false }
}

/** "To my wife", "half of it", beside what is being put together or was proposed. */
function besideOpen(
  step: Step,
  before: Step,
  { request, entities }: ReadClause,
  pointsBack: boolean,
  { standing, calls }: Dialogue,
): Inherited | null {
  if (actionOf(step) === actionOf(before) && calls.length <= 1 && !isComplete(step)) {
    const next = merged(before, step)
    if (written(next) !== written(before)) return { step: next, replaces: true }
    const saysAnything = entities.some(({ is }) => is !== 'number') || request.receivers.length > 0
    return saysAnything ? { step: before, replaces: true } : null
  }
  // "The lending one" names no thing, and hardly what to do.
  if (!pointsBack) {
    if (isBare(request) && request.sure.action < sureOfAction) return null
    // "Repay 60 dai", "no, borrow 60": of the same token.
    const isOpen = standing === 'open' || standing === 'proposed' || standing === 'declined'
    return { step: isOpen ? withSum(step, undefined, tokenOf(before)) : step, replaces: false }
  }
  return { step: withSum(step, amountOf(before), tokenOf(before)), replaces: standing === 'proposed' }
}

/** "Same again": what was carried out or declined once more, if the person confirms it. */
const mayRepeat = ({ request }: ReadClause, { standing }: Dialogue, before: Step | null): boolean =>
  before === null && request.action === 'repeat' && (standing === 'done' || standing === 'declined')

/** "Take it back out", after a deposit: that deposit. */
function takenBack(step: Extract<Step, { kind: 'job' }>, before: Step | null): Step | null {
  if (before?.kind !== 'job' || step.job.token) return null
  const act = ({ stake: 'unstake', supply: 'withdraw' } as const)[before.job.act as 'stake' | 'supply']
  if (!act || (step.job.act !== 'withdraw' && step.job.act !== 'unstake')) return null
  const { amount, token } = before.job
  return {
    kind: 'job',
    job: {
      act,
      ...((step.job.amount ?? amount) ? { amount: step.job.amount ?? amount } : {}),
      ...(token && { token }),
    },
  }
}

/** The step with an amount and a token where it names none. */
function withSum(step: Step, amount: ReturnType<typeof amountOf>, token: ReturnType<typeof tokenOf>): Step {
  if (step.kind === 'job') {
    const { job } = step
    if (job.token || !token) return step
    return { kind: 'job', job: { ...job, token, ...(!job.amount && amount && { amount }) } }
  }
  if (step.kind !== 'request') return step
  const { draft } = step
  if (draft.from || !token) return step
  const to = draft.action === 'bridge' ? { to: token } : {}
  return { kind: 'request', draft: { ...draft, from: token, ...to, ...(!draft.amount && amount && { amount }) } }
}

/** True for a step that leaves nothing open that has to be asked for. */
function isComplete(step: Step): boolean {
  if (step.kind === 'job') return step.job.amount !== undefined && step.job.token !== undefined
  if (step.kind !== 'request') return step.kind !== 'nft' || step.nft.recipient !== undefined
  const { action, amount, from, to, recipient, toChain } = step.draft
  if (!amount || !from) return false
  return action === 'send' ? recipient !== undefined : action === 'bridge' ? toChain !== undefined : to !== undefined
}

/** True for a date or a time that is over. */
const isPast = (each: Entity): boolean =>
  (each.is === 'duration' && each.side === 'back') ||
  (each.is === 'date' &&
    (each.day?.kind === 'yesterday' ||
      each.day?.kind === 'last' ||
      (each.day?.kind === 'weekday' && each.day.week === 'last')))
