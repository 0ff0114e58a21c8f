import type { Entity } from '@/lib/language/entity'
import type { Action } from '@/lib/language/labels'
import type { Clause } from '@/lib/language/reader/reader'
import { isChange, sureOfAction } from '@/lib/language/requests/clauses'
import { adds, isAdded } from '@/lib/language/words/comparing'
import { doubted, inPlace, isSame, isToPick, mayMerge, replacedBy, stepOf, sure, written } from '../meaning/step'
import type { Dialogue, Requested, Step } from '../meaning/understanding'
import { approvalsIn } from './asked-about'
import { stepsOf, unheldBound, withBrought } from './asked-for'
import { certaintyOf } from './certainty'
import { merged } from './changes/changed'
import { changedBy, inView } from './changes/changed-step'
import { type ReadClause, refersBack } from './clauses/clause'
import { readClauses } from './clauses/read-clauses'
import { fromDialogue, inSamePlace, isComplete, isOneMore, opposites, toPerson } from './from-dialogue'
import { actionOf, certain, type Message, missed, type Understood, weak } from './message'
import { isRegular, planned } from './plans/planned'
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
  const at = inView(read, message, dialogue)
  const made = stepsIn(read, message, at)
  if ('instead' in made) return made.instead
  const { replaces, isDoubtful } = made
  const steps = withChains(made.steps)
  const [first, ...rest] = steps
  if (!first || rest.length > mostSteps || areOpposite(steps)) return missed
  if (rest.length === 0 && isToPick(first, dialogue)) return certain({ kind: 'choice', labels: dialogue.offered })
  const certainty = certaintyOf(read, asked, message, dialogue)
  const isSure = certainty === 'certain' && !isDoubtful
  const isMore = adds(message.text) || isAdded(message.text)
  if (isMore ? false : replaces ? isOnlyTold(steps, at) : isSure && areOpen(steps, dialogue))
    return certain({ ...sure(first), rest, again: 'asked' })
  const step = isSure ? first : doubted(first)
  const is: Requested = {
    ...step,
    ...(rest.length > 0 ? { rest } : replaces && { rest: at.rest }),
    ...(replaces && inPlace(replacedBy(at))),
    ...(dialogue.standing === 'uncertain' && { unsettled: true as const }),
  }
  if (isSure) return { is, certainty: 'certain' }
  return { is, certainty: certainty !== 'weak' || !isComplete(first) ? 'likely' : 'weak' }
}

/** True if each step is on an open card already, or follows one that is. */
function areOpen(steps: readonly Step[], { open, rest }: Dialogue): boolean {
  const follows = (step: Step, at: number) => at > 0 && isSame(step, rest[at - 1] ?? null)
  return steps.every((step, at) => open.some((call) => isSame(step, call.step)) || follows(step, at))
}

/** True if a change leaves the open call that it is of as it is. */
const isOnlyTold = ([step, ...others]: readonly Step[], at: Dialogue): boolean => {
  const replaced = at.open.find(({ id }) => id === replacedBy(at))
  return step !== undefined && others.length === 0 && replaced !== undefined && isSame(step, replaced.step)
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
  for (const each of read) {
    const before = steps.at(-1) ?? null
    const pointsBack = refersBack(each.clause, message)
    const asked = isChange(each.request.action) ? [] : stepsOf({ ...each, collections })
    const found = asked.map((step) => asNft(step, before))
    const [first] = found
    if (!first) {
      const made = changedIn(each, before, read, message, dialogue)
      if ('instead' in made) return made
      // "Then do the same for 0x…" is one more.
      if (before && each.request.action !== 'repeat') steps.pop()
      steps.push(...made.steps)
      isDoubtful ||= made.isDoubtful
      replaces ||= made.replaces
    } else if (before && replaces && pointsBack && actionOf(first) === actionOf(before) && !isComplete(first)) {
      // "Make it 0.4 and send it to 0x…": more of the same change.
      steps.splice(-1, 1, merged(before, first))
    } else if (before) steps.push(...found.map((step) => withBrought(withReceiver(step, before), before, pointsBack)))
    else {
      const last = stepOf(dialogue)
      const placed = inSamePlace(asNft(pickedIn(first, each, dialogue), last), last, each)
      const meant = toPerson(placed, each, dialogue)
      const inherited = fromDialogue(meant, each, pointsBack, message, dialogue)
      if (!inherited) return { instead: missed }
      // "Swap 60 USDC for ETH instead": a whole request, in the place of what is open.
      replaces ||= inherited.replaces || each.words.includes('instead')
      // Which of several open proposals it is to stand in place of, the words do not say.
      isDoubtful ||= replaces && dialogue.standing === 'proposed' && !mayMerge(dialogue)
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

/** Returns the step that a change makes of the one before it in the message, or else of what stands in the dialogue. */
function changedIn(
  each: ReadClause,
  before: Step | null,
  read: readonly ReadClause[],
  message: Message,
  dialogue: Dialogue,
): Made {
  const { request } = each
  const base = before ?? stepOf(dialogue)
  if (!base || !isChange(request.action)) return { instead: missed }
  if (!before && dialogue.calls.length > 1)
    return { instead: certain({ kind: 'which-step', around: aroundIt(each, message) }) }
  // "In DAI, she doesn't take USDC": which of the two it is to be, only the words between tell.
  const changes = read.filter((other) => isChange(other.request.action))
  const isSaidTwice = changes.filter((other) => other.request.sums.some(({ what }) => what !== null)).length > 1
  // A step that was carried out cannot be changed. It can only be done again, if the person confirms it.
  const isDone = !before && (dialogue.standing === 'done' || dialogue.standing === 'uncertain')
  const next =
    (isSaidTwice ? null : changedBy(base, each, message)) ?? (mayRepeat(each, dialogue, before) ? base : null)
  if (!next) return { instead: isDone ? certain({ kind: 'settled' }) : missed }
  if (before) return { steps: [next], replaces: false, isDoubtful: next === base && dialogue.standing !== 'declined' }
  const isAdding = isOneMore(each, base, message)
  // "Another 300 the same way" says itself that it is one more, and in what it differs.
  const isMore = dialogue.standing === 'done' && request.action === 'repeat' && written(next) !== written(base)
  const isMerged = next === base ? dialogue.standing === 'declined' : mayMerge(dialogue)
  return { steps: [next], replaces: !isAdding, isDoubtful: isDone ? !isMore : !isMerged || isAdding }
}

/** Returns the words before and behind the “it” of a message; without one, a name comes first: “the swap: on Base”. */
function aroundIt({ entities }: ReadClause, { text }: Message): readonly [string, string] {
  const it = entities.find((entity) => entity.is === 'pronoun' && entity.for === 'thing')
  return it ? [text.slice(0, it.start), text.slice(it.end)] : ['', `: ${text}`]
}

const ofContracts: readonly Action[] = ['approve', 'revoke', 'claim', 'callContract']

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

/** "Same again": what was carried out or declined once more, if the person confirms it. */
const mayRepeat = ({ request }: ReadClause, { standing }: Dialogue, before: Step | null): boolean =>
  before === null && request.action === 'repeat' && (standing === 'done' || standing === 'declined')

/** True for a date or a time that is over. */
const isPast = (each: Entity): boolean =>
  (each.is === 'duration' && each.side === 'back') ||
  (each.is === 'date' &&
    (each.day?.kind === 'yesterday' ||
      each.day?.kind === 'last' ||
      (each.day?.kind === 'weekday' && each.day.week === 'last')))
