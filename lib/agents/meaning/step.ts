import { fieldsOfStep } from '@/lib/language/steps/fields'
import type { Amount, Arrival, Recipient, TokenMention } from '@/lib/language/steps/mention'
import type { Dialogue, OpenCall, Requested, Step, Understanding } from './understanding'

/** A value as text, by which it is compared with another. */
export const written = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? each.toString() : each))

/** A conversation in which nothing has been said. */
export const newDialogue: Dialogue = {
  draft: null,
  job: null,
  nft: null,
  rebalance: null,
  plan: null,
  planTold: null,
  offered: [],
  asked: null,
  standing: 'open',
  rest: [],
  calls: [],
  open: [],
  revises: null,
  arrival: null,
  ended: null,
  about: null,
  aboutOn: null,
  told: null,
  topic: null,
  sought: null,
  missed: false,
  objected: false,
}

/** The dialogue at the beginning of a step. */
export function dialogueAt(step: Step): Dialogue {
  switch (step.kind) {
    case 'request':
      return { ...newDialogue, draft: step.draft }
    case 'job':
      return { ...newDialogue, job: step.job }
    case 'nft':
      return { ...newDialogue, nft: step.nft }
    case 'rebalance':
      return { ...newDialogue, rebalance: step.wish }
  }
}

/** The dialogue as if this open call were the only one, and had been proposed last. */
export const atCall = ({ id, step }: OpenCall, { told, offered, open }: Dialogue): Dialogue => ({
  ...(step ? dialogueAt(step) : newDialogue),
  ...{ standing: 'proposed', calls: [id], open: open.filter((call) => call.id === id), told, offered },
})

/** True if a message asks for something to be done. */
export const isRequested = (understood: Understanding): understood is Requested =>
  understood.kind === 'request' ||
  understood.kind === 'job' ||
  understood.kind === 'nft' ||
  understood.kind === 'rebalance'

/** Returns the step that the dialogue is about; null if nothing has been asked for. */
export function stepOf({ draft, job, nft, rebalance }: Dialogue): Step | null {
  if (rebalance) return { kind: 'rebalance', wish: rebalance }
  if (nft) return { kind: 'nft', nft }
  if (job) return { kind: 'job', job }
  return draft ? { kind: 'request', draft } : null
}

/** True if both steps ask for the same, in whatever words. */
export function isSame(one: Step, other: Step | null): boolean {
  if (!other) return false
  const [fields, others] = [fieldsOfStep(one), fieldsOfStep(other)]
  return fields && others ? written(fields) === written(others) : written(sure(one)) === written(sure(other))
}

/** True if the agent has listed places for the step, and the person has picked none. */
export const isToPick = (step: Step, dialogue: Dialogue): boolean =>
  dialogue.asked === 'which' &&
  dialogue.standing === 'open' &&
  dialogue.offered.length > 0 &&
  isSame(step, stepOf(dialogue))

/** Returns whom a step pays, as far as that was said. */
export function receiverOf(step: Step): Recipient | undefined {
  if (step.kind === 'request') return step.draft.recipient
  return step.kind === 'nft' ? step.nft.recipient : undefined
}

function withDoubt(step: Step, unsure: true | undefined): Step {
  switch (step.kind) {
    case 'request':
      return { ...step, draft: { ...step.draft, unsure } }
    case 'job':
      return { ...step, job: { ...step.job, unsure } }
    case 'nft':
      return { ...step, nft: { ...step.nft, unsure } }
    case 'rebalance':
      return { ...step, wish: { ...step.wish, unsure } }
  }
}

/** The step, to be confirmed before it is proposed; and without the doubt that the person has answered. */
export const doubted = (step: Step): Step => withDoubt(step, true)
export const sure = (step: Step): Step => withDoubt(step, undefined)

/** True if the step has to be confirmed before it is proposed. */
export const isDoubted = (step: Step): boolean => written(doubted(step)) === written(step)

/** The open call in whose place a change of what stands is put; null if there is none, or more than one. */
export function replacedBy({ standing, calls, revises, open }: Dialogue): string | null {
  const [only, ...others] = standing === 'proposed' ? calls : revises === null ? [] : [revises]
  return only !== undefined && others.length === 0 && open.some(({ id }) => id === only) ? only : null
}

/** A request in place of an open call, if there is one to take the place of. */
export const inPlace = (replaced: string | null): Pick<Requested, 'replaces'> =>
  replaced === null ? {} : { replaces: replaced }

/**
 * True if words that change what stands may be carried out as they are: it is still being put together, or it is the only
 * call that is open. Otherwise the changed request has to be confirmed first.
 */
export function mayMerge(dialogue: Dialogue): boolean {
  const { standing, revises, open } = dialogue
  if (standing !== 'proposed' && revises === null) return standing !== 'declined'
  return replacedBy(dialogue) !== null && open.length === 1
}

/** Returns the amount that a step takes. */
export const amountOf = (step: Step): Amount | undefined =>
  step.kind === 'request' ? step.draft.amount : step.kind === 'job' ? step.job.amount : undefined

/** Returns the token that a step takes. */
export const tokenOf = (step: Step): TokenMention | undefined =>
  step.kind === 'request' ? step.draft.from : step.kind === 'job' ? step.job.token : undefined

/** Returns the symbols of the tokens that a step names. */
export function symbolsOf(step: Step): readonly string[] {
  const { from, to } = step.kind === 'request' ? step.draft : { from: tokenOf(step), to: undefined }
  return [from, to].flatMap((token) => token?.symbol ?? [])
}

/** The step, told what has come of the one before. */
export function told(step: Step, by: Arrival): Step {
  const fill = <T extends { amount?: Amount }>(asked: T): T =>
    asked.amount?.kind === 'brought' && !asked.amount.by ? { ...asked, amount: { ...asked.amount, by } } : asked
  if (step.kind === 'request') return { ...step, draft: fill(step.draft) }
  return step.kind === 'job' ? { ...step, job: fill(step.job) } : step
}

type Cancelled = Extract<Understanding, { kind: 'cancel' | 'which-open' }>

/** "Undo", "get it back": as "cancel"; where nothing is open, what was sent at another time is meant. */
export function undone(dialogue: Dialogue): Cancelled {
  const is = cancelled(dialogue)
  return is.kind === 'cancel' && is.was === 'nothing' ? { ...is, was: 'sent' } : is
}

/**
 * "Cancel": what is being put together is dropped, or what is open; what has been done stays. Where more than one thing can be
 * meant, it has to be asked. `named`: the calls that the words name.
 */
export function cancelled(dialogue: Dialogue, named?: readonly string[]): Cancelled {
  const { plan, standing, calls, open } = dialogue
  if (named) return { kind: 'cancel', was: 'open', withdraws: named }
  const isDone = standing === 'done' || standing === 'uncertain'
  const isBegun = stepOf(dialogue) !== null || plan !== null
  if (isBegun && standing === 'open') {
    const replaced = replacedBy(dialogue)
    return { kind: 'cancel', was: 'open', withdraws: replaced === null ? [] : [replaced] }
  }
  const all = open.map(({ id }) => id)
  if (all.length === 0) return { kind: 'cancel', was: isDone ? standing : isBegun ? 'open' : 'nothing', withdraws: [] }
  const isMeant = standing === 'proposed' ? all.every((id) => calls.includes(id)) : !isDone && all.length === 1
  return isMeant ? { kind: 'cancel', was: 'open', withdraws: all } : { kind: 'which-open', of: all }
}
