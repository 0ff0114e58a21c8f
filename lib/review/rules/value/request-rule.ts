import { type RuleContext, Unavailable } from '../../context'
import { answered, described, type PlanEffects, planEffects } from '../../request/compare'
import type { RequestPart } from '../../review'
import { type AgreedField, fieldLabels } from '../../words/agreed'
import type { Observation, Rule } from '../rule'

/** G35: the plan must match the person's last request in every respect that the reader found. */
export const requestRule: Rule = {
  id: 'G35',
  about: 'whether it is what you asked for',
  applies: ({ requests }) => requests !== null,
  check: function* (context) {
    const { requests } = context
    if (!requests) return
    const effects = planEffects(context)
    if (requests === 'unreadable') throw new Unavailable('the part of this app that reads your words did not load')
    if (requests.unread) throw new Unavailable('your last message is in a language this app does not read')
    const answer = answered(requests, effects, context)
    if (!answer) {
      if (isMoving(effects, context)) yield unasked(requests.agreed, effects, context)
      return
    }
    for (const part of answer.parts) if (part.is === 'different') yield different(part)
    yield* ofDraft(answer.request.texts, context)
    if (requests.agreed && isMoving(effects, context)) yield unasked(true, effects, context)
  },
}

/** A draft that was confirmed asks for no more than the person wrote or changed themselves. */
function* ofDraft(texts: readonly string[], { agreed }: RuleContext): Generator<Observation> {
  const confirmed = agreed.findLast(({ text }) => texts.some((each) => text.includes(each)))
  for (const { field, value, wrote } of confirmed?.fields ?? [])
    if (wrote !== undefined)
      yield {
        level: 'DANGER',
        title: 'The draft you confirmed is not what you wrote.',
        terms: { claim: `${fieldLabels[field]} you wrote`, observed: 'In the draft' },
        claim: wrote,
        observed: value,
        why: 'The agent filled this in. Decline it and ask again, unless this is what you want.',
      }
  const taken = confirmed?.fields.filter(({ wrote }) => wrote === undefined) ?? []
  if (taken.length > 0)
    yield {
      level: 'WARN',
      title: 'The agent filled in part of this. You confirmed it and did not write it.',
      observed: taken.map(inWords).join(', '),
      why: 'Compare it with what you mean. Approve it only if it is the same.',
    }
}

const inWords = ({ field, value }: AgreedField): string => `${fieldLabels[field]}: ${value}`

const isMoving = ({ out, owes, grants, recipients }: PlanEffects, { actions }: RuleContext): boolean =>
  actions.includes('borrow') ||
  actions.includes('withdraw') ||
  out.length > 0 ||
  grants ||
  recipients.length > 0 ||
  owes.some(({ before, after }) => after > before)

const titles: Record<RequestPart['respect'], string> = {
  action: 'You asked for something else.',
  gives: 'What leaves is not what you asked for.',
  gets: 'What arrives is not what you asked for.',
  keeps: 'Less is left than you asked to keep.',
  receiver: 'This goes to a different address from the one you asked for.',
  chain: 'This happens on a different network from the one you asked for.',
  limit: 'This goes beyond a limit you set.',
}

const different = ({ respect, asked, found }: RequestPart): Observation => ({
  level: 'DANGER',
  title: titles[respect],
  terms: { claim: 'You asked for', observed: 'This is' },
  claim: asked,
  observed: found,
  why: 'Decline it and ask again, unless this is what you want.',
})

const unasked = (agreed: boolean, effects: PlanEffects, context: RuleContext): Observation =>
  agreed
    ? {
        level: 'WARN',
        title: 'You agreed to an offer. You did not ask for this yourself.',
        observed: described(effects),
        why: 'Compare it with what the agent offered. Approve it only if it is the same.',
      }
    : {
        level: 'DANGER',
        title: 'You did not ask for this.',
        terms: { claim: 'You wrote', observed: 'It does' },
        claim: context.userMessages.at(-1) ?? '',
        observed: described(effects),
        why: 'Your latest message does not ask to send, swap or allow anything. Decline it unless you want this.',
      }
