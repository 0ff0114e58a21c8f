import type { Entity } from '@/lib/language/entity'
import type { Clause } from '@/lib/language/reader/reader'
import { isChange, sureOfAction } from '@/lib/language/requests/clauses'
import { isWithin } from '@/lib/language/spans'
import { recipientOf } from '@/lib/language/steps/amounts'
import type { Recipient } from '@/lib/language/steps/mention'
import { doubted, inPlace, isToPick, replacedBy, stepOf, sure, undone } from '../meaning/step'
import type { Dialogue } from '../meaning/understanding'
import { answerTo, isAmbiguous } from './changes/change'
import { changed } from './changes/changed'
import { isVague } from './clauses/clause'
import { replacedIn } from './clauses/replaced'
import { actionOf, certain, hasSign, type Message, mostWords, type Understood, warns } from './message'
import { takenBack } from './open/open-calls'
import { whichPlan } from './plans/stopped'

/** Reads an agreement: the open step, without the doubt that the question was about. */
export function agreement(dialogue: Dialogue): Understood {
  const { plan, standing, asked, objected } = dialogue
  if (plan) {
    if (plan.do !== 'create' || asked !== 'confirm' || objected) return certain({ kind: 'plan', plan })
    const { unsure: _, ...sure } = plan
    return certain({ kind: 'plan', plan: sure })
  }
  const step = stepOf(dialogue)
  if (!step) return certain({ kind: 'talk', topic: 'nothing-open' })
  if (isToPick(step, dialogue)) return certain({ kind: 'choice', labels: dialogue.offered })
  // A "yes" to what was declined may be a change of mind, or about something else.
  if (standing === 'declined') return certain({ ...doubted(step), rest: dialogue.rest })
  if (standing === 'done' || standing === 'uncertain') return certain({ kind: 'settled' })
  const meant = objected ? doubted(step) : asked === 'confirm' ? sure(step) : step
  const isAgain = standing === 'proposed'
  return certain({
    ...meant,
    rest: dialogue.rest,
    ...(isAgain ? { again: 'agreed' as const } : inPlace(replacedBy(dialogue))),
  })
}

/** Kinds of words that leave open what the agent asked. */
const evading: ReadonlySet<Clause['kind']> = new Set(['refusal', 'question', 'hypothetical'])

const isNoAnswer = (clause: Clause): boolean => evading.has(clause.kind) || warns(clause)

/** Reads an answer to the agent's question; null if the message is none. */
export function answered({ text, reading }: Message, dialogue: Dialogue): Understood | null {
  const { asked, offered, plan, standing } = dialogue
  const step = stepOf(dialogue)
  const { clauses, entities } = reading
  if (!asked || standing !== 'open' || clauses.some(isNoAnswer)) return null
  // Another request is no answer.
  const isOther = (clause: Clause) =>
    clause.kind === 'request' && !isChange(clause.action) && clause.action !== actionOf(step)
  if (clauses.some((clause) => isOther(clause) && entities.filter((each) => isWithin(each, clause)).length > 1))
    return null
  const words = text.split(/\s+/).length - entities.length
  if (words > mostWords) return null
  if (plan) {
    if (asked !== 'which-plan' || plan.do === 'create') return null
    const which = whichPlan(entities, dialogue)
    return which && which !== 'only' ? certain({ kind: 'plan', plan: { ...plan, which } }) : null
  }
  if (!step) return null
  const more = { rest: dialogue.rest, ...inPlace(replacedBy(dialogue)) }
  if (asked === 'which') {
    const nth = entities.find(({ is }) => is === 'ordinal' || is === 'number' || is === 'nft')
    const at =
      nth?.is === 'ordinal' ? nth.nth : Number(nth?.is === 'number' ? nth.value : nth?.is === 'nft' ? nth.id : 0)
    const pick = offeredBy(text, offered) ?? (at < 0 ? offered.at(at) : offered[at - 1])
    const isId =
      nth?.is === 'nft' || (nth?.is === 'number' && offered.some((label) => label.includes(`#${nth.value} `)))
    if (step.kind === 'nft' && isId)
      return certain({
        kind: 'nft',
        nft: { ...step.nft, tokenId: BigInt(nth.is === 'nft' ? nth.id : nth.value) },
        ...more,
      })
    if (!pick) return null
    if (step.kind === 'job') return certain({ kind: 'job', job: { ...step.job, pick }, ...more })
    if (step.kind === 'nft') return certain({ kind: 'nft', nft: { ...step.nft, pick }, ...more })
    if (step.kind === 'rebalance') return certain({ kind: 'rebalance', wish: { ...step.wish, pick }, ...more })
    return null
  }
  if (step.kind === 'nft' && asked === 'collection') {
    const contract = contractIn(entities)
    return contract && certain({ kind: 'nft', nft: { ...step.nft, unlisted: { contract } }, ...more })
  }
  const change = answerTo(asked, entities)
  const next = change && changed(step, change)
  if (!next || entities.some((each) => hasSign(text, each))) return null
  const isPlain = entities.every(({ is }) => is !== 'date' && is !== 'recurrence' && is !== 'plan')
  return { is: { ...(isPlain ? next : doubted(next)), ...more }, certainty: isPlain ? 'certain' : 'likely' }
}

/** Returns the address of a contract, if the answer has one and nothing else. */
function contractIn([one, ...others]: readonly Entity[]): Recipient | null {
  if (!one || others.length > 0) return null
  if (one.is === 'address') return recipientOf({ meaning: one, text: one.address, p: 1 })
  return one.is === 'badAddress' ? recipientOf({ meaning: null, text: '0x…', p: 1 }) : null
}

/** Returns the one of the listed places that has a word of the answer in its name which no other has. */
function offeredBy(text: string, offered: readonly string[]): string | null {
  const words = text
    .toLowerCase()
    .split(/\W+/)
    .filter((word) => word.length > 3)
  const fitting = offered.filter((label) => {
    const own = label.toLowerCase().split(/\W+/)
    return words.some((word) => own.includes(word))
  })
  return fitting.length === 1 ? (fitting[0] ?? null) : null
}

/**
 * Reads a few words after a step that name only an amount, a token, a network or a receiver. That value replaces the
 * step's own, to be confirmed; after one that was carried out it makes another.
 */
export function named({ text, reading }: Message, dialogue: Dialogue): Understood | null {
  const { clauses, entities } = reading
  const step = stepOf(dialogue)
  const isOne = dialogue.standing !== 'uncertain' && dialogue.calls.length <= 1
  const isOther = clauses.some(
    ({ kind, ...clause }) =>
      (kind !== 'request' && kind !== 'question') || entities.filter((each) => isWithin(each, clause)).length > 2,
  )
  const isLoose = clauses.some((clause) => isChange(clause.action) && isVague(clause, reading))
  if (!step || !isOne || isOther || isLoose || text.split(/\s+/).length - entities.length > mostWords) return null
  if (entities.some((each) => !plainly.has(each.is) || hasSign(text, each))) return null
  const [only, ...others] = clauses
  const replaced = only && others.length === 0 ? replacedIn(text, only, reading) : null
  const told = answerTo(dialogue.asked ?? 'amount', replaced ? [replaced.other] : entities)
  const change = told && { ...told, discarded: replaced?.denied.is === 'token' ? [replaced.denied.symbol] : [] }
  const next = change && !isAmbiguous(step, change) && changed(step, change)
  if (!next) return null
  return {
    is: { ...doubted(next), rest: dialogue.rest, ...inPlace(replacedBy(dialogue)) },
    certainty: 'likely',
  }
}

/** Entities that may stand in words that only change something. */
const plainly: ReadonlySet<Entity['is']> = new Set([
  ...(['number', 'dollars', 'percent', 'share', 'token', 'chain'] as const),
  ...(['address', 'name', 'contact', 'nft', 'pronoun'] as const),
])

const endings: readonly Clause['action'][] = ['cancel', 'pause', 'undo', 'revoke']

/** This app's name for what lets the agent watch a position. Who may spend a token has an approval. */
const permissions = new Set(['permission', 'permissions'])

/** Entities that an approval is of, or for. */
const isSpent: ReadonlySet<Entity['is']> = new Set(['token', 'address', 'name', 'collection', 'protocol'])

/** Reads the end of a permission to watch a position; null if the words are about something else. */
export function endOfPermission(message: Message, dialogue: Dialogue): Understood | null {
  const { text, reading } = message
  const { clauses, entities } = reading
  const { rebalance, standing } = dialogue
  const clause = clauses.find(({ kind, action }) => kind === 'request' && endings.includes(action))
  if (!clause || clauses.some((each) => each !== clause && each.kind === 'request')) return null
  const words = text.slice(clause.start, clause.end).toLowerCase().split(/\W+/)
  const isNamed =
    words.some((word) => permissions.has(word)) &&
    !entities.some((each) => isSpent.has(each.is) && isWithin(each, clause))
  if (!isNamed && !(rebalance && standing === 'done')) return null
  return rebalance && standing !== 'done'
    ? takenBack(clause, message, dialogue)
    : certain({ kind: 'talk', topic: 'rebalance-end' })
}

/** True for what names something arranged or watched, which is neither a plan nor an approval. */
const isWatched = (clause: Clause, { entities }: Message['reading'], dialogue: Dialogue): boolean =>
  clause.parts.some(({ role }) => role === 'plan' || role === 'position') &&
  !entities.some(({ is }) => is === 'plan') &&
  !(clause.action === 'revoke' && entities.some((each) => isSpent.has(each.is) && isWithin(each, clause))) &&
  dialogue.planTold === null &&
  !stepOf(dialogue)

/** Reads words that drop or take back what was asked for. */
export function halt(message: Message, dialogue: Dialogue): Understood | null {
  const { reading } = message
  const { clauses, entities } = reading
  // "I SENT IT TO THE WRONG PERSON get it back" may be one clause, and told.
  const clause = clauses.find(
    ({ kind, action }) => kind === 'request' || kind === 'refusal' || (kind === 'report' && action === 'undo'),
  )
  if (!clause || clauses.some((each) => each !== clause && each.kind === 'request')) return null
  if (clause.kind === 'request' && endings.includes(clause.action) && isWatched(clause, reading, dialogue))
    return certain({ kind: 'talk', topic: 'rebalance-end' })
  if (clause.action === 'undo') return certain(undone(dialogue))
  // A doubtful "cancel" that names something asks for more than that; and naming a plan does not open it.
  const isMore =
    clause.sure.action < sureOfAction || (clause.kind === 'refusal' && entities.some(({ is }) => is === 'plan'))
  if (clause.action !== 'cancel') return null
  return isMore && entities.length > 0 ? null : takenBack(clause, message, dialogue)
}
