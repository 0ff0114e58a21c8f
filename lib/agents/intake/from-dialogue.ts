import { areKin, sureOfAction } from '@/lib/language/requests/clauses'
import { isWithin } from '@/lib/language/spans'
import type { Draft } from '@/lib/language/steps/draft'
import type { Job } from '@/lib/language/steps/job'
import type { ChainMention, Recipient, TokenMention } from '@/lib/language/steps/mention'
import { adds, isAdded } from '@/lib/language/words/comparing'
import { amountOf, doubted, stepOf, symbolsOf, tokenOf, told, written } from '../meaning/step'
import type { Dialogue, Step } from '../meaning/understanding'
import { outputOf, withBrought } from './asked-for'
import { merged } from './changes/changed'
import { isBare, type ReadClause } from './clauses/clause'
import { actionOf, type Message } from './message'

/** `isSaid`: the words themselves point to what was taken over. */
type Inherited = { step: Step; replaces: boolean; isSaid?: true }

/**
 * A first request, with what it leaves out of what was said before: what "it" stands for, or what is still open. Null if
 * it says nothing at all of its own.
 */
export function fromDialogue(
  step: Step,
  read: ReadClause,
  pointsBack: boolean,
  message: Message,
  dialogue: Dialogue,
): Inherited | null {
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
  if (!before)
    return {
      step: ofSubject(step, read, message, dialogue),
      replaces: false,
      ...(pointsBack && { isSaid: true as const }),
    }
  return dialogue.standing === 'done' || dialogue.standing === 'uncertain'
    ? afterDone(step, before, pointsBack, dialogue)
    : besideOpen(step, before, read, pointsBack, message, dialogue)
}

/** True for one more of the same, rather than a change: "and 10 DAI to the same address", "also 0.2 to WBTC", "another 50". */
export function isOneMore({ request: { sums, receivers } }: ReadClause, before: Step, { text }: Message): boolean {
  const isOther = sums.some(({ what }) => what?.is === 'token' && !symbolsOf(before).includes(what.symbol))
  const isCounted = sums.some(({ amount }) => amount !== null)
  return isAdded(text) ? receivers.length > 0 || (isCounted && isOther) : isCounted && adds(text)
}

/** Completes an incomplete request by the subject of the last question. */
function ofSubject(asked: Step, read: ReadClause, message: Message, { about, aboutOn, topic }: Dialogue): Step {
  const step = topic === 'balances' ? asked : bridgedTo(asked, aboutOn)
  if (!about) return step
  const isOfBalance = aboutOn !== null && topic === 'balances'
  const on = (draft: Draft): Draft => (isOfBalance && !draft.fromChain ? { ...draft, fromChain: aboutOn } : draft)
  if (step.kind !== 'request') return withSum(step, undefined, about)
  const { action, amount, from, to } = step.draft
  if (action === 'swap' && !from && !to && isBought(read, about, message)) {
    // So many of it are bought; dollars of it are dollars of what pays.
    const { amount: _, ...draft } = step.draft
    return {
      kind: 'request',
      draft: amount?.kind === 'exact' ? { ...draft, receive: amount, to: about } : { ...step.draft, to: about },
    }
  }
  if (!from && (action !== 'swap' || to?.symbol !== about.symbol)) {
    const next = withSum(step, undefined, about)
    return next.kind === 'request' ? { kind: 'request', draft: on(next.draft) } : next
  }
  return action === 'swap' && from && !to && from.symbol !== about.symbol
    ? { kind: 'request', draft: { ...step.draft, to: about } }
    : step
}

/** Least certainty of the side of a trade. */
const sureOfSide = 0.7

/** True for "buy 200 dollars of it": with the token itself in the place of the pronoun, it is read as what is bought. */
function isBought({ entities }: ReadClause, { symbol }: TokenMention, { text, readAs }: Message): boolean {
  const it = entities.find((each) => each.is === 'pronoun' && each.for === 'thing')
  if (!it || symbol === undefined) return false
  const reading = readAs(`${text.slice(0, it.start)}${symbol}${text.slice(it.end)}`)
  const token = { start: it.start, end: it.start + symbol.length }
  return reading.clauses.some(({ parts }) =>
    parts.some(({ role, p, ...part }) => role === 'get' && p >= sureOfSide && isWithin(token, part)),
  )
}

/** A bridge that goes nowhere goes to the network that was asked about: "does ETH work on Base?", "bridge 0.5 over". */
function bridgedTo(step: Step, chain: ChainMention | null): Step {
  if (step.kind !== 'request' || step.draft.action !== 'bridge' || step.draft.toChain || !chain) return step
  return step.draft.fromChain?.id === chain.id ? step : { kind: 'request', draft: { ...step.draft, toChain: chain } }
}

/** "Put 100 rather", after a deposit in a vault: there too, if the words name no place. */
export function inSamePlace(step: Step, before: Step | null, { entities }: ReadClause): Step {
  if (step.kind !== 'job' || before?.kind !== 'job' || step.job.hint || step.job.isAtMarket) return step
  const isNamed = entities.some(({ is }) => is === 'position' || is === 'protocol')
  const isAlike = !isNamed && areKin(step.job.act, before.job.act)
  return isAlike && !isComplete(step) ? { kind: 'job', job: { ...step.job, act: before.job.act } } : step
}

/** "Send him 65 dai", after "my brother's address is 0x…". */
export function toPerson(step: Step, { entities }: ReadClause, { told }: Dialogue): Step {
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
  read: ReadClause,
  pointsBack: boolean,
  message: Message,
  { standing, calls }: Dialogue,
): Inherited | null {
  const { request, entities } = read
  if (!pointsBack && isOfAnother(step, before) && !read.words.includes('instead')) return { step, replaces: false }
  if (actionOf(step) === actionOf(before) && calls.length <= 1 && !isComplete(step)) {
    const next = merged(before, step)
    if (written(next) !== written(before)) return { step: next, replaces: !isOneMore(read, before, message) }
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

/** "Buy some bitcoin", after "swap all my ETH to USDC": a wish of its own, of how much it does not say. */
function isOfAnother(step: Step, before: Step): boolean {
  if (actionOf(step) !== actionOf(before) || amountOf(step)) return false
  const isOther = (own: TokenMention | undefined, other: TokenMention | undefined) =>
    own?.symbol !== undefined && other?.symbol !== undefined && own.symbol !== other.symbol
  const [own, other] = [step, before].map((each) => (each.kind === 'request' ? each.draft.to : undefined))
  return isOther(tokenOf(step), tokenOf(before)) || isOther(own, other)
}

export const opposites: Readonly<Record<Job['act'], Job['act']>> = {
  ...{ borrow: 'repay', repay: 'borrow', supply: 'withdraw', withdraw: 'supply', stake: 'unstake', unstake: 'stake' },
}

/** "Take it back out", after a deposit: that deposit. */
function takenBack(step: Extract<Step, { kind: 'job' }>, before: Step | null): Step | null {
  if (before?.kind !== 'job' || step.job.token) return null
  const act = opposites[before.job.act]
  if (!areKin(act, 'withdraw') || !areKin(step.job.act, 'withdraw')) return null
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
export function isComplete(step: Step): boolean {
  if (step.kind === 'job') return step.job.amount !== undefined && step.job.token !== undefined
  if (step.kind !== 'request') return step.kind !== 'nft' || step.nft.recipient !== undefined
  const { action, amount, from, to, recipient, toChain } = step.draft
  if (!amount || !from) return false
  return action === 'send' ? recipient !== undefined : action === 'bridge' ? toChain !== undefined : to !== undefined
}
