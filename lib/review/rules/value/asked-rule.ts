import { answered, described, type Moves, movesOf } from '../../asked/compare'
import { type RuleContext, Unavailable } from '../../context'
import type { AskedPart } from '../../review'
import type { Observation, Rule } from '../rule'

/** G35: the plan is what the person asked for last, in every respect that was read from their words. */
export const askedRule: Rule = {
  id: 'G35',
  about: 'whether it is what you asked for',
  applies: ({ requests }) => requests !== null,
  check: function* (context) {
    const { requests } = context
    const moves = movesOf(context)
    if (requests === 'unreadable') throw new Unavailable('the reader of your words could not be loaded')
    if (!requests) return
    if (requests.unread) throw new Unavailable('your last message is in a language that is not read here')
    const answer = answered(requests, moves, context)
    if (!answer) {
      if (isMoving(moves, context)) yield unasked(requests.agreed, moves, context)
      return
    }
    const { parts } = answer
    for (const part of parts) if (part.is === 'different') yield different(part)
    if (requests.agreed && isMoving(moves, context)) yield unasked(true, moves, context)
  },
}

const isMoving = ({ out, owes, grants, recipients }: Moves, { actions }: RuleContext): boolean =>
  actions.includes('borrow') ||
  actions.includes('withdraw') ||
  out.length > 0 ||
  grants ||
  recipients.length > 0 ||
  owes.some(({ before, after }) => after > before)

const titles: Record<AskedPart['respect'], string> = {
  action: 'You asked for something else.',
  gives: 'What leaves is not what you asked for.',
  gets: 'What arrives is not what you asked for.',
  keeps: 'Less stays than you asked to keep.',
  receiver: 'It goes to somebody else than you asked.',
  chain: 'It happens on another network than you asked for.',
  limit: 'It goes beyond a limit that you set.',
}

const different = ({ respect, asked, found }: AskedPart): Observation => ({
  level: 'DANGER',
  title: titles[respect],
  terms: { claim: 'You asked', observed: 'It does' },
  claim: asked,
  observed: found,
  why: 'Decline it and ask again, unless this is what you want.',
})

const unasked = (agreed: boolean, moves: Moves, context: RuleContext): Observation =>
  agreed
    ? {
        level: 'WARN',
        title: 'You agreed to this; you did not ask for it in words.',
        observed: described(moves, context),
        why: 'Compare it with what the agent offered. Approve it only if it is the same.',
      }
    : {
        level: 'DANGER',
        title: 'You have not asked for this.',
        terms: { claim: 'You wrote', observed: 'It does' },
        claim: context.userMessages.at(-1) ?? '',
        observed: described(moves, context),
        why: 'Your latest words ask for nothing to be sent, swapped or allowed. Decline it unless you want it.',
      }
